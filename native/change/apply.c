#include "change/apply_parts.h"
#include "change/waiting.h"

#include "change/announce.h"
#include "change/merge.h"
#include "change/store_disk.h"
#include "change/saving.h"
#include "change/store_parts.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/file_write.h"
#include "os/room.h"
#include "workspace/document_edit.h"
#include "workspace/encoding.h"
#include "workspace/paths.h"

/* Several agents at one file: each that is late was overtaken by another one, who is done then. */
#define MAX_TRIES 64
#define MAX_TRYING_MS 4000

/* ---- what is to be written now ----------------------------------------------------------- */

static sx_status place(sx_str *out, const sx_apply_plan *plan, const sx_file_change *file,
                       const sx_document *document, sx_err *err) {
  sx_call *call = plan->change->call;
  const sx_merge_texts texts = {
      .shown_path = sx_path_display(call, file->path),
      .base = file->before,
      .target = file->after,
      .current = document->text,
      /* Whoever undoes has seen the text as it is; an edit that was planned before it has not. */
      .may_adjoin = plan->options->is_undoing,
  };
  if (!file->is_append || !sx_str_has_prefix(file->after, file->before))
    return sx_change_merge(out, call, &texts, err);
  size_t end = document->text.len;
  sx_byte_replacement added = {end, end,
                               sx_str_slice(file->after, file->before.len, file->after.len)};
  return sx_document_replace_bytes(out, document, &added, 1, call->arena, err);
}

/* The editor writes all line ends alike: a file that mixes them keeps them only on the disk. */
static bool has_mixed_ends(sx_str text) {
  sx_line_ends ends = sx_line_ends_count(text);
  return ends.cr || (ends.crlf && ends.lf);
}

static bool goes_to_disk(const sx_apply_plan *plan, const sx_file_change *file,
                         const sx_document *document) {
  bool can_skip_editor = !document->is_dirty && plan->options->save;
  bool has_mixed = has_mixed_ends(document->text) || has_mixed_ends(file->after);
  if (sx_path_is_uri(document->path) || !sx_encoding_is_utf8(document->encoding)) return false;
  if (document->is_peeked && plan->options->write_to_disk) return true;
  if (has_mixed) return document->is_peeked || can_skip_editor;
  /* Others append as well: until the editor has saved it, it would be another file. */
  return can_skip_editor && plan->options->write_to_disk && file->is_append;
}

/* The file's edits, placed into the text that it has now. */
static sx_status plan_edit(sx_apply_plan *plan, size_t i, sx_err *err) {
  sx_call *call = plan->change->call;
  sx_file_change *file = &plan->change->files.items[i];
  const sx_document *document;
  /* A file that the editor has open goes through the editor: it misses some writes beside it. */
  bool may_peek = plan->options->write_to_disk || plan->is_peeking;
  sx_status status = sx_document_take(call, file->path, may_peek, &document, err);
  if (!status) status = sx_change_check_current(call, document, err);
  if (status) return status;
  sx_str target;
  status = place(&target, plan, file, document, err);
  if (status) return status;
  bool is_same = sx_str_is_equal(target, document->text);
  bool is_moved = !is_same && !sx_str_is_equal(file->before, document->text);
  if (is_moved) plan->files[i].was_moved = true;
  plan->files[i].was_done = is_same;
  file->before = document->text;
  file->after = target;
  plan->files[i].document = document;
  bool is_disk = goes_to_disk(plan, file, document);
  plan->files[i].route = is_same ? SX_ROUTE_NONE : is_disk ? SX_ROUTE_DISK : SX_ROUTE_EDITOR;
  plan->files[i].is_closed = plan->files[i].route == SX_ROUTE_EDITOR && document->is_peeked;
  return SX_OK;
}

