#ifndef SX_BASE_ARENA_H
#define SX_BASE_ARENA_H

#include "base/status.h"
#include "base/str.h"

#include <stdint.h>

/**
 * Memory of one call: allocated piece by piece, freed all at once.
 *
 * Life     sx_arena_init, any number of allocations, sx_arena_release. Not shared by threads.
 * Errors   NULL when memory is out or the ceiling is reached; `status` is then the one, and
 *          stays set, so that a long piece of work can be checked once at its end.
 * Debug    With SX_DEBUG each piece is a malloc of its own, so that sanitizers see overruns.
 */
typedef struct sx_arena_block sx_arena_block;
typedef struct sx_arena {
  sx_arena_block *head;
  size_t used_bytes;
  size_t max_bytes;
  sx_status status;
} sx_arena;

void sx_arena_init(sx_arena *arena, size_t max_bytes);
void sx_arena_release(sx_arena *arena);

/** `size` bytes, zeroed, aligned for any type; NULL when there is no memory. */
void *sx_arena_alloc(sx_arena *arena, size_t size);
/** `count` items of `size` bytes, zeroed; NULL also when the product overflows. */
void *sx_arena_calloc(sx_arena *arena, size_t count, size_t size);
/** Copy of `s` in the arena, NUL-terminated; the empty string when there is no memory. */
sx_str sx_arena_dup(sx_arena *arena, sx_str s);
/** printf into the arena, NUL-terminated; the empty string when there is no memory. */
sx_str sx_arena_printf(sx_arena *arena, const char *format, ...) SX_PRINTF(2, 3);

#define SX_ARENA_NEW(arena, type) ((type *)sx_arena_alloc((arena), sizeof(type)))

#endif
