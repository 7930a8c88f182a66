#include "refactor/statement_room.h"

#include "text/language.h"

/* ---- which kind ------------------------------------------------------------------------------ */

#define LISTS "module program statement_block compound_statement statement_list"
#define CASES "switch_case switch_default case_statement"
#define STRINGS                                                                                    \
  "string template_string string_content jsx_text raw_string_literal string_fragment "             \
  "interpreted_string_literal string_literal comment"

static bool is_go(const sx_nodes *nodes) {
  return sx_str_is_equal(nodes->grammar, SX_STR("go"));
}

static bool is_python(const sx_nodes *nodes) {
  return sx_str_is_equal(nodes->grammar, SX_STR("python"));
}

static bool is_list(const sx_nodes *nodes, uint32_t node) {
  return sx_nodes_is(nodes, node, LISTS) || (is_python(nodes) && sx_nodes_is(nodes, node, "block"));
}

static bool is_value(const sx_nodes *nodes, uint32_t node) {
  return sx_nodes_is(nodes, sx_nodes_parent(nodes, node), "arrow_function") &&
         sx_nodes_is_field(nodes, node, "body") && !sx_nodes_is(nodes, node, "statement_block");
}

/* A statement that a block may hold instead: no declaration, which others see, and no loop with a
 * label, by which it is left. */
static bool is_bare(const sx_nodes *nodes, uint32_t node) {
  uint32_t parent = sx_nodes_parent(nodes, node);
  if (is_go(nodes) || is_python(nodes)) return false;
  bool is_plain = sx_nodes_is(nodes, node, "expression_statement return_statement throw_statement");
  if (sx_nodes_is(nodes, parent, "labeled_statement"))
    return is_plain && !sx_nodes_is_field(nodes, node, "label");
  if (sx_nodes_is(nodes, parent, CASES))
    return is_plain && !sx_nodes_is_field(nodes, node, "value");
  if (!is_plain && !sx_nodes_is(nodes, node,
                                "if_statement switch_statement for_statement for_in_statement "
                                "for_range_loop variable_declaration"))
    return false;
  if (sx_nodes_is(nodes, parent, "else_clause")) return true;
  return sx_nodes_is(nodes, parent,
                     "if_statement for_statement for_in_statement while_statement do_statement "
                     "for_range_loop") &&
         (sx_nodes_is_field(nodes, node, "consequence") || sx_nodes_is_field(nodes, node, "body"));
}

bool sx_room_is_at(const sx_nodes *nodes, uint32_t node) {
  return node != SX_NODE_NONE && sx_nodes_is_named(nodes, node) &&
         (is_list(nodes, sx_nodes_parent(nodes, node)) || is_value(nodes, node) ||
          is_bare(nodes, node));
}

/* ---- lines ----------------------------------------------------------------------------------- */

static sx_str indent_at(sx_str text, size_t at) {
  size_t line = sx_str_line_start(text, at);
  return sx_str_slice(text, line, sx_str_skip_blanks(text, line));
}

static bool begins_line(sx_str text, size_t at) {
  return sx_str_skip_blanks(text, sx_str_line_start(text, at)) >= at;
}

static bool has_line_end(sx_str text, size_t from, size_t to) {
  return sx_str_find_char(sx_str_slice(text, from, to), '\n', 0) != SX_STR_NONE;
}

sx_str sx_room_unit(const sx_nodes *nodes) {
  for (uint32_t node = 1; node < nodes->tree.nodes.len; node++) {
    uint32_t parent = sx_nodes_parent(nodes, node);
    if (parent == 0 || !sx_nodes_is_named(nodes, node) || sx_nodes_is_comment(nodes, node) ||
        !(is_list(nodes, parent) || sx_nodes_is(nodes, parent, CASES)))
      continue;
    sx_str inner = indent_at(nodes->text, sx_nodes_get(nodes, node)->start);
    sx_str outer =
        indent_at(nodes->text, sx_nodes_get(nodes, sx_nodes_parent(nodes, parent))->start);
    if (inner.len > outer.len && sx_str_has_prefix(inner, outer))
      return sx_str_slice(inner, outer.len, inner.len);
  }
  return is_go(nodes) ? SX_STR("\t") : is_python(nodes) ? SX_STR("    ") : SX_STR("  ");
}

