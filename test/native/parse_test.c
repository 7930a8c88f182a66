#include "parse_scene.h"

#include "os/clock.h"
#include "parse/grammars.h"

/* Each case is also read when it is cut off at so many places. */
#define PARTS 16

static sx_parser *parser;

static void expect_sound(const sx_text_facts *all, size_t len) {
  for (size_t i = 0; i < all->facts.len; i++) {
    const sx_fact *fact = &all->facts.items[i];
    SX_EXPECT(fact->start <= fact->name_start && fact->name_start < fact->name_end);
    SX_EXPECT(fact->name_end <= fact->end && fact->end <= len);
    SX_EXPECT(fact->start <= fact->body && fact->body <= fact->end);
    SX_EXPECT(fact->parent == SX_FACT_TOP || fact->parent < i);
    SX_EXPECT(!i || all->facts.items[i - 1].start <= fact->start);
  }
  for (size_t i = 0; i < all->imports.len; i++)
    SX_EXPECT(all->imports.items[i].start < all->imports.items[i].end &&
              all->imports.items[i].end <= len);
  for (size_t i = 0; i < all->bases.len; i++)
    SX_EXPECT(all->bases.items[i].fact < all->facts.len && all->bases.items[i].end <= len);
}

/* Whatever is missing of a text: what is read lies in it. */
static sx_status run_part(const sx_syntax_language *language, sx_str text) {
  sx_parse_limits limits = {.bytes = UINT32_MAX};
  sx_text_facts facts;
  sx_status status =
      sx_parse_facts(&facts, parser, &language, text, &limits, sx_test_arena(), sx_test_err());
  if (!status) expect_sound(&facts, text.len);
  return status;
}

/* The title begins with the language: "rust: impl blocks". */
static sx_status run(sx_str title, sx_str input, sx_buf *actual) {
  sx_parse_limits limits = {.bytes = UINT32_MAX};
  sx_text_facts facts;
  sx_str name = sx_str_slice(title, 0, sx_str_find_char(title, ':', 0));
  const sx_syntax_language *language = sx_syntax_language_named(name);
  if (!language)
    return sx_fail(sx_test_err(), SX_NOT_FOUND, "no language '%.*s'", SX_STR_ARG(name));
  sx_status status =
      sx_parse_facts(&facts, parser, &language, input, &limits, sx_test_arena(), sx_test_err());
  if (!status) sx_scene_show(&facts, input, actual);
  for (size_t part = 0; part < PARTS && !status; part++)
    status = run_part(language, sx_str_slice(input, 0, input.len * part / PARTS));
  return status;
}

SX_TEST(declarations) {
  /* The queries of all languages take a second to make. */
  if (sx_test_is_failing_allocations()) return;
  parser = sx_scene_parser();
  SX_EXPECT_ALLOC(parser);
  sx_test_corpus("parse", run);
}

static sx_status read(sx_text_facts *out, const char *name, sx_str text,
                      const sx_parse_limits *limits, sx_arena *arena) {
  const sx_syntax_language *language = sx_syntax_language_named(sx_str_from(name));
  return sx_parse_facts(out, parser, &language, text, limits, arena, sx_test_err());
}

SX_TEST(without_memory_the_call_fails_and_the_parser_stays) {
  static const char text[] = "local M = {}\nfunction M.f() end\nlocal x = require('y')\n";
  sx_text_facts facts;
  sx_parse_limits limits = SX_PARSE_LIMITS;
  parser = sx_scene_parser();
  SX_EXPECT_ALLOC(parser);
  SX_EXPECT_OK(read(&facts, "lua", sx_str_from(text), &limits, sx_test_arena()));
  SX_EXPECT_SIZE(facts.facts.len, 3);
  SX_EXPECT_SIZE(facts.imports.len, 1);
  SX_EXPECT_OK(read(&facts, "lua", sx_str_from(text), &limits, sx_test_arena()));
  SX_EXPECT_SIZE(facts.facts.len, 3);
}

