#include "answer/text_window.h"

#include "answer/pager.h"
#include "base/map.h"
#include "base/utf8.h"
#include "host/json.h"
#include "text/tokens.h"

/* The least that is shown of a row, however small the budget. */
#define MIN_ROW_BYTES 64
/* In JSON each of its bytes may be six. */
#define MIN_JSON_BYTES 16

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

/* A part that is being written, and what it takes. */
typedef struct writing {
  const sx_lines *lines;
  const sx_text_window *window;
  sx_buf *out;
  sx_buf json; /* room for a row */
  sx_status json_status;
  size_t used, used_json;
} writing;

static size_t count_json(writing *w, sx_str text) {
  if (!w->window->json_tokens) return 0;
  sx_buf_clear(&w->json);
  sx_json_write_str(&w->json, text);
  if (!w->json_status) w->json_status = w->json.status; /* clearing forgets it */
  return sx_tokens_count(sx_str_slice(sx_buf_str(&w->json), 1, w->json.len - 1));
}

/* The end of a row with its line end, as it is written. */
static sx_str line_end(const writing *w, uint32_t row) {
  const sx_lines *lines = w->lines;
  if (row + 1 >= lines->count) return SX_STR("");
  if (!w->window->keeps_ends) return SX_STR("\n");
  return sx_str_slice(lines->text, sx_lines_end(lines, row), lines->starts[row + 1]);
}

static size_t count_row(const writing *w, sx_str row) {
  return sx_tokens_count(row) + (w->window->with_numbers ? 4 : 1);
}

/* The end of the row is counted with it, for in JSON a mark and a letter stand for it. */
static size_t count_row_json(writing *w, uint32_t row, sx_str whole) {
  sx_str end = line_end(w, row);
  return count_json(w, whole) + (end.len ? count_json(w, end) : 0);
}

/* The start of a row that the budget has room for, and some of it in any case. */
static sx_str cut_row(writing *w, sx_str whole) {
  size_t most = w->window->json_tokens;
  size_t len = sx_tokens_prefix(whole, w->window->max_tokens);
  if (!len && whole.len > MIN_ROW_BYTES) len = sx_utf8_floor(whole.ptr, whole.len, MIN_ROW_BYTES);
  if (!len) len = whole.len;
  for (size_t tokens; len > MIN_JSON_BYTES;) {
    tokens = count_json(w, sx_str_slice(whole, 0, len));
    if (tokens <= most) break;
    size_t less = (size_t)((double)len * (double)most / (double)tokens);
    if (less < MIN_JSON_BYTES) less = MIN_JSON_BYTES;
    len = sx_utf8_floor(whole.ptr, whole.len, less < len ? less : len - 1);
  }
  return sx_str_slice(whole, 0, len);
}

/* Writes the row, from `*offset` on, or its start where it is the first; false: it is left. */
static bool write_row(writing *w, uint32_t row, size_t *offset, bool is_first, bool *is_cut) {
  const sx_text_window *window = w->window;
  sx_str whole = sx_str_slice(w->lines->text, *offset, sx_lines_end(w->lines, row));
  size_t tokens = count_row(w, whole), json = count_row_json(w, row, whole);
  bool is_too_much = w->used + tokens > window->max_tokens ||
                     (window->json_tokens && w->used_json + json > window->json_tokens);
  if (is_too_much && !is_first) return false;
  sx_str part = is_too_much ? cut_row(w, whole) : whole;
  *is_cut = part.len < whole.len;
  if (window->with_numbers) sx_buf_addf(w->out, "%6u | ", row + 1);
  sx_buf_add(w->out, part);
  if (!*is_cut) sx_buf_add(w->out, line_end(w, row));
  w->used += tokens;
  w->used_json += json;
  *offset += part.len;
  return true;
}

sx_status sx_text_window_write(sx_text_shown *shown, sx_buf *out, const sx_lines *lines,
                               const sx_text_window *window, sx_str cursor, sx_err *err) {
  writing w = {.lines = lines, .window = window, .out = out};
  uint32_t end_row = window->end_row < lines->count ? window->end_row : lines->count;
  uint32_t row = window->first_row < end_row ? window->first_row : end_row;
  size_t offset = row < lines->count ? lines->starts[row] : lines->text.len;
  *shown = (sx_text_shown){.first_row = row, .cursor = ""};
  if (cursor.len) {
    sx_status status = read_cursor(lines, cursor, &offset, &end_row, err);
    if (status) return status;
    row = sx_lines_row_at(lines, offset);
    shown->first_row = row;
  }
  sx_buf_init(&w.json, SIZE_MAX / 2);
  while (row < end_row && write_row(&w, row, &offset, row == shown->first_row, &shown->is_cut)) {
    if (shown->is_cut) break;
    row++;
    offset = row < lines->count ? lines->starts[row] : lines->text.len;
  }
  sx_status status = w.json_status ? w.json_status : out->status;
  sx_buf_release(&w.json);
  shown->end_row = shown->is_cut ? row + 1 : row;
  const uint64_t rest[] = {offset, end_row};
  if (row < end_row) sx_cursor_write(shown->cursor, rest, 2, (uint32_t)sx_hash(lines->text));
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

void sx_text_window_end(sx_buf *text) {
  if (text->len && text->ptr[text->len - 1] != '\n') sx_buf_add_char(text, '\n');
}
