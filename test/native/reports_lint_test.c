#include "base/mem.h"
#include "harness.h"
#include "reports/lint_report.h"

typedef struct format {
  const char *name;
  sx_lint_reader read;
} format;

static const format formats[] = {
    {"eslint", sx_lint_read_eslint},
    {"stylelint", sx_lint_read_stylelint},
    {"biome", sx_lint_read_biome},
    {"tsc", sx_lint_read_tsc},
    {"pylint", sx_lint_read_pylint},
    {"flake8", sx_lint_read_flake8},
    {"mypy", sx_lint_read_mypy},
    {"ruff", sx_lint_read_ruff},
    {"golangci", sx_lint_read_golangci},
    {"vet", sx_lint_read_vet},
    {"cargo", sx_lint_read_cargo},
    {"rubocop", sx_lint_read_rubocop},
    {"shellcheck", sx_lint_read_shellcheck},
    {"clang", sx_lint_read_clang},
    {"sarif", sx_lint_read_sarif},
    {"checkstyle", sx_lint_read_checkstyle},
};

/* A title begins with the name of its format. */
static sx_lint_reader find_reader(sx_str title) {
  sx_str name = sx_str_slice(title, 0, sx_str_find_char(title, ':', 0));
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    if (sx_str_is_equal(name, sx_str_from(formats[i].name))) return formats[i].read;
  return NULL;
}

/* ---- what was read, as text ---------------------------------------------------------------- */

static void write_text(sx_buf *out, sx_str text) {
  for (size_t i = 0; i < text.len; i++)
    if (text.ptr[i] == '\n')
      sx_buf_add_text(out, "\\n");
    else
      sx_buf_add_char(out, text.ptr[i]);
}

static void write_issue(sx_buf *out, const sx_lint_issue *issue) {
  static const char *const severities[] = {"error", "warning", "information"};
  static const char *const units[] = {"", " characters", " bytes"};
  sx_buf_addf(out, "%.*s:%u:%u", SX_STR_ARG(issue->file), issue->line, issue->column);
  if (issue->end_line || issue->end_column)
    sx_buf_addf(out, "-%u:%u", issue->end_line, issue->end_column);
  sx_buf_addf(out, "%s %s %.*s", units[issue->unit], severities[issue->severity],
              SX_STR_ARG(issue->source));
  if (issue->rule.len) sx_buf_addf(out, " [%.*s]", SX_STR_ARG(issue->rule));
  sx_buf_add_text(out, ": ");
  write_text(out, issue->message);
  if (issue->url.len) sx_buf_addf(out, " <%.*s>", SX_STR_ARG(issue->url));
  sx_buf_add_char(out, '\n');
}

static void write_report(sx_buf *out, const sx_lint_report *report) {
  for (size_t i = 0; i < report->issues.len; i++) write_issue(out, &report->issues.items[i]);
  for (size_t i = 0; i < report->problems.len; i++) {
    sx_buf_add_text(out, "problem: ");
    write_text(out, report->problems.items[i]);
    sx_buf_add_char(out, '\n');
  }
  if (report->counts_files) sx_buf_addf(out, "files: %zu\n", report->files);
  if (report->is_cut) sx_buf_add_text(out, "is cut\n");
  if (!out->len) sx_buf_add_text(out, "nothing\n");
}

/* JSON without memory for it looks like JSON that is broken: it is read once more. */
static bool lacks_memory(sx_lint_reader read, sx_str input, sx_status status,
                         const sx_lint_report *report) {
  if (!sx_test_is_failing_allocations() || (!report->is_cut && status != SX_BAD_MESSAGE))
    return false;
  sx_lint_report again = {0};
  sx_err err = {0};
  void *memory = sx_malloc(1);
  sx_free(memory);
  return !memory || read(&again, input, sx_test_arena(), &err) != status ||
         again.is_cut != report->is_cut ||
         (status && strcmp(err.message, sx_test_err()->message) != 0) ||
         again.issues.len != report->issues.len;
}

