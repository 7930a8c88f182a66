#include "parse_scene.h"

#include "base/mem.h"
#include "os/clock.h"
#include "parse/tree.h"
#include "parse/trees.h"
#include "syntax/facts_wire.h"
#include "syntax/tree_wire.h"

#include <stdlib.h>

#define MAX_BYTES 20000
/* Edits of each case of the corpus, and after how many its own text is there again. */
#define EDITS 16
#define IN_A_ROW 8

static sx_parser *parser;
static size_t edits;

static sx_status read_file(sx_text_facts *out, const char *name, sx_str text, uint32_t file,
                           const sx_parse_limits *limits) {
  const sx_syntax_language *language = sx_syntax_language_named(sx_str_from(name));
  return sx_parse_facts_of_file(out, parser, &language, text, file, limits, sx_test_arena(),
                                sx_test_err());
}

/* ---- random edits ---------------------------------------------------------------------------- */

static const char *const pieces[] = {
    "{",   "}",     "(",      ")",  "\"",   "'",     "`",  "/*", "*/",     "//",    "#",
    "\n",  "  ",    "\t",     "=",  ";",    ",",     "[",  "]",  "<",      ">",     "end\n",
    "do ", "class", "def f(", "fn", "\xc3", "\xa9x", "é",  "\\", "$",      "@",     "-",
    "---", "```\n", ":",      "?",  "<<A",  "\nA\n", "\r", "0",  "\"\"\"", "\x00x", "if "};

typedef struct edit {
  size_t start, removed;
  sx_str added;
} edit;

static size_t line_start(sx_str text, size_t at) {
  while (at > 0 && text.ptr[at - 1] != '\n') at--;
  return at;
}

static size_t line_end(sx_str text, size_t at) {
  size_t end = sx_str_find_char(text, '\n', at);
  return end == SX_STR_NONE ? text.len : end + 1;
}

/* A piece, a few bytes less or from elsewhere, a letter in a word, a line less or once more. */
static edit make_edit(sx_str text, sx_str source) {
  edit e = {.start = sx_test_below(text.len + 1)};
  size_t from = line_start(source, sx_test_below(source.len + 1));
  switch (sx_test_below(6)) {
  case 0: e.removed = 1 + sx_test_below(8); break;
  case 1: e.added = sx_str_from(pieces[sx_test_below(sizeof pieces / sizeof *pieces)]); break;
  case 2:
    e.start = line_start(text, e.start);
    e.removed = line_end(text, e.start) - e.start;
    break;
  case 3:
    e.start = line_start(text, e.start);
    e.added = sx_str_slice(source, from, line_end(source, from));
    break;
  case 4:
    while (e.start < text.len && !strchr("abcdefghijklmnoprstuxyz", text.ptr[e.start])) e.start++;
    e.added = SX_STR("q");
    break;
  default:
    e.removed = sx_test_below(30);
    e.added = sx_str_slice(source, from, from + sx_test_below(40));
  }
  if (e.removed > text.len - e.start) e.removed = text.len - e.start;
  return e;
}

static void apply(sx_buf *out, sx_str text, const edit *e) {
  sx_buf_clear(out);
  sx_buf_add(out, sx_str_slice(text, 0, e->start));
  sx_buf_add(out, e->added);
  sx_buf_add(out, sx_str_slice(text, e->start + e->removed, text.len));
}

/* All that the program would answer. */
static sx_status show(sx_buf *out, sx_facts_extent *extent, const sx_syntax_language *language,
                      sx_str text, uint32_t file) {
  /* Some scanners do not end by themselves. */
  const sx_parse_limits limits = {.time_ms = 1000, .bytes = UINT32_MAX};
  sx_text_facts facts;
  sx_arena arena;
  sx_arena_init(&arena, (size_t)64 << 20);
  sx_status status =
      sx_parse_facts_of_file(&facts, parser, &language, text, file, &limits, &arena, sx_test_err());
  sx_buf_clear(out);
  if (!status) sx_facts_write(out, &facts, sx_str_from(language->name));
  *extent = facts.extent;
  sx_arena_release(&arena);
  return status ? status : out->status;
}

