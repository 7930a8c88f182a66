#include "base/mem.h"
#include "base/folder.h"
#include "os/clock.h"
#include "os/thread.h"
#include "os/watch_state.h"

#include <stdio.h>
#include <string.h>

#define STACK_BYTES (256u * 1024)
/* How long the end of the thread is waited for. */
#define END_MS 300
/* Stamps of files are coarser than the clock. */
#define STAMP_NS 20000000
/* For so long the system may keep memory that was written to, and sets no stamp meanwhile. */
#define MAPPED_NS 60000000000

/* ---- life -------------------------------------------------------------------------------- */

static void forget_listing(sx_watch_folder *folder) {
  sx_walk_listing_free(folder->listing);
  folder->listing = NULL;
}

static void forget_listings(sx_watch *watch) {
  sx_watch_folder *one = watch->has_listings ? sx_table_newest(watch->folders) : NULL;
  for (; one; one = sx_table_older(one)) forget_listing(one);
  watch->has_listings = false;
}

void sx_watch__destroy(sx_watch *watch) {
  while (watch->jobs) {
    sx_watch_job *next = watch->jobs->next;
    sx_free(watch->jobs);
    watch->jobs = next;
  }
  sx_watch_look__drop(watch);
  for (size_t i = 0; i < watch->root_count; i++) sx_free(watch->roots[i]);
  sx_free(watch->roots);
  sx_watch_source_free(watch->source);
  forget_listings(watch);
  sx_table_free(watch->folders);
  sx_table_free(watch->ids);
  sx_table_free(watch->pending);
  if (watch->filter.release) watch->filter.release(watch->filter.context);
  uv_cond_destroy(&watch->is_idle);
  uv_cond_destroy(&watch->has_work);
  uv_mutex_destroy(&watch->mutex);
  sx_free(watch);
}

sx_watch *sx_watch_new(sx_watch_filter filter, size_t max_folders) {
  sx_watch *watch = sx_calloc(1, sizeof *watch);
  if (!watch) goto no_watch;
  if (uv_mutex_init(&watch->mutex)) goto no_mutex;
  if (uv_cond_init(&watch->has_work)) goto no_work;
  if (uv_cond_init(&watch->is_idle)) goto no_idle;
  watch->filter = filter;
  watch->max_folders = max_folders ? max_folders : sx_watch_source_share();
  watch->max_known = SX_WATCH_MAX_KNOWN;
  watch->source = sx_watch_source_new();
  watch->folders = sx_table_new(sizeof(sx_watch_folder), SX_WATCH_MAX_KNOWN);
  watch->ids = sx_table_new(sizeof(sx_watch_folder *), SX_WATCH_MAX_KNOWN);
  watch->pending = sx_table_new(sizeof(sx_watch_pending), SX_WATCH_MAX_EVENTS);
  watch->drained_ns = sx_clock_day_ns();
  if (watch->folders && watch->ids && watch->pending) return watch;
  sx_watch__destroy(watch);
  return NULL;
no_idle:
  uv_cond_destroy(&watch->has_work);
no_work:
  uv_mutex_destroy(&watch->mutex);
no_mutex:
  sx_free(watch);
no_watch:
  if (filter.release) filter.release(filter.context);
  return NULL;
}

void sx_watch_free(sx_watch *watch) {
  if (!watch) return;
  uv_mutex_lock(&watch->mutex);
  watch->is_stopping = true;
  uv_cond_signal(&watch->has_work);
  uint64_t end_ms = sx_clock_ms() + END_MS, now_ms;
  while (watch->has_thread && !watch->has_ended && (now_ms = sx_clock_ms()) < end_ms)
    uv_cond_timedwait(&watch->is_idle, &watch->mutex, (end_ms - now_ms) * 1000000u);
  watch->is_left = watch->has_thread && !watch->has_ended;
  bool is_left = watch->is_left, has_thread = watch->has_thread;
  if (is_left) sx_thread_detach(&watch->thread);
  uv_mutex_unlock(&watch->mutex);
  if (is_left) return; /* it frees everything itself */
  if (has_thread) uv_thread_join(&watch->thread);
  sx_watch__destroy(watch);
}

