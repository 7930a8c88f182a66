#include "refactor/move_parts.h"

#include "workspace/paths.h"

/*
 * Importing a module loads it, and all that it imports, with what these do then. A file that takes
 * a name from another module loads that one, and perhaps the first one no more.
 */

static bool is_type_only(const sx_moving *moving) {
  for (size_t i = 0; i < moving->moved.len; i++)
    if (!moving->moved.items[i].is_type) return false;
  return true;
}

/* Whether loading the source does more than declaring. */
static uint32_t side_effect(const sx_move_text *source) {
  const sx_nodes *nodes = &source->nodes;
  uint32_t node = sx_nodes_first_named(nodes, 0);
  for (; node != SX_NODE_NONE; node = sx_nodes_next_named(nodes, node)) {
    uint32_t inner = sx_nodes_first_named(nodes, node);
    bool is_directive = sx_nodes_is(nodes, inner, "string");
    if (sx_nodes_is(nodes, node,
                    "for_statement for_in_statement while_statement if_statement try_statement") ||
        (sx_nodes_is(nodes, node, "expression_statement") && !is_directive))
      return node;
  }
  for (size_t i = 0; i < source->imports.statements.len; i++)
    if (source->imports.statements.items[i].form == SX_IMPORT_BARE)
      return source->imports.statements.items[i].node;
  return SX_NODE_NONE;
}

/* Whether a file imports the target by itself. */
static sx_status imports_target(sx_moving *moving, const sx_move_text *text, bool *out,
                                sx_err *err) {
  sx_status status = SX_OK;
  *out = false;
  for (size_t i = 0; i < text->imports.statements.len && !status && !*out; i++)
    status = sx_move_leads_to(moving, text->path, text->imports.statements.items[i].module,
                              SX_STR(""), moving->target.path, out, err);
  return status;
}

/* A program that is not yet loaded would run. */
static sx_status check_loads(sx_moving *moving, const sx_move_text *text, size_t at, sx_err *err) {
  uint32_t effect = SX_NODE_NONE;
  bool is_known = false;
  if (!moving->is_commonjs || !moving->target.document) return SX_OK;
  sx_status status = sx_move_acts(moving, &moving->target, &effect, err);
  if (!status && effect != SX_NODE_NONE) status = imports_target(moving, text, &is_known, err);
  if (status || effect == SX_NODE_NONE || is_known) return status;
  return sx_move_refuse(
      moving, text, at, err, "this would load %.*s, which does something then, as in its line %u",
      SX_STR_ARG(sx_path_display(moving->call, moving->target.path)),
      sx_document_position(moving->target.document, sx_move_start(&moving->target, effect)).line +
          1);
}

sx_status sx_move_script_check_import(sx_moving *moving, const sx_move_text *text, size_t at,
                                      bool is_whole, sx_err *err) {
  uint32_t effect = SX_NODE_NONE;
  sx_status status = SX_OK;
  if (is_type_only(moving)) return SX_OK;
  if (is_whole && moving->is_commonjs)
    status = sx_move_acts(moving, &moving->source, &effect, err);
  else if (is_whole)
    effect = side_effect(&moving->source);
  if (!status) status = check_loads(moving, text, at, err);
  if (status) return status;
  if (effect != SX_NODE_NONE && !moving->needs_source)
    return sx_move_refuse(
        moving, text, at, err,
        "this import also runs what %.*s does when it is loaded, as in its line "
        "%u",
        SX_STR_ARG(sx_path_display(moving->call, moving->source.path)),
        sx_document_position(moving->source.document, sx_move_start(&moving->source, effect)).line +
            1);
  if (!sx_move_is_reached(moving, text->path)) return SX_OK;
  return sx_move_refuse(
      moving, text, at, err,
      "this file would import %.*s, which imports it, directly or by others: in "
      "that circle names may be read before they have a value. Give another target_file",
      SX_STR_ARG(sx_path_display(moving->call, moving->target.path)));
}