static sx_status compare_facts(const sx_syntax_language *language, sx_str text, sx_buf *again,
                               sx_buf *fresh) {
  sx_facts_extent by_edit, by_text;
  sx_status status = show(again, &by_edit, language, text, 1);
  if (!status) status = show(fresh, &by_text, language, text, 0);
  if (status || by_edit || by_text) return status;
  if (sx_str_is_equal(sx_buf_str(again), sx_buf_str(fresh))) return SX_OK;
  return sx_fail(sx_test_err(), SX_INTERNAL, "%s: other facts after an edit to\n%.*s",
                 language->name, (int)text.len, text.ptr);
}

static sx_status show_tree(sx_buf *out, sx_parser *by, const sx_syntax_language *language,
                           sx_str text, bool has_nodes) {
  const sx_parse_limits limits = {.time_ms = 1000, .bytes = UINT32_MAX};
  const sx_tree_query query = {.to = (uint32_t)text.len,
                               .max_depth = has_nodes ? SX_TREE_MAX_DEPTH : 0,
                               .max_nodes = has_nodes ? SX_TREE_MAX_NODES : 0,
                               .has_tokens = true};
  sx_syntax_tree tree;
  sx_arena arena;
  sx_arena_init(&arena, (size_t)64 << 20);
  sx_status status =
      sx_parse_tree(&tree, by, &language, text, &query, &limits, &arena, sx_test_err());
  sx_buf_clear(out);
  if (!status && tree.extent == SX_FACTS_WHOLE)
    sx_tree_write(out, &tree, sx_str_from(language->name));
  sx_arena_release(&arena);
  return status ? status : out->status;
}

/* The tree, and its errors alone, by the parser that has trees of the texts before, and by another.
 */
static sx_status compare_trees(const sx_syntax_language *language, sx_str text, sx_buf *again,
                               sx_buf *fresh) {
  for (int has_nodes = 0; has_nodes < 2; has_nodes++) {
    sx_parser *other;
    sx_status status = sx_parser_new(&other, sx_test_err());
    if (!status) status = show_tree(again, parser, language, text, has_nodes);
    if (!status) status = show_tree(fresh, other, language, text, has_nodes);
    sx_parser_free(other);
    if (status) return status;
    bool is_same = sx_str_is_equal(sx_buf_str(again), sx_buf_str(fresh));
    if (!is_same && again->len && fresh->len)
      return sx_fail(sx_test_err(), SX_INTERNAL, "%s: another tree after an edit to\n%.*s",
                     language->name, (int)text.len, text.ptr);
  }
  return SX_OK;
}

static sx_status compare(const sx_syntax_language *language, sx_str text, sx_buf *again,
                         sx_buf *fresh) {
  sx_status status = compare_trees(language, text, again, fresh);
  return status ? status : compare_facts(language, text, again, fresh);
}

static sx_status edit_text(const sx_syntax_language *language, sx_str source, sx_buf *bufs) {
  sx_buf *now = &bufs[0], *next = &bufs[1];
  sx_status status = SX_OK;
  for (size_t i = 0; i < edits && !status; i++) {
    if (i % IN_A_ROW == 0 || now->len > MAX_BYTES) {
      sx_buf_clear(now);
      sx_buf_add(now, source);
      if (!now->status) status = compare(language, sx_buf_str(now), &bufs[2], &bufs[3]);
    }
    const edit e = make_edit(sx_buf_str(now), source);
    apply(next, sx_buf_str(now), &e);
    /* Kotlin's scanner does not end at the end of a text that is in an annotation. */
    if (!next->len || next->ptr[next->len - 1] != '\n') sx_buf_add_char(next, '\n');
    if (status || next->status) return status ? status : next->status;
    status = compare(language, sx_buf_str(next), &bufs[2], &bufs[3]);
    sx_buf swapped = *now;
    *now = *next;
    *next = swapped;
  }
  return status ? status : now->status;
}

/* The corpus expects the facts of its text as it is. */
static sx_status run(sx_str title, sx_str input, sx_buf *actual) {
  sx_buf bufs[4];
  sx_str name = sx_str_slice(title, 0, sx_str_find_char(title, ':', 0));
  const sx_syntax_language *language = sx_syntax_language_named(name);
  const sx_parse_limits limits = {.bytes = UINT32_MAX};
  sx_text_facts facts;
  for (size_t i = 0; i < 4; i++) sx_buf_init(&bufs[i], (size_t)1 << 20);
  sx_status status = edit_text(language, input, bufs);
  for (size_t i = 0; i < 4; i++) sx_buf_release(&bufs[i]);
  if (!status)
    status =
        sx_parse_facts(&facts, parser, &language, input, &limits, sx_test_arena(), sx_test_err());
  if (!status) sx_scene_show(&facts, input, actual);
  return status;
}

