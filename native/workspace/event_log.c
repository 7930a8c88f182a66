#include "workspace/event_log.h"

#include "base/folder.h"
#include "base/mem.h"
#include "base/table.h"

#include <uv.h>

/* More paths than that are lost. */
#define MAX_PATHS 65536

typedef struct event_state {
  uint64_t turn, name_turn; /* of the last events; 0: never */
} event_state;

struct sx_event_log {
  uv_mutex_t mutex;
  sx_table *paths; /* path -> event_state */
  sx_event_turns turns;
};

sx_event_log *sx_event_log_new(void) {
  sx_event_log *log = sx_calloc(1, sizeof *log);
  if (!log) return NULL;
  log->paths = sx_table_new(sizeof(event_state), MAX_PATHS);
  if (log->paths && uv_mutex_init(&log->mutex) == 0) return log;
  sx_table_free(log->paths);
  sx_free(log);
  return NULL;
}

void sx_event_log_free(sx_event_log *log) {
  if (!log) return;
  sx_table_free(log->paths);
  uv_mutex_destroy(&log->mutex);
  sx_free(log);
}

static void lose_locked(sx_event_log *log) {
  sx_table_clear(log->paths);
  log->turns.lost = log->turns.names = log->turns.now;
}

static void add_locked(sx_event_log *log, sx_str path, bool is_name) {
  log->turns.now++;
  if (sx_table_count(log->paths) >= MAX_PATHS) lose_locked(log);
  event_state *one = sx_table_put(log->paths, path);
  if (!one) {
    lose_locked(log);
    return;
  }
  one->turn = log->turns.now;
  if (is_name) one->name_turn = log->turns.now;
}

void sx_event_log_add(sx_event_log *log, sx_str path, bool is_name) {
  uv_mutex_lock(&log->mutex);
  add_locked(log, path, is_name);
  uv_mutex_unlock(&log->mutex);
}

void sx_event_log_add_rules(sx_event_log *log, sx_str path) {
  uv_mutex_lock(&log->mutex);
  add_locked(log, path, true);
  log->turns.rules = log->turns.now;
  uv_mutex_unlock(&log->mutex);
}

void sx_event_log_lose(sx_event_log *log) {
  uv_mutex_lock(&log->mutex);
  log->turns.now++;
  lose_locked(log);
  uv_mutex_unlock(&log->mutex);
}

uint64_t sx_event_log_begin_turn(sx_event_log *log) {
  uv_mutex_lock(&log->mutex);
  uint64_t turn = ++log->turns.now;
  uv_mutex_unlock(&log->mutex);
  return turn;
}

void sx_event_log_lose_writes(sx_event_log *log, uint64_t turn) {
  uv_mutex_lock(&log->mutex);
  if (log->turns.lost < turn) log->turns.lost = turn;
  uv_mutex_unlock(&log->mutex);
}

sx_event_turns sx_event_log_turns(sx_event_log *log) {
  uv_mutex_lock(&log->mutex);
  sx_event_turns turns = log->turns;
  uv_mutex_unlock(&log->mutex);
  return turns;
}

sx_status sx_event_log_get(sx_event_log *log, sx_str folder, uint64_t turn, bool is_name,
                           sx_strs *out, sx_arena *arena) {
  *out = (sx_strs){0};
  uv_mutex_lock(&log->mutex);
  const event_state *one = sx_table_newest(log->paths);
  for (; one && one->turn > turn && !arena->status; one = sx_table_older(one)) {
    sx_str path = sx_table_key(one);
    if ((is_name && one->name_turn <= turn) || !sx_folder_has(folder, path)) continue;
    sx_str *added = SX_ARRAY_ADD(out, arena);
    if (added) *added = sx_arena_dup(arena, sx_str_slice(path, folder.len + 1, path.len));
  }
  uv_mutex_unlock(&log->mutex);
  return arena->status;
}