/* ---- what is known, with the mutex ------------------------------------------------------- */

/* Something happened to the path: what the folder that it is in had is old. */
static void touch(sx_watch *watch, sx_str path) {
  sx_watch_folder *folder = sx_table_find(watch->folders, sx_folder_of(path));
  if (!folder) return;
  folder->touched = ++watch->touches;
  forget_listing(folder);
}

void sx_watch__note(sx_watch *watch, sx_str path, sx_watch_pending what) {
  if (watch->has_listings) touch(watch, path);
  if (!watch->filter.note) return;
  const sx_watch_event event = {path, what.is_name, what.is_new, what.is_folder, what.is_closing};
  watch->must_walk |= watch->filter.note(watch->filter.context, &event);
}

void sx_watch__lose(sx_watch *watch) {
  forget_listings(watch);
  sx_watch__lose_unwatched(watch);
}

void sx_watch__lose_unwatched(sx_watch *watch) {
  if (watch->filter.lose) watch->filter.lose(watch->filter.context);
}

void sx_watch__report(sx_watch *watch, const char *path, sx_watch_pending what) {
  sx_watch__note(watch, sx_str_from(path), what);
  sx_watch__put(watch, path, what);
}

void sx_watch__put(sx_watch *watch, const char *path, sx_watch_pending what) {
  sx_str key = sx_str_from(path);
  sx_watch_pending *known = sx_table_find(watch->pending, key);
  sx_watch_pending *one = known ? known : sx_table_put(watch->pending, key);
  if (!one) watch->has_lost = true;
  if (!one) return;
  one->is_name |= what.is_name;
  one->is_folder |= what.is_folder;
  if (!known) one->is_new = what.is_new; /* what happened to it first */
  one->is_closing = (!known || one->is_closing) && what.is_closing;
}

bool sx_watch__add_job(sx_watch *watch, const char *path, const sx_watch_job *kind) {
  size_t len = strlen(path);
  sx_watch_job *job = sx_malloc(sizeof *job + len + 1);
  if (!job) {
    watch->must_repeat = true;
    return false;
  }
  *job = *kind;
  job->len = len;
  memcpy(job->path, path, len + 1);
  job->next = watch->jobs;
  watch->jobs = job;
  uv_cond_signal(&watch->has_work);
  return true;
}

static sx_str id_key(const int *id) {
  return sx_str_make((const char *)id, sizeof *id);
}

sx_watch_folder *sx_watch__find_id(const sx_watch *watch, int id) {
  sx_watch_folder **found = sx_table_find(watch->ids, id_key(&id));
  return found ? *found : NULL;
}

/* Two paths may lead to one folder: of a link, a mount, or before and after it was moved. */
static bool join_id(sx_watch *watch, sx_watch_folder *folder, int id) {
  sx_watch_folder *first = sx_watch__find_id(watch, id);
  sx_watch_folder **slot = sx_table_put(watch->ids, id_key(&id));
  if (!slot) return false;
  watch->watched += !first;
  folder->same = first;
  folder->id = id;
  *slot = folder;
  return true;
}

/* Whether no other folder has it. */
static bool leave_id(sx_watch *watch, sx_watch_folder *folder) {
  sx_watch_folder **first = sx_table_find(watch->ids, id_key(&folder->id)), **link = first;
  folder->id = -1;
  while (link && *link != folder) link = *link ? &(*link)->same : NULL;
  if (!link) return false;
  *link = folder->same;
  folder->same = NULL;
  if (*first) return false;
  sx_table_remove(watch->ids, first);
  watch->watched--;
  return true;
}

/* From now on nothing that happens in it is noted. */
static void note_end(sx_watch *watch, const sx_watch_folder *folder) {
  sx_watch__note(watch, sx_table_key(folder),
                 (sx_watch_pending){.is_name = true, .is_folder = true});
}

