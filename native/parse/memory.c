#include "parse/memory.h"

#include "base/mem.h"

#include <tree_sitter/api.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void end_without_memory(size_t size) {
  fprintf(stderr, "no memory for a syntax tree (%zu bytes)\n", size);
  fflush(stderr);
  _Exit(SX_PARSE_EXIT_MEMORY);
}

static void *resize(void *ptr, size_t size) {
  void *taken = sx_realloc(ptr, size);
  if (!taken) end_without_memory(size);
  return taken;
}

static void *take(size_t size) {
  return resize(NULL, size);
}

static void *take_zeroed(size_t count, size_t size) {
  if (size && count > SIZE_MAX / size) end_without_memory(SIZE_MAX);
  void *taken = take(count * size);
  return memset(taken, 0, count * size);
}

void sx_parse_set_memory(void) {
  ts_set_allocator(take, take_zeroed, resize, sx_free);
}

/* ---- counted --------------------------------------------------------------------------------- */

/* Before each block, as long as what follows it must be aligned to. */
typedef union head {
  size_t size;
  void *pointer;
  long double number;
} head;

static size_t counted;

size_t sx_parse_memory_bytes(void) {
  return counted;
}

static void *resize_counted(void *ptr, size_t size) {
  head *old = ptr ? (head *)ptr - 1 : NULL;
  size_t before = old ? old->size : 0;
  if (size > SIZE_MAX - sizeof(head)) end_without_memory(size);
  head *block = resize(old, sizeof *block + size);
  block->size = sizeof *block + size;
  counted += block->size - before;
  return block + 1;
}

static void *take_counted(size_t size) {
  return resize_counted(NULL, size);
}

static void *take_counted_zeroed(size_t count, size_t size) {
  if (size && count > SIZE_MAX / size) end_without_memory(SIZE_MAX);
  void *taken = take_counted(count * size);
  return memset(taken, 0, count * size);
}

static void give_back_counted(void *ptr) {
  if (!ptr) return;
  head *block = (head *)ptr - 1;
  counted -= block->size;
  sx_free(block);
}

void sx_parse_count_memory(void) {
  ts_set_allocator(take_counted, take_counted_zeroed, resize_counted, give_back_counted);
}
