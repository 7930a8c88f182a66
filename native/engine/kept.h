#ifndef SX_ENGINE_KEPT_H
#define SX_ENGINE_KEPT_H

#include "base/arena.h"

/**
 * Results of calls that are not made a second time for the next page of their answer, such as a run
 * of tests: the last few of a window, each by the hash in its cursor. Thread-safe, bounded.
 */
typedef struct sx_kept sx_kept;

/** A copy of a result in `arena`; NULL without memory. */
typedef const void *(*sx_kept_copy)(const void *from, sx_arena *arena);

sx_kept *sx_kept_new(void); /* NULL when out of memory */
void sx_kept_free(sx_kept *kept);

/** Keeps a copy, in place of the oldest one; one that there is no memory for is not kept. */
void sx_kept_put(sx_kept *kept, uint64_t hash, const void *value, sx_kept_copy copy);

/**
 * A copy in `arena` of the result whose answer gave this cursor.
 * Errors  CONFLICT where it is not kept (any more); NOMEM.
 */
sx_status sx_kept_find(sx_kept *kept, sx_str cursor, const void **out, sx_kept_copy copy,
                       sx_arena *arena, sx_err *err) SX_MUST_USE;

#endif
