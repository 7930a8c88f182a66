#ifndef SX_TEXT_POSITION_H
#define SX_TEXT_POSITION_H

#include "text/lines.h"
#include "text/scan.h"

/*
 * The only place that converts between byte offsets, points and UTF-16 positions.
 *
 * All of them clamp: a row past the last gives the end of the text, a column past the end of
 * its line gives the line's end, an offset inside a line end or a byte order mark moves out of
 * it. None cuts a character: what points into one moves to its start. A byte of broken UTF-8 is
 * a character of one byte and one UTF-16 unit, as editors show it.
 */

/** A place in bytes, 0-based: how the engine counts. */
typedef struct sx_point {
  uint32_t row, col_bytes;
} sx_point;

/** A place in UTF-16 units, 0-based: how the editor counts. */
typedef struct sx_pos16 {
  uint32_t line, character;
} sx_pos16;

/** In the order of the text: below 0 where `a` is before `b`, 0 where they are equal. */
static inline int sx_pos16_compare(sx_pos16 a, sx_pos16 b) {
  if (a.line != b.line) return a.line < b.line ? -1 : 1;
  return a.character < b.character ? -1 : a.character > b.character;
}

static inline bool sx_pos16_is_equal(sx_pos16 a, sx_pos16 b) {
  return a.line == b.line && a.character == b.character;
}

sx_point sx_point_at(const sx_lines *lines, size_t offset);
size_t sx_point_offset(const sx_lines *lines, sx_point point);

sx_pos16 sx_pos16_at(const sx_lines *lines, size_t offset);
size_t sx_pos16_offset(const sx_lines *lines, sx_pos16 position);

sx_pos16 sx_pos16_from_point(const sx_lines *lines, sx_point point);
sx_point sx_point_from_pos16(const sx_lines *lines, sx_pos16 position);

/**
 * Walks forward through a text and knows where it is in all three units, without a line index:
 * for many places of one text in ascending order.
 *
 *   sx_cursor cursor;
 *   sx_cursor_init(&cursor, text);
 *   sx_cursor_advance(&cursor, offset);      // offset >= cursor.offset, at a character's start
 *   use(sx_cursor_point(&cursor), cursor.col_u16);
 *
 * Places inside a line end are columns of the line that it ends (not clamped).
 */
typedef struct sx_cursor {
  sx_str text; /* borrowed; less than 4 GB */
  size_t offset, row_start;
  uint32_t row, col_u16;
  sx_scan_window window;
} sx_cursor;

void sx_cursor_init(sx_cursor *cursor, sx_str text);
void sx_cursor_advance(sx_cursor *cursor, size_t offset);

static inline sx_point sx_cursor_point(const sx_cursor *cursor) {
  return (sx_point){cursor->row, (uint32_t)(cursor->offset - cursor->row_start)};
}

#endif
