#ifndef SX_STORE_SQLITE_H
#define SX_STORE_SQLITE_H

#include "base/status.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

/* Memory and outcomes of SQLite, for all who use it. */

/** SQLite takes its memory from base/mem. From any thread, before all others; repeated calls do
 * nothing. INTERNAL, NOMEM. */
sx_status sx_sqlite_prepare(void) SX_MUST_USE;

/**
 * From now on what SQLite holds on this thread keeps to `bytes`, and more of it is out of memory;
 * 0: there is no limit. For statements that anyone may have written.
 */
void sx_sqlite_limit_memory(size_t bytes);
/** How much that is since then. */
size_t sx_sqlite_memory_bytes(void);
/** Whether something was refused since the limit was set. */
bool sx_sqlite_is_over_limit(void);

/**
 * The status of a result that is not OK, ROW or DONE: NOMEM; BUSY; CORRUPT; NOT_READABLE (it cannot
 * be opened); READ_ONLY; IO, also of a full disk; CANCELLED; INTERNAL for all others.
 */
sx_status sx_sqlite_status(int code);

/**
 * The name of the files with which SQLite opens a database of anyone: those of the system, but a
 * journal beside it has no other file read and deleted. NULL where SQLite is not prepared. Static.
 */
const char *sx_sqlite_foreign_files(void);

/** The number in the first row of `sql`, 0 without a row. A result of SQLite: ROW is success. */
int sx_sqlite_number(sqlite3 *db, const char *sql, int64_t *out);

#endif
