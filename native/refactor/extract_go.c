#include "refactor/extract.h"

#include "text/language.h"

/* Go: what cannot be put into a function of its own. */

static const sx_binding *binding_of(const sx_extraction *x, const sx_extract_value *value) {
  return &x->names.bindings.items[value->binding];
}

/* ---- the selection --------------------------------------------------------------------------- */

static sx_status check_node(const sx_extraction *x, uint32_t node, sx_err *err) {
  const sx_nodes *nodes = &x->nodes;
  sx_str text = sx_nodes_is(nodes, node, "identifier field_identifier") ? sx_nodes_text(nodes, node)
                                                                        : SX_STR("");
  const sx_name *name = sx_names_at(&x->names, node);
  bool is_recover =
      name && name->binding == SX_BINDING_FREE && sx_str_is_equal(text, SX_STR("recover"));
  if (is_recover || sx_language_has_word("Caller Callers Helper", text, false))
    return sx_extract_refuse(x, node, err,
                             "%.*s in the selection means this function's own call. Select code "
                             "without it.",
                             SX_STR_ARG(text));
  return SX_OK;
}

static bool is_named_result(const sx_extraction *x, const sx_binding *b) {
  uint32_t list = sx_nodes_above(&x->nodes, x->names.names.items[b->first].node, "parameter_list");
  return sx_nodes_is_field(&x->nodes, list, "result");
}

static sx_status check_name(const sx_extraction *x, const sx_extract_part *part,
                            const sx_name *name, sx_err *err) {
  const sx_binding *b = &x->names.bindings.items[name->binding];
  if (b->scope == 0 || sx_extract_has(x, part, b->scope)) return SX_OK;
  if (sx_extract_has(x, part, x->names.names.items[b->first].node)) {
    if (b->kind != SX_BINDING_CONSTANT && b->kind != SX_BINDING_TYPE) return SX_OK;
    for (size_t i = 0; i < x->names.names.len; i++)
      if (x->names.names.items[i].binding == name->binding &&
          !sx_extract_has(x, part, x->names.names.items[i].node))
        return sx_extract_refuse(x, name->node, err,
                                 "The selection declares '%.*s', which is used outside of it. "
                                 "Select it with its uses, or without it.",
                                 SX_STR_ARG(b->name));
    return SX_OK;
  }
  if (b->kind != SX_BINDING_VARIABLE && b->kind != SX_BINDING_PARAMETER)
    return sx_extract_refuse(x, name->node, err,
                             "'%.*s' is a type, a type parameter or a constant of the function "
                             "around, and not known outside of it. Move its declaration out of "
                             "the function first.",
                             SX_STR_ARG(b->name));
  if ((name->roles & (SX_NAME_WRITES | SX_NAME_ADDRESS)) && is_named_result(x, b))
    return sx_extract_refuse(x, name->node, err,
                             "The selection writes '%.*s', a named result, which a return without "
                             "values returns. Select code that does not write it.",
                             SX_STR_ARG(b->name));
  return SX_OK;
}

static bool is_at_end(const sx_extraction *x, const sx_extract_part *part) {
  uint32_t block = sx_nodes_parent(&x->nodes, sx_nodes_parent(&x->nodes, part->last));
  return sx_nodes_next_named(&x->nodes, part->last) == SX_NODE_NONE &&
         sx_nodes_is_field(&x->nodes, block, "body") &&
         sx_nodes_parent(&x->nodes, block) == part->function;
}

static uint32_t last_statement(const sx_extraction *x, const sx_extract_part *part) {
  uint32_t last = part->first;
  for (uint32_t i = part->first; i != SX_NODE_NONE && i <= part->last;
       i = sx_nodes_next_named(&x->nodes, i))
    if (!sx_nodes_is_comment(&x->nodes, i)) last = i;
  return last;
}

