#ifndef SX_RUN_TEST_FAILURES_H
#define SX_RUN_TEST_FAILURES_H

#include "run/test_run.h"

/** A test that failed, or a file whose tests could not run, as answers show it. */
typedef struct sx_test_failure {
  sx_str name;   /* as `testNames` takes it */
  sx_str file;   /* as answers name files; may be empty */
  sx_str given;  /* as `testFiles` takes it; may be empty */
  uint32_t line; /* 1-based; 0: unknown */
  sx_str message, expected, received;
  sx_str stack;        /* own frames alone */
  sx_str symbol;       /* that was tested, as the stack shows; may be empty */
  sx_str symbol_place; /* `src/math.ts:3` */
  bool has_expected, is_error, is_broken;
  bool is_like_above; /* differs from the one before it in name and place alone */
  uint32_t run;       /* which of the results */
} sx_test_failure;

typedef SX_ARRAY(sx_test_failure) sx_test_failures;

/**
 * The failures of all results, in their order, those that failed in the same way one after the
 * other. In the call's arena. Errors: CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_test_failures_collect(sx_test_failures *out, sx_call *call,
                                   const sx_test_results *results, sx_err *err) SX_MUST_USE;

/** How a case is named: as its runner would be given it. */
sx_str sx_test_case_name(const sx_test_case *test, const sx_test_runner *runner, sx_arena *arena);

#endif