void sx_watch__forget(sx_watch *watch, sx_watch_folder *folder) {
  int id = folder->id;
  if (id >= 0 && leave_id(watch, folder)) sx_watch_source_remove(watch->source, id);
  watch->swept -= folder->is_swept;
  forget_listing(folder);
  note_end(watch, folder);
  sx_table_remove(watch->folders, folder);
}

/* None is pushed out for it: others lead to it, and the oldest are the roots. */
static sx_watch_folder *add_folder(sx_watch *watch, sx_str path) {
  bool has_room = sx_table_count(watch->folders) < watch->max_known;
  sx_watch_folder *folder = has_room ? sx_table_put(watch->folders, path) : NULL;
  if (folder) *folder = (sx_watch_folder){.id = -1, .newest_ns = SX_WATCH_NOTHING};
  watch->is_over |= !has_room;
  watch->must_repeat |= has_room && !folder;
  return folder;
}

bool sx_watch__keep(sx_watch *watch, const char *path, int id, bool has_all) {
  sx_watch_folder *known = sx_table_find(watch->folders, sx_str_from(path));
  sx_watch_folder *folder = known ? known : add_folder(watch, sx_str_from(path));
  if (!folder) return false;
  if (folder->id >= 0 && folder->id != id) (void)leave_id(watch, folder);
  if (id >= 0 && folder->id != id && !join_id(watch, folder, id))
    sx_watch_source_remove(watch->source, id);
  watch->swept -= folder->is_swept;
  folder->is_swept = folder->id < 0 || !has_all;
  folder->round = watch->round;
  folder->touched = ++watch->touches;
  forget_listing(folder);
  watch->swept += folder->is_swept;
  return true;
}

void sx_watch__list(sx_watch *watch, sx_str path, uint64_t touched, sx_walk_listing *listing) {
  sx_watch_folder *folder = sx_table_find(watch->folders, path);
  bool is_current = watch->has_listings && folder && folder->touched == touched;
  if (is_current && !folder->listing)
    folder->listing = listing;
  else
    sx_walk_listing_free(listing);
}

static void forget_below(sx_watch *watch, sx_str path) {
  sx_watch_folder *one = sx_table_newest(watch->folders);
  while (one) {
    sx_watch_folder *older = sx_table_older(one);
    sx_str key = sx_table_key(one);
    if (sx_str_is_equal(key, path) || sx_folder_has(path, key)) sx_watch__forget(watch, one);
    one = older;
  }
}

void sx_watch__prune(sx_watch *watch) {
  sx_watch_folder *one = sx_table_newest(watch->folders);
  watch->must_prune = false;
  while (one) {
    sx_watch_folder *older = sx_table_older(one);
    if (one->round != watch->round) {
      sx_watch__report(watch, sx_table_key(one).ptr,
                       (sx_watch_pending){.is_name = true, .is_folder = true});
      sx_watch__forget(watch, one);
    }
    one = older;
  }
}

/* ---- the system's events, with the mutex ------------------------------------------------- */

static void walk_roots(sx_watch *watch, int64_t since_ns) {
  for (size_t i = 0; i < watch->root_count; i++)
    sx_watch__add_job(watch, watch->roots[i],
                      &(sx_watch_job){.since_ns = since_ns, .is_root = true});
}

static void walk_again(sx_watch *watch) {
  watch->round++;
  watch->must_prune = watch->is_covered;
  walk_roots(watch, watch->since_ns);
}

/* Everything is walked through again for what was written since it was last asked. */
static void begin_again(sx_watch *watch) {
  sx_watch__lose(watch);
  if (watch->must_prune) {
    watch->must_repeat = true; /* what this walk has passed may be what was lost */
    return;
  }
  if (watch->is_covered && !watch->must_repeat) watch->since_ns = watch->drained_ns - STAMP_NS;
  walk_again(watch);
}

static void on_folder(sx_watch *watch, const char *path, const sx_watch_signal *signal) {
  sx_watch_pending what = {.is_name = true, .is_new = signal->came, .is_folder = true};
  if (signal->went) {
    forget_below(watch, sx_str_from(path));
  } else if (signal->is_name) {
    forget_below(watch, sx_str_from(path)); /* of another one that was here */
    sx_watch__add_job(watch, path, &(sx_watch_job){.since_ns = SX_WATCH_ALL});
  } else {
    return;
  }
  sx_watch__report(watch, path, what);
}

