#ifndef SX_RUN_LAST_TESTS_H
#define SX_RUN_LAST_TESTS_H

#include "workspace/call.h"

/** How the last run of tests of the workspace ended, for notes on the work; in the store. */
typedef struct sx_last_tests {
  sx_str text;     /* "1 of 2 tests failed. Failed: a"; empty: none have run */
  int64_t time_ms; /* since 1970, when they ended */
  sx_str commit;   /* that was checked out then; may be empty */
} sx_last_tests;

/** Keeps it in place of the one before, without secrets. Without a store, or where it cannot be
 * written, nothing is kept: the tests have run all the same. */
void sx_last_tests_keep(sx_call *call, sx_str text);
/** Errors: those of the store. Memory: in the call's arena. */
sx_status sx_last_tests_get(sx_last_tests *out, sx_call *call, sx_err *err) SX_MUST_USE;

#endif
