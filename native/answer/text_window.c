#include "answer/text_window.h"

#include "answer/pager.h"
#include "base/map.h"
#include "base/utf8.h"
#include "text/tokens.h"

/* The least that is shown of a row, however small the budget. */
#define MIN_ROW_BYTES 64

/* A cursor has the byte offset and the end row. */
static sx_status read_cursor(const sx_lines *lines, sx_str cursor, size_t *offset,
                             uint32_t *end_row, sx_err *err) {
  const uint32_t hash = (uint32_t)sx_hash(lines->text);
  const sx_cursor_rule rule = {"text", hash, 2, {lines->text.len, UINT64_MAX}};
  uint64_t given[2];
  sx_status status = sx_cursor_read(given, cursor, &rule, err);
  if (status) return status;
  /* One that was made up may point into a character. */
  *offset = sx_utf8_floor(lines->text.ptr, lines->text.len, (size_t)given[0]);
  *end_row = given[1] < lines->count ? (uint32_t)given[1] : lines->count;
  return SX_OK;
}

/* How much of the row from `offset` on is shown: all of it, or what the budget leaves. */
static sx_str take_row(const sx_lines *lines, uint32_t row, size_t offset, size_t room_tokens,
                       bool must_show) {
  size_t end = sx_lines_end(lines, row);
  sx_str whole = sx_str_slice(lines->text, offset, end);
  if (!must_show) return whole;
  size_t len = sx_tokens_prefix(whole, room_tokens);
  if (!len && whole.len > MIN_ROW_BYTES) len = sx_utf8_floor(whole.ptr, whole.len, MIN_ROW_BYTES);
  if (!len) len = whole.len;
  return sx_str_slice(whole, 0, len);
}

sx_status sx_text_window_write(sx_text_shown *shown, sx_buf *out, const sx_lines *lines,
                               const sx_text_window *window, sx_str cursor, sx_err *err) {
  uint32_t end_row = window->end_row < lines->count ? window->end_row : lines->count;
  uint32_t row = window->first_row < end_row ? window->first_row : end_row;
  size_t offset = row < lines->count ? lines->starts[row] : lines->text.len, used = 0;
  *shown = (sx_text_shown){.first_row = row, .cursor = ""};
  if (cursor.len) {
    sx_status status = read_cursor(lines, cursor, &offset, &end_row, err);
    if (status) return status;
    row = sx_lines_row_at(lines, offset);
    shown->first_row = row;
  }
  for (bool is_first = true; row < end_row; is_first = false) {
    sx_str whole = take_row(lines, row, offset, 0, false);
    size_t tokens = sx_tokens_count(whole) + (window->with_numbers ? 4 : 1);
    bool is_too_much = used + tokens > window->max_tokens;
    if (is_too_much && !is_first) break;
    sx_str part = is_too_much ? take_row(lines, row, offset, window->max_tokens, true) : whole;
    if (window->with_numbers) sx_buf_addf(out, "%6u | ", row + 1);
    sx_buf_add(out, part);
    if (part.len == whole.len && row + 1 < lines->count) sx_buf_add_char(out, '\n');
    used += tokens;
    shown->is_cut = part.len < whole.len;
    if (shown->is_cut) {
      offset += part.len;
      break;
    }
    row++;
    offset = row < lines->count ? lines->starts[row] : lines->text.len;
  }
  shown->end_row = shown->is_cut ? row + 1 : row;
  const uint64_t rest[] = {offset, end_row};
  if (row < end_row) sx_cursor_write(shown->cursor, rest, 2, (uint32_t)sx_hash(lines->text));
  return out->status ? sx_fail(err, out->status, NULL) : SX_OK;
}

void sx_text_window_end(sx_buf *text) {
  if (text->len && text->ptr[text->len - 1] != '\n') sx_buf_add_char(text, '\n');
}
