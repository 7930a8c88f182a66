#include "refactor/symbol_edit.h"

#include "base/byte.h"

#define GROUPS "const_declaration var_declaration type_declaration var_spec_list"

/* From the first of the declarations to the last, with the list around them where nothing else
 * is in that. */
typedef struct sx_deletion {
  sx_unit first, last;
  sx_unit_extent begin, end;
  uint32_t before, after; /* items */
} sx_deletion;

static sx_deletion measure(const sx_symbol_edit *edit) {
  sx_deletion d = {.first = edit->first, .last = edit->last};
  for (;;) {
    d.before = sx_symbol_edit__item_before(edit, &d.first);
    d.after = sx_symbol_edit__item_after(edit, &d.last);
    bool is_all = d.before == SX_NODE_NONE && d.after == SX_NODE_NONE;
    if (!is_all || !sx_nodes_is(&edit->nodes, d.first.list, GROUPS)) break;
    d.first.node = d.first.list;
    d.first.list = sx_nodes_parent(&edit->nodes, d.first.node);
    d.last = d.first;
  }
  d.begin = sx_unit_measure(&edit->nodes, &d.first);
  d.end = sx_unit_measure(&edit->nodes, &d.last);
  return d;
}

static size_t after_line_end(sx_str text, size_t at) {
  at = sx_text_line_stop(text, at);
  if (sx_str_at(text, at) == '\r') at++;
  return sx_str_at(text, at) == '\n' ? at + 1 : at;
}

/* The start of the blank lines before the line that begins at `at`. */
static size_t before_blank_lines(sx_str text, size_t at) {
  size_t start = at;
  while (start > 0 && strchr(" \t\r\n", text.ptr[start - 1])) start--;
  return start ? after_line_end(text, start) : 0;
}

static size_t skip_blank_lines(sx_str text, size_t at, size_t count) {
  for (; count; count--) {
    size_t stop = sx_text_line_stop(text, at), next = after_line_end(text, at);
    if (sx_str_skip_blanks(text, at) < stop || next == at) break;
    at = next;
  }
  return at;
}

static bool is_empty_block(const sx_symbol_edit *edit, const sx_deletion *d) {
  return edit->is_python && d->before == SX_NODE_NONE && d->after == SX_NODE_NONE &&
         sx_nodes_is(&edit->nodes, d->first.list, "block");
}

static bool is_open_list(const sx_symbol_edit *edit, const sx_deletion *d) {
  return sx_nodes_token(&edit->nodes, d->first.list, "}") == SX_NODE_NONE &&
         sx_nodes_token(&edit->nodes, d->first.list, ")") == SX_NODE_NONE;
}

/* Its lines, with the blank ones that were there for it. */
static void delete_lines(sx_symbol_edit *edit, const sx_deletion *d) {
  sx_str text = edit->nodes.text;
  size_t gap_before = sx_symbol_edit__gap_before(edit, d->begin.comment);
  size_t gap_after = sx_symbol_edit__gap_after(edit, d->end.trailing);
  size_t start = sx_str_line_start(text, d->begin.comment);
  size_t end = after_line_end(text, d->end.trailing);
  if (d->after != SX_NODE_NONE) {
    bool is_first = d->before == SX_NODE_NONE;
    end = skip_blank_lines(text, end, is_first || gap_before >= gap_after ? gap_after : gap_before);
  } else {
    start = before_blank_lines(text, start);
    if (!is_open_list(edit, d)) end = skip_blank_lines(text, end, gap_after);
  }
  edit->splice.start = start;
  edit->splice.end = end;
}

/* The comma that would be left before it, where the list has none at its end. */
static void take_comma(sx_symbol_edit *edit, const sx_deletion *d) {
  if (!edit->unit.has_commas || d->before == SX_NODE_NONE || d->after != SX_NODE_NONE) return;
  if (d->end.comma > d->end.end) return;
  size_t end = sx_nodes_get(&edit->nodes, d->before)->end;
  size_t comma = sx_str_skip_blanks(edit->nodes.text, end);
  if (sx_str_at(edit->nodes.text, comma) != ',') return;
  bool is_bare =
      sx_str_trim(sx_str_slice(edit->nodes.text, comma + 1, edit->splice.start)).len == 0;
  if (!is_bare) return;
  size_t stop = sx_text_ends_line(edit->nodes.text, d->end.trailing) ? d->end.trailing : d->end.end;
  edit->splice.start = end;
  edit->splice.end = stop;
}

/* In a line with other code. */
static void delete_in_line(sx_symbol_edit *edit, const sx_deletion *d) {
  sx_str text = edit->nodes.text;
  size_t start = d->begin.comment, end = d->end.trailing;
  if (sx_text_ends_line(text, end)) {
    while (start > 0 && sx_byte_is_blank(text.ptr[start - 1])) start--;
  } else {
    end = sx_str_skip_blanks(text, end);
  }
  edit->splice.start = start;
  edit->splice.end = end;
}

