/* Reports of test runners: recordings of the real tools, cut and damaged ones. */
#include "harness.h"
#include "host/json.h"
#include "reports/test_report.h"
#include "reports/test_stack.h"
#include "reports_scene.h"

/* A line `format path`; several lines add up to one report. */
static sx_status read_recordings(sx_str title, sx_str input, sx_buf *actual) {
  sx_test_report report;
  sx_str line;
  (void)title;
  sx_test_report_init(&report);
  while (sx_str_next_line(&input, &line)) {
    sx_test_format format;
    size_t blank = sx_str_find_char(line, ' ', 0);
    if (blank == SX_STR_NONE || !reports_format(sx_str_slice(line, 0, blank), &format))
      return SX_INVALID_ARGUMENT;
    sx_str path = sx_str_slice(line, blank + 1, line.len);
    char full[512];
    snprintf(full, sizeof full, "corpus/reports/%.*s", SX_STR_ARG(path));
    sx_status status =
        sx_test_report_read(&report, format, sx_test_file(full), sx_test_arena(), sx_test_err());
    if (status == SX_NOMEM) return status;
    if (status) sx_buf_addf(actual, "error: %s\n", sx_test_err()->message);
  }
  return reports_write(actual, &report);
}

SX_TEST(recordings) {
  sx_json_init();
  sx_test_corpus("reports", read_recordings);
}

/* Small texts of all formats, in the line after their format's name. */
static sx_status read_texts(sx_str title, sx_str input, sx_buf *actual) {
  sx_test_report report;
  sx_test_format format;
  sx_str name = sx_str_slice(title, 0, sx_str_find_char(title, ' ', 0));
  sx_test_report_init(&report);
  if (!reports_format(name, &format)) return SX_INVALID_ARGUMENT;
  sx_status status = sx_test_report_read(&report, format, input, sx_test_arena(), sx_test_err());
  if (status == SX_NOMEM) return status;
  if (status) sx_buf_addf(actual, "error: %s\n", sx_test_err()->message);
  return reports_write(actual, &report);
}

SX_TEST(texts) {
  sx_json_init();
  sx_test_corpus("reports_text", read_texts);
}

SX_SUITE(reports_test, SX_CASE(recordings), SX_CASE(texts));
