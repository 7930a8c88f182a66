#include "change/change.h"

#include "os/file.h"
#include "os/room.h"
#include "workspace/document_edit.h"
#include "workspace/encoding.h"
#include "workspace/hidden.h"
#include "workspace/paths.h"

void sx_change_init(sx_change *change, sx_call *call, sx_str title) {
  *change = (sx_change){.call = call, .title = title};
}

/* ---- may it be written? ------------------------------------------------------------------ */

sx_status sx_change_check_writable(sx_call *call, sx_str path, sx_err *err) {
  sx_str shown = sx_path_display(call, path);
  sx_status hidden = sx_hidden_check(call, NULL, path, err);
  if (hidden) return hidden;
  if (sx_path_is_cell(path))
    return sx_fail(err, SX_READ_ONLY,
                   "'%.*s' is a notebook cell: it can be read, but not changed. Nothing was "
                   "changed. Edit the notebook's file as text instead.",
                   SX_STR_ARG(shown));
  if (sx_path_is_uri(path)) {
    if (sx_str_has_prefix(path, SX_STR("untitled:")) || sx_path_is_inside(call, path)) return SX_OK;
  } else {
    sx_str real;
    sx_file_info info;
    sx_status status = sx_path_find_real(call, path, &real, &info, err);
    if (status) return status;
    bool is_inside = sx_path_is_inside(call, real);
    if (is_inside && info.exists && info.is_read_only)
      return sx_fail(err, SX_READ_ONLY,
                     "'%.*s' is read-only. Nothing was changed. Make it writable first if it "
                     "should be edited.",
                     SX_STR_ARG(shown));
    if (is_inside && sx_room_is_read_only(real))
      return sx_fail(err, SX_READ_ONLY,
                     "'%.*s' is on a file system that is mounted read-only. Nothing was changed. "
                     "It can be edited only when it is mounted for writing.",
                     SX_STR_ARG(shown));
    if (is_inside) return SX_OK;
  }
  return sx_fail(err, SX_OUTSIDE_WORKSPACE,
                 "'%.*s' is outside the workspace folders: it can be read, but not changed. "
                 "Nothing was changed.",
                 SX_STR_ARG(shown));
}

/* A folder would take what is hidden in it out of the reach of the rules. */
static sx_status check_renamed(const sx_change *change, const sx_file_change *file, sx_err *err) {
  sx_file_info info = {0};
  sx_status status = sx_hidden_check(change->call, NULL, file->new_path, err);
  if (!status && !sx_path_is_uri(file->path)) status = sx_file_stat(&info, file->path, err);
  return !status && info.is_directory ? sx_hidden_check_below(change->call, file->path, err)
                                      : status;
}

sx_status sx_change_check_shown(const sx_change *change, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < change->files.len && !status; i++) {
    const sx_file_change *file = &change->files.items[i];
    status = sx_hidden_check(change->call, NULL, file->path, err);
    if (!status && file->action == SX_ACTION_RENAME) status = check_renamed(change, file, err);
  }
  return status;
}

static sx_status check_loaded(sx_call *call, const sx_document *document, sx_err *err) {
  if (document->is_behind)
    return sx_fail(err, SX_CONFLICT,
                   "'%.*s' has changed on disk, and the editor still shows the old text. Nothing "
                   "was changed. Try again in a few seconds, or reopen the file in the editor.",
                   SX_STR_ARG(sx_path_display(call, document->path)));
  return SX_OK;
}

sx_status sx_change_check_current(sx_call *call, const sx_document *document, sx_err *err) {
  sx_status status = check_loaded(call, document, err);
  if (!status) status = sx_change_check_writable(call, document->path, err);
  return status ? status : sx_encoding_check(call, document, err);
}

/* ---- planning ---------------------------------------------------------------------------- */

static sx_status add_file(sx_change *change, sx_file_change file, sx_err *err) {
  for (size_t i = 0; i < change->files.len; i++)
    if (sx_str_is_equal(change->files.items[i].path, file.path))
      return sx_fail(err, SX_INVALID_ARGUMENT, "'%.*s' appears in the change twice.",
                     SX_STR_ARG(sx_path_display(change->call, file.path)));
  sx_file_change *added = SX_ARRAY_ADD(&change->files, change->call->arena);
  if (!added) return sx_fail(err, SX_NOMEM, NULL);
  *added = file;
  return SX_OK;
}

static sx_file_change empty_file(sx_file_action action, sx_str path) {
  sx_str none = SX_STR("");
  return (sx_file_change){action, path, none, none, none, none, .bytes = none};
}

