#include "base/folder.h"
#include "host/requests.h"
#include "run/lint.h"
#include "workspace/hidden.h"
#include "workspace/paths.h"
#include "workspace/workspace_files.h"

#define EDITOR "editor"
#define MAX_FILES 100000

const char *sx_lint_severity_name(sx_lint_severity severity) {
  static const char *const names[] = {"error", "warning", "information"};
  return names[severity];
}

/* ---- which linters are named --------------------------------------------------------------- */

static sx_status fail_unknown(sx_str name, sx_err *err) {
  sx_buf names;
  sx_buf_init(&names, 4096);
  for (size_t i = 0; i < sx_linters_count; i++) sx_buf_addf(&names, "%s, ", sx_linters[i].name);
  sx_status status = sx_fail(err, SX_INVALID_ARGUMENT,
                             "The linter '%.*s' is not known. Known are %s" EDITOR
                             " (the language servers). Leave linter out for those of the project.",
                             SX_STR_ARG(sx_str_slice(name, 0, 60)), names.ptr);
  sx_buf_release(&names);
  return status;
}

/* The editor's is taken out of the list. `only_editor`: no other was named. */
static sx_status take_names(sx_lint *lint, bool *only_editor, sx_err *err) {
  sx_strs given = lint->request.linters, kept = {0};
  for (size_t i = 0; i < given.len; i++) {
    sx_str name = sx_str_trim(given.items[i]);
    if (!name.len) continue;
    if (sx_str_is_equal_fold(name, SX_STR(EDITOR))) {
      lint->has_editor = true;
      continue;
    }
    if (!sx_linter_find(name)) return fail_unknown(name, err);
    sx_status status = sx_strs_add_new(&kept, name, lint->call->arena, err);
    if (status) return status;
  }
  lint->request.linters = kept;
  *only_editor = lint->has_editor && !kept.len;
  return SX_OK;
}

/* ---- running ------------------------------------------------------------------------------- */

static bool is_same_command(const sx_strs *a, const sx_strs *b) {
  if (a->len != b->len) return false;
  for (size_t i = 0; i < a->len; i++)
    if (!sx_str_is_equal(a->items[i], b->items[i])) return false;
  return true;
}

static bool is_among(const sx_lint *lint, size_t count, const sx_lint_job *job,
                     const sx_strs *command) {
  for (size_t i = 0; i < count; i++) {
    const sx_lint_job *other = &lint->jobs.items[i];
    for (size_t k = 0; other->linter == job->linter && k < other->commands.len; k++)
      if (is_same_command(&other->commands.items[k], command)) return true;
  }
  return false;
}

/* A project of TypeScript that another one refers to is checked with that. */
static void drop_referred(sx_lint *lint) {
  size_t kept = 0;
  for (size_t i = 0; i < lint->jobs.len; i++) {
    sx_lint_job job = lint->jobs.items[i];
    size_t left = 0;
    bool is_tsc = !strcmp(job.linter->name, "tsc") && job.commands.len;
    for (size_t k = 0; is_tsc && k < job.commands.len; k++)
      if (!is_among(lint, kept, &job, &job.commands.items[k]))
        job.commands.items[left++] = job.commands.items[k];
    if (is_tsc) job.commands.len = left;
    if (!is_tsc || left) lint->jobs.items[kept++] = job;
  }
  lint->jobs.len = kept;
}

/* Where it is configured for a whole folder, its settings may name other files. */
static bool needs_look(const sx_lint_job *job) {
  return job->paths.len || !job->config.len;
}

static bool has_file_below(const sx_lint_job *job, const sx_strs *all) {
  const sx_strs whole = {.items = (sx_str *)&job->folder, .len = 1};
  const sx_strs *folders = job->paths.len ? &job->paths : &whole;
  for (size_t i = 0; i < all->len; i++)
    if (sx_folders_have(folders, all->items[i]) && sx_linter_takes(job->linter, all->items[i]))
      return true;
  return false;
}

/* Whether there are files for a linter in its folders: without any, it is not started, as many end
 * then as if they had found no issue. `all` is filled when it is first needed. */
static sx_status look_for_files(sx_lint *lint, sx_lint_job *job, sx_strs *all, sx_err *err) {
  bool is_cut, has_file = false;
  sx_status status = SX_OK;
  for (size_t i = 0; i < job->paths.len && !has_file && !status; i++) {
    sx_file_info info = {0};
    status = sx_file_stat(&info, job->paths.items[i], err);
    has_file = !info.is_directory;
  }
  if (status || has_file || !needs_look(job)) return status;
  if (!all->len)
    status = sx_workspace_files(lint->call, SX_STR("**/*"), MAX_FILES, all, &is_cut, err);
  if (!status && all->len < MAX_FILES && !has_file_below(job, all)) job->state = SX_LINT_NO_FILES;
  return status;
}

