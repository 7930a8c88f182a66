#include "text/position.h"

#include "base/utf8.h"
#include "text/scan.h"

/** `offset` moved out of line ends and characters, back to where a caret can stand in `row`. */
static size_t settle(const sx_lines *lines, uint32_t row, size_t offset) {
  size_t start = lines->starts[row], end = sx_lines_end(lines, row);
  if (offset <= start) return start;
  if (offset >= end) return end;
  return start + sx_utf8_floor(lines->text.ptr + start, end - start, offset - start);
}

sx_point sx_point_at(const sx_lines *lines, size_t offset) {
  uint32_t row = sx_lines_row_at(lines, offset);
  return (sx_point){row, (uint32_t)(settle(lines, row, offset) - lines->starts[row])};
}

size_t sx_point_offset(const sx_lines *lines, sx_point point) {
  if (point.row >= lines->count) return sx_lines_end(lines, lines->count - 1);
  return settle(lines, point.row, (size_t)lines->starts[point.row] + point.col_bytes);
}

sx_pos16 sx_pos16_at(const sx_lines *lines, size_t offset) {
  uint32_t row = sx_lines_row_at(lines, offset);
  size_t start = lines->starts[row], settled = settle(lines, row, offset);
  return (sx_pos16){row, (uint32_t)sx_scan_u16(lines->text.ptr + start, settled - start)};
}

size_t sx_pos16_offset(const sx_lines *lines, sx_pos16 position) {
  if (position.line >= lines->count) return sx_lines_end(lines, lines->count - 1);
  size_t i = lines->starts[position.line], end = sx_lines_end(lines, position.line);
  const char *text = lines->text.ptr;
  for (size_t left = position.character; left > 0 && i < end;) {
    uint32_t codepoint;
    size_t width = sx_utf8_decode(text + i, end - i, &codepoint);
    size_t units = codepoint >= 0x10000 ? 2 : 1;
    if (units > left) break;
    left -= units;
    i += width;
  }
  return i;
}

sx_pos16 sx_pos16_from_point(const sx_lines *lines, sx_point point) {
  return sx_pos16_at(lines, sx_point_offset(lines, point));
}

sx_point sx_point_from_pos16(const sx_lines *lines, sx_pos16 position) {
  return sx_point_at(lines, sx_pos16_offset(lines, position));
}

void sx_cursor_init(sx_cursor *cursor, sx_str text) {
  size_t start = sx_lines_mark_bytes(text);
  *cursor = (sx_cursor){text, start, start, 0, 0};
}

void sx_cursor_advance(sx_cursor *cursor, size_t offset) {
  if (offset <= cursor->offset) return;
  sx_scan_rows rows = sx_scan_lines(cursor->text, cursor->offset, offset);
  size_t counted = rows.last;
  if (rows.count) {
    cursor->row += (uint32_t)rows.count;
    cursor->row_start = rows.last;
    cursor->col_u16 = 0;
  }
  size_t units = offset - counted;
  if (rows.has_high) units = sx_scan_u16(cursor->text.ptr + counted, units);
  cursor->col_u16 += (uint32_t)units;
  cursor->offset = offset;
}
