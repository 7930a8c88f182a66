#include "refactor/inline_parts.h"

#include "text/language.h"

static bool is_capital(sx_str name) {
  return name.len && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z';
}

/* ---- parameters and results ------------------------------------------------------------------ */

static sx_status add_parameter(sx_inlining *in, sx_inline_definition *out, uint32_t node,
                               sx_str type, sx_err *err) {
  const sx_name *name = sx_names_at(&out->in->names, node);
  if (!name || name->binding == SX_BINDING_FREE)
    return sx_inline_refuse_definition(in, out, node, "a parameter without a name. Name it first.",
                                       err);
  return sx_inline_add_parameter(in, out, node, type, err);
}

static sx_status add_result(sx_inlining *in, sx_inline_definition *out, uint32_t node, sx_str type,
                            sx_err *err) {
  const sx_name *name = node == SX_NODE_NONE ? NULL : sx_names_at(&out->in->names, node);
  if (node != SX_NODE_NONE && (!name || name->binding == SX_BINDING_FREE))
    return sx_inline_refuse_definition(in, out, node, "a result named _.", err);
  sx_inline_result *added = SX_ARRAY_ADD(&out->results, in->r.call->arena);
  if (!added) return sx_fail(err, in->r.call->arena->status, NULL);
  *added = (sx_inline_result){.type = type,
                              .name = name ? sx_nodes_text(&out->in->nodes, node) : SX_STR(""),
                              .binding = name ? name->binding : SX_BINDING_FREE};
  return SX_OK;
}

typedef sx_status (*adder)(sx_inlining *in, sx_inline_definition *out, uint32_t node, sx_str type,
                           sx_err *err);

static sx_status read_list(sx_inlining *in, sx_inline_definition *out, uint32_t list, adder add,
                           sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  sx_status status = SX_OK;
  uint32_t node = sx_nodes_first_named(nodes, list);
  for (; node != SX_NODE_NONE && !status; node = sx_nodes_next_named(nodes, node)) {
    if (!sx_nodes_is(nodes, node, "parameter_declaration"))
      return sx_inline_refuse_definition(in, out, node, "it takes any number of arguments.", err);
    sx_str type = sx_nodes_text(nodes, sx_nodes_field(nodes, node, "type"));
    uint32_t child = sx_nodes_first_named(nodes, node);
    bool has_name = false;
    for (; child != SX_NODE_NONE && !status; child = sx_nodes_next_named(nodes, child))
      if (sx_nodes_is_field(nodes, child, "name")) {
        has_name = true;
        status = add(in, out, child, type, err);
      }
    if (has_name || status) continue;
    if (add == add_parameter)
      return sx_inline_refuse_definition(in, out, node,
                                         "a parameter without a name. Name it first.", err);
    status = add(in, out, SX_NODE_NONE, type, err);
  }
  return status;
}

static sx_status read_signature(sx_inlining *in, sx_inline_definition *out, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  uint32_t result = sx_nodes_field(nodes, out->function, "result");
  if (sx_nodes_field(nodes, out->function, "type_parameters") != SX_NODE_NONE)
    return sx_inline_refuse_definition(in, out, out->function, "it is generic.", err);
  sx_status status = SX_OK;
  if (out->is_method)
    status =
        read_list(in, out, sx_nodes_field(nodes, out->function, "receiver"), add_parameter, err);
  if (!status)
    status =
        read_list(in, out, sx_nodes_field(nodes, out->function, "parameters"), add_parameter, err);
  if (status || result == SX_NODE_NONE) return status;
  if (sx_nodes_is(nodes, result, "parameter_list"))
    return read_list(in, out, result, add_result, err);
  return add_result(in, out, SX_NODE_NONE, sx_nodes_text(nodes, result), err);
}

/* ---- code ------------------------------------------------------------------------------------ */

static sx_status check_node(sx_inlining *in, const sx_inline_definition *out, uint32_t node,
                            uint32_t last, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  if (sx_nodes_is(nodes, node, "return_statement") && node != last &&
      sx_nodes_above(nodes, node, "func_literal function_declaration method_declaration") ==
          out->function)
    return sx_inline_refuse_definition(in, out, node,
                                       "it returns in the middle of its code, not only at its end. "
                                       "Rewrite it with one return first.",
                                       err);
  if (sx_nodes_is(nodes, node,
                  "defer_statement go_statement labeled_statement goto_statement type_declaration "
                  "select_statement"))
    return sx_inline_refuse(in, out->in, node, err,
                            "its code has %.*s here, which cannot be moved to its callers.",
                            SX_STR_ARG(sx_nodes_kind(nodes, node)));
  const sx_name *name = sx_names_at(&out->in->names, node);
  sx_str word = sx_nodes_text(nodes, node);
  if (name && sx_nodes_is(nodes, node, "identifier") &&
      sx_language_has_word("recover runtime debug Helper", word, false))
    return sx_inline_refuse(in, out->in, node, err,
                            "%.*s sees the function that it is in, which would be another.",
                            SX_STR_ARG(word));
  return SX_OK;
}