bool sx_room_has_semicolons(const sx_nodes *nodes) {
  size_t with = 0, without = 0;
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++) {
    if (!sx_nodes_is(nodes, i,
                     "expression_statement lexical_declaration variable_declaration "
                     "return_statement"))
      continue;
    if (sx_str_has_suffix(sx_nodes_text(nodes, i), SX_STR(";")))
      with++;
    else
      without++;
  }
  return with >= without;
}

static uint32_t previous(const sx_nodes *nodes, uint32_t node) {
  uint32_t child = sx_nodes_first(nodes, sx_nodes_parent(nodes, node)), found = SX_NODE_NONE;
  for (; child != SX_NODE_NONE && child < node; child = sx_nodes_next(nodes, child))
    if (!sx_nodes_is_comment(nodes, child)) found = child;
  return found;
}

/* In a case, what is not its first statement. */
static bool is_after_statement(const sx_nodes *nodes, uint32_t node) {
  return sx_nodes_is(nodes, sx_nodes_parent(nodes, node), CASES) &&
         !sx_str_is_equal(sx_nodes_text(nodes, previous(nodes, node)), SX_STR(":"));
}

/* Whether braces of statements stand on lines of their own. */
static bool has_braces_below(const sx_nodes *nodes) {
  size_t below = 0, beside = 0;
  for (uint32_t i = 1; i < nodes->tree.nodes.len; i++) {
    bool is_block = sx_nodes_is(nodes, i, "statement_block compound_statement") &&
                    sx_nodes_is(nodes, sx_nodes_parent(nodes, i),
                                "if_statement else_clause for_statement for_in_statement "
                                "while_statement do_statement switch_statement");
    if (!is_block) continue;
    if (begins_line(nodes->text, sx_nodes_get(nodes, i)->start))
      below++;
    else
      beside++;
  }
  return below > beside;
}

/* ---- finding --------------------------------------------------------------------------------- */

static bool is_closer(const sx_nodes *nodes, uint32_t node) {
  return sx_str_is_equal(sx_nodes_text(nodes, node), SX_STR("}"));
}

/* `;` and line ends, which are nodes in some grammars. */
static bool is_separator(const sx_nodes *nodes, uint32_t node) {
  sx_str text = sx_nodes_text(nodes, node);
  return !sx_nodes_is_named(nodes, node) &&
         (sx_str_is_equal(text, SX_STR(";")) || !sx_str_trim(text).len);
}

/* `{` or `:` before the first item, in the list itself or before it. NONE: a file. */
static uint32_t opener_of(const sx_nodes *nodes, uint32_t list) {
  uint32_t first = sx_nodes_first(nodes, list);
  if (sx_str_is_equal(sx_nodes_text(nodes, first), SX_STR("{"))) return first;
  return sx_nodes_parent(nodes, list) == SX_NODE_NONE ? SX_NODE_NONE : previous(nodes, list);
}

/* The item of the list after another; at last the brace that closes it. NONE. */
static uint32_t item_after(const sx_nodes *nodes, uint32_t list, uint32_t item) {
  if (is_closer(nodes, item)) return SX_NODE_NONE;
  bool is_outside = sx_nodes_parent(nodes, item) != list;
  uint32_t next = is_outside ? sx_nodes_first(nodes, list) : sx_nodes_next(nodes, item);
  while (next != SX_NODE_NONE && is_separator(nodes, next)) next = sx_nodes_next(nodes, next);
  if (next != SX_NODE_NONE) return next;
  next = sx_nodes_next(nodes, list);
  while (next != SX_NODE_NONE && is_separator(nodes, next)) next = sx_nodes_next(nodes, next);
  return is_go(nodes) && is_closer(nodes, next) ? next : SX_NODE_NONE;
}

static uint32_t first_item(const sx_nodes *nodes, uint32_t list) {
  uint32_t first = sx_nodes_first(nodes, list);
  while (first != SX_NODE_NONE && is_separator(nodes, first)) first = sx_nodes_next(nodes, first);
  return opener_of(nodes, list) == first ? item_after(nodes, list, first) : first;
}

