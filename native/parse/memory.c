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
