#include "os/file.h"
#include "workspace/paths_parts.h"

bool sx_path__is_separator(char c) {
#ifdef _WIN32
  return c == '/' || c == '\\';
#else
  return c == '/';
#endif
}

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool sx_path__has_drive(sx_str path) {
  return path.len > 2 && is_letter(path.ptr[0]) && path.ptr[1] == ':' &&
         (path.ptr[2] == '/' || path.ptr[2] == '\\');
}

bool sx_path__is_absolute(sx_str path) {
  return (path.len && sx_path__is_separator(path.ptr[0])) || sx_path__has_drive(path);
}

bool sx_path_is_uri(sx_str path) {
  size_t i = 0;
  while (i < path.len &&
         (is_letter(path.ptr[i]) || (i && strchr("0123456789+-.", path.ptr[i]) && path.ptr[i])))
    i++;
  return i >= 2 && i < path.len && path.ptr[i] == ':';
}

bool sx_path_is_cell(sx_str path) {
  return sx_str_has_prefix(path, SX_STR("vscode-notebook-cell:"));
}

bool sx_path_is_notebook(sx_str path) {
  return sx_path_is_cell(path) || sx_str_has_suffix(path, SX_STR(".ipynb"));
}

sx_str sx_path_folder(sx_str path) {
  return sx_str_slice(path, 0, path.len - sx_path_name(path).len);
}

sx_str sx_path_name(sx_str path) {
  size_t start = path.len;
  while (start > 0 && !sx_path__is_separator(path.ptr[start - 1])) start--;
  return sx_str_slice(path, start, path.len);
}

bool sx_path__strip_root(sx_str path, sx_str root, sx_str *rest) {
  while (root.len > 1 && sx_path__is_separator(root.ptr[root.len - 1])) root.len--;
  if (!root.len || !sx_str_has_prefix(path, root)) return false;
  *rest = sx_str_slice(path, root.len, path.len);
  if (!rest->len) return true;
  if (!sx_path__is_separator(rest->ptr[0]) && !sx_path__is_separator(root.ptr[root.len - 1]))
    return false;
  while (rest->len && sx_path__is_separator(rest->ptr[0]))
    *rest = sx_str_slice(*rest, 1, rest->len);
  return true;
}