/* The system watches it no more. */
static void end_id(sx_watch *watch, int id) {
  sx_watch_folder *folder;
  while ((folder = sx_watch__find_id(watch, id))) {
    (void)leave_id(watch, folder);
    sx_watch__forget(watch, folder);
  }
}

static void on_name(sx_watch *watch, const sx_watch_folder *where, const sx_watch_signal *signal) {
  char path[SX_WATCH_MAX_PATH];
  sx_str folder = sx_table_key(where);
  int len = snprintf(path, sizeof path, "%.*s/%s", SX_STR_ARG(folder), signal->name);
  if (len <= 0 || (size_t)len >= sizeof path) {
    sx_watch__lose(watch);
    return;
  }
  sx_watch_pending what = {signal->is_name, signal->came, signal->is_folder, signal->is_closing};
  if (watch->filter.is_passed_over(watch->filter.context, sx_str_from(path), signal->is_folder))
    sx_watch__note(watch, sx_str_from(path), what);
  else if (signal->is_folder)
    on_folder(watch, path, signal);
  else
    sx_watch__report(watch, path, what);
}

/* Found each time: those before may be forgotten. */
static const sx_watch_folder *find_nth(const sx_watch *watch, int id, size_t n) {
  const sx_watch_folder *folder = sx_watch__find_id(watch, id);
  while (folder && n--) folder = folder->same;
  return folder;
}

static void on_signal(void *context, const sx_watch_signal *signal) {
  sx_watch *watch = context;
  const sx_watch_folder *where;
  if (signal->is_overflow)
    begin_again(watch);
  else if (signal->is_end)
    end_id(watch, signal->id);
  else if (signal->name)
    for (size_t i = 0; (where = find_nth(watch, signal->id, i)); i++) on_name(watch, where, signal);
}

/* ---- roots ------------------------------------------------------------------------------- */

static char **copy_roots(const sx_str *roots, size_t count) {
  char **copies = sx_calloc(count + 1, sizeof *copies);
  bool is_whole = copies != NULL;
  for (size_t i = 0; i < count && is_whole; i++) {
    copies[i] = sx_malloc(roots[i].len + 1);
    is_whole = copies[i] != NULL;
    if (!is_whole) break;
    memcpy(copies[i], roots[i].ptr, roots[i].len);
    copies[i][roots[i].len] = 0;
  }
  if (is_whole) return copies;
  for (size_t i = 0; copies && i < count; i++) sx_free(copies[i]);
  sx_free(copies);
  return NULL;
}

/* The thread begins with the first folders. */
static bool start_thread(sx_watch *watch) {
  uv_thread_options_t options = {.flags = UV_THREAD_HAS_STACK_SIZE, .stack_size = STACK_BYTES};
  if (!watch->has_thread)
    watch->has_thread = uv_thread_create_ex(&watch->thread, &options, sx_watch__run, watch) == 0;
  return watch->has_thread;
}

sx_status sx_watch_set_roots(sx_watch *watch, const sx_str *roots, size_t count, int64_t since_ns) {
  char **copies = copy_roots(roots, count);
  if (!copies) return SX_NOMEM;
  uv_mutex_lock(&watch->mutex);
  for (sx_watch_job *job = watch->jobs, *next; job; job = next) {
    next = job->next;
    sx_free(job);
  }
  watch->jobs = NULL;
  sx_watch_look__drop(watch);
  for (sx_watch_folder *one; (one = sx_table_newest(watch->folders));) sx_watch__forget(watch, one);
  sx_table_clear(watch->pending);
  for (size_t i = 0; i < watch->root_count; i++) sx_free(watch->roots[i]);
  sx_free(watch->roots);
  watch->roots = copies;
  watch->root_count = count;
  watch->epoch++;
  watch->must_prune = watch->must_repeat = watch->is_covered = watch->has_waited = false;
  watch->is_over = false;
  watch->since_ns = watch->roots_ns = since_ns;
  sx_watch__lose(watch);
  watch->has_listings = sx_watch_source_is_immediate();
  walk_roots(watch, since_ns);
  bool is_started = start_thread(watch);
  uv_mutex_unlock(&watch->mutex);
  return is_started ? SX_OK : SX_NOMEM;
}

