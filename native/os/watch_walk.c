#include "base/mem.h"
#include "os/watch_state.h"

#include <stdio.h>
#include <string.h>

#define CHECK_EVERY 256

/* The walk through one folder, without the mutex wherever the disk is asked. */
typedef struct walk {
  sx_watch *watch;
  const sx_watch_job *job;
  uint64_t epoch;
  uint64_t device;
  bool is_remote;
  int folder;      /* open, or -1 */
  bool is_changed; /* entries came or went since */
  int64_t newest_ns;
} walk;

static int64_t nanoseconds(uv_timespec_t at) {
  return (int64_t)at.tv_sec * 1000000000 + at.tv_nsec;
}

static bool stat_path(const char *path, bool follows, uv_stat_t *out) {
  uv_fs_t req;
  int failed = follows ? uv_fs_stat(NULL, &req, path, NULL) : uv_fs_lstat(NULL, &req, path, NULL);
  if (!failed) *out = req.statbuf;
  uv_fs_req_cleanup(&req);
  return failed == 0;
}

static bool is_over(walk *w) {
  uv_mutex_lock(&w->watch->mutex);
  bool is = w->watch->is_stopping || w->watch->epoch != w->epoch;
  uv_mutex_unlock(&w->watch->mutex);
  return is;
}

static int add_locked(sx_watch *watch, const char *path) {
  if (!watch->source || watch->watched >= watch->max_folders) return SX_WATCH_FULL;
  return sx_watch_source_add(watch->source, path);
}

/* Before it is read: what happens while it is being read comes as an event. */
static bool begin_folder(walk *w) {
  sx_watch *watch = w->watch;
  int id = SX_WATCH_FULL;
  bool is_threaded = sx_watch_source_is_threaded();
  uv_mutex_lock(&watch->mutex);
  bool is_full = !watch->source || watch->watched >= watch->max_folders;
  const sx_watch_folder *known =
      sx_table_find(watch->folders, sx_str_make(w->job->path, w->job->len));
  if (known && known->id >= 0)
    is_full = false, id = is_threaded ? id : known->id;
  else if (!is_threaded)
    id = add_locked(watch, w->job->path);
  uv_mutex_unlock(&watch->mutex);
  if (is_threaded && !is_full) id = sx_watch_source_add(watch->source, w->job->path);
  uv_mutex_lock(&watch->mutex);
  bool is_kept = watch->epoch == w->epoch && !watch->is_stopping &&
                 sx_watch__keep(watch, w->job->path, id, w->is_remote);
  if (!is_kept && id >= 0 && !sx_watch__find_id(watch, id))
    sx_watch_source_remove(watch->source, id);
  watch->must_repeat |= !is_kept && watch->epoch == w->epoch;
  uv_mutex_unlock(&watch->mutex);
  return is_kept;
}

static void end_folder(walk *w, bool is_read) {
  sx_watch *watch = w->watch;
  uv_mutex_lock(&watch->mutex);
  sx_watch_folder *folder = sx_table_find(watch->folders, sx_str_make(w->job->path, w->job->len));
  if (watch->epoch != w->epoch) folder = NULL;
  if (folder && !is_read)
    sx_watch__forget(watch, folder);
  else if (folder && (folder->newest_ns == SX_WATCH_NOTHING || folder->newest_ns < w->newest_ns))
    folder->newest_ns = w->newest_ns;
  uv_mutex_unlock(&watch->mutex);
}

static void walk_into(walk *w, const char *path) {
  sx_watch *watch = w->watch;
  sx_watch_job job = {.since_ns = w->job->since_ns, .device = w->device, .is_remote = w->is_remote};
  uv_mutex_lock(&watch->mutex);
  bool is_known = sx_table_find(watch->folders, sx_str_from(path)) != NULL;
  bool is_new = !is_known && (w->job->is_sweep || watch->must_prune);
  if (is_new) job.since_ns = SX_WATCH_ALL;
  if (watch->epoch == w->epoch && (!w->job->is_sweep || !is_known)) {
    sx_watch__add_job(watch, path, &job);
    if (is_new) sx_watch__report(watch, path, (sx_watch_pending){true, true, .is_folder = true});
  }
  uv_mutex_unlock(&watch->mutex);
}

static void report(walk *w, const char *path, sx_watch_pending what, bool is_passed_over) {
  uv_mutex_lock(&w->watch->mutex);
  if (w->watch->epoch != w->epoch)
    ;
  else if (is_passed_over)
    sx_watch__note(w->watch, sx_str_from(path), what);
  else
    sx_watch__report(w->watch, path, what);
  uv_mutex_unlock(&w->watch->mutex);
}

