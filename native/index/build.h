#ifndef SX_INDEX_BUILD_H
#define SX_INDEX_BUILD_H

#include "base/array.h"
#include "index/segment.h"

#include <stdint.h>

/** Larger files stay open: they are not searched (workspace/text_search). */
#define SX_INDEX_MAX_FILE_BYTES ((uint64_t)256 << 20)

/** Writes a segment. Used by the process sextant-indexer only. */
typedef struct sx_index_build {
  sx_str root;                /* absolute, real */
  const sx_strs *paths;       /* relative, ascending as sx_files_list sorts; each a regular file */
  const sx_index_entry *gone; /* of a delta: entries that go in as GONE, ascending; may be NULL.
                                 Those that are in `paths`, too, are left out. */
  size_t gone_count;
  const char *to; /* the file written: a name that nothing has yet; fsynced before it returns */
  const char *scratch; /* a folder for runs, made if it is not there, removed afterwards */
  size_t memory_bytes; /* of all threads together, about; 8 MB for each at least */
  size_t threads;
  bool trusts_young; /* files that changed right before are taken as they are; for tests */
  bool (*is_poisoned)(void *arg, sx_str path); /* from any thread; NULL: none */
  /* This file is read now; an empty path: the thread reads none. May be NULL. */
  void (*begin)(void *arg, size_t thread, sx_str path);
  /* Progress, from any thread, one at a time; another status than OK ends it. May be NULL. */
  sx_status (*check)(void *arg, uint64_t files, uint64_t bytes);
  void *arg;
} sx_index_build;

typedef struct sx_index_built {
  uint64_t files, covered, open, binary, bytes, blocks, segment_bytes;
} sx_index_built;

/**
 * Reads the files and writes the segment. Files are read piece by piece, so that their size does
 * not matter for memory.
 *
 * Same     for the same files, whatever the memory and the threads.
 * Errors   NOMEM; IO (a full disk, too), READ_ONLY, NOT_FOUND, EXISTS with the system's reason;
 * TOO_BIG for 2^32 files or blocks; the status of check. Nothing is left behind.
 */
sx_status sx_index_build_run(const sx_index_build *build, sx_index_built *out,
                             sx_err *err) SX_MUST_USE;

#endif