static sx_status check_return(const sx_extraction *x, const sx_extract_part *part, sx_err *err) {
  uint32_t last = last_statement(x, part);
  bool has_results = sx_nodes_field(&x->nodes, part->function, "result") != SX_NODE_NONE;
  if (!part->is_returning && has_results && sx_extract_is_tail(x, part))
    return sx_extract_refuse(x, last, err,
                             "The function ends with this statement and returns nothing after it. "
                             "Select code without it.");
  if (!part->is_returning) return SX_OK;
  if (has_results && !part->has_value)
    return sx_extract_refuse(x, last, err,
                             "A return without values returns the named results. Select code "
                             "without it.");
  if (!part->has_value || is_at_end(x, part) || sx_nodes_is(&x->nodes, last, "return_statement"))
    return SX_OK;
  return sx_extract_refuse(x, last, err,
                           "The selection has to end with a return. Select up to one.");
}

sx_status sx_extract_go_check(sx_extraction *x, const sx_extract_part *part, sx_err *err) {
  sx_status status = SX_OK;
  if (part->function == SX_NODE_NONE)
    return sx_extract_refuse(x, part->first, err,
                             "This is not code of a function. Select code of one.");
  for (uint32_t i = part->first; i < x->nodes.ends[part->last] && !status; i++)
    status = check_node(x, i, err);
  for (uint32_t i = part->first; i != SX_NODE_NONE && i <= part->last && !status;
       i = sx_nodes_next(&x->nodes, i))
    if (sx_nodes_is(&x->nodes, i, "fallthrough_statement"))
      status = sx_extract_refuse(x, i, err,
                                 "fallthrough belongs to its switch. Select code without it.");
  for (size_t i = sx_names_from(&x->names, part->start);
       i < x->names.names.len && x->names.names.items[i].start < part->end && !status; i++) {
    const sx_name *name = &x->names.names.items[i];
    if (name->binding == SX_BINDING_FREE) continue;
    status = check_name(x, part, name, err);
    if (!status) status = sx_extract_check_twins(x, part, name, err);
  }
  return status ? status : check_return(x, part, err);
}

/* ---- values ---------------------------------------------------------------------------------- */

static bool is_read(const sx_extraction *x, const sx_extract_part *part, uint32_t binding,
                    bool inside) {
  for (size_t i = 0; i < x->names.names.len; i++) {
    const sx_name *name = &x->names.names.items[i];
    if (name->binding == binding && (name->roles & (SX_NAME_READS | SX_NAME_ADDRESS)) &&
        sx_extract_has(x, part, name->node) == inside)
      return true;
  }
  return false;
}

static sx_status check_value(sx_extraction *x, const sx_extract_part *part,
                             const sx_extract_value *value, sx_err *err) {
  const sx_binding *b = binding_of(x, value);
  bool is_used = is_read(x, part, value->binding, false);
  if (!sx_extract_go_is_usable(x, x->types[value->binding]))
    return sx_extract_refuse(x, value->node, err,
                             "The type of '%.*s' is not known, or cannot be named outside of this "
                             "function: nothing declares it, and the language server did not give "
                             "one. Declare its type.",
                             SX_STR_ARG(b->name));
  if (value->is_shared && sx_extract_go_is_vague(x, value->binding))
    return sx_extract_refuse(x, value->node, err,
                             "A method of '%.*s' may change it, and whether its type is an "
                             "interface is not known here. Select code that does not use it.",
                             SX_STR_ARG(b->name));
  if (value->is_result && value->is_new && sx_extract_go_is_shared(x, value->binding))
    return sx_extract_refuse(x, value->node, err,
                             "The selection declares '%.*s', which is used after it and of which "
                             "the address is used. Declare it before the selection.",
                             SX_STR_ARG(b->name));
  bool is_idle = value->is_local && !is_read(x, part, value->binding, true);
  bool is_left =
      (value->is_local || value->is_result) && (!is_used || (is_idle && !value->is_result));
  bool is_dropped = false;
  sx_status status = is_left && !value->is_result && !is_idle
                         ? sx_extract_drop_declaration(x, part, value->binding, &is_dropped, err)
                         : SX_OK;
  if (status) return status;
  if (is_left && !is_dropped)
    return sx_extract_refuse(x, value->node, err,
                             "'%.*s' would not be used any more where it is declared. Move its "
                             "declaration into the selection first.",
                             SX_STR_ARG(b->name));
  return SX_OK;
}

