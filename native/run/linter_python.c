#include "base/folder.h"
#include "run/lint_files.h"
#include "run/linters.h"
#include "workspace/paths.h"
#include "workspace/workspace_files.h"

#define MAX_FILES 20000

static bool is_environment(const sx_lint_job *job, sx_str top) {
  return sx_lint_has_file(job->call, sx_path_join(job->call, job->folder, top), "pyvenv.cfg");
}

/*
 * Linters of Python check what they are given and all below it, also what git ignores, such as a
 * virtual environment. So they are given the files and folders at the top that have code of the
 * project.
 */
static sx_status add_top(sx_lint_job *job, sx_err *err) {
  sx_strs files = {0}, tops = {0};
  sx_str last = SX_STR("");
  bool is_cut;
  sx_status status =
      sx_workspace_files(job->call, SX_STR("**/*.{py,pyi}"), MAX_FILES, &files, &is_cut, err);
  for (size_t i = 0; i < files.len && !status; i++) {
    sx_str path = files.items[i];
    if (!sx_folder_has(job->folder, path)) continue;
    size_t end = sx_folder_next(path, job->folder.len + 1);
    sx_str top = sx_str_slice(path, job->folder.len + 1, end);
    bool is_last = sx_str_is_equal(last, top);
    last = top;
    if (!is_last && !is_environment(job, top))
      status = sx_strs_add_new(&tops, top, job->call->arena, err);
  }
  for (size_t i = 0; i < tops.len; i++)
    sx_linter_add(job, sx_str_at(tops.items[i], 0) == '-'
                           ? sx_arena_printf(job->call->arena, "./%.*s", SX_STR_ARG(tops.items[i]))
                           : tops.items[i]);
  if (!tops.len) job->commands.len = 0; /* there is nothing to check */
  return status;
}

static sx_status add_targets(sx_lint_job *job, sx_err *err) {
  for (size_t i = 0; i < job->paths.len; i++) sx_linter_add(job, job->paths.items[i]);
  sx_status status = job->paths.len ? SX_OK : add_top(job, err);
  return status ? status : sx_linter_end(job, err);
}

sx_status sx_linter_write_pylint(sx_lint_job *job, sx_err *err) {
  sx_linter_begin(job);
  sx_linter_add_words(job, (const char *const[]){"--output-format=json", "--recursive=y", NULL});
  return add_targets(job, err);
}

sx_status sx_linter_write_flake8(sx_lint_job *job, sx_err *err) {
  sx_linter_begin(job);
  sx_linter_add_text(job, "--format=" SX_LINT_FLAKE8_FORMAT);
  return add_targets(job, err);
}

/* Its settings may name what it is to check, and then it takes that without being given any. */
static bool has_own_files(const sx_lint_job *job) {
  static const char *const names[] = {"files", "packages", "modules"};
  sx_str line;
  bool is_in_section = false;
  if (!job->config.len) return false;
  sx_str text =
      sx_lint_read_text(job->call, job->folder, sx_arena_dup(job->call->arena, job->config).ptr);
  while (sx_str_next_line(&text, &line)) {
    line = sx_str_trim(line);
    if (sx_str_at(line, 0) == '[')
      is_in_section =
          sx_str_is_equal(line, SX_STR("[mypy]")) || sx_str_is_equal(line, SX_STR("[tool.mypy]"));
    for (size_t i = 0; is_in_section && i < 3; i++) {
      sx_str name = sx_str_from(names[i]);
      size_t at = sx_str_has_prefix(line, name) ? sx_str_skip_blanks(line, name.len) : 0;
      if (at && (sx_str_at(line, at) == '=' || sx_str_at(line, at) == ':')) return true;
    }
  }
  return false;
}

/* JSON came with mypy 1.11. */
sx_status sx_linter_write_mypy(sx_lint_job *job, sx_err *err) {
  sx_linter_begin(job);
  if (!job->attempt)
    sx_linter_add_words(job, (const char *const[]){"--output", "json", "--no-error-summary", NULL});
  else
    sx_linter_add_words(job, (const char *const[]){"--show-error-end", "--show-error-codes",
                                                   "--no-color-output", "--no-pretty",
                                                   "--no-error-summary", NULL});
  if (!job->paths.len && has_own_files(job)) return sx_linter_end(job, err);
  return add_targets(job, err);
}

/* Without a file it ends as if it had found no issue. */
static sx_status look_for_any(sx_lint_job *job, sx_err *err) {
  sx_strs files = {0};
  bool is_cut;
  sx_status status =
      sx_workspace_files(job->call, SX_STR("**/*.{py,pyi,ipynb}"), MAX_FILES, &files, &is_cut, err);
  for (size_t i = 0; i < files.len && !status; i++)
    if (sx_folder_has(job->folder, files.items[i])) return SX_OK;
  if (!status && !is_cut) job->commands.len = 0;
  return status;
}

sx_status sx_linter_write_ruff(sx_lint_job *job, sx_err *err) {
  sx_linter_begin(job);
  sx_linter_add_words(job,
                      (const char *const[]){"check", "--output-format", "json", "--no-fix", NULL});
  for (size_t i = 0; i < job->paths.len; i++) sx_linter_add(job, job->paths.items[i]);
  if (!job->paths.len) sx_linter_add_text(job, ".");
  sx_status status = job->paths.len ? SX_OK : look_for_any(job, err);
  return status ? status : sx_linter_end(job, err);
}
