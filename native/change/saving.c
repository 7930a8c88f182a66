#include "change/saving.h"

#include "os/room.h"
#include "resolve/c_sources.h"
#include "workspace/encoding.h"
#include "workspace/paths.h"

#define NO_ROOM "its disk is full. Free some room, then save it"
#define TYPED_IN "it was edited while it was verified. Save it when that is done"
#define DELETED "its file was deleted while it was verified. Saving it makes the file again"
#define WRITTEN "its file was written by another program while it was verified. Compare the two"
#define CUT_OFF                                                                                    \
  "only a part of it could be written. Its disk may be full: free some room, then save it"

sx_status sx_change_compare_disk(sx_call *call, sx_str path, sx_str text, bool *is_same,
                                 sx_err *err) {
  sx_str now;
  sx_status status = sx_file_read(&now, path, SX_DOCUMENT_MAX_BYTES, call->arena, err);
  if (status) return status;
  now = sx_str_slice(now, sx_lines_mark_bytes(now), now.len);
  *is_same = sx_str_is_equal(now, sx_str_slice(text, sx_lines_mark_bytes(text), text.len));
  return SX_OK;
}

/* ---- which ones --------------------------------------------------------------------------- */

/* Unsaved edits are a person's to save, unless none are left. */
static bool is_wanted(const sx_change *change, const sx_file_plan *plan,
                      const sx_apply_options *options, const sx_file_change *file) {
  bool is_kept = options->keep_unsaved && plan->document->is_dirty && !plan->must_be_saved;
  if (!is_kept || sx_path_is_uri(file->path)) return options->save && !is_kept;
  bool is_same = false;
  sx_status status = sx_change_compare_disk(change->call, file->path, file->after, &is_same, NULL);
  return options->save && !status && is_same;
}

/* Its text is in the buffer; also one that was as the change makes it, but not saved. */
static bool is_in_buffer(const sx_file_change *file, const sx_file_plan *plan) {
  bool was_unsaved = plan->route == SX_ROUTE_NONE && plan->document && plan->document->is_dirty;
  return file->action == SX_ACTION_EDIT && (plan->route == SX_ROUTE_EDITOR || was_unsaved);
}

static uint64_t count_bytes(const sx_file_plan *plan, sx_str text) {
  bool is_wide = sx_str_has_prefix(plan->document->encoding, SX_STR("utf16"));
  return is_wide ? 2 * (uint64_t)text.len : text.len;
}

static bool has_room(sx_room *room, const sx_file_plan *plan, const sx_file_change *file) {
  return sx_path_is_uri(file->path) ||
         sx_room_add(room, file->path, count_bytes(plan, file->after));
}

bool sx_change_is_of_c(const sx_file_change *file) {
  return sx_language_has_word("c cpp objective-c objective-cpp cuda-cpp", file->language, false);
}

static bool is_header(const sx_file_change *file) {
  return sx_change_is_of_c(file) && sx_c_is_header(file->path);
}

static sx_status choose(const sx_change *change, const sx_file_plan *plans,
                        const sx_apply_options *options, bool headers_only, sx_outcome *out,
                        sx_strs *paths) {
  sx_room room = {0};
  for (size_t i = 0; i < change->files.len; i++) {
    const sx_file_change *file = &change->files.items[i];
    if (!is_in_buffer(file, &plans[i]) || (headers_only && !is_header(file))) continue;
    out->files.items[i].is_modified = true;
    if (!is_wanted(change, &plans[i], options, file)) continue;
    if (!has_room(&room, &plans[i], file)) {
      out->files.items[i].save_error = SX_STR(NO_ROOM);
      continue;
    }
    sx_str *path = SX_ARRAY_ADD(paths, change->call->arena);
    if (!path) return change->call->arena->status;
    *path = file->path;
  }
  return SX_OK;
}

