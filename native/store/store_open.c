#include "base/mem.h"
#include "os/file.h"
#include "os/lock.h"
#include "os/own_folder.h"
#include "store/store_parts.h"

#include <stdio.h>

#define LOCK_NAME "kept.lock"
/* Filled before it takes the place of a damaged file. */
#define NEW_NAME "kept.new.db"
#define MAX_NAME_BYTES 64
/* Damaged files of one workspace; more than that is not an accident. */
#define MAX_ASIDE 100

/*
 * A commit is on the disk before it is answered. Where a write-ahead log is not possible, as on
 * some network file systems, the journal stays another one.
 */
static const char options[] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                              "PRAGMA mmap_size=0; PRAGMA cache_size=-4096;"
                              "PRAGMA cell_size_check=ON; PRAGMA journal_size_limit=1048576";

/* ---- opening ------------------------------------------------------------------------------- */

static int wait_more(void *arg, int count) {
  (void)count;
  if (sx_store__check(arg)) return 0;
  uv_sleep(SX_STORE__NAP_MS);
  return 1;
}

/* Opening a pipe would wait until a program writes into it. */
static sx_status check_file(const sx_store *store, sx_err *err) {
  sx_file_info info;
  sx_status status = sx_file_stat(&info, sx_str_from(store->path), err);
  if (status || info.is_regular || !info.exists) return status;
  return sx_fail(err, SX_NOT_READABLE,
                 "'%s' is not a file. Nothing was changed. A person has to move it away.",
                 store->path);
}

/* Each page is looked at once in the life of a window. */
static sx_status check_pages(sx_store *store, sx_err *err) {
  sqlite3_stmt *ask = NULL;
  int code = sqlite3_prepare_v2(store->db, "PRAGMA quick_check(1)", -1, &ask, NULL);
  if (!code) code = sqlite3_step(ask);
  const unsigned char *found = code == SQLITE_ROW ? sqlite3_column_text(ask, 0) : NULL;
  bool is_whole = found && strcmp((const char *)found, "ok") == 0;
  bool is_lost = code == SQLITE_ROW && !found;
  sqlite3_finalize(ask);
  if (is_whole) return SX_OK;
  if (is_lost) return sx_fail(err, SX_NOMEM, NULL);
  return code == SQLITE_ROW ? sx_fail(err, SX_CORRUPT, NULL) : sx_store__fail(store, code, err);
}

sx_status sx_store__open(sx_store *store, sx_err *err) {
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  sx_status status = sx_sqlite_prepare();
  if (status) return sx_fail(err, status, NULL);
  status = sx_own_folder_make(store->folder, err);
  if (!status) status = check_file(store, err);
  if (status) return status;
  int code = sqlite3_open_v2(store->path, &store->db, flags, NULL);
  if (code) status = sx_store__fail(store, code, err);
  if (!status) sqlite3_extended_result_codes(store->db, 1);
  if (!status) sqlite3_busy_handler(store->db, wait_more, store);
  if (!status) status = sx_store__run(store, options, err);
  if (!status) status = check_pages(store, err);
  if (!status) status = sx_store__migrate(store, err);
  if (status) sx_store__close(store);
  /* These statements are always the same: SQLite refuses them for what is in the file. */
  return status == SX_INTERNAL ? sx_fail(err, SX_CORRUPT, NULL) : status;
}

void sx_store__close(sx_store *store) {
  sqlite3_close_v2(store->db);
  store->db = NULL;
}

/* ---- a damaged file ------------------------------------------------------------------------ */

static sx_status lock_folder(const sx_store *store, sx_lock *out, sx_err *err) {
  char *path = sx_store__path(store, LOCK_NAME);
  sx_status status = path ? SX_BUSY : sx_fail(err, SX_NOMEM, NULL);
  while (status == SX_BUSY) {
    status = sx_lock_try(out, path, err);
    sx_status over = status == SX_BUSY ? sx_store__check(store) : SX_OK;
    if (over) status = sx_fail(err, over, NULL);
    if (over == SX_BUSY) break;
    if (status == SX_BUSY) uv_sleep(SX_STORE__NAP_MS);
  }
  sx_free(path);
  return status;
}

