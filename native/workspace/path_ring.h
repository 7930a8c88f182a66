#ifndef SX_WORKSPACE_PATH_RING_H
#define SX_WORKSPACE_PATH_RING_H

#include "base/str.h"

/** The last paths that were added, each once. Not thread-safe: its owner locks. */
typedef struct sx_path_ring {
  char **paths; /* of the owner, `cap` of them, all NULL at first */
  size_t cap, next;
} sx_path_ring;

/** Forgets the oldest where it is full. Without memory the path is not kept: it can come again. */
void sx_path_ring_add(sx_path_ring *ring, sx_str path);
bool sx_path_ring_has(const sx_path_ring *ring, sx_str path);
/** Forgets all. */
void sx_path_ring_clear(sx_path_ring *ring);

#endif
