#include "text/lines.h"

#include "text/scan.h"

size_t sx_lines_mark_bytes(sx_str text) {
  return sx_str_has_prefix(text, SX_STR("\xEF\xBB\xBF")) ? 3 : 0;
}

sx_line_ends sx_line_ends_count(sx_str text) {
  sx_line_ends ends = {0, 0, 0};
  size_t all = sx_scan_lines(text, 0, text.len).count;
  for (size_t at = 0; (at = sx_str_find_char(text, '\r', at)) != SX_STR_NONE; at++) {
    bool is_pair = at + 1 < text.len && text.ptr[at + 1] == '\n';
    ends.crlf += is_pair;
    ends.cr += !is_pair;
  }
  ends.lf = all - ends.crlf - ends.cr;
  return ends;
}

sx_status sx_lines_init(sx_lines *lines, sx_str text, sx_arena *arena, sx_err *err) {
  *lines = (sx_lines){text, NULL, 0};
  if (text.len > SX_LINES_MAX_BYTES)
    return sx_fail(err, SX_TOO_BIG, "The text has %zu bytes; at most 4 GB can be read.", text.len);
  size_t count = sx_scan_lines(text, 0, text.len).count + 1;
  uint32_t *starts = sx_arena_calloc(arena, count, sizeof *starts);
  if (!starts) return sx_fail(err, arena->status, NULL);
  starts[0] = (uint32_t)sx_lines_mark_bytes(text);
  sx_scan_line_starts(text, starts + 1, count - 1);
  lines->starts = starts;
  lines->count = (uint32_t)count;
  return SX_OK;
}

uint32_t sx_lines_row_at(const sx_lines *lines, size_t offset) {
  uint32_t low = 0, count = lines->count;
  while (count > 1) {
    uint32_t half = count / 2;
    if (lines->starts[low + half] <= offset) {
      low += half;
      count -= half;
    } else
      count = half;
  }
  return low;
}

size_t sx_lines_end(const sx_lines *lines, uint32_t row) {
  if (row >= lines->count - 1) return lines->text.len;
  size_t end = lines->starts[row + 1] - 1u;
  const char *text = lines->text.ptr;
  return text[end] == '\n' && end > lines->starts[row] && text[end - 1] == '\r' ? end - 1 : end;
}

sx_str sx_lines_get(const sx_lines *lines, uint32_t row) {
  if (row >= lines->count) return SX_STR("");
  return sx_str_slice(lines->text, lines->starts[row], sx_lines_end(lines, row));
}

/* The next byte of a text whose line ends are all \n. */
static char next_byte(sx_str text, size_t *at) {
  char c = text.ptr[(*at)++];
  if (c != '\r') return c;
  if (*at < text.len && text.ptr[*at] == '\n') ++*at;
  return '\n';
}

bool sx_text_is_same(sx_str a, sx_str b) {
  size_t i = 0, j = 0;
  while (i < a.len && j < b.len)
    if (next_byte(a, &i) != next_byte(b, &j)) return false;
  return i >= a.len && j >= b.len;
}
