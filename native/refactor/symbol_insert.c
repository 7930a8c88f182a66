#include "refactor/symbol_edit.h"

static bool has_lines(sx_str text) {
  return sx_str_find_char(text, '\n', 0) != SX_STR_NONE;
}

/* ---- blank lines
 * ---------------------------------------------------------------------------------- */

typedef struct sx_beside {
  sx_unit_extent first, last;
  uint32_t before, after; /* items */
  size_t gap_before, gap_after;
  bool is_long; /* the symbol has several lines */
} sx_beside;

static bool is_long(const sx_symbol_edit *edit, uint32_t item) {
  return item != SX_NODE_NONE && has_lines(sx_str_trim_end(sx_nodes_text(&edit->nodes, item)));
}

static sx_beside look_beside(const sx_symbol_edit *edit) {
  sx_beside beside = {
      .first = sx_unit_measure(&edit->nodes, &edit->first),
      .last = sx_unit_measure(&edit->nodes, &edit->last),
      .before = sx_symbol_edit__item_before(edit, &edit->first),
      .after = sx_symbol_edit__item_after(edit, &edit->last),
  };
  beside.gap_before = sx_symbol_edit__gap_before(edit, beside.first.comment);
  beside.gap_after = sx_symbol_edit__gap_after(edit, beside.last.trailing);
  beside.is_long = is_long(edit, edit->first.node) || is_long(edit, edit->last.node);
  return beside;
}

static size_t usual_gap(const sx_symbol_edit *edit) {
  return edit->is_python && sx_nodes_is(&edit->nodes, edit->unit.list, "module") ? 2 : 1;
}

/* As the declarations beside it are apart: those of several lines show how such are. */
static size_t choose_gap(const sx_symbol_edit *edit, const sx_beside *beside) {
  bool is_after = edit->operation == SX_SYMBOL_INSERT_AFTER;
  uint32_t near = is_after ? beside->after : beside->before;
  uint32_t far = is_after ? beside->before : beside->after;
  size_t near_gap = is_after ? beside->gap_after : beside->gap_before;
  size_t far_gap = is_after ? beside->gap_before : beside->gap_after;
  if (!beside->is_long && !has_lines(edit->content)) {
    if (near != SX_NODE_NONE && !is_long(edit, near)) return near_gap;
    return far != SX_NODE_NONE && !is_long(edit, far) ? far_gap : 0;
  }
  if (near != SX_NODE_NONE && (beside->is_long || is_long(edit, near)))
    if (near_gap || (beside->is_long && is_long(edit, near))) return near_gap;
  if (far != SX_NODE_NONE && (beside->is_long || is_long(edit, far)))
    if (far_gap || (beside->is_long && is_long(edit, far))) return far_gap;
  return usual_gap(edit);
}

/* ---- lines
 * ------------------------------------------------------------------------------------------ */

static sx_str join(const sx_symbol_edit *edit, sx_str a, sx_str b, sx_str c) {
  return sx_arena_printf(edit->call->arena, "%.*s%.*s%.*s", SX_STR_ARG(a), SX_STR_ARG(b),
                         SX_STR_ARG(c));
}

static void insert_lines_before(sx_symbol_edit *edit, const sx_beside *beside, size_t gap) {
  size_t start = sx_str_line_start(edit->nodes.text, beside->first.comment);
  bool is_near = beside->before != SX_NODE_NONE && beside->gap_before < gap;
  edit->splice.start = edit->splice.end = start;
  edit->splice.before = sx_symbol_edit__breaks(edit, is_near ? gap - beside->gap_before : 0);
  edit->splice.after = join(edit, edit->unit.has_commas ? SX_STR(",") : SX_STR(""), SX_STR(""),
                            sx_symbol_edit__breaks(edit, gap + 1));
}

static void insert_lines_after(sx_symbol_edit *edit, const sx_beside *beside, size_t gap) {
  const sx_unit_extent *last = &beside->last;
  bool is_near = beside->after != SX_NODE_NONE && beside->gap_after < gap;
  bool lacks_comma = edit->unit.has_commas && last->comma == last->end;
  sx_str breaks = sx_symbol_edit__breaks(edit, gap + 1);
  edit->splice.start = lacks_comma ? last->end : last->trailing;
  edit->splice.end = last->trailing;
  edit->splice.before = breaks;
  if (lacks_comma)
    edit->splice.before =
        join(edit, SX_STR(","), sx_str_slice(edit->nodes.text, last->end, last->trailing), breaks);
  bool has_comma = edit->unit.has_commas && !lacks_comma;
  edit->splice.after = join(edit, has_comma ? SX_STR(",") : SX_STR(""), SX_STR(""),
                            sx_symbol_edit__breaks(edit, is_near ? gap - beside->gap_after : 0));
}

/* `enum { A, B }` */
static void insert_in_line(sx_symbol_edit *edit, const sx_beside *beside) {
  const sx_unit_extent *last = &beside->last;
  bool has_comma = last->comma > last->end;
  bool begins_line = sx_text_begins_line(edit->nodes.text, beside->first.comment);
  sx_str blank =
      begins_line ? join(edit, SX_STR("\n"), edit->splice.indent, SX_STR("")) : SX_STR(" ");
  edit->splice.begins_in_line = true;
  if (edit->operation == SX_SYMBOL_INSERT_BEFORE) {
    edit->splice.start = edit->splice.end = beside->first.start;
    edit->splice.after = join(edit, SX_STR(","), blank, SX_STR(""));
  } else {
    edit->splice.start = edit->splice.end = has_comma ? last->comma : last->end;
    edit->splice.before = join(edit, has_comma ? SX_STR("") : SX_STR(","), blank, SX_STR(""));
    edit->splice.after = has_comma ? SX_STR(",") : SX_STR("");
  }
}

static bool owns_lines(const sx_symbol_edit *edit, const sx_beside *beside) {
  return sx_text_begins_line(edit->nodes.text, beside->first.comment) &&
         sx_text_ends_line(edit->nodes.text, beside->last.trailing);
}

sx_status sx_symbol_edit__insert(sx_symbol_edit *edit, sx_err *err) {
  sx_beside beside = look_beside(edit);
  sx_str content = sx_str_trim_end(edit->content);
  if (edit->unit.has_commas && sx_str_has_suffix(content, SX_STR(",")))
    content = sx_str_slice(content, 0, content.len - 1);
  edit->content = content;
  edit->splice = (sx_splice){.before = SX_STR(""), .after = SX_STR(""), .has_content = true};
  edit->splice.indent = sx_symbol_edit__indent(edit, beside.first.comment);
  if (!owns_lines(edit, &beside)) {
    if (!edit->unit.has_commas)
      return sx_fail(err, SX_REFUSED,
                     "'%.*s' (%.*s) shares its line with other code. Nothing was changed. Insert "
                     "the text with edit_buffer.",
                     SX_STR_ARG(edit->target.symbol->name),
                     SX_STR_ARG(sx_symbol_edit__place(edit, beside.first.start)));
    insert_in_line(edit, &beside);
    return SX_OK;
  }
  size_t gap = choose_gap(edit, &beside);
  if (edit->operation == SX_SYMBOL_INSERT_BEFORE)
    insert_lines_before(edit, &beside, gap);
  else
    insert_lines_after(edit, &beside, gap);
  return SX_OK;
}
