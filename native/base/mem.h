#ifndef SX_BASE_MEM_H
#define SX_BASE_MEM_H

#include <stddef.h>

/*
 * Every allocation of the engine goes through these, so that a test can fail the Nth one
 * and count what was not freed. They behave as libc's, and never abort.
 */
void *sx_malloc(size_t size);
void *sx_calloc(size_t count, size_t size);
void *sx_realloc(void *ptr, size_t size);
void sx_free(void *ptr);

/** Functions that tests put in the allocator's place. All are called from any thread. */
typedef struct sx_mem_hooks {
  void *(*realloc)(void *ptr, size_t size);
  void (*free)(void *ptr);
} sx_mem_hooks;

/** Replaces the allocator (NULL: libc's again). Only before the first allocation. */
void sx_mem_set_hooks(const sx_mem_hooks *hooks);

#endif
