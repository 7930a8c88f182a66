#include "parse/memory.h"

#include "base/mem.h"

#include <tree_sitter/api.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *end_process(void *ptr, size_t size) {
  (void)ptr;
  fprintf(stderr, "no memory for a syntax tree (%zu bytes)\n", size);
  fflush(stderr);
  _Exit(SX_PARSE_EXIT_MEMORY);
}

static void *(*without_memory)(void *ptr, size_t size) = end_process;

static void *resize(void *ptr, size_t size) {
  void *taken = sx_realloc(ptr, size);
  return taken ? taken : without_memory(ptr, size);
}

static void *take(size_t size) {
  return resize(NULL, size);
}

static void *take_zeroed(size_t count, size_t size) {
  if (size && count > SIZE_MAX / size) return without_memory(NULL, SIZE_MAX);
  void *taken = take(count * size);
  return memset(taken, 0, count * size);
}

void sx_parse_set_memory(void *(*end)(void *ptr, size_t size)) {
  without_memory = end ? end : end_process;
  ts_set_allocator(take, take_zeroed, resize, sx_free);
}
