#include "base/map.h"

struct sx_map_slot {
  sx_str key;
  uint64_t value;
  uint64_t hash; /* 0: the slot is free */
};

uint64_t sx_hash(sx_str s) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < s.len; i++) hash = (hash ^ (unsigned char)s.ptr[i]) * 0x100000001b3u;
  hash ^= hash >> 32;
  return hash * 0x9E3779B97F4A7C15u;
}

void sx_map_init(sx_map *map, sx_arena *arena) {
  *map = (sx_map){NULL, 0, 0, arena};
}

static sx_map_slot *slot_of(const sx_map *map, sx_str key, uint64_t hash) {
  size_t i = (size_t)hash & (map->cap - 1);
  while (map->slots[i].hash) {
    if (map->slots[i].hash == hash && sx_str_is_equal(map->slots[i].key, key)) break;
    i = (i + 1) & (map->cap - 1);
  }
  return &map->slots[i];
}

static sx_status grow(sx_map *map) {
  sx_map bigger = {NULL, map->len, map->cap ? map->cap * 2 : 16, map->arena};
  bigger.slots = sx_arena_calloc(map->arena, bigger.cap, sizeof *bigger.slots);
  if (!bigger.slots) return SX_NOMEM;
  for (size_t i = 0; i < map->cap; i++)
    if (map->slots[i].hash)
      *slot_of(&bigger, map->slots[i].key, map->slots[i].hash) = map->slots[i];
  *map = bigger;
  return SX_OK;
}

sx_status sx_map_put(sx_map *map, sx_str key, uint64_t value) {
  if (map->len * 4 >= map->cap * 3) {
    sx_status status = grow(map);
    if (status) return status;
  }
  uint64_t hash = sx_hash(key) | 1;
  sx_map_slot *slot = slot_of(map, key, hash);
  map->len += slot->hash == 0;
  *slot = (sx_map_slot){key, value, hash};
  return SX_OK;
}

bool sx_map_find(const sx_map *map, sx_str key, uint64_t *value) {
  if (!map->cap) return false;
  const sx_map_slot *slot = slot_of(map, key, sx_hash(key) | 1);
  if (!slot->hash) return false;
  *value = slot->value;
  return true;
}
