#include "harness.h"

#include "os/clock.h"
#include "text/keyword.h"
#include "text/line_name.h"
#include "text/qualifier.h"

static const sx_language *language_of(const char *id) {
  return sx_language_find(sx_str_from(id), SX_STR(""));
}

/* The requested name comes after the mark '@', which is not part of the text. */
static size_t take_mark(const char *marked, sx_buf *text) {
  sx_str given = sx_str_from(marked);
  size_t at = sx_str_find_char(given, '@', 0);
  sx_buf_clear(text);
  sx_buf_add(text, sx_str_slice(given, 0, at));
  sx_buf_add(text, sx_str_slice(given, at + 1, given.len));
  return text->status ? 0 : at;
}

SX_TEST(reads_what_stands_before_a_name) {
  static const struct {
    const char *language, *text, *expected;
  } rows[] = {
      {"python", "x = os.path.@join(a)", "path os"},
      {"python", "x = @join(a)", ""},
      {"python", "x = ', '.@join(a)", "*"},
      {"python", "x = f(1).y.@join(a)", "y *"},
      {"typescript", "a?.b!.@c", "b a"},
      {"typescript", "this\n  .source\n  .@pipe()", "source this"},
      {"typescript", "[...@rest]", ""},
      {"c", "L->ci->@func", "ci L"},
      {"cpp", "std::vector<int>::@size", "*"},
      {"cpp", "ns::Till::@open()", "Till ns"},
  };
  sx_buf *text = sx_test_buf(), *said = sx_test_buf();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    sx_qualifier found;
    size_t at = take_mark(rows[i].text, text);
    SX_EXPECT_OK(text->status);
    sx_qualifier_find(&found, sx_buf_str(text), at, language_of(rows[i].language));
    sx_buf_clear(said);
    for (size_t k = 0; k < found.count; k++)
      sx_buf_addf(said, "%s%.*s", k ? " " : "", SX_STR_ARG(found.parts[k]));
    if (found.is_open) sx_buf_add_text(said, found.count ? " *" : "*");
    SX_EXPECT_OK(said->status);
    SX_EXPECT_STR(sx_buf_str(said), sx_str_from(rows[i].expected));
  }
}

SX_TEST(reads_what_a_name_stands_in) {
  static const struct {
    const char *language, *text, *expected;
    bool is_local;
  } rows[] = {
      {"python", "class A:\n    x = 1\n\n    def @f(self):\n        pass\n", "A", false},
      {"python", "class A:\n    def f(self):\n        if x:\n            @y = 1\n", "A.f", true},
      {"python", "class A:\n    pass\n\ndef @f():\n    pass\n", "", false},
      {"typescript", "namespace N {\n  class A {\n    @f() {}\n  }\n}\n", "N.A", false},
      {"typescript", "interface A<T> {\n  x: T;\n\n  @f(): void;\n}\n", "A", false},
      {"typescript", "function f() {\n  const @x = 1;\n}\n", "f", true},
      {"cpp", "class A {\npublic:\n  void @f();\n};\n", "A", false},
      {"c", "int f(void)\n{\n  int @x = 1;\n}\n", "f", true},
  };
  sx_buf *text = sx_test_buf();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    size_t at = take_mark(rows[i].text, text);
    SX_EXPECT_OK(text->status);
    const sx_language *language = language_of(rows[i].language);
    sx_container found = sx_container_find(sx_buf_str(text), at, language, sx_test_arena());
    SX_EXPECT_OK(sx_test_arena()->status);
    SX_EXPECT_STR(found.path, sx_str_from(rows[i].expected));
    bool is_local = sx_container_is_local(sx_buf_str(text), at, language, sx_test_arena());
    SX_EXPECT_OK(sx_test_arena()->status);
    if (is_local != rows[i].is_local) SX_FAIL("%s", rows[i].text);
  }
}

SX_TEST(reads_in_whose_head_a_name_is) {
  static const struct {
    const char *language, *text, *expected;
  } rows[] = {
      {"typescript", "interface Box<T, @M = T> {\n}\n", "Box"},
      {"typescript", "class A {\n  map<T, @U>(f: T): U {\n}\n", "A.map"},
      {"typescript", "function f<T>(a: T, @b: T): T;\n", "f"},
      {"typescript", "function f<T>(a: T): @T;\n", ""},
      {"typescript", "function f(a: T) { const @b = a; }\n", ""},
      {"typescript", "function @f(a: T): T;\n", ""},
      {"typescript", "const @a = 1;", ""},
      {"python", "class A:\n    def f(self, @a=1):\n        pass\n", "A.f"},
      {"c", "int f(int @a)\n{\n}\n", "f"},
  };
  sx_buf *text = sx_test_buf();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    size_t at = take_mark(rows[i].text, text);
    SX_EXPECT_OK(text->status);
    const sx_language *language = language_of(rows[i].language);
    sx_container found =
        sx_container_find_with_head(sx_buf_str(text), at, language, sx_test_arena());
    SX_EXPECT_OK(sx_test_arena()->status);
    SX_EXPECT_STR(found.path, sx_str_from(rows[i].expected));
  }
}