SX_TEST(after_edits_facts_and_trees_are_those_of_a_new_text) {
  const char *wanted = getenv("SEXTANT_TEST_EDITS");
  if (sx_test_is_failing_allocations()) return;
  edits = wanted ? strtoul(wanted, NULL, 10) : EDITS;
  parser = sx_scene_parser();
  SX_EXPECT_ALLOC(parser);
  sx_test_corpus("parse", run);
}

/* The tree of the last text has an error that goes to its end, and after the edit recovery from it
 * is another one than in a new text. */
SX_TEST(a_tree_with_errors_does_not_count) {
  static const char before[] = "describe(\"a\", () => {\n"
                               "  it(\"does\", async () => { const local = () => 1; });\n"
                               "  test.skip(\"not0\", () => é{});\n"
                               "```\n"
                               "});\n"
                               "expect(\"x\", () => {?\n";
  static const char after[] = "describe(\"a\", () => {\n"
                              "  it(\"does\", async () => { const local = () => 1; });\n"
                              "  test.skip(\"not0\", () => é{});\n"
                              "```\n"
                              "});\n"
                              "expect(\"x\",\\=> {?\n";
  const sx_syntax_language *language = sx_syntax_language_named(SX_STR("typescript"));
  sx_buf again, fresh;
  if (sx_test_is_failing_allocations()) return;
  parser = sx_scene_parser();
  SX_EXPECT_ALLOC(parser);
  sx_buf_init(&again, (size_t)1 << 20);
  sx_buf_init(&fresh, (size_t)1 << 20);
  sx_status status = compare(language, sx_str_from(before), &again, &fresh);
  if (!status) status = compare(language, sx_str_from(after), &again, &fresh);
  sx_buf_release(&again);
  sx_buf_release(&fresh);
  SX_EXPECT_OK(status);
}

/* ---- time and memory ------------------------------------------------------------------------- */

static sx_str numbers(size_t count, char **out) {
  static const char start[] = "const a = [", end[] = "];\nfunction last() {}\n";
  char *text = sx_test_memory(sizeof start + sizeof end + count * 2);
  size_t len = sizeof start - 1;
  memcpy(text, start, len);
  for (size_t i = 0; i < count; i++, len += 2) memcpy(text + len, "1,", 2);
  memcpy(text + len, end, sizeof end - 1);
  *out = text;
  return sx_str_make(text, len + sizeof end - 1);
}

/* Comments take long to read, and are few nodes for the query. */
static sx_str comments(size_t count, char **out) {
  static const char end[] = "function last() {}\n";
  enum { BYTES = 1000 };
  char *text = sx_test_memory(count * BYTES + sizeof end);
  memset(text, 'a', count * BYTES);
  for (size_t i = 0; i < count; i++) {
    memcpy(text + i * BYTES, "/*", 2);
    memcpy(text + (i + 1) * BYTES - 3, "*/\n", 3);
  }
  memcpy(text + count * BYTES, end, sizeof end);
  *out = text;
  return sx_str_make(text, count * BYTES + sizeof end - 1);
}

/* The blocks of memory that parsing took: one for each comment that is read, and one for each node
 * above. */
static size_t work_of(sx_text_facts *facts, sx_str text, uint32_t file) {
  const sx_parse_limits limits = {.bytes = UINT32_MAX};
  size_t before = sx_scene_blocks();
  sx_status status = read_file(facts, "javascript", text, file, &limits);
  return status ? 0 : sx_scene_blocks() - before;
}

SX_TEST(only_what_an_edit_changed_is_parsed) {
  enum { COUNT = 8000 };
  sx_text_facts facts;
  char *changed;
  if (sx_test_is_failing_allocations()) return;
  parser = sx_scene_parser();
  SX_EXPECT_ALLOC(parser);
  sx_str text = comments(COUNT, &changed);
  size_t whole = work_of(&facts, text, 1);
  memcpy(changed + text.len - sizeof "last() {}", "next", 4);
  size_t edited = work_of(&facts, text, 1);
  SX_EXPECT_SIZE(facts.facts.len, 1);
  SX_EXPECT(sx_str_is_equal(sx_fact_name(&facts.facts.items[0], text), SX_STR("next")));
  if (whole < COUNT || edited * 3 > whole * 2)
    SX_FAIL("%zu blocks for the text, and %zu after an edit", whole, edited);
}

