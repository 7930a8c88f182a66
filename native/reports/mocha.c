#include "reports/test_report.h"

#include "host/json.h"
#include "reports/report_json.h"
#include "reports/report_parts.h"

/* Mocha's reporter `json`: all tests in one list, without their outcome, and once more by outcome.
 */

/* The full title without the test's own: the describe blocks, joined by blanks. */
static sx_str group_of(sx_str full, sx_str title) {
  if (!sx_str_has_suffix(full, title)) return SX_STR("");
  return sx_str_trim(sx_str_slice(full, 0, full.len - title.len));
}

static sx_str value_of(const cJSON *error, const char *name, sx_arena *arena) {
  return sx_report_text(sx_report_json_text(error, name, arena), 4096, arena);
}

static void read_error(sx_test_case *test, const cJSON *error, sx_arena *arena) {
  sx_str head;
  const cJSON *expected = sx_json_get(error, "expected"), *actual = sx_json_get(error, "actual");
  sx_str code = sx_report_json_name(error, "code", arena);
  sx_str stack = sx_report_json_text(error, "stack", arena);
  sx_report_split(stack, &head, &test->stack);
  test->message = sx_report_json_text(error, "message", arena);
  if (!test->message.len) test->message = head;
  bool is_assertion = sx_report_is_assertion(sx_report_json_name(error, "name", arena), head);
  test->is_error = !is_assertion || sx_str_is_equal(code, SX_STR("ERR_MOCHA_TIMEOUT"));
  if (!cJSON_IsString(expected) || !cJSON_IsString(actual)) return;
  test->expected = value_of(error, "expected", arena);
  test->received = value_of(error, "actual", arena);
  test->has_expected = true;
}

static void read_case(sx_test_report *report, const cJSON *item, sx_arena *arena) {
  sx_test_case test = sx_report_case();
  const cJSON *error = sx_json_get(item, "err");
  test.name = sx_report_json_name(item, "title", arena);
  /* The error is the last member: without it the report ends here. */
  if (!test.name.len || !error) return;
  sx_report_add_group(&test, group_of(sx_report_json_name(item, "fullTitle", arena), test.name),
                      arena);
  test.file = sx_report_json_name(item, "file", arena);
  test.seconds = sx_report_json_seconds(item, "duration", 0.001);
  if (cJSON_GetArraySize(error)) {
    test.outcome = SX_TEST_FAILED;
    read_error(&test, error, arena);
  } else if (test.seconds < 0) {
    test.outcome = SX_TEST_SKIPPED;
  } else {
    test.is_flaky = sx_json_get_u32(item, "currentRetry") > 0;
  }
  sx_report_add(report, &test, arena);
}

/* Hooks that failed are among the failures only. */
static bool is_hook(const cJSON *item) {
  const cJSON *title = sx_json_get(item, "title");
  sx_str text = cJSON_IsString(title) ? sx_str_from(title->valuestring) : SX_STR("");
  return sx_str_at(text, 0) == '"' && sx_str_find(text, SX_STR("\" hook"), 0) != SX_STR_NONE;
}

sx_status sx_test_report_mocha(sx_test_report *report, sx_str text, sx_arena *arena, sx_err *err) {
  cJSON *root;
  const cJSON *item;
  sx_status status = sx_report_json_read(&root, text, "stats", &report->is_cut, err);
  if (status) return status;
  cJSON_ArrayForEach (item, sx_json_get(root, "tests")) {
    read_case(report, item, arena);
  }
  cJSON_ArrayForEach (item, sx_json_get(root, "failures")) {
    if (is_hook(item)) read_case(report, item, arena);
  }
  sx_report_add_seconds(report,
                        sx_report_json_seconds(sx_json_get(root, "stats"), "duration", 0.001));
  cJSON_Delete(root);
  return sx_report_end(arena, err);
}
