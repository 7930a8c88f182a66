#include "refactor/inline_parts.h"

/* ---- its value ------------------------------------------------------------------------------- */

typedef struct value {
  sx_inline_level level;
  bool has_names;
} value;

/* C: a macro with the name in its text may write it wherever it is used. */
static bool is_in_macro(const sx_inline_text *text, const sx_name *name) {
  sx_str word = sx_nodes_text(&text->nodes, name->node);
  for (size_t i = 0; i < text->names.names.len; i++) {
    const sx_name *other = &text->names.names.items[i];
    if (sx_nodes_is(&text->nodes, other->node, "preproc_arg") &&
        sx_str_is_equal(sx_str_slice(text->nodes.text, other->start, other->end), word))
      return true;
  }
  return false;
}

/* A name in the value that is written again could have changed between it and a use. */
static sx_status check_operand(sx_inlining *in, const sx_name *name, sx_err *err) {
  const sx_inline_text *text = in->definition.in;
  size_t writes = 0;
  for (size_t i = 0; i < text->names.names.len; i++)
    writes += text->names.names.items[i].binding == name->binding &&
              (text->names.names.items[i].roles & (SX_NAME_WRITES | SX_NAME_ADDRESS));
  if (name->binding != SX_BINDING_FREE && writes <= 1 &&
      !text->names.bindings.items[name->binding].is_shared && !is_in_macro(text, name))
    return SX_OK;
  return sx_inline_refuse(in, text, name->node, err,
                          "the value has %.*s in it, which may change between it and a use.",
                          SX_STR_ARG(sx_nodes_text(&text->nodes, name->node)));
}

static sx_status read_value(sx_inlining *in, value *out, sx_err *err) {
  const sx_inline_text *text = in->definition.in;
  const sx_tree_node *at = sx_nodes_get(&text->nodes, in->definition.result);
  const sx_names *names = &text->names;
  *out = (value){.level = sx_inline_judge(text, in->definition.result)};
  sx_status status = SX_OK;
  for (size_t i = sx_names_from(names, at->start); i < names->names.len && !status; i++) {
    if (names->names.items[i].start >= at->end) break;
    out->has_names = true;
    if (out->level < SX_INLINE_CHANGES) status = check_operand(in, &names->names.items[i], err);
  }
  return status;
}

/* ---- a use ----------------------------------------------------------------------------------- */

static bool is_in_next_statement(const sx_inlining *in, const sx_inline_use *use) {
  const sx_inline_definition *of = &in->definition;
  const sx_nodes *nodes = &of->in->nodes;
  uint32_t next = sx_nodes_next_named(nodes, of->item);
  return use->in == of->in && next != SX_NODE_NONE && sx_nodes_has_in(nodes, next, use->node) &&
         sx_nodes_is(nodes, next,
                     "expression_statement return_statement lexical_declaration "
                     "variable_declaration");
}

/* A value that is computed only once must be computed at once, with nothing before it. */
static sx_status check_at_once(sx_inlining *in, const sx_inline_use *use, sx_inline_level level,
                               sx_err *err) {
  const sx_inline_definition *of = &in->definition;
  const sx_nodes *nodes = &of->in->nodes;
  if (in->uses.len == 1 && is_in_next_statement(in, use) && of->in == use->in) {
    uint32_t next = sx_nodes_next_named(nodes, of->item), root = sx_nodes_first_named(nodes, next);
    while (sx_nodes_is(nodes, root, "assignment variable_declarator")) {
      uint32_t right = sx_nodes_field(nodes, root, "right");
      root = right == SX_NODE_NONE ? sx_nodes_field(nodes, root, "value") : right;
    }
    if (sx_nodes_has_in(nodes, root, use->node) && sx_inline_is_certain(of->in, root, use->node) &&
        sx_inline_judge_part(of->in, sx_nodes_get(nodes, root)->start,
                             sx_nodes_get(nodes, use->node)->start) <=
            (level == SX_INLINE_ACTS ? SX_INLINE_FIXED : SX_INLINE_CHANGES))
      return SX_OK;
  }
  return sx_inline_refuse(in, of->in, of->result, err,
                          "its value may change or act, and is used more than once, later, or "
                          "after something else. Only a value that is used at once can take the "
                          "variable's place.");
}

