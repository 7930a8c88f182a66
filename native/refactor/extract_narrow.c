#include "refactor/extract.h"

/*
 * TypeScript: what a condition shows of a variable's type is known in its own function alone,
 * and a literal's type gets wider as a result. Where either may matter, it is refused.
 */

#define REFERENCES "member_expression subscript_expression"

static bool has_operator(const sx_nodes *nodes, uint32_t node, const char *const *tokens) {
  for (; *tokens; tokens++)
    if (sx_nodes_token(nodes, node, *tokens) != SX_NODE_NONE) return true;
  return false;
}

/* An operation whose outcome may narrow types. */
static bool is_telling(const sx_nodes *nodes, uint32_t node) {
  static const char *const binary[] = {"===",        "!==", "==", "!=", "in",
                                       "instanceof", "&&",  "||", NULL};
  static const char *const unary[] = {"!", "typeof", NULL};
  if (sx_nodes_is(nodes, node, "binary_expression")) return has_operator(nodes, node, binary);
  return sx_nodes_is(nodes, node, "unary_expression") && has_operator(nodes, node, unary);
}

static uint32_t without_wrapping(const sx_nodes *nodes, uint32_t node) {
  while (sx_nodes_is(nodes, node,
                     "parenthesized_expression non_null_expression as_expression "
                     "satisfies_expression"))
    node = sx_nodes_first_named(nodes, node);
  return node;
}

/* Whether what stands above a part of a condition hands on what it narrows. */
static bool hands_on(const sx_nodes *nodes, uint32_t parent, bool is_reference) {
  if (is_telling(nodes, parent) ||
      sx_nodes_is(nodes, parent,
                  "parenthesized_expression non_null_expression as_expression "
                  "satisfies_expression"))
    return true;
  return is_reference && sx_nodes_is(nodes, parent, "arguments call_expression " REFERENCES);
}

/* Whether an expression is, or is in, a condition: of statements, or of what is right of `&&`. */
static bool is_in_condition(const sx_nodes *nodes, uint32_t node, bool is_reference,
                            bool is_guard) {
  for (;;) {
    uint32_t parent = sx_nodes_parent(nodes, node);
    bool is_value = sx_nodes_is_field(nodes, node, "value");
    if (sx_nodes_is_field(nodes, node, "condition") ||
        (is_value && sx_nodes_is(nodes, parent, "switch_statement switch_case")))
      return true;
    if (sx_nodes_is(nodes, parent, "expression_statement return_statement"))
      return sx_nodes_is(nodes, node, "call_expression") &&
             sx_nodes_is(nodes, parent, "expression_statement");
    if (is_value && sx_nodes_is(nodes, parent, "variable_declarator"))
      return is_guard || is_telling(nodes, without_wrapping(nodes, node));
    if (!hands_on(nodes, parent, is_reference)) return false;
    if (sx_nodes_is(nodes, parent, "binary_expression") && sx_nodes_is_field(nodes, node, "left") &&
        (sx_nodes_token(nodes, parent, "&&") != SX_NODE_NONE ||
         sx_nodes_token(nodes, parent, "||") != SX_NODE_NONE))
      return true;
    node = parent;
  }
}

/* The first name, or `this`, in a node that the function uses after the part; NONE. */
static uint32_t used_after(const sx_extraction *x, uint32_t node) {
  const sx_nodes *nodes = &x->nodes;
  uint32_t end = nodes->ends[node];
  uint32_t around = x->part.function == SX_NODE_NONE ? 0 : x->part.function;
  for (uint32_t i = node; i < end; i++) {
    const sx_name *name = sx_names_at(&x->names, i);
    bool is_this = sx_nodes_is(nodes, i, "this");
    if (!is_this && (!name || name->binding == SX_BINDING_FREE || name->roles & SX_NAME_CALLS))
      continue;
    for (uint32_t later = nodes->ends[x->part.last]; later < nodes->ends[around]; later++) {
      const sx_name *other = is_this ? NULL : sx_names_at(&x->names, later);
      if (is_this ? sx_nodes_is(nodes, later, "this") : other && other->binding == name->binding)
        return i;
    }
  }
  return SX_NODE_NONE;
}

static sx_status refuse_narrowing(sx_extraction *x, uint32_t name, sx_err *err) {
  return sx_extract_refuse(x, name, err,
                           "This condition may narrow the type of '%.*s', which is used "
                           "after it. In a function of its own that would be lost. Select the code "
                           "that depends on it, too.",
                           SX_STR_ARG(sx_nodes_text(&x->nodes, name)));
}

static bool begins_with(const sx_nodes *nodes, uint32_t call, const char *word) {
  sx_str name = sx_nodes_text(nodes, sx_nodes_field(nodes, call, "function"));
  size_t dot = sx_str_find_last_char(name, '.');
  if (dot != SX_STR_NONE) name = sx_str_slice(name, dot + 1, name.len);
  return sx_str_has_prefix(name, sx_str_from(word));
}

