#include "refactor/move_parts.h"

/*
 * Exports of modules of Python, in `__all__`. The source has what moves in it still, and imports
 * it; the target gets it.
 */

/* The list of `__all__ = […]` at the top; NONE. */
static uint32_t exported_list(const sx_move_text *text) {
  const sx_nodes *nodes = &text->nodes;
  for (uint32_t node = sx_nodes_first(nodes, 0); node != SX_NODE_NONE;
       node = sx_nodes_next(nodes, node)) {
    uint32_t assignment = sx_nodes_first_named(nodes, node);
    uint32_t left = sx_nodes_field(nodes, assignment, "left");
    if (sx_nodes_is(nodes, node, "expression_statement") &&
        sx_nodes_is(nodes, assignment, "assignment") &&
        sx_str_is_equal(sx_nodes_text(nodes, left), SX_STR("__all__")))
      return sx_nodes_field(nodes, assignment, "right");
  }
  return SX_NODE_NONE;
}

static uint32_t content_of(const sx_nodes *nodes, uint32_t string) {
  uint32_t child = sx_nodes_first(nodes, string);
  while (child != SX_NODE_NONE && !sx_nodes_is(nodes, child, "string_content"))
    child = sx_nodes_next(nodes, child);
  return child;
}

/* The string with the name directly in a list. */
static uint32_t exported_string(const sx_move_text *text, uint32_t list, sx_str name) {
  const sx_nodes *nodes = &text->nodes;
  if (!sx_nodes_is(nodes, list, "list tuple")) return SX_NODE_NONE;
  for (uint32_t child = sx_nodes_first_named(nodes, list); child != SX_NODE_NONE;
       child = sx_nodes_next_named(nodes, child))
    if (sx_str_is_equal(sx_nodes_text(nodes, content_of(nodes, child)), name)) return child;
  return SX_NODE_NONE;
}

/* Other ways to say what a module exports: `__all__ += […]`. */
static sx_status check_exports(sx_moving *moving, const sx_move_text *text, sx_err *err) {
  const sx_names *names = &text->names;
  size_t writes = 0;
  for (size_t i = 0; i < names->names.len; i++) {
    const sx_name *one = &names->names.items[i];
    if (!sx_str_is_equal(sx_nodes_text(&text->nodes, one->node), SX_STR("__all__"))) continue;
    writes++;
    if (writes > 1 || !sx_nodes_is(&text->nodes, exported_list(text), "list tuple"))
      return sx_move_refuse(moving, text, one->start, err,
                            "__all__ is not one list of names, so what the module exports is not "
                            "known: write it as one first");
  }
  return SX_OK;
}

static sx_status add_exported(sx_moving *moving, uint32_t list, sx_str name, sx_err *err) {
  sx_move_text *target = &moving->target;
  const sx_nodes *nodes = &target->nodes;
  sx_str all = target->document->text;
  uint32_t last = SX_NODE_NONE;
  for (uint32_t child = sx_nodes_first_named(nodes, list); child != SX_NODE_NONE;
       child = sx_nodes_next_named(nodes, child))
    last = child;
  if (last == SX_NODE_NONE) {
    sx_str only = sx_arena_printf(moving->call->arena, "\"%.*s\"%s", SX_STR_ARG(name),
                                  sx_nodes_is(nodes, list, "tuple") ? "," : "");
    size_t place = sx_move_start(target, list) + 1;
    return sx_move_edit(moving, target, place, place, only, err);
  }
  size_t start = sx_move_start(target, last), end = sx_move_end(target, last);
  sx_str indent = sx_move_indent(all, start);
  bool is_own_line = sx_str_line_start(all, start) + indent.len == start;
  sx_str added = sx_arena_printf(moving->call->arena, ",%.*s%.*s%c%.*s%c",
                                 SX_STR_ARG(is_own_line ? target->newline : SX_STR(" ")),
                                 SX_STR_ARG(is_own_line ? indent : SX_STR("")), all.ptr[end - 1],
                                 SX_STR_ARG(name), all.ptr[end - 1]);
  return sx_move_edit(moving, target, end, end, added, err);
}

bool sx_move_python_is_exported(const sx_moving *moving, sx_str name, size_t *place) {
  uint32_t string = exported_string(&moving->source, exported_list(&moving->source), name);
  if (string != SX_NODE_NONE) *place = sx_move_start(&moving->source, string);
  return string != SX_NODE_NONE;
}

sx_status sx_move_python_exports(sx_moving *moving, sx_err *err) {
  sx_move_text *source = &moving->source, *target = &moving->target;
  sx_status status = check_exports(moving, source, err);
  if (!status && target->document) status = check_exports(moving, target, err);
  if (status) return status;
  uint32_t from = exported_list(source);
  uint32_t to = target->document ? exported_list(target) : SX_NODE_NONE;
  for (size_t i = 0; i < moving->moved.len && !status; i++) {
    sx_str name = moving->moved.items[i].name;
    bool is_public = from == SX_NODE_NONE ? sx_str_at(name, 0) != '_'
                                          : exported_string(source, from, name) != SX_NODE_NONE;
    if (is_public && to != SX_NODE_NONE && exported_string(target, to, name) == SX_NODE_NONE)
      status = add_exported(moving, to, name, err);
  }
  return status;
}
