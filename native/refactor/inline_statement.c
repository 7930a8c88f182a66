#include "refactor/inline_parts.h"

/* ---- what is evaluated first ----------------------------------------------------------------- */

/* The only value of a declaration or an assignment, or what is not one of several. */
static uint32_t root_of_value(const sx_nodes *nodes, uint32_t statement) {
  uint32_t root = sx_nodes_first_named(nodes, statement);
  if (sx_nodes_is(nodes, statement, "declaration var_declaration")) {
    root = sx_nodes_is(nodes, statement, "declaration")
               ? sx_nodes_field(nodes, statement, "declarator")
               : root;
    if (sx_nodes_next_named(nodes, root) != SX_NODE_NONE) return SX_NODE_NONE;
    root = sx_nodes_field(nodes, root, "value");
  } else if (sx_nodes_is(nodes, statement, "short_var_declaration assignment_statement"))
    root = sx_nodes_field(nodes, statement, "right");
  if (sx_nodes_is(nodes, root, "expression_list") &&
      sx_nodes_next_named(nodes, sx_nodes_first_named(nodes, root)) == SX_NODE_NONE)
    return sx_nodes_first_named(nodes, root);
  if (!sx_nodes_is(nodes, statement,
                   "expression_statement return_statement lexical_declaration "
                   "variable_declaration"))
    return root;
  if (sx_nodes_is(nodes, statement, "lexical_declaration variable_declaration"))
    return sx_nodes_next_named(nodes, root) == SX_NODE_NONE ? sx_nodes_field(nodes, root, "value")
                                                            : SX_NODE_NONE;
  bool is_plain = sx_nodes_is(nodes, root, "assignment") ||
                  (sx_nodes_is(nodes, root, "assignment_expression") &&
                   sx_nodes_is(nodes, sx_nodes_field(nodes, root, "left"), "identifier"));
  return is_plain ? sx_nodes_field(nodes, root, "right") : root;
}

/* A statement with others in it evaluates this once, before all else. */
static uint32_t root_of_head(const sx_nodes *nodes, uint32_t statement) {
  if (sx_nodes_field(nodes, statement, "initializer") != SX_NODE_NONE) return SX_NODE_NONE;
  if (sx_nodes_is(nodes, statement, "if_statement"))
    return sx_nodes_field(nodes, statement, "condition");
  if (sx_nodes_is(nodes, statement, "switch_statement expression_switch_statement")) {
    uint32_t value = sx_nodes_field(nodes, statement, "value");
    return value == SX_NODE_NONE ? sx_nodes_field(nodes, statement, "condition") : value;
  }
  uint32_t clause = sx_nodes_first_named(nodes, statement);
  return sx_nodes_field(nodes, sx_nodes_is(nodes, clause, "range_clause") ? clause : statement,
                        "right");
}

static uint32_t root_of(const sx_inline_text *text, uint32_t node) {
  const sx_nodes *nodes = &text->nodes;
  if (sx_nodes_is(nodes, sx_nodes_parent(nodes, node), "arrow_function"))
    return sx_inline_bare(text, node);
  if (sx_nodes_is(nodes, node, "export_statement"))
    node = sx_nodes_field(nodes, node, "declaration");
  if (sx_nodes_is(nodes, node,
                  "if_statement switch_statement expression_switch_statement for_in_statement "
                  "for_statement"))
    return root_of_head(nodes, node);
  return sx_nodes_is(nodes, node,
                     "expression_statement return_statement lexical_declaration "
                     "variable_declaration declaration var_declaration short_var_declaration "
                     "assignment_statement throw_statement raise_statement")
             ? root_of_value(nodes, node)
             : SX_NODE_NONE;
}

void sx_inline_find_statement(sx_inline_call *call) {
  const sx_nodes *nodes = &call->use->in->nodes;
  uint32_t node = call->use->call;
  while (node != SX_NODE_NONE && !sx_room_is_at(nodes, node)) node = sx_nodes_parent(nodes, node);
  call->root = node == SX_NODE_NONE ? node : root_of(call->use->in, node);
  call->statement = call->root == SX_NODE_NONE ? SX_NODE_NONE : node;
  if (call->statement != SX_NODE_NONE)
    call->room = sx_room_find(nodes, node, call->inlining->r.call->arena);
}

