#include "run/tests.h"

#include "engine/args.h"
#include "engine/kept.h"
#include "host/json.h"
#include "host/requests.h"
#include "run/last_tests.h"
#include "run/test_summary.h"
#include "workspace/hidden.h"
#include "workspace/paths.h"

#define DEFAULT_TOKENS 2000
/* Failed tests that a note names. */
#define MAX_NOTED 10
#define MAX_NOTED_BYTES ((size_t)64 << 10)
#define DEFAULT_TIMEOUT_MS 600000
#define MAX_FILES 1000
#define MAX_NAMES 1000
#define MAX_DIRTY_SHOWN 5

typedef struct request {
  sx_call *call;
  const cJSON *args;
  sx_test_wanted wanted;
  sx_strs names;
} request;

/* ---- arguments ---------------------------------------------------------------------------- */

static sx_status add_name(request *r, sx_str name, sx_err *err) {
  name = sx_str_trim(name);
  if (!name.len)
    return sx_fail(err, SX_INVALID_ARGUMENT, "A name in testNames is empty. Leave it out.");
  return sx_strs_add_new(&r->names, name, r->call->arena, err);
}

/* `tests/test_a.py::test_b` is a file and a name, as pytest writes it. */
static sx_status add_file(request *r, sx_str given, sx_err *err) {
  bool is_directory;
  sx_str path;
  size_t colons = sx_str_find(given, SX_STR(".py::"), 0);
  sx_str file = colons == SX_STR_NONE ? given : sx_str_slice(given, 0, colons + 3);
  sx_status status = sx_path_resolve_any(r->call, "testFiles", file, &path, &is_directory, err);
  if (!status && sx_path_is_uri(path))
    status =
        sx_fail(err, SX_INVALID_ARGUMENT,
                "testFiles: '%.*s' is not on the disk, where programs find it.", SX_STR_ARG(file));
  if (!status) status = sx_strs_add_new(&r->wanted.files, path, r->call->arena, err);
  return status || file.len == given.len ? status : add_name(r, given, err);
}

static sx_status take_list(request *r, const char *name, size_t most,
                           sx_status (*add)(request *r, sx_str item, sx_err *err), sx_err *err) {
  const cJSON *list = sx_json_get(r->args, name), *item;
  sx_status status = SX_OK;
  if (cJSON_GetArraySize(list) > (int)most)
    return sx_fail(err, SX_INVALID_ARGUMENT, "%s has more than %zu items. Give a folder instead.",
                   name, most);
  cJSON_ArrayForEach (item, list)
    if (!status) status = add(r, sx_json_str(item, r->call->arena), err);
  return status;
}

static sx_status take_folders(request *r, sx_err *err) {
  sx_str given = sx_args_str(r->args, "folder", r->call->arena), path;
  bool is_directory;
  sx_status status = SX_OK;
  if (given.len && !sx_path_is_workspace(r->call, given)) {
    status = sx_path_resolve_any(r->call, "folder", given, &path, &is_directory, err);
    if (status) return status;
    if (!is_directory || sx_path_is_uri(path))
      return sx_fail(err, SX_INVALID_ARGUMENT, "folder '%.*s' is not a folder on the disk.",
                     SX_STR_ARG(given));
    return sx_strs_add(&r->wanted.folders, path, r->call->arena, err);
  }
  for (size_t i = 0; i < r->call->roots.len && !status; i++)
    if (!sx_path_is_uri(r->call->roots.items[i].path))
      status = sx_strs_add(&r->wanted.folders, r->call->roots.items[i].path, r->call->arena, err);
  return status;
}

static sx_status fail_runner(sx_str given, sx_err *err) {
  sx_buf known;
  sx_buf_init(&known, 1024);
  for (size_t i = 0; sx_test_runners[i]; i++)
    sx_buf_addf(&known, "%s%s", i ? ", " : "", sx_test_runners[i]->name);
  sx_status status = sx_fail(err, SX_INVALID_ARGUMENT, "runner '%.*s' is not known. There are: %s.",
                             SX_STR_ARG(given), known.ptr);
  sx_buf_release(&known);
  return status;
}

static sx_status take_arguments(request *r, sx_err *err) {
  sx_str runner = sx_args_str(r->args, "runner", r->call->arena);
  if (runner.len) {
    r->wanted.runner = sx_test_runner_find(runner);
    if (!r->wanted.runner) return fail_runner(runner, err);
  }
  sx_status status = take_folders(r, err);
  if (!status) status = take_list(r, "testFiles", MAX_FILES, add_file, err);
  if (!status) status = take_list(r, "testNames", MAX_NAMES, add_name, err);
  return status;
}

/* ---- notes -------------------------------------------------------------------------------- */

