#include "flow_scene.h"

#include "refactor/parameters.h"
#include "refactor/text_edits.h"

/* The function of a name, which stands before its list. */
static sx_status read_list(sx_parameters *out, sx_nodes *nodes, const char *language,
                           const char *text, const char *name) {
  sx_status status = sx_scene_nodes(nodes, language, text);
  if (status) return status;
  char before_list[16];
  snprintf(before_list, sizeof before_list, "%s(", name);
  size_t start = sx_str_find(nodes->text, sx_str_from(before_list), 0);
  uint32_t node = sx_nodes_around(nodes, (uint32_t)start, (uint32_t)(start + strlen(name)));
  uint32_t function = sx_parameters_function_of(nodes, node);
  if (function == SX_NODE_NONE) return sx_fail(sx_test_err(), SX_REFUSED, "no function");
  status = sx_parameters_read(out, nodes, function, node, sx_test_arena(), sx_test_err());
  return status ? status : sx_test_arena()->status;
}

/* A part of a text after its edits. */
static void expect_part(const sx_text_edits *edits, size_t start, size_t end, sx_str expected) {
  sx_str part = sx_text_edits_get(edits, start, end, sx_test_arena());
  SX_EXPECT_OK(sx_test_arena()->status);
  SX_EXPECT_STR(part, expected);
}

SX_TEST(each_kind_of_parameter_is_read) {
  sx_nodes nodes;
  sx_parameters list;
  SX_EXPECT_OK(read_list(&list, &nodes, "python",
                         "def f(a, b: int = 3, /, c=4, *args, d, **kw):\n    pass\n", "f"));
  SX_EXPECT_SIZE(list.items.len, 7);
  SX_EXPECT_TEXT(list.items.items[1].type, "int");
  SX_EXPECT_TEXT(list.items.items[1].value, "3");
  SX_EXPECT(list.items.items[2].kind == SX_PARAMETER_SLASH);
  SX_EXPECT(list.items.items[4].kind == SX_PARAMETER_REST);
  SX_EXPECT_TEXT(list.items.items[4].name, "args");
  SX_EXPECT(list.items.items[6].kind == SX_PARAMETER_KEYWORDS);
  SX_EXPECT(sx_parameters_has_body(&list));
  SX_EXPECT_OK(read_list(&list, &nodes, "typescript",
                         "function f(this: X, { a }: P, b?: string, ...c: T[]): void;", "f"));
  SX_EXPECT(list.items.items[0].kind == SX_PARAMETER_RECEIVER);
  SX_EXPECT(list.items.items[1].is_pattern);
  SX_EXPECT(list.items.items[2].is_optional);
  SX_EXPECT_TEXT(list.items.items[3].name, "c");
  SX_EXPECT(!sx_parameters_has_body(&list));
}

SX_TEST(grouped_and_nameless_parameters_are_read) {
  sx_nodes nodes;
  sx_parameters list;
  SX_EXPECT_OK(
      read_list(&list, &nodes, "go", "package p\nfunc ff(a, b int, c ...string) {}\n", "ff"));
  SX_EXPECT_SIZE(list.items.len, 3);
  SX_EXPECT(list.items.items[0].is_grouped);
  SX_EXPECT_TEXT(list.items.items[0].type, "int");
  SX_EXPECT(list.items.items[2].kind == SX_PARAMETER_REST);
  SX_EXPECT_OK(
      read_list(&list, &nodes, "cpp", "int f(int, char *argv[], int (*cb)(int), ...);", "f"));
  SX_EXPECT_SIZE(list.items.len, 4);
  SX_EXPECT_SIZE(list.items.items[0].name.len, 0);
  SX_EXPECT_TEXT(list.items.items[1].name, "argv");
  SX_EXPECT_TEXT(list.items.items[1].type, "char *[]");
  SX_EXPECT_TEXT(list.items.items[2].name, "cb");
  sx_str written =
      sx_parameter_write(SX_SIGNATURE_C, &list.items.items[2], true, false, sx_test_arena());
  SX_EXPECT_OK(sx_test_arena()->status);
  SX_EXPECT_TEXT(written, "int (*cb)(int)");
  SX_EXPECT_OK(read_list(&list, &nodes, "cpp", "int f(void) { return 1; }", "f"));
  SX_EXPECT(list.is_void && !list.items.len);
}

