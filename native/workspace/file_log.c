#include "workspace/file_log.h"

#include "base/folder.h"
#include "base/mem.h"
#include "base/table.h"
#include "os/clock.h"

#include <uv.h>

#define MAX_FILES 16384
#define MAX_CARED 1024
#define MAX_SILENT 256
/* How long the editor is waited for to report a file that came or went. */
#define REPORT_MS 1500
/* After that servers have taken in what changed, but for what the editor holds open. */
#define KNOWN_MS 10000

typedef struct file_state {
  uint64_t changed_at_ms, reported_at_ms; /* 0: never */
  uint64_t name_reported_at_ms;           /* that it came or went */
  uint64_t awaited_until_ms;              /* 0: not */
  uint64_t turn;                          /* of the last change that was seen; 0: only reported */
  bool is_pending;                        /* not shown to the servers */
  bool is_reported_there;                 /* what the editor reported last */
} file_state;

typedef struct cared_state {
  bool is_known, exists;
  uint64_t size_bytes, inode;
  int64_t mtime_ns;
} cared_state;

struct sx_file_log {
  uv_mutex_t mutex;
  sx_table *files;  /* path -> file_state */
  sx_table *cared;  /* path -> cared_state */
  sx_table *silent; /* folders of which the editor reports nothing */
  size_t awaited, pending;
  uint64_t changed_at_ms;
  uint64_t turn; /* counts the changes that were seen */
  bool is_lost;
};

sx_file_log *sx_file_log_new(void) {
  sx_file_log *log = sx_calloc(1, sizeof *log);
  if (!log) return NULL;
  log->files = sx_table_new(sizeof(file_state), MAX_FILES);
  log->cared = sx_table_new(sizeof(cared_state), MAX_CARED);
  log->silent = sx_table_new(1, MAX_SILENT);
  if (log->files && log->cared && log->silent && uv_mutex_init(&log->mutex) == 0) return log;
  sx_table_free(log->files);
  sx_table_free(log->cared);
  sx_table_free(log->silent);
  sx_free(log);
  return NULL;
}

void sx_file_log_free(sx_file_log *log) {
  if (!log) return;
  sx_table_free(log->files);
  sx_table_free(log->cared);
  sx_table_free(log->silent);
  uv_mutex_destroy(&log->mutex);
  sx_free(log);
}

static bool add_path(sx_strs *out, const void *value, sx_arena *arena) {
  sx_str *path = SX_ARRAY_ADD(out, arena);
  if (path) *path = sx_arena_dup(arena, sx_table_key(value));
  return arena->status == SX_OK;
}

/* ---- what changed ------------------------------------------------------------------------- */

/* Without memory for it the path is not kept: that counts as lost. */
static void change_locked(sx_file_log *log, sx_str path, uint64_t now_ms) {
  file_state *one = sx_table_put(log->files, path);
  log->changed_at_ms = now_ms;
  log->is_lost |= !one;
  if (!one) return;
  log->pending += !one->is_pending;
  one->is_pending = true;
  one->changed_at_ms = now_ms;
}

static void see_locked(sx_file_log *log, sx_str path) {
  change_locked(log, path, sx_clock_ms());
  file_state *one = sx_table_find(log->files, path);
  log->turn++;
  if (one) one->turn = log->turn;
}

void sx_file_log_add_changed(sx_file_log *log, sx_str path) {
  uv_mutex_lock(&log->mutex);
  see_locked(log, path);
  uv_mutex_unlock(&log->mutex);
}

void sx_file_log_put_back(sx_file_log *log, sx_str path) {
  uint64_t now_ms = sx_clock_ms();
  uv_mutex_lock(&log->mutex);
  change_locked(log, path, now_ms);
  uv_mutex_unlock(&log->mutex);
}

uint64_t sx_file_log_turn(sx_file_log *log) {
  uv_mutex_lock(&log->mutex);
  uint64_t turn = log->turn;
  uv_mutex_unlock(&log->mutex);
  return turn;
}

