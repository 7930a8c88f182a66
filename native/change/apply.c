#include "change/apply.h"

#include "change/merge.h"
#include "change/reload.h"
#include "change/saving.h"
#include "change/store.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/file_write.h"
#include "os/room.h"
#include "workspace/document_edit.h"
#include "workspace/encoding.h"
#include "workspace/paths.h"
#include "workspace/change_log.h"

/* Several agents at one file: each that is late was overtaken by another one, who is done then. */
#define MAX_TRIES 64
#define MAX_TRYING_MS 4000
#define UTF8_MARK "\xEF\xBB\xBF"

typedef struct apply_plan {
  sx_change *change;
  const sx_apply_options *options;
  sx_file_plan *files; /* as in the change */
  bool is_peeking;     /* files that the editor has not open are not opened first */
  bool is_stale;       /* a file changed between the look at it and the writing */
  sx_room room;        /* for the files that the editor makes */
} apply_plan;

/* ---- what is to be written now ----------------------------------------------------------- */

static sx_status place(sx_str *out, sx_call *call, const sx_file_change *file,
                       const sx_document *document, sx_err *err) {
  const sx_merge_texts texts = {
      .shown_path = sx_path_display(call, file->path),
      .base = file->before,
      .target = file->after,
      .current = document->text,
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

static bool goes_to_disk(const apply_plan *plan, const sx_file_change *file,
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
static sx_status plan_edit(apply_plan *plan, size_t i, sx_err *err) {
  sx_call *call = plan->change->call;
  sx_file_change *file = &plan->change->files.items[i];
  const sx_document *document;
  /* A file that the editor has open goes through the editor: it misses some writes beside it. */
  bool may_peek = plan->options->write_to_disk || plan->is_peeking;
  sx_status status = sx_document_take(call, file->path, may_peek, &document, err);
  if (!status) status = sx_change_check_current(call, document, err);
  if (status) return status;
  sx_str target;
  status = place(&target, call, file, document, err);
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

static sx_status plan_delete(apply_plan *plan, size_t i, sx_err *err) {
  sx_call *call = plan->change->call;
  sx_file_change *file = &plan->change->files.items[i];
  const sx_document *document;
  sx_status status = sx_document_take(call, file->path, false, &document, err);
  plan->files[i].route = SX_ROUTE_NONE;
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
static sx_status choose_route_to_create(apply_plan *plan, size_t i, sx_err *err) {
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
static sx_status plan_create(apply_plan *plan, size_t i, sx_err *err) {
  const sx_file_change *file = &plan->change->files.items[i];
  sx_status status = choose_route_to_create(plan, i, err);
  if (status || plan->files[i].route == SX_ROUTE_DISK || sx_path_is_uri(file->path)) return status;
  plan->files[i].made_bytes = sx_file_find_missing_parents(file->path);
  bool has_room = sx_room_add(&plan->room, file->path, file->after.len);
  return has_room ? SX_OK : sx_room_fail(err, file->path, "no space left on device");
}

static sx_status check_absent(apply_plan *plan, size_t i, sx_str path, sx_err *err) {
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

/* The texts as they are now, not as they were when the change was planned. */
static sx_status look_at_all(const apply_plan *plan, sx_err *err) {
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

static sx_status plan_all(apply_plan *plan, sx_err *err) {
  plan->room = (sx_room){0};
  sx_status status = look_at_all(plan, err);
  for (size_t i = 0; i < plan->change->files.len && !status; i++) {
    const sx_file_change *file = &plan->change->files.items[i];
    switch (file->action) {
    case SX_ACTION_EDIT: status = plan_edit(plan, i, err); break;
    case SX_ACTION_DELETE: status = plan_delete(plan, i, err); break;
    case SX_ACTION_CREATE: status = check_absent(plan, i, file->path, err); break;
    case SX_ACTION_RENAME: status = check_absent(plan, i, file->new_path, err); break;
    }
  }
  return status;
}

/* ---- through the editor ------------------------------------------------------------------ */

/* Narrows changed lines to the part that differs: cursors and marks stay on the rest. */
static void trim(sx_str *before, sx_str *after, size_t *skipped) {
  size_t most = before->len < after->len ? before->len : after->len, start = 0, tail = 0;
  while (start < most && before->ptr[start] == after->ptr[start]) start++;
  /* Neither a character nor a \r\n is cut. */
  while (start > 0 && start < before->len && ((unsigned char)before->ptr[start] & 0xC0) == 0x80)
    start--;
  while (start > 0 && start < after->len && ((unsigned char)after->ptr[start] & 0xC0) == 0x80)
    start--;
  if (start > 0 && before->ptr[start - 1] == '\r') start--;
  most -= start;
  while (tail < most && before->ptr[before->len - 1 - tail] == after->ptr[after->len - 1 - tail])
    tail++;
  while (tail > 0 && ((unsigned char)before->ptr[before->len - tail] & 0xC0) == 0x80) tail--;
  if (tail > 0 && before->ptr[before->len - tail] == '\n') tail--;
  *skipped = start;
  *before = sx_str_slice(*before, start, before->len - tail);
  *after = sx_str_slice(*after, start, after->len - tail);
}

static sx_status add_edits(apply_plan *plan, size_t i, sx_host_file_edit *out, sx_err *err) {
  sx_call *call = plan->change->call;
  const sx_file_change *file = &plan->change->files.items[i];
  const sx_document *document = plan->files[i].document;
  sx_diff diff;
  sx_status status = sx_change_diff(&diff, call, file->before, file->after, err);
  if (status) return status;
  for (size_t k = 0; k < diff.count; k++) {
    const sx_line_edit *edit = &diff.edits[k];
    sx_str old = sx_line_index_get(&diff.before_lines, edit->before_line, edit->before_count);
    sx_str new = sx_line_index_get(&diff.after_lines, edit->after_line, edit->after_count);
    size_t start = diff.before_lines.starts[edit->before_line], skipped;
    trim(&old, &new, &skipped);
    sx_host_edit *added = SX_ARRAY_ADD(&out->edits, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    added->range.start = sx_document_position(document, start + skipped);
    added->range.end = sx_document_position(document, start + skipped + old.len);
    added->text = new;
  }
  out->is_closed = plan->files[i].is_closed;
  out->version = document->version;
  out->line_count = document->lines.count;
  return SX_OK;
}

static sx_status collect_edits(apply_plan *plan, sx_host_file_edits *out, sx_err *err) {
  static const sx_host_action actions[] = {
      [SX_ACTION_EDIT] = SX_HOST_EDIT_FILE,
      [SX_ACTION_CREATE] = SX_HOST_CREATE_FILE,
      [SX_ACTION_DELETE] = SX_HOST_DELETE_FILE,
      [SX_ACTION_RENAME] = SX_HOST_RENAME_FILE,
  };
  for (size_t i = 0; i < plan->change->files.len; i++) {
    const sx_file_change *file = &plan->change->files.items[i];
    if (plan->files[i].route != SX_ROUTE_EDITOR) continue;
    sx_host_file_edit *edit = SX_ARRAY_ADD(out, plan->change->call->arena);
    if (!edit) return sx_fail(err, plan->change->call->arena->status, NULL);
    edit->action = actions[file->action];
    edit->path = file->path;
    edit->new_path = file->new_path;
    edit->text = file->action == SX_ACTION_CREATE ? file->after : SX_STR("");
    sx_status status = SX_OK;
    if (file->action == SX_ACTION_EDIT) status = add_edits(plan, i, edit, err);
    if (status) return status;
  }
  return SX_OK;
}

static sx_status apply_in_editor(apply_plan *plan, sx_host_applied *applied, sx_err *err) {
  sx_call *call = plan->change->call;
  sx_host_file_edits files = {0};
  *applied = (sx_host_applied){.is_applied = true};
  sx_status status = collect_edits(plan, &files, err);
  if (status || !files.len) return status;
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_apply_edit(&batch, &files);
  status = sx_batch_run_out(&batch, err);
  if (!status) status = sx_batch_get_applied(&batch, slot, applied, err);
  sx_batch_release(&batch);
  if (!status && applied->misfit.len)
    return sx_fail(err, SX_ENCODING, "'%.*s' %.*s. Nothing was changed.",
                   SX_STR_ARG(sx_path_display(call, applied->misfit)), SX_STR_ARG(applied->why));
  if (!status && !applied->is_applied && !applied->stale.len)
    status = sx_fail(err, SX_HOST,
                     "The editor rejected the edit: a file is read-only, or someone was typing in "
                     "it. Nothing was changed. Try again.");
  return status;
}

/* The editor failed while it wrote them: the beginning of a text that was to be made goes again. */
static void remove_begun(const apply_plan *plan) {
  for (size_t i = 0; i < plan->change->files.len; i++) {
    const sx_file_change *file = &plan->change->files.items[i];
    sx_str now;
    bool is_made = file->action == SX_ACTION_CREATE && plan->files[i].route == SX_ROUTE_EDITOR;
    if (!is_made || sx_path_is_uri(file->path)) continue;
    sx_status status =
        sx_file_read(&now, file->path, SX_DOCUMENT_MAX_BYTES, plan->change->call->arena, NULL);
    /* An empty one may be another program's, unless there is no room for more. */
    sx_room room = {0};
    bool is_begun = !status && now.len < file->after.len && sx_str_has_prefix(file->after, now) &&
                    (now.len || !sx_room_add(&room, file->path, file->after.len));
    if (is_begun) status = sx_file_remove(file->path, NULL);
    if (!status || status == SX_NOT_FOUND)
      sx_file_remove_parents(file->path, plan->files[i].made_bytes);
  }
}

/* ---- on the disk ------------------------------------------------------------------------- */

static sx_status write_text(const sx_document *document, sx_str path, sx_str before, sx_str after,
                            sx_err *err) {
  bool has_mark = sx_str_is_equal(document->encoding, SX_STR("utf8bom"));
  sx_str mark = has_mark ? SX_STR(UTF8_MARK) : SX_STR("");
  sx_str old[] = {mark, before}, new[] = {mark, after};
  return sx_file_replace(path, old, 2, new, 2, err);
}

/* The bytes of a file that is made, or put back. */
static sx_str new_bytes(const sx_file_change *file) {
  return file->mode && file->bytes.len ? file->bytes : file->after;
}

/* Another process may have written since the file was read: then it is read again. */
static sx_status write_existing(apply_plan *plan, size_t i, sx_err *err) {
  const sx_file_change *file = &plan->change->files.items[i];
  sx_status status =
      write_text(plan->files[i].document, file->path, file->before, file->after, err);
  plan->is_stale = status == SX_CONFLICT;
  return status;
}

static sx_status write_one(apply_plan *plan, size_t i, sx_err *err) {
  const sx_file_change *file = &plan->change->files.items[i];
  if (file->action != SX_ACTION_CREATE) return write_existing(plan, i, err);
  sx_str bytes = new_bytes(file);
  sx_status status = sx_file_make_parents(file->path, &plan->files[i].made_bytes, err);
  if (!status) status = sx_file_write_new(file->path, &bytes, 1, file->mode, err);
  if (status) sx_file_remove_parents(file->path, plan->files[i].made_bytes);
  return status;
}

/* Text that another process has written since stays. */
static void take_back_one(const apply_plan *plan, size_t i) {
  const sx_file_change *file = &plan->change->files.items[i];
  bool is_ours = file->action != SX_ACTION_CREATE;
  sx_status status = SX_OK;
  if (!is_ours)
    status = sx_change_compare_disk(plan->change->call, file->path, file->after, &is_ours, NULL);
  if (!status && is_ours)
    status = file->action == SX_ACTION_CREATE
                 ? sx_file_remove(file->path, NULL)
                 : write_text(plan->files[i].document, file->path, file->after, file->before, NULL);
  if (!status && is_ours && file->action == SX_ACTION_CREATE)
    sx_file_remove_parents(file->path, plan->files[i].made_bytes);
  /* The first error, which led here, is the one that is reported. */
}

static void take_back_disk(const apply_plan *plan, size_t count) {
  sx_changes_begin_writing(plan->change->call->services->changes);
  for (size_t i = 0; i < count; i++)
    if (plan->files[i].route == SX_ROUTE_DISK) take_back_one(plan, i);
  sx_changes_end_writing(plan->change->call->services->changes);
}

static sx_status write_disk(apply_plan *plan, sx_err *err) {
  sx_status status = SX_OK;
  size_t i = 0;
  sx_changes_begin_writing(plan->change->call->services->changes);
  for (; i < plan->change->files.len && !status; i++)
    if (plan->files[i].route == SX_ROUTE_DISK) status = write_one(plan, i, err);
  sx_changes_end_writing(plan->change->call->services->changes);
  if (status) take_back_disk(plan, i - 1);
  return status;
}

/* ---- afterwards -------------------------------------------------------------------------- */

/* Servers check what the editor has open: files written on the disk are opened, without a tab. */
static sx_status show_to_servers(apply_plan *plan) {
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

static sx_status begin_outcome(apply_plan *plan, sx_outcome *out, sx_err *err) {
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
static void await_reloads(const apply_plan *plan) {
  for (size_t i = 0; i < plan->change->files.len; i++) {
    const sx_file_change *file = &plan->change->files.items[i];
    bool is_held = file->action == SX_ACTION_EDIT && plan->files[i].route == SX_ROUTE_DISK &&
                   plan->files[i].document && !plan->files[i].document->is_peeked;
    if (is_held) sx_change_await_reload(plan->change->call, file->path);
  }
}

/* It is done: whatever fails from here on must not look like a change that did not happen. */
static void finish(apply_plan *plan, sx_diagnostics_before *before, sx_outcome *out) {
  sx_call *call = plan->change->call;
  for (size_t i = 0; i < plan->change->files.len; i++) {
    const sx_file_change *file = &plan->change->files.items[i];
    out->files.items[i].was_moved = plan->files[i].was_moved;
    out->files.items[i].was_done = plan->files[i].was_done;
    out->files.items[i].line_count = count_lines(file->after);
  }
  out->is_undoing = plan->options->is_undoing;
  out->can_undo = !plan->options->is_undoing &&
                  sx_changes_end_applying(call->services->changes, out->id, plan->change);
  sx_status status = sx_change_save(plan->change, plan->files, plan->options, out);
  if (!status) await_reloads(plan);
  if (!status) status = show_to_servers(plan);
  if (!status) status = sx_diagnostics_compare(before, plan->change, out, NULL);
  out->is_cut_short = status != SX_OK;
  for (size_t i = 0; i < plan->change->files.len; i++) {
    sx_change_log_add(call->services->change_log, plan->change->files.items[i].path);
    sx_document_forget(call, plan->change->files.items[i].path);
  }
  sx_change_log_touch(call->services->change_log);
}

/* Files that were not opened before may have been others when the editor loaded them. */
static sx_status check_closed(apply_plan *plan, sx_err *err) {
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

/* One look, one try. */
static sx_status try_once(apply_plan *plan, sx_diagnostics_before *before, sx_err *err) {
  sx_host_applied applied = {0};
  plan->is_stale = false;
  sx_status status = plan_all(plan, err);
  if (!status) status = sx_diagnostics_take(before, plan->change, err);
  if (!status) status = write_disk(plan, err);
  bool is_written = !status;
  if (!status) status = apply_in_editor(plan, &applied, err);
  if (!status && applied.is_applied) status = check_closed(plan, err);
  plan->is_stale |= !status && !applied.is_applied;
  bool is_done = !status && !plan->is_stale;
  if (is_written && status == SX_HOST) remove_begun(plan);
  plan->is_peeking &= is_done; /* another try opens the files */
  if (is_written && !is_done) take_back_disk(plan, plan->change->files.len);
  if (!is_done) sx_diagnostics_drop(before, plan->change);
  return status;
}

static sx_status apply_planned(apply_plan *plan, sx_outcome *out, sx_err *err) {
  sx_diagnostics_before before = {0};
  sx_status status = begin_outcome(plan, out, err);
  if (status) return status;
  uint64_t end_ms = sx_clock_ms() + MAX_TRYING_MS;
  for (int i = 0; i < MAX_TRIES && (i < 2 || sx_clock_ms() < end_ms); i++) {
    status = try_once(plan, &before, err);
    if (!status && !plan->is_stale) finish(plan, &before, out);
    if (!plan->is_stale) return status;
  }
  return sx_fail(
      err, SX_CONFLICT,
      "The files keep changing while the edit is being applied. Nothing was changed. Try again.");
}

sx_status sx_change_apply(sx_change *change, const sx_apply_options *options, sx_outcome *out,
                          sx_err *err) {
  apply_plan plan = {
      .change = change,
      .options = options,
      .files = sx_arena_calloc(change->call->arena, change->files.len + 1, sizeof *plan.files),
      .is_peeking = is_wide(change) && !options->write_to_disk,
  };
  if (!plan.files) return sx_fail(err, SX_NOMEM, NULL);
  sx_change_approval approval = {.change = change, .is_persons = options->is_persons};
  bool can_undo = true;
  sx_status status = options->is_undoing
                         ? SX_OK
                         : sx_changes_begin_applying(change->call->services->changes, change,
                                                     out->id, &can_undo, err);
  if (status) return status;
  approval.cannot_undo = !can_undo;
  status = sx_change_approve(change->call, &approval, err);
  if (!status) status = apply_planned(&plan, out, err);
  if (status && !options->is_undoing)
    (void)sx_changes_end_applying(change->call->services->changes, out->id, NULL);
  return status;
}
