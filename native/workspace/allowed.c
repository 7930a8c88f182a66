#include "workspace/allowed.h"

#include "base/mem.h"
#include "workspace/path_ring.h"

#include <uv.h>

#define MAX_ALLOWED 1024

struct sx_allowed {
  uv_mutex_t mutex;
  char *paths[MAX_ALLOWED];
  sx_path_ring ring;
};

sx_allowed *sx_allowed_new(void) {
  sx_allowed *allowed = sx_calloc(1, sizeof *allowed);
  if (!allowed) return NULL;
  allowed->ring = (sx_path_ring){allowed->paths, MAX_ALLOWED, 0};
  if (uv_mutex_init(&allowed->mutex) == 0) return allowed;
  sx_free(allowed);
  return NULL;
}

void sx_allowed_free(sx_allowed *allowed) {
  if (!allowed) return;
  sx_path_ring_clear(&allowed->ring);
  uv_mutex_destroy(&allowed->mutex);
  sx_free(allowed);
}

void sx_allowed_add(sx_allowed *allowed, sx_str path) {
  uv_mutex_lock(&allowed->mutex);
  sx_path_ring_add(&allowed->ring, path);
  uv_mutex_unlock(&allowed->mutex);
}

bool sx_allowed_has(sx_allowed *allowed, sx_str path) {
  uv_mutex_lock(&allowed->mutex);
  bool has = sx_path_ring_has(&allowed->ring, path);
  uv_mutex_unlock(&allowed->mutex);
  return has;
}
