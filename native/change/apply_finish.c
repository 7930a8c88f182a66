#include "change/apply_parts.h"

#include "change/announce.h"
#include "change/reload.h"
#include "change/saving.h"
#include "change/store.h"
#include "workspace/change_log.h"
#include "workspace/paths.h"

/* For saving, also when the call was cancelled or is late. */
#define SAVING_MS 3000
#define TAKING_BACK_MS 8000
/* As sx_diagnostics_before.quiet_ms, where servers read a header again. */
#define HEADER_QUIET_MS 1000
#define BEHIND                                                                                     \
  "\nA file was changed on the disk meanwhile: the editor holds it unsaved, with its text from "   \
  "before that."

/* Servers check what the editor has open: files written on the disk are opened, without a tab. */
static sx_status show_to_servers(const sx_apply_plan *plan) {
  sx_call *call = plan->change->call;
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < plan->change->files.len; i++) {
    const sx_file_change *file = &plan->change->files.items[i];
    bool has_text = file->action == SX_ACTION_EDIT || file->action == SX_ACTION_CREATE;
    bool is_shown = file->action == SX_ACTION_EDIT && plan->files[i].route == SX_ROUTE_EDITOR;
    if (has_text && !is_shown) sx_batch_document(&batch, file->path, false);
  }
  sx_status status = batch.requests.len ? sx_batch_run(&batch, NULL) : SX_OK;
  sx_batch_release(&batch);
  return status;
}

sx_status sx_apply__begin_outcome(const sx_apply_plan *plan, sx_outcome *out, sx_err *err) {
  out->files.len = 0;
  for (size_t i = 0; i < plan->change->files.len; i++) {
    sx_file_outcome *outcome = SX_ARRAY_ADD(&out->files, plan->change->call->arena);
    if (!outcome) return sx_fail(err, SX_NOMEM, NULL);
    outcome->file = &plan->change->files.items[i];
    outcome->save_error = SX_STR("");
    outcome->diagnostics = SX_DIAGNOSTICS_NOT_YET;
  }
  return SX_OK;
}

/* Lines as the editor counts them: \n, \r\n and a lone \r end one. */
static uint32_t count_lines(sx_str text) {
  uint32_t count = 1;
  for (size_t i = 0; i < text.len; i++) {
    bool is_crlf = text.ptr[i] == '\r' && i + 1 < text.len && text.ptr[i + 1] == '\n';
    if (text.ptr[i] == '\n' || (text.ptr[i] == '\r' && !is_crlf)) count++;
  }
  return count;
}

/* For open files that were written on the disk: the next edit may be one of the buffer. */
static void await_reloads(const sx_apply_plan *plan) {
  for (size_t i = 0; i < plan->change->files.len; i++) {
    const sx_file_change *file = &plan->change->files.items[i];
    bool is_held = file->action == SX_ACTION_EDIT && plan->files[i].route == SX_ROUTE_DISK &&
                   plan->files[i].document && !plan->files[i].document->is_peeked;
    if (is_held) sx_change_await_reload(plan->change->call, file->path);
  }
}

static void note_changed(const sx_apply_plan *plan) {
  sx_call *call = plan->change->call;
  for (size_t i = 0; i < plan->change->files.len; i++) {
    sx_change_log_add(call->services->change_log, plan->change->files.items[i].path);
    sx_document_forget(call, plan->change->files.items[i].path);
  }
  sx_change_log_touch(call->services->change_log);
}

static void describe(const sx_apply_plan *plan, sx_outcome *out) {
  for (size_t i = 0; i < plan->change->files.len; i++) {
    out->files.items[i].was_moved = plan->files[i].was_moved;
    out->files.items[i].was_done = plan->files[i].was_done;
    out->files.items[i].line_count = count_lines(plan->change->files.items[i].after);
  }
  out->is_undoing = plan->options->is_undoing;
}

/* It stays: kept in the store, announced and saved, unless it is known to make errors. */
static sx_status keep(const sx_apply_plan *plan, sx_outcome *out) {
  sx_call *call = plan->change->call;
  sx_apply_options options = *plan->options;
  options.save &= out->verification.verdict != SX_VERDICT_BAD;
  out->can_undo = !plan->options->is_undoing &&
                  sx_changes_end_applying(call->services->changes, out->id, plan->change);
  /* Buffers that stay unsaved because the agent cancelled would be half a change. */
  sx_port_call_complete(call->wait, SAVING_MS);
  sx_change_announce(plan->change, out->id,
                     &(sx_announcement){.is_undone = out->is_undoing, .can_undo = out->can_undo});
  sx_status status = sx_change_save(plan->change, plan->files, &options, out);
  sx_port_call_complete(call->wait, 0);
  return status;
}

