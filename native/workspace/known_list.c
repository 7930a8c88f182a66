#include "base/folder.h"
#include "base/mem.h"
#include "os/clock.h"
#include "workspace/change_log.h"
#include "workspace/excluded.h"
#include "workspace/files.h"
#include "workspace/known_parts.h"

#include <uv.h>

#define MAX_MEMORY ((size_t)2 << 30)
#define MAX_UNWATCHED_MEMORY ((size_t)256 << 20)
#define MAX_WATCHED_PATH 4096
/* More folders without events are walked through each time. */
#define MAX_UNWATCHED 48
/* Stamps are coarser than the clock: what was written that lately may be written again unseen. */
#define STAMP_NS 20000000

typedef struct maker {
  sx_call *call;
  const sx_known_query *query;
  sx_kept_list *kept;
  sx_watch *watch;
  uv_mutex_t mutex; /* of what follows */
  sx_arena arena;
  sx_strs unwatched; /* folders */
} maker;

void sx_kept_list_free(sx_kept_list *kept) {
  if (!kept) return;
  sx_arena_release(&kept->arena);
  sx_free(kept);
}

/* ---- folders without events -------------------------------------------------------------- */

/* As the watch names it; empty where it is too long. */
static sx_str name_watched(const maker *m, sx_str folder, char path[MAX_WATCHED_PATH]) {
  sx_str root = m->query->root->path;
  size_t len = root.len + (folder.len ? 1 + folder.len : 0);
  if (len >= MAX_WATCHED_PATH) return SX_STR("");
  memcpy(path, root.ptr, root.len);
  if (folder.len) path[root.len] = '/';
  if (folder.len) memcpy(path + root.len + 1, folder.ptr, folder.len);
  return sx_str_make(path, len);
}

static bool is_watched(const maker *m, sx_str folder) {
  char path[MAX_WATCHED_PATH];
  return sx_watch_has(m->watch, name_watched(m, folder, path));
}

/* The watch has just read it. Later events have a later turn than the list. */
static sx_walk_listing *recall(void *arg, sx_str folder) {
  const maker *m = arg;
  char path[MAX_WATCHED_PATH];
  return sx_watch_take_listing(m->watch, name_watched(m, folder, path));
}

/* Before it is listed: what happens later is noted. */
static bool enter_folder(void *arg, sx_str folder) {
  maker *m = arg;
  if (!m->query->is_whole || is_watched(m, folder)) return true;
  uv_mutex_lock(&m->mutex);
  sx_str *added = SX_ARRAY_ADD(&m->unwatched, &m->arena);
  if (added) *added = sx_arena_dup(&m->arena, folder);
  uv_mutex_unlock(&m->mutex);
  return true;
}

size_t sx_known_find(const sx_strs *paths, sx_str path) {
  size_t from = 0, to = paths->len;
  while (from < to) {
    size_t middle = from + (to - from) / 2;
    if (sx_path_compare(paths->items[middle], path) < 0)
      from = middle + 1;
    else
      to = middle;
  }
  return from;
}

static bool has(const sx_strs *paths, sx_str path) {
  size_t at = sx_known_find(paths, path);
  return at < paths->len && sx_str_is_equal(paths->items[at], path);
}

bool sx_known_list_has_link(const sx_known_list *list, sx_str path) {
  return has(&list->links, path);
}

bool sx_known_list_has(const sx_known_list *list, sx_str path) {
  return has(&list->paths, path);
}

bool sx_known_list_has_below(const sx_known_list *list, sx_str folder) {
  size_t at = sx_known_find(&list->paths, folder);
  at += at < list->paths.len && sx_str_is_equal(list->paths.items[at], folder);
  return at < list->paths.len && sx_folder_has(folder, list->paths.items[at]);
}

bool sx_known_list_is_unwatched_path(const sx_known_list *list, sx_str path) {
  size_t at = sx_known_find(&list->paths, path);
  bool has = at < list->paths.len && sx_str_is_equal(list->paths.items[at], path);
  return has && sx_known_list_is_unwatched(list, at);
}

