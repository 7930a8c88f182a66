#include "refactor/signature.h"

#include "text/language.h"

/* ---- the new name ---------------------------------------------------------------------------- */

#define NAMES                                                                                      \
  "identifier property_identifier field_identifier type_identifier shorthand_property_identifier " \
  "shorthand_property_identifier_pattern private_property_identifier"

static sx_status check_free(const sx_signature *change, const sx_signature_file *file,
                            sx_err *err) {
  const sx_nodes *nodes = &file->nodes;
  for (uint32_t one = 0; one < nodes->tree.nodes.len; one++) {
    if (!sx_nodes_is(nodes, one, NAMES)) continue;
    if (!sx_str_is_equal(sx_nodes_text(nodes, one), change->new_name)) continue;
    return sx_refactoring_refuse(change->r, file->document, sx_nodes_get(nodes, one)->start, err,
                                 "'%.*s' is in use here already. Choose another new_name.",
                                 SX_STR_ARG(change->new_name));
  }
  return SX_OK;
}

static sx_status write_one(sx_signature *change, sx_signature_file *file, uint32_t node,
                           sx_err *err) {
  const sx_tree_node *at = sx_nodes_get(&file->nodes, node);
  uint32_t parent = sx_nodes_parent(&file->nodes, node);
  sx_arena *arena = change->call->arena;
  sx_str text = change->new_name;
  /* `const { pay } = wallet` keeps the variable's name, where it is one. */
  if (sx_nodes_is(&file->nodes, node, "shorthand_property_identifier_pattern") && change->is_member)
    text = sx_arena_printf(arena, "%.*s: %.*s", SX_STR_ARG(change->new_name),
                           SX_STR_ARG(change->name));
  if (sx_nodes_is(&file->nodes, parent, "import_specifier export_specifier") &&
      sx_nodes_is_field(&file->nodes, node, "alias"))
    return SX_OK;
  return sx_text_edits_set(&file->edits, at->start, at->end, text, arena, err);
}

sx_status sx_signature_write_name(sx_signature *change, sx_signature_file *file, sx_err *err) {
  if (sx_str_is_equal(change->name, change->new_name) || !file->renamed.len) return SX_OK;
  sx_status status = check_free(change, file, err);
  for (size_t i = 0; i < file->renamed.len && !status; i++)
    status = write_one(change, file, file->renamed.items[i], err);
  return status;
}

/* ---- strings --------------------------------------------------------------------------------- */

static bool is_in_all(const sx_nodes *nodes, uint32_t node) {
  uint32_t around = sx_nodes_above(nodes, node, "assignment augmented_assignment");
  return sx_str_is_equal(sx_nodes_text(nodes, sx_nodes_field(nodes, around, "left")),
                         SX_STR("__all__"));
}

static bool is_looked_up(const sx_nodes *nodes, uint32_t node) {
  static const char words[] = "getattr setattr delattr hasattr methodcaller attrgetter "
                              "operator.methodcaller operator.attrgetter";
  uint32_t list = sx_nodes_above(nodes, node, "argument_list module function_definition");
  uint32_t call = sx_nodes_is(nodes, list, "argument_list") ? sx_nodes_parent(nodes, list) : list;
  return sx_language_has_word(words, sx_nodes_text(nodes, sx_nodes_field(nodes, call, "function")),
                              false);
}

static sx_status judge_string(sx_signature *change, sx_signature_file *file, uint32_t node,
                              sx_err *err) {
  const sx_tree_node *at = sx_nodes_get(&file->nodes, node);
  bool is_renamed = !sx_str_is_equal(change->name, change->new_name);
  if (is_in_all(&file->nodes, node))
    return sx_text_edits_set(&file->edits, at->start, at->end, change->new_name,
                             change->call->arena, err);
  if (is_looked_up(&file->nodes, node) && (is_renamed || !change->is_shape_same) &&
      !change->is_partial)
    return sx_refactoring_refuse(change->r, file->document, at->start, err,
                                 "this string may be the function's name, which is looked up while "
                                 "the program runs. partial=true leaves such places as they are.");
  if (!is_renamed && !is_looked_up(&file->nodes, node)) return SX_OK;
  return sx_refactoring_warn(change->r, file->document, at->start,
                             "This string is the function's name, and stays as it is.");
}

sx_status sx_signature_write_strings(sx_signature *change, sx_signature_file *file, sx_err *err) {
  const sx_nodes *nodes = &file->nodes;
  sx_status status = SX_OK;
  if (change->family != SX_SIGNATURE_PYTHON) return SX_OK;
  for (uint32_t one = 0; one < nodes->tree.nodes.len && !status; one++)
    if (sx_nodes_is(nodes, one, "string_content") &&
        sx_str_is_equal(sx_nodes_text(nodes, one), change->name))
      status = judge_string(change, file, one, err);
  return status;
}
