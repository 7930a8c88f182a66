#ifndef SX_PARSE_MEMORY_H
#define SX_PARSE_MEMORY_H

#include <stddef.h>

/**
 * Gives tree-sitter the allocator of base/mem.h. Before anything else of it, in one thread.
 * tree-sitter cannot go on without memory: where there is none, the process ends with
 * SX_PARSE_EXIT_MEMORY and a message.
 */
void sx_parse_set_memory(void);

/**
 * The same, for a process that parses in one thread only: sx_parse_memory_bytes is then what
 * tree-sitter has taken, which it does not report itself. Else that is always 0.
 */
void sx_parse_count_memory(void);
size_t sx_parse_memory_bytes(void);

/* As shells and the kernel's own killer have it: 128 and SIGKILL. */
#define SX_PARSE_EXIT_MEMORY 137

#endif
