#include "workspace/paths.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "host/requests.h"
#include "os/file.h"

#define MAX_PATH_BYTES 4096
#define MAX_SUGGESTIONS 5
#define MAX_SHOWN_BYTES 300

static bool is_separator(char c) {
#ifdef _WIN32
  return c == '/' || c == '\\';
#else
  return c == '/';
#endif
}

static bool has_drive(sx_str path) {
  return path.len > 2 && path.ptr[1] == ':' && (path.ptr[2] == '/' || path.ptr[2] == '\\');
}

static bool is_absolute(sx_str path) {
  return (path.len && is_separator(path.ptr[0])) || has_drive(path);
}

bool sx_path_is_uri(sx_str path) {
  size_t i = 0;
  while (i < path.len && ((path.ptr[i] >= 'a' && path.ptr[i] <= 'z') ||
                          (path.ptr[i] >= 'A' && path.ptr[i] <= 'Z') ||
                          (i && strchr("0123456789+-.", path.ptr[i]) && path.ptr[i])))
    i++;
  return i >= 2 && i < path.len && path.ptr[i] == ':';
}

bool sx_path_is_cell(sx_str path) {
  return sx_str_has_prefix(path, SX_STR("vscode-notebook-cell:"));
}

bool sx_path_is_notebook(sx_str path) {
  return sx_path_is_cell(path) || sx_str_has_suffix(path, SX_STR(".ipynb"));
}

sx_str sx_path_name(sx_str path) {
  size_t start = path.len;
  while (start > 0 && !is_separator(path.ptr[start - 1])) start--;
  return sx_str_slice(path, start, path.len);
}

/* The rest of `path` below `root`, without the separator; false when it is not below. */
static bool strip_root(sx_str path, sx_str root, sx_str *rest) {
  while (root.len > 1 && is_separator(root.ptr[root.len - 1])) root.len--;
  if (!root.len || !sx_str_has_prefix(path, root)) return false;
  *rest = sx_str_slice(path, root.len, path.len);
  if (!rest->len) return true;
  if (!is_separator(rest->ptr[0]) && !is_separator(root.ptr[root.len - 1])) return false;
  while (rest->len && is_separator(rest->ptr[0])) *rest = sx_str_slice(*rest, 1, rest->len);
  return true;
}

/* The deepest folder that holds `path`. */
static const sx_root *find_root(const sx_call *call, sx_str path, sx_str *rest) {
  const sx_root *best = NULL;
  for (size_t i = 0; i < call->roots.len; i++) {
    const sx_root *root = &call->roots.items[i];
    sx_str below;
    bool is_below =
        strip_root(path, root->path, &below) || strip_root(path, root->real_path, &below);
    if (!is_below || (best && below.len >= rest->len)) continue;
    best = root;
    *rest = below;
  }
  return best;
}

const sx_root *sx_path_find_root(const sx_call *call, sx_str path, sx_str *below) {
  return find_root(call, path, below);
}

bool sx_path_is_inside(const sx_call *call, sx_str path) {
  sx_str rest;
  return find_root(call, path, &rest) != NULL;
}

sx_str sx_path_display(const sx_call *call, sx_str path) {
  sx_str rest;
  const sx_root *root = find_root(call, path, &rest);
  if (!root || !rest.len) return path;
  if (call->roots.len < 2) return rest;
  return sx_arena_printf(call->arena, "%.*s/%.*s", SX_STR_ARG(root->name), SX_STR_ARG(rest));
}

/*
 * Neighbours come one after the other: the links on the way to their folder are followed once.
 * Only for what a file is called: what may be read or written is looked at anew.
 */
static sx_status real_path(sx_call *call, sx_str *real, sx_str path) {
  sx_str name = sx_path_name(path);
  sx_str folder = sx_str_slice(path, 0, path.len - name.len);
  bool is_known = call->folder.len && sx_str_is_equal(folder, call->folder);
  if (is_known && !sx_file_may_be_link(path, call->arena)) {
    *real =
        sx_arena_printf(call->arena, "%.*s%.*s", SX_STR_ARG(call->real_folder), SX_STR_ARG(name));
    return call->arena->status;
  }
  sx_status status = sx_file_real_path(real, path, call->arena, NULL);
  if (status || is_known || !sx_str_is_equal(sx_path_name(*real), name)) return status;
  call->folder = sx_arena_dup(call->arena, folder);
  call->real_folder = sx_str_slice(*real, 0, real->len - name.len);
  return call->arena->status;
}

