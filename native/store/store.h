#ifndef SX_STORE_STORE_H
#define SX_STORE_STORE_H

#include "base/arena.h"
#include "store/sqlite.h"

#include <stdbool.h>

/**
 * Everything that agents and people have kept for a workspace, over reloads: one database of
 * SQLite in a private folder of the workspace, which all windows of that workspace share. It is
 * opened when it is first needed, and each work on it is a transaction, so that a process which is
 * killed, a full disk or a window beside this one never leave half of it. May be used from any
 * thread.
 *
 *     store/kept.db              the tables of store_schema.c
 *     store/kept.lock            one window at a time sets a damaged file aside
 *     store/kept.damaged-1.db    one that was; nothing removes it
 */
typedef struct sx_store sx_store;

#define SX_STORE_FOLDER "store"
#define SX_STORE_FILE "kept.db"
/** Another window's or program's transaction is waited for so long. */
#define SX_STORE_BUSY_MS 5000

sx_store *sx_store_new(void); /* NULL without memory */
void sx_store_free(sx_store *store);

/** The private folder of the workspace; once, at the start. False without memory. */
bool sx_store_set_up(sx_store *store, sx_str folder);

/** Who waits for the store: `check` is not OK when the wait must end. */
typedef struct sx_store_wait {
  sx_status (*check)(void *arg);
  void *arg;
} sx_store_wait;

/** The database within a transaction. */
typedef struct sx_store_access {
  sqlite3 *db;
  const char *path;
} sx_store_access;

/**
 * Works on the database. It may be called again from the start, also after it has succeeded: where
 * another window has set the file aside meanwhile, all is done once more in the new one.
 */
typedef sx_status (*sx_store_work)(const sx_store_access *access, void *arg, sx_err *err);

/**
 * Runs `work` in a transaction, which counts only where it and this return OK.
 *
 * Errors  those of `work` and of `wait`; BUSY: another program has the database; READ_ONLY; IO,
 *         also on a full disk; NOT_READABLE; UNSUPPORTED: it is of a newer version, or this window
 *         has no folder; NOMEM. Nothing was changed then. Damage is none: the file is set aside,
 *         what can be read of it is taken over, and sx_store_take_notice says so.
 */
sx_status sx_store_read(sx_store *store, const sx_store_wait *wait, sx_store_work work, void *arg,
                        sx_err *err) SX_MUST_USE;
/** The same for a work that writes. */
sx_status sx_store_write(sx_store *store, const sx_store_wait *wait, sx_store_work work, void *arg,
                         sx_err *err) SX_MUST_USE;

/** A sentence, in `arena`, on a file that was set aside, once; empty where there is none. */
sx_str sx_store_take_notice(sx_store *store, sx_arena *arena);

/** The error of a result of SQLite. */
sx_status sx_store_fail(const sx_store_access *access, int code, sx_err *err);

/* ---- one statement -------------------------------------------------------------------------- */

/**
 * A statement, from its text to its end:
 *
 *   sx_query_begin(&query, access, "SELECT title FROM task WHERE list=?");
 *   sx_query_bind_int(&query, list);
 *   while (sx_query_next(&query)) title = sx_query_text(&query, 0, arena);
 *   status = sx_query_end(&query, err);
 *
 * The first failure stays: what follows does nothing, and sx_query_end returns it.
 */
typedef struct sx_query {
  const sx_store_access *access;
  sqlite3_stmt *statement;
  int bound; /* parameters so far */
  int code;
} sx_query;

void sx_query_begin(sx_query *query, const sx_store_access *access, const char *sql);
/* The next parameter. */
void sx_query_bind_int(sx_query *query, int64_t value);
void sx_query_bind_text(sx_query *query, sx_str value); /* borrowed until the end */
/** Whether there is a row (or one more). */
bool sx_query_next(sx_query *query);
/* A column of the row, from 0. */
int64_t sx_query_int(const sx_query *query, int column);
sx_str sx_query_text(sx_query *query, int column, sx_arena *arena); /* a copy */
/** Whether the arena had memory for all that was kept of the row; without it the query fails. */
bool sx_query_has_memory(sx_query *query, const sx_arena *arena);
/** Leaves the other rows. */
void sx_query_stop(sx_query *query);
/** Runs what is left of it. */
sx_status sx_query_end(sx_query *query, sx_err *err) SX_MUST_USE;

#endif
