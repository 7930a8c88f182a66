#ifndef SX_RUN_FILE_LINT_H
#define SX_RUN_FILE_LINT_H

#include "answer/answer.h"
#include "workspace/call.h"

/**
 * The issues of one file, as the language servers and linters of the editor report them for the
 * text that it has now, most severe first: text, and the facts `issues`, `total_count`, `cursor`.
 * UNKNOWN where none has checked that text.
 *
 * Errors  of opening the file; INVALID_ARGUMENT, CONFLICT for the cursor; CANCELLED, CLOSED,
 *         NOMEM.
 */
sx_status sx_file_lint(sx_call *call, sx_str path, sx_str cursor, sx_answer *answer,
                       sx_err *err) SX_MUST_USE;

#endif
