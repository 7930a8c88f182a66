#include "host/endpoint.h"

#include "base/buf.h"
#include "base/mem.h"
#include "os/clock.h"

#include <uv.h>

#define FOLDER "/embeddings"
#define WHY_BYTES 200
#define PATH_BYTES ((size_t)16 << 10)

struct sx_endpoint {
  uv_mutex_t mutex;
  char *folder, *url, *model; /* NULL: empty */
  uint64_t turn;
  uint64_t rests_until_ms; /* 0: it does not */
  char why[WHY_BYTES];
  uv_mutex_t cache_mutex; /* of what follows: for as long as the disk takes */
  sx_vector_cache *cache; /* NULL: it was not needed yet */
};

sx_endpoint *sx_endpoint_new(void) {
  sx_endpoint *made = sx_calloc(1, sizeof *made);
  if (!made) return NULL;
  if (uv_mutex_init(&made->mutex)) {
    sx_free(made);
    return NULL;
  }
  if (uv_mutex_init(&made->cache_mutex)) {
    uv_mutex_destroy(&made->mutex);
    sx_free(made);
    return NULL;
  }
  return made;
}

void sx_endpoint_free(sx_endpoint *endpoint) {
  if (!endpoint) return;
  sx_vector_cache_close(endpoint->cache);
  sx_free(endpoint->folder);
  sx_free(endpoint->url);
  sx_free(endpoint->model);
  uv_mutex_destroy(&endpoint->cache_mutex);
  uv_mutex_destroy(&endpoint->mutex);
  sx_free(endpoint);
}

bool sx_endpoint_set_up(sx_endpoint *endpoint, sx_str storage) {
  sx_buf path;
  if (!storage.len || endpoint->folder) return true;
  sx_buf_init(&path, PATH_BYTES);
  sx_buf_add(&path, storage);
  sx_buf_add_text(&path, FOLDER);
  endpoint->folder = sx_buf_detach(&path);
  sx_buf_release(&path);
  return endpoint->folder != NULL;
}

sx_status sx_endpoint_set(sx_endpoint *endpoint, sx_str url, sx_str model) {
  char *new_url = sx_str_copy(url), *new_model = sx_str_copy(model);
  bool is_set = new_url && new_model;
  if (is_set) {
    uv_mutex_lock(&endpoint->mutex);
    char *old_url = endpoint->url, *old_model = endpoint->model;
    endpoint->url = new_url;
    endpoint->model = new_model;
    endpoint->rests_until_ms = 0;
    endpoint->turn++;
    uv_mutex_unlock(&endpoint->mutex);
    new_url = old_url;
    new_model = old_model;
  }
  sx_free(new_url);
  sx_free(new_model);
  return is_set ? SX_OK : SX_NOMEM;
}

sx_status sx_endpoint_get(sx_endpoint *endpoint, sx_endpoint_state *out, sx_arena *arena) {
  uv_mutex_lock(&endpoint->mutex);
  bool is_resting = endpoint->rests_until_ms && sx_clock_ms() < endpoint->rests_until_ms;
  *out = (sx_endpoint_state){
      .url = sx_arena_dup(arena, sx_str_from(endpoint->url)),
      .model = sx_arena_dup(arena, sx_str_from(endpoint->model)),
      .failed = is_resting ? sx_arena_dup(arena, sx_str_from(endpoint->why)) : SX_STR(""),
      .turn = endpoint->turn,
  };
  uv_mutex_unlock(&endpoint->mutex);
  return arena->status;
}

void sx_endpoint_rest(sx_endpoint *endpoint, const sx_endpoint_state *state, sx_str why) {
  uv_mutex_lock(&endpoint->mutex);
  if (endpoint->turn == state->turn) {
    size_t len = why.len < WHY_BYTES ? why.len : WHY_BYTES - 1;
    memcpy(endpoint->why, why.ptr, len);
    endpoint->why[len] = 0;
    endpoint->rests_until_ms = sx_clock_ms() + SX_ENDPOINT_REST_MS;
  }
  uv_mutex_unlock(&endpoint->mutex);
}

/* ---- vectors --------------------------------------------------------------------------------- */

static sx_status open_cache(sx_endpoint *endpoint, sx_err *err) {
  if (endpoint->cache) return SX_OK;
  return sx_vector_cache_open(&endpoint->cache, sx_str_from(endpoint->folder),
                              SX_VECTOR_CACHE_BYTES, err);
}

sx_status sx_endpoint_find(sx_endpoint *endpoint, const sx_vector_key *keys, size_t count,
                           sx_vector *out, sx_arena *arena, sx_err *err) {
  uv_mutex_lock(&endpoint->cache_mutex);
  sx_status status = open_cache(endpoint, err);
  if (!status) status = sx_vector_cache_find(endpoint->cache, keys, count, out, arena, err);
  uv_mutex_unlock(&endpoint->cache_mutex);
  return status;
}

sx_status sx_endpoint_keep(sx_endpoint *endpoint, const sx_vector_key *keys,
                           const sx_vector *vectors, size_t count, sx_err *err) {
  uv_mutex_lock(&endpoint->cache_mutex);
  sx_status status = open_cache(endpoint, err);
  if (!status) status = sx_vector_cache_put(endpoint->cache, keys, vectors, count, err);
  uv_mutex_unlock(&endpoint->cache_mutex);
  return status;
}