/* It is verified, or was and is taken back. */
static bool is_of_verified(const sx_change *change, const sx_file_plan *plans) {
  bool is_taken_back = false;
  for (size_t i = 0; i < change->files.len; i++) is_taken_back |= plans[i].must_be_saved;
  return change->must_verify || is_taken_back;
}

/* Others may have changed the buffer or the file in the seconds in which it was verified. */
static const char *why_not_save(const sx_change *change, const sx_file_plan *plan,
                                const sx_file_change *file, const sx_host_document *host) {
  bool is_same = true;
  if (!host->is_dirty) return NULL;
  if (!sx_text_is_same(host->text, file->after)) return TYPED_IN;
  if (sx_path_is_uri(file->path) || !sx_encoding_is_utf8(plan->document->encoding)) return NULL;
  sx_status status = sx_change_compare_disk(change->call, file->path, file->after, &is_same, NULL);
  if (status == SX_NOT_FOUND) return DELETED;
  if (!status && !is_same && !plan->document->is_dirty)
    status = sx_change_compare_disk(change->call, file->path, file->before, &is_same, NULL);
  return status || is_same || plan->document->is_dirty ? NULL : WRITTEN;
}

static size_t find_file(const sx_change *change, sx_str path) {
  size_t i = 0;
  while (i + 1 < change->files.len && !sx_str_is_equal(change->files.items[i].path, path)) i++;
  return i;
}

static sx_status drop_disturbed(const sx_change *change, const sx_file_plan *plans, sx_outcome *out,
                                sx_strs *paths) {
  size_t kept = 0;
  sx_batch batch;
  sx_batch_init(&batch, change->call->wait, change->call->arena);
  for (size_t i = 0; i < paths->len; i++) sx_batch_document(&batch, paths->items[i], true);
  sx_status status = sx_batch_run(&batch, NULL);
  for (size_t i = 0; i < paths->len && !status; i++) {
    sx_host_document host = {0};
    size_t at = find_file(change, paths->items[i]);
    status = sx_batch_get_document(&batch, i, &host, NULL);
    const char *why =
        status ? NULL : why_not_save(change, &plans[at], &change->files.items[at], &host);
    if (why) out->files.items[at].save_error = sx_str_from(why);
    if (!why) paths->items[kept++] = paths->items[i];
  }
  sx_batch_release(&batch);
  if (!status) paths->len = kept;
  return status;
}

static sx_status save(sx_call *call, const sx_strs *paths, sx_host_saves *saves) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_save(&batch, paths);
  sx_status status = sx_batch_run(&batch, NULL);
  if (!status) status = sx_batch_get_saves(&batch, slot, saves, NULL);
  sx_batch_release(&batch);
  return status;
}

static void take_saves(sx_outcome *out, const sx_host_saves *saves) {
  for (size_t k = 0; k < saves->len; k++)
    for (size_t i = 0; i < out->files.len; i++)
      if (sx_str_is_equal(out->files.items[i].file->path, saves->items[k].path)) {
        out->files.items[i].is_modified = !saves->items[k].is_saved;
        out->files.items[i].save_error = saves->items[k].why;
      }
}

/* ---- what was cut ------------------------------------------------------------------------- */

/* One look at the size; the editor may also have formatted the file as it saved it. */
static bool is_whole(const sx_file_plan *plan, const sx_file_change *file) {
  sx_file_info info;
  bool has_mark = sx_str_is_equal(plan->document->encoding, SX_STR("utf8bom"));
  bool is_known = !sx_path_is_uri(file->path) && sx_encoding_is_utf8(plan->document->encoding);
  if (!is_known || sx_file_stat(&info, file->path, NULL) || !info.exists) return true;
  return info.size_bytes == file->after.len + (has_mark ? 3 : 0);
}

static bool is_cut_of(sx_str disk, sx_str text) {
  return disk.len < text.len && sx_str_has_prefix(text, disk);
}

