#include "refactor/inline_parts.h"

/* ---- parameters ------------------------------------------------------------------------------ */

static sx_status read_parameter(sx_inlining *in, sx_inline_definition *out, uint32_t node,
                                sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  uint32_t pattern = node, value = sx_nodes_field(nodes, node, "value");
  if (sx_nodes_is(nodes, node, "required_parameter optional_parameter"))
    pattern = sx_nodes_field(nodes, node, "pattern");
  if (sx_nodes_is(nodes, pattern, "assignment_pattern")) {
    value = sx_nodes_field(nodes, pattern, "right");
    pattern = sx_nodes_field(nodes, pattern, "left");
  }
  const sx_name *name = sx_names_at(&out->in->names, pattern);
  if (!sx_nodes_is(nodes, pattern, "identifier") || !name || name->binding == SX_BINDING_FREE)
    return sx_inline_refuse(in, out->in, node, err,
                            "a parameter that is a pattern, or takes any number of arguments.");
  sx_inline_parameter *added = SX_ARRAY_ADD(&out->parameters, in->r.call->arena);
  if (!added) return sx_fail(err, in->r.call->arena->status, NULL);
  *added = (sx_inline_parameter){.name = sx_nodes_text(nodes, pattern),
                                 .binding = name->binding,
                                 .value = value,
                                 .is_placed = true,
                                 .is_optional = true};
  return SX_OK;
}

static sx_status read_parameters(sx_inlining *in, sx_inline_definition *out, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  uint32_t single = sx_nodes_field(nodes, out->function, "parameter");
  if (single != SX_NODE_NONE) return read_parameter(in, out, single, err);
  uint32_t node = sx_nodes_first_named(nodes, sx_nodes_field(nodes, out->function, "parameters"));
  sx_status status = SX_OK;
  for (; node != SX_NODE_NONE && !status; node = sx_nodes_next_named(nodes, node))
    status = read_parameter(in, out, node, err);
  return status;
}

/* ---- code ------------------------------------------------------------------------------------ */

#define FUNCTIONS                                                                                  \
  "function_declaration arrow_function function_expression method_definition "                     \
  "generator_function generator_function_declaration"

/* A declaration without a value keeps, in a loop, what the call before has left. */
static bool is_kept_variable(const sx_nodes *nodes, uint32_t node) {
  return sx_nodes_is(nodes, node, "variable_declaration");
}

static sx_status check_code(sx_inlining *in, const sx_inline_definition *out, uint32_t last,
                            sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  for (uint32_t i = out->function + 1; i < nodes->ends[out->function]; i++) {
    if (sx_nodes_is(nodes, i, "return_statement") && i != last &&
        sx_nodes_above(nodes, i, FUNCTIONS) == out->function)
      return sx_inline_refuse(in, out->in, i, err,
                              "it returns in the middle of its code, not only at its end. Rewrite "
                              "it with one return first.");
    if (out->is_method && sx_nodes_is(nodes, i, "this")) continue;
    if (sx_nodes_is(nodes, i,
                    "this super meta_property await_expression yield_expression "
                    "type_predicate asserts class_declaration function_declaration") ||
        is_kept_variable(nodes, i))
      return sx_inline_refuse(in, out->in, i, err,
                              "its code has %.*s here, which cannot be moved to its callers.",
                              SX_STR_ARG(sx_nodes_kind(nodes, i)));
  }
  return SX_OK;
}

static sx_status check_types(sx_inlining *in, const sx_inline_definition *out, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  uint32_t body = sx_nodes_field(nodes, out->function, "body");
  const sx_names *names = &out->in->names;
  for (size_t i = 0; i < names->names.len; i++) {
    const sx_name *name = &names->names.items[i];
    if (name->binding == SX_BINDING_FREE || !sx_nodes_has_in(nodes, body, name->node)) continue;
    const sx_binding *binding = &names->bindings.items[name->binding];
    if (binding->kind == SX_BINDING_TYPE && binding->scope != 0 &&
        sx_nodes_has_in(nodes, out->function, binding->scope))
      return sx_inline_refuse(in, out->in, name->node, err,
                              "its code names its type parameter %.*s.", SX_STR_ARG(binding->name));
  }
  return SX_OK;
}

