#include "base/mem.h"
#include "os/sweep.h"
#include "os/walk.h"
#include "os/watch_state.h"

#include <stdio.h>
#include <string.h>

/* More are looked at during the walk. */
#define MAX_MEMORY ((size_t)64 << 20)

/* Files of one thread of the walk: in folders where entries came or went, and in others. */
typedef struct part {
  sx_arena arena;
  sx_strs paths[2];
} part;

struct sx_watch_look {
  sx_watch_look *next;
  uint64_t epoch;
  int64_t since_ns;
  part parts[SX_WALK_MAX_WORKERS];
  char folder[]; /* NUL-terminated */
};

/* Between the threads of a sweep. */
typedef struct sweep {
  sx_watch *watch;
  uint64_t epoch;
} sweep;

sx_watch_look *sx_watch_look__new(const char *folder, int64_t since_ns, uint64_t epoch) {
  size_t len = strlen(folder);
  sx_watch_look *look = sx_calloc(1, sizeof *look + len + 1);
  if (!look) return NULL;
  look->since_ns = since_ns;
  look->epoch = epoch;
  memcpy(look->folder, folder, len + 1);
  for (size_t i = 0; i < SX_WALK_MAX_WORKERS; i++) sx_arena_init(&look->parts[i].arena, MAX_MEMORY);
  return look;
}

static void free_look(sx_watch_look *look) {
  for (size_t i = 0; look && i < SX_WALK_MAX_WORKERS; i++) sx_arena_release(&look->parts[i].arena);
  sx_free(look);
}

bool sx_watch_look__add(sx_watch_look *look, size_t worker, sx_str path, bool is_changed) {
  part *own = &look->parts[worker];
  if (own->arena.status) return false;
  sx_str copy = sx_arena_dup(&own->arena, path);
  sx_str *added = own->arena.status ? NULL : SX_ARRAY_ADD(&own->paths[is_changed], &own->arena);
  if (added) *added = copy;
  return added != NULL;
}

void sx_watch_look__queue(sx_watch *watch, sx_watch_look *look) {
  look->next = watch->looks;
  watch->looks = look;
}

void sx_watch_look__drop(sx_watch *watch) {
  while (watch->looks) {
    sx_watch_look *look = watch->looks;
    watch->looks = look->next;
    free_look(look);
  }
}

static bool is_ended(void *arg) {
  const sweep *s = arg;
  uv_mutex_lock(&s->watch->mutex);
  bool is = s->watch->is_stopping || s->watch->epoch != s->epoch;
  uv_mutex_unlock(&s->watch->mutex);
  return is;
}

/* It was written before the end of the walk, of which is noted that anything may have happened. */
static void report(sx_watch *watch, const sx_watch_look *look, sx_str below, bool is_changed) {
  char path[SX_WATCH_MAX_PATH];
  const sx_watch_filter *filter = &watch->filter;
  int len = snprintf(path, sizeof path, "%s/%.*s", look->folder, SX_STR_ARG(below));
  if (len <= 0 || (size_t)len >= sizeof path) return;
  if (filter->is_passed_over(filter->context, sx_str_from(path), false)) return;
  uv_mutex_lock(&watch->mutex);
  if (watch->epoch == look->epoch)
    sx_watch__put(watch, path, (sx_watch_pending){.is_name = is_changed});
  uv_mutex_unlock(&watch->mutex);
}

static sx_status look_at(sx_watch *watch, const sx_watch_look *look, const sx_strs *paths,
                         bool is_changed) {
  sweep s = {watch, look->epoch};
  if (!paths->len) return SX_OK;
  sx_swept *swept = sx_malloc(paths->len * sizeof *swept);
  if (!swept) return SX_NOMEM;
  /* By one thread: calls have the others. */
  sx_status status = sx_sweep_run(swept, sx_str_from(look->folder), paths, 1, is_ended, &s);
  for (size_t i = 0; i < paths->len && !status; i++)
    if (swept[i].is_file && swept[i].ctime_ns >= look->since_ns)
      report(watch, look, paths->items[i], is_changed);
  sx_free(swept);
  return status;
}

void sx_watch_look__run_next(sx_watch *watch) {
  sx_watch_look *look = watch->looks;
  sx_status status = SX_OK;
  watch->looks = look->next;
  watch->is_looking = true;
  uv_mutex_unlock(&watch->mutex);
  for (size_t i = 0; i < 2 * SX_WALK_MAX_WORKERS && !status; i++)
    status = look_at(watch, look, &look->parts[i / 2].paths[i % 2], i % 2);
  uv_mutex_lock(&watch->mutex);
  watch->is_looking = false;
  watch->must_repeat |= status && status != SX_CANCELLED && watch->epoch == look->epoch;
  free_look(look);
}
