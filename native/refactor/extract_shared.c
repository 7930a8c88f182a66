#include "refactor/extract.h"

/* C, Go: the uses of a variable that is given by its address. */

static const sx_extract_value *shared_value(const sx_extraction *x, uint32_t binding) {
  for (size_t i = 0; i < x->part.values.len; i++)
    if (x->part.values.items[i].binding == binding && x->part.values.items[i].is_shared)
      return &x->part.values.items[i];
  return NULL;
}

/* `*x` needs no brackets as an argument or an operand of an assignment. */
static bool is_apart(const sx_extraction *x, uint32_t node) {
  const sx_nodes *nodes = &x->nodes;
  uint32_t parent = sx_nodes_parent(nodes, node);
  /* A macro may put what it is given into the middle of anything. */
  if (sx_nodes_is(nodes, parent, "argument_list") && x->style == SX_EXTRACT_C) {
    uint32_t callee = sx_nodes_field(nodes, sx_nodes_parent(nodes, parent), "function");
    const sx_name *name = sx_names_at(&x->names, callee);
    return name && name->binding != SX_BINDING_FREE &&
           x->names.bindings.items[name->binding].kind == SX_BINDING_FUNCTION;
  }
  return sx_nodes_is(nodes, parent,
                     "argument_list assignment_expression init_declarator return_statement "
                     "parenthesized_expression expression_list condition_clause");
}

static sx_text_edit edit_of(const sx_extraction *x, const sx_name *name) {
  const sx_nodes *nodes = &x->nodes;
  uint32_t node = name->node, parent = sx_nodes_parent(nodes, node);
  sx_str text = sx_nodes_text(nodes, node);
  bool is_address = sx_nodes_is(nodes, parent, "pointer_expression unary_expression") &&
                    sx_nodes_token(nodes, parent, "&") != SX_NODE_NONE;
  if (is_address) {
    const sx_tree_node *all = sx_nodes_get(nodes, parent);
    return (sx_text_edit){all->start, all->end, text};
  }
  uint32_t dot = sx_nodes_token(nodes, parent, ".");
  if (sx_nodes_is(nodes, parent, "field_expression") && dot != SX_NODE_NONE)
    return (sx_text_edit){name->start, sx_nodes_get(nodes, dot)->end,
                          sx_arena_printf(x->call->arena, "%.*s->", SX_STR_ARG(text))};
  if (sx_nodes_is(nodes, parent, "selector_expression"))
    return (sx_text_edit){name->start, name->end, text};
  sx_str made = is_apart(x, node) ? sx_arena_printf(x->call->arena, "*%.*s", SX_STR_ARG(text))
                                  : sx_arena_printf(x->call->arena, "(*%.*s)", SX_STR_ARG(text));
  return (sx_text_edit){name->start, name->end, made};
}

static bool is_array(const sx_extraction *x, uint32_t binding) {
  sx_extract_declared declared;
  return x->style == SX_EXTRACT_C && sx_extract_c_declared(x, binding, &declared) &&
         declared.is_array;
}