/* Few have changed since, and only of those the filter is asked, which may take longer. */
static void look_at_file(walk *w, sx_str path) {
  const sx_watch_filter *filter = &w->watch->filter;
  sx_watch_pending what = {.is_name = true, .is_new = true};
  if (w->job->since_ns != SX_WATCH_ALL) {
    int64_t at_ns;
    const char *name = path.ptr + w->job->len + 1;
    if (!sx_watch_source_stamp(w->folder, path.ptr, name, &at_ns)) return;
    if (at_ns > w->newest_ns) w->newest_ns = at_ns;
    if (w->job->since_ns == SX_WATCH_NOTHING || at_ns < w->job->since_ns) return;
    what = (sx_watch_pending){.is_name = w->is_changed};
  }
  report(w, path.ptr, what, filter->is_passed_over(filter->context, path, false));
}

static bool needs_files(const walk *w) {
  if (w->job->since_ns != SX_WATCH_NOTHING) return true;
  uv_mutex_lock(&w->watch->mutex);
  const sx_watch_folder *folder =
      sx_table_find(w->watch->folders, sx_str_make(w->job->path, w->job->len));
  bool needs = folder && folder->is_swept;
  uv_mutex_unlock(&w->watch->mutex);
  return needs;
}

static bool read_folder(walk *w) {
  uv_fs_t req;
  uv_dirent_t entry;
  char path[SX_WATCH_MAX_PATH];
  const sx_watch_filter *filter = &w->watch->filter;
  bool has_files = needs_files(w);
  w->folder = has_files ? sx_watch_source_open(w->job->path) : -1;
  bool is_read = uv_fs_scandir(NULL, &req, w->job->path, 0, NULL) >= 0;
  for (size_t i = 1; is_read && uv_fs_scandir_next(&req, &entry) == 0; i++) {
    if (i % CHECK_EVERY == 0 && is_over(w)) break;
    int len = snprintf(path, sizeof path, "%s/%s", w->job->path, entry.name);
    if (len <= 0 || (size_t)len >= sizeof path) continue;
    uv_stat_t info;
    bool is_folder = entry.type == UV_DIRENT_DIR;
    if (entry.type == UV_DIRENT_UNKNOWN && stat_path(path, false, &info))
      is_folder = (info.st_mode & S_IFMT) == S_IFDIR;
    if (!is_folder && !has_files) continue;
    sx_str full = sx_str_make(path, (size_t)len);
    if (!is_folder)
      look_at_file(w, full);
    else if (!filter->is_passed_over(filter->context, full, true))
      walk_into(w, path);
  }
  uv_fs_req_cleanup(&req);
  sx_watch_source_close(w->folder);
  return is_read;
}

static void walk_folder(walk *w) {
  uv_stat_t info;
  bool is_there =
      stat_path(w->job->path, w->job->is_root, &info) && (info.st_mode & S_IFMT) == S_IFDIR;
  if (!is_there) {
    end_folder(w, false);
    return;
  }
  w->device = info.st_dev;
  w->is_remote =
      w->device == w->job->device ? w->job->is_remote : sx_watch_source_is_remote(w->job->path);
  w->newest_ns = nanoseconds(info.st_ctim);
  w->is_changed = w->job->since_ns == SX_WATCH_ALL || w->newest_ns >= w->job->since_ns;
  if (!begin_folder(w)) return;
  end_folder(w, read_folder(w));
}

static void run_job(sx_watch *watch, const sx_watch_job *job, uint64_t epoch) {
  walk w = {.watch = watch, .job = job, .epoch = epoch};
  if (!is_over(&w)) walk_folder(&w);
}

void sx_watch__run(void *argument) {
  sx_watch *watch = argument;
  uv_mutex_lock(&watch->mutex);
  while (!watch->is_stopping) {
    sx_watch_job *job = watch->jobs;
    if (!job) {
      if (watch->must_prune && !watch->must_repeat) sx_watch__prune(watch);
      watch->must_prune = false;
      if (!watch->is_covered) sx_watch__lose(watch);
      watch->is_covered = true;
      uv_cond_broadcast(&watch->is_idle);
      uv_cond_wait(&watch->has_work, &watch->mutex);
      continue;
    }
    uint64_t epoch = watch->epoch;
    watch->jobs = job->next;
    watch->is_busy = true;
    uv_mutex_unlock(&watch->mutex);
    run_job(watch, job, epoch);
    sx_free(job);
    uv_mutex_lock(&watch->mutex);
    watch->is_busy = false;
  }
  watch->has_ended = true;
  bool is_left = watch->is_left;
  uv_cond_broadcast(&watch->is_idle);
  uv_mutex_unlock(&watch->mutex);
  if (is_left) sx_watch__destroy(watch);
}
