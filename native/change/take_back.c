#include "change/apply_parts.h"

#include "change/reload.h"
#include "change/saving.h"
#include "os/file.h"
#include "workspace/encoding.h"
#include "workspace/paths.h"

/*
 * A change that was applied and is not to stay. VS Code has no undo of a document that is not in
 * front, so buffers are edited once more: two steps to undo that together change nothing. A buffer
 * that had no unsaved edits is unsaved then, though it has the disk's text, until it is saved.
 */

typedef struct taking_back {
  bool is_behind; /* a file has another program's text */
  const sx_apply_plan *forward;
  sx_change inverse;
  sx_apply_plan plan;   /* of the inverse */
  const size_t *origin; /* of each file of the inverse: its number in the change */
} taking_back;

/* New files are removed on the disk: the editor would move them to the trash. */
static bool is_by_edit(const sx_apply_plan *plan, size_t i) {
  return plan->files[i].route == SX_ROUTE_EDITOR &&
         plan->change->files.items[i].action != SX_ACTION_CREATE;
}

static sx_status invert(taking_back *t, sx_err *err) {
  sx_call *call = t->forward->change->call;
  const sx_change *change = t->forward->change;
  sx_change edited;
  size_t *origin = sx_arena_calloc(call->arena, change->files.len + 1, sizeof *origin);
  sx_change_init(&edited, call, change->title);
  for (size_t i = 0; i < change->files.len && origin; i++) {
    if (!is_by_edit(t->forward, i)) continue;
    sx_file_change *added = SX_ARRAY_ADD(&edited.files, call->arena);
    if (added) *added = change->files.items[i];
  }
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  /* The inverse has them the other way round. */
  size_t next = edited.files.len;
  for (size_t i = 0; i < change->files.len && origin; i++)
    if (is_by_edit(t->forward, i)) origin[--next] = i;
  t->origin = origin;
  return sx_change_invert(&edited, &t->inverse, err);
}

/*
 * Whether the file has the text from before the change, or that of the change, which the editor may
 * have saved by itself. Another one is another program's, and is not written over: the buffer stays
 * unsaved then.
 */
static bool is_file_ours(const sx_change *change, const sx_file_change *was,
                         const sx_document *document) {
  bool is_same = false;
  if (sx_path_is_uri(was->path) || !sx_encoding_is_utf8(document->encoding)) return true;
  sx_status status = sx_change_compare_disk(change->call, was->path, was->before, &is_same, NULL);
  if (!status && !is_same)
    status = sx_change_compare_disk(change->call, was->path, was->after, &is_same, NULL);
  return !status && is_same;
}

/* Those whose text is again what it was when they had no unsaved edits. */
static void choose_saved(taking_back *t) {
  for (size_t i = 0; i < t->inverse.files.len; i++) {
    const sx_file_change *file = &t->inverse.files.items[i];
    const sx_file_change *was = &t->forward->change->files.items[t->origin[i]];
    const sx_document *document = t->forward->files[t->origin[i]].document;
    bool was_saved = file->action == SX_ACTION_EDIT && document && !document->is_dirty &&
                     t->plan.files[i].document && sx_str_is_equal(file->after, was->before);
    bool is_ours = was_saved && is_file_ours(t->forward->change, was, document);
    t->plan.files[i].must_be_saved = is_ours;
    t->is_behind |= was_saved && !is_ours;
  }
}

/* A formatter has it in the buffer as well; another program has it in the file alone. */
static sx_status is_in_buffer(sx_call *call, sx_str path, sx_str text, bool *is_same) {
  sx_batch batch;
  sx_host_document host = {0};
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_document(&batch, path, true);
  sx_status status = sx_batch_run(&batch, NULL);
  if (!status) status = sx_batch_get_document(&batch, slot, &host, NULL);
  sx_batch_release(&batch);
  *is_same = !status && sx_text_is_same(host.text, text);
  return status;
}

