#include "base/buf.h"
#include "base/utf8.h"
#include "diff/path.h"
#include "host/requests.h"
#include "os/file.h"
#include "workspace/hidden.h"
#include "workspace/paths_parts.h"
#include "workspace/allowed.h"
#include "workspace/workspace_files.h"

#define MAX_PATH_BYTES 4096
#define MAX_SHOWN_BYTES 300

/* ---- resolving --------------------------------------------------------------------------- */

static sx_status fail_outside(sx_call *call, const char *argument, sx_str given, sx_err *err) {
  sx_str first = call->roots.len ? call->roots.items[0].path : SX_STR("");
  sx_str others = call->roots.len > 1
                      ? sx_arena_printf(call->arena, " and %zu more", call->roots.len - 1)
                      : SX_STR("");
  return sx_fail(
      err, SX_OUTSIDE_WORKSPACE,
      "%s: '%.*s' is outside the workspace folders ('%.*s'%.*s). Name a path inside them.",
      argument, SX_STR_ARG(given), SX_STR_ARG(first), SX_STR_ARG(others));
}

/*
 * Whether the path may be looked at: inside the folders by its real path, or allowed. `*real` is
 * that path, empty where there is nothing.
 */
static sx_status check_inside(sx_call *call, const char *argument, sx_str given, sx_str path,
                              sx_str *real, sx_file_info *info, sx_err *err) {
  *real = SX_STR("");
#ifndef _WIN32
  if (sx_path__has_drive(path)) return fail_outside(call, argument, given, err);
#endif
  sx_status status = sx_file_stat(info, path, err);
  if (status) return status;
  bool is_inside = sx_path_is_inside(call, path);
  if (info->exists) {
    status = sx_file_real_path(real, path, call->arena, err);
    if (status) return status;
    is_inside = sx_path_is_inside(call, *real);
    if (!is_inside && !sx_allowed_has(call->services->allowed, path) &&
        !sx_allowed_has(call->services->allowed, *real))
      return fail_outside(call, argument, given, err);
  } else if (!is_inside) {
    return fail_outside(call, argument, given, err);
  }
  return sx_hidden_check_real(call, argument, path, *real, err);
}

static sx_status check_place(sx_call *call, const char *argument, sx_str given, sx_str path,
                             sx_str *real, sx_err *err) {
  sx_file_info info;
  sx_status status = check_inside(call, argument, given, path, real, &info, err);
  if (status) return status;
  if (!info.exists) return sx_path__fail_not_found(call, argument, given, path, err);
  if (info.is_directory)
    return sx_fail(err, SX_IS_DIRECTORY, "%s: '%.*s' is a directory. Name a file in it.", argument,
                   SX_STR_ARG(given));
  return SX_OK;
}

/*
 * Only the editor can open files that are not on the disk; the limits of the folders apply to them,
 * too.
 */
static sx_status check_uri(sx_call *call, const char *argument, sx_str uri, sx_str given,
                           sx_err *err) {
  sx_str notebook = sx_path__notebook_of(call, uri);
  sx_file_info info;
  sx_str real;
  if (sx_path__is_absolute(notebook))
    return check_inside(call, argument, given, sx_path__normalise(call, notebook), &real, &info,
                        err);
  bool has_way_up = sx_str_find(uri, SX_STR(".."), 0) != SX_STR_NONE ||
                    sx_str_find(uri, SX_STR("%2e"), 0) != SX_STR_NONE ||
                    sx_str_find(uri, SX_STR("%2E"), 0) != SX_STR_NONE;
  bool is_allowed = sx_str_has_prefix(uri, SX_STR("untitled:")) ||
                    sx_allowed_has(call->services->allowed, uri) ||
                    (sx_path_is_inside(call, uri) && !has_way_up);
  return is_allowed ? sx_hidden_check(call, argument, uri, err)
                    : fail_outside(call, argument, given, err);
}

