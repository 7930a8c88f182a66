#include "base/arena.h"

#include "base/mem.h"

#include <stdio.h>

struct sx_arena_block {
  sx_arena_block *next;
  size_t len;
  size_t cap;
  max_align_t data[];
};

#ifdef SX_DEBUG
#define BLOCK_BYTES 0
#else
#define BLOCK_BYTES (16 * 1024)
#endif

/* Leaves room to round a size up and to put the block's head before it. */
#define MAX_PIECE_BYTES (SIZE_MAX / 2)

void sx_arena_init(sx_arena *arena, size_t max_bytes) {
  *arena = (sx_arena){NULL, 0, max_bytes, SX_OK};
}

void sx_arena_release(sx_arena *arena) {
  sx_arena_block *block = arena->head;
  while (block) {
    sx_arena_block *next = block->next;
    sx_free(block);
    block = next;
  }
  sx_arena_init(arena, arena->max_bytes);
}

static void *refuse(sx_arena *arena, sx_status status) {
  if (!arena->status) arena->status = status;
  return NULL;
}

static sx_arena_block *add_block(sx_arena *arena, size_t size) {
  size_t cap = size > BLOCK_BYTES / 4 ? size : BLOCK_BYTES;
  sx_arena_block *block = sx_calloc(1, offsetof(sx_arena_block, data) + cap);
  if (!block) return NULL;
  block->len = 0;
  block->cap = cap;
  /* A block made for one big piece is full at once: keep the one with room in front. */
  if (cap == size && arena->head) {
    block->next = arena->head->next;
    arena->head->next = block;
  } else {
    block->next = arena->head;
    arena->head = block;
  }
  return block;
}

void *sx_arena_alloc(sx_arena *arena, size_t size) {
  const size_t align = _Alignof(max_align_t);
  if (size == 0) size = 1;
  if (size > arena->max_bytes || size > MAX_PIECE_BYTES) return refuse(arena, SX_TOO_BIG);
  size = (size + align - 1) / align * align;
  if (size > arena->max_bytes - arena->used_bytes || arena->used_bytes > arena->max_bytes)
    return refuse(arena, SX_TOO_BIG);
  sx_arena_block *block = arena->head;
  if (!block || block->cap - block->len < size) block = add_block(arena, size);
  if (!block) return refuse(arena, SX_NOMEM);
  void *piece = (char *)block->data + block->len;
  block->len += size;
  arena->used_bytes += size;
  return piece;
}

void *sx_arena_calloc(sx_arena *arena, size_t count, size_t size) {
  if (size && count > SIZE_MAX / size) return refuse(arena, SX_TOO_BIG);
  return sx_arena_alloc(arena, count * size);
}

sx_str sx_arena_dup(sx_arena *arena, sx_str s) {
  char *copy = s.len < SIZE_MAX ? sx_arena_alloc(arena, s.len + 1) : NULL;
  if (!copy) return SX_STR("");
  memcpy(copy, s.ptr, s.len);
  return (sx_str){copy, s.len};
}

sx_str sx_arena_printf(sx_arena *arena, const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int wanted = vsnprintf(NULL, 0, format, args);
  char *text = wanted < 0 ? NULL : sx_arena_alloc(arena, (size_t)wanted + 1);
  if (text) vsnprintf(text, (size_t)wanted + 1, format, again);
  va_end(again);
  va_end(args);
  return text ? (sx_str){text, (size_t)wanted} : SX_STR("");
}
