#ifndef SX_PARSE_MEMORY_H
#define SX_PARSE_MEMORY_H

#include <stddef.h>

/**
 * Gives tree-sitter the allocator of base/mem.h. Before anything else of it, in one thread.
 *
 * tree-sitter cannot go on without memory. Where there is none, `end` is called with the old memory
 * and the size that is wanted; the default ends the process with SX_PARSE_EXIT_MEMORY and a
 * message. One that returns must return memory: tests count so what fails.
 */
void sx_parse_set_memory(void *(*end)(void *ptr, size_t size));

/* As shells and the kernel's own killer have it: 128 and SIGKILL. */
#define SX_PARSE_EXIT_MEMORY 137

#endif
