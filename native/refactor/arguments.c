#include "refactor/parameters.h"

/* ---- the call -------------------------------------------------------------------------------- */

static bool is_called_in(const sx_nodes *nodes, uint32_t node, uint32_t parent) {
  if (sx_nodes_is(nodes, parent, "call call_expression"))
    return sx_nodes_is_field(nodes, node, "function");
  return sx_nodes_is(nodes, parent, "new_expression") &&
         sx_nodes_is_field(nodes, node, "constructor");
}

/* Names the same function: `(f)`, `f!`, `a.f`, `f[int]`. */
static bool is_same_function(const sx_nodes *nodes, uint32_t node, uint32_t parent) {
  if (sx_nodes_is(nodes, parent, "parenthesized_expression non_null_expression")) return true;
  if (sx_nodes_is(nodes, parent, "attribute")) return sx_nodes_is_field(nodes, node, "attribute");
  if (sx_nodes_is(nodes, parent, "member_expression"))
    return sx_nodes_is_field(nodes, node, "property");
  if (sx_nodes_is(nodes, parent, "selector_expression"))
    return sx_nodes_is_field(nodes, node, "field");
  return (sx_nodes_is(nodes, parent, "index_expression") ||
          sx_nodes_is(nodes, parent, "type_instantiation_expression")) &&
         sx_nodes_is_field(nodes, node, "operand");
}

uint32_t sx_arguments_call_of(const sx_nodes *nodes, uint32_t callee) {
  uint32_t node = callee, parent = sx_nodes_parent(nodes, node);
  for (int left = 8; left && is_same_function(nodes, node, parent); left--) {
    node = parent;
    parent = sx_nodes_parent(nodes, node);
  }
  return is_called_in(nodes, node, parent) ? parent : SX_NODE_NONE;
}

/* ---- effects --------------------------------------------------------------------------------- */

#define ACTS                                                                                       \
  "call call_expression new_expression await await_expression yield yield_expression "             \
  "assignment_expression augmented_assignment_expression update_expression named_expression "      \
  "list_comprehension set_comprehension dictionary_comprehension generator_expression "            \
  "subscript slice_expression type_assertion_expression import_expression statement "              \
  "compound_statement list_splat dictionary_splat spread_element variadic_argument "               \
  "template_string jsx_element jsx_self_closing_element ERROR"
#define LATER                                                                                      \
  "lambda arrow_function function_expression generator_function func_literal "                     \
  "lambda_expression"
#define NAMES                                                                                      \
  "identifier property_identifier field_identifier shorthand_property_identifier this "            \
  "private_property_identifier "

/* `<-channel` and `delete a.b`; an index fails in Go, and is code of its own in Python. */
static bool acts_by_operator(const sx_nodes *nodes, uint32_t node) {
  sx_str operator= sx_nodes_text(nodes, sx_nodes_field(nodes, node, "operator"));
  if (sx_nodes_is(nodes, node, "unary_expression"))
    return sx_str_is_equal(operator, SX_STR("<-")) || sx_str_is_equal(operator, SX_STR("delete"));
  if (sx_nodes_is(nodes, node, "index_expression"))
    return sx_signature_family_of(nodes) == SX_SIGNATURE_GO;
  return false;
}

static sx_effect effect_of_node(const sx_nodes *nodes, uint32_t node) {
  bool is_script = sx_signature_family_of(nodes) == SX_SIGNATURE_SCRIPT;
  bool is_c = sx_signature_family_of(nodes) == SX_SIGNATURE_C;
  if (sx_nodes_is(nodes, node, "template_string subscript_expression")) return SX_EFFECT_READS;
  if (sx_nodes_is(nodes, node, "subscript") && (is_script || is_c)) return SX_EFFECT_READS;
  if (sx_nodes_is(nodes, node, ACTS) || acts_by_operator(nodes, node)) return SX_EFFECT_ACTS;
  if (sx_nodes_is(nodes, node, NAMES "attribute member_expression pointer_expression"))
    return SX_EFFECT_READS;
  return SX_EFFECT_NONE;
}

sx_effect sx_effect_of(const sx_nodes *nodes, uint32_t node) {
  sx_effect worst = SX_EFFECT_NONE;
  if (node == SX_NODE_NONE) return worst;
  for (uint32_t one = node; one < nodes->ends[node];) {
    if (sx_nodes_is(nodes, one, LATER)) {
      one = nodes->ends[one];
      continue;
    }
    sx_effect effect = effect_of_node(nodes, one++);
    if (effect > worst) worst = effect;
  }
  return worst;
}

/* ---- the list -------------------------------------------------------------------------------- */

static sx_status add(sx_arguments *out, const sx_nodes *nodes, uint32_t node, sx_arena *arena,
                     sx_err *err) {
  const sx_tree_node *at = sx_nodes_get(nodes, node);
  sx_argument *one = SX_ARRAY_ADD(&out->items, arena);
  if (!one) return sx_fail(err, arena->status, NULL);
  *one = (sx_argument){.start = at->start, .end = at->end, .value = node, .name = SX_STR("")};
  if (sx_nodes_is(nodes, node, "keyword_argument")) {
    one->kind = SX_ARGUMENT_KEYWORD;
    one->name = sx_nodes_text(nodes, sx_nodes_field(nodes, node, "name"));
    one->value = sx_nodes_field(nodes, node, "value");
  }
  if (sx_nodes_is(nodes, node, "list_splat spread_element variadic_argument"))
    one->kind = SX_ARGUMENT_SPREAD;
  if (sx_nodes_is(nodes, node, "dictionary_splat")) one->kind = SX_ARGUMENT_KEYWORDS;
  one->effect = sx_effect_of(nodes, one->value);
  one->text = sx_nodes_text(nodes, one->value);
  return SX_OK;
}

sx_status sx_arguments_read(sx_arguments *out, const sx_nodes *nodes, uint32_t call,
                            sx_arena *arena, sx_err *err) {
  sx_status status = SX_OK;
  *out = (sx_arguments){.call = call, .list = sx_nodes_field(nodes, call, "arguments")};
  if (out->list == SX_NODE_NONE) {
    if (!sx_nodes_is(nodes, call, "new_expression"))
      return sx_fail(err, SX_REFUSED, "the call has no list of arguments.");
    out->has_no_brackets = true;
    out->start = out->end = sx_nodes_get(nodes, call)->end;
    return SX_OK;
  }
  out->start = sx_nodes_get(nodes, out->list)->start + 1;
  out->end = sx_nodes_get(nodes, out->list)->end - 1;
  if (sx_nodes_is(nodes, out->list, "generator_expression")) {
    out->is_generator = true;
    status = add(out, nodes, out->list, arena, err);
    if (!status) out->items.items[0].start = out->start, out->items.items[0].end = out->end;
    return status;
  }
  if (!sx_nodes_is(nodes, out->list, "argument_list arguments"))
    return sx_fail(err, SX_REFUSED, "the call has a template for arguments.");
  uint32_t one = sx_nodes_first_named(nodes, out->list);
  for (; one != SX_NODE_NONE && !status; one = sx_nodes_next_named(nodes, one))
    status = add(out, nodes, one, arena, err);
  return status;
}