/* Only the editor knows the contents of a folder that is not on the disk. */
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
  sx_str path = sx_path__join(call, root, rest);
  bool is_uri = sx_path_is_uri(root);
  if (!is_uri) path = sx_path__normalise(call, path);
  bool is_hit = is_uri ? can_editor_open(call, path) : sx_path__is_there(call, path);
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
    if (sx_path__strip_root(given, root->name, &rest) && rest.len)
      add_if_there(call, hits, root->path, rest);
  }
}

/*
 * A path written by sx_path_display must be read as the same file: in several folders that is
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
    /* Folders of one name: only the whole path distinguishes them. */
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
  if (hits.len == 0) return sx_path__fail_not_found(call, argument, given, path, err);
  *out = hits.items[0];
  return hits.len == 1 ? SX_OK : fail_ambiguous(call, argument, given, &hits, err);
}

/* A file's name may well be `a:b`. */
static bool is_named_like_uri(sx_call *call, sx_str path) {
  sx_strs hits = {0};
  find_hits(call, path, &hits);
  return hits.len > 0;
}

/* A message needs more than the path. */
static sx_str shorten(sx_call *call, sx_str given) {
  if (given.len <= MAX_SHOWN_BYTES) return given;
  size_t cut = sx_utf8_floor(given.ptr, given.len, MAX_SHOWN_BYTES);
  return sx_arena_printf(call->arena, "%.*s…", SX_STR_ARG(sx_str_slice(given, 0, cut)));
}

static bool is_good_text(sx_str path) {
  return path.len && path.len <= MAX_PATH_BYTES && !memchr(path.ptr, 0, path.len);
}

/* The rest of `…/lib/x.h`, as sx_path_short writes it, with the separator; empty for other paths.
 */
static sx_str end_of_short(sx_str path) {
  static const char *const marks[] = {"…", "..."};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
    sx_str mark = sx_str_from(marks[i]), rest = sx_str_slice(path, mark.len, path.len);
    if (sx_str_has_prefix(path, mark) && rest.len > 1 && rest.ptr[0] == '/') return rest;
  }
  return SX_STR("");
}

static sx_str first_part(sx_str path) {
  size_t end = 0;
  while (end < path.len && !sx_path__is_separator(path.ptr[end])) end++;
  return sx_str_slice(path, 0, end);
}

/* A folder of the workspace may well have the name of the mark. */
static bool is_short(sx_call *call, sx_str path) {
  sx_strs hits = {0};
  if (!end_of_short(path).len) return false;
  find_hits(call, path, &hits);
  if (!hits.len) find_hits(call, first_part(path), &hits);
  return !hits.len;
}

/* A file may be known by several paths: links lead to the same one. */
static sx_status add_real(sx_call *call, sx_str path, sx_strs *files, sx_err *err) {
  sx_str real = path;
  if (sx_file_real_path(&real, path, call->arena, NULL)) real = path;
  return sx_strs_add_new(files, real, call->arena, err);
}

/* One of the files that tools may read, by the end of its path. */
static sx_status find_short(sx_call *call, const char *argument, sx_str given, sx_str *path,
                            sx_err *err) {
  sx_strs found = {0}, files = {0};
  sx_status status =
      sx_allowed_find_end(call->services->allowed, end_of_short(*path), &found, call->arena, err);
  for (size_t i = 0; i < found.len && !status; i++)
    status = add_real(call, found.items[i], &files, err);
  if (status) return status;
  if (files.len == 1) {
    *path = found.items[0];
    return SX_OK;
  }
  if (!files.len)
    return sx_fail(err, SX_NOT_FOUND,
                   "%s: no file that a language server has named ends with '%.*s'. Give its path "
                   "in full.",
                   argument, SX_STR_ARG(given));
  return sx_fail(err, SX_AMBIGUOUS,
                 "%s: several files end with '%.*s', such as '%.*s' and '%.*s'. "
                 "Give the path in full.",
                 argument, SX_STR_ARG(given), SX_STR_ARG(files.items[0]),
                 SX_STR_ARG(files.items[1]));
}