/* A comment at the end of a line stays there. */
static bool is_at_line_end(const sx_nodes *nodes, uint32_t list, uint32_t item) {
  uint32_t next = item_after(nodes, list, item);
  return sx_nodes_is_comment(nodes, item) &&
         (next == SX_NODE_NONE || is_closer(nodes, next) ||
          has_line_end(nodes->text, sx_nodes_get(nodes, item)->end,
                       sx_nodes_get(nodes, next)->start));
}

/* Whether a line is to end between two neighbours of a list. */
static bool is_joint(const sx_nodes *nodes, uint32_t list, uint32_t left, uint32_t right) {
  if (left == SX_NODE_NONE || right == SX_NODE_NONE) return false;
  if (has_line_end(nodes->text, sx_nodes_get(nodes, left)->end, sx_nodes_get(nodes, right)->start))
    return false;
  if (is_closer(nodes, right) || !sx_nodes_is_comment(nodes, left))
    return !is_at_line_end(nodes, list, right);
  return false;
}

static bool has_joints(const sx_nodes *nodes, uint32_t list, uint32_t node) {
  uint32_t left = opener_of(nodes, list), item = first_item(nodes, list);
  for (; item != SX_NODE_NONE; left = item, item = item_after(nodes, list, item))
    if ((item == node || left == node || sx_nodes_is_comment(nodes, left)) &&
        is_joint(nodes, list, left, item))
      return true;
  return false;
}

/* That of the first item that begins a line. */
static sx_str indent_of_list(const sx_statement_room *room, const sx_nodes *nodes, uint32_t list,
                             sx_arena *arena) {
  for (uint32_t item = first_item(nodes, list); item != SX_NODE_NONE && !is_closer(nodes, item);
       item = item_after(nodes, list, item))
    if (begins_line(nodes->text, sx_nodes_get(nodes, item)->start))
      return indent_at(nodes->text, sx_nodes_get(nodes, item)->start);
  if (opener_of(nodes, list) == SX_NODE_NONE) return room->outer;
  return sx_arena_printf(arena, "%.*s%.*s", SX_STR_ARG(room->outer),
                         SX_STR_ARG(sx_room_unit(nodes)));
}

static void find_in_list(sx_statement_room *out, const sx_nodes *nodes, sx_arena *arena) {
  uint32_t list = sx_nodes_parent(nodes, out->node), opener = opener_of(nodes, list);
  size_t start = sx_nodes_get(nodes, out->node)->start;
  size_t around = opener == SX_NODE_NONE ? start : sx_nodes_get(nodes, opener)->start;
  out->kind = has_joints(nodes, list, out->node) ? SX_ROOM_SPREAD : SX_ROOM_LINES;
  out->owner = list;
  out->outer = indent_at(nodes->text, around);
  out->indent = out->kind == SX_ROOM_LINES ? indent_at(nodes->text, start)
                                           : indent_of_list(out, nodes, list, arena);
}

sx_statement_room sx_room_find(const sx_nodes *nodes, uint32_t node, sx_arena *arena) {
  sx_statement_room out = {.node = node, .owner = node, .newline = sx_str_newline(nodes->text)};
  uint32_t parent = sx_nodes_parent(nodes, node);
  size_t start = sx_nodes_get(nodes, node)->start;
  if (is_list(nodes, parent)) {
    find_in_list(&out, nodes, arena);
    return out;
  }
  out.kind = is_value(nodes, node) ? SX_ROOM_VALUE : SX_ROOM_BLOCK;
  out.has_semicolons = out.kind == SX_ROOM_VALUE && sx_room_has_semicolons(nodes);
  size_t outer = is_after_statement(nodes, node) ? start : sx_nodes_get(nodes, parent)->start;
  sx_str own = indent_at(nodes->text, start);
  out.outer = indent_at(nodes->text, outer);
  bool is_deeper = begins_line(nodes->text, start) && own.len > out.outer.len &&
                   sx_str_has_prefix(own, out.outer);
  out.indent = is_deeper ? own
                         : sx_arena_printf(arena, "%.*s%.*s", SX_STR_ARG(out.outer),
                                           SX_STR_ARG(sx_room_unit(nodes)));
  return out;
}

/* ---- before it ------------------------------------------------------------------------------- */

