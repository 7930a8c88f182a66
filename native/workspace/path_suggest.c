#include "base/buf.h"
#include "os/file.h"
#include "os/file_write.h"
#include "workspace/hidden.h"
#include "workspace/paths_parts.h"
#include "workspace/workspace_files.h"

#define MAX_PATH_BYTES 4096
#define MAX_SUGGESTIONS 5
#define MAX_MISSPELT 2 /* names of one path */

bool sx_path__is_there(sx_call *call, sx_str path) {
  sx_file_info info;
  sx_status status = sx_file_stat(&info, path, NULL);
  if (status == SX_NOMEM && !call->arena->status) call->arena->status = status;
  return status ? status != SX_NOMEM : info.exists; /* what may not be looked at is there */
}

sx_str sx_path__join(sx_call *call, sx_str root, sx_str rest) {
  const char *slash = sx_str_has_suffix(root, SX_STR("/")) ? "" : "/";
  return sx_arena_printf(call->arena, "%.*s%s%.*s", SX_STR_ARG(root), slash, SX_STR_ARG(rest));
}

static sx_status add(sx_call *call, sx_strs *found, sx_str path, sx_err *err) {
  if (found->len == MAX_SUGGESTIONS || sx_strs_have(found, path)) return SX_OK;
  return sx_strs_add(found, path, call->arena, err);
}

/* ---- the same path with other names ------------------------------------------------------- */

static size_t most_edits(sx_str name) {
  return name.len < 3 ? 0 : name.len < 6 ? 1 : name.len / 3;
}

/* `veiw` for `view`: the most frequent mistake, and two edits. */
static bool is_swapped(sx_str a, sx_str b) {
  size_t i = 0;
  if (a.len != b.len) return false;
  while (i < a.len && a.ptr[i] == b.ptr[i]) i++;
  return i + 1 < a.len && a.ptr[i] == b.ptr[i + 1] && a.ptr[i + 1] == b.ptr[i] &&
         sx_str_is_equal(sx_str_slice(a, i + 2, a.len), sx_str_slice(b, i + 2, b.len));
}

/* Names outside of the folders, and those that are hidden, are none to suggest. */
static bool may_show(sx_call *call, sx_str path) {
  sx_str real;
  sx_status status = sx_file_real_path(&real, path, call->arena, NULL);
  if (status == SX_NOMEM && !call->arena->status) call->arena->status = status;
  return !status && sx_path_is_inside(call, real) && !sx_hidden_has(call, path);
}

/* The entry of a folder whose name is closest; empty: none is close. */
static sx_status find_close(sx_call *call, sx_str folder, sx_str name, bool is_folder, sx_str *out,
                            sx_err *err) {
  sx_dir_list list;
  size_t limit = most_edits(name), best = limit + 1;
  *out = SX_STR("");
  if (!may_show(call, folder)) return SX_OK;
  sx_status status = sx_dir_read(&list, folder, call->arena, err);
  for (size_t i = 0; i < list.count && !status; i++) {
    const sx_dir_entry *entry = &list.items[i];
    size_t distance = is_swapped(entry->name, name) ? 1 : sx_str_distance(entry->name, name, limit);
    bool is_better = distance < best || (distance == best && distance <= limit &&
                                         sx_str_compare(entry->name, *out) < 0);
    if (!is_better || (is_folder && !entry->is_directory)) continue;
    if (sx_hidden_has(call, sx_path__join(call, folder, entry->name))) continue;
    best = distance;
    *out = entry->name;
  }
  return status;
}

/* Follows `rest` from a folder, with the closest name where one is not there. */
static sx_status add_close(sx_call *call, sx_str folder, sx_str rest, sx_strs *found, sx_err *err) {
  size_t misspelt = 0;
  for (size_t end, i = 0; i < rest.len; i = end + 1) {
    for (end = i; end < rest.len && !sx_path__is_separator(rest.ptr[end]);) end++;
    sx_str name = sx_str_slice(rest, i, end), next;
    if (!name.len || sx_str_is_equal(name, SX_STR("."))) continue;
    if (sx_str_is_equal(name, SX_STR(".."))) return SX_OK;
    next = sx_path__join(call, folder, name);
    if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
    if (!sx_path__is_there(call, next)) {
      sx_str close;
      sx_status status = find_close(call, folder, name, end < rest.len, &close, NULL);
      if (sx_status_ends_call(status)) return sx_fail(err, status, NULL);
      if (status || !close.len || ++misspelt > MAX_MISSPELT) return SX_OK;
      next = sx_path__join(call, folder, close);
    }
    folder = next;
  }
  return misspelt && may_show(call, folder) ? add(call, found, folder, err) : SX_OK;
}

static sx_status add_close_in(sx_call *call, const sx_root *root, sx_str path, sx_strs *found,
                              sx_err *err) {
  size_t first = 0, most = most_edits(root->name);
  sx_status status = add_close(call, root->path, path, found, err);
  while (first < path.len && !sx_path__is_separator(path.ptr[first])) first++;
  sx_str name = sx_str_slice(path, 0, first), rest = sx_str_slice(path, first, path.len);
  bool is_named = call->roots.len > 1 && sx_str_distance(name, root->name, most) <= most;
  if (status || !is_named) return status;
  sx_str exact = sx_path__join(call, root->path, rest);
  if (may_show(call, exact)) return add(call, found, exact, err);
  return add_close(call, root->path, rest, found, err);
}

