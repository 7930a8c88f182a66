#ifndef SX_REPORTS_JUNIT_PARTS_H
#define SX_REPORTS_JUNIT_PARTS_H

#include "reports/report_parts.h"

/* An element `testcase` of JUnit's XML with what its parents have. Internal to reports/. */

#define SX_JUNIT_MAX_SUITES 32

typedef struct sx_junit_suite {
  sx_str name, file;
  size_t depth; /* of the element */
} sx_junit_suite;

/** The contents of `failure`, `error` and their kin; texts are raw, in the arena. */
typedef struct sx_junit_problem {
  sx_str message, type, text;
} sx_junit_problem;

typedef struct sx_junit_case {
  sx_str name, class_name, file, status;
  uint32_t line;
  double seconds;
  bool has_problem, is_error, is_skipped, is_flaky;
  sx_junit_problem problem; /* the first; or the reason for skipping */
  sx_str output;
} sx_junit_case;

/** Adds it to the report as the runner means it that wrote it. `suites`: from the outermost. */
void sx_junit_add(sx_test_report *report, const sx_junit_case *one, const sx_junit_suite *suites,
                  size_t suite_count, sx_arena *arena);
/** Adds a suite that failed as such. */
void sx_junit_add_broken(sx_test_report *report, sx_str name, sx_str file,
                         const sx_junit_problem *problem, sx_arena *arena);

#endif