/* An absolute path, or a URI that `check_uri` has to judge. */
static sx_status find_place(sx_call *call, const char *argument, sx_str given, sx_str *path,
                            sx_err *err) {
  if (sx_path_is_uri(*path) && !is_named_like_uri(call, *path)) return SX_OK;
  while (sx_str_has_prefix(*path, SX_STR("./"))) *path = sx_str_slice(*path, 2, path->len);
  if (!call->roots.len)
    return sx_fail(err, SX_OUTSIDE_WORKSPACE,
                   "%s: no folder is open in the editor. Open the folder first.", argument);
  if (is_short(call, *path)) return find_short(call, argument, given, path, err);
  if (!sx_path__is_absolute(*path)) return find_relative(call, argument, given, *path, path, err);
  *path = sx_path__normalise(call, *path);
  return SX_OK;
}

/* As sx_path_display writes names that need it. */
static sx_status take_quotes(sx_call *call, sx_str *path, sx_err *err) {
  sx_status status = SX_OK;
  sx_str name, rest = *path;
  if (sx_diff_path_read_quoted(&name, &rest, call->arena, &status) && !rest.len) *path = name;
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* The argument as a path: trimmed, decoded; `*given` is shortened for messages. */
static sx_status take_argument(sx_call *call, const char *argument, sx_str *given, sx_str *path,
                               sx_err *err) {
  *path = sx_str_trim(*given);
  sx_status status = take_quotes(call, path, err);
  if (status) return status;
  bool is_file_uri = sx_str_is_equal_fold(sx_str_slice(*path, 0, 5), SX_STR("file:"));
  if (is_good_text(*path) && is_file_uri) *path = sx_path__decode_file_uri(call, *path);
  *given = shorten(call, *given);
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  if (!path->len)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "%s: a path is required, absolute or relative to a workspace folder.", argument);
  if (!is_good_text(*path))
    return sx_fail(err, SX_INVALID_ARGUMENT, "%s: a path of 1 to %d bytes without NUL is required.",
                   argument, MAX_PATH_BYTES);
  return SX_OK;
}

/* `*real`: where its links lead; empty for a URI. */
static sx_status resolve(sx_call *call, const char *argument, sx_str given, sx_str *out,
                         sx_str *real, sx_err *err) {
  sx_str path;
  *out = *real = SX_STR("");
  sx_status status = take_argument(call, argument, &given, &path, err);
  if (!status) status = find_place(call, argument, given, &path, err);
  if (!status && call->arena->status) status = sx_fail(err, call->arena->status, NULL);
  if (!status)
    status = sx_path_is_uri(path) ? check_uri(call, argument, path, given, err)
                                  : check_place(call, argument, given, path, real, err);
  if (!status) *out = path;
  return status;
}

sx_status sx_path_resolve(sx_call *call, const char *argument, sx_str given, sx_str *out,
                          sx_err *err) {
  sx_str real;
  return resolve(call, argument, given, out, &real, err);
}

sx_status sx_path_resolve_real(sx_call *call, const char *argument, sx_str given, sx_str *out,
                               sx_err *err) {
  sx_str path;
  sx_status status = resolve(call, argument, given, &path, out, err);
  if (!status && !out->len) *out = path;
  return status;
}

/* ---- paths that need not exist ----------------------------------------------------------- */

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
  if (hits.len == 1) {
    *path = hits.items[0];
    return SX_OK;
  }
  if (hits.len > 1) return fail_ambiguous(call, argument, given, &hits, err);
  sx_str rest, part = first_part(*path), place = SX_STR("");
  size_t count = 0;
  for (size_t i = 0; i < call->roots.len; i++) {
    const sx_root *root = &call->roots.items[i];
    bool is_named =
        call->roots.len > 1 && sx_path__strip_root(*path, root->name, &rest) && rest.len;
    bool is_below =
        call->roots.len == 1 ||
        (part.len < path->len && sx_path__is_there(call, sx_path__join(call, root->path, part)));
    if (!is_named && !is_below) continue;
    place = sx_path__normalise(call, sx_path__join(call, root->path, is_named ? rest : *path));
    count++;
  }
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  if (count == 1) {
    *path = place;
    return SX_OK;
  }
  return fail_no_folder(call, argument, given, *path, err);
}

