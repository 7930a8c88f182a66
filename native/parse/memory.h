#ifndef SX_PARSE_MEMORY_H
#define SX_PARSE_MEMORY_H

/**
 * Gives tree-sitter the allocator of base/mem.h. Before anything else of it, in one thread.
 * tree-sitter cannot go on without memory: where there is none, the process ends with
 * SX_PARSE_EXIT_MEMORY and a message.
 */
void sx_parse_set_memory(void);

/* As shells and the kernel's own killer have it: 128 and SIGKILL. */
#define SX_PARSE_EXIT_MEMORY 137

#endif
