#include "os/file.h"
#include "run/lint.h"
#include "workspace/paths.h"

#define MAX_REPORT_BYTES ((size_t)64 << 20)

/* It has no command line: nothing is run. */
static const char *const no_names[] = {NULL};
static const sx_linter_mark no_marks[] = {{NULL, NULL}};
static const sx_linter sarif = {.name = "report",
                                .title = "The report",
                                .configs = no_names,
                                .marks = no_marks,
                                .endings = no_names,
                                .read = sx_lint_read_sarif};
static const sx_linter checkstyle = {.name = "report",
                                     .title = "The report",
                                     .configs = no_names,
                                     .marks = no_marks,
                                     .endings = no_names,
                                     .read = sx_lint_read_checkstyle};

/* NULL: it is not a report. */
static const sx_linter *find_form(sx_str path) {
  sx_str name = sx_path_name(path);
  if (sx_str_has_suffix(name, SX_STR(".sarif")) || sx_str_has_suffix(name, SX_STR(".sarif.json")))
    return &sarif;
  bool is_checkstyle =
      sx_str_has_fold(name, SX_STR("checkstyle")) && sx_str_has_suffix(name, SX_STR(".xml"));
  return is_checkstyle ? &checkstyle : NULL;
}

bool sx_lint_is_report(sx_str path) {
  return find_form(path) != NULL;
}

static sx_status read_file(sx_lint_job *job, sx_str path, sx_err *err) {
  sx_str text;
  sx_err reason = {0};
  sx_arena *arena = job->call->arena;
  sx_status status = sx_file_read(&text, path, MAX_REPORT_BYTES, arena, &reason);
  if (!status) status = job->linter->read(&job->report, text, arena, &reason);
  if (status == SX_NOMEM || arena->status) return sx_fail(err, SX_NOMEM, NULL);
  job->state = status ? SX_LINT_FAILED : SX_LINT_RAN;
  job->why = sx_arena_dup(arena, sx_str_from(reason.message));
  return SX_OK;
}

/* Paths in it are relative to the folder of the workspace. */
sx_status sx_lint_read_report(sx_lint *lint, sx_str path, sx_err *err) {
  sx_str below;
  const sx_root *root = sx_path_find_root(lint->call, path, &below);
  const sx_linter *form = find_form(path);
  if (!form) return SX_OK;
  sx_lint_job *job = SX_ARRAY_ADD(&lint->jobs, lint->call->arena);
  if (!job) return sx_fail(err, lint->call->arena->status, NULL);
  *job = (sx_lint_job){.linter = form,
                       .call = lint->call,
                       .folder = root ? root->path : sx_path_folder(path),
                       .config = SX_STR(""),
                       .why = SX_STR(""),
                       .install = SX_STR("")};
  return read_file(job, path, err);
}
