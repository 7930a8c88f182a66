#ifndef SX_DATA_SQLITE_SCHEMA_H
#define SX_DATA_SQLITE_SCHEMA_H

#include "answer/answer.h"
#include "data/sqlite_file.h"

/**
 * Writes the tables and views of a file with their rows and keys; of one (`table` not empty) its
 * columns, indexes and foreign keys.
 *
 * Errors  NOT_FOUND with tables of a name like it; as sx_sqlite_file_open.
 */
sx_status sx_sqlite_schema(sx_call *call, sx_str path, sx_str table, sx_answer *answer,
                           sx_err *err) SX_MUST_USE;

/** Adds names of tables to an error that says that there is no such table; the error's status. */
sx_status sx_sqlite_add_nearest(sx_call *call, sx_sqlite_file *file, sx_err *err);

#endif
