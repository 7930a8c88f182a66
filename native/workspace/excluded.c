#include "workspace/excluded.h"

#include "base/mem.h"
#include "match/glob.h"

#include <uv.h>

#define MAX_BYTES (4u * 1024 * 1024)

struct sx_excluded {
  uv_mutex_t mutex;
  sx_arena *arena; /* the list's memory, replaced as a whole */
  sx_strs globs;
  uint64_t generation;
};

static void free_arena(sx_arena *arena) {
  if (!arena) return;
  sx_arena_release(arena);
  sx_free(arena);
}

sx_excluded *sx_excluded_new(void) {
  sx_excluded *excluded = sx_calloc(1, sizeof *excluded);
  if (!excluded || uv_mutex_init(&excluded->mutex) == 0) return excluded;
  sx_free(excluded);
  return NULL;
}

void sx_excluded_free(sx_excluded *excluded) {
  if (!excluded) return;
  free_arena(excluded->arena);
  uv_mutex_destroy(&excluded->mutex);
  sx_free(excluded);
}

/* To the editor a glob without a slash is one of the folder's top: `/x` in the engine's words. */
static sx_status add(sx_strs *out, sx_str glob, sx_arena *arena) {
  const sx_glob_options options = {0};
  sx_str all = SX_STR("**");
  const sx_strs patterns = {.items = &all, .len = 1};
  sx_glob *parsed;
  bool is_name = sx_str_find_char(glob, '/', 0) == SX_STR_NONE;
  sx_str text =
      is_name ? sx_arena_printf(arena, "/%.*s", SX_STR_ARG(glob)) : sx_arena_dup(arena, glob);
  const sx_strs one = {.items = &text, .len = 1};
  /* Without memory `text` is empty, which is not a glob either. */
  if (arena->status) return arena->status;
  sx_status status = sx_glob_parse(&parsed, &patterns, &one, &options, arena, NULL);
  if (status == SX_INVALID_ARGUMENT) return SX_OK;
  if (!status) status = sx_strs_add(out, text, arena, NULL);
  return status ? status : arena->status;
}

sx_status sx_excluded_set(sx_excluded *excluded, const sx_strs *globs) {
  sx_arena *arena = sx_malloc(sizeof *arena);
  if (!arena) return SX_NOMEM;
  sx_arena_init(arena, MAX_BYTES);
  sx_strs made = {0};
  sx_status status = SX_OK;
  for (size_t i = 0; i < globs->len && !status; i++) status = add(&made, globs->items[i], arena);
  if (status) {
    free_arena(arena);
    return status;
  }
  uv_mutex_lock(&excluded->mutex);
  sx_arena *former = excluded->arena;
  excluded->arena = arena;
  excluded->globs = made;
  excluded->generation++;
  uv_mutex_unlock(&excluded->mutex);
  free_arena(former);
  return SX_OK;
}

sx_status sx_excluded_get(sx_excluded *excluded, sx_strs *out, sx_arena *arena) {
  sx_status status = SX_OK;
  *out = (sx_strs){0};
  uv_mutex_lock(&excluded->mutex);
  for (size_t i = 0; i < excluded->globs.len && !status; i++)
    status = sx_strs_add(out, sx_arena_dup(arena, excluded->globs.items[i]), arena, NULL);
  uv_mutex_unlock(&excluded->mutex);
  return status ? status : arena->status;
}

uint64_t sx_excluded_generation(sx_excluded *excluded) {
  uv_mutex_lock(&excluded->mutex);
  uint64_t generation = excluded->generation;
  uv_mutex_unlock(&excluded->mutex);
  return generation;
}
