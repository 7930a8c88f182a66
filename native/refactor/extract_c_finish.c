#include "refactor/extract.h"

#include "text/language.h"

/* C: the type of the result, what has to be declared before, and what is shared. */

/* ---- the result ------------------------------------------------------------------------------ */

static bool is_stars(sx_str text) {
  for (size_t i = 0; i < text.len; i++)
    if (text.ptr[i] != '*' && text.ptr[i] != ' ') return false;
  return true;
}

/* "char *": of what the function around returns; or empty. */
static sx_str function_type(const sx_extraction *x, uint32_t function) {
  const sx_nodes *nodes = &x->nodes;
  sx_buf out;
  uint32_t top = SX_NODE_NONE, child = sx_nodes_first_named(nodes, function);
  sx_buf_init(&out, SX_DOCUMENT_MAX_BYTES);
  for (; child != SX_NODE_NONE && top == SX_NODE_NONE; child = sx_nodes_next_named(nodes, child)) {
    if (sx_nodes_is_field(nodes, child, "declarator"))
      top = child;
    else if (sx_nodes_is(nodes, child,
                         "type_qualifier primitive_type type_identifier sized_type_specifier "
                         "struct_specifier union_specifier enum_specifier") &&
             !sx_language_has_word("_Noreturn noreturn", sx_nodes_text(nodes, child), false))
      sx_buf_addf(&out, "%s%.*s", out.len ? " " : "", SX_STR_ARG(sx_nodes_text(nodes, child)));
    else if (!sx_nodes_is(nodes, child, "storage_class_specifier"))
      top = SX_NODE_NONE;
  }
  uint32_t inner = top;
  while (sx_nodes_is(nodes, inner, "pointer_declarator"))
    inner = sx_nodes_field(nodes, inner, "declarator");
  sx_str before = inner == SX_NODE_NONE ? SX_STR("?")
                                        : sx_str_slice(nodes->text, sx_nodes_get(nodes, top)->start,
                                                       sx_nodes_get(nodes, inner)->start);
  if (!sx_nodes_is(nodes, inner, "function_declarator") || !is_stars(before)) out.len = 0;
  if (out.len && before.len) sx_buf_addf(&out, " %.*s", SX_STR_ARG(sx_str_trim(before)));
  return sx_buf_keep(&out, x->call->arena);
}

/* The type that a function of the file returns; or empty. */
static sx_str called_type(const sx_extraction *x, uint32_t call) {
  const sx_nodes *nodes = &x->nodes;
  const sx_name *name = sx_names_at(&x->names, sx_nodes_field(nodes, call, "function"));
  if (!name || name->binding == SX_BINDING_FREE) return SX_STR("");
  const sx_binding *b = &x->names.bindings.items[name->binding];
  if (b->kind != SX_BINDING_FUNCTION) return SX_STR("");
  uint32_t node = x->names.names.items[b->first].node;
  return function_type(x, sx_nodes_above(nodes, node, "function_definition declaration"));
}

static sx_str type_of_binding(const sx_extraction *x, uint32_t binding) {
  sx_extract_declared d;
  if (binding == SX_BINDING_FREE || !sx_extract_c_declared(x, binding, &d) || !d.is_plain)
    return SX_STR("");
  if (!d.before.len) return d.specifiers;
  return sx_arena_printf(x->call->arena, "%.*s %.*s", SX_STR_ARG(d.specifiers),
                         SX_STR_ARG(sx_str_trim(d.before)));
}

static bool is_truth(const sx_extraction *x, uint32_t node) {
  while (sx_nodes_is(&x->nodes, node, "parenthesized_expression"))
    node = sx_nodes_first_named(&x->nodes, node);
  sx_str sign = sx_nodes_text(&x->nodes, sx_nodes_field(&x->nodes, node, "operator"));
  return (sx_nodes_is(&x->nodes, node, "binary_expression") &&
          sx_language_has_word("== != < > <= >= && ||", sign, false)) ||
         (sx_nodes_is(&x->nodes, node, "unary_expression") && sx_str_is_equal(sign, SX_STR("!")));
}

/* The type that the value becomes at once where it stands, so that it may as well before. */
static sx_str expression_type(const sx_extraction *x) {
  const sx_nodes *nodes = &x->nodes;
  uint32_t node = x->part.first, parent = sx_nodes_parent(nodes, node);
  if (is_truth(x, node)) return SX_STR("int");
  if (sx_nodes_is(nodes, node, "call_expression")) return called_type(x, node);
  if (sx_nodes_is(nodes, node, "cast_expression")) {
    sx_str type = sx_nodes_text(nodes, sx_nodes_field(nodes, node, "type"));
    bool is_simple = sx_str_find_char(type, '(', 0) == SX_STR_NONE &&
                     sx_str_find_char(type, '[', 0) == SX_STR_NONE;
    return is_simple ? type : SX_STR("");
  }
  while (sx_nodes_is(nodes, parent, "parenthesized_expression")) {
    node = parent;
    parent = sx_nodes_parent(nodes, parent);
  }
  if (sx_nodes_is(nodes, parent, "return_statement")) return function_type(x, x->part.function);
  if (sx_nodes_is(nodes, parent, "init_declarator") && sx_nodes_is_field(nodes, node, "value")) {
    uint32_t name = sx_nodes_field(nodes, parent, "declarator");
    while (sx_nodes_is(nodes, name, "pointer_declarator"))
      name = sx_nodes_field(nodes, name, "declarator");
    const sx_name *at = sx_names_at(&x->names, name);
    return at ? type_of_binding(x, at->binding) : SX_STR("");
  }
  bool is_assigned = sx_nodes_is(nodes, parent, "assignment_expression") &&
                     sx_nodes_token(nodes, parent, "=") != SX_NODE_NONE;
  const sx_name *left =
      is_assigned ? sx_names_at(&x->names, sx_nodes_field(nodes, parent, "left")) : NULL;
  return left ? type_of_binding(x, left->binding) : SX_STR("");
}

