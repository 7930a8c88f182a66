#include "text/position.h"

#include "base/utf8.h"
#include "text/scan.h"

/* A window that begins so near after the last one follows it without a gap. */
#define NEAR_BYTES 2048

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
  sx_scan_window *window = &cursor->window;
  cursor->text = text;
  cursor->offset = cursor->row_start = start;
  cursor->row = cursor->col_u16 = 0;
  window->from = window->to = start;
  window->before_to = (sx_scan_before){.last_start = (uint32_t)start};
}

/** Moves the window on until it covers the byte before `offset`. */
static void move_window(sx_scan_window *window, sx_str text, size_t offset) {
  if (offset - window->to > NEAR_BYTES) {
    size_t from = offset - 1;
    sx_scan_rows rows = sx_scan_lines(text, window->to, from);
    window->before_to.rows += (uint32_t)rows.count;
    if (rows.count) window->before_to.last_start = (uint32_t)rows.last;
    /* Where in the line does not matter: it is not all ASCII, and counted byte by byte. */
    if (rows.has_high) window->before_to.last_high = (uint32_t)from;
    window->to = from;
  }
  sx_scan_index(window, text);
}

void sx_cursor_advance(sx_cursor *cursor, size_t offset) {
  sx_scan_window *window = &cursor->window;
  if (offset <= cursor->offset) return;
  if (offset > window->to) move_window(window, cursor->text, offset);
  size_t last = (offset - 1 - window->from) / SX_SCAN_WORD;
  unsigned unused_bits = SX_SCAN_WORD - 1 - (unsigned)((offset - 1 - window->from) % SX_SCAN_WORD);
  const sx_scan_word_index *word = &window->words[last];
  uint64_t ends = word->ends << unused_bits, high = word->high << unused_bits;
  cursor->row = word->before.rows + sx_scan_count_ones(ends);
  size_t row_start = ends ? offset - sx_scan_leading_zeros(ends) : word->before.last_start;
  size_t last_high = high ? offset - sx_scan_leading_zeros(high) : word->before.last_high;
  /* Only what is new of a line is counted: a line can be the whole text. */
  bool is_same_row = row_start == cursor->row_start;
  size_t counted = is_same_row ? cursor->offset : row_start;
  size_t units = offset - counted;
  if (last_high > counted) units = sx_scan_u16(cursor->text.ptr + counted, units);
  cursor->col_u16 = (is_same_row ? cursor->col_u16 : 0) + (uint32_t)units;
  cursor->row_start = row_start;
  cursor->offset = offset;
}
