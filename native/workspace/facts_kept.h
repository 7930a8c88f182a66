#ifndef SX_WORKSPACE_FACTS_KEPT_H
#define SX_WORKSPACE_FACTS_KEPT_H

#include "base/str.h"

#include <stdint.h>

/**
 * Answers about texts that were read a moment ago, as the bytes that came: a buffer with unsaved
 * edits is asked about by each call, and a change to many files by its preview and again when it is
 * applied, by two questions a file. The least recently used go first. Not shared by threads.
 */
#define SX_FACTS_MAX_KEPT 2048
#define SX_FACTS_MAX_KEPT_BYTES ((size_t)8 << 20)

typedef struct sx_facts_kept_one {
  uint64_t used; /* when, in uses */
  char *bytes;   /* NULL: a free slot */
  size_t len;
} sx_facts_kept_one;

/** All zero is an empty one. */
typedef struct sx_facts_kept {
  uint64_t keys[SX_FACTS_MAX_KEPT]; /* beside each other, as each question looks at all */
  sx_facts_kept_one items[SX_FACTS_MAX_KEPT];
  size_t bytes;
  uint64_t uses;
} sx_facts_kept;

/** Empty where there is none. Borrowed until something is added. */
sx_str sx_facts_kept_find(sx_facts_kept *kept, uint64_t key);
/** Adds a copy, unless it is too big or there is no memory for it. The key is new. */
void sx_facts_kept_add(sx_facts_kept *kept, uint64_t key, sx_str bytes);
void sx_facts_kept_clear(sx_facts_kept *kept);

#endif
