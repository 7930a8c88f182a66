#ifndef SX_RUN_TEST_RUN_H
#define SX_RUN_TEST_RUN_H

#include "run/test_find.h"

/** How a run of a runner ended. Only the first means that all tests that were asked for have run.
 */
typedef enum sx_tests_end {
  SX_TESTS_RAN,
  SX_TESTS_NONE,    /* no test was found, or none of those names */
  SX_TESTS_CRASHED, /* the runner ended without a whole report */
  SX_TESTS_TIMED_OUT,
  SX_TESTS_NOT_BUILT, /* what has to be built first was not */
  SX_TESTS_MISSING    /* the runner is not installed */
} sx_tests_end;

/** In the call's arena. */
typedef struct sx_test_result {
  const sx_test_runner *runner;
  const sx_project *project;
  sx_str folder; /* that it ran in: paths in the report are relative to it */
  sx_str line;   /* the command line, as a person would type it */
  sx_tests_end end;
  sx_str why;  /* for another end than RAN, sentences; may be empty */
  sx_str tail; /* the last lines of its output, where these count */
  sx_test_report report;
  sx_strs without_tests;          /* absolute paths of files that ran and have no test */
  size_t passed, failed, skipped; /* cases; broken files count as failed */
  double seconds;
  int exit_code;
  bool is_failed_otherwise; /* no test failed, and the runner says that it failed */
  bool has_parts;           /* tests were chosen by parts of their names */
  bool are_chosen;          /* by names: what is skipped is what was not chosen */
  bool fits_skipped;        /* tests that have these names are skipped */
} sx_test_result;

typedef SX_ARRAY(sx_test_result) sx_test_results;

/**
 * The command line of a target: `scratch` is a folder for its report, `are_parts` as
 * sx_test_request has it. INVALID_ARGUMENT; NOMEM.
 */
sx_status sx_test_plan(sx_test_command *out, sx_call *call, const sx_test_target *target,
                       const sx_strs *names, bool are_parts, sx_str scratch,
                       sx_err *err) SX_MUST_USE;

/**
 * Asks for and runs the targets, one after the other. `names` as sx_test_request has them: where
 * no test has such a name, those run whose names contain it.
 *
 * Errors  NOT_ALLOWED; INVALID_ARGUMENT; CANCELLED, CLOSED, DEADLINE, NOMEM, IO.
 */
sx_status sx_test_run(sx_test_results *out, sx_call *call, const sx_test_targets *targets,
                      const sx_strs *names, uint64_t timeout_ms, sx_err *err) SX_MUST_USE;

/** Judges a run by its report, its exit code and its output: sets `end`, `why` and the counts. */
void sx_test_judge(sx_test_result *result, const sx_test_command *command, sx_str output,
                   bool has_report, int signal, bool is_timed_out);

/** `text` with the paths of file URLs in place of these, as stacks of modules have them. */
sx_str sx_test_without_urls(sx_str text, sx_arena *arena);
/** The same in all texts of a report that name files. */
void sx_test_report_clean(sx_test_report *report, sx_arena *arena);

/** The last lines of an output, at most so many bytes, without blank lines at its end. */
sx_str sx_test_tail(sx_str output, size_t max_lines, size_t max_bytes);

#endif
