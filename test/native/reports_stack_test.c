/* Frames of stacks, and what messages show of a comparison. */
#include "harness.h"
#include "reports/report_parts.h"
#include "reports/test_stack.h"
#include "reports_scene.h"

/* Each line, as a frame: file:line:column, function, and whose it is. */
static sx_status read_frames(sx_str title, sx_str input, sx_buf *actual) {
  sx_strs folders = reports_folders();
  sx_str line;
  (void)title;
  while (sx_str_next_line(&input, &line)) {
    sx_test_frame frame;
    if (!sx_test_frame_read(&frame, line)) {
      sx_buf_add_text(actual, "-\n");
      continue;
    }
    sx_buf_addf(actual, "%.*s:%u", SX_STR_ARG(frame.file), frame.line);
    if (frame.column) sx_buf_addf(actual, ":%u", frame.column);
    sx_buf_addf(actual, " [%.*s] %s\n", SX_STR_ARG(frame.function),
                sx_test_frame_is_own(&frame, &folders) ? "own" : "library");
  }
  return SX_OK;
}

SX_TEST(frames) {
  sx_test_corpus("reports_frames", read_frames);
}

static sx_status read_cuts(sx_str title, sx_str input, sx_buf *actual) {
  sx_strs folders = reports_folders();
  sx_str cut;
  (void)title;
  sx_status status = sx_test_stack_cut(&cut, input, &folders, 2, sx_test_arena(), sx_test_err());
  sx_buf_addf(actual, "%.*s\n", SX_STR_ARG(cut.len ? cut : SX_STR("(none)")));
  return status;
}

SX_TEST(cuts) {
  sx_test_corpus("reports_stacks", read_cuts);
}

static sx_status read_messages(sx_str title, sx_str input, sx_buf *actual) {
  sx_test_case test = sx_report_case();
  (void)title;
  test.message = sx_str_trim_end(input);
  sx_report_compare(&test, sx_test_arena());
  if (!test.has_expected)
    sx_buf_add_text(actual, "(none)\n");
  else
    sx_buf_addf(actual, "%.*s\n<>\n%.*s\n", SX_STR_ARG(test.expected), SX_STR_ARG(test.received));
  return sx_test_arena()->status;
}

SX_TEST(comparisons) {
  sx_test_corpus("reports_compare", read_messages);
}

SX_SUITE(reports_stack_test, SX_CASE(frames), SX_CASE(cuts), SX_CASE(comparisons));
