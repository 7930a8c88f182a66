#include "reports/test_report.h"

#include "reports/report_parts.h"

void sx_test_report_init(sx_test_report *report) {
  *report = (sx_test_report){.seconds = -1};
}

sx_status sx_test_report_read(sx_test_report *report, sx_test_format format, sx_str text,
                              sx_arena *arena, sx_err *err) {
  switch (format) {
#define SX_TEST_FORMAT_CASE(name, end)                                                             \
  case SX_TEST_FORMAT_##name: return sx_test_report_##end(report, text, arena, err);
    SX_TEST_FORMAT_MAP(SX_TEST_FORMAT_CASE)
#undef SX_TEST_FORMAT_CASE
  case SX_TEST_FORMAT_COUNT: break;
  }
  return sx_fail(err, SX_INVALID_ARGUMENT, "The format of the report is not known.");
}

sx_test_case sx_report_case(void) {
  return (sx_test_case){.name = SX_STR(""),
                        .file = SX_STR(""),
                        .seconds = -1,
                        .message = SX_STR(""),
                        .stack = SX_STR(""),
                        .expected = SX_STR(""),
                        .received = SX_STR(""),
                        .output = SX_STR("")};
}

void sx_report_add_group(sx_test_case *test, sx_str name, sx_arena *arena) {
  sx_str *group = name.len ? SX_ARRAY_ADD(&test->groups, arena) : NULL;
  if (group) *group = name;
}

void sx_report_add(sx_test_report *report, const sx_test_case *test, sx_arena *arena) {
  if (!test->name.len && !test->groups.len) return;
  sx_test_case *added = SX_ARRAY_ADD(&report->cases, arena);
  if (!added) return;
  *added = *test;
  if (!added->name.len) added->name = added->groups.items[--added->groups.len];
  if (added->outcome != SX_TEST_FAILED) return;
  if (!added->has_expected) sx_report_compare(added, arena);
}

void sx_report_add_broken(sx_test_report *report, const sx_test_case *test, sx_arena *arena) {
  sx_test_case *added = SX_ARRAY_ADD(&report->broken, arena);
  if (!added) return;
  *added = *test;
  added->outcome = SX_TEST_FAILED;
  added->is_error = true;
}

void sx_report_add_seconds(sx_test_report *report, double seconds) {
  if (!(seconds >= 0)) return;
  report->seconds = report->seconds < 0 ? seconds : report->seconds + seconds;
}

sx_status sx_report_end(const sx_arena *arena, sx_err *err) {
  return arena->status ? sx_fail(err, arena->status, NULL) : SX_OK;
}
