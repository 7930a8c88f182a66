#ifndef SX_DATA_SQLITE_ROWS_H
#define SX_DATA_SQLITE_ROWS_H

#include "data/sqlite_file.h"
#include "data/statement.h"

/**
 * Runs the statement and writes its rows, within the answer's budget; of one that changes something
 * how many rows it changes. A person is asked about that where the settings want it.
 *
 * Errors  as sx_sqlite_file_prepare; CONFLICT (what it changes is not what was approved, or the
 * file is not as it was at the cursor); NOT_ALLOWED.
 */
sx_status sx_sqlite_answer(sx_call *call, const sx_db_question *question, sx_answer *answer,
                           sx_err *err) SX_MUST_USE;

#endif
