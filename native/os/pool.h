#ifndef SX_OS_POOL_H
#define SX_OS_POOL_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * Threads that run jobs which may block for long (a tool waiting for the editor). Not libuv's
 * own four-thread pool: the file system calls that the editor needs to answer run there.
 *
 * Threads start when a job finds none idle, up to the maximum; more jobs than that wait in
 * order, up to `max_waiting`.
 */
typedef struct sx_pool sx_pool;
typedef void (*sx_pool_job)(void *argument);

/** NULL when out of memory. No thread is started yet. */
sx_pool *sx_pool_new(size_t max_threads, size_t max_waiting);
/** BUSY when too many jobs wait, CLOSED after sx_pool_free began, NOMEM. The job then never runs.
 */
sx_status sx_pool_add(sx_pool *pool, sx_pool_job job, void *argument) SX_MUST_USE;
/** Takes back a job that has not begun; false when it has, or is not there. */
bool sx_pool_remove(sx_pool *pool, sx_pool_job job, const void *argument);
/**
 * Runs what waits, joins every thread, frees. Ask jobs to end first; where one
 * has not after `wait_ms` (it hangs in a file system), its thread is left behind: false, and what
 * jobs use must stay. The last thread frees the pool then.
 */
bool sx_pool_free(sx_pool *pool, uint64_t wait_ms);

#endif