/* `a, b := f()` declares those that are not in the same block. */
static sx_status check_declared(const sx_extraction *x, const sx_extract_part *part, sx_err *err) {
  uint32_t scope = SX_NODE_NONE;
  for (size_t i = 0; i < part->values.len; i++)
    if (part->values.items[i].is_result && part->values.items[i].is_new)
      scope = binding_of(x, &part->values.items[i])->scope;
  for (size_t i = 0; i < part->values.len && scope != SX_NODE_NONE; i++)
    if (part->values.items[i].is_result && binding_of(x, &part->values.items[i])->scope != scope)
      return sx_extract_refuse(x, part->values.items[i].node, err,
                               "The selection writes '%.*s' of a block around, and declares others "
                               "that are used after it. Declare those before the selection.",
                               SX_STR_ARG(binding_of(x, &part->values.items[i])->name));
  return SX_OK;
}

sx_status sx_extract_go_settle(sx_extraction *x, sx_extract_part *part, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < part->values.len && !status; i++)
    status = check_value(x, part, &part->values.items[i], err);
  return status ? status : check_declared(x, part, err);
}

/* `switch v := x.(type)`: in each case it has another type. */
static bool is_by_case(const sx_extraction *x, uint32_t binding) {
  uint32_t node = x->names.names.items[x->names.bindings.items[binding].first].node;
  return sx_nodes_is_field(&x->nodes, sx_nodes_parent(&x->nodes, node), "alias");
}

bool sx_extract_go_is_same(const sx_extraction *x, const sx_extract_part *other) {
  if (other->values.len != x->part.values.len) return false;
  for (size_t i = 0; i < other->values.len; i++)
    if (is_by_case(x, other->values.items[i].binding) ||
        !sx_str_is_equal(x->types[x->part.values.items[i].binding],
                         x->types[other->values.items[i].binding]))
      return false;
  return true;
}

/* ---- the result ------------------------------------------------------------------------------ */

static sx_str function_types(const sx_extraction *x) {
  size_t count = 0;
  sx_buf out;
  bool is_usable = true;
  sx_buf_init(&out, SX_DOCUMENT_MAX_BYTES);
  (void)sx_extract_go_result(x, x->part.function, 0, &count);
  if (count > 1) sx_buf_add_char(&out, '(');
  for (size_t i = 0; i < count; i++) {
    size_t all = 0;
    sx_str type = sx_extract_go_result(x, x->part.function, i, &all);
    is_usable = is_usable && sx_extract_go_is_usable(x, type);
    sx_buf_addf(&out, "%s%.*s", i ? ", " : "", SX_STR_ARG(type));
  }
  if (count > 1) sx_buf_add_char(&out, ')');
  sx_str types = sx_buf_keep(&out, x->call->arena);
  return is_usable ? types : SX_STR("");
}

static bool is_alone(const sx_nodes *nodes, uint32_t list) {
  uint32_t first = sx_nodes_first_named(nodes, list);
  return first != SX_NODE_NONE && sx_nodes_next_named(nodes, first) == SX_NODE_NONE;
}

/* The type that the value becomes at once where it stands; else its type in the text. */
static sx_str expression_type(const sx_extraction *x) {
  const sx_nodes *nodes = &x->nodes;
  uint32_t node = x->part.first, list = sx_nodes_parent(nodes, node);
  uint32_t statement = sx_nodes_parent(nodes, list);
  if (sx_nodes_is_field(nodes, node, "condition")) return SX_STR("bool");
  sx_str inferred = sx_extract_go_infer(x, node, 0);
  if (sx_str_is_equal(inferred, SX_STR("bool"))) return inferred;
  if (!sx_nodes_is(nodes, list, "expression_list") || !is_alone(nodes, list)) return SX_STR("");
  if (sx_nodes_is(nodes, statement, "return_statement")) {
    size_t count = 0;
    sx_str type = sx_extract_go_result(x, x->part.function, 0, &count);
    return count == 1 ? type : SX_STR("");
  }
  if (sx_nodes_is(nodes, statement, "var_spec")) {
    sx_str type = sx_nodes_text(nodes, sx_nodes_field(nodes, statement, "type"));
    return type.len ? type : inferred;
  }
  uint32_t left = sx_nodes_field(nodes, statement, "left");
  bool is_set = sx_nodes_is(nodes, statement, "short_var_declaration") ||
                (sx_nodes_is(nodes, statement, "assignment_statement") &&
                 sx_nodes_token(nodes, statement, "=") != SX_NODE_NONE);
  const sx_name *name = sx_names_at(&x->names, sx_nodes_first_named(nodes, left));
  if (!is_set || !is_alone(nodes, left) || !name || name->binding == SX_BINDING_FREE)
    return SX_STR("");
  return x->types[name->binding];
}