static sx_status find_new_place(sx_call *call, const char *argument, sx_str given, sx_str *path,
                                sx_err *err) {
  while (sx_str_has_prefix(*path, SX_STR("./"))) *path = sx_str_slice(*path, 2, path->len);
  if (!call->roots.len)
    return sx_fail(err, SX_OUTSIDE_WORKSPACE,
                   "%s: no folder is open in the editor. Open the folder first.", argument);
  if (is_short(call, *path)) return find_short(call, argument, given, path, err);
  if (!sx_path__is_absolute(*path)) return place_new(call, argument, given, path, err);
  *path = sx_path__normalise(call, *path);
  return SX_OK;
}

sx_status sx_path_resolve_new(sx_call *call, const char *argument, sx_str given, sx_str *out,
                              bool *exists, sx_err *err) {
  sx_str path, real;
  sx_file_info info = {0};
  *out = SX_STR("");
  *exists = false;
  sx_status status = take_argument(call, argument, &given, &path, err);
  if (!status && sx_path_is_uri(path) && !is_named_like_uri(call, path)) {
    status = check_uri(call, argument, path, given, err);
    *exists = true; /* the editor opens it, or reports why not */
  } else {
    if (!status) status = find_new_place(call, argument, given, &path, err);
    if (!status) status = check_inside(call, argument, given, path, &real, &info, err);
    if (!status && info.is_directory)
      status = sx_fail(err, SX_IS_DIRECTORY, "%s: '%.*s' is a directory. Name a file in it.",
                       argument, SX_STR_ARG(given));
    *exists = info.exists;
  }
  if (!status) *out = path;
  return status;
}

static bool is_dot(sx_str given) {
  given = sx_str_trim(given);
  return sx_str_is_equal(given, SX_STR(".")) || sx_str_is_equal(given, SX_STR("./"));
}

bool sx_path_is_workspace(const sx_call *call, sx_str given) {
  return call->roots.len != 1 && is_dot(given);
}

/* A folder of the window by its name, unless the only one has something of that name. */
static void find_root_by_name(sx_call *call, sx_str *path) {
  sx_str rest, name = *path;
  while (sx_str_has_prefix(name, SX_STR("./"))) name = sx_str_slice(name, 2, name.len);
  for (size_t i = 0; i < call->roots.len; i++) {
    const sx_root *root = &call->roots.items[i];
    if (!sx_path__strip_root(name, root->name, &rest) || rest.len) continue;
    bool is_below =
        call->roots.len == 1 && sx_path__is_there(call, sx_path__join(call, root->path, name));
    if (!is_below) *path = root->path;
    return;
  }
  if (call->roots.len == 1 && is_dot(*path)) *path = call->roots.items[0].path;
}

sx_status sx_path_resolve_any(sx_call *call, const char *argument, sx_str given, sx_str *out,
                              bool *is_directory, sx_err *err) {
  sx_str path, real;
  sx_file_info info = {0};
  *out = SX_STR("");
  *is_directory = false;
  sx_status status = take_argument(call, argument, &given, &path, err);
  if (!status) find_root_by_name(call, &path);
  if (!status) status = find_place(call, argument, given, &path, err);
  if (!status) status = check_inside(call, argument, given, path, &real, &info, err);
  if (!status && !info.exists) status = sx_path__fail_not_found(call, argument, given, path, err);
  *is_directory = info.is_directory;
  if (!status) *out = path;
  return status;
}
