#include "base/mem.h"
#include "os/clock.h"
#include "store/store_parts.h"

#include <errno.h>

/* How often a work is done once more in another file. */
#define MAX_AGAIN 3

/* ---- life ---------------------------------------------------------------------------------- */

sx_store *sx_store_new(void) {
  sx_store *made = sx_calloc(1, sizeof *made);
  if (!made) return NULL;
  if (!uv_mutex_init(&made->mutex)) return made;
  sx_free(made);
  return NULL;
}

void sx_store_free(sx_store *store) {
  if (!store) return;
  sx_store__close(store);
  sx_free(store->folder);
  sx_free(store->path);
  sx_free(store->notice);
  uv_mutex_destroy(&store->mutex);
  sx_free(store);
}

static char *join(sx_str folder, const char *name) {
  sx_buf path;
  sx_buf_init(&path, SX_STORE__PATH_BYTES);
  sx_buf_addf(&path, "%.*s/%s", SX_STR_ARG(folder), name);
  char *joined = sx_buf_detach(&path);
  sx_buf_release(&path);
  return joined;
}

char *sx_store__path(const sx_store *store, const char *name) {
  return join(sx_str_from(store->folder), name);
}

bool sx_store_set_up(sx_store *store, sx_str folder) {
  if (!folder.len || store->folder) return true;
  char *own = join(folder, SX_STORE_FOLDER);
  char *path = own ? join(sx_str_from(own), SX_STORE_FILE) : NULL;
  if (!path) {
    sx_free(own);
    return false;
  }
  store->folder = own;
  store->path = path;
  return true;
}

/* ---- waiting ------------------------------------------------------------------------------- */

sx_status sx_store__check(const sx_store *store) {
  sx_status status = store->wait ? store->wait->check(store->wait->arg) : SX_OK;
  if (status) return status;
  return sx_clock_since_ms(store->began_ms) < SX_STORE_BUSY_MS ? SX_OK : SX_BUSY;
}

/* The time of a work that this window has begun before counts, too. */
static sx_status lock(sx_store *store, const sx_store_wait *wait, sx_err *err) {
  uint64_t began_ms = sx_clock_ms();
  while (uv_mutex_trylock(&store->mutex)) {
    sx_status status = wait ? wait->check(wait->arg) : SX_OK;
    if (status) return sx_fail(err, status, NULL);
    uv_sleep(SX_STORE__NAP_MS);
  }
  store->wait = wait;
  store->began_ms = began_ms;
  return SX_OK;
}

static void unlock(sx_store *store) {
  store->wait = NULL;
  uv_mutex_unlock(&store->mutex);
}

/* ---- errors -------------------------------------------------------------------------------- */

static bool is_full(sqlite3 *db, int code) {
  bool is_io = (code & 0xFF) == SQLITE_IOERR;
  return (code & 0xFF) == SQLITE_FULL || (is_io && db && sqlite3_system_errno(db) == ENOSPC);
}

sx_status sx_store_fail(const sx_store_access *access, int code, sx_err *err) {
  sx_status status = sx_sqlite_status(code);
  const char *why = sqlite3_errstr(code), *path = access->path;
  if (is_full(access->db, code))
    return sx_fail(err, SX_IO,
                   "The disk is full: '%s' could not be written. Nothing was changed. Free some "
                   "room, then call again.",
                   path);
  switch (status) {
  case SX_NOMEM: return sx_fail(err, status, NULL);
  case SX_BUSY:
    return sx_fail(err, status,
                   "Another program has locked '%s' for more than %d s. Nothing was changed. Call "
                   "again.",
                   path, SX_STORE_BUSY_MS / 1000);
  case SX_READ_ONLY:
    return sx_fail(err, status,
                   "'%s' cannot be written: it is read-only. Nothing was changed. A person has to "
                   "make it writable.",
                   path);
  case SX_NOT_READABLE:
    return sx_fail(err, status,
                   "'%s' cannot be opened (%s). Nothing was changed. A person has to make it "
                   "readable and writable, with its folder.",
                   path, why);
  default: return sx_fail(err, status, "'%s': %s. Nothing was changed.", path, why);
  }
}