static size_t count_named(const sx_nodes *nodes, uint32_t list) {
  size_t count = 0;
  uint32_t child = sx_nodes_first_named(nodes, list);
  for (; child != SX_NODE_NONE; child = sx_nodes_next_named(nodes, child)) count++;
  return count;
}

static sx_status read_code(sx_inlining *in, sx_inline_definition *out, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  uint32_t body = sx_nodes_field(nodes, out->function, "body"), last = SX_NODE_NONE;
  uint32_t list = sx_nodes_first_named(nodes, body);
  if (body == SX_NODE_NONE)
    return sx_inline_refuse_definition(in, out, out->function, "it has no code here.", err);
  sx_status status = sx_nodes_is(nodes, list, "statement_list")
                         ? sx_inline_read_statements(in, out, list, &last, err)
                         : SX_OK;
  if (status) return status;
  bool is_named = out->results.len && out->results.items[0].name.len;
  bool is_whole = out->results.len == 0 ? out->result == SX_NODE_NONE
                  : out->result == SX_NODE_NONE
                      ? is_named && last != SX_NODE_NONE
                      : count_named(nodes, out->result) == out->results.len;
  if (!is_whole)
    return sx_inline_refuse_definition(
        in, out, out->function, "its last statement does not return each of its results.", err);
  if (is_named && out->result == SX_NODE_NONE && out->results.len > 1)
    return sx_inline_refuse_definition(in, out, last, "it returns several named results at once.",
                                       err);
  if (out->result != SX_NODE_NONE && out->results.len == 1)
    out->result = sx_nodes_first_named(nodes, out->result);
  for (uint32_t i = body; i < nodes->ends[body] && !status; i++)
    status = check_node(in, out, i, last, err);
  return status;
}

/* ---- the file -------------------------------------------------------------------------------- */

/* Files that are compiled for some systems only, cgo, and orders to the compiler. */
static sx_status check_file(sx_inlining *in, const sx_inline_definition *out, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++) {
    sx_str text = sx_nodes_text(nodes, i);
    bool is_order =
        sx_nodes_is_comment(nodes, i) &&
        (sx_str_has_prefix(text, SX_STR("//go:build")) ||
         sx_str_has_prefix(text, SX_STR("// +build")) ||
         (sx_str_has_prefix(text, SX_STR("//go:")) && sx_nodes_next_named(nodes, i) == out->item));
    bool is_cgo =
        sx_nodes_is(nodes, i, "import_spec") &&
        sx_str_is_equal(sx_nodes_text(nodes, sx_nodes_field(nodes, i, "path")), SX_STR("\"C\""));
    if (is_order || is_cgo)
      return sx_inline_refuse_definition(
          in, out, i, "an order to the compiler, which would count elsewhere, too.", err);
  }
  return SX_OK;
}

/* ---- the definition -------------------------------------------------------------------------- */

sx_status sx_inline_read_go_function(sx_inlining *in, sx_inline_definition *out, sx_err *err) {
  sx_str name = sx_nodes_text(&out->in->nodes, out->name);
  sx_str path = out->in->document->path;
  bool is_test =
      sx_str_has_suffix(path, SX_STR("_test.go")) &&
      (sx_str_has_prefix(name, SX_STR("Test")) || sx_str_has_prefix(name, SX_STR("Benchmark")) ||
       sx_str_has_prefix(name, SX_STR("Fuzz")) || sx_str_has_prefix(name, SX_STR("Example")));
  if (is_test || sx_language_has_word("main init", name, false))
    return sx_inline_refuse_definition(in, out, out->name,
                                       "the language or a test runner calls it by itself.", err);
  out->item = out->function;
  out->is_exported = is_capital(name);
  sx_status status = check_file(in, out, err);
  if (!status) status = read_signature(in, out, err);
  return status ? status : read_code(in, out, err);
}

static sx_status add_type(sx_inlining *in, sx_inline_definition *out, sx_str type, sx_err *err) {
  if (!type.len) return SX_OK;
  sx_inline_result *added = SX_ARRAY_ADD(&out->results, in->r.call->arena);
  if (!added) return sx_fail(err, in->r.call->arena->status, NULL);
  *added = (sx_inline_result){.type = type, .name = SX_STR(""), .binding = SX_BINDING_FREE};
  return SX_OK;
}

