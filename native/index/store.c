#include "index/store.h"

#include "base/buf.h"
#include "base/map.h"
#include "index/manifest.h"
#include "index/storage.h"
#include "os/file.h"

#include <inttypes.h>

#define ARENA_BYTES ((size_t)512 * 1024)
/* A writer that commits while the store is opened may do so again; each takes it longer. */
#define TRIES 50

sx_status sx_index_store_folder(sx_str *out, sx_str storage, sx_str real_root, sx_arena *a) {
  *out = sx_arena_printf(a, "%.*s/" SX_INDEX_STORES "/%016" PRIx64, SX_STR_ARG(storage),
                         sx_hash(real_root));
  return a->status;
}

uint64_t sx_index_store_generation(const char *folder) {
  sx_arena arena;
  sx_index_manifest manifest;
  sx_arena_init(&arena, ARENA_BYTES);
  sx_status status = sx_index_manifest_read(&manifest, folder, &arena, NULL);
  sx_arena_release(&arena);
  return status ? 0 : manifest.generation;
}

static sx_status open_segment(sx_index_segment **out, const char *folder, const char *kind,
                              uint64_t number, sx_arena *arena, sx_err *err) {
  sx_str path = sx_arena_printf(arena, "%s/%s%" PRIu64, folder, kind, number);
  if (arena->status) return sx_fail(err, arena->status, NULL);
  return sx_index_segment_open(out, path.ptr, err);
}

static sx_status open_once(sx_index_store *out, const char *folder, sx_str real_root,
                           uint64_t *generation, sx_arena *arena, sx_err *err) {
  sx_index_manifest manifest;
  sx_status status = sx_index_manifest_read(&manifest, folder, arena, err);
  if (status) return status;
  *generation = manifest.generation;
  if (!sx_str_is_equal(manifest.root, real_root))
    return sx_fail(err, SX_CORRUPT, "'%s' is the index of another folder.", folder);
  *out = (sx_index_store){.generation = manifest.generation,
                          .base_number = manifest.base,
                          .delta_number = manifest.delta};
  status = open_segment(&out->base, folder, SX_INDEX_BASE, manifest.base, arena, err);
  if (!status && manifest.delta)
    status = open_segment(&out->delta, folder, SX_INDEX_DELTA, manifest.delta, arena, err);
  if (status) sx_index_store_close(out);
  return status;
}

sx_status sx_index_store_open(sx_index_store *out, const char *folder, sx_str real_root,
                              sx_err *err) {
  *out = (sx_index_store){0};
  uint64_t last = 0;
  for (int i = 0; i < TRIES; i++) {
    uint64_t generation = 0;
    sx_arena arena;
    sx_arena_init(&arena, ARENA_BYTES);
    sx_status status = open_once(out, folder, real_root, &generation, &arena, err);
    sx_arena_release(&arena);
    /* A file that is missing was removed by a commit since, unless the manifest is the same. */
    if (status != SX_NOT_FOUND || !generation) return status;
    if (generation == last) break;
    last = generation;
  }
  return sx_fail(err, SX_CORRUPT, "A file of the index in '%s' is missing.", folder);
}

bool sx_index_store_is_whole(const sx_index_store *store) {
  return sx_index_segment_is_whole(store->base) &&
         (!store->delta || sx_index_segment_is_whole(store->delta));
}

/* True also where that cannot be found out. */
static bool has_file(const char *folder, const char *kind, uint64_t number) {
  sx_buf path;
  sx_file_info info;
  sx_buf_init(&path, ARENA_BYTES);
  sx_buf_addf(&path, "%s/%s%" PRIu64, folder, kind, number);
  bool is_gone = !path.status && !sx_file_stat(&info, sx_buf_str(&path), NULL) && !info.exists;
  sx_buf_release(&path);
  return !is_gone;
}

bool sx_index_store_is_there(const sx_index_store *store, const char *folder) {
  bool has_all = has_file(folder, SX_INDEX_BASE, store->base_number) &&
                 (!store->delta || has_file(folder, SX_INDEX_DELTA, store->delta_number));
  /* A commit names others before it removes these. */
  return has_all || sx_index_store_generation(folder) != store->generation;
}

void sx_index_store_close(sx_index_store *store) {
  sx_index_segment_free(store->base);
  sx_index_segment_free(store->delta);
  *store = (sx_index_store){0};
}
