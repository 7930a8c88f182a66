#include "base/word.h"
#include "refactor/symbol_edit.h"
#include "resolve/mentions.h"
#include "workspace/paths.h"

/*
 * C and Go: a field that nothing names is still counted by values of its struct that are written by
 * their places, `struct pair p = {1, 2}`, `Pair{1, 2}`.
 */

/* The name of the struct that a field stands in; or empty. */
static sx_str struct_of(const sx_nodes *nodes, uint32_t field) {
  uint32_t holder = sx_nodes_above(nodes, field, "struct_specifier type_spec");
  sx_str name = sx_nodes_text(nodes, sx_nodes_field(nodes, holder, "name"));
  uint32_t alias = sx_nodes_parent(nodes, holder);
  if (!name.len && sx_nodes_is(nodes, alias, "type_definition"))
    name = sx_nodes_text(nodes, sx_nodes_field(nodes, alias, "declarator"));
  return name;
}

/* Whether what a list begins with has no name before it. */
static bool is_by_place(const sx_nodes *nodes, uint32_t list) {
  uint32_t first = sx_nodes_first_named(nodes, list);
  return first != SX_NODE_NONE && !sx_nodes_is(nodes, first, "initializer_pair keyed_element");
}

/* The type that a list of values is for, as it is written near it. */
static sx_str type_of(const sx_nodes *nodes, uint32_t list) {
  uint32_t above = sx_nodes_parent(nodes, list);
  while (sx_nodes_is(nodes, above,
                     "initializer_list init_declarator literal_value literal_element "
                     "array_declarator"))
    above = sx_nodes_parent(nodes, above);
  return sx_nodes_text(nodes, sx_nodes_field(nodes, above, "type"));
}

static sx_status check_file(sx_symbol_edit *edit, const sx_document *document, sx_str name,
                            sx_err *err) {
  sx_nodes nodes;
  sx_status status = sx_nodes_read(&nodes, edit->call, document, err);
  if (status == SX_UNSUPPORTED) return SX_OK;
  for (uint32_t i = 0; !status && i < nodes.tree.nodes.len; i++) {
    if (!sx_nodes_is(&nodes, i, "initializer_list literal_value") || !is_by_place(&nodes, i) ||
        !sx_word_is_in(type_of(&nodes, i), name))
      continue;
    sx_pos16 at = sx_document_position(document, sx_nodes_get(&nodes, i)->start);
    return sx_fail(err, SX_REFUSED,
                   "'%.*s' is given a value by its place in %.*s:%u:%u. Nothing was changed. Edit "
                   "this first, or pass ignore_uses=true.",
                   SX_STR_ARG(sx_nodes_text(&edit->nodes, edit->unit.name)),
                   SX_STR_ARG(sx_path_display(edit->call, document->path)), at.line + 1,
                   at.character + 1);
  }
  return status;
}

static bool is_source(sx_str path) {
  return sx_str_has_suffix(path, SX_STR(".c")) || sx_str_has_suffix(path, SX_STR(".h")) ||
         sx_str_has_suffix(path, SX_STR(".go"));
}

sx_status sx_symbol_edit__check_fields(sx_symbol_edit *edit, sx_err *err) {
  sx_mentions found;
  if (!sx_nodes_is(&edit->nodes, edit->unit.node, "field_declaration")) return SX_OK;
  sx_str name = struct_of(&edit->nodes, edit->unit.node);
  if (sx_nodes_field(&edit->nodes, edit->unit.node, "tag") != SX_NODE_NONE)
    return sx_fail(err, SX_REFUSED,
                   "'%.*s' has a tag, by which libraries read and write it without its name. "
                   "Nothing was changed. ignore_uses=true deletes it.",
                   SX_STR_ARG(sx_nodes_text(&edit->nodes, edit->unit.name)));
  if (!name.len) return SX_OK;
  sx_status status = sx_mentions_find(&found, edit->call, &name, 1, 20000, err);
  for (size_t i = 0; i < found.paths.len && !status; i++) {
    const sx_document *document;
    status = sx_document_peek_any(edit->call, found.paths.items[i], &document, err);
    if (!status && document && is_source(document->path))
      status = check_file(edit, document, name, err);
  }
  return status;
}