/* `path` is absolute, or relative to any folder of the window. */
static sx_status add_all_close(sx_call *call, sx_str path, sx_strs *found, sx_err *err) {
  sx_status status = SX_OK;
  sx_str rest;
  if (sx_path__is_absolute(path)) {
    const sx_root *root = sx_path_find_root(call, path, &rest);
    bool is_known = root && !sx_path_is_uri(root->path);
    return is_known ? add_close(call, root->path, rest, found, err) : SX_OK;
  }
  for (size_t i = 0; i < call->roots.len && !status; i++)
    if (!sx_path_is_uri(call->roots.items[i].path))
      status = add_close_in(call, &call->roots.items[i], path, found, err);
  return status;
}

/* ---- the same name elsewhere -------------------------------------------------------------- */

/* A glob that matches the name itself: brackets and stars in it are taken literally. */
static sx_str glob_for_name(sx_call *call, sx_str name) {
  sx_buf glob;
  sx_buf_init(&glob, MAX_PATH_BYTES * 4);
  sx_buf_add_text(&glob, "**/");
  for (size_t i = 0; i < name.len; i++) {
    if (strchr("*?[]{}!", name.ptr[i]) && name.ptr[i])
      sx_buf_add_char(&glob, '?');
    else
      sx_buf_add_char(&glob, name.ptr[i]);
  }
  sx_str out = sx_arena_dup(call->arena, sx_buf_str(&glob));
  sx_buf_release(&glob);
  return out;
}

sx_status sx_path_find_named(sx_call *call, sx_str end, sx_strs *out, sx_err *err) {
  bool is_cut;
  *out = (sx_strs){0};
  if (sx_path__is_absolute(end) || sx_path_is_uri(end)) return SX_OK;
  return sx_workspace_files(call, glob_for_name(call, end), MAX_SUGGESTIONS, out, &is_cut, err);
}

/* A folder of that name which has files, by the first of them. */
static sx_status add_folder(sx_call *call, sx_str name, sx_str glob, sx_strs *found, sx_err *err) {
  sx_strs files = {0};
  bool is_cut;
  sx_str below = sx_arena_printf(call->arena, "%.*s/**", SX_STR_ARG(glob));
  sx_str part = sx_arena_printf(call->arena, "/%.*s/", SX_STR_ARG(name));
  sx_status status = sx_workspace_files(call, below, 1, &files, &is_cut, err);
  if (status || !files.len || call->arena->status) return status;
  size_t at = sx_str_find(files.items[0], part, 0);
  /* The workspace itself may be in a folder of that name. */
  while (at != SX_STR_NONE && !sx_path_is_inside(call, sx_str_slice(files.items[0], 0, at)))
    at = sx_str_find(files.items[0], part, at + 1);
  if (at == SX_STR_NONE) return SX_OK;
  return add(call, found, sx_str_slice(files.items[0], 0, at + part.len - 1), err);
}

static sx_status add_named(sx_call *call, sx_str name, sx_strs *found, sx_err *err) {
  sx_strs files = {0};
  bool is_cut;
  sx_str glob = glob_for_name(call, name);
  sx_status status = sx_workspace_files(call, glob, MAX_SUGGESTIONS, &files, &is_cut, err);
  for (size_t i = 0; i < files.len && !status; i++) status = add(call, found, files.items[i], err);
  if (!status && !files.len && name.len) status = add_folder(call, name, glob, found, err);
  return status;
}

/* ---- the error ---------------------------------------------------------------------------- */

sx_status sx_path__fail_not_found(sx_call *call, const char *argument, sx_str given, sx_str path,
                                  sx_err *err) {
  sx_strs found = {0};
  while (path.len && sx_path__is_separator(path.ptr[path.len - 1])) path.len--;
  sx_status status = add_all_close(call, path, &found, err);
  if (!status) status = add_named(call, sx_path_name(path), &found, err);
  /* Suggestions are an extra: files that cannot be listed do not change the error. */
  if (sx_status_ends_call(status) || status == SX_DEADLINE) return status;
  sx_buf list;
  sx_buf_init(&list, 512);
  for (size_t i = 0; i < found.len; i++) {
    sx_str shown = sx_path_display(call, found.items[i]);
    sx_buf_addf(&list, "%s'%.*s'", i ? ", " : " Did you mean ", SX_STR_ARG(shown));
  }
  if (list.len)
    sx_buf_add_char(&list, '?');
  else
    sx_buf_add_text(&list, " Give an absolute path, or one from a workspace folder.");
  status = sx_fail(err, SX_NOT_FOUND, "%s: '%.*s' does not exist in the workspace.%s", argument,
                   SX_STR_ARG(given), list.ptr);
  sx_buf_release(&list);
  return status;
}