/* Whoever formats files as they are saved has written another text. */
static sx_status restore_bytes(const taking_back *t, size_t i, bool is_saved) {
  sx_call *call = t->inverse.call;
  const sx_file_change *file = &t->inverse.files.items[i];
  const sx_document *document = t->plan.files[i].document;
  bool is_same = true, is_formatted = false;
  sx_str now;
  bool is_known = t->plan.files[i].must_be_saved && is_saved && !sx_path_is_uri(file->path) &&
                  sx_encoding_is_utf8(document->encoding);
  if (!is_known) return SX_OK;
  sx_status status = sx_change_compare_disk(call, file->path, file->after, &is_same, NULL);
  if (status || is_same) return status;
  status = sx_file_read(&now, file->path, SX_DOCUMENT_MAX_BYTES, call->arena, NULL);
  if (status) return status;
  now = sx_str_slice(now, sx_lines_mark_bytes(now), now.len);
  status = is_in_buffer(call, file->path, now, &is_formatted);
  if (status || !is_formatted) return status;
  status = sx_apply__write_text(document, file->path, now, file->after, NULL);
  if (!status) sx_change_await_reload(call, file->path);
  return status;
}

static sx_status save(taking_back *t, sx_err *err) {
  sx_outcome outcome = {.id = ""};
  sx_status status = sx_apply__begin_outcome(&t->plan, &outcome, err);
  choose_saved(t);
  if (!status) status = sx_change_save(&t->inverse, t->plan.files, t->plan.options, &outcome);
  for (size_t i = 0; i < t->inverse.files.len && !status; i++)
    status = restore_bytes(t, i, !outcome.files.items[i].is_modified);
  return status;
}

static sx_status remove_made(const sx_apply_plan *plan, size_t i, sx_strs *left, sx_status first) {
  const sx_change *change = plan->change;
  sx_status status = sx_apply__remove_made(plan, i);
  if (status) status = sx_apply__remove_made(plan, i);
  if (status) (void)!sx_strs_add(left, change->files.items[i].path, change->call->arena, NULL);
  return first ? first : status;
}

/* The files that are on the disk alone. */
static sx_status take_back_disk(const sx_apply_plan *plan, sx_strs *left) {
  const sx_change *change = plan->change;
  sx_status status = sx_apply__take_back_disk(plan, change->files.len, left);
  for (size_t i = 0; i < change->files.len; i++) {
    const sx_file_change *file = &change->files.items[i];
    bool is_disk = plan->files[i].route == SX_ROUTE_DISK;
    if (!is_disk && file->action == SX_ACTION_CREATE) status = remove_made(plan, i, left, status);
    /* The editor has opened it for its server. */
    if (is_disk && file->action == SX_ACTION_EDIT) sx_change_await_reload(change->call, file->path);
  }
  return status;
}

sx_status sx_apply__take_back(const sx_apply_plan *plan, sx_strs *left, bool *is_behind,
                              sx_err *err) {
  static const sx_apply_options options = {
      .save = true, .keep_unsaved = true, .is_undoing = true, .may_be_gone = true};
  taking_back t = {.forward = plan};
  sx_status status = invert(&t, err);
  if (status) return status;
  t.plan = (sx_apply_plan){.change = &t.inverse,
                           .options = &options,
                           .is_taking_back = true,
                           .files = sx_arena_calloc(plan->change->call->arena,
                                                    t.inverse.files.len + 1, sizeof *t.plan.files)};
  if (!t.plan.files) return sx_fail(err, plan->change->call->arena->status, NULL);
  if (t.inverse.files.len) status = sx_apply__try(&t.plan, err);
  if (status) return status;
  status = take_back_disk(plan, left);
  /* The texts are back. Whatever fails here leaves a buffer unsaved. */
  (void)!save(&t, NULL);
  *is_behind = t.is_behind;
  return status ? sx_fail(err, status, NULL) : SX_OK;
}
