/*
 * Fuzz target: reports of test runners. Byte 0 chooses the format.
 *
 * A reader ends with a report or an error; what it read is valid text, lies in memory of its own,
 * and can be located and cut.
 */
#include "base/utf8.h"
#include "host/json.h"
#include "reports/test_report.h"
#include "reports/test_stack.h"

#include <stdint.h>

#define MAX_BYTES 16384
#define ARENA_BYTES ((size_t)64 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

static size_t text_bytes;

static void check_text(sx_str text) {
  check(text.ptr != NULL);
  check(sx_utf8_is_valid(text.ptr, text.len));
  check(!memchr(text.ptr, '\x1b', text.len));
  text_bytes += text.len;
}

static void check_case(const sx_test_case *test, const sx_strs *folders, sx_arena *arena) {
  sx_str cut;
  check_text(test->name);
  check_text(test->file);
  check_text(test->message);
  check_text(test->stack);
  check_text(test->output);
  check(test->outcome <= SX_TEST_SKIPPED);
  check(test->seconds >= -1);
  if (test->has_expected) {
    check(test->expected.ptr && test->received.ptr);
    text_bytes += test->expected.len + test->received.len;
  }
  for (size_t i = 0; i < test->groups.len; i++) check_text(test->groups.items[i]);
  sx_status status = sx_test_stack_cut(&cut, test->stack, folders, 3, arena, NULL);
  check(status == SX_OK || status == SX_TOO_BIG);
}

static void check_cases(const sx_test_cases *cases, const sx_strs *folders, sx_arena *arena) {
  for (size_t i = 0; i < cases->len; i++) check_case(&cases->items[i], folders, arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  sx_arena arena;
  sx_test_report report;
  sx_str folder = SX_STR("/work/project");
  sx_strs folders = {&folder, 1, 1};
  if (size < 1 || size > MAX_BYTES) return 0;
  sx_json_init();
  sx_arena_init(&arena, ARENA_BYTES);
  sx_test_report_init(&report);
  sx_test_format format = (sx_test_format)(data[0] % SX_TEST_FORMAT_COUNT);
  /* Nothing that was read may lie in the input. */
  char *copy = malloc(size);
  check(copy != NULL);
  memcpy(copy, data + 1, size - 1);
  sx_str text = sx_str_make(copy, size - 1);
  sx_status status = sx_test_report_read(&report, format, text, &arena, NULL);
  check(status == SX_OK || status == SX_BAD_MESSAGE || status == SX_TOO_BIG);
  free(copy);
  sx_test_report_locate(&report, &folders);
  check_cases(&report.cases, &folders, &arena);
  check_cases(&report.broken, &folders, &arena);
  sx_arena_release(&arena);
  return 0;
}
