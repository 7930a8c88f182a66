#include "change/closed_files.h"

#include "change/merge.h"
#include "host/edits.h"
#include "os/file.h"
#include "text/lines.h"
#include "text/position.h"
#include "workspace/document.h"
#include "workspace/paths.h"

/* The texts that the editor has now; an empty one for what is not wanted. */
static sx_status get_texts(const sx_change *change, const bool *is_wanted, sx_host_document *out) {
  sx_call *call = change->call;
  sx_batch batch;
  size_t slot = 0;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < change->files.len; i++)
    if (is_wanted[i]) sx_batch_document(&batch, change->files.items[i].path, true);
  sx_status status = sx_batch_run_out(&batch, NULL);
  for (size_t i = 0; i < change->files.len && !status; i++)
    if (is_wanted[i]) status = sx_batch_get_document(&batch, slot++, &out[i], NULL);
  sx_batch_release(&batch);
  return status;
}

sx_status sx_closed_files_check(const sx_change *change, const bool *is_unheld, bool *fits) {
  sx_arena *arena = change->call->arena;
  sx_host_document *hosts = sx_arena_calloc(arena, change->files.len + 1, sizeof *hosts);
  *fits = true;
  if (!hosts) return SX_NOMEM;
  sx_status status = get_texts(change, is_unheld, hosts);
  for (size_t i = 0; i < change->files.len && !status && *fits; i++)
    *fits = !is_unheld[i] || sx_text_is_same(hosts[i].text, change->files.items[i].after);
  return status;
}

/* What the file is to say again: what others have written, on the disk or in the editor, stays. */
static sx_status choose_text(const sx_change *change, size_t i, bool is_unheld, sx_str now,
                             sx_str *out) {
  const sx_file_change *file = &change->files.items[i];
  *out = file->before;
  if (sx_text_is_same(now, file->after)) return SX_OK;
  if (!is_unheld)
    return sx_change_merge(out, change->call, sx_path_display(change->call, file->path),
                           file->after, file->before, now, NULL);
  sx_status status =
      sx_file_read(out, file->path, SX_DOCUMENT_MAX_BYTES, change->call->arena, NULL);
  if (!status) *out = sx_str_slice(*out, sx_lines_mark_bytes(*out), out->len);
  return status;
}

static sx_status add_replacement(sx_call *call, sx_host_file_edits *edits, sx_str path,
                                 const sx_host_document *host, sx_str text) {
  sx_lines lines;
  sx_status status = sx_lines_init(&lines, host->text, call->arena, NULL);
  if (status) return status;
  sx_host_file_edit *edit = SX_ARRAY_ADD(edits, call->arena);
  if (!edit) return call->arena->status;
  *edit = (sx_host_file_edit){.action = SX_HOST_EDIT_FILE,
                              .path = path,
                              .version = host->version,
                              .line_count = host->line_count};
  sx_host_edit *all = SX_ARRAY_ADD(&edit->edits, call->arena);
  if (!all) return call->arena->status;
  *all = (sx_host_edit){{{0}, sx_pos16_at(&lines, host->text.len)}, text};
  return SX_OK;
}

static sx_status apply(sx_call *call, const sx_host_file_edits *edits) {
  sx_host_applied applied = {0};
  sx_batch batch;
  if (!edits->len) return SX_OK;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_apply_edit(&batch, edits);
  sx_status status = sx_batch_run_out(&batch, NULL);
  if (!status) status = sx_batch_get_applied(&batch, slot, &applied, NULL);
  sx_batch_release(&batch);
  return status || applied.is_applied ? status : SX_HOST;
}

/* What is not saved is unsaved with the text that it has on the disk: nothing is lost. */
static void save(sx_call *call, const sx_strs *paths) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  if (paths->len) sx_batch_save(&batch, paths);
  (void)!sx_batch_run_out(&batch, NULL);
  sx_batch_release(&batch);
}

static sx_status take_back(const sx_change *change, const bool *is_edited, const bool *is_unheld,
                           const bool *was_clean) {
  sx_call *call = change->call;
  sx_host_file_edits edits = {0};
  sx_strs clean = {0};
  sx_host_document *hosts = sx_arena_calloc(call->arena, change->files.len + 1, sizeof *hosts);
  if (!hosts) return SX_NOMEM;
  sx_status status = get_texts(change, is_edited, hosts);
  for (size_t i = 0; i < change->files.len && !status; i++) {
    sx_str text, path = change->files.items[i].path;
    if (!is_edited[i]) continue;
    bool is_ours = sx_text_is_same(hosts[i].text, change->files.items[i].after);
    /* Saved by itself since: the disk has our text in the wrong place. */
    if (!is_ours && !hosts[i].is_dirty) return SX_CONFLICT;
    status = choose_text(change, i, is_unheld[i], hosts[i].text, &text);
    if (!status && !sx_text_is_same(text, hosts[i].text))
      status = add_replacement(call, &edits, path, &hosts[i], text);
    if (status || !was_clean[i] || !(is_ours || is_unheld[i])) continue;
    sx_str *added = SX_ARRAY_ADD(&clean, call->arena);
    if (!added) return SX_NOMEM;
    *added = path;
  }
  if (!status) status = apply(call, &edits);
  if (!status) save(call, &clean);
  return status;
}

sx_status sx_closed_files_take_back(const sx_change *change, const bool *is_edited,
                                    const bool *is_unheld, const bool *was_clean, sx_err *err) {
  sx_status status = take_back(change, is_edited, is_unheld, was_clean);
  if (!status) return SX_OK;
  return sx_fail(err, status == SX_CLOSED ? SX_CLOSED : SX_CONFLICT,
                 "Another program wrote to the files during the edit, and the edit could not be "
                 "reverted: %zu files are changed, some of them perhaps in the wrong lines. Check "
                 "the unsaved files before you save them; the editor's undo reverts the edit.",
                 change->files.len);
}
