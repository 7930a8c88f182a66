#include "refactor/rename_ask.h"

#include "change/planned.h"
#include "workspace/paths.h"

static sx_status add_file(sx_host_planned *out, sx_call *call, sx_host_file_edit file,
                          sx_err *err) {
  sx_host_file_edit *added = SX_ARRAY_ADD(&out->files, call->arena);
  if (!added) return sx_fail(err, call->arena->status, NULL);
  *added = file;
  return SX_OK;
}

/* A declaration that the server cannot rename is passed over, unless none can be. */
static sx_status take_planned(sx_host_planned *out, sx_call *call, const sx_target *target,
                              sx_batch *batch, size_t count, sx_err *err) {
  sx_status status = SX_OK;
  sx_err refusal = {0};
  size_t refused = 0;
  for (size_t i = 0; i < count && !status; i++) {
    sx_host_planned one = {0};
    sx_err here = {0};
    status = sx_batch_get_planned(batch, i, &one, &here);
    if (status && (!refused || status != SX_HOST)) refusal = here;
    if (status == SX_HOST && ++refused < count) {
      status = SX_OK;
      continue;
    }
    out->is_partial |= one.is_partial;
    out->has_snippet |= one.has_snippet;
    for (size_t k = 0; k < one.files.len && !status; k++)
      if (!target->c.family ||
          !sx_c_symbol_is_others(&target->c, sx_path_own(call, one.files.items[k].path)))
        status = add_file(out, call, one.files.items[k], &refusal);
  }
  if (status) return sx_fail(err, status, "%s", refusal.message);
  return sx_planned_unite_links(call, out, err);
}

/* The server takes long: the workspace's texts are read before its answer is waited for. */
static sx_status run(sx_renaming *rename, sx_batch *batch, sx_err *err) {
  sx_status status = SX_OK;
  if (!rename->are_mentions_known) status = sx_renaming_find_mentions(rename, err);
  if (!status) status = sx_batch_run(batch, err);
  return status;
}

/*
 * The editor loses the new name of a rename in a document that it does not hold ("Unexpected
 * type"), and closes some where others are opened.
 */
static sx_status hold(sx_call *call, const sx_str *paths, size_t count, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < count; i++) sx_batch_document(&batch, paths[i], false);
  sx_status status = sx_batch_run(&batch, err);
  sx_batch_release(&batch);
  return status;
}

sx_status sx_rename_ask(sx_renaming *rename, sx_host_planned *out, sx_err *err) {
  sx_batch batch;
  sx_call *call = rename->call;
  const sx_target *target = &rename->target;
  size_t count = target->c.asked.len ? target->c.asked.len : 1;
  *out = (sx_host_planned){0};
  sx_str *paths = sx_arena_calloc(call->arena, count, sizeof *paths);
  if (!paths) return sx_fail(err, SX_NOMEM, NULL);
  for (size_t i = 0; i < count; i++) paths[i] = i ? target->c.asked.items[i].path : target->path;
  sx_status status = hold(call, paths, count, err);
  if (status) return status;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < count; i++) {
    sx_pos16 at = i ? target->c.asked.items[i].range.start : target->at;
    sx_batch_rename(&batch, paths[i], at, rename->new_name);
  }
  status = run(rename, &batch, err);
  if (!status) status = take_planned(out, call, target, &batch, count, err);
  sx_batch_release(&batch);
  return status;
}

sx_status sx_rename_ask_at(sx_renaming *rename, sx_str path, sx_pos16 at, sx_host_planned *out,
                           sx_err *err) {
  sx_batch batch;
  sx_status status = hold(rename->call, &path, 1, err);
  if (status) return status;
  sx_batch_init(&batch, rename->call->wait, rename->call->arena);
  size_t slot = sx_batch_rename(&batch, path, at, rename->new_name);
  status = run(rename, &batch, err);
  if (!status) status = sx_batch_get_planned(&batch, slot, out, err);
  sx_batch_release(&batch);
  return status ? status : sx_planned_unite_links(rename->call, out, err);
}

sx_status sx_rename_add_places(sx_host_planned *planned, sx_call *call, const sx_places *places,
                               sx_str new_name, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < places->len && !status; i++) {
    sx_host_file_edit file = {.path = places->items[i].path};
    sx_host_edit *edit = SX_ARRAY_ADD(&file.edits, call->arena);
    if (!edit) return sx_fail(err, call->arena->status, NULL);
    *edit = (sx_host_edit){.range = places->items[i].range, .text = new_name};
    for (size_t k = 0; k < planned->files.len; k++) {
      const sx_host_file_edit *known = &planned->files.items[k];
      if (!sx_str_is_equal(known->path, file.path)) continue;
      file.version = known->version;
      file.line_count = known->line_count;
    }
    status = add_file(planned, call, file, err);
  }
  return status ? status : sx_planned_unite_links(call, planned, err);
}
