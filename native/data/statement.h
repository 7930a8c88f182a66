#ifndef SX_DATA_STATEMENT_H
#define SX_DATA_STATEMENT_H

#include "answer/answer.h"
#include "host/databases.h"
#include "workspace/call.h"

/** A statement with its values, as an agent asks for it. */
typedef struct sx_db_question {
  sx_str path;       /* of a SQLite file, or empty */
  sx_str connection; /* the name of a server's, or empty */
  sx_str sql;
  const cJSON *params; /* an array, or NULL */
  size_t most;         /* rows of an answer */
  sx_str cursor;       /* from an answer, or empty */
  bool is_preview;     /* what is changed is rolled back */
} sx_db_question;

/** The extent of a change. */
typedef struct sx_db_change {
  uint64_t changed, all; /* rows; with those of triggers and foreign keys */
  bool is_schema;        /* no rows, but tables and what belongs to them */
} sx_db_change;

/** How many values are given. */
int sx_db_count_params(const sx_db_question *question);
/** INVALID_ARGUMENT: a value that is not what it was. */
sx_status sx_db_check_params(const sx_db_question *question, sx_err *err) SX_MUST_USE;
sx_status sx_db_fail_params(const sx_db_question *question, int wanted, sx_err *err);

/** "line 2, column 5: " for the byte `at` of the statement; nothing where that is not in it. */
void sx_db_add_place(sx_buf *out, sx_str sql, int64_t at);

/** " Nearest: a, b." with names that are like `name`; nothing where there are none. */
void sx_db_add_nearest(sx_buf *out, const sx_strs *names, sx_str name);

/**
 * Asks the person whether the change may be kept, where the settings want it: with the statement,
 * its values and the number of rows. Errors as sx_approval_ask.
 */
sx_status sx_db_ask_person(sx_call *call, const sx_db_question *question,
                           const sx_db_change *change, sx_err *err) SX_MUST_USE;

/**
 * A change may be tried only in a folder that is trusted: it takes locks, and its triggers may do
 * more than can be rolled back. NOT_ALLOWED.
 */
sx_status sx_db_check_trust(sx_call *call, sx_err *err) SX_MUST_USE;

/** CONFLICT: the number is not that which was shown to the person. */
sx_status sx_db_fail_conflict(uint64_t now, uint64_t expected, sx_err *err);

/** The line with the number of rows, and the facts. */
void sx_db_write_change(sx_answer *answer, const sx_db_change *change, bool is_kept);

#endif
