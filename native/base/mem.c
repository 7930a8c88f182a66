#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const sx_mem_hooks libc_hooks = {realloc, free};
static const sx_mem_hooks *hooks = &libc_hooks;

void sx_mem_set_hooks(const sx_mem_hooks *replacement) {
  hooks = replacement ? replacement : &libc_hooks;
}

void *sx_malloc(size_t size) {
  return hooks->realloc(NULL, size ? size : 1);
}

void *sx_calloc(size_t count, size_t size) {
  if (size && count > SIZE_MAX / size) return NULL;
  /* Memory that is new to the process is zero without being touched. */
  if (hooks == &libc_hooks) return calloc(count && size ? count : 1, size ? size : 1);
  void *ptr = sx_malloc(count * size);
  if (ptr) memset(ptr, 0, count * size);
  return ptr;
}

void *sx_realloc(void *ptr, size_t size) {
  return hooks->realloc(ptr, size ? size : 1);
}

void sx_free(void *ptr) {
  if (ptr) hooks->free(ptr);
}