void sx_watch_delay_looks(sx_watch *watch, uint64_t wait_ms) {
  uv_mutex_lock(&watch->mutex);
  watch->looks_at_ms = wait_ms ? sx_clock_ms() + wait_ms : 0;
  uv_cond_signal(&watch->has_work);
  uv_mutex_unlock(&watch->mutex);
}

void sx_watch_walk_again(sx_watch *watch) {
  uv_mutex_lock(&watch->mutex);
  walk_roots(watch, SX_WATCH_NOTHING);
  uv_mutex_unlock(&watch->mutex);
}

sx_walk_listing *sx_watch_take_listing(sx_watch *watch, sx_str path) {
  uv_mutex_lock(&watch->mutex);
  sx_watch_folder *folder = watch->has_listings ? sx_table_find(watch->folders, path) : NULL;
  sx_walk_listing *listing = folder ? folder->listing : NULL;
  if (folder) folder->listing = NULL;
  uv_mutex_unlock(&watch->mutex);
  return listing;
}

void sx_watch_forget_listings(sx_watch *watch) {
  uv_mutex_lock(&watch->mutex);
  forget_listings(watch);
  uv_mutex_unlock(&watch->mutex);
}

void sx_watch_limit(sx_watch *watch, size_t max_folders) {
  uv_mutex_lock(&watch->mutex);
  watch->max_folders = max_folders;
  uv_mutex_unlock(&watch->mutex);
}

void sx_watch_limit_known(sx_watch *watch, size_t max_known) {
  uv_mutex_lock(&watch->mutex);
  watch->max_known = max_known;
  uv_mutex_unlock(&watch->mutex);
}

size_t sx_watch_count(sx_watch *watch) {
  uv_mutex_lock(&watch->mutex);
  size_t count = watch->watched;
  uv_mutex_unlock(&watch->mutex);
  return count;
}

/* ---- taking ------------------------------------------------------------------------------ */

static bool has_walked(const sx_watch *watch) {
  return !watch->jobs && !watch->is_busy;
}

static bool is_idle(const sx_watch *watch) {
  return has_walked(watch) && !watch->looks && !watch->is_looking;
}

/* Those folders of which not all events come, and roots that were gone. */
static void sweep(sx_watch *watch) {
  for (size_t i = 0; i < watch->root_count; i++) {
    if (sx_table_find(watch->folders, sx_str_from(watch->roots[i]))) continue;
    sx_watch__add_job(watch, watch->roots[i],
                      &(sx_watch_job){.since_ns = SX_WATCH_ALL, .is_root = true});
  }
  sx_watch_folder *one = watch->swept ? sx_table_newest(watch->folders) : NULL;
  for (; one; one = sx_table_older(one)) {
    if (!one->is_swept) continue;
    bool is_read = one->newest_ns != SX_WATCH_NOTHING;
    int64_t since_ns = is_read ? one->newest_ns + one->is_settled : SX_WATCH_NOTHING;
    if (!sx_watch__add_job(watch, sx_table_key(one).ptr,
                           &(sx_watch_job){.since_ns = since_ns, .is_sweep = true}))
      return;
  }
}

static sx_status move_pending(sx_watch *watch, sx_watch_events *out, sx_arena *arena) {
  for (sx_watch_pending *one; (one = sx_table_newest(watch->pending));) {
    sx_watch_event *event = SX_ARRAY_ADD(out, arena);
    if (event)
      *event = (sx_watch_event){sx_arena_dup(arena, sx_table_key(one)), one->is_name, one->is_new,
                                one->is_folder, one->is_closing};
    if (arena->status) return arena->status;
    sx_table_remove(watch->pending, one);
  }
  return SX_OK;
}

