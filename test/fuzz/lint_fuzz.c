/*
 * Fuzz target: the report of any linter.
 *
 * Byte 0 chooses the format. Whatever was read has texts that lie in the input or in the arena, and
 * a status that a reader may have.
 */
#include "base/array.h"
#include "reports/lint_report.h"

#include <stdint.h>

#define MAX_BYTES 16384
#define ARENA_BYTES (64u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const sx_lint_reader readers[] = {
    sx_lint_read_eslint,     sx_lint_read_stylelint, sx_lint_read_biome, sx_lint_read_tsc,
    sx_lint_read_pylint,     sx_lint_read_flake8,    sx_lint_read_mypy,  sx_lint_read_ruff,
    sx_lint_read_golangci,   sx_lint_read_vet,       sx_lint_read_cargo, sx_lint_read_rubocop,
    sx_lint_read_shellcheck, sx_lint_read_clang,     sx_lint_read_sarif, sx_lint_read_checkstyle,
};

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

/* A sanitizer sees a text that is not there. */
static size_t sum_bytes(sx_str text) {
  size_t sum = 0;
  check(text.ptr != NULL);
  for (size_t i = 0; i < text.len; i++) sum += (unsigned char)text.ptr[i];
  return sum;
}

static void check_issue(const sx_lint_issue *issue) {
  const sx_str texts[] = {issue->file, issue->message, issue->rule, issue->source, issue->url};
  size_t sum = 0;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) sum += sum_bytes(texts[i]);
  check(sum != SIZE_MAX);
  check(issue->severity <= SX_LINT_INFORMATION && issue->unit <= SX_LINT_BYTES);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1 || size > MAX_BYTES) return 0;
  sx_str text = sx_str_make((const char *)data + 1, size - 1);
  sx_lint_reader read = readers[data[0] % (sizeof readers / sizeof *readers)];
  sx_lint_report report = {0};
  sx_err err;
  sx_arena arena;
  sx_arena_init(&arena, ARENA_BYTES);
  sx_status status = read(&report, text, &arena, &err);
  check(!status || status == SX_BAD_MESSAGE || status == SX_TOO_BIG);
  for (size_t i = 0; i < report.issues.len; i++) check_issue(&report.issues.items[i]);
  for (size_t i = 0; i < report.problems.len; i++) check(report.problems.items[i].ptr != NULL);
  sx_arena_release(&arena);
  return 0;
}
