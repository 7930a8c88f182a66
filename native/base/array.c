#include "base/array.h"

bool sx_array_grow(void **items, size_t *len, size_t *cap, size_t item_size, sx_arena *arena) {
  if (*len == *cap) {
    size_t grown_cap = *cap ? *cap * 2 : 8;
    if (grown_cap < *cap) return false;
    void *grown = sx_arena_calloc(arena, grown_cap, item_size);
    if (!grown) return false;
    if (*len) memcpy(grown, *items, *len * item_size);
    *items = grown;
    *cap = grown_cap;
  }
  (*len)++;
  return true;
}

bool sx_array_reserve(void **items, size_t len, size_t *cap, size_t item_size, sx_arena *arena,
                      size_t wanted) {
  if (wanted <= *cap) return true;
  void *grown = sx_arena_calloc(arena, wanted, item_size);
  if (!grown) return false;
  if (len) memcpy(grown, *items, len * item_size);
  *items = grown;
  *cap = wanted;
  return true;
}

bool sx_strs_have(const sx_strs *list, sx_str wanted) {
  for (size_t i = 0; i < list->len; i++)
    if (sx_str_is_equal(list->items[i], wanted)) return true;
  return false;
}

sx_status sx_strs_add(sx_strs *list, sx_str item, sx_arena *arena, sx_err *err) {
  sx_str *added = SX_ARRAY_ADD(list, arena);
  if (!added) return sx_fail(err, arena->status, NULL);
  *added = item;
  return SX_OK;
}

sx_status sx_strs_add_new(sx_strs *list, sx_str item, sx_arena *arena, sx_err *err) {
  return sx_strs_have(list, item) ? SX_OK : sx_strs_add(list, item, arena, err);
}