SX_TEST(past_the_ceiling_of_the_arena_the_call_fails) {
  sx_text_facts facts;
  sx_parse_limits limits = SX_PARSE_LIMITS;
  sx_arena small;
  sx_buf *text = sx_test_buf();
  parser = sx_scene_parser();
  SX_EXPECT_ALLOC(parser);
  for (int i = 0; i < 1000; i++) sx_buf_addf(text, "function f%d() end\n", i);
  SX_EXPECT_OK(text->status);
  sx_arena_init(&small, 4096);
  sx_status status = read(&facts, "lua", sx_buf_str(text), &limits, &small);
  sx_arena_release(&small);
  SX_EXPECT_STATUS(status, SX_TOO_BIG);
}

/* Five texts, one at a time. */
SX_TEST(the_branches_of_a_text_take_the_memory_of_one) {
  const size_t len = (size_t)1 << 20;
  const sx_parse_limits limits = {.bytes = UINT32_MAX};
  sx_text_facts facts;
  sx_arena small;
  sx_buf *text = sx_test_buf();
  if (sx_test_is_failing_allocations()) return;
  parser = sx_scene_parser();
  sx_buf_add_text(text, "int a[] = {\n#if A\n 1,\n#elif B\n 2,\n#elif C\n 3,\n#elif D\n 4,\n#else\n"
                        " 5,\n#endif\n};\n");
  while (text->len < len)
    sx_buf_add_text(text, "                                               \n");
  SX_EXPECT_OK(text->status);
  sx_arena_init(&small, 6 * len);
  sx_status status = read(&facts, "cpp", sx_buf_str(text), &limits, &small);
  sx_arena_release(&small);
  SX_EXPECT_OK(status);
  SX_EXPECT_SIZE(facts.facts.len, 1);
}

SX_TEST(a_text_that_is_too_big_is_not_read) {
  sx_text_facts facts;
  sx_parse_limits limits = {.bytes = 10};
  parser = sx_scene_parser();
  SX_EXPECT_ALLOC(parser);
  SX_EXPECT_OK(read(&facts, "lua", SX_STR("function f() end"), &limits, sx_test_arena()));
  SX_EXPECT_INT(facts.extent, SX_FACTS_TOO_BIG);
  SX_EXPECT_SIZE(facts.facts.len, 0);
}

SX_TEST(what_takes_too_long_is_cut) {
  sx_text_facts facts;
  sx_parse_limits limits = {.time_ms = 1, .bytes = UINT32_MAX};
  size_t count = 1 << 16;
  if (sx_test_is_failing_allocations()) return;
  parser = sx_scene_parser();
  SX_EXPECT_ALLOC(parser);
  static const char piece[] = "class A { m() { return [1, 2, 3]; } }\n";
  char *text = sx_test_memory(count * (sizeof piece - 1));
  for (size_t i = 0; i < count; i++) memcpy(text + i * (sizeof piece - 1), piece, sizeof piece - 1);
  sx_str all = sx_str_make(text, count * (sizeof piece - 1));
  SX_EXPECT_OK(read(&facts, "javascript", all, &limits, sx_test_arena()));
  SX_EXPECT_INT(facts.extent, SX_FACTS_CUT);
  /* The next text is read from its start. */
  limits.time_ms = 0;
  SX_EXPECT_OK(read(&facts, "javascript", SX_STR("function f() {}"), &limits, sx_test_arena()));
  SX_EXPECT_INT(facts.extent, SX_FACTS_WHOLE);
  SX_EXPECT_SIZE(facts.facts.len, 1);
}

SX_TEST(a_header_that_is_cpp_is_read_as_that) {
  sx_text_facts facts;
  sx_parse_limits limits = SX_PARSE_LIMITS;
  const sx_syntax_language *language = sx_syntax_language_named(SX_STR("c"));
  if (sx_test_is_failing_allocations()) return;
  parser = sx_scene_parser();
  SX_EXPECT_ALLOC(parser);
  sx_str text = SX_STR("#include <a>\nclass A { int f(); };\n");
  SX_EXPECT_OK(
      sx_parse_facts(&facts, parser, &language, text, &limits, sx_test_arena(), sx_test_err()));
  SX_EXPECT_STR(sx_str_from(language->name), SX_STR("cpp"));
  SX_EXPECT_SIZE(facts.facts.len, 2);
  SX_EXPECT_SIZE(facts.imports.len, 1);
}

