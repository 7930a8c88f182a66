#include "base/utf8.h"
#include "commands/readable.h"
#include "run/lint.h"

#define TIMEOUT_MS 600000u
/* The length of a linter's own message, in whole lines. */
#define MAX_WHY_BYTES 900
#define MAX_EXIT 63

sx_status sx_lint_prepare(sx_lint_job *job, sx_err *err) {
  job->commands.len = 0;
  sx_status status = job->linter->write(job, err);
  if (!status && !job->commands.len && job->state == SX_LINT_WAITS) job->state = SX_LINT_NO_FILES;
  return status;
}

/* ---- one command --------------------------------------------------------------------------- */

static bool is_good_exit(const sx_linter *linter, int code) {
  if (code < 0) return false;
  if (code == linter->other_good_exit) return true;
  return code <= MAX_EXIT && (linter->good_exits >> code & 1);
}

/* Its own words: whole lines, without blank ones and colours. */
static sx_status take_words(sx_lint_job *job, sx_str text, sx_str *out, sx_err *err) {
  sx_buf readable, kept;
  sx_str line;
  sx_buf_init(&readable, SX_PROGRAM_MAX_BYTES);
  sx_buf_init(&kept, MAX_WHY_BYTES * 4);
  sx_str part = sx_str_slice(text, 0, MAX_WHY_BYTES * 8);
  sx_status status = sx_readable_add(job->call, part, &readable, err);
  sx_str rest = sx_buf_str(&readable);
  while (!status && kept.len < MAX_WHY_BYTES && sx_str_next_line(&rest, &line)) {
    line = sx_str_trim_end(line);
    if (!line.len) continue;
    size_t room = MAX_WHY_BYTES - kept.len;
    size_t cut = line.len < room ? line.len : sx_utf8_floor(line.ptr, line.len, room);
    sx_buf_addf(&kept, "%s%.*s%s", kept.len ? "\n" : "", SX_STR_ARG(sx_str_slice(line, 0, cut)),
                cut < line.len ? " …" : "");
  }
  *out = sx_buf_keep(&kept, job->call->arena);
  sx_buf_release(&readable);
  sx_status memory = job->call->arena->status;
  return status || !memory ? status : sx_fail(err, memory, NULL);
}

/* Programs that start others report in words that those are not there. */
static bool is_not_there(const sx_program_end *end) {
  static const char *const words[] = {
      "no such command: `clippy`",     "'cargo-clippy' is not installed",
      "bundler: command not found",    "Could not find gem",
      "Command not found: ",           "Failed to spawn: ",
      "couldn't be found in the $PATH"};
  for (size_t i = 0; i < sizeof words / sizeof *words && end->exit_code; i++)
    if (sx_str_find(end->err, sx_str_from(words[i]), 0) != SX_STR_NONE ||
        sx_str_find(end->out, sx_str_from(words[i]), 0) != SX_STR_NONE)
      return true;
  return false;
}

static sx_status fail(sx_lint_job *job, const sx_program_end *end, const char *otherwise,
                      sx_err *err) {
  job->state = SX_LINT_FAILED;
  sx_str words = sx_str_trim(end->err).len ? end->err : end->out;
  sx_status status = take_words(job, words, &job->why, err);
  if (status || job->why.len) return status;
  if (end->signal)
    job->why = sx_arena_printf(job->call->arena, "signal %d ended it.", end->signal);
  else
    job->why = sx_arena_printf(job->call->arena, "it ended with exit code %d and %s.",
                               end->exit_code, otherwise);
  return SX_OK;
}