/* `a(), f()` */
static bool is_after_comma(const sx_nodes *nodes, uint32_t root, uint32_t node) {
  for (; node != root && node != SX_NODE_NONE; node = sx_nodes_parent(nodes, node))
    if (sx_nodes_is(nodes, sx_nodes_parent(nodes, node), "comma_expression") &&
        sx_nodes_is_field(nodes, node, "right"))
      return true;
  return false;
}

bool sx_inline_may_stand_before(const sx_inline_call *call) {
  const sx_inline_text *text = call->use->in;
  const sx_nodes *nodes = &text->nodes;
  uint32_t node = call->use->call;
  if (call->statement == SX_NODE_NONE || !sx_inline_is_certain(text, call->root, node))
    return false;
  if (text->language->is_typed) return !is_after_comma(nodes, call->root, node);
  uint32_t from = sx_nodes_get(nodes, call->root)->start, to = sx_nodes_get(nodes, node)->start;
  return from == to || sx_inline_judge_part(text, from, to) == SX_INLINE_FIXED;
}

/* ---- its place ------------------------------------------------------------------------------- */

static sx_statement_room *find_room(sx_inline_text *text, const sx_statement_room *room) {
  for (size_t i = 0; i < text->rooms.len; i++)
    if (text->rooms.items[i].owner == room->owner) return &text->rooms.items[i];
  return NULL;
}

sx_status sx_inline_room_open(sx_inline_call *call, bool is_written, sx_err *err) {
  sx_inline_text *text = call->use->in;
  sx_arena *arena = call->inlining->r.call->arena;
  if (call->room.kind == SX_ROOM_LINES) return SX_OK;
  sx_statement_room *known = find_room(text, &call->room);
  if (known) {
    known->is_written |= is_written;
    return SX_OK;
  }
  sx_statement_room *added = SX_ARRAY_ADD(&text->rooms, arena);
  if (!added) return sx_fail(err, arena->status, NULL);
  *added = call->room;
  added->is_written = is_written;
  return sx_room_open(added, &text->nodes, &text->edits, arena, err);
}

sx_status sx_inline_rooms_close(sx_inlining *in, sx_inline_text *text, size_t start, size_t end,
                                sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < text->rooms.len && !status; i++) {
    const sx_tree_node *at = sx_nodes_get(&text->nodes, text->rooms.items[i].node);
    if (at->start >= start && at->end <= end)
      status =
          sx_room_close(&text->rooms.items[i], &text->nodes, &text->edits, in->r.call->arena, err);
  }
  return status;
}

/* ---- comments -------------------------------------------------------------------------------- */

static bool is_in_argument(const sx_inline_call *call, uint32_t node) {
  const sx_nodes *nodes = &call->use->in->nodes;
  for (size_t i = 0; i < call->arguments.len; i++) {
    const sx_inline_argument *one = &call->arguments.items[i];
    if (!one->is_default && one->node != SX_NODE_NONE && sx_nodes_has_in(nodes, one->node, node))
      return true;
  }
  return false;
}

sx_status sx_inline_warn_comments(sx_inline_call *call, uint32_t replaced, sx_err *err) {
  const sx_inline_text *text = call->use->in;
  const sx_nodes *nodes = &text->nodes;
  sx_status status = SX_OK;
  for (uint32_t i = replaced; i < nodes->ends[replaced] && !status; i++)
    if (sx_nodes_is_comment(nodes, i) && !is_in_argument(call, i))
      status =
          sx_refactoring_warn(&call->inlining->r, text->document, sx_nodes_get(nodes, i)->start,
                              "this comment stood in the call, and goes with it.");
  return status ? sx_fail(err, status, NULL) : SX_OK;
}