bool sx_file_log_has_changed_since(sx_file_log *log, sx_str path, uint64_t turn) {
  uv_mutex_lock(&log->mutex);
  const file_state *one = log->turn > turn ? sx_table_find(log->files, path) : NULL;
  bool has_changed = one && one->turn > turn;
  uv_mutex_unlock(&log->mutex);
  return has_changed;
}

static size_t count_pending_locked(const sx_file_log *log) {
  size_t count = 0;
  for (const file_state *one = sx_table_newest(log->files); one; one = sx_table_older(one))
    count += one->is_pending;
  return count;
}

/*
 * If very many files changed, servers learn of them from the editor's reports, and after some time
 * by themselves; only files that answers are about are always shown to them.
 */
static void drop_known_locked(sx_file_log *log) {
  uint64_t now_ms = sx_clock_ms();
  for (file_state *one = sx_table_newest(log->files); one; one = sx_table_older(one)) {
    if (!one->is_pending || sx_table_find(log->cared, sx_table_key(one))) continue;
    bool is_reported = one->reported_at_ms && one->reported_at_ms >= one->changed_at_ms;
    if (is_reported || sx_clock_span_ms(one->changed_at_ms, now_ms) > KNOWN_MS)
      one->is_pending = false;
  }
}

sx_status sx_file_log_take_changed(sx_file_log *log, size_t max, sx_strs *out, sx_arena *arena) {
  *out = (sx_strs){0};
  uv_mutex_lock(&log->mutex);
  file_state *one = log->pending ? sx_table_newest(log->files) : NULL;
  for (; one && out->len < max; one = sx_table_older(one))
    if (one->is_pending && !add_path(out, one, arena)) break;
  for (size_t i = 0; i < out->len && !arena->status; i++) {
    one = sx_table_find(log->files, out->items[i]);
    if (one) one->is_pending = false;
  }
  if (!arena->status) drop_known_locked(log);
  log->pending = count_pending_locked(log);
  uv_mutex_unlock(&log->mutex);
  return arena->status;
}

size_t sx_file_log_count_changed(sx_file_log *log) {
  uv_mutex_lock(&log->mutex);
  size_t count = log->pending;
  uv_mutex_unlock(&log->mutex);
  return count;
}

void sx_file_log_add_lost(sx_file_log *log) {
  uv_mutex_lock(&log->mutex);
  log->is_lost = true;
  uv_mutex_unlock(&log->mutex);
}

bool sx_file_log_take_lost(sx_file_log *log) {
  uv_mutex_lock(&log->mutex);
  bool is_lost = sx_table_take_lost(log->files) > 0 || log->is_lost;
  log->is_lost = false;
  uv_mutex_unlock(&log->mutex);
  return is_lost;
}

uint64_t sx_file_log_changed_at(sx_file_log *log) {
  uv_mutex_lock(&log->mutex);
  uint64_t at_ms = log->changed_at_ms;
  uv_mutex_unlock(&log->mutex);
  return at_ms;
}

sx_status sx_file_log_get_recent(sx_file_log *log, uint64_t within_ms, sx_strs *out,
                                 sx_arena *arena) {
  uint64_t now_ms = sx_clock_ms();
  *out = (sx_strs){0};
  uv_mutex_lock(&log->mutex);
  for (const file_state *one = sx_table_newest(log->files); one; one = sx_table_older(one)) {
    if (!one->changed_at_ms || sx_clock_span_ms(one->changed_at_ms, now_ms) >= within_ms) continue;
    if (!add_path(out, one, arena)) break;
  }
  uv_mutex_unlock(&log->mutex);
  return arena->status;
}

/* ---- what the editor reports --------------------------------------------------------------- */

static void end_awaiting_locked(sx_file_log *log, file_state *one) {
  if (!one->awaited_until_ms) return;
  one->awaited_until_ms = 0;
  log->awaited--;
}

