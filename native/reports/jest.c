#include "reports/test_report.h"

#include "host/json.h"
#include "reports/report_json.h"
#include "reports/report_parts.h"

/* Jest's --json, and Vitest's reporter `json`, which has the same form with fewer members. */

/* The heading of what failed outside of tests, as a hook, also beside tests that failed. */
#define SUITE_FAILED "\xe2\x97\x8f Test suite failed to run"

static sx_test_outcome outcome_of(sx_str status) {
  if (sx_str_is_equal(status, SX_STR("passed"))) return SX_TEST_PASSED;
  return sx_str_is_equal(status, SX_STR("failed")) ? SX_TEST_FAILED : SX_TEST_SKIPPED;
}

static sx_str status_of(const cJSON *object) {
  const cJSON *item = sx_json_get(object, "status");
  return cJSON_IsString(item) ? sx_str_from(item->valuestring) : SX_STR("");
}

/* Drops the class of the error, which Jest puts before its matchers' own sentence. */
static sx_str without_class(sx_str message) {
  static const char *const classes[] = {"Error: expect(", "JestAssertionError: expect("};
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    if (sx_str_has_prefix(message, sx_str_from(classes[i])))
      return sx_str_slice(message, strlen(classes[i]) - SX_STR("expect(").len, message.len);
  return message;
}

/* The values that Vitest leaves to the fields, where they are short ones. */
static void read_matcher(sx_test_case *test, const cJSON *item, sx_arena *arena) {
  const cJSON *details = cJSON_GetArrayItem(sx_json_get(item, "failureDetails"), 0);
  const cJSON *result = sx_json_get(details, "matcherResult");
  const cJSON *expected = sx_json_get(result ? result : details, "expected");
  const cJSON *actual = sx_json_get(result ? result : details, "actual");
  if (test->has_expected || !cJSON_IsString(expected) || !cJSON_IsString(actual)) return;
  test->expected = sx_report_text(sx_str_from(expected->valuestring), 4096, arena);
  test->received = sx_report_text(sx_str_from(actual->valuestring), 4096, arena);
  test->has_expected = true;
}

static void read_failure(sx_test_case *test, const cJSON *item, sx_arena *arena) {
  const cJSON *messages = sx_json_get(item, "failureMessages");
  const cJSON *first = cJSON_GetArrayItem(messages, 0);
  if (!cJSON_IsString(first)) return;
  sx_str text = sx_report_text(sx_str_from(first->valuestring), SX_REPORT_TEXT_BYTES, arena);
  sx_report_split(text, &test->message, &test->stack);
  test->is_error = !sx_report_is_assertion(SX_STR(""), test->message);
  test->message = without_class(test->message);
  /* Vitest loses the message of a timeout here. */
  if (sx_str_has_suffix(test->message, SX_STR("STACK_TRACE_ERROR")))
    test->message = SX_STR("The test timed out.");
  sx_report_compare(test, arena);
  read_matcher(test, item, arena);
}

static void read_case(sx_test_report *report, const cJSON *item, sx_str file, sx_arena *arena) {
  sx_test_case test = sx_report_case();
  const cJSON *location = sx_json_get(item, "location"), *group;
  sx_str status = status_of(item);
  test.name = sx_report_json_name(item, "title", arena);
  if (!test.name.len || !status.len) return;
  test.file = file;
  test.outcome = outcome_of(status);
  test.is_todo = sx_str_is_equal(status, SX_STR("todo"));
  test.seconds = sx_report_json_seconds(item, "duration", 0.001);
  test.line = sx_json_get_u32(location, "line");
  test.column = sx_json_get_u32(location, "column");
  test.is_flaky =
      test.outcome == SX_TEST_PASSED && cJSON_GetArraySize(sx_json_get(item, "retryReasons")) > 0;
  cJSON_ArrayForEach (group, sx_json_get(item, "ancestorTitles")) {
    if (cJSON_IsString(group))
      sx_report_add_group(&test, sx_report_name(sx_str_from(group->valuestring), arena), arena);
  }
  if (test.outcome == SX_TEST_FAILED) read_failure(&test, item, arena);
  sx_report_add(report, &test, arena);
}

/* Drops Jest's heading and the blanks before the lines. */
static sx_str suite_message(sx_str message) {
  sx_str heading = SX_STR(SUITE_FAILED);
  size_t at = sx_str_find(message, heading, 0);
  if (at != SX_STR_NONE) message = sx_str_slice(message, at + heading.len, message.len);
  at = sx_str_find(message, SX_STR("\n  \xe2\x97\x8f "), 0); /* the next one */
  if (at != SX_STR_NONE) message = sx_str_slice(message, 0, at);
  /* Advice that Jest gives on each text that it cannot parse. */
  sx_str details = SX_STR("\n    Details:\n");
  at = sx_str_find(message, details, 0);
  if (at != SX_STR_NONE) message = sx_str_slice(message, at + details.len, message.len);
  return sx_str_trim(message);
}

static void read_broken(sx_test_report *report, const cJSON *result, sx_str file, sx_arena *arena) {
  sx_test_case broken = sx_report_case();
  sx_str text = suite_message(sx_report_json_text(result, "message", arena));
  broken.name = broken.file = file;
  sx_report_split(text, &broken.message, &broken.stack);
  if (!broken.message.len) broken.message = broken.stack;
  sx_report_add_broken(report, &broken, arena);
}

static void read_file(sx_test_report *report, const cJSON *result, sx_arena *arena) {
  size_t failed = 0;
  const cJSON *item;
  sx_str file = sx_report_json_name(result, "name", arena);
  cJSON_ArrayForEach (item, sx_json_get(result, "assertionResults")) {
    if (outcome_of(status_of(item)) == SX_TEST_FAILED) failed++;
    read_case(report, item, file, arena);
  }
  bool is_failed = sx_str_is_equal(status_of(result), SX_STR("failed"));
  const cJSON *message = sx_json_get(result, "message");
  bool is_of_suite = cJSON_IsString(message) && strstr(message->valuestring, SUITE_FAILED);
  if (is_failed && (!failed || is_of_suite) && file.len) read_broken(report, result, file, arena);
}

/* From the start of the run to the last file's end. */
static double seconds_of(const cJSON *root) {
  const cJSON *result;
  double start = sx_report_json_seconds(root, "startTime", 0.001), end = -1;
  cJSON_ArrayForEach (result, sx_json_get(root, "testResults")) {
    double one = sx_report_json_seconds(result, "endTime", 0.001);
    if (one > end) end = one;
  }
  return start > 0 && end >= start ? end - start : -1;
}

sx_status sx_test_report_jest(sx_test_report *report, sx_str text, sx_arena *arena, sx_err *err) {
  cJSON *root;
  const cJSON *result;
  bool is_cut = false;
  sx_status status = sx_report_json_read(&root, text, "numTotalTests", &is_cut, err);
  if (status) return status;
  cJSON_ArrayForEach (result, sx_json_get(root, "testResults")) {
    read_file(report, result, arena);
  }
  sx_report_add_seconds(report, seconds_of(root));
  report->is_cut = report->is_cut || is_cut || sx_json_get_bool(root, "wasInterrupted");
  cJSON_Delete(root);
  return sx_report_end(arena, err);
}