static sx_status check_expression(sx_extraction *x, sx_err *err) {
  const sx_nodes *nodes = &x->nodes;
  uint32_t bare = without_wrapping(nodes, x->part.first);
  bool is_reference = sx_nodes_is(nodes, bare, REFERENCES);
  bool is_call = sx_nodes_is(nodes, bare, "call_expression");
  bool is_guard = is_call && begins_with(nodes, bare, "is");
  if (!is_reference && !is_call && !is_telling(nodes, bare)) return SX_OK;
  if (!is_in_condition(nodes, x->part.first, is_reference, is_guard)) return SX_OK;
  uint32_t name = used_after(x, bare);
  return name == SX_NODE_NONE ? SX_OK : refuse_narrowing(x, name, err);
}

/* `if (!a) throw …` and `assertIsString(a)` narrow the type in what follows. */
static uint32_t telling_part(sx_extraction *x, uint32_t statement) {
  const sx_nodes *nodes = &x->nodes;
  uint32_t inner = sx_nodes_first_named(nodes, statement);
  if (sx_nodes_is(nodes, statement, "if_statement") &&
      (sx_control_never_ends(&x->control, sx_nodes_field(nodes, statement, "consequence")) ||
       sx_nodes_field(nodes, statement, "alternative") != SX_NODE_NONE))
    return sx_nodes_field(nodes, statement, "condition");
  bool is_assertion = sx_nodes_is(nodes, statement, "expression_statement") &&
                      sx_nodes_is(nodes, inner, "call_expression") &&
                      (begins_with(nodes, inner, "assert") || begins_with(nodes, inner, "ok") ||
                       begins_with(nodes, inner, "invariant"));
  return is_assertion ? inner : SX_NODE_NONE;
}

static sx_status check_statements(sx_extraction *x, sx_err *err) {
  const sx_nodes *nodes = &x->nodes;
  for (uint32_t node = x->part.first; node != SX_NODE_NONE && node <= x->part.last;
       node = sx_nodes_next_named(nodes, node)) {
    uint32_t part = telling_part(x, node);
    uint32_t name = part == SX_NODE_NONE ? part : used_after(x, part);
    if (name != SX_NODE_NONE) return refuse_narrowing(x, name, err);
  }
  return SX_OK;
}

/* ---- results --------------------------------------------------------------------------------- */

static bool is_enum_member(const sx_extraction *x, uint32_t node) {
  const sx_name *name = sx_names_at(&x->names, sx_nodes_field(&x->nodes, node, "object"));
  if (!sx_nodes_is(&x->nodes, node, "member_expression") || !name ||
      name->binding == SX_BINDING_FREE)
    return false;
  const sx_binding *binding = &x->names.bindings.items[name->binding];
  uint32_t declared = x->names.names.items[binding->first].node;
  return binding->kind == SX_BINDING_IMPORT ||
         sx_nodes_is(&x->nodes, sx_nodes_parent(&x->nodes, declared), "enum_declaration");
}

/* Values whose types come from the place where they stand: their literals, and parameters. */
static sx_status check_value(sx_extraction *x, sx_err *err) {
  const sx_nodes *nodes = &x->nodes;
  uint32_t node = x->part.first, bare = node, parent = sx_nodes_parent(nodes, node);
  while (sx_nodes_is(nodes, bare, "parenthesized_expression"))
    bare = sx_nodes_first_named(nodes, bare);
  bool is_free = sx_nodes_is(nodes, parent, "variable_declarator") &&
                 sx_nodes_field(nodes, parent, "type") == SX_NODE_NONE;
  bool is_shaped = sx_nodes_is(nodes, bare, "object array arrow_function function_expression");
  if ((is_shaped && !is_free) || is_enum_member(x, bare))
    return sx_extract_refuse(x, node, err,
                             "The type of this value comes from the place where it stands, and "
                             "would be wider as the result of a function. Select the whole "
                             "statement.");
  return SX_OK;
}

/* `const kind = "circle"` has that one string as its type; a result would be any string. */
static sx_status check_results(sx_extraction *x, sx_err *err) {
  const sx_nodes *nodes = &x->nodes;
  for (size_t i = 0; i < x->part.values.len; i++) {
    const sx_extract_value *value = &x->part.values.items[i];
    if (!value->is_result || !value->is_new) continue;
    const sx_binding *binding = &x->names.bindings.items[value->binding];
    uint32_t node = x->names.names.items[binding->first].node;
    uint32_t declarator = sx_nodes_parent(nodes, node);
    uint32_t literal = sx_nodes_field(nodes, declarator, "value");
    if (sx_nodes_token(nodes, sx_nodes_parent(nodes, declarator), "const") != SX_NODE_NONE &&
        sx_nodes_field(nodes, declarator, "type") == SX_NODE_NONE &&
        sx_nodes_is(nodes, literal, "string number true false template_string"))
      return sx_extract_refuse(x, node, err,
                               "'%.*s' has the type of its one value, which would be wider as a "
                               "result. Declare its type, or select code without it.",
                               SX_STR_ARG(binding->name));
  }
  return SX_OK;
}

sx_status sx_extract_check_narrowing(sx_extraction *x, sx_err *err) {
  sx_status status = x->part.is_expression ? check_expression(x, err) : check_statements(x, err);
  if (status) return status;
  return x->part.is_expression ? check_value(x, err) : check_results(x, err);
}
