#include "harness.h"

#include "text/declaration.h"
#include "text/ident.h"
#include "text/keyword.h"
#include "text/language.h"
#include "text/lexer.h"

static void expect_language(const char *id, const char *path, const char *expected) {
  const sx_language *found = sx_language_find(sx_str_from(id), sx_str_from(path));
  SX_EXPECT(found != NULL);
  SX_EXPECT_STR(sx_language_name(found), sx_str_from(expected));
}

SX_TEST(found_by_id_then_by_file) {
  expect_language("typescriptreact", "x.py", "typescript");
  expect_language("", "/a/b.py", "python");
  expect_language("plaintext", "a.RS", "rust");
  expect_language("", "C:\\src\\Makefile", "makefile");
  expect_language("", "a/CMakeLists.txt", "cmake");
  expect_language("", "x.tar.json", "json");
  expect_language("", "Dockerfile", "dockerfile");
  expect_language("", ".bashrc", "shellscript");
  expect_language("", "noextension", "unknown");
  expect_language("", "", "unknown");
  expect_language("klingon", "x.klingon", "unknown");
  expect_language(" ", ".", "unknown");
  expect_language("*", "*", "unknown");
}

SX_TEST(languages_of_the_contract_have_rows) {
  static const char *const ids[] = {"typescript",
                                    "javascript",
                                    "typescriptreact",
                                    "javascriptreact",
                                    "python",
                                    "c",
                                    "cpp",
                                    "csharp",
                                    "java",
                                    "kotlin",
                                    "swift",
                                    "go",
                                    "rust",
                                    "ruby",
                                    "php",
                                    "lua",
                                    "shellscript",
                                    "perl",
                                    "r",
                                    "julia",
                                    "haskell",
                                    "elixir",
                                    "scala",
                                    "dart",
                                    "sql",
                                    "css",
                                    "scss",
                                    "less",
                                    "html",
                                    "xml",
                                    "json",
                                    "jsonc",
                                    "yaml",
                                    "toml",
                                    "makefile",
                                    "markdown",
                                    "zig",
                                    "nim"};
  for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
    const sx_language *row = sx_language_find(sx_str_from(ids[i]), SX_STR(""));
    SX_EXPECT(sx_language_has_word(row->ids, sx_str_from(ids[i]), false));
  }
}

SX_TEST(rows_are_well_formed) {
  size_t count;
  const sx_language *rows = sx_language_list(&count);
  for (size_t i = 0; i < count; i++) {
    const sx_language *row = &rows[i];
    size_t quotes = 0;
    SX_EXPECT(row->ids && *row->ids && row->quotes && row->imports && row->declarers);
    for (const sx_quote *q = row->quotes; q->open; q++, quotes++) {
      SX_EXPECT(*q->open && q->close && *q->close);
      for (size_t k = 0; q->interps[k]; k += 2) SX_EXPECT(q->interps[k + 1] != NULL);
    }
    /* One place more is for regular expressions. */
    SX_EXPECT(quotes < SX_LEXER_MAX_QUOTES);
    for (const sx_declarer *d = row->declarers; d->word; d++) SX_EXPECT(*d->word && d->kind);
    /* An id of one row is found in no other. */
    sx_str rest = sx_str_from(row->ids);
    while (rest.len) {
      size_t end = sx_str_find_char(rest, ' ', 0);
      sx_str id = sx_str_slice(rest, 0, end);
      rest = end == SX_STR_NONE ? SX_STR("") : sx_str_slice(rest, end + 1, rest.len);
      if (i + 1 < count) SX_EXPECT(sx_language_find(id, SX_STR("")) == row);
    }
  }
}

SX_TEST(rules_of_yacc_have_c_in_them) {
  const sx_language *c = sx_language_find(SX_STR("c"), SX_STR(""));
  const sx_language *yacc = sx_language_find(SX_STR("plaintext"), SX_STR("src/parse.y"));
  const sx_str text = SX_STR("#  define A 1\nrule : a { x -- y; } ;\nstatic void f(void) {}\n");
  sx_lexer lexer;
  sx_span span;
  SX_EXPECT_STR(sx_language_name(yacc), SX_STR("yacc"));
  SX_EXPECT(sx_language_is_code(yacc) && sx_language_is_kin(yacc, c));
  SX_EXPECT(sx_language_find(SX_STR(""), SX_STR("scan.l")) == yacc);
  sx_lexer_init(&lexer, text, yacc);
  while (sx_lexer_next(&lexer, &span)) SX_EXPECT(span.use == SX_USE_CODE);
  size_t line = sx_str_find(text, SX_STR("static"), 0);
  SX_EXPECT_STR(sx_declaration_in_line(text, line, text.len - 1, yacc), SX_STR("f"));
}