/* For a deleted folder the editor reports only the folder. */
static void end_below_locked(sx_file_log *log, sx_str folder) {
  file_state *one = log->awaited ? sx_table_newest(log->files) : NULL;
  for (; one && log->awaited; one = sx_table_older(one))
    if (one->awaited_until_ms && sx_folder_has(folder, sx_table_key(one)))
      end_awaiting_locked(log, one);
}

/* The editor sees a folder that it reports, and those in it: it has only not named all files. */
static void end_silence_locked(sx_file_log *log, sx_str folder) {
  void *one = sx_table_count(log->silent) ? sx_table_newest(log->silent) : NULL;
  while (one) {
    void *older = sx_table_older(one);
    sx_str key = sx_table_key(one);
    if (sx_str_is_equal(key, folder) || sx_folder_has(folder, key))
      sx_table_remove(log->silent, one);
    one = older;
  }
}

void sx_file_log_tell(sx_file_log *log, sx_str path, sx_file_news news) {
  uint64_t now_ms = sx_clock_ms();
  uv_mutex_lock(&log->mutex);
  change_locked(log, path, now_ms);
  file_state *one = sx_table_find(log->files, path);
  if (one) {
    one->reported_at_ms = now_ms;
    if (news != SX_FILE_WRITTEN) one->name_reported_at_ms = now_ms;
    one->is_reported_there = news != SX_FILE_WENT;
    end_awaiting_locked(log, one);
  }
  if (news == SX_FILE_WENT) end_below_locked(log, path);
  void *silent =
      sx_table_count(log->silent) ? sx_table_find(log->silent, sx_folder_of(path)) : NULL;
  if (silent) sx_table_remove(log->silent, silent);
  if (news == SX_FILE_CAME) end_silence_locked(log, path);
  uv_mutex_unlock(&log->mutex);
}

sx_status sx_file_log_get_reported(sx_file_log *log, uint64_t within_ms, sx_strs *out,
                                   sx_arena *arena) {
  uint64_t now_ms = sx_clock_ms();
  *out = (sx_strs){0};
  uv_mutex_lock(&log->mutex);
  for (const file_state *one = sx_table_newest(log->files); one; one = sx_table_older(one)) {
    if (!one->name_reported_at_ms ||
        sx_clock_span_ms(one->name_reported_at_ms, now_ms) >= within_ms)
      continue;
    if (!add_path(out, one, arena)) break;
  }
  uv_mutex_unlock(&log->mutex);
  return arena->status;
}

uint64_t sx_file_log_reported_at(sx_file_log *log, sx_str path) {
  uv_mutex_lock(&log->mutex);
  const file_state *one = sx_table_find(log->files, path);
  uint64_t at_ms = one ? one->name_reported_at_ms : 0;
  uv_mutex_unlock(&log->mutex);
  return at_ms;
}

static bool is_one_told_locked(const sx_file_log *log, sx_str path, bool is_there, uint64_t at_ms) {
  const file_state *one = sx_table_find(log->files, path);
  return one && one->reported_at_ms && one->reported_at_ms >= at_ms &&
         one->is_reported_there == is_there;
}

/* Whether the editor has reported since `at_ms` that a folder that it is in came, or went. */
static bool is_folder_reported_locked(const sx_file_log *log, sx_str path, bool is_there,
                                      uint64_t at_ms) {
  for (sx_str folder = sx_folder_of(path); folder.len; folder = sx_folder_of(folder))
    if (is_one_told_locked(log, folder, is_there, at_ms)) return true;
  return false;
}

/* Whether the editor has reported, since `at_ms`, what is so now. */
static bool is_told_locked(const sx_file_log *log, const sx_file_turn *turn, uint64_t at_ms) {
  return is_one_told_locked(log, turn->path, turn->exists, at_ms) ||
         (!turn->exists && is_folder_reported_locked(log, turn->path, false, at_ms));
}

