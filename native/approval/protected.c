#include "approval/protected.h"

#include "approval/protected_hooks.h"
#include "approval/protected_name.h"
#include "os/file.h"
#include "os/file_write.h"
#include "workspace/paths.h"

#define TOO_MANY "it has too many files to check each of them"

/* ---- a path -------------------------------------------------------------------------------- */

static bool is_separator(char c) {
  return c == '/' || c == '\\';
}

static sx_str next_name(sx_str path, size_t *at) {
  while (*at < path.len && is_separator(path.ptr[*at])) ++*at;
  size_t start = *at;
  while (*at < path.len && !is_separator(path.ptr[*at])) ++*at;
  return sx_str_slice(path, start, *at);
}

static sx_str last_name(sx_str path) {
  size_t end = path.len, start;
  while (end > 0 && is_separator(path.ptr[end - 1])) end--;
  for (start = end; start > 0 && !is_separator(path.ptr[start - 1]);) start--;
  return sx_str_slice(path, start, end);
}

/* The settings of the person's editor, where the folder of all of them is open, or they are. */
static bool is_user_setting(sx_str folder, sx_str name, bool is_in_root) {
  static const char *const names[] = {"settings.json", "keybindings.json", "tasks.json",
                                      "mcp.json"};
  bool is_of_user =
      sx_str_is_equal(folder, SX_STR("user")) || sx_str_is_equal(folder, SX_STR("machine"));
  if (!is_of_user || !is_in_root) return is_of_user && sx_str_has_suffix(name, SX_STR(".json"));
  /* A project may have that name. */
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (sx_str_is_equal(name, sx_str_from(names[i]))) return true;
  return false;
}

/* `path` is what follows the folder `root` of the workspace; without one, it is the whole path. */
static const char *check_names(sx_str root, sx_str path, bool has_streams) {
  char first[SX_PROTECTED_NAME_BYTES], second[SX_PROTECTED_NAME_BYTES];
  sx_str folder = sx_protected_fold(last_name(root), has_streams, second);
  for (size_t at = 0, i = 0; at < path.len; i++) {
    sx_str name = sx_protected_fold(next_name(path, &at), has_streams, i % 2 ? second : first);
    /* Where agents' programs put whole checkouts. */
    bool is_checkout =
        sx_str_is_equal(folder, SX_STR(".claude")) && sx_str_is_equal(name, SX_STR("worktrees"));
    if (sx_str_is_equal(folder, SX_STR(".claude")) && !is_checkout) return SX_PROTECTED_AGENT;
    bool is_claude = sx_str_is_equal(name, SX_STR(".claude"));
    const char *why = is_claude && at < path.len ? NULL : sx_protected_find_name(folder, name);
    /* A file of this name can make its folder a repository. */
    if (at == path.len && sx_str_is_equal(name, SX_STR("head"))) why = SX_PROTECTED_GIT;
    if (!why && is_user_setting(folder, name, root.len && i == 0)) why = SX_PROTECTED_EDITOR;
    if (why) return why;
    folder = name;
  }
  return NULL;
}

/* With what a colon is on Windows, and with what it is elsewhere. */
static const char *check_below(sx_str root, sx_str path) {
  const char *why = check_names(root, path, true);
  bool has_colon = sx_str_find_char(path, ':', 0) != SX_STR_NONE;
  return !why && has_colon ? check_names(root, path, false) : why;
}

/* A window that was opened inside of `.git` or `.vscode`, or on a folder such as `.ssh` itself. */
static const char *check_root(sx_str root, bool has_streams) {
  char buf[SX_PROTECTED_NAME_BYTES];
  sx_str name = SX_STR("");
  for (size_t at = 0; at < root.len;) {
    sx_str part = next_name(root, &at);
    if (part.len) name = sx_protected_fold(part, has_streams, buf);
    if (part.len && sx_str_is_equal(name, SX_STR(".git"))) return SX_PROTECTED_GIT;
    if (part.len && sx_str_is_equal(name, SX_STR(".vscode"))) return SX_PROTECTED_EDITOR;
  }
  bool can_be_project = name.len && (name.ptr[0] != '.' || sx_str_has_suffix(name, SX_STR(".git")));
  return can_be_project ? NULL : sx_protected_find_name(SX_STR(""), name);
}

static const char *check_path(const sx_call *call, sx_str path) {
  sx_str below;
  const sx_root *root = sx_path_find_root(call, path, &below);
  if (!root) return check_below(SX_STR(""), path);
  const char *why = check_below(root->path, below);
  if (!why) why = check_root(root->path, true);
  return why ? why : check_root(root->path, false);
}

/* ---- folders that other files make special -------------------------------------------------- */

static sx_status has_file(sx_call *call, sx_str folder, const char *name, bool *out, sx_err *err) {
  sx_file_info info;
  sx_str path = sx_arena_printf(call->arena, "%.*s/%s", SX_STR_ARG(folder), name);
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  sx_status status = sx_file_stat(&info, path, err);
  /* git takes a link that leads nowhere for a HEAD as well. */
  *out = !status && (info.exists || sx_file_is_link(path, call->arena));
  if (!status && call->arena->status) status = sx_fail(err, call->arena->status, NULL);
  return status;
}

/*
 * A repository without a work tree has its configuration beside its HEAD. A folder that only has
 * a HEAD becomes one by what is missing, so the files that run something count there already.
 */