/* A text of blank lines, which a hostile one follows: less than half is new, so the old tree is
 * tried. */
SX_TEST(hostile_edits_end_within_the_limits) {
  static const char *const hostile[] = {"(", "a{b(", "/*", "if x:\n ", "fun f(", "val x = a."};
  enum { BLANK = 100000, ADDED = 80000, TIME_MS = 20 };
  const sx_parse_limits limits = {.time_ms = TIME_MS, .bytes = UINT32_MAX};
  size_t count;
  const sx_syntax_language *rows = sx_syntax_language_list(&count);
  if (sx_test_is_failing_allocations()) return;
  parser = sx_scene_parser();
  SX_EXPECT_ALLOC(parser);
  char *text = sx_test_memory(BLANK + ADDED);
  memset(text, '\n', BLANK);
  for (size_t i = 0; i < count * sizeof hostile / sizeof *hostile; i++) {
    const char *name = rows[i % count].name;
    sx_str piece = sx_str_from(hostile[i / count]);
    sx_text_facts facts;
    for (size_t k = 0; k < ADDED; k++) text[BLANK + k] = piece.ptr[k % piece.len];
    SX_EXPECT_OK(read_file(&facts, name, sx_str_make(text, BLANK), 1, &limits));
    uint64_t begin_ms = sx_clock_thread_ms();
    SX_EXPECT_OK(read_file(&facts, name, sx_str_make(text, BLANK + ADDED), 1, &limits));
    uint64_t took_ms = sx_clock_span_ms(begin_ms, sx_clock_thread_ms());
    if (took_ms > 50 * TIME_MS) SX_FAIL("%s: %d ms for %s", name, (int)took_ms, hostile[i / count]);
  }
}

SX_TEST(without_memory_an_edited_text_fails_or_is_read) {
  static const char *const texts[] = {"local M = {}\nfunction M.f() end\n",
                                      "local M = {}\nlocal x = 1\nfunction M.f() end\n",
                                      "local M = {}\nlocal x = \nfunction M.f() end\n",
                                      "local M = {}\nfunction M.f() end\nlocal y = 1\n"};
  const sx_parse_limits limits = SX_PARSE_LIMITS;
  sx_text_facts facts, fresh;
  parser = sx_scene_parser();
  SX_EXPECT_ALLOC(parser);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    SX_EXPECT_OK(read_file(&fresh, "lua", sx_str_from(texts[i]), 0, &limits));
    SX_EXPECT_OK(read_file(&facts, "lua", sx_str_from(texts[i]), 1, &limits));
    SX_EXPECT(fresh.facts.len >= 2);
    SX_EXPECT_SIZE(facts.facts.len, fresh.facts.len);
  }
}

SX_TEST(a_text_that_was_cut_is_read_from_nothing) {
  sx_parse_limits limits = {.time_ms = 1, .bytes = UINT32_MAX};
  sx_text_facts facts;
  char *changed;
  if (sx_test_is_failing_allocations()) return;
  parser = sx_scene_parser();
  SX_EXPECT_ALLOC(parser);
  sx_str text = numbers(500000, &changed);
  SX_EXPECT_OK(read_file(&facts, "javascript", text, 1, &limits));
  SX_EXPECT_INT(facts.extent, SX_FACTS_CUT);
  limits.time_ms = 0;
  SX_EXPECT_OK(read_file(&facts, "javascript", text, 1, &limits));
  SX_EXPECT_INT(facts.extent, SX_FACTS_WHOLE);
  SX_EXPECT_SIZE(facts.facts.len, 2);
  /* An edit of nothing; the same file in another language, and in the first one again. */
  SX_EXPECT_OK(read_file(&facts, "javascript", text, 1, &limits));
  SX_EXPECT_SIZE(facts.facts.len, 2);
  SX_EXPECT_OK(read_file(&facts, "python", SX_STR("def f(): pass\n"), 1, &limits));
  SX_EXPECT_SIZE(facts.facts.len, 1);
  SX_EXPECT_OK(read_file(&facts, "javascript", SX_STR("def f(): pass\nlet x;"), 1, &limits));
  SX_EXPECT_SIZE(facts.facts.len, 1);
  SX_EXPECT_OK(read_file(&facts, "python", SX_STR("def f(): pass\nlet = 1"), 1, &limits));
  SX_EXPECT_SIZE(facts.facts.len, 2);
}

