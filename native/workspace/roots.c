#include "workspace/roots.h"

#include "base/mem.h"
#include "os/clock.h"
#include "os/file.h"

#include <uv.h>

#define MAX_ROOTS_BYTES (16u * 1024 * 1024)

struct sx_roots {
  uv_mutex_t mutex;
  sx_arena *arena; /* the list's memory, replaced as a whole */
  sx_root_list list;
  bool is_new;
  int64_t since_ns; /* when they were set */
};

static void free_arena(sx_arena *arena) {
  if (!arena) return;
  sx_arena_release(arena);
  sx_free(arena);
}

sx_roots *sx_roots_new(void) {
  sx_roots *roots = sx_calloc(1, sizeof *roots);
  if (!roots || uv_mutex_init(&roots->mutex) == 0) return roots;
  sx_free(roots);
  return NULL;
}

void sx_roots_free(sx_roots *roots) {
  if (!roots) return;
  free_arena(roots->arena);
  uv_mutex_destroy(&roots->mutex);
  sx_free(roots);
}

static sx_status copy_roots(sx_root_list *out, const sx_root *items, size_t count,
                            sx_arena *arena) {
  *out = (sx_root_list){0};
  for (size_t i = 0; i < count; i++) {
    sx_root *root = SX_ARRAY_ADD(out, arena);
    if (!root) break;
    *root = (sx_root){sx_arena_dup(arena, items[i].name), sx_arena_dup(arena, items[i].path),
                      SX_STR("")};
  }
  return arena->status;
}

sx_status sx_roots_set(sx_roots *roots, const sx_root *items, size_t count) {
  sx_arena *arena = sx_malloc(sizeof *arena);
  if (!arena) return SX_NOMEM;
  sx_arena_init(arena, MAX_ROOTS_BYTES);
  sx_root_list list;
  sx_status status = copy_roots(&list, items, count, arena);
  if (status) {
    free_arena(arena);
    return status;
  }
  uv_mutex_lock(&roots->mutex);
  sx_arena *old = roots->arena;
  roots->arena = arena;
  roots->list = list;
  roots->is_new = true;
  roots->since_ns = sx_clock_day_ns();
  uv_mutex_unlock(&roots->mutex);
  free_arena(old);
  return SX_OK;
}

sx_status sx_roots_get(sx_roots *roots, sx_root_list *out, sx_arena *arena) {
  uv_mutex_lock(&roots->mutex);
  sx_status status = copy_roots(out, roots->list.items, roots->list.len, arena);
  uv_mutex_unlock(&roots->mutex);
  for (size_t i = 0; i < out->len && !status; i++) {
    sx_root *root = &out->items[i];
    if (sx_file_real_path(&root->real_path, root->path, arena, NULL)) root->real_path = root->path;
  }
  return status ? status : arena->status;
}

sx_status sx_root_list_paths(const sx_root_list *roots, sx_strs *out, sx_arena *arena) {
  sx_status status = SX_OK;
  *out = (sx_strs){0};
  for (size_t i = 0; i < roots->len && !status; i++)
    status = sx_strs_add(out, roots->items[i].real_path, arena, NULL);
  return status;
}

bool sx_roots_take_new(sx_roots *roots, int64_t *since_ns) {
  uv_mutex_lock(&roots->mutex);
  bool is_new = roots->is_new;
  roots->is_new = false;
  *since_ns = roots->since_ns;
  uv_mutex_unlock(&roots->mutex);
  return is_new;
}

void sx_roots_renew(sx_roots *roots) {
  uv_mutex_lock(&roots->mutex);
  roots->is_new = true;
  uv_mutex_unlock(&roots->mutex);
}