sx_str sx_path_own(sx_call *call, sx_str path) {
  sx_str real, rest;
  if (sx_path_is_uri(path) || real_path(call, &real, path)) return path;
  const sx_root *root = find_root(call, real, &rest);
  if (!root || !rest.len || sx_path_is_uri(root->path)) return path;
  if (is_separator(root->path.ptr[root->path.len - 1])) return real; /* `/` has no other path */
  char separator = real.ptr[real.len - rest.len - 1];
  return sx_arena_printf(call->arena, "%.*s%c%.*s", SX_STR_ARG(root->path), separator,
                         SX_STR_ARG(rest));
}

/* No memory to look with is no answer: it is kept in the arena, where it is asked for later. */
static bool is_there(sx_call *call, sx_str path) {
  sx_file_info info;
  sx_status status = sx_file_stat(&info, path, NULL);
  if (status == SX_NOMEM && !call->arena->status) call->arena->status = status;
  return status ? status != SX_NOMEM : info.exists; /* what may not be looked at is there */
}

static sx_str join(sx_call *call, sx_str root, sx_str rest) {
  return sx_arena_printf(call->arena, "%.*s/%.*s", SX_STR_ARG(root), SX_STR_ARG(rest));
}

/*
 * An absolute path without `.`, `..` and doubled separators, as the editor writes it: else it
 * would take the file for another one. Where links lead is checked afterwards.
 */
static sx_str normalise(sx_call *call, sx_str path) {
  size_t fixed = has_drive(path) ? 3 : 1; /* `/` or `C:/` */
  char *out = sx_arena_alloc(call->arena, path.len + 1);
  if (!out || path.len < fixed) return path;
  memcpy(out, path.ptr, fixed);
  size_t len = fixed;
  for (size_t i = fixed; i < path.len;) {
    size_t end = i;
    while (end < path.len && !is_separator(path.ptr[end])) end++;
    sx_str part = sx_str_slice(path, i, end);
    i = end + 1;
    if (!part.len || sx_str_is_equal(part, SX_STR("."))) continue;
    if (sx_str_is_equal(part, SX_STR(".."))) {
      while (len > fixed && !is_separator(out[len - 1])) len--;
      if (len > fixed) len--;
      continue;
    }
    if (len > fixed) out[len++] = '/';
    memcpy(out + len, part.ptr, part.len);
    len += part.len;
  }
  return (sx_str){out, len};
}

/* The path of a URI, from behind its scheme on: `/a%20b#c` -> `/a b`. */
static sx_str decode_path(sx_call *call, sx_str rest) {
  static const char digits[] = "0123456789abcdef0123456789ABCDEF";
  size_t cut = sx_str_find_char(rest, '#', 0);
  rest = sx_str_slice(rest, 0, cut);
  char *out = sx_arena_alloc(call->arena, rest.len + 1);
  if (!out) return SX_STR("");
  size_t len = 0;
  for (size_t i = 0; i < rest.len; i++) {
    const char *high = i + 2 < rest.len && rest.ptr[i] == '%' && rest.ptr[i + 1]
                           ? strchr(digits, rest.ptr[i + 1])
                           : NULL;
    const char *low = high && rest.ptr[i + 2] ? strchr(digits, rest.ptr[i + 2]) : NULL;
    if (low) {
      out[len++] = (char)(((high - digits) % 16) * 16 + (low - digits) % 16);
      i += 2;
    } else {
      out[len++] = rest.ptr[i];
    }
  }
  return (sx_str){out, len};
}

sx_str sx_path_decode(sx_call *call, sx_str uri) {
  return decode_path(call, uri);
}

/* `file:///a%20b` -> `/a b`. */
static sx_str decode_file_uri(sx_call *call, sx_str uri) {
  sx_str rest = sx_str_slice(uri, 5, uri.len);
  if (sx_str_has_prefix(rest, SX_STR("//"))) rest = sx_str_slice(rest, 2, rest.len);
  return decode_path(call, rest);
}

