#include "workspace/path_ring.h"

#include "base/mem.h"

void sx_path_ring_add(sx_path_ring *ring, sx_str path) {
  if (sx_path_ring_has(ring, path)) return;
  char *copy = sx_malloc(path.len + 1);
  if (!copy) return;
  memcpy(copy, path.ptr, path.len);
  copy[path.len] = 0;
  char **slot = &ring->paths[ring->next++ % ring->cap];
  sx_free(*slot);
  *slot = copy;
}

bool sx_path_ring_has(const sx_path_ring *ring, sx_str path) {
  for (size_t i = 0; i < ring->cap; i++)
    if (ring->paths[i] && sx_str_is_equal(sx_str_from(ring->paths[i]), path)) return true;
  return false;
}

void sx_path_ring_clear(sx_path_ring *ring) {
  for (size_t i = 0; i < ring->cap; i++) {
    sx_free(ring->paths[i]);
    ring->paths[i] = NULL;
  }
}
