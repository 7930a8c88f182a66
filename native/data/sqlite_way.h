#ifndef SX_DATA_SQLITE_WAY_H
#define SX_DATA_SQLITE_WAY_H

#include "workspace/call.h"

#include <sqlite3.h>

/**
 * How a file is opened for reading, so that nothing stays beside it. A reader of a file with a
 * write-ahead log makes the log and its index where there are none, and leaves them; a writer
 * removes them, when no other has the file open.
 */
typedef enum sx_sqlite_way {
  SX_SQLITE_AS_READER,
  SX_SQLITE_AS_WRITER, /* of whose statements none may write */
  SX_SQLITE_AS_IS,     /* as a file that does not change: nothing is made, locked or waited for */
} sx_sqlite_way;

/**
 * The way for a file that a reader has opened and not looked into yet. `*has_log`: it is
 * written with a write-ahead log.
 * Errors  NOT_ALLOWED: a folder that is not trusted would get a file; what a request to the editor
 *         can give.
 */
sx_status sx_sqlite_find_way(sx_sqlite_way *out, bool *has_log, sx_call *call, sx_str path,
                             sqlite3 *db, sx_err *err) SX_MUST_USE;

/** Opens `path` in that way; a result of SQLite's. */
int sx_sqlite_open_way(sqlite3 **out, sx_call *call, sx_str path, sx_sqlite_way way);

#endif
