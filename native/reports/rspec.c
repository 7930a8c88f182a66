#include "reports/test_report.h"

#include "host/json.h"
#include "reports/report_json.h"
#include "reports/report_parts.h"

/* RSpec's formatter `json`. */

static void read_exception(sx_test_case *test, const cJSON *exception, sx_arena *arena) {
  const cJSON *frame;
  sx_buf stack;
  sx_buf_init(&stack, SX_REPORT_TEXT_BYTES);
  cJSON_ArrayForEach (frame, sx_json_get(exception, "backtrace")) {
    if (!cJSON_IsString(frame)) continue;
    sx_buf_addf(&stack, "%s\n", frame->valuestring);
  }
  test->stack = sx_report_text(sx_buf_str(&stack), SX_REPORT_TEXT_BYTES, arena);
  if (stack.status == SX_NOMEM) arena->status = SX_NOMEM;
  sx_buf_release(&stack);
  sx_str type = sx_report_json_name(exception, "class", arena);
  sx_str message = sx_report_json_text(exception, "message", arena);
  test->is_error = !sx_report_is_assertion(type, SX_STR(""));
  test->message = test->is_error && type.len
                      ? sx_arena_printf(arena, "%.*s: %.*s", SX_STR_ARG(type), SX_STR_ARG(message))
                      : message;
}

static void read_example(sx_test_report *report, const cJSON *item, sx_arena *arena) {
  sx_test_case test = sx_report_case();
  sx_str full = sx_report_json_name(item, "full_description", arena);
  sx_str status = sx_report_json_name(item, "status", arena);
  const cJSON *exception = sx_json_get(item, "exception");
  test.name = sx_report_json_name(item, "description", arena);
  if (!status.len || !full.len) return;
  if (!test.name.len) test.name = full;
  if (sx_str_has_suffix(full, test.name) && full.len > test.name.len)
    sx_report_add_group(&test, sx_str_trim(sx_str_slice(full, 0, full.len - test.name.len)), arena);
  test.file = sx_report_json_name(item, "file_path", arena);
  test.line = sx_json_get_u32(item, "line_number");
  test.seconds = sx_report_json_seconds(item, "run_time", 1);
  test.message = sx_report_json_text(item, "pending_message", arena);
  if (sx_str_is_equal(status, SX_STR("failed"))) {
    test.outcome = SX_TEST_FAILED;
    read_exception(&test, exception, arena);
  } else if (sx_str_is_equal(status, SX_STR("pending"))) {
    test.outcome = SX_TEST_SKIPPED;
    test.is_todo = sx_str_has_fold(test.message, SX_STR("not yet implemented"));
  }
  sx_report_add(report, &test, arena);
}

/* The file of a message such as "An error occurred while loading ./spec/a_spec.rb.". */
static sx_str loaded_file(sx_str message) {
  sx_str mark = SX_STR("while loading ");
  size_t at = sx_str_find(message, mark, 0);
  if (at == SX_STR_NONE) return SX_STR("");
  sx_str line = sx_str_slice(message, at + mark.len, sx_str_find_char(message, '\n', at));
  return sx_str_has_suffix(line, SX_STR(".")) ? sx_str_slice(line, 0, line.len - 1) : line;
}

static void read_message(sx_test_report *report, const cJSON *item, sx_arena *arena) {
  sx_test_case broken = sx_report_case();
  if (!cJSON_IsString(item)) return;
  sx_str text = sx_report_text(sx_str_from(item->valuestring), SX_REPORT_TEXT_BYTES, arena);
  if (sx_str_find(text, SX_STR("rror"), 0) == SX_STR_NONE) return; /* a remark, not an error */
  broken.file = loaded_file(text);
  broken.name = broken.file.len ? broken.file : SX_STR("rspec");
  sx_report_split(text, &broken.message, &broken.stack);
  sx_report_add_broken(report, &broken, arena);
}

sx_status sx_test_report_rspec(sx_test_report *report, sx_str text, sx_arena *arena, sx_err *err) {
  cJSON *root;
  const cJSON *item;
  sx_status status = sx_report_json_read(&root, text, "examples", &report->is_cut, err);
  if (status) return status;
  const cJSON *summary = sx_json_get(root, "summary");
  bool has_errors = sx_json_get_u32(summary, "errors_outside_of_examples_count") > 0;
  cJSON_ArrayForEach (item, sx_json_get(root, "examples")) {
    read_example(report, item, arena);
  }
  cJSON_ArrayForEach (item, sx_json_get(root, "messages")) {
    if (has_errors) read_message(report, item, arena);
  }
  sx_report_add_seconds(report, sx_report_json_seconds(summary, "duration", 1));
  cJSON_Delete(root);
  return sx_report_end(arena, err);
}