static sx_status prepare(sx_lint *lint, sx_err *err) {
  sx_strs all = {0};
  sx_status status = SX_OK;
  for (size_t i = 0; i < lint->jobs.len && !status; i++) {
    sx_lint_job *job = &lint->jobs.items[i];
    if (job->state != SX_LINT_WAITS) continue;
    status = look_for_files(lint, job, &all, err);
    if (!status && job->state == SX_LINT_WAITS) status = sx_lint_find_program(job, err);
    if (!status && job->state == SX_LINT_WAITS) status = sx_lint_prepare(job, err);
  }
  if (!status) drop_referred(lint);
  return status;
}

/* As a shell would run it from `base`: the program by its short name, from the folder that it is
 * in. */
static sx_str write_command(sx_lint *lint, const sx_lint_job *job, const sx_strs *argv,
                            sx_str base) {
  sx_call *call = lint->call;
  sx_strs words = {0};
  for (size_t i = 0; i < argv->len; i++) {
    bool is_below = !i && sx_folder_has(job->folder, argv->items[i]);
    sx_str word = is_below ? sx_str_slice(argv->items[i], job->folder.len + 1, argv->items[i].len)
                           : argv->items[i];
    if (sx_strs_add(&words, word, call->arena, NULL)) return SX_STR("");
  }
  sx_str line = sx_program_quote(call, &words);
  if (sx_str_is_equal(job->folder, base)) return line;
  sx_strs folder = {.items = &(sx_str){job->folder.ptr, job->folder.len}, .len = 1};
  return sx_arena_printf(call->arena, "cd %.*s && %.*s",
                         SX_STR_ARG(sx_program_quote(call, &folder)), SX_STR_ARG(line));
}

static sx_status ask(sx_lint *lint, sx_err *err) {
  sx_strs lines = {0};
  sx_str base = SX_STR("");
  sx_status status = SX_OK;
  for (size_t i = 0; i < lint->jobs.len && !status; i++) {
    const sx_lint_job *job = &lint->jobs.items[i];
    if (job->state != SX_LINT_WAITS) continue;
    if (!base.len) base = job->folder;
    for (size_t k = 0; k < job->commands.len && !status; k++)
      status = sx_strs_add(&lines, write_command(lint, job, &job->commands.items[k], base),
                           lint->call->arena, err);
  }
  if (status || !lines.len) return status;
  return sx_commands_ask(lint->call, &lines, base, err);
}

static sx_status run_jobs(sx_lint *lint, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < lint->jobs.len && !status; i++) {
    sx_lint_job *job = &lint->jobs.items[i];
    if (job->state != SX_LINT_WAITS) continue;
    sx_program_progress(lint->call, sx_arena_printf(lint->call->arena, "%s (%zu of %zu)",
                                                    job->linter->title, i + 1, lint->jobs.len));
    status = sx_lint_job_run(job, err);
  }
  return status;
}

/* ---- unsaved edits ------------------------------------------------------------------------- */

/* A linter reads the disk. */
static bool is_read_by_any(const sx_lint *lint, sx_str path) {
  for (size_t i = 0; i < lint->jobs.len; i++) {
    const sx_lint_job *job = &lint->jobs.items[i];
    bool is_below = sx_folder_has(job->folder, path) && sx_linter_takes(job->linter, path);
    bool is_asked = !job->paths.len || job->linter->is_of_project ||
                    sx_strs_have(&job->paths, path) || sx_folders_have(&job->paths, path);
    if (job->state == SX_LINT_RAN && is_below && is_asked) return true;
  }
  return false;
}

static sx_status find_unsaved(sx_lint *lint, sx_err *err) {
  sx_strs dirty = {0};
  sx_batch batch;
  sx_call *call = lint->call;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_dirty_documents(&batch);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_paths(&batch, slot, &dirty, err);
  sx_batch_release(&batch);
  if (sx_status_ends_call(status)) return status;
  status = SX_OK;
  for (size_t i = 0; i < dirty.len && !status; i++)
    if (is_read_by_any(lint, dirty.items[i]) && !sx_hidden_has(call, dirty.items[i]))
      status = sx_strs_add_new(&lint->unsaved, dirty.items[i], call->arena, err);
  return status;
}

/* ---- the whole ----------------------------------------------------------------------------- */

sx_status sx_lint_run(sx_lint *out, sx_call *call, const sx_lint_request *request, sx_err *err) {
  bool only_editor = false;
  *out = (sx_lint){.call = call, .request = *request};
  out->editor = (sx_lint_job){.call = call,
                              .folder = SX_STR("/"),
                              .config = SX_STR(""),
                              .why = SX_STR(""),
                              .install = SX_STR("")};
  sx_status status = take_names(out, &only_editor, err);
  if (!status && !only_editor) status = sx_lint_find(out, err);
  if (!status) status = prepare(out, err);
  if (!status) status = ask(out, err);
  if (!status) status = run_jobs(out, err);
  if (!status && out->has_editor) status = sx_lint_ask_editor(out, err);
  if (!status) status = sx_lint_join(out, err);
  if (!status && out->jobs.len) status = find_unsaved(out, err);
  if (!status && call->arena->status) status = sx_fail(err, call->arena->status, NULL);
  return status;
}
