#ifndef SX_REPORTS_TEST_REPORT_H
#define SX_REPORTS_TEST_REPORT_H

#include "base/array.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * The reports of test runners, read into one form.
 *
 * Each reader takes the whole of a report and adds its cases to `report`, so that several files
 * add up: a folder of Surefire's, or two runs. Start with sx_test_report_init.
 *
 * Memory   In the call's arena. `text` is borrowed for the call only: what stays is copied.
 * Errors   BAD_MESSAGE where the text is not of that format at all, with the reason; NOMEM, and
 *          TOO_BIG from the arena. Cases that were read before an error stay in `report`.
 * Cut      A report that ends before its end keeps what was read, and sets `is_cut`.
 * Noise    What programs print before, between and after the parts of a report on one stream is
 *          passed over, except in XML.
 * Text     Names and messages are valid UTF-8 without colours or other control sequences.
 */

typedef enum sx_test_outcome { SX_TEST_PASSED, SX_TEST_FAILED, SX_TEST_SKIPPED } sx_test_outcome;

typedef struct sx_test_case {
  sx_str name;           /* its own name, with parameters */
  sx_strs groups;        /* describe blocks, classes, modules around it, outermost first */
  sx_str file;           /* as the report has it, relative or absolute; may be empty */
  uint32_t line, column; /* 1-based, where it failed or else is declared; 0: unknown */
  sx_test_outcome outcome;
  bool is_error;   /* failed outside of an assertion: crashed, threw, timed out */
  bool is_stopped; /* failed, as it was stopped: by a signal, or with what it is a part of */
  bool is_flaky;   /* passed after it had failed in the same run */
  bool is_todo;    /* skipped, as it is known to fail or not written yet */
  double seconds;  /* < 0: unknown */
  sx_str message;  /* why it failed or was skipped: a line or a few, without stack */
  sx_str stack;    /* frames, as reported, the innermost first unless it is Python's */
  sx_str expected, received;
  bool has_expected; /* `expected` and `received` are those of a comparison; either may be empty */
  sx_str output;     /* what it printed, where the report has that; may be empty */
} sx_test_case;

typedef SX_ARRAY(sx_test_case) sx_test_cases;

typedef struct sx_test_report {
  sx_test_cases cases;
  sx_test_cases broken; /* files or suites that could not run: `name` is the file or suite,
                           `message` why, `file`, `line` and `stack` where they are known */
  double seconds;       /* < 0: unknown; of several reports, the sum */
  bool is_ended_early;  /* a test ended its program: those after it have no result */
  bool is_cut;          /* ends before its end: what was read counts */
} sx_test_report;

void sx_test_report_init(sx_test_report *report);

/*
 * The formats: X(NAME, function's end).
 *
 *   JUNIT     XML of pytest, Surefire, Gradle, PHPUnit, CTest, cargo-nextest, node:test,
 * jest-junit, Mocha's xunit, RSpec's formatter and dotnet's logger TAP       versions 12 to 14,
 * with subtests and blocks of YAML; node:test, prove, tape JEST      --json of Jest, and Vitest's
 * reporter `json` MOCHA     reporter `json` GO        the lines of `go test -json`; what the
 * compiler prints among them counts RSPEC     --format json CARGO     what `cargo test` prints:
 * libtest's text, of several binaries and of doctests, on both streams in one text or one after the
 * other TRX       `dotnet test --logger trx` UNITTEST  the lines of sx_unittest_runner
 */
#define SX_TEST_FORMAT_MAP(X)                                                                      \
  X(JUNIT, junit)                                                                                  \
  X(TAP, tap)                                                                                      \
  X(JEST, jest)                                                                                    \
  X(MOCHA, mocha)                                                                                  \
  X(GO, go)                                                                                        \
  X(RSPEC, rspec)                                                                                  \
  X(CARGO, cargo)                                                                                  \
  X(TRX, trx)                                                                                      \
  X(UNITTEST, unittest)

typedef enum sx_test_format {
#define SX_TEST_FORMAT_ENUM(name, end) SX_TEST_FORMAT_##name,
  SX_TEST_FORMAT_MAP(SX_TEST_FORMAT_ENUM)
#undef SX_TEST_FORMAT_ENUM
      SX_TEST_FORMAT_COUNT
} sx_test_format;

/* sx_test_report_junit, sx_test_report_tap, …: see above. */
#define SX_TEST_FORMAT_READER(name, end)                                                           \
  sx_status sx_test_report_##end(sx_test_report *report, sx_str text, sx_arena *arena,             \
                                 sx_err *err) SX_MUST_USE;
SX_TEST_FORMAT_MAP(SX_TEST_FORMAT_READER)
#undef SX_TEST_FORMAT_READER

/** The reader of `format`. */
sx_status sx_test_report_read(sx_test_report *report, sx_test_format format, sx_str text,
                              sx_arena *arena, sx_err *err) SX_MUST_USE;

/**
 * The runner for Python's unittest, which has no report of its own: a program text, static memory.
 * Run as `python3 -c TEXT REPORT ARGUMENTS…`: it writes lines of JSON to the file REPORT, one as
 * soon as a test ends, and hands the arguments to unittest (names, `discover -s tests`, `-k`).
 * Python 3.6 and later. The exit code is unittest's own: 0, or 1 where a test failed; 5 where there
 * is none.
 */
sx_str sx_unittest_runner(void);

#endif
