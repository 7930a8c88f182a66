#include "refactor/extract_variable.h"

/* Python and JavaScript: what sees variables by another way; TypeScript: types by the context. */

sx_status sx_variable_check_python(sx_variable *v, sx_err *err) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t around = v->x->part.function == SX_NODE_NONE ? 0 : v->x->part.function;
  for (uint32_t i = v->value; i < nodes->ends[v->value]; i++)
    if (sx_nodes_is(nodes, i, "named_expression yield"))
      return sx_variable_refuse(v, i, err, "This does more than to give a value. Extract a part.");
  for (uint32_t i = around; i < nodes->ends[around]; i++) {
    const sx_name *name = sx_names_at(&v->x->names, i);
    if (name && (name->roles & SX_NAME_CALLS) && name->binding == SX_BINDING_FREE &&
        sx_language_has_word("locals vars eval exec globals dir", sx_nodes_text(nodes, i), false))
      return sx_variable_refuse(v, i, err,
                                "This call sees all variables of the function, a new one as well. "
                                "Extract code of another function.");
  }
  return SX_OK;
}

/* TypeScript gives these the type of the place where they stand. */
static uint32_t typed_by_place(const sx_variable *v) {
  const sx_nodes *nodes = &v->x->nodes;
  if (sx_nodes_is(nodes, v->value, "as_expression satisfies_expression")) return SX_NODE_NONE;
  for (uint32_t i = v->value; i < nodes->ends[v->value]; i++) {
    if (sx_nodes_is(nodes, i, "object array arrow_function function_expression")) {
      /* Objects are read only, and an argument has the type of its parameter. */
      uint32_t parent = sx_nodes_parent(nodes, i);
      bool is_argument = i != v->value && sx_nodes_is(nodes, parent, "arguments");
      bool is_object = i != v->value && sx_nodes_is_field(nodes, i, "object");
      if (!is_argument && !is_object) return i;
      i = nodes->ends[i] - 1;
    }
  }
  uint32_t constructor = sx_nodes_field(nodes, v->value, "constructor");
  bool is_generic = sx_language_has_word("Set Map WeakMap WeakSet Array Promise",
                                         sx_nodes_text(nodes, constructor), false);
  if (is_generic && sx_nodes_field(nodes, v->value, "type_arguments") == SX_NODE_NONE)
    return v->value;
  return SX_NODE_NONE;
}

/* A declaration without a type takes that of its value, as the new one does. */
static bool has_no_context(const sx_variable *v) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t parent = sx_nodes_parent(nodes, v->x->part.first);
  return sx_nodes_is(nodes, parent, "variable_declarator") &&
         sx_nodes_is(nodes, sx_nodes_field(nodes, parent, "name"), "identifier") &&
         sx_nodes_field(nodes, parent, "type") == SX_NODE_NONE &&
         sx_nodes_token(nodes, sx_nodes_parent(nodes, parent), "const") != SX_NODE_NONE;
}

/* `const area = () => 1`: area.name is "area". */
static bool is_named_by_place(const sx_variable *v) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t part = v->x->part.first;
  return sx_nodes_is(nodes, v->value, "arrow_function function_expression class") &&
         sx_nodes_field(nodes, v->value, "name") == SX_NODE_NONE &&
         sx_nodes_is(nodes, sx_nodes_parent(nodes, part),
                     "variable_declarator pair assignment_expression assignment_pattern "
                     "field_definition public_field_definition");
}

sx_status sx_variable_check_script(sx_variable *v, sx_err *err) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t with = sx_nodes_above(nodes, v->statement, "with_statement");
  if (with != SX_NODE_NONE)
    return sx_variable_refuse(v, with, err,
                              "Names within this `with` may be members of its object.");
  for (uint32_t i = v->value; i < nodes->ends[v->value]; i++)
    if (sx_nodes_is(nodes, i, "yield_expression"))
      return sx_variable_refuse(v, i, err, "This does more than to give a value. Extract a part.");
  if (is_named_by_place(v))
    return sx_variable_refuse(v, v->value, err,
                              "This function gets its name from where it stands, and would be "
                              "called as the variable. Give it a name first.");
  if (!v->x->is_typed) return SX_OK;
  uint32_t typed = has_no_context(v) ? SX_NODE_NONE : typed_by_place(v);
  if (typed != SX_NODE_NONE)
    return sx_variable_refuse(v, typed, err,
                              "The type of this is that of the place where it stands, and a "
                              "variable's may be another one. Give it a type by `satisfies` or "
                              "`as`, or extract other code.");
  sx_err ignored = {0};
  sx_status status = sx_extract_check_narrowing(v->x, &ignored);
  if (status != SX_REFUSED) return status ? sx_fail(err, status, NULL) : SX_OK;
  return sx_variable_refuse(v, v->value, err,
                            "This condition may narrow a type that code after it needs, which a "
                            "variable would not do. Extract other code.");
}