/* Programs read the disk: the text of a buffer that is not saved was not tested. */
static sx_status add_dirty(sx_buf *notes, sx_call *call, sx_err *err) {
  sx_batch batch;
  sx_strs paths = {0};
  size_t shown = 0;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_dirty_documents(&batch);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_paths(&batch, slot, &paths, err);
  sx_batch_release(&batch);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  for (size_t i = 0; i < paths.len; i++) {
    if (!sx_path_is_inside(call, paths.items[i]) || sx_hidden_has(call, paths.items[i])) continue;
    if (shown++ >= MAX_DIRTY_SHOWN) continue;
    sx_buf_addf(notes, "%s%.*s", shown > 1 ? ", " : "Not saved, so tested as on the disk: ",
                SX_STR_ARG(sx_path_display(call, paths.items[i])));
  }
  if (shown > MAX_DIRTY_SHOWN) sx_buf_addf(notes, " and %zu more", shown - MAX_DIRTY_SHOWN);
  if (shown) sx_buf_add_text(notes, ".\n");
  return SX_OK;
}

static sx_status write_notes(sx_str *out, sx_call *call, const sx_test_targets *targets,
                             sx_err *err) {
  sx_buf notes;
  sx_buf_init(&notes, 64u * 1024);
  sx_status status = add_dirty(&notes, call, err);
  if (targets->left_out)
    sx_buf_addf(&notes, "%zu more project%s with tests %s not run. Give folder or testFiles.\n",
                targets->left_out, targets->left_out == 1 ? "" : "s",
                targets->left_out == 1 ? "was" : "were");
  *out = sx_arena_dup(call->arena, sx_buf_str(&notes));
  if (!status && notes.status) status = sx_fail(err, notes.status, NULL);
  sx_buf_release(&notes);
  return status;
}

/* ---- the answer --------------------------------------------------------------------------- */

static sx_status answer_without_runner(sx_answer *answer) {
  answer->status = SX_ANSWER_NONE;
  sx_buf_add_text(&answer->text,
                  "No tests were run: no test runner is configured here. Looked for the "
                  "configuration of ");
  for (size_t i = 0; sx_test_runners[i]; i++)
    sx_buf_addf(&answer->text, "%s%s", i ? ", " : "", sx_test_runners[i]->title);
  sx_buf_add_text(&answer->text, ". Give testFiles or runner, or run the command with bash.\n");
  sx_answer_put(answer->facts, "failures", cJSON_CreateArray());
  cJSON_AddBoolToObject(answer->facts, "truncated", false);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  return SX_OK;
}

static sx_status answer_page(request *r, sx_str cursor, sx_answer *answer, sx_err *err) {
  const void *summary;
  sx_arena *arena = r->call->arena;
  sx_status status =
      sx_kept_find(r->call->services->kept, cursor, &summary, sx_test_summary_copy, arena, err);
  return status ? status : sx_test_summary_write(summary, cursor, answer, arena, err);
}

/* "2 of 14 tests failed: a, b": for a later note on the work. */
static void note_run(sx_call *call, const sx_test_summary *summary) {
  sx_buf text;
  sx_str verdict = summary->verdict;
  if (verdict.len && verdict.ptr[verdict.len - 1] == '\n') verdict.len--;
  sx_buf_init(&text, MAX_NOTED_BYTES);
  sx_buf_add(&text, verdict);
  for (size_t i = 0; i < summary->failures.len && i < MAX_NOTED; i++)
    sx_buf_addf(&text, "%s%.*s", i ? ", " : " Failed: ",
                SX_STR_ARG(sx_str_slice(summary->failures.items[i].name, 0, 200)));
  if (!text.status) sx_last_tests_keep(call, sx_buf_str(&text));
  sx_buf_release(&text);
}

static sx_status answer_run(request *r, const sx_test_targets *targets, sx_answer *answer,
                            sx_err *err) {
  sx_test_results results;
  sx_test_summary summary;
  sx_str notes;
  uint64_t timeout_ms = (uint64_t)sx_args_int(r->args, "timeout", DEFAULT_TIMEOUT_MS);
  sx_status status = write_notes(&notes, r->call, targets, err);
  if (!status) status = sx_test_run(&results, r->call, targets, &r->names, timeout_ms, err);
  if (!status) status = sx_test_summary_make(&summary, r->call, &results, notes, err);
  if (!status) status = sx_test_summary_write(&summary, SX_STR(""), answer, r->call->arena, err);
  if (!status) note_run(r->call, &summary);
  if (!status && answer->is_truncated)
    sx_kept_put(r->call->services->kept, summary.hash, &summary, sx_test_summary_copy);
  return status;
}

sx_status sx_run_tests(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  request r = {.call = call, .args = args};
  sx_test_targets targets;
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  sx_str cursor = sx_args_str(args, "cursor", call->arena);
  if (cursor.len) return answer_page(&r, cursor, answer, err);
  sx_status status = take_arguments(&r, err);
  if (!status) status = sx_test_find(&targets, call, &r.wanted, err);
  if (status) return status;
  if (!targets.items.len) return answer_without_runner(answer);
  return answer_run(&r, &targets, answer, err);
}
