#include "change/approve.h"

#include "approval/question.h"
#include "workspace/paths.h"
#include "workspace/roots.h"

#define MAX_TOOLSETS 16

/* Toolsets of the tool that is called, and of those that the change went through before. */
static sx_status list_toolsets(sx_call *call, const sx_change *change, sx_strs *out, sx_err *err) {
  sx_str *own = SX_ARRAY_ADD(out, call->arena);
  if (!own) return sx_fail(err, SX_NOMEM, NULL);
  *own = call->toolset;
  for (size_t i = 0; i < change->toolsets.len && out->len < MAX_TOOLSETS; i++) {
    if (sx_strs_have(out, change->toolsets.items[i])) continue;
    sx_str *added = SX_ARRAY_ADD(out, call->arena);
    if (!added) return sx_fail(err, SX_NOMEM, NULL);
    *added = change->toolsets.items[i];
  }
  return SX_OK;
}

static void add_path(sx_call *call, sx_approval *out, sx_str path, sx_approval_kind kind) {
  sx_approval_path *added = path.len ? SX_ARRAY_ADD(&out->paths, call->arena) : NULL;
  if (added) *added = (sx_approval_path){path, kind};
}

static void add_file(sx_call *call, sx_approval *out, const sx_file_change *file) {
  bool may_be_folder = file->action == SX_ACTION_RENAME;
  add_path(call, out, file->path, may_be_folder ? SX_APPROVAL_EITHER : SX_APPROVAL_FILE);
  add_path(call, out, file->new_path, SX_APPROVAL_FILE);
  sx_approval_text *text = SX_ARRAY_ADD(&out->texts, call->arena);
  if (text) *text = (sx_approval_text){file->path, file->before, file->after};
}

static sx_str title_of(sx_call *call, const sx_change_approval *approval) {
  static const char *const verbs[] = {"change", "create", "delete", "rename"};
  const sx_change *change = approval->change;
  if (approval->title.len) return approval->title;
  if (!change->files.len) return change->title;
  sx_str first = sx_path_show(call, change->files.items[0].path);
  if (change->files.len == 1)
    return sx_arena_printf(call->arena, "wants to %s %.*s.", verbs[change->files.items[0].action],
                           SX_STR_ARG(first));
  return sx_arena_printf(call->arena, "wants to change %zu files: %.*s and others.",
                         change->files.len, SX_STR_ARG(first));
}

static bool are_all_edits(const sx_change *change) {
  for (size_t i = 0; i < change->files.len; i++)
    if (change->files.items[i].action != SX_ACTION_EDIT) return false;
  return true;
}

static bool are_same(const sx_root_list *a, const sx_root_list *b) {
  bool is_same = a->len == b->len;
  for (size_t i = 0; i < a->len && is_same; i++)
    is_same = sx_str_is_equal(a->items[i].path, b->items[i].path);
  return is_same;
}

/*
 * A person may have taken a folder out of the window while they were asked. Whoever applies the
 * change checks its files by the folders that are there now.
 */
static sx_status take_folders(sx_call *call, const sx_change_approval *approval, sx_err *err) {
  sx_root_list now = {0};
  sx_status status = sx_roots_get(call->services->roots, &now, call->arena);
  if (status) return sx_fail(err, status, NULL);
  if (are_same(&now, &call->roots)) return SX_OK;
  call->roots = now;
  return approval->path.len ? sx_change_check_writable(call, approval->path, err) : SX_OK;
}

sx_status sx_change_approve(sx_call *call, sx_change_approval *approval, sx_err *err) {
  sx_approval out = {.cannot_undo = approval->cannot_undo,
                     .is_persons = approval->is_persons,
                     .change = approval->id,
                     .are_edits = !approval->path.len && are_all_edits(approval->change)};
  sx_status status = list_toolsets(call, approval->change, &out.toolsets, err);
  if (status) return status;
  add_path(call, &out, approval->path, approval->is_folder ? SX_APPROVAL_FOLDER : SX_APPROVAL_FILE);
  for (size_t i = 0; i < approval->change->files.len; i++)
    add_file(call, &out, &approval->change->files.items[i]);
  out.title = title_of(call, approval);
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  status = sx_approval_ask(call, &out, err);
  approval->is_rejected = out.is_rejected;
  approval->is_protected = out.is_protected;
  return status ? status : take_folders(call, approval, err);
}

static sx_status list_paths(sx_approval *out, const sx_change *change, sx_err *err) {
  *out = (sx_approval){.is_persons = false};
  for (size_t i = 0; i < change->files.len; i++)
    add_file(change->call, out, &change->files.items[i]);
  return change->call->arena->status ? sx_fail(err, change->call->arena->status, NULL) : SX_OK;
}

sx_status sx_change_find_protected(const sx_change *change, sx_str *path, const char **why,
                                   sx_err *err) {
  sx_approval out;
  sx_status status = list_paths(&out, change, err);
  return status ? status : sx_approval_find_protected(change->call, &out, path, why, err);
}

sx_status sx_change_check_ordinary(const sx_change *change, sx_err *err) {
  sx_approval out;
  sx_status status = list_paths(&out, change, err);
  return status ? status : sx_approval_check_ordinary(change->call, &out, err);
}
