#include "reports/junit_parts.h"
#include "reports/xml.h"

/* JUnit's XML: the elements. Their meaning for each runner is in junit_case.c. */

typedef struct reading {
  sx_test_report *report;
  sx_arena *arena;
  sx_junit_suite suites[SX_JUNIT_MAX_SUITES];
  size_t suite_count;
  sx_junit_case one;
  size_t case_depth; /* 0: none is open */
  sx_junit_problem problem;
  bool is_junit, has_root_time;
  sx_str root;
} reading;

static bool is_name(sx_str name, const char *wanted) {
  return sx_str_is_equal(name, sx_str_from(wanted));
}

static sx_str copy(reading *r, const sx_xml_attributes *attributes, const char *name) {
  return sx_report_name(sx_xml_attribute(attributes, name), r->arena);
}

static void start_suite(reading *r, const sx_xml_attributes *attributes, size_t depth) {
  double seconds = sx_report_seconds(sx_xml_attribute(attributes, "time"));
  bool is_outermost = !r->suite_count;
  if (is_outermost && !r->has_root_time) sx_report_add_seconds(r->report, seconds);
  if (r->suite_count == SX_JUNIT_MAX_SUITES) return;
  r->suites[r->suite_count++] = (sx_junit_suite){
      .name = copy(r, attributes, "name"), .file = copy(r, attributes, "file"), .depth = depth};
}

static void start_root(reading *r, sx_str name, const sx_xml_attributes *attributes) {
  r->root = sx_report_name(name, r->arena);
  r->is_junit = is_name(name, "testsuites") || is_name(name, "testsuite");
  if (!is_name(name, "testsuites") || !sx_xml_has_attribute(attributes, "time")) return;
  r->has_root_time = true;
  sx_report_add_seconds(r->report, sx_report_seconds(sx_xml_attribute(attributes, "time")));
}

static void start_case(reading *r, const sx_xml_attributes *attributes, size_t depth) {
  size_t at = 0;
  sx_str class_name = copy(r, attributes, "classname");
  r->case_depth = depth;
  r->one = (sx_junit_case){
      .name = copy(r, attributes, "name"),
      .class_name = class_name.len ? class_name : copy(r, attributes, "class"),
      .file = copy(r, attributes, "file"),
      .status = copy(r, attributes, "status"),
      .line = sx_report_number(sx_xml_attribute(attributes, "line"), &at),
      .seconds = sx_report_seconds(sx_xml_attribute(attributes, "time")),
      .problem = {SX_STR(""), SX_STR(""), SX_STR("")},
      .output = SX_STR(""),
  };
  if (!r->one.file.len) r->one.file = copy(r, attributes, "filepath");
}

static void start_problem(reading *r, const sx_xml_attributes *attributes) {
  r->problem = (sx_junit_problem){
      .message =
          sx_report_text(sx_xml_attribute(attributes, "message"), SX_REPORT_TEXT_BYTES, r->arena),
      .type = copy(r, attributes, "type"),
      .text = SX_STR(""),
  };
}

static bool is_problem(sx_str name) {
  return is_name(name, "failure") || is_name(name, "error") || is_name(name, "skipped");
}

static bool is_flaky(sx_str name) {
  return is_name(name, "flakyFailure") || is_name(name, "flakyError");
}

static void on_start(void *arg, sx_str name, const sx_xml_attributes *attributes, size_t depth) {
  reading *r = arg;
  if (depth == 1) start_root(r, name, attributes);
  if (!r->is_junit) return;
  if (is_name(name, "testsuite")) {
    start_suite(r, attributes, depth);
  } else if (is_name(name, "testcase")) {
    start_case(r, attributes, depth);
  } else if (is_problem(name)) {
    start_problem(r, attributes);
  } else if (r->case_depth && is_flaky(name)) {
    r->one.is_flaky = true;
  }
}

/* The first problem counts: what a test's end adds is seldom the reason. */
static void end_problem(reading *r, sx_str name, sx_str text) {
  r->problem.text = sx_report_text(text, SX_REPORT_TEXT_BYTES, r->arena);
  bool is_skipped = is_name(name, "skipped");
  if (r->case_depth) {
    bool is_todo = r->one.is_skipped && sx_str_is_equal(r->one.problem.type, SX_STR("todo"));
    if (is_skipped && !r->one.has_problem) r->one.is_skipped = true;
    if (r->one.has_problem || is_todo) return; /* node:test: known to fail */
    r->one.problem = r->problem;
    if (is_skipped) return;
    r->one.has_problem = true;
    r->one.is_error = is_name(name, "error");
  } else if (!is_skipped && r->suite_count) {
    const sx_junit_suite *suite = &r->suites[r->suite_count - 1];
    sx_junit_add_broken(r->report, suite->name, suite->file, &r->problem, r->arena);
  }
}

static void add_output(reading *r, sx_str text) {
  sx_str output = sx_report_text(text, SX_REPORT_OUTPUT_BYTES, r->arena);
  if (!r->one.output.len) {
    r->one.output = output;
  } else if (output.len) {
    r->one.output =
        sx_arena_printf(r->arena, "%.*s\n%.*s", SX_STR_ARG(r->one.output), SX_STR_ARG(output));
  }
}

static void end_case(reading *r) {
  r->case_depth = 0;
  sx_junit_add(r->report, &r->one, r->suites, r->suite_count, r->arena);
}

static void on_end(void *arg, sx_str name, sx_str text, size_t depth) {
  reading *r = arg;
  if (!r->is_junit) return;
  if (r->case_depth && depth == r->case_depth) {
    end_case(r);
  } else if (is_name(name, "testsuite")) {
    if (r->suite_count && r->suites[r->suite_count - 1].depth == depth) r->suite_count--;
  } else if (is_problem(name)) {
    end_problem(r, name, text);
  } else if (r->case_depth && (is_name(name, "system-out") || is_name(name, "system-err"))) {
    /* Those of a case alone, not those within a rerun. */
    if (depth == r->case_depth + 1) add_output(r, text);
  }
}

sx_status sx_test_report_junit(sx_test_report *report, sx_str text, sx_arena *arena, sx_err *err) {
  reading r = {.report = report, .arena = arena, .root = SX_STR("")};
  sx_xml_reader reader = {.arg = &r, .on_start = on_start, .on_end = on_end};
  sx_status status = sx_xml_read(&reader, text, &report->is_cut, err);
  if (status) return status;
  if (arena->status) return sx_report_end(arena, err);
  if (!r.is_junit)
    return sx_fail(err, SX_BAD_MESSAGE,
                   "It is not a JUnit report: its root element is <%.*s>, not <testsuites>.",
                   SX_STR_ARG(r.root));
  return SX_OK;
}