/* The notebook that the cell of this URI is in; empty for other URIs. */
static sx_str notebook_of(sx_call *call, sx_str uri) {
  if (!sx_path_is_cell(uri)) return SX_STR("");
  sx_str rest = sx_str_slice(uri, sx_str_find_char(uri, ':', 0) + 1, uri.len);
  if (sx_str_has_prefix(rest, SX_STR("//"))) /* editors on a server say which one */
    rest = sx_str_slice(rest, sx_str_find_char(rest, '/', 2), rest.len);
  return decode_path(call, rest);
}

/* ---- not found: which files have that name ----------------------------------------------- */

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

static sx_status fail_not_found(sx_call *call, const char *argument, sx_str given, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot =
      sx_batch_find_files(&batch, glob_for_name(call, sx_path_name(given)), MAX_SUGGESTIONS);
  sx_strs found = {0};
  sx_status status = sx_batch_run(&batch, err);
  /* Suggestions are an extra: an editor that cannot list files does not change the error. */
  if (!status && sx_batch_get_strs(&batch, slot, &found, NULL)) found.len = 0;
  sx_batch_release(&batch);
  if (status) return status;
  sx_buf list;
  sx_buf_init(&list, 512);
  for (size_t i = 0; i < found.len; i++) {
    sx_str shown = sx_path_display(call, found.items[i]);
    sx_buf_addf(&list, "%s'%.*s'", i ? ", " : " Did you mean ", SX_STR_ARG(shown));
  }
  if (list.len) sx_buf_add_char(&list, '?');
  status = sx_fail(err, SX_NOT_FOUND, "%s: file '%.*s' does not exist in the workspace.%s",
                   argument, SX_STR_ARG(given), list.ptr);
  sx_buf_release(&list);
  return status;
}

/* ---- resolving --------------------------------------------------------------------------- */

static sx_status fail_outside(const char *argument, sx_str given, sx_err *err) {
  return sx_fail(err, SX_OUTSIDE_WORKSPACE,
                 "%s: '%.*s' is outside the workspace folders. Name a file inside them.", argument,
                 SX_STR_ARG(given));
}

/* Whether the path may be looked at: inside the folders by its real path, or allowed. */
static sx_status check_inside(sx_call *call, const char *argument, sx_str given, sx_str path,
                              sx_file_info *info, sx_err *err) {
#ifndef _WIN32
  if (has_drive(path)) return fail_outside(argument, given, err);
#endif
  sx_status status = sx_file_stat(info, path, err);
  if (status) return status;
  sx_str real;
  bool is_inside = sx_path_is_inside(call, path);
  if (info->exists) {
    status = sx_file_real_path(&real, path, call->arena, err);
    if (status) return status;
    is_inside = sx_path_is_inside(call, real);
    if (!is_inside && !sx_workspace_is_allowed(call->workspace, path) &&
        !sx_workspace_is_allowed(call->workspace, real))
      return fail_outside(argument, given, err);
  } else if (!is_inside) {
    return fail_outside(argument, given, err);
  }
  return SX_OK;
}

static sx_status check_place(sx_call *call, const char *argument, sx_str given, sx_str path,
                             sx_err *err) {
  sx_file_info info;
  sx_status status = check_inside(call, argument, given, path, &info, err);
  if (status) return status;
  if (!info.exists) return fail_not_found(call, argument, given, err);
  if (info.is_directory)
    return sx_fail(err, SX_IS_DIRECTORY, "%s: '%.*s' is a directory. Name a file in it.", argument,
                   SX_STR_ARG(given));
  return SX_OK;
}

/* What is not on the disk is the editor's to open; the folders' limits hold for it too. */
static sx_status check_uri(sx_call *call, const char *argument, sx_str uri, sx_str given,
                           sx_err *err) {
  sx_str notebook = notebook_of(call, uri);
  sx_file_info info;
  if (is_absolute(notebook))
    return check_inside(call, argument, given, normalise(call, notebook), &info, err);
  bool has_way_up = sx_str_find(uri, SX_STR(".."), 0) != SX_STR_NONE ||
                    sx_str_find(uri, SX_STR("%2e"), 0) != SX_STR_NONE ||
                    sx_str_find(uri, SX_STR("%2E"), 0) != SX_STR_NONE;
  if (sx_str_has_prefix(uri, SX_STR("untitled:")) || sx_workspace_is_allowed(call->workspace, uri))
    return SX_OK;
  return sx_path_is_inside(call, uri) && !has_way_up ? SX_OK : fail_outside(argument, given, err);
}

