#include "refactor/extract_variable.h"

/*
 * Go: constants have no type before they are used, so theirs stay constants; calls may give several
 * values, and declarations may not be jumped over.
 */

static bool is_literal(const sx_nodes *nodes, uint32_t node) {
  return sx_nodes_is(nodes, node,
                     "int_literal float_literal rune_literal imaginary_literal "
                     "interpreted_string_literal raw_string_literal "
                     "interpreted_string_literal_content raw_string_literal_content "
                     "escape_sequence");
}

static bool is_constant_name(const sx_variable *v, uint32_t node) {
  const sx_name *name = sx_names_at(&v->x->names, node);
  sx_str text = sx_nodes_text(&v->x->nodes, node);
  if (!name) return false;
  if (name->binding == SX_BINDING_FREE) return sx_language_has_word("true false", text, false);
  return v->x->names.bindings.items[name->binding].kind == SX_BINDING_CONSTANT;
}

static bool is_constant(const sx_variable *v) {
  const sx_nodes *nodes = &v->x->nodes;
  for (uint32_t i = v->value; i < nodes->ends[v->value]; i++) {
    if (!sx_nodes_is_named(nodes, i) || sx_nodes_is_comment(nodes, i)) continue;
    bool is_operator =
        sx_nodes_is(nodes, i, "binary_expression unary_expression parenthesized_expression");
    if (!is_operator && !is_literal(nodes, i) && !sx_nodes_is(nodes, i, "true false") &&
        !is_constant_name(v, i))
      return false;
  }
  return true;
}

/* A part that is a constant without a type takes that of what is around it: not so in `1 << n`. */
static uint32_t untyped_shift(const sx_variable *v) {
  const sx_nodes *nodes = &v->x->nodes;
  for (uint32_t i = v->value; i < nodes->ends[v->value]; i++) {
    if (!sx_nodes_is(nodes, i, "binary_expression")) continue;
    if (sx_nodes_token(nodes, i, "<<") == SX_NODE_NONE &&
        sx_nodes_token(nodes, i, ">>") == SX_NODE_NONE)
      continue;
    uint32_t left = sx_nodes_field(nodes, i, "left");
    bool is_typed = false;
    for (uint32_t k = left; k < nodes->ends[left]; k++)
      is_typed |= sx_names_at(&v->x->names, k) && !is_constant_name(v, k);
    if (!is_typed) return i;
  }
  return SX_NODE_NONE;
}

/* Names of a package that are known to be variables. */
static bool is_known_variable(const sx_nodes *nodes, uint32_t node) {
  return sx_language_has_word("os.Args os.Stdin os.Stdout os.Stderr io.EOF",
                              sx_nodes_text(nodes, node), false);
}

static bool is_of_package(const sx_variable *v, uint32_t node) {
  const sx_nodes *nodes = &v->x->nodes;
  const sx_name *name = sx_names_at(&v->x->names, sx_nodes_first_named(nodes, node));
  sx_str field = sx_nodes_text(nodes, sx_nodes_field(nodes, node, "field"));
  if (!name || !field.len || field.ptr[0] < 'A' || field.ptr[0] > 'Z') return false;
  return name->binding == SX_BINDING_FREE ||
         v->x->names.bindings.items[name->binding].kind == SX_BINDING_IMPORT;
}

/* A name of another file may be a constant without a type, and then all of `math.Pi / 2` is. */
static uint32_t maybe_constant(const sx_variable *v) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t found = SX_NODE_NONE;
  for (uint32_t i = v->value; i < nodes->ends[v->value]; i++) {
    if (!sx_nodes_is_named(nodes, i) || sx_nodes_is_comment(nodes, i)) continue;
    sx_str callee = sx_nodes_text(nodes, sx_nodes_field(nodes, i, "function"));
    bool is_call = sx_nodes_is(nodes, i, "call_expression");
    if (is_call && !sx_language_has_word("complex real imag min max", callee, false))
      return SX_NODE_NONE;
    const sx_name *name = sx_names_at(&v->x->names, i);
    if (sx_nodes_is(nodes, i, "selector_expression")) {
      if (!is_of_package(v, i) || is_known_variable(nodes, i)) return SX_NODE_NONE;
      found = i;
      i = nodes->ends[i] - 1;
    } else if (name && name->binding == SX_BINDING_FREE) {
      found = i;
    } else if (!is_call && !is_literal(nodes, i) && !is_constant_name(v, i) &&
               !sx_nodes_is(nodes, i,
                            "binary_expression unary_expression parenthesized_expression "
                            "argument_list true false")) {
      return SX_NODE_NONE;
    }
  }
  return found;
}

/* A comparison has no type of its own, and takes one that the file makes of bool. */
static bool has_open_truth(const sx_variable *v) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t list = sx_nodes_parent(nodes, v->x->part.first);
  bool is_truth = sx_extract_go_is_truth(nodes, v->value);
  bool is_plain = sx_nodes_is_field(nodes, v->x->part.first, "condition") ||
                  sx_nodes_is(nodes, sx_nodes_parent(nodes, list), "short_var_declaration");
  return is_truth && !is_plain && sx_extract_go_has_truths(nodes);
}

/* All of `return f()`, `g(f())`, `a, b = f()` may be several values. */
static bool is_alone(const sx_variable *v) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t node = v->x->part.first, list = sx_nodes_parent(nodes, node);
  if (!sx_nodes_is(nodes, list, "expression_list argument_list")) return false;
  return sx_nodes_first_named(nodes, list) == node &&
         sx_nodes_next_named(nodes, node) == SX_NODE_NONE;
}