static sx_status plan_delete(sx_apply_plan *plan, size_t i, sx_err *err) {
  sx_call *call = plan->change->call;
  sx_file_change *file = &plan->change->files.items[i];
  const sx_document *document;
  plan->files[i].route = SX_ROUTE_NONE;
  sx_status status = sx_change_check_writable(call, file->path, err);
  if (status) return status;
  status = sx_document_take(call, file->path, false, &document, err);
  plan->files[i].was_done = status == SX_NOT_FOUND && plan->options->may_be_gone;
  if (plan->files[i].was_done) return SX_OK; /* a person was faster */
  if (status) return status;
  if (!sx_str_is_equal(document->text, file->before))
    return sx_fail(err, SX_CONFLICT,
                   "'%.*s' has changed since and was not deleted. Nothing was changed.",
                   SX_STR_ARG(sx_path_display(call, file->path)));
  plan->files[i].route = SX_ROUTE_EDITOR;
  return sx_change_keep_file(call, file, err);
}

/* Whether the editor would write a new file there in another encoding than UTF-8. */
static sx_status ask_foreign(sx_call *call, sx_str path, bool *is_foreign, sx_err *err) {
  const sx_strs paths = {.items = &path, .len = 1};
  sx_host_held_documents held = {0};
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_held_documents(&batch, &paths);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_held(&batch, slot, &held, err);
  sx_batch_release(&batch);
  *is_foreign = held.len && held.items[0].is_foreign;
  return status;
}

/* A file that is put back gets its own bytes. */
static sx_status choose_route_to_create(sx_apply_plan *plan, size_t i, sx_err *err) {
  const sx_file_change *file = &plan->change->files.items[i];
  bool is_foreign = false;
  sx_status status = SX_OK;
  plan->files[i].route = SX_ROUTE_EDITOR;
  if (sx_path_is_uri(file->path) || !(plan->options->write_to_disk || file->mode)) return SX_OK;
  if (!file->mode) status = ask_foreign(plan->change->call, file->path, &is_foreign, err);
  if (!is_foreign) plan->files[i].route = SX_ROUTE_DISK;
  return status;
}

/* The editor would leave an empty file where there is no room for its text. */
static sx_status plan_create(sx_apply_plan *plan, size_t i, sx_err *err) {
  const sx_file_change *file = &plan->change->files.items[i];
  sx_status status = choose_route_to_create(plan, i, err);
  if (status || plan->files[i].route == SX_ROUTE_DISK || sx_path_is_uri(file->path)) return status;
  plan->files[i].made_bytes = sx_file_find_missing_parents(file->path);
  bool has_room = sx_room_add(&plan->room, file->path, file->after.len);
  return has_room ? SX_OK : sx_room_fail(err, file->path, "no space left on device");
}

static sx_status check_absent(sx_apply_plan *plan, size_t i, sx_str path, sx_err *err) {
  sx_call *call = plan->change->call;
  sx_file_info info = {0};
  sx_status status = sx_change_check_writable(call, path, err);
  if (!status && !sx_path_is_uri(path)) status = sx_file_stat(&info, path, err);
  if (status) return status;
  if (info.exists)
    return sx_fail(err, SX_EXISTS, "File '%.*s' was created in the meantime. Nothing was changed.",
                   SX_STR_ARG(sx_path_display(call, path)));
  if (plan->change->files.items[i].action == SX_ACTION_CREATE) return plan_create(plan, i, err);
  plan->files[i].route = SX_ROUTE_EDITOR;
  return SX_OK;
}

/* Whoever undoes a deletion finds the file with its text. */
static bool is_there(const sx_apply_plan *plan, const sx_file_change *file) {
  bool is_same = false;
  if (!plan->options->may_be_gone || sx_path_is_uri(file->path)) return false;
  sx_status status =
      sx_change_compare_disk(plan->change->call, file->path, file->after, &is_same, NULL);
  return !status && is_same;
}