SX_TEST(each_language_of_the_table_has_its_reader) {
  size_t count;
  const sx_syntax_language *rows = sx_syntax_language_list(&count);
  for (size_t i = 0; i < count; i++) {
    bool has_grammar = sx_grammar_find(sx_str_from(rows[i].name)) != NULL;
    SX_EXPECT_INT(has_grammar, rows[i].reader == SX_SYNTAX_GRAMMAR);
  }
}

/* ---- hostile texts -------------------------------------------------------------------------- */

static void read_in_all(sx_str text) {
  size_t count;
  const sx_syntax_language *rows = sx_syntax_language_list(&count);
  for (size_t i = 0; i < count && !sx_test_is_over(); i++) {
    sx_parse_limits limits = {.time_ms = 20, .bytes = UINT32_MAX};
    sx_text_facts facts;
    SX_EXPECT_OK(read(&facts, rows[i].name, text, &limits, sx_test_arena()));
    expect_sound(&facts, text.len);
  }
}

SX_TEST(hostile_texts_end_within_the_limits) {
  static const char *const pieces[] = {"(",    "{",
                                       "[",    "<",
                                       "a{b(", "\"",
                                       "'''",  "/*",
                                       "<a>",  "- ",
                                       "> ",   "if x:\n ",
                                       "a.",   "class A{",
                                       "#",    "`",
                                       "|",    "\xff\x00\x80",
                                       "\\",   "x = ",
                                       "@",    "function f(){",
                                       "{{"};
  if (sx_test_is_failing_allocations()) return;
  parser = sx_scene_parser();
  SX_EXPECT_ALLOC(parser);
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces && !sx_test_is_over(); i++) {
    size_t len = i == 17 ? 3 : strlen(pieces[i]), count = 100000 / len;
    char *text = sx_test_memory(len * count);
    for (size_t k = 0; k < count; k++) memcpy(text + k * len, pieces[i], len);
    read_in_all(sx_str_make(text, len * count));
  }
}

/* Macros are blanked before the parser looks at its clock. */
SX_TEST(many_macros_in_a_row_are_blanked_in_one_pass) {
  sx_text_facts facts;
  const sx_parse_limits limits = {.time_ms = 20, .bytes = UINT32_MAX};
  const size_t len = (size_t)1 << 20;
  if (sx_test_is_failing_allocations()) return;
  parser = sx_scene_parser();
  SX_EXPECT_ALLOC(parser);
  char *text = sx_test_memory(len);
  for (size_t i = 0; i < len; i++) text[i] = i % 4 < 3 ? 'A' : ' ';
  uint64_t begin_ms = sx_clock_thread_ms();
  SX_EXPECT_OK(read(&facts, "cpp", sx_str_make(text, len), &limits, sx_test_arena()));
  SX_EXPECT(sx_clock_span_ms(begin_ms, sx_clock_thread_ms()) < 10000);
}

SX_TEST(many_names_of_one_statement_take_linear_time) {
  const sx_str piece = SX_STR("a={b(){}},");
  const sx_parse_limits limits = {.time_ms = 60000, .bytes = UINT32_MAX};
  const size_t count = 60000;
  sx_text_facts facts;
  if (sx_test_is_failing_allocations()) return;
  parser = sx_scene_parser();
  SX_EXPECT_ALLOC(parser);
  char *text = sx_test_memory(4 + count * piece.len);
  memcpy(text, "var ", 4);
  for (size_t i = 0; i < count; i++) memcpy(text + 4 + i * piece.len, piece.ptr, piece.len);
  uint64_t begin_ms = sx_clock_thread_ms();
  SX_EXPECT_OK(read(&facts, "javascript", sx_str_make(text, 4 + count * piece.len - 1), &limits,
                    sx_test_arena()));
  SX_EXPECT(sx_clock_span_ms(begin_ms, sx_clock_thread_ms()) < 10000);
  SX_EXPECT_SIZE(facts.facts.len, 2 * count);
  for (size_t i = 0; i < count; i++) {
    SX_EXPECT_SIZE(facts.facts.items[i].parent, SX_FACT_TOP);
    SX_EXPECT_SIZE(facts.facts.items[count + i].parent, i);
  }
}

