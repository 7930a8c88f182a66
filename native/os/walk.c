#include "os/walk.h"

#include "base/mem.h"
#include "os/clock.h"
#include "os/thread.h"
#include "os/walk_folder.h"

#include <uv.h>

#define STACK_BYTES (1024u * 1024)
/* A thread costs about as much as listing two folders: few folders are listed by the caller alone.
 */
#define FOLDERS_BEFORE_THREADS 8
#define FOLDERS_A_THREAD 4
/* How often the caller, when it waits, asks whether it is to go on. */
#define CHECK_MS 10
/* How long threads are waited for that are in the file system when the walk ends early. */
#define END_MS 100

/* A folder that is to be listed. */
typedef struct job {
  struct job *next;
  const void *context;
  size_t len;
  char path[]; /* NUL-terminated */
} job;

/*
 * Shared by the threads, and freed by the last. `query.arg` and contexts are the caller's: they are
 * used only by a thread that is counted in `calling`, which the caller waits for.
 */
typedef struct walk {
  uv_mutex_t mutex;
  uv_cond_t moved;
  sx_walk_query query;
  sx_walk_top top;
  job *jobs; /* the last that was added is first: there are never many */
  size_t waiting, listed, active, idle, calling;
  sx_status status; /* other than OK: it is over */
  bool is_over;
  uv_thread_t threads[SX_WALK_MAX_WORKERS];
  size_t thread_count, ended, max_threads;
  bool is_left; /* by the caller */
} walk;

typedef struct worker {
  walk *w;
  size_t index; /* 0: the caller */
  sx_walk_lister lister;
} worker;

sx_walk_entry *sx_walk__add_entry(sx_walk_lister *lister) {
  if (lister->count == lister->cap) {
    size_t cap = lister->cap ? lister->cap * 2 : 64;
    sx_walk_entry *entries = cap < SIZE_MAX / sizeof *entries
                                 ? sx_realloc(lister->entries, cap * sizeof *entries)
                                 : NULL;
    if (!entries) return NULL;
    lister->entries = entries;
    lister->cap = cap;
  }
  sx_walk_entry *added = &lister->entries[lister->count++];
  *added = (sx_walk_entry){.name = SX_STR("")};
  return added;
}

void sx_walk_lister_init(sx_walk_lister *lister) {
  *lister = (sx_walk_lister){.fd = -1};
}

void sx_walk_lister_release(sx_walk_lister *lister) {
  sx_free(lister->entries);
  sx_free(lister->bytes);
  sx_walk_lister_init(lister);
}

size_t sx_walk_workers(void) {
  size_t count = uv_available_parallelism();
  if (count > SX_WALK_MAX_WORKERS) return SX_WALK_MAX_WORKERS;
  return count ? count : 1;
}

static void destroy(walk *w) {
  while (w->jobs) {
    job *next = w->jobs->next;
    sx_free(w->jobs);
    w->jobs = next;
  }
  sx_walk_top_close(&w->top);
  uv_cond_destroy(&w->moved);
  uv_mutex_destroy(&w->mutex);
  sx_free(w);
}

static walk *new_walk(const sx_walk_query *query) {
  walk *w = sx_calloc(1, sizeof *w + query->top.len + 1);
  if (!w) return NULL;
  char *path = (char *)(w + 1);
  memcpy(path, query->top.ptr, query->top.len);
  w->query = *query;
  w->top = (sx_walk_top){sx_str_make(path, query->top.len), -1};
  w->max_threads = sx_walk_workers() - 1;
  if (uv_mutex_init(&w->mutex)) goto no_mutex;
  if (uv_cond_init(&w->moved)) goto no_cond;
  return w;
no_cond:
  uv_mutex_destroy(&w->mutex);
no_mutex:
  sx_free(w);
  return NULL;
}

/* ---- with the mutex ---------------------------------------------------------------------- */

static void end_locked(walk *w, sx_status status) {
  if (!w->is_over) w->status = status;
  w->is_over = true;
  uv_cond_broadcast(&w->moved);
}

static void run_thread(void *argument);

/* Without another thread those that there are do the work. */
static void add_thread_locked(walk *w) {
  worker *added = sx_malloc(sizeof *added);
  if (!added) return;
  *added = (worker){.w = w, .index = w->thread_count + 1};
  uv_thread_options_t options = {.flags = UV_THREAD_HAS_STACK_SIZE, .stack_size = STACK_BYTES};
  if (uv_thread_create_ex(&w->threads[w->thread_count], &options, run_thread, added)) {
    w->max_threads = w->thread_count;
    sx_free(added);
    return;
  }
  w->thread_count++;
}

static void add_jobs_locked(walk *w, job *first, job *last, size_t count) {
  last->next = w->jobs;
  w->jobs = first;
  w->waiting += count;
  if (w->idle) {
    if (count > 1)
      uv_cond_broadcast(&w->moved);
    else
      uv_cond_signal(&w->moved);
  }
}

