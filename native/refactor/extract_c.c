#include "refactor/extract.h"

#include "base/byte.h"
#include "text/language.h"

/* C: what cannot be put into a function of its own. */

typedef struct checks {
  sx_extraction *x;
  const sx_extract_part *part;
  const sx_nodes *nodes;
  sx_err *err;
} checks;

#define PREPROCESSOR                                                                               \
  "preproc_if preproc_ifdef preproc_else preproc_elif preproc_def preproc_function_def "           \
  "preproc_call preproc_include preproc_elifdef"

/* Names that mean this function's own frame, arguments or place. */
#define FRAME                                                                                      \
  "setjmp _setjmp sigsetjmp __sigsetjmp longjmp siglongjmp va_start va_arg va_end va_copy alloca " \
  "__builtin_alloca __func__ __FUNCTION__ __PRETTY_FUNCTION__ __LINE__ __COUNTER__ "               \
  "__builtin_return_address __builtin_frame_address __builtin_va_start __builtin_va_arg "          \
  "LUAI_TRY vfork"

/* ---- the function around --------------------------------------------------------------------- */

static sx_status check_place(const checks *c) {
  uint32_t function = c->part->function;
  if (function == SX_NODE_NONE)
    return sx_extract_refuse(c->x, c->part->first, c->err,
                             "This is not code of a function. Select code of one.");
  for (uint32_t i = function; i < c->nodes->ends[function]; i++) {
    if (sx_nodes_get(c->nodes, i)->flags & (SX_TREE_ERROR | SX_TREE_MISSING) ||
        sx_names_is_hidden_declaration(&c->x->names, i))
      return sx_extract_refuse(c->x, i, c->err,
                               "The function has something here that is not understood, as by a "
                               "macro, so its variables are not known.");
    if (sx_nodes_is(c->nodes, i, "preproc_def preproc_function_def preproc_call preproc_include"))
      return sx_extract_refuse(c->x, i, c->err,
                               "The function has a line of the preprocessor in it, which may "
                               "change what its names mean. Move it out of the function first.");
    sx_str text = sx_nodes_is(c->nodes, i, "identifier") ? sx_nodes_text(c->nodes, i) : SX_STR("");
    if (sx_language_has_word("setjmp _setjmp sigsetjmp __sigsetjmp vfork", text, false))
      return sx_extract_refuse(c->x, i, c->err,
                               "The function calls %.*s, after which its variables may have other "
                               "values. Select code of another function.",
                               SX_STR_ARG(text));
  }
  for (uint32_t i = sx_nodes_parent(c->nodes, c->part->first); i != function && i != SX_NODE_NONE;
       i = sx_nodes_parent(c->nodes, i))
    if (sx_nodes_is(c->nodes, i, PREPROCESSOR))
      return sx_extract_refuse(c->x, i, c->err,
                               "The selection is compiled only under this condition of the "
                               "preprocessor. Select code without it.");
  return SX_OK;
}

static sx_status check_inline(const checks *c) {
  bool is_inline = false, is_static = false;
  uint32_t child = sx_nodes_first_named(c->nodes, c->part->function);
  for (; child != SX_NODE_NONE; child = sx_nodes_next_named(c->nodes, child)) {
    if (!sx_nodes_is(c->nodes, child, "storage_class_specifier")) continue;
    sx_str word = sx_nodes_text(c->nodes, child);
    is_inline = is_inline || sx_str_has_fold(word, SX_STR("inline"));
    is_static = is_static || sx_str_is_equal(word, SX_STR("static"));
  }
  if (!is_inline || is_static) return SX_OK;
  return sx_extract_refuse(c->x, c->part->function, c->err,
                           "An inline function that is not static may not call a static one.");
}

/* ---- what is in the selection ---------------------------------------------------------------- */

static bool is_pointed_at(const checks *c, uint32_t literal) {
  uint32_t parent = sx_nodes_parent(c->nodes, literal);
  sx_str type = sx_nodes_text(c->nodes, sx_nodes_field(c->nodes, literal, "type"));
  return sx_nodes_is(c->nodes, parent, "pointer_expression") ||
         sx_str_find_char(type, '[', 0) != SX_STR_NONE;
}

static sx_status check_node(const checks *c, uint32_t node) {
  const sx_nodes *nodes = c->nodes;
  if (sx_nodes_is(nodes, node, PREPROCESSOR))
    return sx_extract_refuse(c->x, node, c->err,
                             "A line of the preprocessor is in the selection. Select code without "
                             "it.");
  if (sx_nodes_is(nodes, node, "gnu_asm_expression statement_expression lambda_expression"))
    return sx_extract_refuse(c->x, node, c->err,
                             "This is in the selection and may do what cannot be known. Select "
                             "code without it.");
  if (sx_nodes_is(nodes, node, "attribute_specifier attribute_declaration") &&
      sx_str_find(sx_nodes_text(nodes, node), SX_STR("cleanup"), 0) != SX_STR_NONE)
    return sx_extract_refuse(c->x, node, c->err,
                             "A function is called at the end of this variable's block, which in "
                             "a function of its own would be earlier. Select code without it.");
  if (sx_nodes_is(nodes, node, "storage_class_specifier") &&
      sx_language_has_word("static extern _Thread_local __thread register",
                           sx_nodes_text(nodes, node), false))
    return sx_extract_refuse(c->x, node, c->err,
                             "The selection declares a %.*s variable. Select code without it.",
                             SX_STR_ARG(sx_nodes_text(nodes, node)));
  if (sx_nodes_is(nodes, node, "compound_literal_expression") && is_pointed_at(c, node))
    return sx_extract_refuse(c->x, node, c->err,
                             "This value lives as long as its block, and its address is taken, "
                             "which may be used after the selection. Give it a variable first.");
  if (sx_nodes_is(nodes, node, "identifier") &&
      sx_language_has_word(FRAME, sx_nodes_text(nodes, node), false))
    return sx_extract_refuse(c->x, node, c->err,
                             "%.*s in the selection means this function's own frame. Select code "
                             "without it.",
                             SX_STR_ARG(sx_nodes_text(nodes, node)));
  return SX_OK;
}

