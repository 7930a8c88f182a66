#ifndef SX_MATCH_REWRITE_H
#define SX_MATCH_REWRITE_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"

#include <stdbool.h>

/** Damage that agents do to a text, and its repair. */
typedef enum sx_rewrite {
  SX_REWRITE_NONE,
  SX_REWRITE_LINE_NUMBERS,   /* "12 | code", "12\tcode": taken from a listing */
  SX_REWRITE_ESCAPED_QUOTES, /* \" for " */
  SX_REWRITE_ESCAPES,        /* also \\ for \, \n for a line end: a JSON string, escaped twice */
  SX_REWRITE_QUOTES,         /* typographic quotes for plain ones, here or in the document */
  SX_REWRITE_COUNT
} sx_rewrite;

/**
 * `text` with it undone, which makes it shorter, in `arena`; `text` itself where there was nothing
 * to undo.
 *
 * Line numbers are undone only where each line that is not blank has one, all with the same
 * separator, and, with `is_listing`, each is one more than that of the line before.
 */
sx_status sx_rewrite_undo(sx_str *out, sx_str text, sx_rewrite rewrite, bool is_listing,
                          sx_arena *arena, sx_err *err) SX_MUST_USE;

#endif
