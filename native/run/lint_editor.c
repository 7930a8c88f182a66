#include "base/folder.h"
#include "run/lint.h"
#include "semantic/file_diagnostics.h"
#include "workspace/files.h"
#include "workspace/paths.h"
#include "workspace/workspace_files.h"

/* Files whose diagnostics are asked for, at most: each is opened for its server. */
#define MAX_FILES 100

static sx_lint_severity convert_severity(sx_severity severity) {
  if (severity == SX_SEVERITY_ERROR) return SX_LINT_ERROR;
  return severity == SX_SEVERITY_WARNING ? SX_LINT_WARNING : SX_LINT_INFORMATION;
}

static sx_status add_diagnostics(sx_lint *lint, sx_str path, const sx_host_diagnostics *from,
                                 sx_err *err) {
  sx_arena *arena = lint->call->arena;
  for (size_t i = 0; i < from->items.len; i++) {
    const sx_diagnostic *d = &from->items.items[i];
    if (d->severity == SX_SEVERITY_HINT) continue; /* faded code: not a finding */
    sx_lint_issue *issue = SX_ARRAY_ADD(&lint->editor.report.issues, arena);
    if (!issue) return sx_fail(err, arena->status, NULL);
    *issue = (sx_lint_issue){.file = path,
                             .line = d->range.start.line + 1,
                             .column = d->range.start.character + 1,
                             .end_line = d->range.end.line + 1,
                             .end_column = d->range.end.character + 1,
                             .severity = convert_severity(d->severity),
                             .message = d->message,
                             .rule = d->code,
                             .source = d->source.len ? d->source : SX_STR("editor"),
                             .url = SX_STR("")};
  }
  return SX_OK;
}

static sx_status ask_files_to_check(sx_call *call, sx_strs *out, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_files_to_check(&batch);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_paths(&batch, slot, out, err);
  sx_batch_release(&batch);
  return status;
}

/* All files in folders that are named. Without any: those that were changed or that the editor
 * knows. */
static sx_status list_files(sx_lint *lint, sx_strs *out, bool *is_cut, sx_err *err) {
  sx_call *call = lint->call;
  sx_strs found = {0};
  sx_status status = SX_OK;
  bool has_folders = false;
  *is_cut = false;
  if (!lint->request.files.len) return ask_files_to_check(call, out, err);
  for (size_t i = 0; i < lint->request.files.len && !status; i++) {
    sx_file_info info = {0};
    sx_str path = lint->request.files.items[i];
    if (!sx_path_is_uri(path)) status = sx_file_stat(&info, path, err);
    has_folders |= info.is_directory;
    if (!status && !info.is_directory) status = sx_strs_add_new(out, path, call->arena, err);
  }
  if (!status && has_folders)
    status = sx_workspace_files(call, SX_STR("**/*"), (size_t)MAX_FILES * 50, &found, is_cut, err);
  for (size_t i = 0; i < found.len && !status; i++)
    if (sx_folders_have(&lint->request.files, found.items[i]))
      status = sx_strs_add_new(out, found.items[i], call->arena, err);
  return status;
}

typedef struct checked {
  size_t known, unknown;
  sx_strs absent; /* languages without a server */
} checked;

static sx_status ask_one(sx_lint *lint, sx_str path, checked *seen, sx_err *err) {
  sx_file_diagnostics found;
  sx_status status = sx_file_diagnostics_begin(&found, lint->call, path, err);
  sx_file_diagnostics_end(&found, lint->call);
  if (sx_status_ends_call(status)) return status;
  if (status == SX_NOT_FOUND || status == SX_BINARY) return SX_OK;
  bool is_known = !status && (found.is_known || found.list.items.len);
  bool is_absent = !status && !is_known && found.absent_language.len;
  seen->known += is_known;
  seen->unknown += !is_known && !is_absent;
  if (is_absent)
    return sx_strs_add_new(&seen->absent, found.absent_language, lint->call->arena, err);
  return is_known ? add_diagnostics(lint, path, &found.list, err) : SX_OK;
}

/* Languages without a server, of files that were named beside others. */
static sx_status add_absent(sx_lint *lint, const checked *seen, sx_err *err) {
  sx_arena *arena = lint->call->arena;
  sx_status status = SX_OK;
  for (size_t i = 0; i < seen->absent.len && seen->known && lint->request.files.len && !status; i++)
    status = sx_strs_add(&lint->editor.report.problems,
                         sx_arena_printf(arena, "no extension checks the language '%.*s'.",
                                         SX_STR_ARG(seen->absent.items[i])),
                         arena, err);
  return status;
}

static void conclude(sx_lint *lint, const checked *seen, bool is_cut) {
  sx_lint_job *job = &lint->editor;
  sx_arena *arena = lint->call->arena;
  job->state = seen->known ? SX_LINT_RAN : SX_LINT_NO_FILES;
  if (!seen->unknown && !is_cut) return;
  job->state = SX_LINT_FAILED;
  if (seen->unknown)
    job->why = sx_arena_printf(arena,
                               "language servers have not checked %zu file%s in time. Call again "
                               "in a few seconds.",
                               seen->unknown, seen->unknown == 1 ? "" : "s");
  else
    job->why =
        sx_arena_printf(arena, "only %d files were checked. Name fewer, or a folder.", MAX_FILES);
}

sx_status sx_lint_ask_editor(sx_lint *lint, sx_err *err) {
  sx_strs files = {0};
  checked seen = {0};
  bool is_cut;
  sx_status status = list_files(lint, &files, &is_cut, err);
  for (size_t i = 0; i < files.len && !status; i++) {
    if (!sx_path_is_inside(lint->call, files.items[i])) continue;
    is_cut |= seen.known + seen.unknown == MAX_FILES;
    if (is_cut && seen.known + seen.unknown == MAX_FILES) break;
    status = ask_one(lint, files.items[i], &seen, err);
  }
  if (status) return status;
  conclude(lint, &seen, is_cut);
  return add_absent(lint, &seen, err);
}