/* The deepest folder that holds `path`. */
static const sx_root *find_root(const sx_call *call, sx_str path, sx_str *rest) {
  const sx_root *best = NULL;
  for (size_t i = 0; i < call->roots.len; i++) {
    const sx_root *root = &call->roots.items[i];
    sx_str below;
    bool is_below = sx_path__strip_root(path, root->path, &below) ||
                    sx_path__strip_root(path, root->real_path, &below);
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

sx_str sx_path_plain(const sx_call *call, sx_str path) {
  sx_str rest;
  const sx_root *root = find_root(call, path, &rest);
  if (!root || !rest.len) return path;
  if (call->roots.len < 2) return rest;
  return sx_arena_printf(call->arena, "%.*s/%.*s", SX_STR_ARG(root->name), SX_STR_ARG(rest));
}

/*
 * Neighbours come one after the other: the links on the way to their folder are followed once.
 * Only for what a file is called: paths to be read or written are resolved again.
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
  if (sx_path__is_separator(root->path.ptr[root->path.len - 1]))
    return real; /* `/` has no other path */
  char separator = real.ptr[real.len - rest.len - 1];
  return sx_arena_printf(call->arena, "%.*s%c%.*s", SX_STR_ARG(root->path), separator,
                         SX_STR_ARG(rest));
}

sx_str sx_path__normalise(sx_call *call, sx_str path) {
  size_t fixed = sx_path__has_drive(path) ? 3 : 1; /* `/` or `C:/` */
  char *out = sx_arena_alloc(call->arena, path.len + 1);
  if (!out || path.len < fixed) return path;
  memcpy(out, path.ptr, fixed);
  size_t len = fixed;
  for (size_t i = fixed; i < path.len;) {
    size_t end = i;
    while (end < path.len && !sx_path__is_separator(path.ptr[end])) end++;
    sx_str part = sx_str_slice(path, i, end);
    i = end + 1;
    if (!part.len || sx_str_is_equal(part, SX_STR("."))) continue;
    if (sx_str_is_equal(part, SX_STR(".."))) {
      while (len > fixed && !sx_path__is_separator(out[len - 1])) len--;
      if (len > fixed) len--;
      continue;
    }
    if (len > fixed) out[len++] = '/';
    memcpy(out + len, part.ptr, part.len);
    len += part.len;
  }
  return (sx_str){out, len};
}

sx_str sx_path_join(sx_call *call, sx_str folder, sx_str rest) {
  bool is_whole = sx_path__is_absolute(rest);
  return sx_path__normalise(call, is_whole ? rest : sx_path__join(call, folder, rest));
}

/* The path of a URI, from the end of its scheme on: `/a%20b#c` -> `/a b`. */
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

sx_str sx_path__decode_file_uri(sx_call *call, sx_str uri) {
  sx_str rest = sx_str_slice(uri, 5, uri.len);
  if (sx_str_has_prefix(rest, SX_STR("//"))) rest = sx_str_slice(rest, 2, rest.len);
  return decode_path(call, rest);
}

sx_str sx_path__file_of_uri(sx_call *call, sx_str uri) {
  sx_str rest = sx_str_slice(uri, sx_str_find_char(uri, ':', 0) + 1, uri.len);
  if (sx_str_has_prefix(rest, SX_STR("//"))) /* editors on a server add which one */
    rest = sx_str_slice(rest, sx_str_find_char(rest, '/', 2), rest.len);
  return decode_path(call, sx_str_slice(rest, 0, sx_str_find_char(rest, '?', 0)));
}

sx_str sx_path__notebook_of(sx_call *call, sx_str uri) {
  return sx_path_is_cell(uri) ? sx_path__file_of_uri(call, uri) : SX_STR("");
}

/* The nearest that exists of the path and the folders above it: `*at`, and that one's real path. */
static sx_status find_existing(sx_call *call, sx_str path, sx_str *at, sx_str *real,
                               sx_file_info *info, sx_err *err) {
  sx_status status = sx_file_stat(info, path, err);
  sx_file_info at_info = *info;
  *at = path;
  while (at->len && !status) {
    if (at_info.exists) return sx_file_real_path(real, *at, call->arena, err);
    /* A file made there is made where the link leads to, which may be anywhere. */
    if (sx_file_is_link(*at, call->arena))
      return sx_fail(err, SX_NOT_FOUND,
                     "'%.*s' is a link to something that does not exist. Nothing was changed.",
                     SX_STR_ARG(sx_path_display(call, *at)));
    *at = sx_str_slice(*at, 0, at->len - sx_path_name(*at).len);
    while (at->len > 1 && sx_path__is_separator(at->ptr[at->len - 1])) at->len--;
    if (at->len) status = sx_file_stat(&at_info, *at, err);
  }
  *real = path;
  return status;
}

sx_status sx_path_find_real(sx_call *call, sx_str path, sx_str *real, sx_file_info *info,
                            sx_err *err) {
  sx_str at;
  return find_existing(call, path, &at, real, info, err);
}

/* By one look at each folder: another one may be made at any time. */
sx_status sx_path_find_written(sx_call *call, sx_str path, sx_str *real, sx_err *err) {
  sx_str at;
  sx_file_info info;
  sx_status status = find_existing(call, path, &at, real, &info, err);
  if (status) return status;
  sx_str rest = sx_str_slice(path, at.len, path.len);
  while (rest.len && sx_path__is_separator(rest.ptr[0])) rest = sx_str_slice(rest, 1, rest.len);
  if (at.len && rest.len)
    *real = sx_arena_printf(call->arena, "%.*s/%.*s", SX_STR_ARG(*real), SX_STR_ARG(rest));
  return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
}
