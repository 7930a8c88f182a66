#ifndef SX_BASE_ARRAY_H
#define SX_BASE_ARRAY_H

#include "base/arena.h"

#include <stdbool.h>

/*
 * Arrays that grow in an arena:
 *
 *   SX_ARRAY(sx_place) places = {0};
 *   sx_place *place = SX_ARRAY_ADD(&places, arena);   // zeroed; NULL when out of memory
 *   if (!place) return SX_NOMEM;
 *
 * Items move when the array grows: keep indexes, not pointers. The memory of earlier sizes
 * stays in the arena; doubling bounds it to the size of the last.
 */
#define SX_ARRAY(type)                                                                             \
  struct {                                                                                         \
    type *items;                                                                                   \
    size_t len, cap;                                                                               \
  }

#define SX_ARRAY_ADD(array, arena)                                                                 \
  (sx_array_grow((void **)&(array)->items, &(array)->len, &(array)->cap, sizeof *(array)->items,   \
                 (arena))                                                                          \
       ? &(array)->items[(array)->len - 1]                                                         \
       : NULL)

/** Room for `wanted` items in all, where the number is known; false when the arena refuses. */
#define SX_ARRAY_RESERVE(array, arena, wanted)                                                     \
  sx_array_reserve((void **)&(array)->items, (array)->len, &(array)->cap, sizeof *(array)->items,  \
                   (arena), (wanted))

typedef SX_ARRAY(sx_str) sx_strs;

/** Makes room for one more zeroed item and counts it; false when the arena refuses. */
bool sx_array_grow(void **items, size_t *len, size_t *cap, size_t item_size, sx_arena *arena);

bool sx_array_reserve(void **items, size_t len, size_t *cap, size_t item_size, sx_arena *arena,
                      size_t wanted);

/** Whether the string is one of the list. */
bool sx_strs_have(const sx_strs *list, sx_str wanted);
/** Adds a borrowed string. NOMEM, TOO_BIG from the arena. */
sx_status sx_strs_add(sx_strs *list, sx_str item, sx_arena *arena, sx_err *err) SX_MUST_USE;
/** The same, unless the list has it. */
sx_status sx_strs_add_new(sx_strs *list, sx_str item, sx_arena *arena, sx_err *err) SX_MUST_USE;

#endif
