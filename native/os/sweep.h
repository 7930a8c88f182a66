#ifndef SX_OS_SWEEP_H
#define SX_OS_SWEEP_H

#include "base/array.h"

#include <stdbool.h>
#include <stdint.h>

/* The state of many files, found by several threads. */

typedef struct sx_swept {
  bool is_file;        /* a regular one, not a link to it; without it all is 0 */
  bool has_hard_links; /* more names than this lead to it */
  uint64_t size_bytes;
  int64_t mtime_ns, ctime_ns;
  uint64_t inode;
} sx_swept;

/**
 * Looks at `paths`, relative to the absolute `root`; fills out[paths->len]. Blocks.
 * `is_ended` (or NULL) is asked now and then, from any of the threads. CANCELLED after it, NOMEM.
 */
sx_status sx_sweep_run(sx_swept *out, sx_str root, const sx_strs *paths, size_t threads,
                       bool (*is_ended)(void *arg), void *arg) SX_MUST_USE;

#endif