SX_TEST(a_line_of_a_megabyte_and_random_bytes_are_read) {
  if (sx_test_is_failing_allocations()) return;
  parser = sx_scene_parser();
  SX_EXPECT_ALLOC(parser);
  size_t len = 1 << 20;
  char *text = sx_test_memory(len);
  memset(text, 'a', len);
  read_in_all(sx_str_make(text, len));
  for (size_t i = 0; i < len; i++) text[i] = (char)sx_test_below(256);
  read_in_all(sx_str_make(text, 1 << 16));
}

/* ---- states of scanners --------------------------------------------------------------------- */

static void add_times(sx_buf *text, const char *piece, size_t count) {
  for (size_t i = 0; i < count; i++) sx_buf_add_text(text, piece);
}

/* Expects that of the text only a part is known, which has these declarations. */
static void expect_cut(const char *language, sx_buf *text, size_t count) {
  const sx_parse_limits limits = {.bytes = UINT32_MAX};
  sx_text_facts facts;
  SX_EXPECT_OK(text->status);
  SX_EXPECT_OK(read(&facts, language, sx_buf_str(text), &limits, sx_test_arena()));
  expect_sound(&facts, text->len);
  SX_EXPECT_INT(facts.extent, SX_FACTS_CUT);
  SX_EXPECT_SIZE(facts.facts.len, count);
}

static sx_buf *begin_text(const char *start) {
  sx_buf *text = sx_test_buf();
  if (sx_test_is_failing_allocations()) return NULL;
  parser = sx_scene_parser();
  sx_buf_add_text(text, start);
  return text;
}

/* In the string there is one byte more. */
SX_TEST(a_level_of_python_that_has_no_room_is_forgotten) {
  sx_buf *text = begin_text("def before():\n pass\n");
  if (!text) return;
  for (size_t i = 0; i < 511; i++) {
    add_times(text, " ", i);
    sx_buf_add_text(text, "if x:\n");
  }
  add_times(text, " ", 511);
  sx_buf_add_text(text, "y = 'a'\n");
  expect_cut("python", text, 1);
}

/* The last of the words has room, but not what is kept beside it. */
SX_TEST(a_word_of_ruby_that_has_no_room_is_forgotten) {
  static const size_t lengths[] = {200, 198, 196, 194, 215};
  sx_buf *text = begin_text("def before\nend\nx = [");
  if (!text) return;
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    sx_buf_add_text(text, "<<");
    add_times(text, "A", lengths[i]);
    sx_buf_add_text(text, ", ");
  }
  sx_buf_add_text(text, "1]\n a\n");
  expect_cut("ruby", text, 1);
}

/* Each level is two: of the key and of the list, in the same column. */
SX_TEST(a_level_of_yaml_that_has_no_room_is_forgotten) {
  enum { LEVELS = 127 };
  sx_buf *text = begin_text("before: 1\n");
  if (!text) return;
  for (size_t i = 0; i < LEVELS; i++) {
    add_times(text, " ", i);
    sx_buf_add_text(text, "a:\n");
    add_times(text, " ", i);
    sx_buf_add_text(text, "-\n");
  }
  add_times(text, " ", LEVELS);
  sx_buf_add_text(text, "b: c\n");
  expect_cut("yaml", text, 0);
}

SX_TEST(a_level_of_markdown_that_has_no_room_is_forgotten) {
  sx_buf *text = begin_text("# before\n\n");
  if (!text) return;
  add_times(text, "> ", 300);
  sx_buf_add_text(text, "a\n");
  expect_cut("markdown", text, 0);
}

