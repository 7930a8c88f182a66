#include "flow_scene.h"

static uint32_t at(const sx_nodes *nodes, const char *text) {
  size_t start = sx_str_find(nodes->text, sx_str_from(text), 0);
  return sx_nodes_around(nodes, (uint32_t)start, (uint32_t)(start + strlen(text)));
}

SX_TEST(ways_lead_up_down_and_sideways) {
  sx_nodes nodes;
  SX_EXPECT_OK(sx_scene_nodes(&nodes, "python", "def f(a, b=2):\n    # why\n    return a + b\n"));
  uint32_t call = at(&nodes, "a + b");
  SX_EXPECT_TEXT(sx_nodes_kind(&nodes, call), "binary_operator");
  SX_EXPECT_TEXT(sx_nodes_text(&nodes, sx_nodes_field(&nodes, call, "operator")), "+");
  SX_EXPECT_TEXT(sx_nodes_kind(&nodes, sx_nodes_token(&nodes, call, "+")), "+");
  SX_EXPECT(sx_nodes_token(&nodes, call, "-") == SX_NODE_NONE);
  uint32_t left = sx_nodes_first_named(&nodes, call), right = sx_nodes_next_named(&nodes, left);
  SX_EXPECT_TEXT(sx_nodes_text(&nodes, right), "b");
  SX_EXPECT(sx_nodes_next(&nodes, right) == SX_NODE_NONE);
  SX_EXPECT(sx_nodes_is_field(&nodes, right, "right"));
  uint32_t function = sx_nodes_above(&nodes, left, "class_definition function_definition");
  SX_EXPECT_TEXT(sx_nodes_text(&nodes, sx_nodes_field(&nodes, function, "name")), "f");
  SX_EXPECT(sx_nodes_has_in(&nodes, function, right));
  SX_EXPECT(!sx_nodes_has_in(&nodes, call, function));
  SX_EXPECT(sx_nodes_above(&nodes, left, "class_definition") == SX_NODE_NONE);
  SX_EXPECT(sx_nodes_is_comment(&nodes, at(&nodes, "# why")));
  SX_EXPECT(sx_nodes_parent(&nodes, 0) == SX_NODE_NONE);
  SX_EXPECT_SIZE(sx_nodes_text(&nodes, SX_NODE_NONE).len, 0);
}

SX_TEST(the_outer_one_of_several_of_one_extent_is_around) {
  sx_nodes nodes;
  SX_EXPECT_OK(sx_scene_nodes(&nodes, "typescript", "f(x);"));
  SX_EXPECT_TEXT(sx_nodes_kind(&nodes, at(&nodes, "f(x);")), "program");
  SX_EXPECT_TEXT(sx_nodes_kind(&nodes, at(&nodes, "f(x)")), "call_expression");
  SX_EXPECT_TEXT(sx_nodes_kind(&nodes, at(&nodes, "x")), "identifier");
}

SX_SUITE(flow_nodes_test, SX_CASE(ways_lead_up_down_and_sideways),
         SX_CASE(the_outer_one_of_several_of_one_extent_is_around));