static sx_status check_repository(sx_call *call, sx_str folder, sx_str name, const char **why,
                                  sx_err *err) {
  static const char *const names[] = {"hooks", "info", "commondir"};
  bool has_head = false, has_objects = false, has_refs = false, is_shared = false;
  bool is_named = sx_str_has_prefix(name, SX_STR("config"));
  sx_status status = has_file(call, folder, "HEAD", &has_head, err);
  if (status || !has_head) return status;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    is_named |= sx_str_is_equal(name, sx_str_from(names[i]));
  if (!is_named) status = has_file(call, folder, "objects", &has_objects, err);
  if (!status && has_objects) status = has_file(call, folder, "refs", &has_refs, err);
  if (!status && !is_named) status = has_file(call, folder, "commondir", &is_shared, err);
  if (!status && (is_named || has_refs || is_shared)) *why = SX_PROTECTED_GIT;
  return status;
}

/* The editor starts the interpreter and the scripts of an environment by itself. */
static sx_status check_environment(sx_call *call, sx_str folder, sx_str name, const char **why,
                                   sx_err *err) {
  bool is_environment = false;
  bool is_named = sx_str_is_equal(name, SX_STR("bin")) || sx_str_is_equal(name, SX_STR("scripts"));
  if (!is_named) return SX_OK;
  sx_status status = has_file(call, folder, "pyvenv.cfg", &is_environment, err);
  if (!status && !is_environment)
    status = has_file(call, folder, "conda-meta", &is_environment, err);
  if (!status && is_environment) *why = SX_PROTECTED_SHELL;
  return status;
}

/* Each folder that `path` is in, with the name of what follows in it. */
static sx_status check_folders(sx_call *call, sx_str path, const char **why, sx_err *err) {
  char buf[SX_PROTECTED_NAME_BYTES];
  sx_status status = SX_OK;
  size_t at = 0;
  /* A server and its share are not folders. */
  if (path.len > 1 && is_separator(path.ptr[0]) && is_separator(path.ptr[1])) {
    (void)next_name(path, &at);
    (void)next_name(path, &at);
  }
  while (at < path.len && !status && !*why) {
    sx_str folder = sx_str_slice(path, 0, at);
    sx_str name = sx_protected_fold(next_name(path, &at), true, buf);
    if (!name.len) continue;
    status = check_repository(call, folder, name, why, err);
    if (!status && !*why) status = check_environment(call, folder, name, why, err);
  }
  return status;
}

static sx_status check_hooks(sx_call *call, sx_str path, const char **why, sx_err *err) {
  bool is_hook;
  sx_status status = sx_protected_is_hook(call, path, &is_hook, err);
  if (!status && is_hook) *why = SX_PROTECTED_GIT;
  return status;
}

sx_status sx_protected_find(sx_call *call, sx_str path, const char **why, sx_err *err) {
  *why = NULL;
  if (sx_path_is_uri(path)) {
    sx_str decoded = sx_path_decode(call, path);
    *why = check_path(call, path);
    if (!*why) *why = check_below(SX_STR(""), decoded);
    return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
  }
  sx_str real;
  *why = check_path(call, path);
  if (*why) return SX_OK;
  sx_status status = sx_path_find_written(call, path, &real, err);
  if (status) return status;
  *why = check_path(call, real);
  if (!*why) status = check_folders(call, real, why, err);
  if (!status && !*why && !sx_str_is_equal(real, path))
    status = check_folders(call, path, why, err);
  if (!status && !*why) status = check_hooks(call, real, why, err);
  if (!status && !*why && !sx_str_is_equal(real, path)) status = check_hooks(call, path, why, err);
  return status;
}

/* ---- a folder ------------------------------------------------------------------------------ */

typedef struct walk {
  sx_call *call;
  const char *why;
  size_t left;
} walk;

static sx_status walk_folder(walk *w, sx_str folder, sx_strs *found, sx_err *err) {
  sx_dir_list list;
  sx_status status = sx_dir_read(&list, folder, w->call->arena, err);
  for (size_t i = 0; i < list.count && !status && !w->why; i++) {
    sx_str path = sx_arena_printf(w->call->arena, "%.*s/%.*s", SX_STR_ARG(folder),
                                  SX_STR_ARG(list.items[i].name));
    if (!w->left--) {
      w->why = TOO_MANY;
      return SX_OK;
    }
    w->why = check_path(w->call, path);
    bool is_folder = list.items[i].is_directory && !list.items[i].is_link;
    sx_str *next = is_folder ? SX_ARRAY_ADD(found, w->call->arena) : NULL;
    if (next) *next = path;
    if (w->call->arena->status) status = sx_fail(err, w->call->arena->status, NULL);
  }
  return status;
}

sx_status sx_protected_find_below(sx_call *call, sx_str folder, const char **why, sx_err *err) {
  walk w = {.call = call, .left = SX_PROTECTED_MAX_ENTRIES};
  sx_strs folders = {0};
  sx_status status = sx_protected_find(call, folder, &w.why, err);
  sx_str *first = status || w.why ? NULL : SX_ARRAY_ADD(&folders, call->arena);
  if (first) *first = folder;
  if (!status && call->arena->status) status = sx_fail(err, call->arena->status, NULL);
  for (size_t i = 0; i < folders.len && !status && !w.why; i++)
    status = walk_folder(&w, folders.items[i], &folders, err);
  *why = w.why;
  return status;
}