/* The length of a word is kept in a byte: what is after it would be read beside it. */
SX_TEST(a_word_of_ruby_whose_length_is_not_kept_is_forgotten) {
  sx_buf *text = begin_text("def before\nend\nx = [<<");
  if (!text) return;
  add_times(text, "A", 300);
  sx_buf_add_text(text, ", <<B]\n a #{1}\n");
  add_times(text, "A", 300);
  sx_buf_add_text(text, "\n b\nB\ndef after\nend\n");
  expect_cut("ruby", text, 2);
}

/* Expects that the text is known in part. */
static void expect_forgotten(const char *language, sx_buf *text) {
  const sx_parse_limits limits = {.bytes = UINT32_MAX};
  sx_text_facts facts;
  SX_EXPECT_OK(text->status);
  SX_EXPECT_OK(read(&facts, language, sx_buf_str(text), &limits, sx_test_arena()));
  expect_sound(&facts, text->len);
  SX_EXPECT_INT(facts.extent, SX_FACTS_CUT);
}

SX_TEST(a_word_of_bash_that_has_no_room_is_forgotten) {
  sx_buf *text = begin_text("f() { :; }\ncat <<");
  if (!text) return;
  add_times(text, "A", 1100);
  sx_buf_add_text(text, "\n a\n");
  add_times(text, "A", 1100);
  sx_buf_add_text(text, "\ng() { :; }\n");
  expect_forgotten("bash", text);
}

SX_TEST(a_word_of_php_that_has_no_room_is_forgotten) {
  sx_buf *text = begin_text("<?php\nfunction f() { }\n$x = <<<");
  if (!text) return;
  add_times(text, "A", 1100);
  sx_buf_add_text(text, "\n a\n");
  add_times(text, "A", 1100);
  sx_buf_add_text(text, ";\nfunction g() { }\n");
  expect_forgotten("php", text);
}

/* Each literal is in the one before it. */
SX_TEST(literals_of_ruby_that_have_no_room_are_forgotten) {
  sx_buf *text = begin_text("def before\nend\nx = ");
  if (!text) return;
  add_times(text, "\"#{", 210);
  sx_buf_add_text(text, "1");
  add_times(text, "}\"", 210);
  sx_buf_add_text(text, "\n");
  expect_forgotten("ruby", text);
}

SX_TEST(literals_of_csharp_that_have_no_room_are_forgotten) {
  sx_buf *text = begin_text("class A { string s = ");
  if (!text) return;
  add_times(text, "$\"{", 300);
  sx_buf_add_text(text, "1");
  add_times(text, "}\"", 300);
  sx_buf_add_text(text, "; }\n");
  expect_forgotten("csharp", text);
}

SX_SUITE(parse_test, SX_CASE(declarations),
         SX_CASE(without_memory_the_call_fails_and_the_parser_stays),
         SX_CASE(past_the_ceiling_of_the_arena_the_call_fails),
         SX_CASE(the_branches_of_a_text_take_the_memory_of_one),
         SX_CASE(a_text_that_is_too_big_is_not_read), SX_CASE(what_takes_too_long_is_cut),
         SX_CASE(many_macros_in_a_row_are_blanked_in_one_pass),
         SX_CASE(a_header_that_is_cpp_is_read_as_that),
         SX_CASE(each_language_of_the_table_has_its_reader),
         SX_LONG_CASE(hostile_texts_end_within_the_limits),
         SX_CASE(many_names_of_one_statement_take_linear_time),
         SX_LONG_CASE(a_line_of_a_megabyte_and_random_bytes_are_read),
         SX_CASE(a_level_of_python_that_has_no_room_is_forgotten),
         SX_CASE(a_word_of_ruby_that_has_no_room_is_forgotten),
         SX_CASE(a_level_of_yaml_that_has_no_room_is_forgotten),
         SX_CASE(a_level_of_markdown_that_has_no_room_is_forgotten),
         SX_CASE(a_word_of_ruby_whose_length_is_not_kept_is_forgotten),
         SX_CASE(a_word_of_bash_that_has_no_room_is_forgotten),
         SX_CASE(a_word_of_php_that_has_no_room_is_forgotten),
         SX_CASE(literals_of_ruby_that_have_no_room_are_forgotten),
         SX_CASE(literals_of_csharp_that_have_no_room_are_forgotten));
