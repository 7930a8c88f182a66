#include "flow_scene.h"

#include "flow/unit.h"

/* The declaration whose name stands first at `at` of the text. */
static sx_unit_error find(sx_unit *unit, sx_nodes *nodes, const char *language, const char *text,
                          const char *name, const char *at) {
  SX_EXPECT_OK(sx_scene_nodes(nodes, language, text));
  size_t start = sx_str_find(nodes->text, sx_str_from(at), 0);
  start = sx_str_find(nodes->text, sx_str_from(name), start);
  return sx_unit_find(unit, nodes, (uint32_t)start, (uint32_t)(start + strlen(name)));
}

SX_TEST(a_unit_has_what_is_in_front_of_it_and_after_it) {
  static const char text[] = "class A {\n"
                             "  a = 1;\n"
                             "  // Why.\n"
                             "  @log\n"
                             "  b = 2; // note\n"
                             "}\n";
  sx_unit unit;
  sx_nodes nodes;
  if (find(&unit, &nodes, "typescript", text, "b", "b = 2")) return;
  sx_unit_extent extent = sx_unit_measure(&nodes, &unit);
  SX_EXPECT_TEXT(sx_str_slice(nodes.text, extent.comment, extent.end), "// Why.\n  @log\n  b = 2");
  SX_EXPECT_TEXT(sx_str_slice(nodes.text, extent.end, extent.trailing), "; // note");
  SX_EXPECT_SIZE(extent.token, extent.end + 1);
}

SX_TEST(parts_and_patterns_are_told_apart) {
  sx_unit unit;
  sx_nodes nodes;
  SX_EXPECT(find(&unit, &nodes, "cpp", "int *a, b = 2;", "b", "b") == SX_UNIT_OK);
  SX_EXPECT_TEXT(sx_nodes_text(&nodes, unit.part), "b = 2");
  SX_EXPECT(!unit.is_entangled);
  SX_EXPECT(find(&unit, &nodes, "python", "a, b = f()\n", "b", "b") == SX_UNIT_OK);
  SX_EXPECT(unit.is_entangled);
  SX_EXPECT(find(&unit, &nodes, "go", "package p\nvar a, b = 1, 2\n", "b", "b =") == SX_UNIT_OK);
  SX_EXPECT(unit.is_entangled);
  SX_EXPECT(find(&unit, &nodes, "go", "package p\nconst (\n\ta = 1\n)\n", "a", "a =") ==
            SX_UNIT_OK);
  SX_EXPECT_TEXT(sx_nodes_text(&nodes, unit.node), "a = 1");
}

SX_TEST(others_are_none) {
  sx_unit unit;
  sx_nodes nodes;
  SX_EXPECT(find(&unit, &nodes, "python", "def f(n):\n  pass\n", "n", "n)") == SX_UNIT_PARAMETER);
  SX_EXPECT(find(&unit, &nodes, "python", "import os\n", "os", "os") == SX_UNIT_IMPORT);
  SX_EXPECT(find(&unit, &nodes, "python", "for n in x:\n  pass\n", "n", "n in") ==
            SX_UNIT_STATEMENT);
}

SX_TEST(twins_are_those_of_the_scope) {
  static const char text[] = "package p\n"
                             "func (a *A) F() {}\n"
                             "func (b B) F() {}\n"
                             "func F() {}\n";
  static const char branches[] = "#if X\nint f(void) { return 1; }\n#else\nint f(void) { return 2; "
                                 "}\n#endif\nint g(void) { int f = 1; return f; }\n";
  sx_unit unit;
  sx_nodes nodes;
  sx_units twins = {0};
  if (find(&unit, &nodes, "go", text, "F", "F() {}\nfunc (b")) return;
  SX_EXPECT_TEXT(sx_unit_qualifier(&nodes, &unit), "A");
  SX_EXPECT_OK(sx_unit_find_twins(&twins, &nodes, &unit, sx_test_arena(), sx_test_err()));
  SX_EXPECT_SIZE(twins.len, 1);
  twins = (sx_units){0};
  if (find(&unit, &nodes, "cpp", branches, "f", "f(void)")) return;
  SX_EXPECT_OK(sx_unit_find_twins(&twins, &nodes, &unit, sx_test_arena(), sx_test_err()));
  SX_EXPECT_SIZE(twins.len, 2);
}

SX_SUITE(flow_unit_test, SX_CASE(a_unit_has_what_is_in_front_of_it_and_after_it),
         SX_CASE(parts_and_patterns_are_told_apart), SX_CASE(others_are_none),
         SX_CASE(twins_are_those_of_the_scope));