static sx_status check_place(sx_inlining *in, const sx_inline_use *use, const value *of_value,
                             sx_err *err) {
  const sx_inline_definition *of = &in->definition;
  const sx_nodes *nodes = &of->in->nodes;
  const sx_name *name = sx_names_at(&use->in->names, use->node);
  if (!name || !(name->roles & SX_NAME_READS) || (name->roles & SX_NAME_TYPE) ||
      sx_nodes_is(
          &use->in->nodes, sx_nodes_parent(&use->in->nodes, use->node),
          "export_specifier type_query global_statement nonlocal_statement del_statement") ||
      ((name->roles & SX_NAME_CALLS) &&
       sx_inline_is_member(in->definition.in, in->definition.result)))
    return sx_inline_refuse(in, use->in, use->node, err,
                            "a use that needs the variable itself. Change this use first.");
  if (!of_value->has_names) return SX_OK;
  uint32_t block = sx_nodes_parent(nodes, of->item);
  bool is_after =
      use->in == of->in && sx_nodes_has_in(nodes, block, use->node) && use->node > of->item;
  uint32_t function = sx_nodes_above(nodes, of->item, of->in->language->functions);
  bool is_own = use->in == of->in &&
                sx_nodes_above(nodes, use->node, of->in->language->functions) == function;
  if (is_after && is_own) return SX_OK;
  return sx_inline_refuse(in, use->in, use->node, err,
                          "a use outside of the block or the function of the variable, where its "
                          "value may be another.");
}

static sx_status replace_use(sx_inlining *in, const sx_inline_use *use, const value *of_value,
                             sx_err *err) {
  sx_inline_call call = {.inlining = in, .use = use, .statement = SX_NODE_NONE};
  const sx_nodes *nodes = &use->in->nodes;
  const sx_tree_node *at = sx_nodes_get(nodes, use->node);
  sx_str text;
  sx_status status = check_place(in, use, of_value, err);
  /* The objects that an operator reads may change, too. */
  if (!status && (of_value->level >= SX_INLINE_CHANGES ||
                  (of_value->level == SX_INLINE_PURE && of_value->has_names)))
    status = check_at_once(in, use, of_value->level, err);
  if (!status) status = sx_inline_check_names(&call, in->definition.result, err);
  if (!status) status = sx_inline_write_result(&call, &text, err);
  if (status) return status;
  if (sx_nodes_above(nodes, use->node, "interpolation") != SX_NODE_NONE)
    return sx_inline_refuse(in, use->in, use->node, err,
                            "a use in an f-string, where not every value can stand.");
  if (sx_nodes_is(nodes, use->node, "shorthand_property_identifier"))
    text = sx_arena_printf(in->r.call->arena, "%.*s: %.*s",
                           SX_STR_ARG(sx_nodes_text(nodes, use->node)), SX_STR_ARG(text));
  return sx_inline_edit_add(in, use->in, at->start, at->end, text, err);
}

sx_status sx_inline_variable_replace(sx_inlining *in, sx_err *err) {
  value own;
  sx_status status = read_value(in, &own, err);
  if (status) return status;
  bool is_free = own.level < SX_INLINE_PURE || (own.level == SX_INLINE_PURE && !own.has_names);
  if (in->keeps_definition && !is_free)
    return sx_inline_refuse(in, in->definition.in, in->definition.result, err,
                            "with keep_definition its value would be computed twice, and may act, "
                            "change, or be another object each time. Leave keep_definition out.");
  for (size_t i = 0; i < in->uses.len && !status; i++)
    status = replace_use(in, &in->uses.items[i], &own, err);
  return status;
}
