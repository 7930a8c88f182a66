#include "base/mem.h"
#include "os/clock.h"
#include "os/file_system.h"
#include "os/walk.h"
#include "os/watch_state.h"

#include <stdio.h>
#include <string.h>

/* A workspace is rarely on more file systems; of others the system is asked more often. */
#define MAX_DEVICES 8
/* For so long files that are written may get one stamp: by the system's ticks, and where whole
   seconds are kept, of which FAT has every other. */
#define TICK_MS 20
#define SECONDS_MS 2000
#define SECOND_NS ((int64_t)1000000000)
/* No clocks of two machines that are kept right differ by that much. */
#define OLD_NS (60 * SECOND_NS)

typedef struct device {
  uint64_t number;
  bool is_local;
} device;

/* The folder that one thread is in. */
typedef struct walker {
  char path[SX_WATCH_MAX_PATH];
  size_t len;
  bool is_new;     /* everything in it counts as new */
  bool is_swept;   /* not all events of it come */
  bool is_changed; /* entries came or went since */
  int64_t newest_ns;
  uint64_t touched;  /* when it was begun to be watched */
  uint64_t began_ms; /* before it was read */
} walker;

/* The walk through one folder and all below, without the mutex wherever the disk is asked. */
typedef struct walk {
  sx_watch *watch;
  const sx_watch_job *job;
  uint64_t epoch;
  device devices[MAX_DEVICES]; /* with the watch's mutex */
  size_t device_count;
  sx_watch_look *look; /* at files, after the walk; or NULL */
  bool is_first;       /* its listings are kept */
  walker walkers[SX_WALK_MAX_WORKERS];
} walk;

/* The context of a folder that was not there when it was last walked through. */
static const char new_folder;

static bool is_current_locked(const walk *w) {
  return w->watch->epoch == w->epoch && !w->watch->is_stopping;
}

static sx_status check(void *arg) {
  const walk *w = arg;
  uv_mutex_lock(&w->watch->mutex);
  bool is_current = is_current_locked(w);
  uv_mutex_unlock(&w->watch->mutex);
  return is_current ? SX_OK : SX_CANCELLED;
}

/* ---- a folder before it is read ------------------------------------------------------------ */

static bool find_device_locked(const walk *w, uint64_t number, bool *is_local) {
  for (size_t i = 0; i < w->device_count; i++) {
    if (w->devices[i].number != number) continue;
    *is_local = w->devices[i].is_local;
    return true;
  }
  return false;
}

/* To others programs write of which no events come. */
static bool is_local(walk *w, const walker *self, uint64_t number) {
  bool is = false;
  uv_mutex_lock(&w->watch->mutex);
  bool is_known = find_device_locked(w, number, &is);
  uv_mutex_unlock(&w->watch->mutex);
  if (is_known) return is;
  is = sx_fs_is_local_path(self->path);
  uv_mutex_lock(&w->watch->mutex);
  if (w->device_count < MAX_DEVICES) w->devices[w->device_count++] = (device){number, is};
  uv_mutex_unlock(&w->watch->mutex);
  return is;
}

/* Whether the system is to be asked for a watch; `*id` is the one that there is. */
static bool may_add_locked(sx_watch *watch, const walker *self, int *id) {
  const sx_watch_folder *known = sx_table_find(watch->folders, sx_str_make(self->path, self->len));
  *id = known && known->id >= 0 ? known->id : SX_WATCH_FULL;
  if (!watch->source) return false;
  return *id >= 0 || watch->watched + watch->adding < watch->max_folders;
}

/* `id`: only if that is still its id. */
static void forget(const walk *w, sx_str path, const int *id) {
  uv_mutex_lock(&w->watch->mutex);
  sx_watch_folder *folder = sx_table_find(w->watch->folders, path);
  bool is_meant = folder && (!id || folder->id == *id) && w->watch->epoch == w->epoch;
  if (is_meant) sx_watch__forget(w->watch, folder);
  uv_mutex_unlock(&w->watch->mutex);
}

/* Whether `other` leads elsewhere, or nowhere; false where it is not known where `own` leads. */
static bool is_another_folder(const char *own, const char *other) {
  uv_fs_t a, b;
  bool is_known = uv_fs_stat(NULL, &a, own, NULL) == 0;
  bool leads = uv_fs_stat(NULL, &b, other, NULL) == 0;
  bool is_same = is_known && leads && a.statbuf.st_ino == b.statbuf.st_ino &&
                 a.statbuf.st_dev == b.statbuf.st_dev;
  uv_fs_req_cleanup(&a);
  uv_fs_req_cleanup(&b);
  return is_known && !is_same;
}

