#ifndef SX_RUN_TESTS_H
#define SX_RUN_TESTS_H

#include "engine/tool.h"

/**
 * Runs tests with the project's own runners, and answers what failed, where, and how to run just
 * that again. Arguments: testFiles?, testNames?, runner?, folder?, timeout?, max_tokens?, cursor?.
 *
 * Errors  INVALID_ARGUMENT, those of paths, NOT_ALLOWED, CONFLICT (cursor), CANCELLED, CLOSED,
 *         DEADLINE, NOMEM. Tests that fail, crash or are not there are an answer.
 */
sx_status sx_run_tests(sx_call *call, const cJSON *args, sx_answer *answer,
                       sx_err *err) SX_MUST_USE;

#endif
