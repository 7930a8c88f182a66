#ifndef SX_MATCH_INDENT_H
#define SX_MATCH_INDENT_H

#include "base/buf.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * How the indentation of lines in a document differs from that of the same lines as an agent
 * wrote them down, and the same difference applied to other lines.
 */

typedef enum sx_shift_kind {
  SX_SHIFT_NONE,   /* the lines are indented alike */
  SX_SHIFT_CHARS,  /* each has so many blanks more or fewer */
  SX_SHIFT_LEVELS, /* a level is written otherwise, and there may be more or fewer of them */
} sx_shift_kind;

typedef struct sx_shift {
  sx_shift_kind kind;
  int32_t count;     /* CHARS: characters, LEVELS: levels; more in the document when positive */
  uint8_t from_unit; /* LEVELS: spaces a level as written, 0 for a tab */
  uint8_t to_unit;   /* spaces a level in the document, 0 for a tab */
  char fill;         /* CHARS: what the document indents these lines with */
} sx_shift;

/** Spaces and tabs that `line` begins with. */
size_t sx_indent_bytes(sx_str line);

/** Whether there is nothing but spaces and tabs. */
bool sx_indent_is_blank(sx_str line);

/**
 * Spaces a level in a text, 0 for a tab: what most lines do that are indented deeper than the one
 * before. `fallback` for a text without indentation.
 */
uint8_t sx_indent_guess_unit(const sx_str *lines, size_t count, uint8_t fallback);

/**
 * The shift from the lines as written to the lines as they stand; false when there is no single
 * one. Lines that are blank in either do not count.
 *
 * `unit` is what the document indents with (sx_indent_guess_unit).
 */
bool sx_indent_measure(sx_shift *shift, const sx_str *written, const sx_str *standing, size_t count,
                       uint8_t unit);

/**
 * Appends `line` with its indentation shifted; a blank line becomes an empty one. `unit` is what
 * the text that `line` comes from indents with.
 */
void sx_indent_apply(sx_buf *out, sx_str line, const sx_shift *shift, uint8_t unit);

#endif
