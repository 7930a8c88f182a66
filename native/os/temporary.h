#ifndef SX_OS_TEMPORARY_H
#define SX_OS_TEMPORARY_H

#include "base/array.h"

/** A new folder among the system's temporary ones, for this user alone. In `arena`. IO, NOMEM. */
sx_status sx_temporary_make(sx_str *folder, sx_arena *arena, sx_err *err) SX_MUST_USE;

/**
 * Removes such a folder with all that is in it, as far as that is possible; no link is followed.
 * Files below 32 folders, and those that cannot be removed, stay. Blocks.
 */
void sx_temporary_remove(sx_str folder, sx_arena *arena);

/** Has a program remove it, which outlives this process. Returns at once. */
void sx_temporary_remove_later(const char *folder);

/* The names that sx_temporary_fill makes in one. */
#define SX_TEMPORARY_INNER "tmp"
#define SX_TEMPORARY_EMPTY "empty"

/** Makes a folder and an empty file in it. IO, NOMEM. */
sx_status sx_temporary_fill(sx_str folder, sx_arena *arena, sx_err *err) SX_MUST_USE;

#endif
