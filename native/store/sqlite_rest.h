#ifndef SX_STORE_SQLITE_REST_H
#define SX_STORE_SQLITE_REST_H

#include "os/file.h"

#include <sqlite3.h>

/**
 * SQLite files that rest open between two calls which read them, for a few seconds each. A
 * connection that rests holds no lock and no transaction: other programs write, replace and delete
 * the file meanwhile. It is used again only as long as it is the same file, and nothing has written
 * to it since, so that no answer comes from old pages. Thread-safe, bounded.
 *
 * A file with a write-ahead log must not rest: its last reader removes what is beside it. On
 * Windows, where a file that is open cannot be deleted, none rests.
 */
typedef struct sx_sqlite_rest sx_sqlite_rest;

typedef struct sx_sqlite_resting {
  sqlite3 *db;       /* NULL: there is none */
  sx_file_info info; /* of the file, from before it was opened */
  bool is_known;     /* it has rested before */
  unsigned version;  /* of what its pages were read from, then */
} sx_sqlite_resting;

sx_sqlite_rest *sx_sqlite_rest_new(void); /* NULL when out of memory */
/** Closes what rests. NULL is allowed. */
void sx_sqlite_rest_free(sx_sqlite_rest *rest);

/**
 * Whether a connection that is opened now may rest: not where a later write could leave the stamps
 * of `info` as they are. `info` is the file's from before it was opened.
 */
bool sx_sqlite_rest_may(const sx_file_info *info);

/**
 * The connection to the file at `path`, whose state is `info` now; without `db` where none rests.
 * It is the caller's. One to a file that has changed is closed.
 */
sx_sqlite_resting sx_sqlite_rest_take(sx_sqlite_rest *rest, sx_str path, const sx_file_info *info);

/**
 * Takes a connection without statements, transaction and handlers: one that was taken, or a new one
 * with the info from before it was opened. Closes it where it may not rest, as the file has changed
 * meanwhile, and another one for which there is no room then.
 */
void sx_sqlite_rest_put(sx_sqlite_rest *rest, const sx_sqlite_resting *own);

/** Closes what rests of the file at `path`; of all where it is empty. */
void sx_sqlite_rest_end(sx_sqlite_rest *rest, sx_str path);

size_t sx_sqlite_rest_count(sx_sqlite_rest *rest);

#endif