/* What is in a folder that is not on the disk only the editor can say. */
static bool can_editor_open(sx_call *call, sx_str uri) {
  if (sx_str_find(uri, SX_STR(".."), 0) != SX_STR_NONE) return false;
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_document(&batch, uri, false);
  sx_host_document document;
  sx_status status = sx_batch_run(&batch, NULL);
  if (!status) status = sx_batch_get_document(&batch, slot, &document, NULL);
  sx_batch_release(&batch);
  if (status == SX_NOMEM && !call->arena->status) call->arena->status = status;
  return !status;
}

static void add_if_there(sx_call *call, sx_strs *hits, sx_str root, sx_str rest) {
  sx_str path = join(call, root, rest);
  bool is_uri = sx_path_is_uri(root);
  if (!is_uri) path = normalise(call, path);
  bool is_hit = is_uri ? can_editor_open(call, path) : is_there(call, path);
  sx_str *hit = is_hit ? SX_ARRAY_ADD(hits, call->arena) : NULL;
  if (hit) *hit = path;
}

static void find_below(sx_call *call, sx_str given, sx_strs *hits) {
  for (size_t i = 0; i < call->roots.len; i++)
    add_if_there(call, hits, call->roots.items[i].path, given);
}

/* `folder/path`, where the first part is the name of a folder. */
static void find_by_folder_name(sx_call *call, sx_str given, sx_strs *hits) {
  for (size_t i = 0; i < call->roots.len; i++) {
    const sx_root *root = &call->roots.items[i];
    sx_str rest;
    if (strip_root(given, root->name, &rest) && rest.len)
      add_if_there(call, hits, root->path, rest);
  }
}

/*
 * What sx_path_display writes must be read as the same file: in several folders that is
 * `folder/path`, in one folder the path below it. The other reading is taken when that one
 * finds nothing.
 */
static void find_hits(sx_call *call, sx_str given, sx_strs *hits) {
  bool is_single = call->roots.len == 1;
  if (is_single)
    find_below(call, given, hits);
  else
    find_by_folder_name(call, given, hits);
  if (hits->len) return;
  if (is_single)
    find_by_folder_name(call, given, hits);
  else
    find_below(call, given, hits);
}

/* `src\models\user.ts`, as agents on Windows write it. */
static sx_str with_slashes(sx_call *call, sx_str given) {
  char *out = sx_arena_alloc(call->arena, given.len + 1);
  if (!out) return given;
  for (size_t i = 0; i < given.len; i++) out[i] = given.ptr[i] == '\\' ? '/' : given.ptr[i];
  return (sx_str){out, given.len};
}

static sx_status fail_ambiguous(sx_call *call, const char *argument, sx_str given,
                                const sx_strs *hits, sx_err *err) {
  sx_buf list;
  sx_buf_init(&list, SX_ERR_MESSAGE_BYTES);
  for (size_t i = 0; i < hits->len; i++) {
    sx_str shown = sx_path_display(call, hits->items[i]);
    /* Folders of one name: only the whole path tells them apart. */
    if (sx_str_is_equal(shown, given)) shown = hits->items[i];
    sx_buf_addf(&list, "%s'%.*s'", i ? ", " : "", SX_STR_ARG(shown));
  }
  sx_status status = call->arena->status ? call->arena->status : list.status;
  status = status ? sx_fail(err, status, NULL)
                  : sx_fail(err, SX_AMBIGUOUS,
                            "%s: '%.*s' is in several workspace folders. Use one of: %s.", argument,
                            SX_STR_ARG(given), list.ptr);
  sx_buf_release(&list);
  return status;
}

