#ifndef SX_PARSE_MEMORY_H
#define SX_PARSE_MEMORY_H

#include <setjmp.h>
#include <stddef.h>

/**
 * Gives tree-sitter the allocator of base/mem.h. Before anything else of it, in one thread.
 * tree-sitter cannot go on without memory: where there is none, and no guard, the process ends with
 * SX_PARSE_EXIT_MEMORY and a message.
 */
void sx_parse_set_memory(void);

/** The bytes that tree-sitter has taken in this thread, less those that it gave back there. */
size_t sx_parse_memory_bytes(void);

/**
 * Until sx_parse_guard_end tree-sitter may take so much in this thread. Where it wants more, or
 * there is no more, all that it has taken since is given back and `*out` is jumped to, without the
 * guard: what it was called for is lost, and objects that it has changed must not be touched again.
 */
void sx_parse_guard_begin(jmp_buf *out, size_t max_bytes);
void sx_parse_guard_end(void);

/* As shells and the kernel's own killer have it: 128 and SIGKILL. */
#define SX_PARSE_EXIT_MEMORY 137

#endif
