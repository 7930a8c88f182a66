#ifndef SX_DIFF_PATH_H
#define SX_DIFF_PATH_H

#include "base/arena.h"
#include "base/buf.h"

/*
 * Paths as git writes them into patches: as they are, or in quotes like a string of C where they
 * hold a control character, a quote or a backslash. Bytes past ASCII stay what they are.
 */

/** Whether the path must stand in quotes. */
bool sx_diff_path_needs_quotes(sx_str path);

/** Writes `prefix` (as "a/") and the path, in quotes where needed. */
void sx_diff_path_write(sx_buf *out, sx_str prefix, sx_str path);

/** Writes a byte of a path in quotes as `\n`, `\"` or, without a letter of its own, `\377`. */
void sx_diff_path_write_escape(sx_buf *out, char byte);

/**
 * Reads a path in quotes off the start of `*rest`, into `arena` when it has escapes.
 *
 * Absent   false when `*rest` does not begin with a whole quoted string; it is then unchanged.
 * Errors   `*status` is NOMEM or TOO_BIG when the arena refuses.
 */
bool sx_diff_path_read_quoted(sx_str *path, sx_str *rest, sx_arena *arena, sx_status *status);

#endif