/* ---- which trees are kept -------------------------------------------------------------------- */

typedef struct scene {
  sx_trees trees;
  TSParser *parser;
} scene;

static void free_scene(void *arg) {
  scene *s = arg;
  sx_trees_clear(&s->trees);
  ts_parser_delete(s->parser);
}

static scene *new_scene(const sx_grammar *grammar) {
  scene *s = sx_test_memory(sizeof *s);
  *s = (scene){.parser = NULL};
  if (!sx_scene_parser()) return NULL;
  s->parser = ts_parser_new();
  ts_parser_set_language(s->parser, grammar->get());
  sx_test_defer(free_scene, s);
  return s;
}

static void add(scene *s, const sx_grammar *grammar, uint32_t file, size_t bytes) {
  static const char text[] = "local x";
  TSTree *tree = ts_parser_parse_string(s->parser, NULL, text, sizeof text - 1);
  sx_trees_add(&s->trees, grammar, file, tree, sx_str_from(text), bytes);
}

static bool has(const scene *s, uint32_t file) {
  for (size_t i = 0; i < SX_TREES_MAX; i++)
    if (s->trees.items[i].tree && s->trees.items[i].file == file) return true;
  return false;
}

SX_TEST(the_least_recently_used_trees_go_first) {
  const sx_grammar *lua = sx_grammar_find(SX_STR("lua"));
  scene *s = new_scene(lua);
  SX_EXPECT_ALLOC(s);
  for (uint32_t file = 1; file <= SX_TREES_MAX + 2; file++) add(s, lua, file, 100);
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT(!has(s, 1) && !has(s, 2) && has(s, 3));
  SX_EXPECT_SIZE(s->trees.bytes, SX_TREES_MAX * (100 + sizeof "local x" - 1));
  SX_EXPECT(!sx_trees_take(&s->trees, sx_grammar_find(SX_STR("json")), 3).tree);
  sx_tree taken = sx_trees_take(&s->trees, lua, 3);
  SX_EXPECT(taken.tree && !has(s, 3));
  sx_tree_free(&taken);
  add(s, lua, 20, SX_TREES_MAX_BYTES / 2);
  add(s, lua, 21, SX_TREES_MAX_BYTES / 2 - 200);
  SX_EXPECT(has(s, 20) && has(s, 21) && !has(s, SX_TREES_MAX + 1) && has(s, SX_TREES_MAX + 2));
  SX_EXPECT(s->trees.bytes <= SX_TREES_MAX_BYTES);
  add(s, lua, 22, SX_TREES_MAX_BYTES);
  SX_EXPECT(!has(s, 22) && has(s, 21));
}

SX_TEST(an_edit_is_what_differs_up_to_characters) {
  static const struct {
    const char *old, *text;
    bool is_edit;
  } rows[] = {{"local ä", "local ö", true}, {"a", "a", true},         {"", "", true},
              {"aaaa", "aaaaaa", true},     {"abc\nd", "xyz", false}, {"", "a = 1", false}};
  const sx_grammar *lua = sx_grammar_find(SX_STR("lua"));
  scene *s = new_scene(lua);
  SX_EXPECT_ALLOC(s);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    sx_str old = sx_str_from(rows[i].old);
    TSTree *tree = ts_parser_parse_string(s->parser, NULL, old.ptr, (uint32_t)old.len);
    sx_trees_add(&s->trees, lua, 1, tree, old, 1);
    sx_tree taken = sx_trees_take(&s->trees, lua, 1);
    bool is_taken = taken.tree,
         is_edit = is_taken && sx_tree_edit(&taken, sx_str_from(rows[i].text));
    sx_tree_free(&taken);
    if (!is_taken && sx_test_is_failing_allocations()) return;
    SX_EXPECT_INT(is_edit, rows[i].is_edit);
  }
}

SX_SUITE(parse_trees_test, SX_LONG_CASE(after_edits_facts_and_trees_are_those_of_a_new_text),
         SX_CASE(a_tree_with_errors_does_not_count), SX_CASE(only_what_an_edit_changed_is_parsed),
         SX_LONG_CASE(hostile_edits_end_within_the_limits),
         SX_CASE(without_memory_an_edited_text_fails_or_is_read),
         SX_CASE(a_text_that_was_cut_is_read_from_nothing),
         SX_CASE(the_least_recently_used_trees_go_first),
         SX_CASE(an_edit_is_what_differs_up_to_characters));