/* By the end of a command, and by what could be read of its report. */
static sx_status judge(sx_lint_job *job, const sx_program_end *end, size_t found, bool is_read,
                       sx_err *err) {
  if (is_not_there(end)) {
    job->state = SX_LINT_NOT_INSTALLED;
    job->install = sx_lint_find_install(job);
    return SX_OK;
  }
  bool is_good = is_good_exit(job->linter, end->exit_code);
  if (is_read && is_good && (end->exit_code == 0 || found)) {
    if (job->state == SX_LINT_WAITS) job->state = SX_LINT_RAN;
    return SX_OK;
  }
  if (is_read && is_good && job->report.counts_files && !job->report.files) {
    if (job->state == SX_LINT_WAITS) job->state = SX_LINT_NO_FILES;
    return SX_OK;
  }
  return fail(job, end, "printed nothing", err);
}

/* Settings that it could not read, though it went on without them. */
static sx_status take_remarks(sx_lint_job *job, const sx_program_end *end, sx_err *err) {
  sx_str words;
  bool is_wanted = job->linter->has_remarks && job->state == SX_LINT_RAN;
  if (!is_wanted || !sx_str_trim(end->err).len) return SX_OK;
  sx_status status = take_words(job, end->err, &words, err);
  return status ? status : sx_strs_add_new(&job->report.problems, words, job->call->arena, err);
}

static sx_status read_report(sx_lint_job *job, const sx_program_end *end, sx_err *err) {
  sx_err reason = {0};
  size_t before = job->report.issues.len;
  sx_str text = job->linter->reads_both ? sx_program_both(job->call, end) : end->out;
  sx_status status = job->linter->read(&job->report, text, job->call->arena, &reason);
  if (status && status != SX_BAD_MESSAGE) return sx_fail(err, status, NULL);
  job->report.is_cut |= end->is_cut;
  if (status && end->is_cut) {
    job->state = SX_LINT_FAILED;
    job->why = SX_STR("its report is too large to be read. Name fewer files.");
    return SX_OK;
  }
  status = judge(job, end, job->report.issues.len - before, !status, err);
  return status ? status : take_remarks(job, end, err);
}

static sx_status run_command(sx_lint_job *job, size_t index, sx_program_end *end, sx_err *err) {
  const sx_program program = {
      .argv = job->commands.items[index], .folder = job->folder, .timeout_ms = TIMEOUT_MS};
  return sx_program_run(job->call, &program, end, err);
}

static sx_status take_end(sx_lint_job *job, const sx_program_end *end, sx_err *err) {
  if (!end->has_started) {
    job->state = SX_LINT_FAILED;
    job->why = end->why;
    return SX_OK;
  }
  if (end->is_timed_out) {
    job->state = SX_LINT_TIMED_OUT;
    return SX_OK;
  }
  return read_report(job, end, err);
}

/* ---- all of them --------------------------------------------------------------------------- */

static sx_status run_commands(sx_lint_job *job, bool *again, sx_err *err) {
  sx_program_end end = {0};
  sx_status status = SX_OK;
  *again = false;
  for (size_t i = 0; i < job->commands.len && !status; i++) {
    status = run_command(job, i, &end, err);
    bool may_try = !job->attempt && job->linter->is_unknown_option;
    if (!status && may_try && job->linter->is_unknown_option(&end)) {
      *again = true;
      return SX_OK;
    }
    if (!status) status = take_end(job, &end, err);
    if (job->state == SX_LINT_NOT_INSTALLED || job->state == SX_LINT_TIMED_OUT) break;
  }
  return status;
}

/* Without a file that it has checked, a report without issues means nothing. */
static void look_at_files(sx_lint_job *job) {
  bool has_none = job->report.counts_files && !job->report.files && !job->report.issues.len;
  if (job->state == SX_LINT_RAN && has_none) job->state = SX_LINT_NO_FILES;
}

sx_status sx_lint_job_run(sx_lint_job *job, sx_err *err) {
  bool again;
  sx_status status = run_commands(job, &again, err);
  if (!status && again) {
    job->attempt = 1;
    status = sx_lint_prepare(job, err);
    if (!status) status = run_commands(job, &again, err);
  }
  if (status == SX_DEADLINE) {
    job->state = SX_LINT_TIMED_OUT;
    status = SX_OK;
  }
  if (!status) look_at_files(job);
  return status;
}
