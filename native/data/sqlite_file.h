#ifndef SX_DATA_SQLITE_FILE_H
#define SX_DATA_SQLITE_FILE_H

#include "store/sqlite_rest.h"
#include "workspace/call.h"

#include <sqlite3.h>

/*
 * A SQLite file of the workspace, open for one call. A statement may only be what the mode allows:
 * no other file is attached, no pragma writes, no transaction is begun or ended, whatever the
 * statement or the file's own views and triggers say. All that ends with the call; a connection
 * that has only read may rest, and be that of the next call.
 */

typedef enum sx_sqlite_mode {
  SX_SQLITE_READ,
  SX_SQLITE_WRITE, /* a transaction is open, which is rolled back unless it is kept */
} sx_sqlite_mode;

typedef struct sx_sqlite_file {
  sx_call *call;
  sx_str path;
  sqlite3 *db; /* NULL: not open */
  sx_sqlite_mode mode;
  bool changes_schema;   /* the statement that was prepared last */
  const char *refused;   /* why the statement may not run; NULL: it may. Static */
  uint64_t until_ms;     /* a step ends then, sx_clock_ms; 0: with the call */
  sx_sqlite_resting own; /* its info is from before the file was opened */
  bool may_rest;
} sx_sqlite_file;

/**
 * Opens the file at a real path. Waits for others that write, up to some seconds.
 * Errors  NOT_FOUND, IS_DIRECTORY, NOT_READABLE, NOT_ALLOWED (reading would write beside it, where
 *         the folder is not trusted), CORRUPT (not a database), BUSY, IO (a full disk), NOMEM,
 *         CANCELLED, CLOSED, DEADLINE.
 */
sx_status sx_sqlite_file_open(sx_sqlite_file *out, sx_call *call, sx_str path, sx_sqlite_mode mode,
                              sx_err *err) SX_MUST_USE;
/** Rolls back what is not kept. One that was never opened is allowed. */
void sx_sqlite_file_close(sx_sqlite_file *file);
/** The same after reading, and leaves the connection to the next call where it may. */
void sx_sqlite_file_rest(sx_sqlite_file *file);
/** Ends the transaction; what was done stays. */
sx_status sx_sqlite_file_keep(sx_sqlite_file *file, sx_err *err) SX_MUST_USE;

/** The error of a result that is not OK, ROW or DONE; `sql`: where the error may be, or empty. */
sx_status sx_sqlite_file_fail(sx_sqlite_file *file, int code, sx_str sql, sx_err *err);

/**
 * Prepares the only statement of `sql`, for sqlite3_finalize; NULL with an error. `*is_write`: it
 * changes something, which it can in the mode for it alone.
 *
 * Errors  INVALID_ARGUMENT (none, several, a mistake, one that is not allowed), and as
 *         sx_sqlite_file_open.
 */
sx_status sx_sqlite_file_prepare(sqlite3_stmt **out, sx_sqlite_file *file, sx_str sql,
                                 bool *is_write, sx_err *err) SX_MUST_USE;

#endif
