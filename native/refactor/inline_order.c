#include "refactor/inline_parts.h"

#include "text/language.h"

/* C and Go leave open in which order the parts of an expression are evaluated, but for a few. */

static bool has_operator_of(const sx_nodes *nodes, uint32_t node, const char *tokens) {
  return sx_language_has_word(tokens, sx_nodes_text(nodes, sx_nodes_field(nodes, node, "operator")),
                              false);
}

static bool is_sequenced(const sx_nodes *nodes, uint32_t parent) {
  if (sx_nodes_is(nodes, parent, "conditional_expression comma_expression")) return true;
  return sx_nodes_is(nodes, parent, "binary_expression") && has_operator_of(nodes, parent, "&& ||");
}

/* `x = …`, `x, y := …`: written once all else is evaluated. */
static bool is_plain_target(const sx_nodes *nodes, uint32_t parent, uint32_t child) {
  if (sx_nodes_is_field(nodes, child, "declarator") || sx_nodes_is_field(nodes, child, "type") ||
      (sx_nodes_is(nodes, parent, "var_spec const_spec") &&
       sx_nodes_is_field(nodes, child, "name")))
    return true;
  if (!sx_nodes_is_field(nodes, child, "left")) return false;
  if (!sx_nodes_is(nodes, parent,
                   "assignment_expression assignment_statement "
                   "short_var_declaration") ||
      !(has_operator_of(nodes, parent, "=") || sx_nodes_is(nodes, parent, "short_var_declaration")))
    return false;
  if (sx_nodes_is(nodes, child, "identifier")) return true;
  uint32_t one = sx_nodes_first_named(nodes, child);
  if (!sx_nodes_is(nodes, child, "expression_list")) return false;
  for (; one != SX_NODE_NONE; one = sx_nodes_next_named(nodes, one))
    if (!sx_nodes_is(nodes, one, "identifier")) return false;
  return true;
}

sx_inline_level sx_inline_judge_beside(const sx_inline_text *text, uint32_t top, uint32_t node,
                                       sx_str callee) {
  const sx_nodes *nodes = &text->nodes;
  sx_inline_level level = SX_INLINE_FIXED;
  while (node != top) {
    uint32_t parent = sx_nodes_parent(nodes, node);
    if (parent == SX_NODE_NONE) break;
    uint32_t child =
        is_sequenced(nodes, parent) ? SX_NODE_NONE : sx_nodes_first_named(nodes, parent);
    for (; child != SX_NODE_NONE; child = sx_nodes_next_named(nodes, child)) {
      if (child == node || is_plain_target(nodes, parent, child)) continue;
      sx_inline_level own = sx_inline_judge_but(text, child, callee);
      if (own > level) level = own;
    }
    node = parent;
  }
  return level;
}

uint32_t sx_inline_full_expression(const sx_inline_text *text, uint32_t node) {
  const sx_nodes *nodes = &text->nodes;
  static const char ends[] =
      "compound_statement statement_list block translation_unit source_file case_statement "
      "if_statement while_statement do_statement switch_statement for_statement for_clause "
      "range_clause labeled_statement else_clause expression_case communication_case "
      "expression_switch_statement type_switch_statement condition_clause func_literal "
      "var_spec_list const_declaration var_declaration";
  for (;;) {
    uint32_t parent = sx_nodes_parent(nodes, node);
    if (parent == SX_NODE_NONE || sx_nodes_is(nodes, parent, ends) ||
        sx_nodes_is(nodes, node, "init_declarator"))
      return node;
    node = parent;
  }
}