/* Another call may have made the file meanwhile: then the text goes to its end. */
static sx_status plan_new(sx_apply_plan *plan, size_t i, sx_err *err) {
  sx_file_change *file = &plan->change->files.items[i];
  plan->files[i].route = SX_ROUTE_NONE;
  plan->files[i].was_done = is_there(plan, file);
  if (plan->files[i].was_done) return SX_OK;
  sx_status status = check_absent(plan, i, file->path, err);
  if (status != SX_EXISTS || !file->is_append) return status;
  file->action = SX_ACTION_EDIT;
  return plan_edit(plan, i, err);
}

/* It has its new name already: a person was faster, or it never had the other one. */
static bool is_renamed(const sx_apply_plan *plan, const sx_file_change *file) {
  sx_file_info from = {0}, to = {0};
  bool may_be =
      plan->options->may_be_gone && !sx_path_is_uri(file->path) && !sx_path_is_uri(file->new_path);
  return may_be && !sx_file_stat(&from, file->path, NULL) && !from.exists &&
         !sx_file_stat(&to, file->new_path, NULL) && to.exists;
}

static sx_status plan_rename(sx_apply_plan *plan, size_t i, sx_err *err) {
  const sx_file_change *file = &plan->change->files.items[i];
  plan->files[i].route = SX_ROUTE_NONE;
  plan->files[i].was_done = is_renamed(plan, file);
  if (plan->files[i].was_done) return SX_OK;
  sx_status status = sx_change_check_writable(plan->change->call, file->path, err);
  return status ? status : check_absent(plan, i, file->new_path, err);
}

/* The texts as they are now, not as they were when the change was planned. */
static sx_status look_at_all(const sx_apply_plan *plan, sx_err *err) {
  sx_call *call = plan->change->call;
  sx_strs paths = {0};
  for (size_t i = 0; i < plan->change->files.len; i++) {
    const sx_file_change *file = &plan->change->files.items[i];
    if (file->action != SX_ACTION_EDIT && file->action != SX_ACTION_DELETE) continue;
    sx_document_forget(call, file->path);
    sx_str *path = SX_ARRAY_ADD(&paths, call->arena);
    if (!path) return sx_fail(err, SX_NOMEM, NULL);
    *path = file->path;
  }
  return sx_documents_take(call, &paths, plan->options->write_to_disk || plan->is_peeking, err);
}

sx_status sx_apply__look(sx_apply_plan *plan, sx_err *err) {
  plan->room = (sx_room){0};
  sx_status status = look_at_all(plan, err);
  for (size_t i = 0; i < plan->change->files.len && !status; i++) {
    const sx_file_change *file = &plan->change->files.items[i];
    switch (file->action) {
    case SX_ACTION_EDIT: status = plan_edit(plan, i, err); break;
    case SX_ACTION_DELETE: status = plan_delete(plan, i, err); break;
    case SX_ACTION_CREATE: status = plan_new(plan, i, err); break;
    case SX_ACTION_RENAME: status = plan_rename(plan, i, err); break;
    }
  }
  return status;
}

/* ---- one try ------------------------------------------------------------------------------ */

/* Files that were not opened before may have been others when the editor loaded them. */
static sx_status check_closed(sx_apply_plan *plan, sx_err *err) {
  bool fits;
  if (!plan->is_peeking) return SX_OK;
  /* It is applied: that it could not be looked at must not read as a change that did not happen. */
  if (sx_closed_files_check(plan->change, plan->files, &fits) || fits) return SX_OK;
  sx_status status = sx_closed_files_take_back(plan->change, plan->files, err);
  plan->is_stale = !status;
  return status;
}

/* Only texts, and of many files. */
static bool is_wide(const sx_change *change) {
  bool is_wide = change->files.len > SX_CHANGE_MAX_HELD;
  for (size_t i = 0; i < change->files.len && is_wide; i++)
    is_wide = change->files.items[i].action == SX_ACTION_EDIT;
  return is_wide;
}