SX_TEST(identifiers_end_where_their_last_character_does) {
  const sx_language *python = sx_language_find(SX_STR("python"), SX_STR(""));
  const sx_str text = SX_STR("Gr\xC3\xB6\xC3\x9F"
                             "e = caf\xC3\xA9.Ma\xC3\x9F(\xFF)");
  SX_EXPECT_SIZE(sx_language_ident_end(python, text, 0), 7);
  SX_EXPECT_SIZE(sx_language_ident_end(python, text, 7), 7);
  SX_EXPECT_SIZE(sx_language_ident_start(python, text, 15), 10);
  SX_EXPECT_SIZE(sx_language_ident_start(python, text, 10), 10);
  SX_EXPECT_SIZE(sx_language_ident_end(python, text, text.len), text.len);
  SX_EXPECT_SIZE(sx_language_ident_end(python, text, text.len - 2), text.len - 2);
  SX_EXPECT_SIZE(sx_language_find_word(python, text, SX_STR("e"), 0), SX_STR_NONE);
  SX_EXPECT_SIZE(sx_language_find_word(python, text, SX_STR("caf"), 0), SX_STR_NONE);
  SX_EXPECT_SIZE(sx_language_find_word(python, text, SX_STR("Ma\xC3\x9F"), 0), 16);
  SX_EXPECT_SIZE(sx_language_find_word(python, SX_STR("ab b"), SX_STR("b"), 0), 3);
}

SX_TEST(identifier_characters) {
  const sx_language *js = sx_language_find(SX_STR("javascript"), SX_STR(""));
  const sx_language *python = sx_language_find(SX_STR("python"), SX_STR(""));
  SX_EXPECT(sx_language_is_ident(js, '$') && !sx_language_is_ident(python, '$'));
  SX_EXPECT(!sx_language_is_ident(js, 0) && !sx_language_is_ident(js, ' '));
  static const uint32_t starts[] = {'a', 'Z', '_', 0xE9, 0x3B1, 0x65E5, 0x10400, 0xAA, 0x2118};
  static const uint32_t continues[] = {'0', '9', 0x301, 0x660, 0xB7, 0x203F, 0xE0100};
  static const uint32_t others[] = {'-',    ' ',     0x7F,   0x80,   0xA0,     0xD7,
                                    0x2014, 0x1F600, 0xFFFD, 0xD800, 0x110000, UINT32_MAX,
                                    '`',    '{',     '@',    '[',    '/',      ':'};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    SX_EXPECT(sx_ident_is_start(starts[i]) && sx_ident_is_continue(starts[i]));
  for (size_t i = 0; i < sizeof continues / sizeof *continues; i++)
    SX_EXPECT(!sx_ident_is_start(continues[i]) && sx_ident_is_continue(continues[i]));
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    SX_EXPECT(!sx_ident_is_start(others[i]) && !sx_ident_is_continue(others[i]));
}

SX_TEST(lists_hold_whole_words) {
  SX_EXPECT(sx_language_has_word("one two", SX_STR("two"), false));
  SX_EXPECT(!sx_language_has_word("one two", SX_STR("tw"), false));
  SX_EXPECT(!sx_language_has_word("one two", SX_STR("one two"), false));
  SX_EXPECT(!sx_language_has_word("one", SX_STR(""), false));
  SX_EXPECT(!sx_language_has_word(NULL, SX_STR("x"), false));
  SX_EXPECT(sx_language_has_word("*", SX_STR("x"), false));
  SX_EXPECT(sx_language_has_word("One", SX_STR("oNE"), true));
}

/* From the place that `|` marks, the name begins where `expected` is the rest of the text. */
static void expect_name_start(const char *path, const char *marked, const char *expected) {
  char text[128];
  size_t at = strcspn(marked, "|"), len = strlen(marked) - 1;
  SX_EXPECT(len < sizeof text);
  memcpy(text, marked, at);
  memcpy(text + at, marked + at + 1, len - at);
  const sx_language *language = sx_language_find(SX_STR(""), sx_str_from(path));
  size_t start = sx_language_name_start(language, (sx_str){text, len}, at);
  SX_EXPECT(start <= len);
  SX_EXPECT_STR(((sx_str){text + start, len - start}), sx_str_from(expected));
}

SX_TEST(names_begin_behind_marks_and_before_their_functions) {
  expect_name_start("a.py", "f(|**options)", "options)");
  expect_name_start("a.py", "(|\"size\",)", "size\",)");
  expect_name_start("a.py", "x = |(1)", "(1)");
  expect_name_start("a.ts", "  area = |() => 1;", "area = () => 1;");
  expect_name_start("a.ts", "static area=|async () => 1;", "area=async () => 1;");
  expect_name_start("a.js", "x.area = |function () {}", "x.area = function () {}" + 2);
  expect_name_start("a.ts", "  #area = |(x) => x;", "#area = (x) => x;");
  expect_name_start("a.ts", "area?: (x: {a: 1}) => void = |(x) => {};",
                    "area?: (x: {a: 1}) => void = (x) => {};");
  expect_name_start("a.ts", "area: Map<A, B> = |<T>(x) => {};", "area: Map<A, B> = <T>(x) => {};");
  expect_name_start("a.ts", "const f = |x => x", "x => x");
  expect_name_start("a.ts", "const f = |functions", "functions");
  expect_name_start("a.ts", "call(|() => 1)", "() => 1)");
  expect_name_start("a.ts", "= |() => 1", "() => 1");
  expect_name_start("a.ts", "|", "");
}

SX_SUITE(text_language, SX_CASE(found_by_id_then_by_file),
         SX_CASE(languages_of_the_contract_have_rows), SX_CASE(rows_are_well_formed),
         SX_CASE(rules_of_yacc_have_c_in_them),
         SX_CASE(identifiers_end_where_their_last_character_does), SX_CASE(identifier_characters),
         SX_CASE(lists_hold_whole_words),
         SX_CASE(names_begin_behind_marks_and_before_their_functions));
