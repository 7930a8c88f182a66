#include "refactor/symbol_edit.h"

#include "match/indent.h"
#include "workspace/paths.h"

#include <stdarg.h>

#define MAX_GUESSED_LINES 4000
#define AHEAD "decorator attribute_item attribute_list"

/* ---- the text -------------------------------------------------------------------------------- */

sx_str sx_symbol_edit__place(const sx_symbol_edit *edit, size_t offset) {
  sx_pos16 at = sx_document_position(edit->document, offset);
  return sx_arena_printf(edit->call->arena, "%.*s:%u:%u",
                         SX_STR_ARG(sx_path_display(edit->call, edit->document->path)), at.line + 1,
                         at.character + 1);
}

sx_str sx_symbol_edit__indent(const sx_symbol_edit *edit, size_t offset) {
  size_t start = sx_str_line_start(edit->nodes.text, offset);
  return sx_str_slice(edit->nodes.text, start, sx_str_skip_blanks(edit->nodes.text, start));
}

sx_str sx_symbol_edit__level(const sx_symbol_edit *edit) {
  sx_strs lines = {0};
  const sx_lines *all = &edit->document->lines;
  for (uint32_t i = 0; i < all->count && i < MAX_GUESSED_LINES; i++) {
    sx_str *line = SX_ARRAY_ADD(&lines, edit->call->arena);
    if (!line) return SX_STR("");
    *line = sx_lines_get(all, i);
  }
  bool has_tabs = sx_str_is_equal(edit->nodes.grammar, SX_STR("go"));
  uint8_t unit = sx_indent_guess_unit(lines.items, lines.len, has_tabs ? 0 : 4);
  return unit ? sx_arena_printf(edit->call->arena, "%*s", (int)unit, "") : SX_STR("\t");
}

sx_str sx_symbol_edit__breaks(const sx_symbol_edit *edit, size_t count) {
  sx_buf breaks;
  sx_buf_init(&breaks, 1024);
  sx_buf_add_repeat(&breaks, '\n', count < 64 ? count : 64);
  return sx_buf_keep(&breaks, edit->call->arena);
}

sx_status sx_symbol_edit__warn(sx_symbol_edit *edit, size_t offset, sx_err *err, const char *format,
                               ...) {
  sx_buf text;
  va_list args;
  sx_str place = sx_symbol_edit__place(edit, offset);
  sx_buf_init(&text, 4096);
  sx_buf_addf(&text, "%.*s: ", SX_STR_ARG(place));
  va_start(args, format);
  sx_buf_addv(&text, format, args);
  va_end(args);
  sx_str kept = sx_buf_keep(&text, edit->call->arena);
  return sx_strs_add(&edit->warnings, kept, edit->call->arena, err);
}

/* ---- beside it ------------------------------------------------------------------------------- */

/* Punctuation is none, but the members of an enum may be bare names. */
static bool is_item(const sx_nodes *nodes, uint32_t node) {
  return sx_nodes_is_named(nodes, node) && !sx_nodes_is_comment(nodes, node) &&
         !sx_nodes_is(nodes, node, AHEAD) && !sx_nodes_is_field(nodes, node, "condition") &&
         !(sx_nodes_is_field(nodes, node, "name") &&
           sx_nodes_is(nodes, sx_nodes_parent(nodes, node), "preproc_ifdef")) &&
         !sx_nodes_is(nodes, node, "php_tag");
}

uint32_t sx_symbol_edit__item_before(const sx_symbol_edit *edit, const sx_unit *unit) {
  uint32_t found = SX_NODE_NONE, child = sx_nodes_first(&edit->nodes, unit->list);
  for (; child != SX_NODE_NONE && child < unit->node; child = sx_nodes_next(&edit->nodes, child))
    if (is_item(&edit->nodes, child)) found = child;
  return found;
}

uint32_t sx_symbol_edit__item_after(const sx_symbol_edit *edit, const sx_unit *unit) {
  uint32_t child = sx_nodes_next(&edit->nodes, unit->node);
  while (child != SX_NODE_NONE && !is_item(&edit->nodes, child))
    child = sx_nodes_next(&edit->nodes, child);
  return child;
}