static sx_status take_diagnostics(sx_apply_plan *plan, sx_err *err) {
  const sx_change *change = plan->change;
  if (plan->is_taking_back) return SX_OK;
  if (change->must_verify) return sx_verify_take(&plan->verifying, change, err);
  return sx_diagnostics_take(&plan->before, change, change->files.len, err);
}

static void drop_diagnostics(sx_apply_plan *plan) {
  if (plan->is_taking_back) return;
  if (plan->change->must_verify)
    sx_verify_drop(&plan->verifying);
  else
    sx_diagnostics_drop(&plan->before, plan->change);
}

static bool must_wait(const sx_apply_plan *plan) {
  const sx_change *change = plan->change;
  bool is_own = plan->is_taking_back || plan->hold.change;
  return !is_own && sx_hold_stops(change->call->services->changes, change);
}

/* Until no other change of the files is being verified. */
static sx_status await_turn(sx_apply_plan *plan, sx_err *err) {
  sx_status status = SX_OK;
  bool must_verify = plan->change->must_verify;
  if (plan->is_taking_back || plan->hold.change) return SX_OK;
  if (must_verify) status = sx_verify_find_users(&plan->verifying, plan->change, err);
  const sx_strs *users = must_verify ? &plan->verifying.users : NULL;
  return status ? status : sx_hold_await(&plan->hold, plan->change, users, err);
}

/* From here on the window may end with the change in its buffers. */
static void begin_verifying(const sx_apply_plan *plan) {
  const sx_change *change = plan->change;
  if (!change->must_verify || !plan->id || plan->is_taking_back) return;
  sx_change_disk__begin_verifying(change->call->services->changes->disk, change, plan->id);
}

/* Where the window ends before all is done, the next one takes it back. */
static void end_verifying(const sx_apply_plan *plan) {
  const sx_call *call = plan->change->call;
  if (!plan->change->must_verify || sx_port_call_is_closed(call->wait)) return;
  sx_change_disk__end_verifying(call->services->changes->disk, plan->id);
}

/* One look, one try. */
static sx_status try_once(sx_apply_plan *plan, sx_err *err) {
  sx_host_applied applied = {0};
  plan->is_stale = false;
  sx_status status = sx_apply__look(plan, err);
  if (!status) status = take_diagnostics(plan, err);
  plan->is_stale = !status && must_wait(plan);
  if (plan->is_stale) {
    drop_diagnostics(plan);
    return SX_OK;
  }
  if (!status) begin_verifying(plan);
  if (!status) status = sx_apply__write_disk(plan, err);
  bool is_written = !status;
  if (!status) status = sx_apply__in_editor(plan, &applied, err);
  if (!status && applied.is_applied) status = check_closed(plan, err);
  plan->is_stale |= !status && !applied.is_applied;
  bool is_done = !status && !plan->is_stale;
  if (is_written && status == SX_HOST) sx_apply__remove_begun(plan);
  plan->is_peeking &= is_done; /* another try opens the files */
  if (is_written && !is_done) (void)!sx_apply__take_back_disk(plan, plan->change->files.len, NULL);
  if (!is_done) drop_diagnostics(plan);
  return status;
}

sx_status sx_apply__try(sx_apply_plan *plan, sx_err *err) {
  uint64_t end_ms = sx_clock_ms() + MAX_TRYING_MS;
  for (int i = 0; i < MAX_TRIES && (i < 2 || sx_clock_ms() < end_ms); i++) {
    uint64_t begun_ms = sx_clock_ms();
    sx_status status = await_turn(plan, err);
    if (status) return status;
    end_ms += sx_clock_since_ms(begun_ms);
    status = try_once(plan, err);
    if (!plan->is_stale) return status;
  }
  return sx_fail(
      err, SX_CONFLICT,
      "The files keep changing while the edit is being applied. Nothing was changed. Try again.");
}

