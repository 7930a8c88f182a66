#include "reports_scene.h"

#include "harness.h"
#include "host/json.h"
#include "reports/test_stack.h"

sx_strs reports_folders(void) {
  static sx_str folder;
  folder = SX_STR("/work/project");
  return (sx_strs){.items = &folder, .len = 1, .cap = 1};
}

static void write_text(sx_buf *out, const char *label, sx_str text) {
  sx_str line;
  if (!text.len) return;
  sx_buf_addf(out, "  %s", label);
  for (bool is_first = true; sx_str_next_line(&text, &line); is_first = false)
    sx_buf_addf(out, "%s%.*s\n",
                is_first   ? (line.len ? ": " : ":")
                : line.len ? "    | "
                           : "    |",
                SX_STR_ARG(line));
}

static void write_place(sx_buf *out, const sx_test_case *test) {
  if (!test->file.len && !test->line) return;
  sx_buf_addf(out, "  at: %.*s", SX_STR_ARG(test->file));
  if (test->line) sx_buf_addf(out, ":%u", test->line);
  if (test->column) sx_buf_addf(out, ":%u", test->column);
  sx_buf_add_char(out, '\n');
}

static void write_flags(sx_buf *out, const sx_test_case *test) {
  if (test->is_error) sx_buf_add_text(out, " (error)");
  if (test->is_flaky) sx_buf_add_text(out, " (flaky)");
  if (test->is_todo) sx_buf_add_text(out, " (todo)");
  if (test->seconds >= 0) sx_buf_add_text(out, " (timed)");
  sx_buf_add_char(out, '\n');
}

static sx_status write_case(sx_buf *out, const char *outcome, const sx_test_case *test) {
  sx_strs folders = reports_folders();
  sx_str stack = SX_STR("");
  sx_buf_add_text(out, outcome);
  for (size_t i = 0; i < test->groups.len; i++)
    sx_buf_addf(out, " %.*s >", SX_STR_ARG(test->groups.items[i]));
  sx_buf_addf(out, " %.*s", SX_STR_ARG(test->name));
  write_flags(out, test);
  write_place(out, test);
  write_text(out, "message", test->message);
  if (test->has_expected) {
    write_text(out, "expected", test->expected.len ? test->expected : SX_STR("(empty)"));
    write_text(out, "received", test->received.len ? test->received : SX_STR("(empty)"));
  }
  if (test->stack.len) {
    sx_status status =
        sx_test_stack_cut(&stack, test->stack, &folders, 5, sx_test_arena(), sx_test_err());
    if (status) return status;
  }
  write_text(out, "stack", stack);
  write_text(out, "output", test->output);
  return out->status;
}

sx_status reports_write(sx_buf *out, sx_test_report *report) {
  static const char *const outcomes[] = {"passed", "FAILED", "skipped"};
  sx_strs folders = reports_folders();
  sx_status status = SX_OK;
  sx_test_report_locate(report, &folders);
  for (size_t i = 0; i < report->cases.len && !status; i++)
    status = write_case(out, outcomes[report->cases.items[i].outcome], &report->cases.items[i]);
  for (size_t i = 0; i < report->broken.len && !status; i++)
    status = write_case(out, "BROKEN", &report->broken.items[i]);
  if (status) return status;
  sx_buf_addf(out, "time: %s%s\n", report->seconds < 0 ? "unknown" : "known",
              report->is_cut ? ", cut" : "");
  return out->status ? out->status : sx_test_arena()->status;
}

bool reports_format(sx_str name, sx_test_format *format) {
#define SX_TEST_FORMAT_NAME(value, end)                                                            \
  if (sx_str_is_equal(name, SX_STR(#end))) {                                                       \
    *format = SX_TEST_FORMAT_##value;                                                              \
    return true;                                                                                   \
  }
  SX_TEST_FORMAT_MAP(SX_TEST_FORMAT_NAME)
#undef SX_TEST_FORMAT_NAME
  return false;
}