sx_status sx_store__fail(const sx_store *store, int code, sx_err *err) {
  const sx_store_access access = {store->db, store->path};
  return sx_store_fail(&access, code, err);
}

sx_status sx_store__run(sx_store *store, const char *sql, sx_err *err) {
  for (;;) {
    int code = sqlite3_exec(store->db, sql, NULL, NULL, NULL);
    if (!code) return SX_OK;
    sx_status over = sx_sqlite_status(code) == SX_BUSY ? sx_store__check(store) : SX_BUSY;
    if (over && over != SX_BUSY) return sx_fail(err, over, NULL);
    if (over) return sx_store__fail(store, sqlite3_extended_errcode(store->db), err);
    uv_sleep(SX_STORE__NAP_MS);
  }
}

void sx_store__roll_back(const sx_store *store) {
  if (!sqlite3_get_autocommit(store->db)) sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
}

/* ---- work ---------------------------------------------------------------------------------- */

typedef struct store_work {
  sx_store_work run;
  void *arg;
  const char *begin; /* SQL */
} store_work;

static sx_status run_once(sx_store *store, const store_work *work, sx_err *err) {
  sx_status status = store->db ? SX_OK : sx_store__open(store, err);
  if (!status) status = sx_store__run(store, work->begin, err);
  if (status) return status;
  const sx_store_access access = {store->db, store->path};
  status = sx_store__check_version(store, err);
  if (!status) status = work->run(&access, work->arg, err);
  if (!status) status = sx_store__run(store, "COMMIT", err);
  sx_store__roll_back(store);
  return status;
}

/* Another window has set the file aside, or a person has removed it: all of it counts no more. */
static bool has_moved(const sx_store *store) {
  int is_moved = 0;
  if (!store->db) return false;
  int code = sqlite3_file_control(store->db, "main", SQLITE_FCNTL_HAS_MOVED, &is_moved);
  return !code && is_moved;
}

static sx_status run_locked(sx_store *store, const store_work *work, sx_err *err) {
  for (int again = 0;; again++) {
    sx_status status = run_once(store, work, err);
    bool is_damaged = status == SX_CORRUPT;
    if (!is_damaged && !has_moved(store)) return status;
    sx_store__close(store);
    if (again == MAX_AGAIN)
      return is_damaged
                 ? status
                 : sx_fail(err, SX_CONFLICT, "'%s' is moved again and again. Nothing was changed.",
                           store->path);
    if (is_damaged) status = sx_store__set_aside(store, again > 0, err);
    if (is_damaged && status) return status;
  }
}

static sx_status run(sx_store *store, const sx_store_wait *wait, const store_work *work,
                     sx_err *err) {
  if (!store->folder)
    return sx_fail(err, SX_UNSUPPORTED,
                   "This window has no folder for which anything could be kept. Open a folder.");
  sx_status status = lock(store, wait, err);
  if (status) return status;
  status = run_locked(store, work, err);
  unlock(store);
  return status;
}

sx_status sx_store_read(sx_store *store, const sx_store_wait *wait, sx_store_work work, void *arg,
                        sx_err *err) {
  const store_work reading = {work, arg, "BEGIN"};
  return run(store, wait, &reading, err);
}

/* It has the lock from the start: what it reads is what it changes. */
sx_status sx_store_write(sx_store *store, const sx_store_wait *wait, sx_store_work work, void *arg,
                         sx_err *err) {
  const store_work writing = {work, arg, "BEGIN IMMEDIATE"};
  return run(store, wait, &writing, err);
}

sx_str sx_store_take_notice(sx_store *store, sx_arena *arena) {
  uv_mutex_lock(&store->mutex);
  sx_str notice = sx_arena_dup(arena, sx_str_from(store->notice));
  if (!arena->status) {
    sx_free(store->notice);
    store->notice = NULL;
  }
  uv_mutex_unlock(&store->mutex);
  return notice;
}
