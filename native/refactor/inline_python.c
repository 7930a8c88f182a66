#include "refactor/inline_parts.h"

/* ---- parameters ------------------------------------------------------------------------------ */

static uint32_t name_of_parameter(const sx_nodes *nodes, uint32_t node) {
  if (sx_nodes_is(nodes, node, "identifier")) return node;
  if (sx_nodes_is(nodes, node, "typed_parameter")) {
    uint32_t name = sx_nodes_first_named(nodes, node);
    return sx_nodes_is(nodes, name, "identifier") ? name : SX_NODE_NONE;
  }
  if (sx_nodes_is(nodes, node, "default_parameter typed_default_parameter"))
    return sx_nodes_field(nodes, node, "name");
  return SX_NODE_NONE;
}

static sx_status read_parameter(sx_inlining *in, sx_inline_definition *out, uint32_t node,
                                bool is_named, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  const sx_name *name = sx_names_at(&out->in->names, name_of_parameter(nodes, node));
  if (!name || name->binding == SX_BINDING_FREE)
    return sx_inline_refuse(in, out->in, node, err,
                            "a parameter that takes any number of arguments.");
  sx_inline_parameter *added = SX_ARRAY_ADD(&out->parameters, in->r.call->arena);
  if (!added) return sx_fail(err, in->r.call->arena->status, NULL);
  *added = (sx_inline_parameter){.name = sx_nodes_text(nodes, name->node),
                                 .binding = name->binding,
                                 .value = sx_nodes_field(nodes, node, "value"),
                                 .is_named = is_named};
  return SX_OK;
}

static sx_status read_parameters(sx_inlining *in, sx_inline_definition *out, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  uint32_t node = sx_nodes_first_named(nodes, sx_nodes_field(nodes, out->function, "parameters"));
  bool is_named = false;
  sx_status status = SX_OK;
  for (; node != SX_NODE_NONE && !status; node = sx_nodes_next_named(nodes, node)) {
    if (sx_nodes_is(nodes, node, "keyword_separator"))
      is_named = true;
    else if (sx_nodes_is(nodes, node, "positional_separator"))
      for (size_t i = 0; i < out->parameters.len; i++) out->parameters.items[i].is_placed = true;
    else
      status = read_parameter(in, out, node, is_named, err);
  }
  return status;
}

/* ---- code ------------------------------------------------------------------------------------ */

static sx_status check_code(sx_inlining *in, const sx_inline_definition *out, uint32_t body,
                            uint32_t last, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  for (uint32_t i = body; i < nodes->ends[body]; i++) {
    if (sx_nodes_is(nodes, i, "return_statement") && i != last &&
        sx_nodes_above(nodes, i, "function_definition") == out->function)
      return sx_inline_refuse(in, out->in, i, err,
                              "it returns in the middle of its code, not only at its end. Rewrite "
                              "it with one return first.");
    if (sx_nodes_is(nodes, i, "yield"))
      return sx_inline_refuse(in, out->in, i, err, "it is a generator.");
    if (sx_nodes_is(nodes, i, "await global_statement nonlocal_statement class_definition"))
      return sx_inline_refuse(in, out->in, i, err,
                              "its code has %.*s, which cannot be moved to its callers.",
                              SX_STR_ARG(sx_nodes_kind(nodes, i)));
  }
  return SX_OK;
}

static bool is_docstring(const sx_nodes *nodes, uint32_t statement) {
  return sx_nodes_is(nodes, statement, "expression_statement") &&
         sx_nodes_is(nodes, sx_nodes_first_named(nodes, statement), "string");
}

static sx_status add_statement(sx_inlining *in, sx_inline_definition *out, uint32_t statement,
                               sx_err *err) {
  uint32_t *added = SX_ARRAY_ADD(&out->statements, in->r.call->arena);
  if (!added) return sx_fail(err, in->r.call->arena->status, NULL);
  *added = statement;
  return SX_OK;
}

static sx_status read_code(sx_inlining *in, sx_inline_definition *out, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  uint32_t body = sx_nodes_field(nodes, out->function, "body"), last = SX_NODE_NONE;
  uint32_t statement = sx_nodes_first_named(nodes, body);
  sx_status status = SX_OK;
  if (is_docstring(nodes, statement)) statement = sx_nodes_next_named(nodes, statement);
  for (; statement != SX_NODE_NONE && !status; statement = sx_nodes_next_named(nodes, statement)) {
    bool is_last = sx_nodes_next_named(nodes, statement) == SX_NODE_NONE;
    if (is_last && sx_nodes_is(nodes, statement, "return_statement"))
      last = statement;
    else if (!sx_nodes_is(nodes, statement, "pass_statement"))
      status = add_statement(in, out, statement, err);
  }
  if (status) return status;
  if (last != SX_NODE_NONE) out->result = sx_nodes_first_named(nodes, last);
  return check_code(in, out, body, last, err);
}

/* ---- the definition -------------------------------------------------------------------------- */

sx_status sx_inline_read_python_function(sx_inlining *in, sx_inline_definition *out, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  if (sx_nodes_token(nodes, out->function, "async") != SX_NODE_NONE)
    return sx_inline_refuse(in, out->in, out->function, err, "it is async.");
  sx_status status = read_parameters(in, out, err);
  return status ? status : read_code(in, out, err);
}

static sx_status read_function(sx_inlining *in, sx_inline_definition *out, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  uint32_t parent = sx_nodes_parent(nodes, out->function);
  if (sx_nodes_is(nodes, parent, "decorated_definition"))
    return sx_inline_refuse(in, out->in, parent, err,
                            "it has a decorator, which changes what a call of it does.");
  bool is_nested = sx_nodes_is(nodes, parent, "block") &&
                   sx_nodes_is(nodes, sx_nodes_parent(nodes, parent), "function_definition");
  if (!is_nested && !sx_nodes_is(nodes, parent, "module"))
    return sx_inline_refuse(in, out->in, out->function, err,
                            "it is defined under a condition. Functions of modules, functions and "
                            "classes are inlined.");
  out->item = out->function;
  return sx_inline_read_python_function(in, out, err);
}

static sx_status read_variable(sx_inlining *in, sx_inline_definition *out, uint32_t assignment,
                               sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  uint32_t statement = sx_nodes_parent(nodes, assignment);
  out->result = sx_nodes_field(nodes, assignment, "right");
  out->item = statement;
  if (out->result == SX_NODE_NONE || !sx_nodes_is(nodes, statement, "expression_statement") ||
      sx_nodes_is(nodes, out->result, "assignment expression_list yield"))
    return sx_inline_refuse(in, out->in, out->name, err,
                            "it is not given one value by a statement of its own.");
  if (sx_nodes_is(nodes, sx_nodes_above(nodes, statement, "class_definition function_definition"),
                  "class_definition"))
    return sx_inline_refuse(in, out->in, out->name, err, "it is an attribute of a class.");
  return SX_OK;
}

sx_status sx_inline_read_python(sx_inlining *in, sx_inline_definition *out, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  uint32_t parent = sx_nodes_parent(nodes, out->name);
  if (sx_nodes_is(nodes, parent, "function_definition")) {
    out->function = parent;
    return read_function(in, out, err);
  }
  if (sx_nodes_is(nodes, parent, "assignment") && sx_nodes_is_field(nodes, out->name, "left"))
    return read_variable(in, out, parent, err);
  return sx_inline_refuse(in, out->in, out->name, err,
                          "it is neither a function nor a variable with one value.");
}