/*
 * The text that was to be saved, if the disk has only the beginning of it. A document that was
 * closed meanwhile has been loaded from what was left: then the disk must be full to be sure.
 */
static sx_status find_cut(sx_call *call, const sx_file_change *file, const sx_host_document *host,
                          sx_str *text) {
  sx_str disk;
  *text = SX_STR("");
  sx_status status = sx_file_read(&disk, file->path, SX_DOCUMENT_MAX_BYTES, call->arena, NULL);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  disk = sx_str_slice(disk, sx_lines_mark_bytes(disk), disk.len);
  if (host->is_dirty) return SX_OK;
  sx_room room = {0};
  if (is_cut_of(disk, host->text))
    *text = host->text;
  else if (is_cut_of(disk, file->after) && !sx_room_add(&room, file->path, file->after.len))
    *text = file->after;
  return SX_OK;
}

static sx_status restore_cut(const sx_change *change, size_t i, sx_host_file_edits *edits,
                             sx_outcome *out) {
  sx_call *call = change->call;
  const sx_file_change *file = &change->files.items[i];
  sx_host_document host = {0};
  sx_batch batch;
  sx_str text = SX_STR("");
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_document(&batch, file->path, true);
  sx_status status = sx_batch_run_out(&batch, NULL);
  if (!status) status = sx_batch_get_document(&batch, slot, &host, NULL);
  sx_batch_release(&batch);
  if (!status) status = find_cut(call, file, &host, &text);
  if (status || !text.len) return status;
  out->files.items[i].is_modified = true;
  out->files.items[i].save_error = SX_STR(CUT_OFF);
  return sx_buffer_add_text(call, edits, file->path, &host, text);
}

/* The same text again makes the buffer an unsaved one. */
static sx_status restore_all(const sx_change *change, const sx_file_plan *plans, sx_outcome *out) {
  sx_host_file_edits edits = {0};
  sx_status status = SX_OK;
  for (size_t i = 0; i < change->files.len && !status; i++) {
    const sx_file_change *file = &change->files.items[i];
    bool was_saved = is_in_buffer(file, &plans[i]) && !out->files.items[i].is_modified;
    if (was_saved && !is_whole(&plans[i], file)) status = restore_cut(change, i, &edits, out);
  }
  return status ? status : sx_buffers_apply(change->call, &edits);
}

static sx_status save_some(const sx_change *change, const sx_file_plan *plans,
                           const sx_apply_options *options, bool headers_only, sx_outcome *out) {
  sx_strs paths = {0};
  sx_host_saves saves = {0};
  sx_status status = choose(change, plans, options, headers_only, out, &paths);
  if (!status && paths.len && is_of_verified(change, plans))

    status = drop_disturbed(change, plans, out, &paths);
  if (status || !paths.len) return status;
  status = save(change->call, &paths, &saves);
  take_saves(out, &saves);
  return status ? status : restore_all(change, plans, out);
}

sx_status sx_change_save(const sx_change *change, const sx_file_plan *plans,
                         const sx_apply_options *options, sx_outcome *out) {
  return save_some(change, plans, options, false, out);
}

sx_status sx_change_save_headers(const sx_change *change, const sx_file_plan *plans,
                                 const sx_apply_options *options, sx_outcome *out, bool *has_saved,
                                 bool *has_left) {
  bool has_any = false;
  *has_saved = *has_left = false;
  for (size_t i = 0; i < change->files.len; i++)
    has_any |=
        is_header(&change->files.items[i]) && is_in_buffer(&change->files.items[i], &plans[i]);
  if (!has_any) return SX_OK;
  sx_status status = save_some(change, plans, options, true, out);
  for (size_t i = 0; i < change->files.len; i++) {
    if (!is_header(&change->files.items[i]) || !is_in_buffer(&change->files.items[i], &plans[i]))
      continue;
    *has_left |= out->files.items[i].is_modified;
    *has_saved |= !out->files.items[i].is_modified;
  }
  return status;
}