static sx_status exists(const sx_store *store, const char *name, bool *out, sx_err *err) {
  sx_file_info info = {0};
  char *path = sx_store__path(store, name);
  sx_status status =
      path ? sx_file_stat(&info, sx_str_from(path), err) : sx_fail(err, SX_NOMEM, NULL);
  *out = !status && info.exists;
  sx_free(path);
  return status;
}

static sx_status choose_name(const sx_store *store, char out[MAX_NAME_BYTES], sx_err *err) {
  bool is_taken = true;
  sx_status status = SX_OK;
  for (int i = 1; i <= MAX_ASIDE && is_taken && !status; i++) {
    snprintf(out, MAX_NAME_BYTES, "kept.damaged-%d.db", i);
    status = exists(store, out, &is_taken, err);
  }
  if (status || !is_taken) return status;
  return sx_fail(err, SX_CORRUPT,
                 "'%s' is damaged, as the files beside it are. Nothing was changed. A person has "
                 "to remove them.",
                 store->path);
}

/* A new file with the rows of the damaged one, closed. */
static sx_status fill_new(const sx_store *store, sx_err *err) {
  char *path = sx_store__path(store, NEW_NAME);
  sx_store made = {
      .folder = store->folder, .path = path, .wait = store->wait, .began_ms = store->began_ms};
  sx_status status = path ? SX_OK : sx_fail(err, SX_NOMEM, NULL);
  if (!status) status = sx_own_folder_remove(store->folder, NEW_NAME, err);
  if (!status) status = sx_own_folder_remove(store->folder, NEW_NAME "-wal", err);
  if (!status) status = sx_store__open(&made, err);
  if (!status) status = sx_store__salvage(&made, store->path, err);
  sx_store__close(&made);
  sx_free(path);
  return status;
}

/*
 * The log goes first: beside a new database it would be taken for its own. The shared memory of
 * windows that still have the old one must not be that of the new one either.
 */
static sx_status swap(const sx_store *store, const char *aside, sx_err *err) {
  char log[MAX_NAME_BYTES + 4];
  bool has_log;
  snprintf(log, sizeof log, "%s-wal", aside);
  sx_status status = exists(store, SX_STORE_FILE "-wal", &has_log, err);
  if (!status && has_log)
    status = sx_own_folder_rename(store->folder, SX_STORE_FILE "-wal", log, err);
  if (!status) status = sx_own_folder_remove(store->folder, SX_STORE_FILE "-shm", err);
  if (!status) status = sx_own_folder_rename(store->folder, SX_STORE_FILE, aside, err);
  return status ? status : sx_own_folder_rename(store->folder, NEW_NAME, SX_STORE_FILE, err);
}

static char *make_notice(const sx_store *store, const char *aside) {
  sx_buf text;
  sx_buf_init(&text, SX_STORE__PATH_BYTES);
  sx_buf_addf(&text,
              "The file in which tasks and checkpoints are kept was damaged. It is now '%s/%s'; "
              "what could be read of it was taken over, the rest is missing.",
              store->folder, aside);
  char *notice = sx_buf_detach(&text);
  sx_buf_release(&text);
  return notice;
}

static sx_status replace(sx_store *store, sx_err *err) {
  char aside[MAX_NAME_BYTES];
  sx_status status = choose_name(store, aside, err);
  if (status) return status;
  char *notice = make_notice(store, aside);
  if (!notice) return sx_fail(err, SX_NOMEM, NULL);
  status = fill_new(store, err);
  if (!status) status = swap(store, aside, err);
  sx_free(status ? notice : store->notice);
  if (!status) store->notice = notice;
  return status;
}

/* Whether the file is still damaged: another window may have been faster. */
static sx_status look_again(sx_store *store, bool *is_damaged, sx_err *err) {
  sx_status status = sx_store__open(store, err);
  *is_damaged = status == SX_CORRUPT;
  sx_store__close(store);
  return *is_damaged ? SX_OK : status;
}

sx_status sx_store__set_aside(sx_store *store, bool is_sure, sx_err *err) {
  sx_lock lock = {0};
  bool is_damaged = true;
  sx_status status = lock_folder(store, &lock, err);
  if (status) return status;
  if (!is_sure) status = look_again(store, &is_damaged, err);
  if (!status && is_damaged) status = replace(store, err);
  sx_lock_release(&lock);
  return status;
}