size_t sx_symbol_edit__gap_before(const sx_symbol_edit *edit, size_t at) {
  sx_str text = edit->nodes.text;
  size_t count = 0, start = at;
  while (start > 0 && strchr(" \t\r\n", text.ptr[start - 1])) count += text.ptr[--start] == '\n';
  return count > 1 && start ? count - 1 : start ? 0 : count;
}

size_t sx_symbol_edit__gap_after(const sx_symbol_edit *edit, size_t at) {
  sx_str text = edit->nodes.text;
  size_t count = 0;
  for (; at < text.len && strchr(" \t\r\n", text.ptr[at]); at++) count += text.ptr[at] == '\n';
  return count > 1 ? count - 1 : 0;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static sx_status refuse_unit(const sx_symbol_edit *edit, sx_unit_error error, size_t offset,
                             sx_err *err) {
  static const char *const reasons[] = {
      [SX_UNIT_OK] = "",
      [SX_UNIT_NO_LIST] = "edit_symbol does not know how its language lists declarations",
      [SX_UNIT_PARAMETER] = "it is a parameter, or declared inside of an expression",
      [SX_UNIT_IMPORT] = "an import gives it that name there",
      [SX_UNIT_STATEMENT] = "a statement such as a loop declares it",
  };
  sx_str name = edit->target.symbol->name;
  return sx_fail(err, error == SX_UNIT_NO_LIST ? SX_UNSUPPORTED : SX_REFUSED,
                 "'%.*s' (%.*s) cannot be edited as a declaration: %s. Nothing was changed. Edit "
                 "the text there with edit_buffer.",
                 SX_STR_ARG(name), SX_STR_ARG(sx_symbol_edit__place(edit, offset)), reasons[error]);
}

static sx_status locate(sx_symbol_edit *edit, sx_err *err) {
  const sx_symbol *symbol = edit->target.symbol;
  sx_str name = symbol->declared_as.len ? symbol->declared_as : symbol->name;
  sx_status status = sx_document_take(edit->call, symbol->path, false, &edit->document, err);
  if (!status) status = sx_nodes_read(&edit->nodes, edit->call, edit->document, err);
  if (status) return status;
  edit->is_python = sx_str_is_equal(edit->nodes.grammar, SX_STR("python"));
  size_t at = sx_document_offset(edit->document, symbol->at);
  sx_str text = edit->nodes.text;
  if (!sx_str_has_prefix(sx_str_slice(text, at, text.len), name)) {
    size_t stop = sx_text_line_stop(text, at), found = sx_str_find(text, name, at);
    if (found >= stop) /* also none */
      return sx_fail(err, SX_CONFLICT,
                     "'%.*s' is not at %.*s any more, or has no name there. Nothing was changed. "
                     "Call again.",
                     SX_STR_ARG(name), SX_STR_ARG(sx_symbol_edit__place(edit, at)));
    at = found;
  }
  sx_unit_error error =
      sx_unit_find(&edit->unit, &edit->nodes, (uint32_t)at, (uint32_t)(at + name.len));
  if (error) return refuse_unit(edit, error, at, err);
  return sx_symbol_edit__choose(edit, err);
}

sx_status sx_symbol_edit_plan(sx_symbol_edit *edit, sx_err *err) {
  sx_status status = locate(edit, err);
  if (status) return status;
  switch (edit->operation) {
  case SX_SYMBOL_REPLACE: status = sx_symbol_edit__replace(edit, err); break;
  case SX_SYMBOL_REPLACE_BODY: status = sx_symbol_edit__replace_body(edit, err); break;
  case SX_SYMBOL_INSERT_BEFORE:
  case SX_SYMBOL_INSERT_AFTER: status = sx_symbol_edit__insert(edit, err); break;
  case SX_SYMBOL_DELETE: status = sx_symbol_edit__delete(edit, err); break;
  }
  if (!status && edit->call->arena->status) status = sx_fail(err, edit->call->arena->status, NULL);
  return status ? status : sx_symbol_edit__finish(edit, err);
}