/* Another path with the folder's id, after `skipped` others. */
static bool copy_other(const walk *w, const walker *self, int id, size_t skipped,
                       char other[SX_WATCH_MAX_PATH]) {
  sx_str path = SX_STR(""), own = sx_str_make(self->path, self->len);
  uv_mutex_lock(&w->watch->mutex);
  const sx_watch_folder *folder = sx_watch__find_id(w->watch, id);
  for (; folder && !path.len; folder = folder->same)
    if (!sx_str_is_equal(sx_table_key(folder), own) && !skipped--) path = sx_table_key(folder);
  if (path.len) memcpy(other, path.ptr, path.len);
  other[path.len] = '\0';
  uv_mutex_unlock(&w->watch->mutex);
  return path.len > 0;
}

/* No event may come of a folder that was moved: its former path leads to it no more. */
static void forget_former(const walk *w, const walker *self, int id) {
  char other[SX_WATCH_MAX_PATH];
  size_t skipped = 0;
  while (copy_other(w, self, id, skipped, other))
    if (is_another_folder(self->path, other))
      forget(w, sx_str_from(other), &id);
    else
      skipped++;
}

/* Before it is read: changes meanwhile come as events. */
static bool watch_folder(walk *w, walker *self, bool has_all) {
  sx_watch *watch = w->watch;
  int id;
  bool is_threaded = sx_watch_source_is_threaded();
  uv_mutex_lock(&watch->mutex);
  bool may_add = may_add_locked(watch, self, &id) && (is_threaded || id < 0);
  watch->adding += may_add;
  if (may_add && is_threaded) uv_mutex_unlock(&watch->mutex);
  if (may_add) id = sx_watch_source_add(watch->source, self->path);
  if (may_add && is_threaded) uv_mutex_lock(&watch->mutex);
  watch->adding -= may_add;
  bool is_kept = is_current_locked(w) && sx_watch__keep(watch, self->path, id, has_all);
  if (!is_kept && id >= 0 && !sx_watch__find_id(watch, id))
    sx_watch_source_remove(watch->source, id);
  self->is_swept = id < 0 || !has_all;
  self->touched = watch->touches;
  uv_mutex_unlock(&watch->mutex);
  if (is_kept && id >= 0) forget_former(w, self, id);
  return is_kept;
}

/* Adds names; false where no system call takes that many bytes. */
static bool set_path(walker *self, const walk *w, sx_str below) {
  int len = snprintf(self->path, sizeof self->path, "%s%s%.*s", w->job->path, below.len ? "/" : "",
                     SX_STR_ARG(below));
  self->len = len > 0 ? (size_t)len : 0;
  return len > 0 && self->len < sizeof self->path;
}

static bool enter_folder(void *arg, size_t worker, const sx_walk_folder *folder) {
  walk *w = arg;
  walker *self = &w->walkers[worker];
  sx_walk_info info;
  self->began_ms = sx_clock_ms();
  if (!set_path(self, w, folder->path) || !sx_walk_look(&info, folder, "")) return false;
  int64_t since_ns = w->job->since_ns;
  self->is_new = since_ns == SX_WATCH_ALL || folder->context == &new_folder;
  self->is_changed = self->is_new || info.changed_ns >= since_ns;
  self->newest_ns = info.changed_ns;
  return watch_folder(w, self, is_local(w, self, info.device));
}

/* ---- what is in it ------------------------------------------------------------------------- */

static void report(const walk *w, const char *path, sx_watch_pending what) {
  const sx_watch_filter *filter = &w->watch->filter;
  bool is_passed_over = filter->is_passed_over(filter->context, sx_str_from(path), false);
  uv_mutex_lock(&w->watch->mutex);
  if (w->watch->epoch != w->epoch)
    ;
  else if (is_passed_over)
    sx_watch__note(w->watch, sx_str_from(path), what);
  else
    sx_watch__report(w->watch, path, what);
  uv_mutex_unlock(&w->watch->mutex);
}

