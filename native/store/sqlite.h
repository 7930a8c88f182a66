#ifndef SX_STORE_SQLITE_H
#define SX_STORE_SQLITE_H

#include "base/status.h"

#include <sqlite3.h>
#include <stdint.h>

/* Memory and outcomes of SQLite, for all who use it. */

/** SQLite takes its memory from base/mem. From any thread, before all others; repeated calls do
 * nothing. INTERNAL, NOMEM. */
sx_status sx_sqlite_prepare(void) SX_MUST_USE;

/**
 * The status of a result that is not OK, ROW or DONE: NOMEM; BUSY; CORRUPT; NOT_READABLE (it cannot
 * be opened); READ_ONLY; IO, also of a full disk; CANCELLED; INTERNAL for all others.
 */
sx_status sx_sqlite_status(int code);

/** The number in the first row of `sql`, 0 without a row. A result of SQLite: ROW is success. */
int sx_sqlite_number(sqlite3 *db, const char *sql, int64_t *out);

#endif
