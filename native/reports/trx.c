#include "reports/test_report.h"

#include "base/map.h"
#include "reports/report_parts.h"
#include "reports/xml.h"

/* TRX, the results of `dotnet test`: the classes of tests stand after their results. */

typedef struct result {
  size_t test; /* in the report's cases */
  sx_str id;
} result;

typedef struct reading {
  sx_test_report *report;
  sx_arena *arena;
  sx_str root;
  SX_ARRAY(result) results;
  sx_map classes; /* id -> index in `names` */
  sx_strs names;
  sx_test_case one;
  sx_str one_id, definition_id, message;
  size_t depth; /* of the open result; 0: none */
  bool is_trx, is_run_error;
} reading;

static bool is_name(sx_str name, const char *wanted) {
  return sx_str_is_equal(name, sx_str_from(wanted));
}

/* 00:01:02.5000000 */
static double duration(sx_str text) {
  double seconds = 0;
  if (!text.len) return -1;
  for (int part = 0; part < 3; part++) {
    size_t colon = sx_str_find_char(text, ':', 0);
    double value = sx_report_seconds(sx_str_slice(text, 0, colon));
    if (value < 0) return -1;
    seconds = seconds * 60 + value;
    if (colon == SX_STR_NONE) return seconds;
    text = sx_str_slice(text, colon + 1, text.len);
  }
  return seconds;
}

static void set_outcome(sx_test_case *test, sx_str outcome) {
  static const char *const passed[] = {"Passed", "Completed", "Warning", "PassedButRunAborted"};
  static const char *const skipped[] = {"NotExecuted", "Inconclusive", "NotRunnable", "Pending",
                                        ""};
  test->outcome = SX_TEST_FAILED;
  for (size_t i = 0; i < sizeof passed / sizeof *passed; i++)
    if (sx_str_is_equal(outcome, sx_str_from(passed[i]))) test->outcome = SX_TEST_PASSED;
  for (size_t i = 0; i < sizeof skipped / sizeof *skipped; i++)
    if (sx_str_is_equal(outcome, sx_str_from(skipped[i]))) test->outcome = SX_TEST_SKIPPED;
  test->is_error = test->outcome == SX_TEST_FAILED && !sx_str_is_equal(outcome, SX_STR("Failed"));
  if (test->is_error) test->message = outcome; /* Timeout, Aborted, … until there is a better one */
}

static void on_start(void *arg, sx_str name, const sx_xml_attributes *attributes, size_t depth) {
  reading *r = arg;
  if (depth == 1) {
    r->root = sx_report_name(name, r->arena);
    r->is_trx = is_name(name, "TestRun");
  }
  if (!r->is_trx) return;
  if (is_name(name, "UnitTestResult") && !r->depth) {
    r->depth = depth;
    r->one = sx_report_case();
    r->one.name = sx_report_name(sx_xml_attribute(attributes, "testName"), r->arena);
    r->one.seconds = duration(sx_xml_attribute(attributes, "duration"));
    r->one_id = sx_arena_dup(r->arena, sx_xml_attribute(attributes, "testId"));
    set_outcome(&r->one, sx_report_name(sx_xml_attribute(attributes, "outcome"), r->arena));
  } else if (is_name(name, "UnitTest")) {
    r->definition_id = sx_arena_dup(r->arena, sx_xml_attribute(attributes, "id"));
  } else if (is_name(name, "TestMethod") && r->definition_id.len) {
    sx_str *added = SX_ARRAY_ADD(&r->names, r->arena);
    if (!added) return;
    *added = sx_report_name(sx_xml_attribute(attributes, "className"), r->arena);
    if (sx_map_put(&r->classes, r->definition_id, r->names.len - 1)) r->definition_id = SX_STR("");
  } else if (is_name(name, "RunInfo")) {
    r->is_run_error = is_name(sx_xml_attribute(attributes, "outcome"), "Error");
  }
}

static void end_result(reading *r) {
  r->depth = 0;
  size_t before = r->report->cases.len;
  if (r->one.outcome == SX_TEST_FAILED && !r->one.is_error)
    r->one.is_error =
        !sx_report_is_assertion(SX_STR(""), r->one.message) &&
        sx_str_find(sx_str_slice(r->one.message, 0, 200), SX_STR("Exception :"), 0) != SX_STR_NONE;
  sx_report_add(r->report, &r->one, r->arena);
  sx_report_add_seconds(r->report, r->one.seconds);
  if (r->report->cases.len == before) return;
  result *added = SX_ARRAY_ADD(&r->results, r->arena);
  if (added) *added = (result){.test = before, .id = r->one_id};
}

static void end_run_info(reading *r) {
  sx_test_case broken = sx_report_case();
  if (!r->is_run_error || !r->message.len) return;
  broken.name = SX_STR("dotnet test");
  broken.message = r->message;
  sx_report_add_broken(r->report, &broken, r->arena);
}

static void on_end(void *arg, sx_str name, sx_str text, size_t depth) {
  reading *r = arg;
  if (!r->is_trx) return;
  if (r->depth && depth == r->depth) {
    end_result(r);
  } else if (r->depth && is_name(name, "Message")) {
    r->one.message = sx_report_text(text, SX_REPORT_TEXT_BYTES, r->arena);
  } else if (r->depth && is_name(name, "StackTrace")) {
    r->one.stack = sx_report_text(text, SX_REPORT_TEXT_BYTES, r->arena);
  } else if (r->depth && is_name(name, "StdOut")) {
    r->one.output = sx_report_text(text, SX_REPORT_OUTPUT_BYTES, r->arena);
  } else if (is_name(name, "Text")) {
    r->message = sx_report_text(text, SX_REPORT_TEXT_BYTES, r->arena);
  } else if (is_name(name, "RunInfo")) {
    end_run_info(r);
  }
}

/* Names of tests are often those with the class before them. */
static void name_classes(reading *r) {
  for (size_t i = 0; i < r->results.len; i++) {
    uint64_t at;
    sx_test_case *test = &r->report->cases.items[r->results.items[i].test];
    if (!sx_map_find(&r->classes, r->results.items[i].id, &at)) continue;
    sx_str class_name = r->names.items[at];
    sx_report_add_group(test, class_name, r->arena);
    bool has_class = sx_str_has_prefix(test->name, class_name) && class_name.len &&
                     sx_str_at(test->name, class_name.len) == '.';
    if (has_class) test->name = sx_str_slice(test->name, class_name.len + 1, test->name.len);
  }
}

sx_status sx_test_report_trx(sx_test_report *report, sx_str text, sx_arena *arena, sx_err *err) {
  reading r = {.report = report,
               .arena = arena,
               .root = SX_STR(""),
               .definition_id = SX_STR(""),
               .message = SX_STR("")};
  sx_xml_reader reader = {.arg = &r, .on_start = on_start, .on_end = on_end};
  sx_map_init(&r.classes, arena);
  sx_status status = sx_xml_read(&reader, text, &report->is_cut, err);
  if (status) return status;
  name_classes(&r);
  if (arena->status) return sx_report_end(arena, err);
  if (!r.is_trx)
    return sx_fail(err, SX_BAD_MESSAGE,
                   "It is not a TRX report: its root element is <%.*s>, not <TestRun>.",
                   SX_STR_ARG(r.root));
  return SX_OK;
}