/* ---- whether it stays -------------------------------------------------------------------- */

/* Servers check the sources that include a header again when it is saved. */
static sx_status save_headers(sx_apply_plan *plan, sx_outcome *out) {
  bool has_saved;
  sx_verifying *v = &plan->verifying;
  sx_status status = sx_change_save_headers(plan->change, plan->files, plan->options, out,
                                            &has_saved, &v->has_unsaved_header);
  if (has_saved && v->before.quiet_ms < HEADER_QUIET_MS) v->before.quiet_ms = HEADER_QUIET_MS;
  return status;
}

/* The change is applied, and not saved yet. */
static sx_status verify(sx_apply_plan *plan, sx_outcome *out, sx_err *err) {
  sx_status status = SX_OK;
  await_reloads(plan);
  status = save_headers(plan, out);
  if (!status) status = show_to_servers(plan);
  if (!status) status = sx_verify_compare(&plan->verifying, plan->change, out, err);
  if (!status || status == SX_CANCELLED || status == SX_NOMEM) return status;
  out->verification.verdict = SX_VERDICT_OPEN;
  out->verification.why =
      status == SX_DEADLINE ? SX_STR("the call timed out") : SX_STR("the editor did not answer");
  return SX_OK;
}

static sx_status fail_halfway(sx_call *call, const sx_strs *left, sx_err *err) {
  sx_str path = sx_path_display(call, left->items[0]);
  return sx_fail(err, SX_IO,
                 "The change was not to stay, and %zu file%s could not be written back: '%.*s'%s "
                 "may still have the new text; all other files have the old one. Look at %s "
                 "before you go on.",
                 left->len, left->len == 1 ? "" : "s", SX_STR_ARG(path),
                 left->len == 1 ? "" : " and others", left->len == 1 ? "it" : "them");
}

/* Whoever cancels does not get to know whether it makes errors. */
static sx_status take_back_bad(const sx_apply_plan *plan, sx_outcome *out, sx_status verified,
                               sx_err *err) {
  sx_call *call = plan->change->call;
  sx_strs left = {0};
  sx_port_call_complete(call->wait, TAKING_BACK_MS);
  bool is_behind = false;
  sx_status status = sx_apply__take_back(plan, &left, &is_behind, NULL);
  sx_port_call_complete(call->wait, 0);
  note_changed(plan);
  if (!status && !verified) {
    verified = sx_verify_refuse(call, &out->verification, err);
    if (plan->change->if_taken_back) sx_err_add(err, plan->change->if_taken_back);
    if (is_behind) sx_err_add(err, BEHIND);
  }
  if (!status) return verified;
  if (sx_port_call_is_closed(call->wait)) return sx_fail(err, SX_CLOSED, NULL);
  if (left.len) return fail_halfway(call, &left, err);
  out->verification.verdict = SX_VERDICT_BAD;
  return SX_OK;
}

static sx_status finish_verified(sx_apply_plan *plan, sx_outcome *out, sx_err *err) {
  sx_status status = verify(plan, out, err);
  /* The next window takes it back. */
  if (sx_port_call_is_closed(plan->change->call->wait)) return sx_fail(err, SX_CLOSED, NULL);
  bool is_bad = status || out->verification.errors.len;
  if (is_bad) status = take_back_bad(plan, out, status, err);
  if (status) return status;
  status = keep(plan, out);
  if (!status) await_reloads(plan);
  out->is_cut_short = status != SX_OK;
  return SX_OK;
}

/* It is done: whatever fails from here on must not look like a change that did not happen. */
sx_status sx_apply__finish(sx_apply_plan *plan, sx_outcome *out, sx_err *err) {
  sx_status status = SX_OK;
  describe(plan, out);
  if (plan->change->must_verify) {
    status = finish_verified(plan, out, err);
    if (!status) note_changed(plan);
    return status;
  }
  status = keep(plan, out);
  if (!status) await_reloads(plan);
  if (!status) status = show_to_servers(plan);
  if (!status) status = sx_diagnostics_compare(&plan->before, plan->change, out, NULL);
  out->is_cut_short = status != SX_OK;
  note_changed(plan);
  return SX_OK;
}
