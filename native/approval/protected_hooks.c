#include "approval/protected_hooks.h"

#include "approval/protected_name.h"
#include "base/folder.h"
#include "base/map.h"
#include "os/file.h"
#include "os/file_write.h"
#include "workspace/git_settings.h"
#include "workspace/ignore_scope.h"
#include "workspace/paths.h"

#define MAX_SETTINGS_MEMORY (64u * 1024 * 1024)
/* Entries of a folder of hooks among which links are looked for: git knows some thirty names. */
#define MAX_ENTRIES 4096

/* All paths are folded. */
typedef struct sx_protected_hooks {
  sx_map asked;    /* folders that were looked at */
  sx_strs folders; /* with all they contain */
  sx_strs flat;    /* the same of folders with sources: only what is directly in them */
  sx_strs files;
} sx_protected_hooks;

/* ---- paths ----------------------------------------------------------------------------------- */

/* Empty without memory, which the arena notes. */
static sx_str fold(sx_call *call, sx_str path) {
  char name[SX_PROTECTED_NAME_BYTES];
  /* A character becomes four bytes at most. */
  char *out = sx_arena_alloc(call->arena, 4 * path.len + 2);
  size_t len = 0;
  for (size_t at = 0; out && at < path.len;) {
    size_t end = at;
    while (end < path.len && path.ptr[end] != '/' && path.ptr[end] != '\\') end++;
    sx_str folded = sx_protected_fold(sx_str_slice(path, at, end), true, name);
    if (at || end) out[len++] = '/';
    memcpy(out + len, folded.ptr, folded.len);
    len += folded.len;
    at = end + 1;
  }
  return out ? sx_str_make(out, len) : SX_STR("");
}

/* Adds a path to a list of folded ones. */
static sx_status add_folded(sx_call *call, sx_strs *to, sx_str path, sx_err *err) {
  sx_str folded = fold(call, path);
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  return sx_strs_add_new(to, folded, call->arena, err);
}

/* `path` may be the folder itself. */
static bool is_in(sx_str folder, sx_str path) {
  return sx_str_is_equal(folder, path) || sx_folder_has(folder, path);
}

/* A folder that one of them is in changes it, too. */
static bool is_named(const sx_protected_hooks *hooks, sx_str path) {
  bool is_named = false;
  for (size_t i = 0; i < hooks->folders.len && !is_named; i++)
    is_named = is_in(hooks->folders.items[i], path) || is_in(path, hooks->folders.items[i]);
  for (size_t i = 0; i < hooks->flat.len && !is_named; i++)
    is_named = sx_str_is_equal(sx_folder_of(path), hooks->flat.items[i]) ||
               is_in(path, hooks->flat.items[i]);
  for (size_t i = 0; i < hooks->files.len && !is_named; i++)
    is_named = is_in(path, hooks->files.items[i]);
  return is_named;
}

/* ---- what the settings name ------------------------------------------------------------------ */

static bool is_end(sx_status status) {
  return status == SX_NOMEM || sx_status_ends_call(status);
}

/* Adds the path, and `*real`: where the file is, or would be made. Where links cannot be followed
 * nothing runs, so the path counts, and the target that a link has. */
static sx_status add_both(sx_call *call, sx_strs *to, sx_str path, sx_str *real, sx_err *err) {
  sx_err ignored = {0};
  *real = path;
  sx_status status = add_folded(call, to, path, err);
  if (status) return status;
  status = sx_path_find_written(call, path, real, &ignored);
  if (is_end(status)) return sx_fail(err, status, NULL);
  sx_str target = status ? sx_file_link_target(path, call->arena) : SX_STR("");
  if (status) *real = target.len ? sx_path_join(call, sx_folder_of(path), target) : path;
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  return add_folded(call, to, *real, err);
}

/* A hook may be a link to a script among the sources. */
static sx_status add_linked(sx_call *call, sx_str folder, sx_err *err) {
  sx_dir_list list = {0};
  sx_str real;
  sx_err ignored = {0};
  sx_status status = sx_dir_read(&list, folder, call->arena, &ignored);
  if (is_end(status)) return sx_fail(err, status, NULL);
  status = SX_OK;
  for (size_t i = 0; i < list.count && i < MAX_ENTRIES && !status; i++) {
    if (!list.items[i].is_link) continue;
    sx_str path = sx_path_join(call, folder, list.items[i].name);
    status = add_both(call, &call->hooks->files, path, &real, err);
  }
  return status;
}