/* Only where many are gone: a walk through so many is long. */
static void fill_room(sx_watch *watch) {
  if (!watch->is_over) return;
  size_t enough = watch->max_known - watch->max_known / 8;
  if (sx_table_count(watch->folders) >= enough) return;
  watch->is_over = false;
  watch->must_repeat = true;
}

static void drain(sx_watch *watch) {
  int64_t now_ns = sx_clock_day_ns();
  if (watch->source) sx_watch_source_drain(watch->source, on_signal, watch);
  watch->drained_ns = now_ns;
  if (watch->must_walk) walk_roots(watch, SX_WATCH_NOTHING);
  watch->must_walk = false;
  fill_room(watch);
  if (!is_idle(watch) || !watch->must_repeat) return;
  watch->must_repeat = false;
  sx_watch__lose(watch);
  walk_again(watch); /* for the same: it was asked since, and what was lost is older than that */
}

/* Nothing is left out of what has been walked through. */
static bool has_all_folders(const sx_watch *watch) {
  return !watch->must_repeat && !watch->must_walk && !watch->is_over;
}

static bool has_started(const sx_watch *watch) {
  return watch->is_covered && has_walked(watch);
}

static void wait_until(sx_watch *watch, bool (*is_so)(const sx_watch *), uint64_t wait_ms) {
  uint64_t end_ms = sx_clock_ms() + wait_ms, now_ms;
  while (!is_so(watch) && (now_ms = sx_clock_ms()) < end_ms)
    uv_cond_timedwait(&watch->is_idle, &watch->mutex, (end_ms - now_ms) * 1000000u);
}

/* The first walk through all folders may take seconds: only one question waits for it. */
static bool must_wait(sx_watch *watch, uint64_t wait_ms) {
  bool must = watch->is_covered || !watch->has_waited;
  watch->has_waited |= wait_ms > 0;
  return must;
}

bool sx_watch_settle(sx_watch *watch, uint64_t wait_ms) {
  uv_mutex_lock(&watch->mutex);
  drain(watch);
  if (must_wait(watch, wait_ms)) wait_until(watch, has_started, wait_ms);
  bool is_whole = has_started(watch) && has_all_folders(watch);
  uv_mutex_unlock(&watch->mutex);
  return is_whole;
}

bool sx_watch_await_start(sx_watch *watch, uint64_t wait_ms) {
  uv_mutex_lock(&watch->mutex);
  wait_until(watch, has_started, wait_ms);
  bool is_started = has_started(watch);
  uv_mutex_unlock(&watch->mutex);
  return is_started;
}

bool sx_watch_has(sx_watch *watch, sx_str path) {
  uv_mutex_lock(&watch->mutex);
  const sx_watch_folder *folder = sx_table_find(watch->folders, path);
  bool has = folder && folder->id >= 0 && !folder->is_swept && sx_watch_source_is_immediate();
  uv_mutex_unlock(&watch->mutex);
  return has;
}

sx_status sx_watch_take(sx_watch *watch, uint64_t wait_ms, sx_watch_events *out, sx_arena *arena) {
  *out = (sx_watch_events){0};
  uv_mutex_lock(&watch->mutex);
  drain(watch);
  if (is_idle(watch)) sweep(watch);
  if (must_wait(watch, wait_ms)) wait_until(watch, is_idle, wait_ms);
  bool is_lost = watch->has_lost | (sx_table_take_lost(watch->pending) > 0);
  out->is_whole = is_idle(watch) && !is_lost && has_all_folders(watch);
  out->has_lost = is_lost;
  out->is_starting = !watch->is_covered;
  out->since_ns = watch->roots_ns;
  watch->has_lost = false;
  sx_status status = move_pending(watch, out, arena);
  uv_mutex_unlock(&watch->mutex);
  return status;
}

bool sx_watch_is_written(const sx_watch_events *events, const sx_watch_event *event,
                         int64_t changed_ns) {
  if (!event->is_closing || events->since_ns == SX_WATCH_ALL) return true;
  return changed_ns >= events->since_ns - MAPPED_NS;
}