static sx_status check_constant(const sx_extraction *x, sx_err *err) {
  const sx_nodes *nodes = &x->nodes;
  uint32_t node = x->part.first, parent = sx_nodes_parent(nodes, node);
  bool is_address = sx_nodes_is(nodes, parent, "unary_expression") &&
                    sx_nodes_token(nodes, parent, "&") != SX_NODE_NONE;
  bool is_constant =
      sx_nodes_above(nodes, node, "const_spec array_type block") != SX_NODE_NONE &&
      !sx_nodes_is(nodes, sx_nodes_above(nodes, node, "const_spec array_type block"), "block");
  bool is_part = sx_nodes_is(nodes, parent,
                             "defer_statement go_statement inc_statement dec_statement "
                             "expression_statement keyed_element");
  if (!is_address && !is_constant && !is_part && !sx_nodes_is_field(nodes, node, "function"))
    return SX_OK;
  return sx_extract_refuse(x, node, err,
                           "Here the language needs this expression itself, and not the value of "
                           "a call. Select another one.");
}

static sx_status find_result(sx_extraction *x, sx_err *err) {
  const sx_extract_part *part = &x->part;
  sx_status status = part->is_expression ? check_constant(x, err) : SX_OK;
  x->result_type = SX_STR("");
  if (status) return status;
  if (part->is_expression) x->result_type = expression_type(x);
  if (part->is_returning && part->has_value) x->result_type = function_types(x);
  if (!part->is_expression && !(part->is_returning && part->has_value)) return SX_OK;
  bool is_usable =
      x->result_type.len && (part->is_returning || sx_extract_go_is_usable(x, x->result_type));
  if (is_usable) return SX_OK;
  return sx_extract_refuse(x, part->first, err,
                           "The type of the result is not known here. Select a statement, or an "
                           "expression that is compared, returned or the whole value of a "
                           "variable.");
}

/* A method on a copy would change that. */
static sx_status check_receiver(const sx_extraction *x, sx_err *err) {
  if (!x->is_method) return SX_OK;
  uint32_t list = sx_nodes_field(&x->nodes, x->owner, "receiver");
  uint32_t node = sx_nodes_field(&x->nodes, sx_nodes_first_named(&x->nodes, list), "name");
  const sx_name *name = sx_names_at(&x->names, node);
  sx_str text = sx_nodes_text(&x->nodes, node);
  bool is_hidden = name && sx_names_look_up(&x->names, text, x->part.first) != name->binding;
  for (size_t i = 0; i < x->duplicates.len && name; i++)
    is_hidden = is_hidden ||
                sx_names_look_up(&x->names, text, x->duplicates.items[i].first) != name->binding;
  if (is_hidden)
    return sx_extract_refuse(x, x->part.first, err,
                             "'%.*s', the method's receiver, is another variable here. Call again "
                             "with kind=\"function\".",
                             SX_STR_ARG(text));
  if (!name || !sx_extract_go_is_shared(x, name->binding)) return SX_OK;
  return sx_extract_refuse(x, node, err,
                           "The method has a copy of its receiver, of which the address is used. "
                           "Call again with kind=\"function\".");
}

#define PREDECLARED                                                                                \
  "append cap clear close complex copy delete imag len make max min new panic print println real " \
  "recover init main error any bool string int int8 int16 int32 int64 uint uint8 uint16 uint32 "   \
  "uint64 uintptr byte rune float32 float64 complex64 complex128 true false nil iota comparable"

sx_status sx_extract_go_finish(sx_extraction *x, sx_err *err) {
  if (sx_language_has_word(PREDECLARED, x->request.name, false))
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "function_name '%.*s' has a meaning in Go. Choose another name.",
                   SX_STR_ARG(x->request.name));
  sx_status status = find_result(x, err);
  if (!status) status = check_receiver(x, err);
  return status ? status : sx_extract_find_edits(x, err);
}