static sx_status add_folder(sx_call *call, sx_str repository, sx_str named, sx_err *err) {
  sx_protected_hooks *hooks = call->hooks;
  sx_str real, folder = sx_path_join(call, repository, named);
  bool is_flat = repository.len && is_in(fold(call, folder), fold(call, repository));
  sx_status status = add_both(call, is_flat ? &hooks->flat : &hooks->folders, folder, &real, err);
  return status ? status : add_linked(call, real, err);
}

static sx_status add_all(sx_call *call, sx_str repository, const sx_git_hooks *found, sx_err *err) {
  sx_protected_hooks *hooks = call->hooks;
  sx_str real;
  sx_status status = SX_OK;
  for (size_t i = 0; i < found->folders.len && !status; i++)
    status = add_folder(call, repository, found->folders.items[i], err);
  for (size_t i = 0; i < found->settings.len && !status; i++) {
    sx_str path = sx_path_join(call, repository, found->settings.items[i]);
    status = add_both(call, &hooks->files, path, &real, err);
  }
  if (!status && found->is_cut) status = add_folded(call, &hooks->folders, repository, err);
  return status;
}

static sx_status add_repository(sx_call *call, sx_str repository, sx_err *err) {
  sx_arena scratch;
  sx_git_hooks found;
  sx_arena_init(&scratch, MAX_SETTINGS_MEMORY);
  sx_status status = sx_git_hooks_find(&found, repository, &scratch);
  status = status ? sx_fail(err, status, NULL) : add_all(call, repository, &found, err);
  sx_arena_release(&scratch);
  return status;
}

/* ---- where they are looked for --------------------------------------------------------------- */

/* The repositories that `folder` is in. */
static sx_status ask_above(sx_call *call, sx_str folder, sx_err *err) {
  sx_protected_hooks *hooks = call->hooks;
  sx_status status = SX_OK;
  uint64_t ignored;
  for (sx_str at = folder; at.len && !status; at = sx_folder_of(at)) {
    if (sx_map_find(&hooks->asked, at, &ignored)) break;
    status = sx_map_put(&hooks->asked, at, 1);
    if (status) return sx_fail(err, status, NULL);
    if (sx_ignore_is_repository(at)) status = add_repository(call, at, err);
  }
  return status;
}

/* The settings of all repositories, and those that the window's folders are in. */
static sx_status ask_first(sx_call *call, sx_err *err) {
  sx_status status = add_repository(call, SX_STR(""), err);
  for (size_t i = 0; i < call->roots.len && !status; i++) {
    const sx_root *root = &call->roots.items[i];
    if (sx_path_is_uri(root->path)) continue;
    status = ask_above(call, sx_path_join(call, SX_STR(""), root->path), err);
    if (!status) status = ask_above(call, sx_path_join(call, SX_STR(""), root->real_path), err);
  }
  return status;
}

static sx_status begin(sx_call *call, sx_err *err) {
  if (call->hooks) return SX_OK;
  call->hooks = SX_ARENA_NEW(call->arena, sx_protected_hooks);
  if (!call->hooks) return sx_fail(err, call->arena->status, NULL);
  *call->hooks = (sx_protected_hooks){0};
  sx_map_init(&call->hooks->asked, call->arena);
  sx_status status = ask_first(call, err);
  if (status) call->hooks = NULL;
  return status;
}

sx_status sx_protected_is_hook(sx_call *call, sx_str path, bool *is_hook, sx_err *err) {
  *is_hook = false;
  sx_status status = begin(call, err);
  path = sx_path_join(call, SX_STR(""), path);
  if (!status) status = ask_above(call, sx_folder_of(path), err);
  if (!status) *is_hook = is_named(call->hooks, fold(call, path));
  if (!status && call->arena->status) status = sx_fail(err, call->arena->status, NULL);
  return status;
}