/* `x := value`: the value has a type by itself, or is a literal whose own type is known. */
static sx_status read_short(sx_inlining *in, sx_inline_definition *out, uint32_t statement,
                            sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  uint32_t left = sx_nodes_field(nodes, statement, "left");
  uint32_t right = sx_nodes_field(nodes, statement, "right");
  if (!sx_nodes_is(nodes, statement, "short_var_declaration") || count_named(nodes, left) != 1 ||
      count_named(nodes, right) != 1 ||
      !sx_nodes_is(nodes, sx_nodes_parent(nodes, statement), "statement_list"))
    return sx_inline_refuse_definition(in, out, out->name,
                                       "it is not given one value by a statement of its own.", err);
  out->item = statement;
  out->result = sx_nodes_first_named(nodes, right);
  sx_str type = sx_inline_type_of(out->in, out->result, in->r.call->arena);
  bool is_typed = !sx_inline_may_be_constant(out->in, out->result);
  for (uint32_t i = out->result; i < nodes->ends[out->result]; i++) {
    sx_str token = sx_nodes_text(nodes, sx_nodes_field(nodes, i, "operator"));
    bool is_untyped = sx_nodes_is(nodes, i, "binary_expression") &&
                      sx_language_has_word("<< >> == != < > <= >= && ||", token, false);
    if (is_untyped || sx_nodes_is(nodes, i, "func_literal")) is_typed = false;
  }
  if (type.len) return add_type(in, out, type, err);
  if (is_typed) return SX_OK;
  return sx_inline_refuse_definition(
      in, out, out->name, "its type, which is not written, is not known. Write it first.", err);
}

static sx_status read_spec(sx_inlining *in, sx_inline_definition *out, uint32_t spec, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  uint32_t declaration = sx_nodes_parent(nodes, spec);
  uint32_t list = sx_nodes_field(nodes, spec, "value");
  uint32_t type = sx_nodes_field(nodes, spec, "type");
  bool is_group = sx_nodes_token(nodes, declaration, "(") != SX_NODE_NONE ||
                  sx_nodes_is(nodes, declaration, "var_spec_list");
  bool is_constant = sx_nodes_is(nodes, spec, "const_spec");
  if (count_named(nodes, list) != 1 ||
      sx_nodes_next_named(nodes, out->name) != (type == SX_NODE_NONE ? list : type))
    return sx_inline_refuse_definition(in, out, out->name, "it is not given one value of its own.",
                                       err);
  out->result = sx_nodes_first_named(nodes, list);
  out->item = is_group ? spec : declaration;
  out->is_exported = out->in->names.bindings.items[out->binding].scope == 0 &&
                     is_capital(sx_nodes_text(nodes, out->name));
  if (is_group && (count_named(nodes, declaration) < 2 || !is_constant))
    return sx_inline_refuse_definition(in, out, spec,
                                       "it is declared in a group. Take it out first.", err);
  uint32_t next = sx_nodes_next_named(nodes, spec);
  bool is_repeated =
      is_group && next != SX_NODE_NONE && sx_nodes_field(nodes, next, "value") == SX_NODE_NONE;
  bool has_iota = sx_str_find(sx_nodes_text(nodes, declaration), SX_STR("iota"), 0) != SX_STR_NONE;
  if (is_repeated || has_iota)
    return sx_inline_refuse_definition(in, out, spec,
                                       "its group counts with iota or repeats its values.", err);
  if (!is_constant && out->in->names.bindings.items[out->binding].scope == 0)
    return sx_inline_refuse_definition(in, out, spec, "it is a variable of the package.", err);
  sx_status status = check_file(in, out, err);
  if (status) return status;
  if (type != SX_NODE_NONE) return add_type(in, out, sx_nodes_text(nodes, type), err);
  if (is_constant) return SX_OK;
  sx_str own = sx_inline_type_of(out->in, out->result, in->r.call->arena);
  if (!own.len)
    return sx_inline_refuse_definition(
        in, out, out->name, "its type, which is not written, is not known. Write it first.", err);
  return add_type(in, out, own, err);
}

sx_status sx_inline_read_go(sx_inlining *in, sx_inline_definition *out, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  uint32_t parent = sx_nodes_parent(nodes, out->name);
  if (sx_nodes_is(nodes, parent, "function_declaration")) {
    out->function = parent;
    return sx_inline_read_go_function(in, out, err);
  }
  if (sx_nodes_is(nodes, parent, "var_spec const_spec")) return read_spec(in, out, parent, err);
  if (sx_nodes_is(nodes, parent, "expression_list"))
    return read_short(in, out, sx_nodes_parent(nodes, parent), err);
  return sx_inline_refuse_definition(
      in, out, out->name, "it is neither a function nor a variable with one value.", err);
}