static sx_status run_case(sx_str title, sx_str input, sx_buf *actual) {
  sx_lint_report report = {0};
  sx_lint_reader read = find_reader(title);
  if (!read) return sx_fail(sx_test_err(), SX_NOT_FOUND, "no format in the title");
  sx_status status = read(&report, input, sx_test_arena(), sx_test_err());
  if (lacks_memory(read, input, status, &report)) return SX_NOMEM;
  if (status == SX_BAD_MESSAGE)
    sx_buf_addf(actual, "bad_message: %s\n", sx_test_err()->message);
  else if (status)
    return status;
  write_report(actual, &report);
  return SX_OK;
}

SX_TEST(reads_reports_of_linters) {
  sx_test_corpus("lint", run_case);
}

/* ---- reports that end anywhere ------------------------------------------------------------- */

#define MAX_CUT_BYTES 6000

/* A report that is cut is shorter than the whole one, or an error: never more issues. */
static sx_status run_cut(sx_str title, sx_str input, sx_buf *actual) {
  sx_lint_report whole = {0};
  sx_lint_reader read = find_reader(title);
  if (!read) return SX_NOT_FOUND;
  sx_status status = read(&whole, input, sx_test_arena(), sx_test_err());
  size_t most = input.len < MAX_CUT_BYTES ? input.len : MAX_CUT_BYTES;
  for (size_t len = 0; len < most && (!status || status == SX_BAD_MESSAGE); len++) {
    sx_arena arena;
    sx_arena_init(&arena, (size_t)16 << 20);
    sx_lint_report report = {0};
    char *copy = sx_arena_alloc(&arena, len); /* so that a sanitizer sees reads past its end */
    if (!copy && len) return SX_NOMEM;
    if (len) memcpy(copy, input.ptr, len);
    status = read(&report, sx_str_make(copy, len), &arena, sx_test_err());
    bool is_more = report.issues.len > whole.issues.len + 1;
    sx_arena_release(&arena);
    if (is_more) return sx_fail(sx_test_err(), SX_INTERNAL, "more issues at byte %zu", len);
  }
  (void)actual;
  return status == SX_BAD_MESSAGE ? SX_OK : status;
}

static sx_status expect_nothing(sx_str title, sx_str input, sx_buf *actual) {
  sx_status status = run_cut(title, input, actual);
  return status ? status : run_case(title, input, actual);
}

SX_TEST(reports_may_end_anywhere) {
  if (sx_test_is_failing_allocations()) return;
  sx_test_corpus("lint", expect_nothing);
}

/* ---- other input --------------------------------------------------------------------------- */

SX_TEST(garbage_is_refused_or_empty) {
  size_t len = 200000;
  char *bytes = sx_test_memory(len);
  for (size_t i = 0; i < len; i++) bytes[i] = "{[\n:(\t)1,\"]} \xff"[sx_test_below(14)];
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    sx_lint_report report = {0};
    sx_status status =
        formats[i].read(&report, sx_str_make(bytes, len), sx_test_arena(), sx_test_err());
    if (status != SX_BAD_MESSAGE) SX_EXPECT_OK(status);
    SX_EXPECT(report.issues.len < len);
  }
}

SX_TEST(several_reports_add_up) {
  if (sx_test_is_failing_allocations()) return;
  sx_lint_report report = {0};
  sx_str one = SX_STR("[{\"filePath\":\"a\",\"messages\":[{\"message\":\"m\",\"line\":1}]}]");
  for (size_t i = 1; i <= 3; i++) {
    SX_EXPECT_OK(sx_lint_read_eslint(&report, one, sx_test_arena(), sx_test_err()));
    SX_EXPECT_SIZE(report.issues.len, i);
    SX_EXPECT_SIZE(report.files, i);
  }
}

SX_SUITE(reports_lint_test, SX_CASE(reads_reports_of_linters),
         SX_LONG_CASE(reports_may_end_anywhere), SX_CASE(garbage_is_refused_or_empty),
         SX_CASE(several_reports_add_up));