static sx_status read_code(sx_inlining *in, sx_inline_definition *out, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  uint32_t body = sx_nodes_field(nodes, out->function, "body"), last = SX_NODE_NONE;
  sx_status status = SX_OK;
  if (body == SX_NODE_NONE)
    return sx_inline_refuse(in, out->in, out->function, err, "it has no code here.");
  if (sx_nodes_is(nodes, body, "statement_block"))
    status = sx_inline_read_statements(in, out, body, &last, err);
  else
    out->result = body;
  if (!status) status = check_code(in, out, last, err);
  return status ? status : check_types(in, out, err);
}

/* ---- the definition -------------------------------------------------------------------------- */

/* The statement around it, with `export`. */
static sx_status read_item(sx_inlining *in, sx_inline_definition *out, uint32_t declaration,
                           sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  uint32_t parent = sx_nodes_parent(nodes, declaration);
  out->item = declaration;
  if (sx_nodes_is(nodes, parent, "export_statement")) {
    if (sx_nodes_token(nodes, parent, "default") != SX_NODE_NONE)
      return sx_inline_refuse(in, out->in, parent, err,
                              "it is the default export, which each file names as it likes. Export "
                              "it by its name first.");
    out->item = parent;
    out->is_exported = true;
    parent = sx_nodes_parent(nodes, parent);
  }
  if (!sx_nodes_is(nodes, parent, "program statement_block"))
    return sx_inline_refuse(in, out->in, declaration, err,
                            "it is not declared as a statement of a file or a block.");
  return SX_OK;
}

sx_status sx_inline_read_script_function(sx_inlining *in, sx_inline_definition *out, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  if (sx_nodes_token(nodes, out->function, "async") != SX_NODE_NONE)
    return sx_inline_refuse(in, out->in, out->function, err, "it is async.");
  sx_status status = read_parameters(in, out, err);
  return status ? status : read_code(in, out, err);
}

static sx_status read_declarator(sx_inlining *in, sx_inline_definition *out, uint32_t declarator,
                                 sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  uint32_t list = sx_nodes_parent(nodes, declarator);
  uint32_t value = sx_nodes_field(nodes, declarator, "value");
  if (sx_nodes_first_named(nodes, list) != declarator ||
      sx_nodes_next_named(nodes, declarator) != SX_NODE_NONE)
    return sx_inline_refuse(in, out->in, declarator, err,
                            "it is declared together with others. Declare it by a statement of its "
                            "own first.");
  if (value == SX_NODE_NONE ||
      !sx_nodes_is(nodes, list, "lexical_declaration variable_declaration"))
    return sx_inline_refuse(in, out->in, declarator, err, "it is declared without a value.");
  sx_status status = read_item(in, out, list, err);
  if (status) return status;
  if (!sx_nodes_is(nodes, value, "arrow_function function_expression")) {
    out->result = value;
    return SX_OK;
  }
  if (sx_nodes_field(nodes, declarator, "type") != SX_NODE_NONE)
    return sx_inline_refuse(in, out->in, declarator, err,
                            "its parameters have their types from the variable. Write the types at "
                            "the parameters first.");
  out->function = value;
  return sx_inline_read_script_function(in, out, err);
}

sx_status sx_inline_read_script(sx_inlining *in, sx_inline_definition *out, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  uint32_t parent = sx_nodes_parent(nodes, out->name);
  if (sx_nodes_is(nodes, parent, "function_declaration")) {
    out->function = parent;
    sx_status status = read_item(in, out, parent, err);
    return status ? status : sx_inline_read_script_function(in, out, err);
  }
  if (sx_nodes_is(nodes, parent, "variable_declarator") &&
      sx_nodes_is_field(nodes, out->name, "name"))
    return read_declarator(in, out, parent, err);
  return sx_inline_refuse(in, out->in, out->name, err,
                          "it is neither a function nor a variable with one value.");
}