SX_TEST(a_line_is_about_a_name_and_no_keyword) {
  static const struct {
    const char *language, *line, *expected;
  } rows[] = {
      {"typescript", "import { Subscriber } from '../Subscriber';", "Subscriber"},
      {"typescript", "import type { A as B } from './a';", "A"},
      {"typescript", "import * as path from 'path';", "path"},
      {"typescript", "import { from } from './from';", "from"},
      {"typescript", "export * from './a';", ""},
      {"typescript", "export { of } from './internal/of';", "of"},
      {"typescript", "export const pi = 3;", "pi"},
      {"typescript", "  return of(1).pipe(map(twice));", "of"},
      {"typescript", "  // const old = 1", ""},
      {"typescript", "  throw new Error('no const');", "Error"},
      {"typescript", "} else {", ""},
      {"python", "from . import locks", "locks"},
      {"python", "from .queues import Queue", "Queue"},
      {"python", "import os.path", "os"},
      {"python", "    return await self.get(x)", "get"},
      {"python", "    raise ValueError('if')", "ValueError"},
      {"python", "async def get(self):", "get"},
      {"c", "#include \"lua.h\"", ""},
      {"c", "  return luaH_get(t, key);", "luaH_get"},
      {"java", "import java.util.List;", "List"},
      {"shellscript", "if [ -f \"$file\" ]; then", "f"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    sx_str line = sx_str_from(rows[i].line);
    sx_str name = sx_line_name(line, 0, line.len, language_of(rows[i].language));
    if (!sx_str_is_equal(name, sx_str_from(rows[i].expected)))
      SX_FAIL("%s\n  actual   %.*s\n  expected %s", rows[i].line, SX_STR_ARG(name),
              rows[i].expected);
  }
}

SX_TEST(a_column_is_on_a_name_or_before_one) {
  static const struct {
    const char *language, *line, *expected;
  } rows[] = {
      {"typescript", "@import { Subscriber } from './a';", "Subscriber"},
      {"typescript", "import { A@a, B } from './a';", "Aa"},
      {"typescript", "import { of, fr@om } from './a';", "from"},
      {"typescript", "con@st one = two;", "one"},
      {"typescript", "const one = t@wo;", "two"},
      {"typescript", "const one = two@;", "two"},
      {"typescript", "// says o@ne", "one"},
      {"python", "fr@om . import locks", "locks"},
      {"python", "return@", ""},
      {"python", "if ma@tch:", "match"},
      {"python", "    ma@tch point:", "point"},
      {"typescript", "map.de@lete(key);", "delete"},
      {"typescript", "x: { wi@th: (info: T) => O }", "with"},
      {"typescript", "de@fault: go();", "go"},
      {"typescript", "export function @object<T>(shape?: T,", "object"},
      {"typescript", "  @get<S extends Schema>(schema: S): S {", "get"},
      {"typescript", "@async <T>(one: T) => one", "T"},
  };
  sx_buf *text = sx_test_buf();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    size_t at = take_mark(rows[i].line, text);
    SX_EXPECT_OK(text->status);
    sx_str name =
        sx_line_name_at(sx_buf_str(text), 0, text->len, at, language_of(rows[i].language));
    if (!sx_str_is_equal(name, sx_str_from(rows[i].expected)))
      SX_FAIL("%s\n  actual   %.*s\n  expected %s", rows[i].line, SX_STR_ARG(name),
              rows[i].expected);
  }
}

SX_TEST(a_long_line_is_read_once) {
  sx_buf *text = sx_test_buf();
  for (size_t i = 0; i < 100000; i++) sx_buf_add_text(text, "if ");
  SX_EXPECT_OK(text->status);
  uint64_t begin_ms = sx_clock_ms();
  sx_str name = sx_line_name_at(sx_buf_str(text), 0, text->len, 0, language_of("typescript"));
  SX_EXPECT_STR(name, SX_STR(""));
  SX_EXPECT(sx_clock_since_ms(begin_ms) < 5000);
}

SX_TEST(knows_keywords_and_kin) {
  SX_EXPECT(sx_keyword_of(language_of("typescript"), SX_STR("const")) == SX_KEYWORD);
  SX_EXPECT(sx_keyword_of(language_of("typescript"), SX_STR("from")) == SX_SOFT_KEYWORD);
  SX_EXPECT(sx_keyword_of(language_of("python"), SX_STR("from")) == SX_KEYWORD);
  SX_EXPECT(sx_keyword_of(language_of("python"), SX_STR("const")) == SX_NO_KEYWORD);
  SX_EXPECT(sx_keyword_of(language_of("cobol"), SX_STR("import")) == SX_SOFT_KEYWORD);
  SX_EXPECT(sx_language_is_kin(language_of("typescript"), language_of("javascript")));
  SX_EXPECT(sx_language_is_kin(language_of("c"), language_of("cpp")));
  SX_EXPECT(!sx_language_is_kin(language_of("typescript"), language_of("python")));
  SX_EXPECT(sx_language_is_code(language_of("python")));
  SX_EXPECT(!sx_language_is_code(language_of("json")));
  SX_EXPECT(!sx_language_is_code(language_of("plaintext")));
}

/* Every row names languages that there are. */
SX_TEST(rows_of_keywords_are_of_languages) {
  size_t count;
  const sx_language *rows = sx_language_list(&count);
  size_t with_words = 0;
  for (size_t i = 0; i < count; i++)
    with_words += sx_keyword_of(&rows[i], SX_STR("if")) == SX_KEYWORD;
  SX_EXPECT(with_words >= 16);
}

SX_SUITE(text_qualifier, SX_CASE(reads_what_stands_before_a_name),
         SX_CASE(reads_what_a_name_stands_in), SX_CASE(reads_in_whose_head_a_name_is),
         SX_CASE(a_line_is_about_a_name_and_no_keyword),
         SX_CASE(a_column_is_on_a_name_or_before_one), SX_CASE(a_long_line_is_read_once),
         SX_CASE(knows_keywords_and_kin), SX_CASE(rows_of_keywords_are_of_languages));
