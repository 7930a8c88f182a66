#include "change/closed_files.h"

#include "change/merge.h"
#include "host/edits.h"
#include "os/file.h"
#include "text/lines.h"
#include "text/position.h"
#include "workspace/document.h"
#include "workspace/paths.h"

static bool is_closed(const sx_file_plan *plan) {
  return plan->is_closed;
}

static bool is_edited(const sx_file_plan *plan) {
  return plan->route == SX_ROUTE_EDITOR;
}

/* The texts that the editor has now; an empty one for what is not wanted. */
static sx_status get_texts(const sx_change *change, const sx_file_plan *plans,
                           bool (*is_wanted)(const sx_file_plan *plan), sx_host_document *out) {
  sx_call *call = change->call;
  sx_batch batch;
  size_t slot = 0;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < change->files.len; i++)
    if (is_wanted(&plans[i])) sx_batch_document(&batch, change->files.items[i].path, true);
  sx_status status = sx_batch_run_out(&batch, NULL);
  for (size_t i = 0; i < change->files.len && !status; i++)
    if (is_wanted(&plans[i])) status = sx_batch_get_document(&batch, slot++, &out[i], NULL);
  sx_batch_release(&batch);
  return status;
}

sx_status sx_closed_files_check(const sx_change *change, const sx_file_plan *plans, bool *fits) {
  sx_arena *arena = change->call->arena;
  sx_host_document *hosts = sx_arena_calloc(arena, change->files.len + 1, sizeof *hosts);
  *fits = true;
  if (!hosts) return SX_NOMEM;
  sx_status status = get_texts(change, plans, is_closed, hosts);
  for (size_t i = 0; i < change->files.len && !status && *fits; i++)
    *fits = !plans[i].is_closed || sx_text_is_same(hosts[i].text, change->files.items[i].after);
  return status;
}

/* The text to restore: writes of other processes and edits in the editor stay. */
static sx_status choose_text(const sx_change *change, size_t i, bool was_closed, sx_str now,
                             sx_str *out) {
  const sx_file_change *file = &change->files.items[i];
  const sx_merge_texts texts = {
      .shown_path = sx_path_display(change->call, file->path),
      .base = file->after,
      .target = file->before,
      .current = now,
  };
  *out = file->before;
  if (sx_text_is_same(now, file->after)) return SX_OK;
  if (!was_closed) return sx_change_merge(out, change->call, &texts, NULL);
  sx_status status =
      sx_file_read(out, file->path, SX_DOCUMENT_MAX_BYTES, change->call->arena, NULL);
  if (!status) *out = sx_str_slice(*out, sx_lines_mark_bytes(*out), out->len);
  return status;
}

sx_status sx_buffer_add_text(sx_call *call, sx_host_file_edits *edits, sx_str path,
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

sx_status sx_buffers_apply(sx_call *call, const sx_host_file_edits *edits) {
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

/* A document that is not saved has the same text as the disk: nothing is lost. */
static void save(sx_call *call, const sx_strs *paths) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  if (paths->len) sx_batch_save(&batch, paths);
  (void)!sx_batch_run_out(&batch, NULL);
  sx_batch_release(&batch);
}

static sx_status take_back(const sx_change *change, const sx_file_plan *plans) {
  sx_call *call = change->call;
  sx_host_file_edits edits = {0};
  sx_strs clean = {0};
  sx_host_document *hosts = sx_arena_calloc(call->arena, change->files.len + 1, sizeof *hosts);
  if (!hosts) return SX_NOMEM;
  sx_status status = get_texts(change, plans, is_edited, hosts);
  for (size_t i = 0; i < change->files.len && !status; i++) {
    sx_str text, path = change->files.items[i].path;
    if (!is_edited(&plans[i])) continue;
    bool is_ours = sx_text_is_same(hosts[i].text, change->files.items[i].after);
    /* Saved by itself since: the disk has our text in the wrong place. */
    if (!is_ours && !hosts[i].is_dirty) return SX_CONFLICT;
    status = choose_text(change, i, plans[i].is_closed, hosts[i].text, &text);
    if (!status && !sx_text_is_same(text, hosts[i].text))
      status = sx_buffer_add_text(call, &edits, path, &hosts[i], text);
    if (status || plans[i].document->is_dirty || !(is_ours || plans[i].is_closed)) continue;
    sx_str *added = SX_ARRAY_ADD(&clean, call->arena);
    if (!added) return SX_NOMEM;
    *added = path;
  }
  if (!status) status = sx_buffers_apply(call, &edits);
  if (!status) save(call, &clean);
  return status;
}

sx_status sx_closed_files_take_back(const sx_change *change, const sx_file_plan *plans,
                                    sx_err *err) {
  sx_status status = take_back(change, plans);
  if (!status) return SX_OK;
  return sx_fail(err, status == SX_CLOSED ? SX_CLOSED : SX_CONFLICT,
                 "Another program wrote to the files during the edit, and the edit could not be "
                 "reverted: %zu files are changed, some of them perhaps in the wrong lines. Check "
                 "the unsaved files before you save them; the editor's undo reverts the edit.",
                 change->files.len);
}
