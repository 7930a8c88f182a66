#include "harness.h"
#include "semantic/enclosing.h"

/* The line with "HERE". */
static void expect(const char *language, const char *text, const char *expected) {
  sx_document document = {.path = SX_STR("/w/a"),
                          .language_id = sx_str_from(language),
                          .language = sx_language_find(sx_str_from(language), SX_STR("")),
                          .text = sx_str_from(text)};
  SX_EXPECT_OK(sx_lines_init(&document.lines, document.text, sx_test_arena(), sx_test_err()));
  uint32_t row = 0;
  for (size_t at = sx_str_find(document.text, SX_STR("HERE"), 0); at > 0; at--)
    row += document.text.ptr[at - 1] == '\n';
  SX_EXPECT_STR(sx_enclosing_name(&document, row), sx_str_from(expected));
}

SX_TEST(in_c_it_is_the_function_or_the_macro_and_no_call_or_statement) {
  expect("c",
         "void luaV_execute (lua_State *L) {\n  vmdispatch (o) {\n    vmcase(OP_MOVE) {\n"
         "      HERE;\n",
         "luaV_execute");
  expect("c", "static int one (int a,\n                int b) {\n  return two(a,\n    HERE);\n",
         "one");
  expect("c", "int one(void)\n{\n  HERE;\n", "one");
  expect("c", "int one(void) {\n  goto done;\n#if X\n  a();\n#endif\ndone:\n  HERE;\n", "one");
  expect("c", "int zero(void);\nint one(void) {\n/* left */\n  HERE;\n", "one");
  expect("c", "static void\none(int a,\n    int b)\n{\n  HERE;\n", "one");
  expect("c", "struct box *\none(int a)\n{\n  HERE;\n", "one");
  expect("c", "#endif\none(two)\n  HERE;\n", "");
  expect("c", "#define one(a) \\\n  do { \\\n    if (two(a)) \\\n      HERE; \\\n  } while (0)\n",
         "one");
  expect("c", "int one(void) {\n#if A && \\\n    B\n  HERE;\n", "one");
  expect("c", "struct box {\n  int HERE;\n", "box");
  expect("c", "int HERE;\n", "");
  expect("c", "int one(void)\n{\n  a();\n}\n\n/*\n *  Calls HERE.\n */\nint two(void)\n", "");
  expect("c", "int one(void) {\n  a();\n}\n/*\n * HERE.\n", "");
}

SX_TEST(in_typescript_locals_and_calls_enclose_nothing) {
  expect("typescript", "export function one() {\n  const result = cond\n    ? HERE\n", "one");
  expect("typescript", "export function one() {\n  return operate((source) => {\n    HERE\n",
         "one");
  expect("typescript", "function one(\n  a: number,\n): void {\n  HERE\n", "one");
  expect("typescript", "class A {\n  one() {\n    if (x) {\n      y();\n    } else {\n      HERE\n",
         "one");
  expect("typescript", "class A {\n  #one() {\n    HERE\n", "one");
  expect("typescript", "export const all = {\n  one: HERE,\n", "all");
  expect("typescript", "export function one() {\n  const two = () => {\n    HERE\n", "two");
  expect("typescript", "function one() {\n  try {\n    a();\n  } catch (e) {\n    HERE\n", "one");
  expect("typescript", "function two() {\n  a();\n}\nfoo(\n  HERE\n", "");
  expect("typescript",
         "class A {\n  one() {\n    a();\n  }\n\n  /**\n   * HERE\n   */\n  two() {\n", "A");
  expect("typescript", "function one({\n  a,\n  b,\n}) {\n  HERE\n", "one");
}

SX_TEST(in_python_it_is_the_function_or_the_class) {
  expect("python", "class A:\n    def one(self):\n        result = f(\n            HERE)\n", "one");
  expect("python", "class A:\n    x = [\n        HERE]\n", "A");
  expect("python", "def one(\n    a,\n):\n    HERE\n", "one");
  expect("python", "def one():\n    if a:\n# left\n        HERE\n", "one");
  expect("python", "table = {\n    'a': HERE,\n", "table");
}

SX_TEST(a_loop_of_a_thousand_lines_is_no_wall) {
  sx_buf text;
  sx_buf_init(&text, 1 << 20);
  sx_buf_add_text(&text, "int one(void) {\n");
  for (int i = 0; i < 1500; i++) sx_buf_add_text(&text, "    a();\n");
  sx_buf_add_text(&text, "    HERE;\n");
  if (!text.status) expect("c", text.ptr, "one");
  sx_buf_release(&text);
}

SX_SUITE(tools_enclosing_test,
         SX_CASE(in_c_it_is_the_function_or_the_macro_and_no_call_or_statement),
         SX_CASE(in_typescript_locals_and_calls_enclose_nothing),
         SX_CASE(in_python_it_is_the_function_or_the_class),
         SX_CASE(a_loop_of_a_thousand_lines_is_no_wall));