static void mark(uint64_t *bits, const sx_strs *paths, sx_str folder, size_t *count) {
  for (size_t i = sx_known_find(paths, folder); i < paths->len; i++) {
    sx_str path = paths->items[i];
    if (!sx_folder_has(folder, path)) {
      if (sx_str_is_equal(path, folder)) continue;
      return;
    }
    if (sx_str_find_char(path, '/', folder.len + 1) != SX_STR_NONE) continue;
    uint64_t bit = (uint64_t)1 << (i % 64);
    *count += !(bits[i / 64] & bit);
    bits[i / 64] |= bit;
  }
}

static sx_status mark_unwatched(maker *m, bool is_any_watched) {
  sx_known_list *list = &m->kept->list;
  uint64_t *bits = sx_arena_calloc(&m->kept->arena, list->paths.len / 64 + 1, sizeof *bits);
  if (!bits) return m->kept->arena.status;
  list->unwatched = bits;
  if (!is_any_watched) {
    memset(bits, 0xFF, (list->paths.len / 64 + 1) * sizeof *bits);
    list->unwatched_count = list->paths.len;
    return SX_OK;
  }
  for (size_t i = 0; i < m->unwatched.len; i++)
    mark(bits, &list->paths, m->unwatched.items[i], &list->unwatched_count);
  return SX_OK;
}

/* ---- files that are looked at each time --------------------------------------------------- */

static sx_file_info look_at(sx_str path) {
  sx_file_info info = {0};
  if (sx_file_stat(&info, path, NULL)) info = (sx_file_info){0};
  return info;
}

static bool is_same_stamp(const sx_known_stamp *stamp) {
  const sx_file_info *was = &stamp->info;
  sx_file_info now = look_at(stamp->path);
  if (was->exists != now.exists || was->is_directory != now.is_directory) return false;
  if (was->inode != now.inode || was->mode != now.mode) return false;
  if (now.is_directory && !stamp->is_listed) return true;
  return was->size_bytes == now.size_bytes && was->mtime_ns == now.mtime_ns &&
         was->changed_ns == now.changed_ns;
}

/* The first stamp is the root's. */
bool sx_kept_list_is_of(const sx_kept_list *kept, sx_str real_path) {
  const sx_known_stamp *root = &kept->stamps.items[0];
  return sx_str_is_equal(root->path, real_path) && is_same_stamp(root);
}

bool sx_kept_list_is_same(sx_call *call, const sx_kept_list *kept) {
  if (kept->settings != sx_excluded_generation(call->services->excluded)) return false;
  for (size_t i = 0; i < kept->stamps.len; i++)
    if (!is_same_stamp(&kept->stamps.items[i])) return false;
  return true;
}

static sx_status add_stamp(sx_kept_list *kept, sx_str folder, const char *name, bool is_listed) {
  sx_str path =
      sx_arena_printf(&kept->arena, "%.*s%s%s", SX_STR_ARG(folder), *name ? "/" : "", name);
  sx_known_stamp *stamp = path.len ? SX_ARRAY_ADD(&kept->stamps, &kept->arena) : NULL;
  if (!stamp) return kept->arena.status;
  *stamp = (sx_known_stamp){path, is_listed, look_at(path)};
  return SX_OK;
}

static sx_status add_rules_of(sx_kept_list *kept, sx_str folder) {
  static const char *const names[] = {".git", ".gitignore", ".ignore", ".sextantignore"};
  sx_status status = SX_OK;
  for (size_t i = 0; i < sizeof names / sizeof *names && !status; i++)
    status = add_stamp(kept, folder, names[i], false);
  return status;
}

/* Before the walk, so whatever changes meanwhile is seen. */
static sx_status add_above(maker *m) {
  sx_str root = m->query->root->real_path;
  sx_status status = add_stamp(m->kept, root, "", false);
  for (sx_str at = sx_folder_of(root);; at = sx_folder_of(at)) {
    if (!status) status = add_rules_of(m->kept, at);
    if (status || !at.len) return status;
  }
}

static sx_status add_rules(maker *m, const sx_strs *rules) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < rules->len && !status; i++)
    status = add_stamp(m->kept, rules->items[i], "", false);
  return status;
}

static sx_status add_unwatched(maker *m) {
  sx_status status = SX_OK;
  sx_str root = m->query->root->real_path;
  for (size_t i = 0; i < m->unwatched.len && !status; i++) {
    sx_str path = sx_arena_printf(&m->kept->arena, "%.*s/%.*s", SX_STR_ARG(root),
                                  SX_STR_ARG(m->unwatched.items[i]));
    status = path.len ? add_stamp(m->kept, path, "", true) : m->kept->arena.status;
    if (!status) status = add_rules_of(m->kept, path);
  }
  return status;
}

