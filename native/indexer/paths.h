#ifndef SX_INDEXER_PATHS_H
#define SX_INDEXER_PATHS_H

#include "base/array.h"
#include "index/list.h"

#include <stdbool.h>

/** The list of files from the standard input. */
typedef struct sx_indexer_paths {
  char *bytes;   /* owned */
  sx_strs paths; /* in the arena, borrowed from `bytes` */
} sx_indexer_paths;

/** Whether a path of the list is marked as SX_INDEX_LIST_SAME. */
static inline bool sx_indexer_paths_is_same(const sx_indexer_paths *list, size_t i) {
  return list->paths.items[i].ptr[-1] == SX_INDEX_LIST_SAME;
}

/**
 * Reads a list as index/list.h has it. One that is cut is not taken for a whole one.
 *
 * Errors  CANCELLED where the input ends before the list, BAD_MESSAGE where it is not such a list,
 *         IO, TOO_BIG, NOMEM.
 */
sx_status sx_indexer_paths_read(sx_indexer_paths *out, sx_arena *arena, sx_err *err) SX_MUST_USE;
void sx_indexer_paths_release(sx_indexer_paths *list);

#endif