/* Whether so much is waiting that another thread pays. */
static bool needs_thread(const walk *w) {
  return !w->idle && w->thread_count < w->max_threads && w->listed >= FOLDERS_BEFORE_THREADS &&
         w->waiting >= FOLDERS_A_THREAD * (w->thread_count + 1);
}

/* ---- one folder -------------------------------------------------------------------------- */

static bool is_over(void *argument) {
  const worker *self = argument;
  walk *w = self->w;
  sx_status status = self->index ? SX_OK : w->query.check(w->query.arg);
  uv_mutex_lock(&w->mutex);
  if (status) end_locked(w, status);
  bool is = w->is_over;
  uv_mutex_unlock(&w->mutex);
  return is;
}

static bool begin_call(walk *w) {
  uv_mutex_lock(&w->mutex);
  bool may = !w->is_over;
  w->calling += may;
  uv_mutex_unlock(&w->mutex);
  return may;
}

static void end_call(walk *w, sx_status status) {
  uv_mutex_lock(&w->mutex);
  w->calling--;
  if (status) end_locked(w, status);
  if (w->is_over) uv_cond_broadcast(&w->moved);
  uv_mutex_unlock(&w->mutex);
}

static job *new_job(sx_str folder, sx_str name, const void *context) {
  size_t start = folder.len ? folder.len + 1 : 0;
  job *made = sx_malloc(sizeof *made + start + name.len + 1);
  if (!made) return NULL;
  made->next = NULL;
  made->context = context;
  made->len = start + name.len;
  memcpy(made->path, folder.ptr, folder.len);
  if (start) made->path[start - 1] = '/';
  memcpy(made->path + start, name.ptr, name.len);
  made->path[made->len] = 0;
  return made;
}

static sx_status add_jobs(walk *w, const sx_walk_folder *folder) {
  job *first = NULL, *last = NULL;
  size_t count = 0;
  sx_status status = SX_OK;
  for (size_t i = folder->count; i-- > 0 && !status;) {
    const sx_walk_entry *entry = &folder->entries[i];
    if (!entry->is_entered || entry->kind != SX_WALK_FOLDER) continue;
    job *made = new_job(folder->path, entry->name, entry->context);
    if (!made) status = SX_NOMEM;
    if (!made) break;
    made->next = first;
    first = made;
    if (!last) last = made;
    count++;
  }
  if (!count) return status;
  uv_mutex_lock(&w->mutex);
  add_jobs_locked(w, first, last, count);
  uv_mutex_unlock(&w->mutex);
  return status;
}

/* Whether it was deleted or replaced in the meantime: then no folder was missed. */
static bool is_gone(int error) {
  return error == UV_ENOENT || error == UV_ENOTDIR || error == UV_ELOOP;
}

/* False: it is passed over. */
static bool enter(worker *self, const sx_walk_folder *folder) {
  walk *w = self->w;
  if (!w->query.enter) return true;
  if (!begin_call(w)) return false;
  bool is_entered = w->query.enter(w->query.arg, self->index, folder);
  end_call(w, SX_OK);
  return is_entered;
}

/* NULL: it is to be read. */
static sx_walk_listing *recall(worker *self, sx_str path) {
  walk *w = self->w;
  if (!w->query.recall || !begin_call(w)) return NULL;
  sx_walk_listing *listing = w->query.recall(w->query.arg, path);
  end_call(w, SX_OK);
  return listing;
}

/* 0 or an error of libuv. */
static int read_folder(worker *self, sx_walk_folder *folder, bool *is_entered) {
  walk *w = self->w;
  int error = sx_walk_lister_open(&self->lister, &w->top, folder->path);
  *is_entered = error || enter(self, folder);
  if (!error && *is_entered) error = sx_walk_lister_read(&self->lister, is_over, self);
  folder->entries = self->lister.entries;
  folder->count = self->lister.count;
  return error;
}

/* The same for one that is recalled. */
static int take_listing(worker *self, sx_walk_folder *folder, sx_walk_listing *listing) {
  folder->entries = listing->entries;
  folder->count = listing->count;
  return sx_walk_lister_recall(&self->lister, &self->w->top, folder->path);
}

static sx_status list_folder(worker *self, const job *one) {
  walk *w = self->w;
  bool is_entered = true;
  sx_walk_folder folder = {
      .path = sx_str_make(one->path, one->len), .context = one->context, .lister = &self->lister};
  sx_walk_listing *listing = recall(self, folder.path);
  int error =
      listing ? take_listing(self, &folder, listing) : read_folder(self, &folder, &is_entered);
  sx_status status = error == UV_ENOMEM ? SX_NOMEM : SX_OK;
  if (!status && is_entered && !is_gone(error) && begin_call(w)) {
    if (error) {
      uv_mutex_lock(&w->mutex);
      w->query.fail(w->query.arg, folder.path);
      uv_mutex_unlock(&w->mutex);
    } else {
      status = w->query.list(w->query.arg, self->index, &folder);
      if (!status) status = add_jobs(w, &folder);
    }
    end_call(w, status);
  }
  sx_walk_lister_close(&self->lister);
  sx_walk_listing_free(listing);
  return status;
}

