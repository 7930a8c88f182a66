/*
 * Linked into the bridge that the soak runs: with SEXTANT_FAIL_ONE_IN=N in the environment every
 * Nth allocation or so fails, by a chance that SEXTANT_FAIL_SEED repeats.
 */
#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>

static unsigned one_in;
static uint32_t state;

static int is_chosen(void) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % one_in == 0;
}

static void *failing_realloc(void *ptr, size_t size) {
  return is_chosen() ? NULL : realloc(ptr, size);
}

static const sx_mem_hooks hooks = {failing_realloc, free};

__attribute__((constructor)) static void begin(void) {
  const char *number = getenv("SEXTANT_FAIL_ONE_IN"), *seed = getenv("SEXTANT_FAIL_SEED");
  one_in = number ? (unsigned)strtoul(number, NULL, 10) : 0;
  state = seed ? (uint32_t)strtoul(seed, NULL, 10) : 1;
  if (one_in) sx_mem_set_hooks(&hooks);
}