static size_t count_left(const sx_variable *v) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t statement = sx_nodes_parent(nodes, sx_nodes_parent(nodes, v->x->part.first));
  size_t count = 0;
  if (sx_nodes_is(nodes, statement, "var_spec")) {
    uint32_t child = sx_nodes_first(nodes, statement);
    for (; child != SX_NODE_NONE; child = sx_nodes_next(nodes, child))
      count += sx_nodes_is_field(nodes, child, "name") && sx_nodes_is_named(nodes, child);
    return count;
  }
  uint32_t left = sx_nodes_field(nodes, statement, "left");
  if (left == SX_NODE_NONE) return 0;
  uint32_t child = sx_nodes_first_named(nodes, left);
  for (; child != SX_NODE_NONE; child = sx_nodes_next_named(nodes, child)) count++;
  return count;
}

/* The result of a function that the file declares: one, or not. */
static bool has_one_result(const sx_variable *v, uint32_t call) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t callee = sx_nodes_field(nodes, call, "function");
  const sx_name *name = sx_names_at(&v->x->names, callee);
  if (sx_nodes_is(nodes, callee, "parenthesized_expression func_literal")) return false;
  if (!name) return false;
  if (name->binding == SX_BINDING_FREE)
    return sx_language_has_word("len cap append make new min max string int int8 int16 int32 int64 "
                                "uint uint8 uint16 uint32 uint64 uintptr byte rune float32 float64 "
                                "bool copy complex real imag",
                                sx_nodes_text(nodes, callee), false);
  const sx_binding *binding = &v->x->names.bindings.items[name->binding];
  uint32_t function = sx_nodes_parent(nodes, v->x->names.names.items[binding->first].node);
  if (binding->kind == SX_BINDING_TYPE) return true;
  if (!sx_nodes_is(nodes, function, "function_declaration")) return false;
  uint32_t result = sx_nodes_field(nodes, function, "result");
  if (result == SX_NODE_NONE) return false;
  if (!sx_nodes_is(nodes, result, "parameter_list")) return true;
  uint32_t first = sx_nodes_first_named(nodes, result);
  size_t names = 0;
  for (uint32_t child = sx_nodes_first(nodes, first); child != SX_NODE_NONE;
       child = sx_nodes_next(nodes, child))
    names += sx_nodes_is_field(nodes, child, "name");
  return sx_nodes_next_named(nodes, first) == SX_NODE_NONE && names < 2;
}

static sx_status check_values(const sx_variable *v, sx_err *err) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t node = v->x->part.first;
  if (!is_alone(v)) return SX_OK;
  if (count_left(v) > 1)
    return sx_variable_refuse(v, node, err,
                              "It gives several values here, and a variable has one. Extract "
                              "a part of it.");
  bool may_be_several = sx_nodes_is(nodes, v->value, "call_expression") &&
                        !sx_nodes_is(nodes, sx_nodes_parent(nodes, sx_nodes_parent(nodes, node)),
                                     "short_var_declaration assignment_statement var_spec");
  if (may_be_several && !has_one_result(v, v->value))
    return sx_variable_refuse(v, node, err,
                              "This call may give several values, which a variable cannot have: "
                              "its function is not declared in this file. Extract a part of it.");
  return SX_OK;
}

/* `nil`, and what the context gives a type. */
static sx_status check_types(const sx_variable *v, sx_err *err) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t shift = untyped_shift(v), open = maybe_constant(v);
  if (open != SX_NODE_NONE)
    return sx_variable_refuse(v, open, err,
                              "This may be a constant without a type, which takes that of the "
                              "place where it stands, and a variable's may be another one. Convert "
                              "it first.");
  if (has_open_truth(v))
    return sx_variable_refuse(v, v->value, err,
                              "The file has a type of truth values, and whether this has that type "
                              "is decided by the place where it stands. Convert it first.");
  if (sx_nodes_is(nodes, v->value, "nil") ||
      sx_str_is_equal(sx_nodes_text(nodes, v->value), SX_STR("nil")))
    return sx_variable_refuse(v, v->value, err, "nil has no type of its own.");
  if (sx_str_is_equal(sx_nodes_text(nodes, v->value), SX_STR("iota")))
    return sx_variable_refuse(v, v->value, err, "iota means something else at another place.");
  if (shift != SX_NODE_NONE)
    return sx_variable_refuse(v, shift, err,
                              "The type of this shifted constant is that of the place where it "
                              "stands, and a variable's may be another one. Convert it first.");
  return SX_OK;
}

static sx_status check_jumps(const sx_variable *v, sx_err *err) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t function = v->x->part.function;
  for (uint32_t i = function; function != SX_NODE_NONE && i < nodes->ends[function]; i++)
    if (sx_nodes_is(nodes, i, "goto_statement"))
      return sx_variable_refuse(v, i, err,
                                "goto may not jump over the declaration of a variable. Extract "
                                "code of a function without it.");
  return SX_OK;
}

static sx_status check_file_level(sx_variable *v, sx_err *err) {
  if (!sx_nodes_is(&v->x->nodes, v->list, "source_file")) return SX_OK;
  if (!v->is_constant && sx_variable_judge(v, v->value) >= SX_VARIABLE_READS)
    return sx_variable_refuse(v, v->value, err,
                              "Variables of a package are initialized by what they depend on, and "
                              "that order might change.");
  return sx_refactoring_warn(v->x->r, v->x->document, v->x->part.start,
                             "another file of the package may declare '%.*s', which was not looked "
                             "for.",
                             SX_STR_ARG(v->x->request.name));
}

sx_status sx_variable_check_go(sx_variable *v, sx_err *err) {
  v->is_constant = is_constant(v);
  sx_status status = v->is_constant ? SX_OK : check_types(v, err);
  if (!status) status = check_values(v, err);
  if (!status) status = check_jumps(v, err);
  return status ? status : check_file_level(v, err);
}
