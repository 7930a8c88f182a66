#ifndef SX_MEMORY_PLACE_H
#define SX_MEMORY_PLACE_H

#include "workspace/call.h"

/**
 * Where notes and plans are: in the store, or as Markdown files in a folder of the workspace, by
 * the setting sextant.memory.location.
 *
 *     .sextant/memory/2025-11-29-2005-rounded-to-cents.md   a note
 *     .sextant/memory/any/name.md                           one that a person has written
 *     .sextant/memory/plans/new-parser.md                   a plan
 */
#define SX_MEMORY_FOLDER ".sextant/memory"
#define SX_MEMORY_PLANS "plans"
#define SX_MEMORY_SUFFIX ".md"

typedef struct sx_memory_place {
  bool is_files;
  const sx_root *root; /* the first folder on the disk; NULL: there is none */
  sx_str folder;       /* the absolute path of SX_MEMORY_FOLDER in it, without links */
  bool exists;         /* the folder does */
} sx_memory_place;

/**
 * Asks for the setting. In the call's arena.
 * Errors  where it is files: UNSUPPORTED (no folder is on the disk), NOT_ALLOWED (it is not
 *         trusted), OUTSIDE_WORKSPACE (a link leads out of it), HIDDEN, NOT_A_DIRECTORY; HOST,
 *         NOMEM and the call's.
 */
sx_status sx_memory_place_find(sx_memory_place *out, sx_call *call, sx_err *err) SX_MUST_USE;

/** The absolute path of a file of the folder, whose own is relative to it. NUL-terminated. */
sx_str sx_memory_full_path(const sx_memory_place *place, sx_str path, sx_arena *arena);
/** A path without SX_MEMORY_SUFFIX, which it has. */
sx_str sx_memory_without_suffix(sx_str path);
/** The part after the last slash. */
sx_str sx_memory_name(sx_str path);

/**
 * A sentence on notes and plans in the other place than `place`, which are not read; empty where
 * there are none. In the call's arena.
 */
sx_status sx_memory_place_other(sx_str *out, sx_call *call, const sx_memory_place *place,
                                sx_err *err) SX_MUST_USE;

#endif
