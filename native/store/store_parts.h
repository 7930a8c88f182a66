#ifndef SX_STORE_STORE_PARTS_H
#define SX_STORE_STORE_PARTS_H

/* Shared by the files of the store. */

#include "base/buf.h"
#include "store/store.h"

#include <uv.h>

#define SX_STORE__PATH_BYTES ((size_t)16 << 10)
/** How long each wait for another window is. */
#define SX_STORE__NAP_MS 2

struct sx_store {
  uv_mutex_t mutex;
  char *folder; /* NULL: there is none */
  char *path;   /* of the database; NULL like `folder` */
  sqlite3 *db;  /* NULL: it is not open */
  /* Set by the work that has the mutex. */
  const sx_store_wait *wait;
  uint64_t began_ms;
  char *notice; /* sx_malloc'd; NULL: there is none */
};

/** Why waiting ends now: OK, if it does not. BUSY after SX_STORE_BUSY_MS. */
sx_status sx_store__check(const sx_store *store);
/** As sx_store_fail. */
sx_status sx_store__fail(const sx_store *store, int code, sx_err *err);
/** The path of a file in the store's folder, to be freed; NULL without memory. */
char *sx_store__path(const sx_store *store, const char *name);
/** Takes back what was not committed. */
void sx_store__roll_back(const sx_store *store);
/** Runs statements without rows; waits where another program is in the way. */
sx_status sx_store__run(sx_store *store, const char *sql, sx_err *err);
/** Opens the file, or makes it, with its tables. CORRUPT where it is damaged; it is closed then. */
sx_status sx_store__open(sx_store *store, sx_err *err);
void sx_store__close(sx_store *store);
/**
 * Gives a damaged file, which is closed, another name, and has one in its place with what can be
 * read of it; unless another window has done that. `is_sure`: also where the file looks well. Where
 * it fails, the file is where it was.
 */
sx_status sx_store__set_aside(sx_store *store, bool is_sure, sx_err *err);
/** UNSUPPORTED: a newer version has changed the tables, perhaps while the file was open. */
sx_status sx_store__check_version(sx_store *store, sx_err *err);
/** Makes the tables, or those that a later version has added. CORRUPT, UNSUPPORTED. */
sx_status sx_store__migrate(sx_store *store, sx_err *err);
/** Adds the rows of the database `path`, as far as it can be read, to those of the open one. */
sx_status sx_store__salvage(sx_store *store, const char *path, sx_err *err);

#endif