/* The question stays in the editor; a person's later answer is a call of their own. */
static sx_status begin_waiting(const sx_apply_plan *plan, const char *id, bool is_protected,
                               sx_err *err) {
  sx_call *call = plan->change->call;
  sx_buf json;
  const sx_waiting_options options = {plan->options->save, plan->options->write_to_disk,
                                      is_protected};
  if (!sx_changes_begin_waiting(call->services->changes, id, &options))
    return sx_fail(err, SX_NOT_ALLOWED,
                   "The question in the editor was not answered in time, and too many others are "
                   "waiting. Ask the person to answer them. Nothing was changed.");
  sx_change_announce_planned(plan->change, id);
  sx_buf_init(&json, 256);
  sx_buf_addf(&json, "[%llu,\"%s\"]", (unsigned long long)call->id, id);
  if (!json.status) sx_port_tell(call->wait, "questionWaits", sx_buf_str(&json));
  sx_buf_release(&json);
  return sx_fail(err, SX_WAITING, NULL);
}

static sx_str undo_title(const sx_change *change) {
  sx_call *call = change->call;
  if (!change->files.len) return SX_STR("");
  sx_str first = sx_path_show(call, change->files.items[0].path);
  if (change->files.len == 1)
    return sx_arena_printf(call->arena, "wants to undo a change of %.*s.", SX_STR_ARG(first));
  return sx_arena_printf(call->arena, "wants to undo a change of %zu files: %.*s and others.",
                         change->files.len, SX_STR_ARG(first));
}

/* Where the change goes no further here, its entry in the store has been ended. */
static sx_status approve(const sx_apply_plan *plan, const char *id, bool cannot_undo, sx_err *err) {
  sx_call *call = plan->change->call;
  bool is_kept = !plan->options->is_undoing;
  sx_change_approval approval = {.change = plan->change,
                                 .is_persons = plan->options->is_persons,
                                 .cannot_undo = cannot_undo,
                                 .id = sx_str_from(is_kept && !cannot_undo ? id : "")};
  approval.title = is_kept ? SX_STR("") : undo_title(plan->change);
  sx_status status = sx_change_approve(call, &approval, err);
  if (!is_kept) return status;
  if (status == SX_WAITING) return begin_waiting(plan, id, approval.is_protected, err);
  if (status != SX_NOT_ALLOWED) return status;
  if (approval.is_rejected)
    sx_changes_end_rejected(call->services->changes, id,
                            err ? sx_str_from(err->message) : SX_STR(""));
  else
    (void)sx_changes_end_applying(call->services->changes, id, NULL);
  return status;
}

sx_status sx_change_apply(sx_change *change, const sx_apply_options *options, sx_outcome *out,
                          sx_err *err) {
  sx_apply_plan plan = {
      .change = change,
      .options = options,
      .id = out->id,
      .files = sx_arena_calloc(change->call->arena, change->files.len + 1, sizeof *plan.files),
      .is_peeking = is_wide(change) && !options->write_to_disk,
  };
  if (!plan.files) return sx_fail(err, SX_NOMEM, NULL);
  sx_status shown = sx_change_check_shown(change, err);
  if (shown) return shown;
  bool can_undo = true;
  sx_status status = options->is_undoing
                         ? SX_OK
                         : sx_changes_begin_applying(change->call->services->changes, change,
                                                     out->id, &can_undo, err);
  if (status) return status;
  status = approve(&plan, out->id, !can_undo, err);
  if (status == SX_WAITING || status == SX_NOT_ALLOWED) return status; /* it was ended there */
  if (!status) status = sx_apply__begin_outcome(&plan, out, err);
  if (!status) status = sx_apply__try(&plan, err);
  if (!status) status = sx_apply__finish(&plan, out, err);
  end_verifying(&plan);
  sx_hold_end(change->call->services->changes, &plan.hold);
  if (status && !options->is_undoing)
    (void)sx_changes_end_applying(change->call->services->changes, out->id, NULL);
  return status;
}