static sx_status open_list(const sx_statement_room *room, const sx_nodes *nodes,
                           sx_text_edits *edits, sx_arena *arena, sx_err *err) {
  uint32_t left = opener_of(nodes, room->owner), item = first_item(nodes, room->owner);
  sx_status status = SX_OK;
  for (; item != SX_NODE_NONE && !status;
       left = item, item = item_after(nodes, room->owner, item)) {
    if (!is_joint(nodes, room->owner, left, item)) continue;
    sx_str indent = is_closer(nodes, item) ? room->outer : room->indent;
    status = sx_text_edits_add(
        edits, sx_nodes_get(nodes, left)->end, sx_nodes_get(nodes, item)->start,
        sx_arena_printf(arena, "%.*s%.*s", SX_STR_ARG(room->newline), SX_STR_ARG(indent)), arena,
        err);
  }
  return status;
}

/* A brace after what is before the statement; with comments between they stay there. */
static sx_status open_block(const sx_statement_room *room, const sx_nodes *nodes,
                            sx_text_edits *edits, sx_arena *arena, sx_err *err) {
  uint32_t before = previous(nodes, room->node);
  size_t start = sx_nodes_get(nodes, room->node)->start;
  size_t from = before == SX_NODE_NONE ? start : sx_nodes_get(nodes, before)->end;
  sx_str gap = sx_str_slice(nodes->text, from, start);
  bool has_comment = sx_str_trim(gap).len > 0;
  bool is_below = room->kind == SX_ROOM_BLOCK &&
                  (has_braces_below(nodes) || is_after_statement(nodes, room->node));
  sx_str brace = is_below ? sx_arena_printf(arena, "%.*s%.*s{", SX_STR_ARG(room->newline),
                                            SX_STR_ARG(room->outer))
                          : SX_STR(" {");
  sx_str line =
      sx_arena_printf(arena, "%.*s%.*s", SX_STR_ARG(room->newline), SX_STR_ARG(room->indent));
  if (!has_comment)
    return sx_text_edits_add(
        edits, from, start, sx_arena_printf(arena, "%.*s%.*s", SX_STR_ARG(brace), SX_STR_ARG(line)),
        arena, err);
  sx_status status = sx_text_edits_add(edits, from, from, brace, arena, err);
  if (status || begins_line(nodes->text, start)) return status;
  return sx_text_edits_add(edits, start, start, line, arena, err);
}

sx_status sx_room_open(const sx_statement_room *room, const sx_nodes *nodes, sx_text_edits *edits,
                       sx_arena *arena, sx_err *err) {
  if (room->kind == SX_ROOM_LINES) return SX_OK;
  if (room->kind == SX_ROOM_SPREAD) return open_list(room, nodes, edits, arena, err);
  return open_block(room, nodes, edits, arena, err);
}

/* ---- after it -------------------------------------------------------------------------------- */

static sx_status close_value(const sx_statement_room *room, const sx_nodes *nodes,
                             sx_text_edits *edits, sx_arena *arena, sx_err *err) {
  const sx_tree_node *at = sx_nodes_get(nodes, room->node);
  uint32_t inner = sx_nodes_first_named(nodes, room->node);
  bool is_object = sx_nodes_is(nodes, room->node, "parenthesized_expression") &&
                   sx_nodes_is(nodes, inner, "object") &&
                   sx_nodes_get(nodes, inner)->start == at->start + 1 &&
                   sx_nodes_get(nodes, inner)->end == at->end - 1;
  sx_status status = SX_OK;
  sx_str end =
      sx_arena_printf(arena, "%s%.*s%.*s}", room->is_written || !room->has_semicolons ? "" : ";",
                      SX_STR_ARG(room->newline), SX_STR_ARG(room->outer));
  if (!room->is_written && is_object) {
    status = sx_text_edits_add(edits, at->start, at->start + 1, SX_STR("return "), arena, err);
    if (!status) status = sx_text_edits_add(edits, at->end - 1, at->end, SX_STR(""), arena, err);
  } else if (!room->is_written)
    status = sx_text_edits_add(edits, at->start, at->start, SX_STR("return "), arena, err);
  return status ? status : sx_text_edits_add(edits, at->end, at->end, end, arena, err);
}

