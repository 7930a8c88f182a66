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

sx_status sx_allowed_find_end(sx_allowed *allowed, sx_str end, sx_strs *out, sx_arena *arena,
                              sx_err *err) {
  sx_status status = SX_OK;
  uv_mutex_lock(&allowed->mutex);
  for (size_t i = 0; i < MAX_ALLOWED && out->len < SX_ALLOWED_ENDS && !status; i++) {
    sx_str path = allowed->paths[i] ? sx_str_from(allowed->paths[i]) : SX_STR("");
    if (!sx_str_has_suffix(path, end)) continue;
    sx_str copy = sx_arena_dup(arena, path);
    status = arena->status ? sx_fail(err, arena->status, NULL) : sx_strs_add(out, copy, arena, err);
  }
  uv_mutex_unlock(&allowed->mutex);
  return status;
}
