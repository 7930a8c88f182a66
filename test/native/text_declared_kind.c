#include "harness.h"
#include "text/declared_kind.h"

typedef struct row {
  const char *language, *line, *name, *given, *expected;
} row;

static const row rows[] = {
    {"typescript", "export type Input<T> = T;", "Input", "Variable", "TypeAlias"},
    {"typescript", "type A = B; interface C {}", "C", "Interface", "Interface"},
    {"typescript", "const type = 1;", "type", "Variable", "Variable"},
    {"typescript", "  prototype: Input;", "Input", "Property", "Property"},
    {"javascript", "type = 1", "type", "Variable", "Variable"},
    {"cpp", "#define luaM_new(L,t) x", "luaM_new", "String", "Macro"},
    {"c", "#define LIMIT 3", "LIMIT", "", "Macro"},
    {"c", "int limit;", "limit", "", ""},
    {"typescript", "type A = B;", "A", "", ""},
    {"c", "#  define LIMIT 3", "LIMIT", "String", "Macro"},
    {"c", "const char *define = LIMIT;", "LIMIT", "String", "String"},
    {"cpp", "} TString;", "TString", "Class", "Typedef"},
    {"c", "typedef int (*fn) (int n);", "fn", "Class", "Typedef"},
    {"c", "typedefs Foo;", "Foo", "Class", "Class"},
    {"cpp", "using Name = std::string;", "Name", "Class", "Typedef"},
    {"cpp", "typedef union Value {", "Value", "Class", "Union"},
    {"cpp", "class Box {", "Box", "Class", "Class"},
    {"cpp", "typedef struct Box {", "Box", "Struct", "Struct"},
    {"python", "type Name = int", "Name", "Variable", "Variable"},
    {"typescript", "Name", "Name", "Class", "Class"},
    {"typescript", "  (source: T): R;", "(", "Variable", "Method"},
    {"typescript", "  <T>(source: T): T;", "<", "Variable", "Method"},
    {"typescript", "  [key: string]: T;", "[", "Variable", "Property"},
    {"typescript", "  readonly [key: string]: T;", "readonly", "Variable", "Property"},
    {"typescript", "  [key]() {}", "[", "Method", "Method"},
    {"typescript", "const readonly = 1;", "readonly", "Variable", "Variable"},
};

SX_TEST(the_text_says_what_is_declared) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    sx_str text = sx_str_from(rows[i].line);
    const sx_language *language = sx_language_find(sx_str_from(rows[i].language), SX_STR(""));
    size_t at = sx_str_find(text, sx_str_from(rows[i].name), 0);
    sx_str kind = sx_declared_kind(text, at, language, sx_str_from(rows[i].given));
    SX_EXPECT_STR(kind, sx_str_from(rows[i].expected));
  }
}

static void expect_macro(const char *language, const char *line, const char *expected) {
  sx_str text = sx_str_from(line);
  size_t name = 0, end = 0;
  bool is_macro =
      sx_declared_macro(text, 0, sx_language_find(sx_str_from(language), SX_STR("")), &name, &end);
  SX_EXPECT_INT(is_macro, expected != NULL);
  if (is_macro && expected) SX_EXPECT_STR(sx_str_slice(text, name, end), sx_str_from(expected));
}

SX_TEST(macros_are_read_off_a_line) {
  expect_macro("c", "#define A 1", "A");
  expect_macro("cpp", "  # \t define  b_2(x)", "b_2");
  expect_macro("c", "#define", NULL);
  expect_macro("c", "#defined A", NULL);
  expect_macro("c", "#undef A", NULL);
  expect_macro("c", "", NULL);
  expect_macro("python", "#define A 1", NULL);
}

static bool has_function(const char *language, const char *line) {
  sx_str text = sx_str_from(line);
  size_t name = sx_str_find(text, SX_STR("open"), 0);
  return sx_declared_has_function(text, name + 4,
                                  sx_language_find(sx_str_from(language), SX_STR("")));
}

SX_TEST(functions_in_variables_are_seen_by_their_value) {
  static const char *const functions[] = {
      "const open = () => {};",
      "const open = async (till) => till;",
      "const open = async till => till;",
      "const open = till => till;",
      "const open = function () {};",
      "const open = async function* named() {};",
      "const open: (till: Till<A>) => void = (till) => {};",
      "const open: Record<string, () => void>['x'] =\n  (a = ')', { b } = {}) => b;",
      "const open = <T extends A = B>(x: T): T => x;",
      "const open = (x: number): x is 3 => true;",
      "open = () => 1;",
      "const open:\n  | Till\n  | undefined = () => 1;",
      "open? = () => 1;",
      "export const open = $ => $;",
      "const open = /** @type {X} */ (x) => 1;",
      "const open = (a = b > c) => 1;",
      "const open = (a = b < c, d) => 1;",
      "const open = (a /* don't */) => 1;",
      "const open: T // one\n  = x => 1;",
      "const open = gr\u00f6\u00dfe => gr\u00f6\u00dfe;",
      "const open = async => async;",
  };
  static const char *const values[] = {
      "const open = 1;",
      "const open = (1 + 2) * 3;",
      "const open: () => void = other;",
      "const open: () => void;",
      "const open = functions;",
      "const open = call(() => 1);",
      "const open = { a: () => 1 };",
      "const open = [() => 1];",
      "let open; close = () => 1;",
      "const { open } = () => 1;",
      "const open = (",
      "const open = '",
      "const open: '",
      "const open =",
      "let open\nlet close = () => 1;",
      "let open: Till\nlet close = () => 1;",
      "let open: Till, close = () => 1;",
      "open == (() => 1);",
      "open: number\n  #close = () => 1",
      "open: T\n  @Input() close = () => 1",
      "open: T\n  /** x */ close = () => 1",
      "let open: T // note:\nclose = () => 1",
      "let open: T // = x => y",
      "const open = <label>(required): {x}</label>",
      "const open = function\u00e9;",
      "const open = (a < b)\nconst z = c ? (d > e) : f",
      "const open = /* never",
      "const open",
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    SX_EXPECT(has_function("typescript", functions[i]));
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    SX_EXPECT(!has_function("javascript", values[i]));
  SX_EXPECT(!has_function("python", functions[0]));
}

SX_SUITE(text_declared_kind, SX_CASE(the_text_says_what_is_declared),
         SX_CASE(macros_are_read_off_a_line),
         SX_CASE(functions_in_variables_are_seen_by_their_value));