/* In these the value is a constant, or not a value. */
static sx_status check_constant(sx_extraction *x, sx_err *err) {
  const sx_nodes *nodes = &x->nodes;
  uint32_t child = x->part.first;
  for (uint32_t node = sx_nodes_parent(nodes, child); node != SX_NODE_NONE;
       child = node, node = sx_nodes_parent(nodes, node)) {
    bool is_static = false;
    for (uint32_t i = sx_nodes_first_named(nodes, node);
         i != SX_NODE_NONE && sx_nodes_is(nodes, node, "declaration");
         i = sx_nodes_next_named(nodes, i))
      is_static = is_static || (sx_nodes_is(nodes, i, "storage_class_specifier") &&
                                sx_str_is_equal(sx_nodes_text(nodes, i), SX_STR("static")));
    bool is_label =
        sx_nodes_is(nodes, node, "case_statement") && sx_nodes_is_field(nodes, child, "value");
    bool is_callee = child == x->part.first && sx_nodes_is_field(nodes, child, "function");
    bool is_address = child == x->part.first && sx_nodes_is(nodes, node, "pointer_expression") &&
                      sx_nodes_token(nodes, node, "&") != SX_NODE_NONE;
    bool is_size = sx_nodes_is(nodes, node,
                               "array_declarator enumerator bitfield_clause "
                               "sizeof_expression alignof_expression");
    const sx_name *callee = sx_names_at(&x->names, sx_nodes_field(nodes, node, "function"));
    bool is_macro = callee && callee->binding != SX_BINDING_FREE &&
                    x->names.bindings.items[callee->binding].kind == SX_BINDING_MACRO;
    if (is_static || is_label || is_callee || is_address || is_size || is_macro)
      return sx_extract_refuse(x, x->part.first, err,
                               "Here the language or a macro needs this expression itself, and "
                               "not the value of a call. Select another one.");
    if (sx_extract_is_list(x, node)) return SX_OK;
  }
  return SX_OK;
}

static sx_status find_result(sx_extraction *x, sx_err *err) {
  sx_extract_part *part = &x->part;
  x->result_type = SX_STR("");
  if (part->is_expression) {
    sx_status status = check_constant(x, err);
    if (status) return status;
    x->result_type = expression_type(x);
  }
  if (part->is_returning && part->has_value) x->result_type = function_type(x, x->part.function);
  bool is_wanted = part->is_expression || (part->is_returning && part->has_value);
  if (!is_wanted || (x->result_type.len && !sx_str_is_equal(x->result_type, SX_STR("void"))))
    return SX_OK;
  return sx_extract_refuse(x, part->first, err,
                           "The type of the result is not known here. Select a statement, or an "
                           "expression that is compared, returned or the whole value of a "
                           "variable.");
}

/* Without a value at the end what the function returns is not known. */
static sx_status check_return(sx_extraction *x, sx_err *err) {
  bool is_void = sx_str_is_equal(function_type(x, x->part.function), SX_STR("void"));
  if (!x->part.is_returning && !is_void && sx_extract_is_tail(x, &x->part))
    return sx_extract_refuse(x, x->part.last, err,
                             "The function ends with this statement and returns nothing after it. "
                             "Select code without it.");
  if (!x->part.is_returning || !x->part.has_value) return SX_OK;
  for (uint32_t node = x->part.first; node != SX_NODE_NONE && node <= x->part.last;
       node = sx_nodes_next(&x->nodes, node))
    if (sx_control_never_ends(&x->control, node)) return SX_OK;
  return sx_extract_refuse(x, x->part.last, err,
                           "The selection may end without a return. Add it first.");
}

/* ---- what is declared before ----------------------------------------------------------------- */

static sx_status check_declared(sx_extraction *x, sx_err *err) {
  const sx_names *names = &x->names;
  if (x->at > sx_nodes_get(&x->nodes, x->part.function)->start)
    return sx_extract_refuse(x, x->part.function, err,
                             "The new function has to be declared before this one. Give a "
                             "target_line above it.");
  uint32_t head = sx_nodes_get(&x->nodes, x->part.function)->start;
  uint32_t body = sx_nodes_get(&x->nodes, x->part.start ? x->part.first : 0)->start;
  for (size_t i = 0; i < names->names.len && names->names.items[i].start < x->part.end; i++) {
    const sx_name *name = &names->names.items[i];
    bool is_near = name->start >= head && (name->start >= body || (name->roles & SX_NAME_TYPE));
    if (!is_near || name->binding == SX_BINDING_FREE) continue;
    const sx_binding *b = &names->bindings.items[name->binding];
    if (b->scope == 0 && names->names.items[b->first].start >= x->at)
      return sx_extract_refuse(x, name->node, err,
                               "'%.*s' is not declared where the new function would be, above "
                               "this one. Declare it earlier.",
                               SX_STR_ARG(b->name));
  }
  return SX_OK;
}

sx_status sx_extract_c_finish(sx_extraction *x, sx_err *err) {
  sx_status status = find_result(x, err);
  if (!status) status = check_return(x, err);
  if (!status) status = check_declared(x, err);
  if (!status) status = sx_extract_c_check_macros(x, err);
  return status ? status : sx_extract_find_edits(x, err);
}
