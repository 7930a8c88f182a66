#ifndef SX_INDEXER_PATHS_H
#define SX_INDEXER_PATHS_H

#include "base/array.h"

/** The list of files from the standard input. */
typedef struct sx_indexer_paths {
  char *bytes;   /* owned */
  sx_strs paths; /* in the arena, borrowed from `bytes` */
} sx_indexer_paths;

/**
 * Reads relative paths, ascending as sx_path_compare has them, each with a NUL after it; an
 * empty one ends the list, so that a list that is cut is not taken for a whole one.
 *
 * Errors  CANCELLED where the input ends before the list, BAD_MESSAGE where it is not such a list,
 *         IO, TOO_BIG, NOMEM.
 */
sx_status sx_indexer_paths_read(sx_indexer_paths *out, sx_arena *arena, sx_err *err) SX_MUST_USE;
void sx_indexer_paths_release(sx_indexer_paths *list);

#endif