sx_status sx_change_edit(sx_change *change, const sx_document *document, sx_str after,
                         sx_err *err) {
  sx_status status = sx_change_check_current(change->call, document, err);
  if (status || sx_str_is_equal(document->text, after)) return status;
  sx_file_change file = empty_file(SX_ACTION_EDIT, document->path);
  file.before = document->text;
  file.after = after;
  file.language = document->language_id;
  return add_file(change, file, err);
}

sx_status sx_change_append(sx_change *change, const sx_document *document, sx_str text,
                           sx_err *err) {
  sx_str after;
  size_t end = document->text.len, count = change->files.len;
  sx_byte_replacement at_end = {end, end, text};
  sx_status status =
      sx_document_replace_bytes(&after, document, &at_end, 1, change->call->arena, err);
  if (!status) status = sx_change_edit(change, document, after, err);
  if (change->files.len > count) change->files.items[count].is_append = true;
  return status;
}

sx_status sx_change_keep_file(sx_call *call, sx_file_change *file, sx_err *err) {
  sx_file_info info;
  file->mode = 0;
  file->bytes = SX_STR("");
  if (sx_path_is_uri(file->path)) return SX_OK;
  sx_status status = sx_file_stat(&info, file->path, err);
  if (!status)
    status = sx_file_read(&file->bytes, file->path, SX_DOCUMENT_MAX_BYTES, call->arena, err);
  if (!status) file->mode = info.mode;
  if (sx_str_is_equal(file->bytes, file->before)) file->bytes = SX_STR("");
  return status;
}

sx_status sx_change_create(sx_change *change, sx_str path, sx_str text, sx_err *err) {
  sx_status status = sx_change_check_writable(change->call, path, err);
  if (status) return status;
  sx_file_info info = {0};
  if (!sx_path_is_uri(path)) status = sx_file_stat(&info, path, err);
  if (status) return status;
  if (info.exists)
    return sx_fail(err, SX_EXISTS, "File '%.*s' already exists. Nothing was changed.",
                   SX_STR_ARG(sx_path_display(change->call, path)));
  sx_file_change file = empty_file(SX_ACTION_CREATE, path);
  file.after = text;
  file.language = sx_language_name(sx_language_find(SX_STR(""), path));
  return add_file(change, file, err);
}

/* Also of what no edit may touch: its bytes are kept. */
sx_status sx_change_delete(sx_change *change, const sx_document *document, sx_err *err) {
  sx_status status = check_loaded(change->call, document, err);
  if (!status) status = sx_change_check_writable(change->call, document->path, err);
  if (status) return status;
  sx_file_change file = empty_file(SX_ACTION_DELETE, document->path);
  file.before = document->text;
  file.language = document->language_id;
  return add_file(change, file, err);
}

sx_status sx_change_rename(sx_change *change, sx_str path, sx_str new_path, sx_err *err) {
  sx_status status = sx_change_check_writable(change->call, path, err);
  if (!status) status = sx_change_check_writable(change->call, new_path, err);
  sx_file_info info = {0};
  if (!status && !sx_path_is_uri(new_path)) status = sx_file_stat(&info, new_path, err);
  if (status) return status;
  if (info.exists)
    return sx_fail(err, SX_EXISTS, "File '%.*s' already exists. Nothing was changed.",
                   SX_STR_ARG(sx_path_display(change->call, new_path)));
  sx_file_change file = empty_file(SX_ACTION_RENAME, path);
  file.new_path = new_path;
  return add_file(change, file, err);
}

/* ---- the other way round ----------------------------------------------------------------- */

static sx_file_change invert_file(const sx_file_change *file) {
  static const sx_file_action inverse[] = {
      [SX_ACTION_EDIT] = SX_ACTION_EDIT,
      [SX_ACTION_CREATE] = SX_ACTION_DELETE,
      [SX_ACTION_DELETE] = SX_ACTION_CREATE,
      [SX_ACTION_RENAME] = SX_ACTION_RENAME,
  };
  sx_file_change out = *file;
  out.action = inverse[file->action];
  out.before = file->after;
  out.after = file->before;
  out.is_append = false;
  if (file->action == SX_ACTION_RENAME) out.path = file->new_path, out.new_path = file->path;
  return out;
}

sx_status sx_change_invert(const sx_change *change, sx_change *out, sx_err *err) {
  sx_change_init(out, change->call, change->title);
  out->toolsets = change->toolsets;
  for (size_t i = change->files.len; i-- > 0;) {
    sx_status status = add_file(out, invert_file(&change->files.items[i]), err);
    if (status) return status;
  }
  return SX_OK;
}