/* One that is known is not swept with the folder that it is in. */
static void take_folder(walk *w, const walker *self, sx_walk_entry *entry) {
  sx_watch *watch = w->watch;
  bool is_sweep = w->job->is_sweep && !self->is_new;
  uv_mutex_lock(&watch->mutex);
  bool is_known = sx_table_find(watch->folders, sx_str_from(self->path)) != NULL;
  bool is_new = !is_known && (is_sweep || watch->must_prune);
  entry->is_entered = watch->epoch == w->epoch && (!is_sweep || !is_known);
  entry->context = is_new || self->is_new ? &new_folder : NULL;
  if (entry->is_entered && is_new)
    sx_watch__report(watch, self->path, (sx_watch_pending){true, true, .is_folder = true});
  uv_mutex_unlock(&watch->mutex);
}

/* Few have changed since, and only of those the filter is asked, which may take longer. */
static void take_file(walk *w, size_t worker, const sx_walk_folder *folder,
                      const sx_walk_entry *entry) {
  walker *self = &w->walkers[worker];
  sx_walk_info info;
  if (self->is_new) {
    report(w, self->path, (sx_watch_pending){.is_name = true, .is_new = true});
    return;
  }
  sx_str below = sx_str_from(self->path + w->job->len + 1);
  bool may_wait = w->look && !self->is_swept && entry->kind == SX_WALK_FILE;
  if (may_wait && sx_watch_look__add(w->look, worker, below, self->is_changed)) return;
  if (!sx_walk_look(&info, folder, entry->name.ptr)) return;
  if (info.changed_ns > self->newest_ns) self->newest_ns = info.changed_ns;
  if (info.changed_ns >= w->job->since_ns)
    report(w, self->path, (sx_watch_pending){.is_name = self->is_changed});
}

/* By the time that has passed here: the clock of another machine may be wrong. */
static void note_newest(sx_watch_folder *folder, const walker *self) {
  uint64_t span_ms = self->newest_ns % SECOND_NS ? TICK_MS : SECONDS_MS;
  if (folder->newest_ns == SX_WATCH_NOTHING || folder->newest_ns < self->newest_ns) {
    folder->newest_ns = self->newest_ns;
    folder->seen_ms = sx_clock_ms();
    folder->is_settled = self->newest_ns < sx_clock_day_ns() - OLD_NS;
  } else if (self->began_ms >= folder->seen_ms + span_ms) {
    folder->is_settled = true;
  }
}

static void end_folder(const walk *w, const walker *self) {
  sx_watch *watch = w->watch;
  if (!self->is_swept) return;
  uv_mutex_lock(&watch->mutex);
  sx_watch_folder *folder = sx_table_find(watch->folders, sx_str_make(self->path, self->len));
  if (folder && watch->epoch == w->epoch) note_newest(folder, self);
  uv_mutex_unlock(&watch->mutex);
}

/* For those who need what is in it next. Without memory they read it. */
static void keep_listing(const walk *w, const walker *self, const sx_walk_folder *folder) {
  if (self->is_swept || !w->is_first) return;
  sx_walk_listing *listing = sx_walk_listing_new(folder);
  if (!listing) return;
  uv_mutex_lock(&w->watch->mutex);
  sx_watch__list(w->watch, sx_str_make(self->path, self->len), self->touched, listing);
  uv_mutex_unlock(&w->watch->mutex);
}

static sx_status list_folder(void *arg, size_t worker, sx_walk_folder *folder) {
  walk *w = arg;
  walker *self = &w->walkers[worker];
  const sx_watch_filter *filter = &w->watch->filter;
  bool has_files = self->is_new || self->is_swept || w->job->since_ns != SX_WATCH_NOTHING;
  size_t len = self->len;
  keep_listing(w, self, folder);
  filter->choose(filter->context, sx_str_make(self->path, len), folder);
  for (size_t i = 0; i < folder->count; i++) {
    sx_walk_entry *entry = &folder->entries[i];
    bool is_folder = entry->kind == SX_WALK_FOLDER;
    if (is_folder ? !entry->is_entered : !has_files) continue;
    entry->is_entered = false;
    if (len + 1 + entry->name.len >= sizeof self->path) continue;
    self->path[len] = '/';
    memcpy(self->path + len + 1, entry->name.ptr, entry->name.len);
    self->path[len + 1 + entry->name.len] = '\0';
    if (is_folder)
      take_folder(w, self, entry);
    else
      take_file(w, worker, folder, entry);
  }
  self->path[len] = '\0';
  end_folder(w, self);
  return SX_OK;
}