void sx_file_log_await(sx_file_log *log, const sx_file_turn *turn) {
  uint64_t now_ms = sx_clock_ms();
  uint64_t at_ms = sx_clock_span_ms(turn->age_ms, now_ms);
  uv_mutex_lock(&log->mutex);
  const file_state *reported = sx_table_find(log->files, turn->path);
  bool is_believed_there = reported && reported->reported_at_ms && reported->is_reported_there;
  /* It came and went between two looks: the editor leaves that out. */
  bool is_nothing = turn->is_new && !turn->exists && !is_believed_there;
  bool is_silent = sx_table_find(log->silent, sx_folder_of(turn->path)) != NULL;
  bool is_over = turn->age_ms >= REPORT_MS;
  if (!is_nothing && !is_silent && !is_over && !is_told_locked(log, turn, at_ms)) {
    file_state *one = sx_table_put(log->files, turn->path);
    if (one && !one->awaited_until_ms) log->awaited++;
    if (one) one->awaited_until_ms = at_ms + REPORT_MS;
  }
  uv_mutex_unlock(&log->mutex);
}

/* An event that the editor has left out is not waited for again, nor any other in that folder. */
bool sx_file_log_is_awaiting(sx_file_log *log) {
  uint64_t now_ms = sx_clock_ms();
  size_t left = 0;
  uv_mutex_lock(&log->mutex);
  file_state *one = log->awaited ? sx_table_newest(log->files) : NULL;
  for (; one; one = sx_table_older(one)) {
    if (!one->awaited_until_ms) continue;
    left += one->awaited_until_ms > now_ms;
    if (one->awaited_until_ms > now_ms) continue;
    /* With a folder that was moved here its files came: the editor reports the folder only. */
    bool is_folder_reported =
        is_folder_reported_locked(log, sx_table_key(one), true, one->awaited_until_ms - REPORT_MS);
    one->awaited_until_ms = 0;
    if (!is_folder_reported && !sx_table_put(log->silent, sx_folder_of(sx_table_key(one))))
      continue;
  }
  log->awaited = left; /* those that were pushed out are gone, too */
  uv_mutex_unlock(&log->mutex);
  return left > 0;
}

/* ---- what answers are about ---------------------------------------------------------------- */

static cared_state cared_of(const sx_file_info *info) {
  return (cared_state){true, info->exists, info->size_bytes, info->inode, info->mtime_ns};
}

static bool is_same(const cared_state *a, const cared_state *b) {
  return a->exists == b->exists && a->size_bytes == b->size_bytes && a->inode == b->inode &&
         a->mtime_ns == b->mtime_ns;
}

void sx_file_log_care(sx_file_log *log, sx_str path, const sx_file_info *info) {
  uv_mutex_lock(&log->mutex);
  cared_state *one = sx_table_put(log->cared, path);
  if (one && info && !one->is_known) *one = cared_of(info);
  uv_mutex_unlock(&log->mutex);
}

bool sx_file_log_is_cared(sx_file_log *log, sx_str path) {
  uv_mutex_lock(&log->mutex);
  bool is_cared = sx_table_find(log->cared, path) != NULL;
  uv_mutex_unlock(&log->mutex);
  return is_cared;
}

sx_status sx_file_log_look(sx_file_log *log, sx_arena *arena) {
  sx_strs paths = {0};
  uv_mutex_lock(&log->mutex);
  const void *one = sx_table_newest(log->cared);
  while (one && add_path(&paths, one, arena)) one = sx_table_older(one);
  uv_mutex_unlock(&log->mutex);
  for (size_t i = 0; i < paths.len && !arena->status; i++) {
    sx_file_info info;
    if (sx_file_stat(&info, paths.items[i], NULL)) continue;
    cared_state now = cared_of(&info);
    uv_mutex_lock(&log->mutex);
    cared_state *known = sx_table_find(log->cared, paths.items[i]);
    if (known && known->is_known && !is_same(known, &now)) see_locked(log, paths.items[i]);
    if (known) *known = now;
    uv_mutex_unlock(&log->mutex);
  }
  return arena->status;
}