/* `given` is how messages write it. */
static sx_status find_relative(sx_call *call, const char *argument, sx_str given, sx_str path,
                               sx_str *out, sx_err *err) {
  sx_strs hits = {0};
  find_hits(call, path, &hits);
  if (!hits.len && sx_str_find_char(path, '\\', 0) != SX_STR_NONE)
    find_hits(call, with_slashes(call, path), &hits);
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  if (hits.len == 0) return fail_not_found(call, argument, given, err);
  *out = hits.items[0];
  return hits.len == 1 ? SX_OK : fail_ambiguous(call, argument, given, &hits, err);
}

/* A file's name may well be `a:b`. */
static bool is_named_like_uri(sx_call *call, sx_str path) {
  sx_strs hits = {0};
  find_hits(call, path, &hits);
  return hits.len > 0;
}

/* A message has to say more than the path. */
static sx_str shorten(sx_call *call, sx_str given) {
  if (given.len <= MAX_SHOWN_BYTES) return given;
  size_t cut = sx_utf8_floor(given.ptr, given.len, MAX_SHOWN_BYTES);
  return sx_arena_printf(call->arena, "%.*s…", SX_STR_ARG(sx_str_slice(given, 0, cut)));
}

static bool is_good_text(sx_str path) {
  return path.len && path.len <= MAX_PATH_BYTES && !memchr(path.ptr, 0, path.len);
}

/* An absolute path, or a URI that `check_uri` has to judge. */
static sx_status find_place(sx_call *call, const char *argument, sx_str given, sx_str *path,
                            sx_err *err) {
  if (sx_path_is_uri(*path) && !is_named_like_uri(call, *path)) return SX_OK;
  while (sx_str_has_prefix(*path, SX_STR("./"))) *path = sx_str_slice(*path, 2, path->len);
  if (!call->roots.len)
    return sx_fail(err, SX_OUTSIDE_WORKSPACE,
                   "%s: no folder is open in the editor. Open the folder first.", argument);
  if (!is_absolute(*path)) return find_relative(call, argument, given, *path, path, err);
  *path = normalise(call, *path);
  return SX_OK;
}

/* The argument as a path: trimmed, decoded; `*given` is shortened for messages. */
static sx_status take_argument(sx_call *call, const char *argument, sx_str *given, sx_str *path,
                               sx_err *err) {
  *path = sx_str_trim(*given);
  bool is_file_uri = sx_str_is_equal_fold(sx_str_slice(*path, 0, 5), SX_STR("file:"));
  if (is_good_text(*path) && is_file_uri) *path = decode_file_uri(call, *path);
  *given = shorten(call, *given);
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  if (!is_good_text(*path))
    return sx_fail(err, SX_INVALID_ARGUMENT, "%s: a path of 1 to %d bytes without NUL is required.",
                   argument, MAX_PATH_BYTES);
  return SX_OK;
}

sx_status sx_path_resolve(sx_call *call, const char *argument, sx_str given, sx_str *out,
                          sx_err *err) {
  sx_str path;
  *out = SX_STR("");
  sx_status status = take_argument(call, argument, &given, &path, err);
  if (!status) status = find_place(call, argument, given, &path, err);
  if (!status && call->arena->status) status = sx_fail(err, call->arena->status, NULL);
  if (!status)
    status = sx_path_is_uri(path) ? check_uri(call, argument, path, given, err)
                                  : check_place(call, argument, given, path, err);
  if (!status) *out = path;
  return status;
}

/* ---- paths that need not exist ----------------------------------------------------------- */

static sx_str first_part(sx_str path) {
  size_t end = 0;
  while (end < path.len && !is_separator(path.ptr[end])) end++;
  return sx_str_slice(path, 0, end);
}

/* Each place that a new file could have, as it is to be written. */
static sx_status fail_no_folder(sx_call *call, const char *argument, sx_str given, sx_str path,
                                sx_err *err) {
  sx_buf list;
  sx_buf_init(&list, SX_ERR_MESSAGE_BYTES);
  for (size_t i = 0; i < call->roots.len && path.len <= MAX_SHOWN_BYTES; i++) {
    if (i) sx_buf_add_text(&list, ", ");
    sx_buf_addf(&list, "'%.*s/%.*s'", SX_STR_ARG(call->roots.items[i].name), SX_STR_ARG(path));
  }
  sx_status status =
      list.status ? sx_fail(err, list.status, NULL)
                  : sx_fail(err, SX_AMBIGUOUS,
                            "%s: '%.*s' could be in several workspace folders. Start the path with "
                            "the folder's name: %s.",
                            argument, SX_STR_ARG(given), list.len ? list.ptr : "folder/path");
  sx_buf_release(&list);
  return status;
}

