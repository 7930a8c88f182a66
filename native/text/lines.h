#ifndef SX_TEXT_LINES_H
#define SX_TEXT_LINES_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

/**
 * Where the lines of a text begin.
 *
 * Lines    end at \n, \r\n or a lone \r, as in VS Code; there is always at least one, and a
 *          text that ends with a line end has an empty last one. Rows are 0-based.
 * Mark     A UTF-8 byte order mark at the start is not part of the first line: editors hide it.
 * Memory   `text` borrowed, `starts` in the arena.
 */
typedef struct sx_lines {
  sx_str text;
  const uint32_t *starts; /* starts[count], ascending byte offsets */
  uint32_t count;
} sx_lines;

#define SX_LINES_MAX_BYTES 0xFFFFFFFEu

/** Indexes `text`. TOO_BIG past SX_LINES_MAX_BYTES; NOMEM. */
sx_status sx_lines_init(sx_lines *lines, sx_str text, sx_arena *arena, sx_err *err) SX_MUST_USE;

/** The row that holds byte `offset` (past the end: the last row). A line end is in its line. */
uint32_t sx_lines_row_at(const sx_lines *lines, size_t offset);

/** Where row `row` ends, before its line end; rows past the last count as the last. */
size_t sx_lines_end(const sx_lines *lines, uint32_t row);

/** The row without its line end; empty past the last. */
sx_str sx_lines_get(const sx_lines *lines, uint32_t row);

/** How many line ends of each kind a text has; a \r\n is only in `crlf`. */
typedef struct sx_line_ends {
  size_t crlf, lf, cr;
} sx_line_ends;

sx_line_ends sx_line_ends_count(sx_str text);

/** Bytes of the byte order mark that `text` begins with: 3 or 0. */
size_t sx_lines_mark_bytes(sx_str text);

/** Whether two texts are the same but for their line ends, of which the editor keeps one kind. */
bool sx_text_is_same(sx_str a, sx_str b);

#endif