sx_status sx_extract_find_edits(sx_extraction *x, sx_err *err) {
  for (size_t i = sx_names_from(&x->names, x->part.start);
       i < x->names.names.len && x->names.names.items[i].start < x->part.end; i++) {
    const sx_name *name = &x->names.names.items[i];
    if (name->binding == SX_BINDING_FREE || !shared_value(x, name->binding) ||
        is_array(x, name->binding))
      continue;
    sx_text_edit edit = edit_of(x, name);
    sx_status status =
        sx_text_edits_add(&x->edits, edit.start, edit.end, edit.text, x->call->arena, err);
    if (status) return status;
  }
  return x->call->arena->status ? sx_fail(err, x->call->arena->status, NULL) : SX_OK;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Two variables of one name, an outer and an inner one, would be in one scope. */
sx_status sx_extract_check_twins(const sx_extraction *x, const sx_extract_part *part,
                                 const sx_name *name, sx_err *err) {
  const sx_names *names = &x->names;
  const sx_binding *one = &names->bindings.items[name->binding];
  for (size_t i = sx_names_from(names, part->start);
       i < names->names.len && names->names.items[i].start < part->end; i++) {
    uint32_t other = names->names.items[i].binding;
    if (other == SX_BINDING_FREE || other == name->binding) continue;
    const sx_binding *b = &names->bindings.items[other];
    if (!sx_str_is_equal(b->name, one->name) || sx_extract_has(x, part, b->scope) ||
        sx_extract_has(x, part, one->scope))
      continue;
    return sx_extract_refuse(x, names->names.items[i].node, err,
                             "'%.*s' means two variables in the selection. Rename one first.",
                             SX_STR_ARG(one->name));
  }
  return SX_OK;
}

/* ---- declarations that nothing uses any more ------------------------------------------------- */

static bool is_only_used_in(const sx_extraction *x, const sx_extract_part *part, uint32_t binding,
                            uint32_t declaration) {
  for (size_t i = 0; i < x->names.names.len; i++) {
    const sx_name *name = &x->names.names.items[i];
    if (name->binding == binding && !sx_extract_has(x, part, name->node) &&
        !sx_nodes_has_in(&x->nodes, declaration, name->node))
      return false;
  }
  return true;
}

/* `int i;`, `var n int`, `let n: number;`: of one variable, without a value. */
static bool is_plain_declaration(const sx_extraction *x, uint32_t declaration, uint32_t binding) {
  const sx_nodes *nodes = &x->nodes;
  size_t count = 0;
  for (uint32_t i = declaration; i < nodes->ends[declaration]; i++) {
    const sx_name *name = sx_names_at(&x->names, i);
    if (sx_nodes_is_comment(nodes, i) ||
        sx_nodes_is(nodes, i,
                    "init_declarator expression_list storage_class_specifier type_qualifier "
                    "attribute_specifier array_pattern object_pattern") ||
        (sx_nodes_is(nodes, i, "variable_declarator") &&
         sx_nodes_field(nodes, i, "value") != SX_NODE_NONE))
      return false;
    if (name && (name->roles & SX_NAME_DECLARES)) {
      if (name->binding != binding) return false;
      count++;
    }
  }
  return count == 1;
}

static bool has_own_line(const sx_extraction *x, uint32_t node) {
  const sx_tree_node *at = sx_nodes_get(&x->nodes, node);
  size_t end = sx_str_find_char(x->nodes.text, '\n', at->end);
  sx_str after = sx_str_slice(x->nodes.text, at->end, end);
  size_t line = sx_str_line_start(x->nodes.text, at->start);
  return end != SX_STR_NONE && !sx_str_trim(after).len &&
         sx_str_skip_blanks(x->nodes.text, line) == at->start;
}

sx_status sx_extract_drop_declaration(sx_extraction *x, const sx_extract_part *part,
                                      uint32_t binding, bool *out, sx_err *err) {
  uint32_t first = x->names.names.items[x->names.bindings.items[binding].first].node;
  uint32_t declaration = sx_nodes_above(&x->nodes, first,
                                        "declaration var_declaration lexical_declaration "
                                        "variable_declaration");
  *out = declaration != SX_NODE_NONE &&
         sx_extract_is_list(x, sx_nodes_parent(&x->nodes, declaration)) &&
         sx_control_function(&x->control, declaration) == part->function &&
         is_plain_declaration(x, declaration, binding) && has_own_line(x, declaration) &&
         is_only_used_in(x, part, binding, declaration);
  if (!*out) return SX_OK;
  uint32_t *added = SX_ARRAY_ADD(&x->dropped, x->call->arena);
  if (!added) return sx_fail(err, x->call->arena->status, NULL);
  *added = declaration;
  return SX_OK;
}

/* ---- the end --------------------------------------------------------------------------------- */

bool sx_extract_is_tail(const sx_extraction *x, const sx_extract_part *part) {
  const sx_nodes *nodes = &x->nodes;
  if (part->is_expression) return false;
  for (uint32_t node = part->last; node != part->function && node != SX_NODE_NONE;
       node = sx_nodes_parent(nodes, node)) {
    sx_control_class class = sx_control_of(&x->control, node);
    bool is_in_list = sx_extract_is_list(x, sx_nodes_parent(nodes, node));
    bool is_loop = class == SX_CONTROL_LOOP || class == SX_CONTROL_DO;
    if (node != part->last && is_loop) return false;
    if (is_in_list && sx_nodes_next_named(nodes, node) != SX_NODE_NONE) return false;
  }
  return true;
}