/* The one place that a new relative path can mean. */
static sx_status place_new(sx_call *call, const char *argument, sx_str given, sx_str *path,
                           sx_err *err) {
  sx_strs hits = {0};
  find_hits(call, *path, &hits);
  if (hits.len == 1) return *path = hits.items[0], SX_OK;
  if (hits.len > 1) return fail_ambiguous(call, argument, given, &hits, err);
  sx_str rest, part = first_part(*path);
  for (size_t i = 0; i < call->roots.len; i++) {
    const sx_root *root = &call->roots.items[i];
    bool is_named = call->roots.len > 1 && strip_root(*path, root->name, &rest) && rest.len;
    bool is_below = call->roots.len == 1 ||
                    (part.len < path->len && is_there(call, join(call, root->path, part)));
    if (!is_named && !is_below) continue;
    sx_str *hit = SX_ARRAY_ADD(&hits, call->arena);
    if (hit) *hit = normalise(call, join(call, root->path, is_named ? rest : *path));
  }
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  if (hits.len == 1) return *path = hits.items[0], SX_OK;
  return fail_no_folder(call, argument, given, *path, err);
}

static sx_status find_new_place(sx_call *call, const char *argument, sx_str given, sx_str *path,
                                sx_err *err) {
  while (sx_str_has_prefix(*path, SX_STR("./"))) *path = sx_str_slice(*path, 2, path->len);
  if (!call->roots.len)
    return sx_fail(err, SX_OUTSIDE_WORKSPACE,
                   "%s: no folder is open in the editor. Open the folder first.", argument);
  if (!is_absolute(*path)) return place_new(call, argument, given, path, err);
  *path = normalise(call, *path);
  return SX_OK;
}

sx_status sx_path_resolve_new(sx_call *call, const char *argument, sx_str given, sx_str *out,
                              bool *exists, sx_err *err) {
  sx_str path;
  sx_file_info info = {0};
  *out = SX_STR("");
  *exists = false;
  sx_status status = take_argument(call, argument, &given, &path, err);
  if (!status && sx_path_is_uri(path) && !is_named_like_uri(call, path)) {
    status = check_uri(call, argument, path, given, err);
    *exists = true; /* the editor opens it, or says why not */
  } else {
    if (!status) status = find_new_place(call, argument, given, &path, err);
    if (!status) status = check_inside(call, argument, given, path, &info, err);
    if (!status && info.is_directory)
      status = sx_fail(err, SX_IS_DIRECTORY, "%s: '%.*s' is a directory. Name a file in it.",
                       argument, SX_STR_ARG(given));
    *exists = info.exists;
  }
  if (!status) *out = path;
  return status;
}

sx_status sx_path_resolve_any(sx_call *call, const char *argument, sx_str given, sx_str *out,
                              bool *is_directory, sx_err *err) {
  sx_str path;
  sx_file_info info = {0};
  *out = SX_STR("");
  *is_directory = false;
  bool is_root = call->roots.len == 1 && (sx_str_is_equal(sx_str_trim(given), SX_STR(".")) ||
                                          sx_str_is_equal(sx_str_trim(given), SX_STR("./")));
  if (is_root) given = call->roots.items[0].path;
  sx_status status = take_argument(call, argument, &given, &path, err);
  for (size_t i = 0; !status && call->roots.len > 1 && i < call->roots.len; i++)
    if (sx_str_is_equal(path, call->roots.items[i].name)) path = call->roots.items[i].path;
  if (!status) status = find_place(call, argument, given, &path, err);
  if (!status) status = check_inside(call, argument, given, path, &info, err);
  if (!status && !info.exists) status = fail_not_found(call, argument, given, err);
  *is_directory = info.is_directory;
  if (!status) *out = path;
  return status;
}
