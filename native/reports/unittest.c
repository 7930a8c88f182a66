#include "reports/test_report.h"

#include "host/json.h"
#include "reports/report_json.h"
#include "reports/report_parts.h"

/* The lines of unittest_runner.py: see there for their members. */

static const char runner[] =
#include "reports/unittest_runner.inc"
    ;

sx_str sx_unittest_runner(void) {
  return sx_str_make(runner, sizeof runner - 1);
}

typedef struct reading {
  sx_test_report *report;
  sx_arena *arena;
  sx_test_case open; /* the test that began last */
  bool has_open, has_end, is_known, is_out_of_memory;
} reading;

static void read_groups(sx_test_case *test, const cJSON *root, sx_arena *arena) {
  const cJSON *group;
  cJSON_ArrayForEach (group, sx_json_get(root, "groups")) {
    if (cJSON_IsString(group))
      sx_report_add_group(test, sx_report_name(sx_str_from(group->valuestring), arena), arena);
  }
}

static sx_test_case read_case(reading *r, const cJSON *root) {
  sx_test_case test = sx_report_case();
  sx_str outcome = sx_report_json_name(root, "outcome", r->arena);
  test.name = sx_report_json_name(root, "name", r->arena);
  read_groups(&test, root, r->arena);
  test.file = sx_report_json_name(root, "file", r->arena);
  test.line = sx_json_get_u32(root, "line");
  test.seconds = sx_report_json_seconds(root, "seconds", 1);
  test.message = sx_report_json_text(root, "message", r->arena);
  test.stack = sx_report_json_text(root, "stack", r->arena);
  test.output = sx_report_json_text(root, "output", r->arena);
  test.is_error = sx_json_get_bool(root, "is_error");
  test.is_todo = sx_json_get_bool(root, "is_expected");
  test.outcome = sx_str_is_equal(outcome, SX_STR("passed"))   ? SX_TEST_PASSED
                 : sx_str_is_equal(outcome, SX_STR("failed")) ? SX_TEST_FAILED
                                                              : SX_TEST_SKIPPED;
  return test;
}

static void read_event(reading *r, sx_str event, const cJSON *root) {
  if (sx_str_is_equal(event, SX_STR("start"))) {
    r->open = read_case(r, root);
    r->has_open = true;
  } else if (sx_str_is_equal(event, SX_STR("test"))) {
    sx_test_case test = read_case(r, root);
    sx_report_add(r->report, &test, r->arena);
  } else if (sx_str_is_equal(event, SX_STR("stop"))) {
    r->has_open = false;
  } else if (sx_str_is_equal(event, SX_STR("broken"))) {
    sx_test_case broken = read_case(r, root);
    sx_report_add_broken(r->report, &broken, r->arena);
  } else if (sx_str_is_equal(event, SX_STR("end"))) {
    r->has_end = true;
    sx_report_add_seconds(r->report, sx_report_json_seconds(root, "seconds", 1));
  } else {
    return;
  }
  r->is_known = true;
}

static void read_line(reading *r, sx_str line) {
  if (sx_str_at(line, 0) != '{') return;
  cJSON *root = sx_report_json_line(line, &r->is_out_of_memory);
  const cJSON *event = sx_json_get(root, "event");
  if (cJSON_IsString(event)) read_event(r, sx_str_from(event->valuestring), root);
  cJSON_Delete(root);
}

sx_status sx_test_report_unittest(sx_test_report *report, sx_str text, sx_arena *arena,
                                  sx_err *err) {
  reading r = {.report = report, .arena = arena};
  sx_str rest = text, line;
  while (!arena->status && !r.is_out_of_memory && sx_str_next_line(&rest, &line))
    read_line(&r, line);
  if (r.is_out_of_memory) return sx_fail(err, SX_NOMEM, NULL);
  if (arena->status) return sx_report_end(arena, err);
  if (!r.is_known) return sx_fail(err, SX_BAD_MESSAGE, "It has no line of the unittest runner.");
  report->is_cut = report->is_cut || !r.has_end;
  if (r.has_open && !r.has_end) {
    r.open.outcome = SX_TEST_FAILED;
    r.open.is_error = true;
    r.open.message = SX_STR("It did not end: the interpreter ended while it ran.");
    sx_report_add(report, &r.open, arena);
  }
  return sx_report_end(arena, err);
}
