#ifndef SX_OS_PARALLEL_H
#define SX_OS_PARALLEL_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/** Work on many items by several threads; without `stack_bytes` the caller's is among them. */
typedef struct sx_parallel {
  size_t count;       /* of the items */
  size_t chunk;       /* as many are taken at once */
  size_t threads;     /* at most */
  size_t stack_bytes; /* that each needs; 0: what is usual */
  /* From several threads, each with a `worker` below `threads` of its own: items [from, to).
   * Another status than OK ends the work. */
  sx_status (*run)(void *arg, size_t worker, size_t from, size_t to);
  void *arg;
} sx_parallel;

#define SX_PARALLEL_MAX_THREADS 16

/**
 * Blocks until all items are done, or one failed: then its status, or one of them. Without memory
 * for a thread the others take its share.
 */
sx_status sx_parallel_run(const sx_parallel *work) SX_MUST_USE;

#endif
