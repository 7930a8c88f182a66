#ifndef SX_RUN_TEST_SUMMARY_H
#define SX_RUN_TEST_SUMMARY_H

#include "answer/answer.h"
#include "run/test_failures.h"

/** A call of run_tests that runs what failed. */
typedef struct sx_test_rerun {
  sx_str runner, folder; /* `folder` is for a call without files; empty: the workspace's own */
  sx_strs files, names;
  bool is_by_name; /* the names have the files: both together are not given */
  bool is_wider;   /* runs tests that passed, too */
} sx_test_rerun;

typedef SX_ARRAY(sx_test_rerun) sx_test_reruns;

/** All that an answer is made of, so that it can be kept for the pages that follow. */
typedef struct sx_test_summary {
  uint64_t hash;  /* of this run alone */
  sx_str verdict; /* the first line */
  sx_str details; /* lines: per runner where there are several, what was run, notes, output */
  sx_str outcome; /* "passed", "failed", "crashed", … */
  sx_str titles;  /* of the runners */
  size_t total;   /* of the three that follow */
  size_t passed, failed, skipped; /* tests */
  size_t broken;                  /* files that could not run, whose tests are not counted */
  double seconds;
  sx_answer_status status;
  sx_test_failures failures;
  sx_test_reruns reruns;
} sx_test_summary;

/**
 * Sums results up. `notes` are lines about the call, and may be empty. In the call's arena.
 * Errors: CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_test_summary_make(sx_test_summary *out, sx_call *call, const sx_test_results *results,
                               sx_str notes, sx_err *err) SX_MUST_USE;

/**
 * Adds the calls that run what failed: by names the tests, by files those that could not run. Needs
 * the failures. In the call's arena. Errors: NOMEM.
 */
sx_status sx_test_reruns_make(sx_test_summary *out, sx_call *call, const sx_test_results *results,
                              sx_err *err) SX_MUST_USE;

/** An sx_kept_copy. */
const void *sx_test_summary_copy(const void *from, sx_arena *arena);

/**
 * Writes a page of it: the names of all failures come first, then as much of each as there is room
 * for. Errors: INVALID_ARGUMENT, CONFLICT for the cursor; NOMEM.
 */
sx_status sx_test_summary_write(const sx_test_summary *summary, sx_str cursor, sx_answer *answer,
                                sx_arena *arena, sx_err *err) SX_MUST_USE;

#endif
