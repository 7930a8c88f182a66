#include "os/file.h"
#include "run/test_run.h"
#include "workspace/paths.h"

#include <signal.h>

#define TAIL_LINES 30
#define TAIL_BYTES ((size_t)3000)

sx_str sx_test_tail(sx_str output, size_t max_lines, size_t max_bytes) {
  output = sx_str_trim_end(output);
  size_t start = output.len, lines = 0;
  while (start > 0 && lines < max_lines && output.len - start < max_bytes) {
    size_t line = sx_str_line_start(output, start - (start < output.len));
    if (output.len - line > max_bytes) break;
    start = line;
    lines++;
    if (start) start--; /* the line end before it */
  }
  while (start < output.len && (output.ptr[start] == '\n' || output.ptr[start] == '\r')) start++;
  if (start == output.len && output.len)
    start = output.len > max_bytes ? output.len - max_bytes : 0;
  return sx_str_slice(output, start, output.len);
}

/* ---- what is not a result ------------------------------------------------------------------ */

/* A test that the end of the time stopped has no result, though the runner reports a failure. */
static void drop_stopped(sx_test_cases *cases) {
  size_t kept = 0;
  for (size_t i = 0; i < cases->len; i++)
    if (!cases->items[i].is_stopped) cases->items[kept++] = cases->items[i];
  cases->len = kept;
}

/* node:test reports a file without tests as a test that passed, by its path: an absolute one, or
 * that of a file which it was given or takes by itself. */
static bool is_file_without_tests(const sx_test_command *command, const sx_test_case *test,
                                  sx_str *path) {
  sx_file_info info = {0};
  if (test->outcome != SX_TEST_PASSED || test->groups.len) return false;
  if (sx_test_family_of(test->name) != SX_TESTS_SCRIPT) return false;
  *path = sx_path_join(command->project->call, command->folder, test->name);
  bool is_run = sx_str_is_equal(*path, test->name) || sx_strs_have(&command->argv, test->name) ||
                sx_str_find(test->name, SX_STR("test"), 0) != SX_STR_NONE;
  return is_run && !sx_file_stat(&info, *path, NULL) && info.is_regular;
}

static void drop_files(sx_test_result *result, const sx_test_command *command) {
  sx_test_cases *cases = &result->report.cases;
  size_t kept = 0;
  for (size_t i = 0; i < cases->len; i++) {
    sx_str path;
    if (!is_file_without_tests(command, &cases->items[i], &path))
      cases->items[kept++] = cases->items[i];
    else if (sx_strs_add_new(&result->without_tests, path, command->arena, NULL))
      break; /* the arena has the status */
  }
  cases->len = kept;
}

/* ---- judgement ----------------------------------------------------------------------------- */

static void count_cases(sx_test_result *result) {
  const sx_test_cases *cases = &result->report.cases;
  result->passed = result->skipped = 0;
  result->failed = result->report.broken.len;
  for (size_t i = 0; i < cases->len; i++) {
    sx_test_outcome outcome = cases->items[i].outcome;
    result->passed += outcome == SX_TEST_PASSED;
    result->failed += outcome == SX_TEST_FAILED;
    result->skipped += outcome == SX_TEST_SKIPPED;
  }
}

static bool has(sx_str text, const char *part) {
  return sx_str_has_fold(text, sx_str_from(part));
}

/* The words of runners for that there was nothing to run. */
static bool found_nothing(sx_str output) {
  static const char *const marks[] = {"no tests found",
                                      "no test files",
                                      "no tests ran",
                                      "no tests were found",
                                      "no tests to run",
                                      "no tests executed",
                                      "no test is available",
                                      "no tests were executed",
                                      "no tests matching",
                                      "no tests found for given includes",
                                      "collected 0 items",
                                      "no test matches",
                                      "no tests!",
                                      "error: not found:",
                                      "could not find 0",
                                      "running 0 tests",
                                      "ran 0 tests",
                                      "no-source",
                                      "0 examples"};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (has(output, marks[i])) return true;
  return false;
}

static const char *signal_name(int number) {
  static const struct {
    int number;
    const char *name;
  } rows[] = {
      {SIGSEGV, "SIGSEGV"}, {SIGABRT, "SIGABRT"}, {SIGILL, "SIGILL"}, {SIGFPE, "SIGFPE"},
      {SIGTERM, "SIGTERM"}, {SIGINT, "SIGINT"},
#ifndef _WIN32
      {SIGKILL, "SIGKILL"}, {SIGBUS, "SIGBUS"},   {SIGHUP, "SIGHUP"}, {SIGPIPE, "SIGPIPE"},
#endif
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].number == number) return rows[i].name;
  return "";
}

static void end_by_crash(sx_test_result *result, sx_arena *arena, sx_str output, int number) {
  const char *more = result->report.is_cut ? ", its report is cut"
                     : result->exit_code   ? ""
                                           : " and without a report";
  result->end = SX_TESTS_CRASHED;
  result->tail = sx_test_tail(output, TAIL_LINES, TAIL_BYTES);
  result->why =
      number ? sx_arena_printf(arena, "Signal %d %s ended it.", number, signal_name(number))
             : sx_arena_printf(arena, "It ended with exit code %d%s.", result->exit_code, more);
}

static bool is_absent(sx_test_result *result, const sx_test_command *command, sx_str output) {
  if (!command->absent_mark || !has(output, command->absent_mark)) return false;
  result->end = SX_TESTS_MISSING;
  result->why = sx_arena_printf(command->arena, "%s is not installed there. %.*s",
                                result->runner->title, SX_STR_ARG(command->absent_advice));
  return true;
}

void sx_test_judge(sx_test_result *result, const sx_test_command *command, sx_str output,
                   bool has_report, int signal, bool is_timed_out) {
  if (is_timed_out) {
    drop_stopped(&result->report.cases);
    drop_stopped(&result->report.broken);
  }
  if (command->runner == &sx_runner_node) drop_files(result, command);
  count_cases(result);
  size_t done = result->passed + result->failed;
  result->end = SX_TESTS_RAN;
  if (is_timed_out) {
    result->end = SX_TESTS_TIMED_OUT;
    result->tail = sx_test_tail(output, TAIL_LINES, TAIL_BYTES);
    return;
  }
  if (is_absent(result, command, output)) return;
  if (signal || (result->report.is_cut && result->exit_code)) {
    end_by_crash(result, command->arena, output, signal);
    return;
  }
  size_t ran = done - result->report.broken.len; /* what could not run has none of the names */
  bool is_empty = result->are_chosen ? !ran : !done;
  bool is_told = has_report && (result->exit_code == 0 || result->are_chosen);
  bool is_failed_skipped = is_empty && result->skipped && has_report && !is_told;
  if (is_empty && (is_told || (!result->skipped && found_nothing(output)))) {
    result->end = SX_TESTS_NONE;
    if (!result->are_chosen && !result->skipped) result->tail = sx_test_tail(output, 5, 600);
  } else if (!has_report || (is_empty && !is_failed_skipped)) {
    end_by_crash(result, command->arena, output, 0);
  } else if (result->exit_code && !result->failed) {
    result->is_failed_otherwise = true;
    result->tail = sx_test_tail(output, TAIL_LINES, TAIL_BYTES);
  }
}