static void fail_folder(void *arg, sx_str below) {
  char path[SX_WATCH_MAX_PATH];
  const walk *w = arg;
  int len = snprintf(path, sizeof path, "%s%s%.*s", w->job->path, below.len ? "/" : "",
                     SX_STR_ARG(below));
  if (len > 0 && (size_t)len < sizeof path) forget(w, sx_str_from(path), NULL);
}

/* ---- the thread ---------------------------------------------------------------------------- */

static bool is_folder(const sx_watch_job *job) {
  uv_fs_t req;
  bool is_there = job->is_root ? uv_fs_stat(NULL, &req, job->path, NULL) == 0
                               : uv_fs_lstat(NULL, &req, job->path, NULL) == 0;
  bool is = is_there && (req.statbuf.st_mode & S_IFMT) == S_IFDIR;
  uv_fs_req_cleanup(&req);
  return is;
}

static bool has_listings(sx_watch *watch) {
  uv_mutex_lock(&watch->mutex);
  bool has = watch->has_listings && !watch->is_covered;
  uv_mutex_unlock(&watch->mutex);
  return has;
}

static sx_status walk_through(walk *w) {
  const sx_walk_query query = {.top = sx_str_make(w->job->path, w->job->len),
                               .enter = enter_folder,
                               .list = list_folder,
                               .fail = fail_folder,
                               .check = check,
                               .arg = w};
  if (!is_folder(w->job)) return SX_NOT_FOUND;
  w->is_first = has_listings(w->watch);
  bool has_since = w->job->since_ns != SX_WATCH_ALL && w->job->since_ns != SX_WATCH_NOTHING;
  if (has_since && !w->job->is_sweep)
    w->look = sx_watch_look__new(w->job->path, w->job->since_ns, w->epoch);
  return sx_walk_run(&query, NULL);
}

static void run_job(sx_watch *watch, const sx_watch_job *job, uint64_t epoch) {
  walk *w = sx_calloc(1, sizeof *w);
  sx_status status = SX_NOMEM;
  if (w) {
    *w = (walk){.watch = watch, .job = job, .epoch = epoch};
    status = check(w);
    if (!status) status = walk_through(w);
    bool is_gone = status && status != SX_NOMEM && status != SX_CANCELLED;
    if (is_gone) forget(w, sx_str_make(job->path, job->len), NULL);
  }
  uv_mutex_lock(&watch->mutex);
  watch->must_repeat |= status == SX_NOMEM && watch->epoch == epoch;
  if (w && w->look) sx_watch_look__queue(watch, w->look);
  uv_mutex_unlock(&watch->mutex);
  sx_free(w);
}

/* The walks are at their end: from now on everything that happens is noted. */
static void end_walks(sx_watch *watch) {
  if (watch->must_prune && !watch->must_repeat) sx_watch__prune(watch);
  watch->must_prune = false;
  if (!watch->is_covered) sx_watch__lose_unwatched(watch);
  watch->is_covered = true;
  uv_cond_broadcast(&watch->is_idle);
}

static void take_job(sx_watch *watch) {
  sx_watch_job *job = watch->jobs;
  uint64_t epoch = watch->epoch;
  watch->jobs = job->next;
  watch->is_busy = true;
  uv_mutex_unlock(&watch->mutex);
  run_job(watch, job, epoch);
  sx_free(job);
  uv_mutex_lock(&watch->mutex);
  watch->is_busy = false;
}

/* When it is time for it; a job comes first. */
static void take_look(sx_watch *watch) {
  uint64_t now_ms = sx_clock_ms();
  if (now_ms >= watch->looks_at_ms)
    sx_watch_look__run_next(watch);
  else
    uv_cond_timedwait(&watch->has_work, &watch->mutex, (watch->looks_at_ms - now_ms) * 1000000u);
}

void sx_watch__run(void *argument) {
  sx_watch *watch = argument;
  uv_mutex_lock(&watch->mutex);
  while (!watch->is_stopping) {
    if (watch->jobs) {
      take_job(watch);
      continue;
    }
    end_walks(watch);
    if (watch->looks)
      take_look(watch);
    else
      uv_cond_wait(&watch->has_work, &watch->mutex);
  }
  watch->has_ended = true;
  bool is_left = watch->is_left;
  uv_cond_broadcast(&watch->is_idle);
  uv_mutex_unlock(&watch->mutex);
  if (is_left) sx_watch__destroy(watch);
}