/* ---- one of several that are declared together
 * ---------------------------------------------------- */

static bool is_part_like(const sx_nodes *nodes, uint32_t part, uint32_t other) {
  const sx_tree_node *a = sx_nodes_get(nodes, part), *b = sx_nodes_get(nodes, other);
  return a->field ? a->field == b->field : a->kind == b->kind;
}

static void delete_part(sx_symbol_edit *edit) {
  const sx_nodes *nodes = &edit->nodes;
  uint32_t part = edit->unit.part, before = SX_NODE_NONE, after = SX_NODE_NONE;
  uint32_t child = sx_nodes_first(nodes, sx_nodes_parent(nodes, part));
  for (; child != SX_NODE_NONE; child = sx_nodes_next(nodes, child)) {
    if (child == part || !is_part_like(nodes, part, child)) continue;
    if (child < part) before = child;
    if (child > part && after == SX_NODE_NONE) after = child;
  }
  const sx_tree_node *at = sx_nodes_get(nodes, part);
  edit->splice.start = before == SX_NODE_NONE ? at->start : sx_nodes_get(nodes, before)->end;
  edit->splice.end = before == SX_NODE_NONE ? sx_nodes_get(nodes, after)->start : at->end;
}

/* ---- what it takes along
 * -------------------------------------------------------------------------- */

static bool lacks_value(const sx_symbol_edit *edit, uint32_t item) {
  const sx_nodes *nodes = &edit->nodes;
  if (sx_nodes_field(nodes, item, "value") != SX_NODE_NONE) return false;
  return sx_nodes_token(nodes, item, "=") == SX_NODE_NONE;
}

/* Constants without a value of their own have one by their place. */
static sx_status check_values(sx_symbol_edit *edit, sx_err *err) {
  const sx_nodes *nodes = &edit->nodes;
  uint32_t next = sx_symbol_edit__item_after(edit, &edit->unit);
  bool is_go = sx_nodes_is(nodes, edit->unit.node, "const_spec");
  bool is_enum =
      is_go ||
      sx_nodes_is(nodes, edit->unit.node, "enumerator enum_variant enum_member_declaration") ||
      (sx_nodes_is(nodes, edit->unit.list, "enum_body") &&
       !sx_nodes_is(nodes, edit->unit.node, "enum_constant"));
  if (!is_enum || next == SX_NODE_NONE || !lacks_value(edit, next)) return SX_OK;
  size_t at = sx_nodes_get(nodes, next)->start;
  if (is_go && !lacks_value(edit, edit->unit.node))
    return sx_fail(err, SX_REFUSED,
                   "'%.*s' gives its value to those after it, first at %.*s. Nothing was changed. "
                   "Write the values there first.",
                   SX_STR_ARG(edit->target.symbol->name),
                   SX_STR_ARG(sx_symbol_edit__place(edit, at)));
  return sx_symbol_edit__warn(edit, at, err, "its value, and of those after it, becomes another.");
}

static sx_status refuse_entangled(const sx_symbol_edit *edit, sx_err *err) {
  size_t at = sx_nodes_get(&edit->nodes, edit->unit.name)->start;
  return sx_fail(err, SX_REFUSED,
                 "'%.*s' (%.*s) is declared together with others by one value. Nothing was "
                 "changed. Edit that text with replace_in_buffer.",
                 SX_STR_ARG(edit->target.symbol->name),
                 SX_STR_ARG(sx_symbol_edit__place(edit, at)));
}

static void plan(sx_symbol_edit *edit, const sx_deletion *d) {
  sx_str text = edit->nodes.text;
  bool owns_lines =
      sx_text_begins_line(text, d->begin.comment) && sx_text_ends_line(text, d->end.trailing);
  edit->splice = (sx_splice){.before = SX_STR(""), .after = SX_STR(""), .indent = SX_STR("")};
  if (edit->unit.part != SX_NODE_NONE) {
    delete_part(edit);
  } else if (is_empty_block(edit, d)) {
    edit->splice.start = d->begin.comment;
    edit->splice.end = d->end.trailing;
    edit->splice.before = SX_STR("pass");
  } else {
    if (owns_lines)
      delete_lines(edit, d);
    else
      delete_in_line(edit, d);
    take_comma(edit, d);
  }
}

sx_status sx_symbol_edit__delete(sx_symbol_edit *edit, sx_err *err) {
  if (edit->unit.is_entangled) return refuse_entangled(edit, err);
  sx_deletion d = measure(edit);
  sx_status status = check_values(edit, err);
  if (status) return status;
  plan(edit, &d);
  return sx_symbol_edit__check_uses(edit, edit->splice.start, edit->splice.end, err);
}