/* ---- threads ----------------------------------------------------------------------------- */

/* The next folder; NULL when all is done, or for the caller, when it has waited for some time. */
static job *take_locked(worker *self) {
  walk *w = self->w;
  while (!w->jobs && w->active && !w->is_over) {
    w->idle++;
    if (self->index)
      uv_cond_wait(&w->moved, &w->mutex);
    else
      uv_cond_timedwait(&w->moved, &w->mutex, CHECK_MS * 1000000u);
    w->idle--;
    if (!self->index) break;
  }
  job *one = w->is_over ? NULL : w->jobs;
  if (!one) return NULL;
  w->jobs = one->next;
  w->waiting--;
  w->listed++;
  if (needs_thread(w)) add_thread_locked(w);
  return one;
}

static void run_job(worker *self, job *one) {
  walk *w = self->w;
  w->active++;
  uv_mutex_unlock(&w->mutex);
  sx_status status = SX_OK;
  if (self->index || !is_over(self)) status = list_folder(self, one);
  sx_free(one);
  uv_mutex_lock(&w->mutex);
  w->active--;
  if (status) end_locked(w, status);
  if (!w->active) uv_cond_broadcast(&w->moved);
}

static void run_thread(void *argument) {
  worker *self = argument;
  walk *w = self->w;
  sx_walk_lister_init(&self->lister);
  uv_mutex_lock(&w->mutex);
  for (job *one; (one = take_locked(self));) run_job(self, one);
  bool is_last = ++w->ended == w->thread_count && w->is_left;
  uv_cond_broadcast(&w->moved);
  uv_mutex_unlock(&w->mutex);
  sx_walk_lister_release(&self->lister);
  sx_free(self);
  if (is_last) destroy(w);
}

static void run_caller(walk *w) {
  worker self = {.w = w};
  sx_walk_lister_init(&self.lister);
  uv_mutex_lock(&w->mutex);
  while (!w->is_over && (w->jobs || w->active)) {
    job *one = take_locked(&self);
    if (one) {
      run_job(&self, one);
      continue;
    }
    uv_mutex_unlock(&w->mutex);
    (void)is_over(&self);
    uv_mutex_lock(&w->mutex);
  }
  uv_mutex_unlock(&w->mutex);
  sx_walk_lister_release(&self.lister);
}

/* Frees, or leaves that to the threads that hang. */
static sx_status leave(walk *w) {
  uv_mutex_lock(&w->mutex);
  uint64_t end_ms = sx_clock_ms() + END_MS, now_ms;
  while (w->calling) uv_cond_wait(&w->moved, &w->mutex);
  while (w->active && (now_ms = sx_clock_ms()) < end_ms)
    uv_cond_timedwait(&w->moved, &w->mutex, (end_ms - now_ms) * 1000000u);
  sx_status status = w->status;
  w->is_left = w->active > 0;
  bool is_left = w->is_left;
  for (size_t i = 0; is_left && i < w->thread_count; i++) sx_thread_detach(&w->threads[i]);
  uv_mutex_unlock(&w->mutex);
  if (is_left) return status;
  for (size_t i = 0; i < w->thread_count; i++) uv_thread_join(&w->threads[i]);
  destroy(w);
  return status;
}

static sx_status fail_top(sx_err *err, int code, sx_str path) {
  switch (code) {
  case UV_ENOENT:
    return sx_fail(err, SX_NOT_FOUND, "Folder '%.*s' does not exist.", SX_STR_ARG(path));
  case UV_ENOTDIR:
    return sx_fail(err, SX_NOT_A_DIRECTORY, "'%.*s' is a file, not a folder.", SX_STR_ARG(path));
  case UV_ENOMEM: return sx_fail(err, SX_NOMEM, NULL);
  default:
    return sx_fail(err, SX_NOT_READABLE, "Folder '%.*s' could not be read: %s.", SX_STR_ARG(path),
                   uv_strerror(code));
  }
}

sx_status sx_walk_run(const sx_walk_query *query, sx_err *err) {
  walk *w = new_walk(query);
  job *first = w ? new_job(SX_STR(""), SX_STR(""), query->context) : NULL;
  int code = first ? sx_walk_top_open(&w->top, w->top.path.ptr) : UV_ENOMEM;
  if (code) {
    sx_free(first);
    if (w) destroy(w);
    return fail_top(err, code, query->top);
  }
  add_jobs_locked(w, first, first, 1);
  run_caller(w);
  sx_status status = leave(w);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}
