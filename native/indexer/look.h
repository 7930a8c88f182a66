#ifndef SX_INDEXER_LOOK_H
#define SX_INDEXER_LOOK_H

#include "index/store.h"
#include "indexer/paths.h"
#include "os/sweep.h"

#define SX_NOT_IN_BASE UINT32_MAX

/** The files of the list as they are now, beside the base. All arrays are owned. */
typedef struct sx_indexer_files {
  sx_swept *swept; /* of each path */
  size_t *looked;  /* ascending: the numbers of those that were looked at on the disk */
  size_t looked_count;
  /* Without a base both are NULL. */
  uint32_t *in_base;   /* of each path its number in the base, or SX_NOT_IN_BASE */
  uint64_t *is_here;   /* bitmap of the base's entries: the list has them, and they are files */
  uint64_t base_bytes; /* of the files that it has */
} sx_indexer_files;

/**
 * Looks at the files on the disk; those that the list marks as unchanged are taken as the base of
 * the store has them, unless `looks_at_all`. Where that is wrong, the file keeps an entry that does
 * not fit, and searches read such files. Files of the delta are looked at in any case, as they are
 * read for the next one.
 *
 * To be released in any case. Errors: CORRUPT, CANCELLED, NOMEM.
 */
sx_status sx_indexer_look(sx_indexer_files *out, const sx_indexer_paths *list,
                          const sx_index_store *store, sx_str root, bool looks_at_all) SX_MUST_USE;
sx_index_stamp sx_indexer_stamp(const sx_swept *swept);
/** Zeroed is allowed. */
void sx_indexer_files_release(sx_indexer_files *files);

#endif
