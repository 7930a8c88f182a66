#ifndef SX_ENGINE_CACHE_H
#define SX_ENGINE_CACHE_H

#include "engine/engine.h"
#include "workspace/call.h"

/**
 * Answers that still hold: nothing happened in the editor since (its generation is the same)
 * and the files that they were made from are unchanged on the disk. Thread-safe, bounded.
 */
typedef struct sx_cache sx_cache;

sx_cache *sx_cache_new(void); /* NULL when out of memory */
void sx_cache_free(sx_cache *cache);

/** Fills `result` with copies and returns true when `key` has an answer that holds. */
bool sx_cache_find(sx_cache *cache, sx_str key, uint64_t generation, sx_result *result);
/** Keeps copies; without memory for them it keeps nothing. */
void sx_cache_put(sx_cache *cache, sx_str key, uint64_t generation, const sx_result *result,
                  const struct sx_dependency *files, size_t file_count);

#endif
