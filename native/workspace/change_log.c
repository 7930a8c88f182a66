#include "workspace/change_log.h"

#include "base/mem.h"

#include <uv.h>

struct sx_change_log {
  uv_mutex_t mutex;
  uint64_t generation;
  bool is_settling;
  sx_file_log *files;
  sx_watching watching;
};

static bool init_parts(sx_change_log *log) {
  log->files = sx_file_log_new();
  return log->files && sx_watching_init(&log->watching);
}

static void free_parts(sx_change_log *log) {
  sx_file_log_free(log->files);
  sx_watching_release(&log->watching);
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
  return log->watching.ignored;
}

sx_watch *sx_change_log_watch(sx_change_log *log) {
  return log->watching.watch;
}

sx_watching *sx_change_log_watching(sx_change_log *log) {
  return &log->watching;
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
