#include "refactor/action_command.h"
#include "approval/question.h"

#include "os/clock.h"
#include "engine/change_answer.h"
#include "workspace/paths.h"
#include "workspace/change_log.h"
#include "change/store.h"

/* A command may let its server send the edit after it has ended. */
#define COMMAND_WAIT_MS 1500
#define POLL_MS 25

static sx_status list_unsaved(sx_call *call, sx_strs *out, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_dirty_documents(&batch);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_paths(&batch, slot, out, err);
  sx_batch_release(&batch);
  return status;
}

/* The command's change of the text of its file: it is applied already. */
static sx_status see_change(const sx_action_command *run, const sx_document *before,
                            sx_change *change, sx_err *err) {
  const sx_document *after = before;
  sx_status status = SX_OK;
  uint64_t end_ms = sx_clock_ms() + COMMAND_WAIT_MS;
  while (!status && sx_str_is_equal(after->text, before->text) && sx_clock_ms() < end_ms) {
    status = sx_port_call_sleep(run->call->wait, POLL_MS);
    sx_document_forget(run->call, before->path);
    if (!status) status = sx_document_open(run->call, before->path, &after, err);
  }
  return status ? status : sx_change_edit(change, before, after->text, err);
}

static void write_run(const sx_action_command *run, const sx_change *change, const char *id) {
  sx_buf *text = &run->answer->text;
  sx_change_size size = {0};
  sx_buf diff;
  sx_buf_init(&diff, SX_ANSWER_MAX_BYTES);
  sx_status status = sx_change_preview(change, &diff, &size, NULL);
  sx_buf_release(&diff);
  sx_buf_addf(text, "APPLIED by running the command %.*s.\n", SX_STR_ARG(run->command));
  if (!change->files.len)
    sx_buf_add_text(text, "The text of this file did not change.\n");
  else if (!status)
    sx_buf_addf(text, "It changed %.*s (+%u -%u lines), not saved; change \"%s\".\n",
                SX_STR_ARG(sx_path_display(run->call, change->files.items[0].path)),
                size.added_lines, size.removed_lines, id);
}

static void write_others(const sx_action_command *run, const sx_strs *before,
                         const sx_strs *after) {
  for (size_t i = 0; i < after->len; i++)
    if (!sx_strs_have(before, after->items[i]) &&
        !sx_str_is_equal(after->items[i], run->actions->document->path))
      sx_buf_addf(&run->answer->text, "Other files with unsaved edits since then: %.*s\n",
                  SX_STR_ARG(sx_path_display(run->call, after->items[i])));
}

/* A command may do anything: it is asked for by the policy of the tools that run something. */
static sx_status approve_command(const sx_action_command *run, sx_err *err) {
  sx_call *call = run->call;
  sx_str title =
      sx_arena_printf(call->arena, "wants to run the command %.*s: %.*s.", SX_STR_ARG(run->command),
                      SX_STR_ARG(run->actions->rows.items[run->chosen].title));
  sx_str toolset = SX_STR("run");
  sx_approval approval = {.title = title, .toolsets = {.items = &toolset, .len = 1}};
  return sx_approval_ask(call, &approval, err);
}

static sx_status keep_applied(const sx_change *change, char *id) {
  bool can_undo;
  sx_status status =
      sx_changes_begin_applying(change->call->services->changes, change, id, &can_undo, NULL);
  if (!status) (void)sx_changes_end_applying(change->call->services->changes, id, change);
  return status;
}

static sx_status run_command(const sx_action_command *run, sx_err *err) {
  sx_call *call = run->call;
  const sx_document *before = run->actions->document;
  sx_strs unsaved = {0}, unsaved_after = {0};
  char id[SX_CHANGE_ID_BYTES] = "";
  sx_change change;
  sx_change_init(&change, call, call->tool);
  sx_status status = approve_command(run, err);
  if (!status) status = list_unsaved(call, &unsaved, err);
  if (!status) status = sx_actions_run(run->actions, run->chosen, call, err);
  if (status) return status;
  /* It was run: what fails from here on must not look as if it had not. */
  status = see_change(run, before, &change, NULL);
  if (!status) status = list_unsaved(call, &unsaved_after, NULL);
  if (!status && change.files.len) status = keep_applied(&change, id);
  sx_change_log_touch(call->services->change_log);
  write_run(run, &change, id);
  write_others(run, &unsaved, &unsaved_after);
  if (status) sx_buf_add_text(&run->answer->text, "Its other effects are not known.\n");
  return sx_change_answer_files(&change, run->answer, err);
}

static void preview_command(const sx_action_command *run) {
  sx_buf_addf(
      &run->answer->text,
      "PREVIEW: '%.*s' runs the command %.*s instead of an edit, and a command can do anything. "
      "Nothing was changed. With preview=false the person is asked whether to run it.\n",
      SX_STR_ARG(run->actions->rows.items[run->chosen].title), SX_STR_ARG(run->command));
}

sx_status sx_action_command_answer(const sx_action_command *run, sx_err *err) {
  sx_answer *answer = run->answer;
  sx_status status = SX_OK;
  answer->status = SX_ANSWER_FOUND;
  if (run->must_verify && !run->is_preview)
    return sx_fail(err, SX_REFUSED,
                   "The action runs the command %.*s, whose effects cannot be taken back, so it "
                   "cannot be verified. Nothing was changed. Leave out verify to run it.",
                   SX_STR_ARG(run->command));
  if (run->is_preview)
    preview_command(run);
  else
    status = run_command(run, err);
  cJSON_AddBoolToObject(answer->facts, "applied", !run->is_preview);
  sx_answer_fact(answer->facts, "command", run->command);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  cJSON_AddBoolToObject(answer->facts, "truncated", false);
  return status;
}
