#include "change/apply_parts.h"

#include "change/merge.h"
#include "change/saving.h"
#include "change/store.h"
#include "os/file.h"
#include "os/file_write.h"
#include "workspace/paths.h"

#define UTF8_MARK "\xEF\xBB\xBF"

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

static sx_status add_edits(sx_apply_plan *plan, size_t i, sx_host_file_edit *out, sx_err *err) {
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

static sx_status collect_edits(sx_apply_plan *plan, sx_host_file_edits *out, sx_err *err) {
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

sx_status sx_apply__in_editor(sx_apply_plan *plan, sx_host_applied *applied, sx_err *err) {
  sx_call *call = plan->change->call;
  sx_host_file_edits files = {0};
  *applied = (sx_host_applied){.is_applied = true};
  sx_status status = collect_edits(plan, &files, err);
  if (status || !files.len) return status;
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = plan->is_taking_back ? sx_batch_take_back_edit(&batch, &files)
                                     : sx_batch_apply_edit(&batch, &files);
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

void sx_apply__remove_begun(const sx_apply_plan *plan) {
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

sx_status sx_apply__remove_made(const sx_apply_plan *plan, size_t i) {
  const sx_file_change *file = &plan->change->files.items[i];
  bool is_ours = false;
  if (sx_path_is_uri(file->path)) return SX_OK;
  sx_status status =
      sx_change_compare_disk(plan->change->call, file->path, file->after, &is_ours, NULL);
  if (!status && is_ours) status = sx_file_remove(file->path, NULL);
  if (!status && is_ours) sx_file_remove_parents(file->path, plan->files[i].made_bytes);
  return status == SX_NOT_FOUND ? SX_OK : status;
}

/* ---- on the disk ------------------------------------------------------------------------- */

sx_status sx_apply__write_text(const sx_document *document, sx_str path, sx_str before,
                               sx_str after, sx_err *err) {
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
static sx_status write_existing(sx_apply_plan *plan, size_t i, sx_err *err) {
  const sx_file_change *file = &plan->change->files.items[i];
  sx_status status =
      sx_apply__write_text(plan->files[i].document, file->path, file->before, file->after, err);
  plan->is_stale = status == SX_CONFLICT;
  return status;
}

static sx_status write_one(sx_apply_plan *plan, size_t i, sx_err *err) {
  const sx_file_change *file = &plan->change->files.items[i];
  if (file->action != SX_ACTION_CREATE) return write_existing(plan, i, err);
  sx_str bytes = new_bytes(file);
  sx_status status = sx_file_make_parents(file->path, &plan->files[i].made_bytes, err);
  if (!status) status = sx_file_write_new(file->path, &bytes, 1, file->mode, err);
  if (status) sx_file_remove_parents(file->path, plan->files[i].made_bytes);
  plan->is_stale = status == SX_EXISTS && file->is_append;
  return status;
}

/* Text that another process has written since stays. */
static sx_status restore(const sx_apply_plan *plan, size_t i) {
  const sx_file_change *file = &plan->change->files.items[i];
  if (file->action == SX_ACTION_CREATE) return sx_apply__remove_made(plan, i);
  sx_status status =
      sx_apply__write_text(plan->files[i].document, file->path, file->after, file->before, NULL);
  return status == SX_NOT_FOUND ? SX_OK : status;
}

sx_status sx_apply__take_back_disk(const sx_apply_plan *plan, size_t count, sx_strs *left) {
  sx_status first = SX_OK;
  sx_arena *arena = plan->change->call->arena;
  sx_changes_begin_writing(plan->change->call->services->changes);
  for (size_t i = 0; i < count; i++) {
    if (plan->files[i].route != SX_ROUTE_DISK) continue;
    sx_status status = restore(plan, i);
    if (status) status = restore(plan, i); /* what was wanting, may have been of a moment */
    if (!first) first = status;
    if (status && left) (void)!sx_strs_add(left, plan->change->files.items[i].path, arena, NULL);
  }
  sx_changes_end_writing(plan->change->call->services->changes);
  return first;
}

sx_status sx_apply__write_disk(sx_apply_plan *plan, sx_err *err) {
  sx_status status = SX_OK;
  size_t i = 0;
  sx_changes_begin_writing(plan->change->call->services->changes);
  for (; i < plan->change->files.len && !status; i++)
    if (plan->files[i].route == SX_ROUTE_DISK) status = write_one(plan, i, err);
  sx_changes_end_writing(plan->change->call->services->changes);
  /* The answer reports the first error, which led here. */
  if (status) (void)!sx_apply__take_back_disk(plan, i - 1, NULL);
  return status;
}