/* When something last came or went where the file would be. */
static int64_t changed_above(sx_str path) {
  for (sx_str at = sx_folder_of(path); at.len; at = sx_folder_of(at)) {
    sx_file_info info = look_at(at);
    if (info.exists) return info.changed_ns;
  }
  return INT64_MIN;
}

/*
 * Whether a stamp may not be the one of what the walk has read. Those `before` the walk were there
 * first, so only their granularity counts; of others that are not there, one may just have gone.
 */
static bool is_recent(const sx_known_stamp *stamp, int64_t start_ns, bool is_before) {
  bool is_timed = stamp->info.exists && (stamp->is_listed || !stamp->info.is_directory);
  int64_t at_ns = is_timed ? stamp->info.changed_ns : INT64_MIN;
  if (!stamp->info.exists && !is_before) at_ns = changed_above(stamp->path);
  return at_ns >= start_ns - STAMP_NS;
}

static bool has_recent(const sx_kept_list *kept, size_t before, int64_t start_ns) {
  for (size_t i = 0; i < kept->stamps.len; i++)
    if (is_recent(&kept->stamps.items[i], start_ns, i < before)) return true;
  return false;
}

/* ---- the whole --------------------------------------------------------------------------- */

static sx_status make(maker *m, sx_err *err) {
  sx_kept_list *kept = m->kept;
  sx_strs rules = {0};
  sx_files_seen seen;
  int64_t start_ns = sx_clock_day_ns();
  bool is_any_watched = m->query->is_whole && sx_watch_has(m->watch, m->query->root->path);
  kept->list.turn = m->query->turn;
  kept->settings = sx_excluded_generation(m->call->services->excluded);
  sx_status status = add_above(m);
  size_t before = kept->stamps.len;
  if (status) return sx_fail(err, status, NULL);
  const sx_files_query query = {.folder = m->query->root->real_path,
                                .links = &kept->list.links,
                                .arena = &kept->arena,
                                .rules = &rules,
                                .may_enter = enter_folder,
                                .recall = m->query->is_whole ? recall : NULL,
                                .arg = m};
  status = sx_files_list(m->call, &query, &kept->list.paths, &seen, err);
  if (status) return status;
  if (kept->list.paths.len) {
    const sx_str *last = &kept->list.paths.items[kept->list.paths.len - 1];
    kept->text = kept->list.paths.items[0].ptr;
    kept->text_bytes = (size_t)(last->ptr + last->len - kept->text);
  }
  kept->list.folders = seen.folders;
  kept->list.unreadable = seen.unreadable;
  kept->list.first_unreadable = sx_arena_dup(&kept->arena, seen.first_unreadable);
  status = m->arena.status ? m->arena.status : add_rules(m, &rules);
  bool is_lasting = is_any_watched && !seen.unreadable && m->unwatched.len <= MAX_UNWATCHED;
  if (!status && is_lasting) status = add_unwatched(m);
  if (!status) status = mark_unwatched(m, is_any_watched);
  if (!status) status = kept->arena.status;
  kept->is_lasting = is_lasting && !has_recent(kept, before, start_ns);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

sx_status sx_kept_list_make(sx_call *call, const sx_known_query *query, sx_kept_list **out,
                            sx_err *err) {
  maker m = {.call = call,
             .query = query,
             .kept = sx_calloc(1, sizeof *m.kept),
             .watch = sx_change_log_watch(call->services->change_log)};
  *out = NULL;
  if (!m.kept || uv_mutex_init(&m.mutex)) {
    sx_free(m.kept);
    return sx_fail(err, SX_NOMEM, NULL);
  }
  sx_arena_init(&m.kept->arena, MAX_MEMORY);
  sx_arena_init(&m.arena, MAX_UNWATCHED_MEMORY);
  sx_status status = make(&m, err);
  sx_arena_release(&m.arena);
  uv_mutex_destroy(&m.mutex);
  if (status)
    sx_kept_list_free(m.kept);
  else
    *out = m.kept;
  return status;
}