/* The end of the line, if only a comment is left in it. */
static size_t end_with_comment(sx_str text, size_t at) {
  size_t end = sx_str_find_char(text, '\n', at);
  sx_str rest = sx_str_trim(sx_str_slice(text, at, end == SX_STR_NONE ? text.len : end));
  bool is_comment =
      sx_str_has_prefix(rest, SX_STR("//")) ||
      (sx_str_has_prefix(rest, SX_STR("/*")) && sx_str_find(rest, SX_STR("*/"), 0) == rest.len - 2);
  return is_comment ? (size_t)(rest.ptr - text.ptr) + rest.len : at;
}

/* Lines of a statement that moves to the right move along. */
static sx_status shift_lines(const sx_statement_room *room, const sx_nodes *nodes,
                             sx_text_edits *edits, sx_arena *arena, sx_err *err) {
  const sx_tree_node *at = sx_nodes_get(nodes, room->node);
  sx_str own = indent_at(nodes->text, at->start);
  sx_status status = SX_OK;
  if (room->indent.len <= own.len || !sx_str_has_prefix(room->indent, own)) return SX_OK;
  sx_str more = sx_str_slice(room->indent, own.len, room->indent.len);
  for (size_t line = at->start; !status;) {
    size_t end = sx_str_find_char(nodes->text, '\n', line);
    line = end + 1;
    if (end == SX_STR_NONE || line >= at->end) break;
    uint32_t inner = sx_nodes_around(nodes, (uint32_t)line - 1, (uint32_t)line + 1);
    bool is_blank = line < nodes->text.len && strchr("\r\n", nodes->text.ptr[line]);
    if (is_blank || sx_nodes_is(nodes, inner, STRINGS) || sx_text_edits_cover(edits, line))
      continue;
    status = sx_text_edits_add(edits, line, line, more, arena, err);
  }
  return status;
}

static sx_status close_block(const sx_statement_room *room, const sx_nodes *nodes,
                             sx_text_edits *edits, sx_arena *arena, sx_err *err) {
  size_t end = sx_nodes_get(nodes, room->node)->end, at = end_with_comment(nodes->text, end);
  uint32_t next = sx_nodes_next(nodes, room->node);
  sx_str brace =
      sx_arena_printf(arena, "%.*s%.*s}", SX_STR_ARG(room->newline), SX_STR_ARG(room->outer));
  sx_status status = shift_lines(room, nodes, edits, arena, err);
  if (status) return status;
  while (next != SX_NODE_NONE && sx_nodes_is_comment(nodes, next) &&
         sx_nodes_get(nodes, next)->start < at)
    next = sx_nodes_next(nodes, next);
  bool goes_on = sx_nodes_is(nodes, next, "else_clause") ||
                 sx_str_is_equal(sx_nodes_text(nodes, next), SX_STR("else")) ||
                 sx_str_is_equal(sx_nodes_text(nodes, next), SX_STR("while"));
  size_t blank = sx_str_skip_spaces(nodes->text, at);
  if (goes_on && blank == sx_nodes_get(nodes, next)->start)
    return sx_text_edits_add(edits, at, blank,
                             has_braces_below(nodes)
                                 ? sx_arena_printf(arena, "%.*s%.*s%.*s", SX_STR_ARG(brace),
                                                   SX_STR_ARG(room->newline),
                                                   SX_STR_ARG(room->outer))
                                 : sx_arena_printf(arena, "%.*s ", SX_STR_ARG(brace)),
                             arena, err);
  size_t rest = sx_str_skip_blanks(nodes->text, at);
  bool has_more = rest < nodes->text.len && !strchr("\r\n})", nodes->text.ptr[rest]);
  if (!has_more) return sx_text_edits_add(edits, at, at, brace, arena, err);
  return sx_text_edits_add(edits, at, rest,
                           sx_arena_printf(arena, "%.*s%.*s%.*s", SX_STR_ARG(brace),
                                           SX_STR_ARG(room->newline), SX_STR_ARG(room->outer)),
                           arena, err);
}

sx_status sx_room_close(sx_statement_room *room, const sx_nodes *nodes, sx_text_edits *edits,
                        sx_arena *arena, sx_err *err) {
  if (room->is_closed) return SX_OK;
  room->is_closed = true;
  if (room->kind == SX_ROOM_VALUE) return close_value(room, nodes, edits, arena, err);
  if (room->kind == SX_ROOM_BLOCK) return close_block(room, nodes, edits, arena, err);
  return SX_OK;
}
