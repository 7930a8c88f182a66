#ifndef SX_BASE_MAP_H
#define SX_BASE_MAP_H

#include "base/arena.h"

#include <stdint.h>

/** Hash map from strings to numbers, in an arena; keys are borrowed as long as the map lives. */
typedef struct sx_map_slot sx_map_slot;
typedef struct sx_map {
  sx_map_slot *slots;
  size_t len, cap;
  sx_arena *arena;
} sx_map;

void sx_map_init(sx_map *map, sx_arena *arena);
/** Puts or replaces; NOMEM when the arena refuses. */
sx_status sx_map_put(sx_map *map, sx_str key, uint64_t value) SX_MUST_USE;
/** False when the key is absent (then `*value` is unchanged). */
bool sx_map_find(const sx_map *map, sx_str key, uint64_t *value);

/** FNV-1a with a final mix: spread well enough for tables, not for secrets. */
uint64_t sx_hash(sx_str s);

#endif
