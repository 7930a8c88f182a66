#ifndef SX_PARSE_PIECES_H
#define SX_PARSE_PIECES_H

#include "base/array.h"

#include <stdbool.h>
#include <stdint.h>

/* A text cut into pieces by how far its lines are indented: declarations, one after the other, with
 * the comments and attributes above each. It is a guess, for texts that a grammar cannot read. */

typedef struct sx_piece_line {
  uint32_t start;
  uint32_t indent; /* of blanks; a tab counts as 8. UINT32_MAX: a blank line, or one in a string */
  bool goes_on;    /* it begins with a closing bracket or with a word like `else` */
  bool is_note;    /* a comment or an attribute */
} sx_piece_line;

/** The last one begins at the text's end. */
typedef SX_ARRAY(sx_piece_line) sx_piece_lines;

/** Memory in `arena`, whose status is to be looked at. `language`: its id in text/language.h. */
void sx_pieces_cut(sx_piece_lines *out, sx_str text, sx_str language, sx_arena *arena);

/** The first line from `from` on, before `end`, that is indented so far; else `end`. */
size_t sx_pieces_find(const sx_piece_lines *lines, size_t from, size_t end, uint32_t indent);

/** The line after the piece that begins at `first`. */
size_t sx_pieces_end(const sx_piece_lines *lines, size_t first, size_t end);

/** How far what is in the piece is indented, at the least; UINT32_MAX: nothing is in it. */
uint32_t sx_pieces_inner(const sx_piece_lines *lines, size_t first, size_t end);

#endif