SX_TEST(what_an_argument_may_do_is_known) {
  static const struct {
    const char *language, *text;
    sx_effect effect;
  } cases[] = {
      {"python", "f(1 + 2)\n", SX_EFFECT_NONE},
      {"python", "f(a.b)\n", SX_EFFECT_READS},
      {"python", "f(a[0])\n", SX_EFFECT_ACTS},
      {"python", "f(g())\n", SX_EFFECT_ACTS},
      {"python", "f(lambda: g())\n", SX_EFFECT_NONE},
      {"javascript", "f(a[0])", SX_EFFECT_READS},
      {"javascript", "f(a++)", SX_EFFECT_ACTS},
      {"javascript", "f(() => a++)", SX_EFFECT_NONE},
      {"javascript", "f(delete a.b)", SX_EFFECT_ACTS},
      {"cpp", "int x = f(*p);", SX_EFFECT_READS},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    sx_nodes nodes;
    sx_arguments list;
    SX_EXPECT_OK(sx_scene_nodes(&nodes, cases[i].language, cases[i].text));
    size_t start = sx_str_find(nodes.text, SX_STR("f("), 0);
    uint32_t name = sx_nodes_around(&nodes, (uint32_t)start, (uint32_t)start + 1);
    uint32_t call = sx_arguments_call_of(&nodes, name);
    SX_EXPECT(call != SX_NODE_NONE);
    SX_EXPECT_OK(sx_arguments_read(&list, &nodes, call, sx_test_arena(), sx_test_err()));
    SX_EXPECT_SIZE(list.items.items[0].effect, cases[i].effect);
  }
}

SX_TEST(edits_lie_in_each_other) {
  sx_text_edits edits = {.text = SX_STR("f(f(1), x)")};
  SX_EXPECT_OK(sx_text_edits_set(&edits, 4, 5, SX_STR("2"), sx_test_arena(), sx_test_err()));
  SX_EXPECT_OK(sx_text_edits_set(&edits, 8, 9, SX_STR("y"), sx_test_arena(), sx_test_err()));
  expect_part(&edits, 2, 6, SX_STR("f(2)"));
  SX_EXPECT_OK(sx_text_edits_set(&edits, 2, 9, SX_STR("y, f(2)"), sx_test_arena(), sx_test_err()));
  SX_EXPECT_SIZE(edits.len, 1);
  expect_part(&edits, 0, 10, SX_STR("f(y, f(2))"));
  SX_EXPECT_OK(sx_text_edits_set(&edits, 0, 1, SX_STR("g"), sx_test_arena(), sx_test_err()));
  expect_part(&edits, 0, 10, SX_STR("g(y, f(2))"));
}

SX_TEST(edits_lie_beside_each_other) {
  sx_text_edits edits = {.text = SX_STR("a, b, c")};
  sx_str after;
  SX_EXPECT_OK(sx_text_edits_add(&edits, 3, 6, SX_STR(""), sx_test_arena(), sx_test_err()));
  SX_EXPECT_OK(sx_text_edits_add(&edits, 0, 1, SX_STR("x"), sx_test_arena(), sx_test_err()));
  SX_EXPECT_OK(sx_text_edits_add(&edits, 3, 3, SX_STR("y, "), sx_test_arena(), sx_test_err()));
  SX_EXPECT_OK(sx_text_edits_add(&edits, 3, 3, SX_STR("z, "), sx_test_arena(), sx_test_err()));
  SX_EXPECT(sx_text_edits_cover(&edits, 5) && !sx_text_edits_cover(&edits, 6));
  SX_EXPECT_OK(sx_text_edits_apply(&after, &edits, sx_test_arena(), sx_test_err()));
  SX_EXPECT_STR(after, SX_STR("x, y, z, c"));
  SX_EXPECT_OK(sx_text_edits_add(&edits, 4, 7, SX_STR(""), sx_test_arena(), sx_test_err()));
  SX_EXPECT_OK(sx_text_edits_apply(&after, &edits, sx_test_arena(), sx_test_err()));
  SX_EXPECT_STR(after, SX_STR("x, y, z, "));
  sx_str part = sx_text_edits_take(&edits, 1, 7, sx_test_arena());
  SX_EXPECT_OK(sx_test_arena()->status);
  SX_EXPECT_STR(part, SX_STR(", y, z, "));
  SX_EXPECT_SIZE(edits.len, 1);
  SX_EXPECT_OK(sx_text_edits_add(&edits, 0, 2, SX_STR("v"), sx_test_arena(), sx_test_err()));
  sx_status status = sx_text_edits_apply(&after, &edits, sx_test_arena(), sx_test_err());
  SX_EXPECT_OK(sx_test_arena()->status);
  SX_EXPECT_SIZE(status, SX_INTERNAL);
}

SX_SUITE(refactor_lists_test, SX_CASE(each_kind_of_parameter_is_read),
         SX_CASE(grouped_and_nameless_parameters_are_read),
         SX_CASE(what_an_argument_may_do_is_known), SX_CASE(edits_lie_in_each_other),
         SX_CASE(edits_lie_beside_each_other));
