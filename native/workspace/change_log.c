#include "workspace/change_log.h"

#include "base/mem.h"

#include <uv.h>

struct sx_change_log {
  uv_mutex_t mutex;
  uint64_t generation;
  bool is_settling;
  sx_file_log *files;
  sx_ignored *ignored; /* the watch's, once there is one */
  sx_watch *watch;
};

static void release_ignored(void *ignored) {
  sx_ignored_free(ignored);
}

static bool init_parts(sx_change_log *log) {
  log->files = sx_file_log_new();
  log->ignored = sx_ignored_new();
  if (!log->files || !log->ignored) return false;
  sx_watch_filter filter = {sx_ignored_is_unwatched, release_ignored, log->ignored};
  log->watch = sx_watch_new(filter, 0);
  if (!log->watch) log->ignored = NULL;
  return log->watch != NULL;
}

static void free_parts(sx_change_log *log) {
  sx_file_log_free(log->files);
  if (log->watch)
    sx_watch_free(log->watch);
  else
    sx_ignored_free(log->ignored);
  sx_free(log);
}

sx_change_log *sx_change_log_new(void) {
  sx_change_log *log = sx_calloc(1, sizeof *log);
  if (!log) return NULL;
  if (init_parts(log) && uv_mutex_init(&log->mutex) == 0) return log;
  free_parts(log);
  return NULL;
}

void sx_change_log_free(sx_change_log *log) {
  if (!log) return;
  uv_mutex_destroy(&log->mutex);
  free_parts(log);
}

void sx_change_log_touch(sx_change_log *log) {
  uv_mutex_lock(&log->mutex);
  log->generation++;
  uv_mutex_unlock(&log->mutex);
}

uint64_t sx_change_log_generation(sx_change_log *log) {
  uv_mutex_lock(&log->mutex);
  uint64_t generation = log->generation;
  uv_mutex_unlock(&log->mutex);
  return generation;
}

void sx_change_log_add(sx_change_log *log, sx_str path) {
  sx_file_log_add_changed(log->files, path);
  sx_change_log_touch(log);
}

sx_file_log *sx_change_log_files(sx_change_log *log) {
  return log->files;
}

sx_ignored *sx_change_log_ignored(sx_change_log *log) {
  return log->ignored;
}

sx_watch *sx_change_log_watch(sx_change_log *log) {
  return log->watch;
}

bool sx_change_log_begin_settling(sx_change_log *log) {
  uv_mutex_lock(&log->mutex);
  bool is_mine = !log->is_settling;
  log->is_settling = true;
  uv_mutex_unlock(&log->mutex);
  return is_mine;
}

void sx_change_log_end_settling(sx_change_log *log) {
  uv_mutex_lock(&log->mutex);
  log->is_settling = false;
  uv_mutex_unlock(&log->mutex);
}