static sx_status check_nodes(const checks *c) {
  sx_status status = SX_OK;
  for (uint32_t i = c->part->first; i < c->nodes->ends[c->part->last] && !status; i++)
    status = check_node(c, i);
  for (uint32_t i = c->part->first; !status && i != SX_NODE_NONE && i <= c->part->last;
       i = sx_nodes_next(c->nodes, i))
    if (sx_nodes_is(c->nodes, i, "case_statement"))
      status = sx_extract_refuse(c->x, i, c->err,
                                 "A case belongs to its switch. Select its statements, or the "
                                 "whole switch.");
  return status;
}

static bool is_static(const checks *c, const sx_binding *binding) {
  uint32_t node = c->x->names.names.items[binding->first].node;
  uint32_t declaration = sx_nodes_above(c->nodes, node, "declaration compound_statement");
  uint32_t child = sx_nodes_first_named(c->nodes, declaration);
  for (; child != SX_NODE_NONE; child = sx_nodes_next_named(c->nodes, child))
    if (sx_nodes_is(c->nodes, child, "storage_class_specifier") &&
        sx_language_has_word("static extern _Thread_local __thread", sx_nodes_text(c->nodes, child),
                             false))
      return true;
  return false;
}

/* `sizeof` of an array that became a pointer is another one. */
static bool is_measured(const checks *c, uint32_t node) {
  uint32_t parent = sx_nodes_parent(c->nodes, node);
  while (sx_nodes_is(c->nodes, parent,
                     "parenthesized_expression type_descriptor subscript_expression"
                     " alignof_expression"))
    parent = sx_nodes_parent(c->nodes, parent);
  return sx_nodes_is(c->nodes, parent, "sizeof_expression alignof_expression");
}

/* `&array` points at the whole array, and `&pointer` at the pointer. */
static bool is_pointed_to(const checks *c, uint32_t node) {
  uint32_t parent = sx_nodes_parent(c->nodes, node);
  while (sx_nodes_is(c->nodes, parent, "parenthesized_expression"))
    parent = sx_nodes_parent(c->nodes, parent);
  return sx_nodes_is(c->nodes, parent, "pointer_expression") &&
         sx_nodes_token(c->nodes, parent, "&") != SX_NODE_NONE;
}

static sx_status check_name(const checks *c, const sx_name *name) {
  const sx_binding *b = &c->x->names.bindings.items[name->binding];
  if (b->scope == 0 || sx_extract_has(c->x, c->part, b->scope)) return SX_OK;
  bool is_inner = sx_extract_has(c->x, c->part, c->x->names.names.items[b->first].node);
  bool is_enumerator = sx_nodes_is(
      c->nodes, sx_nodes_parent(c->nodes, c->x->names.names.items[b->first].node), "enumerator");
  bool is_value = b->kind <= SX_BINDING_PARAMETER && !is_enumerator;
  if (is_inner) return SX_OK;
  if (!is_value || is_static(c, b))
    return sx_extract_refuse(c->x, name->node, c->err,
                             "'%.*s' is declared in the function around, as static, a type, a "
                             "constant or a function, and is not known outside of it. Move its "
                             "declaration out of the function first.",
                             SX_STR_ARG(b->name));
  sx_extract_declared declared;
  bool is_known = sx_extract_c_declared(c->x, name->binding, &declared);
  if (is_known && declared.is_array && is_measured(c, name->node))
    return sx_extract_refuse(c->x, name->node, c->err,
                             "The size of the array '%.*s' is used in the selection, which in "
                             "another function would be that of a pointer. Select code without it.",
                             SX_STR_ARG(b->name));
  if (is_known && declared.is_array && is_pointed_to(c, name->node))
    return sx_extract_refuse(c->x, name->node, c->err,
                             "The address of the array '%.*s' is used in the selection, which in "
                             "another function would be that of a pointer. Select code without it.",
                             SX_STR_ARG(b->name));
  return SX_OK;
}

sx_status sx_extract_c_check(sx_extraction *x, const sx_extract_part *part, sx_err *err) {
  const checks c = {x, part, &x->nodes, err};
  sx_status status = check_place(&c);
  if (!status) status = check_inline(&c);
  if (!status) status = check_nodes(&c);
  for (size_t i = sx_names_from(&x->names, part->start);
       i < x->names.names.len && x->names.names.items[i].start < part->end && !status; i++) {
    const sx_name *name = &x->names.names.items[i];
    if (name->binding == SX_BINDING_FREE) continue;
    status = check_name(&c, name);
    if (!status) status = sx_extract_check_twins(x, part, name, err);
  }
  return status;
}
