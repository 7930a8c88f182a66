#include "workspace/folder_patterns.h"

#include "base/buf.h"
#include "base/byte.h"
#include "diff/path.h"
#include "workspace/paths.h"

sx_status sx_searched_folders_add(sx_searched_folders *out, sx_call *call, sx_str path,
                                  sx_err *err) {
  sx_file_info info;
  sx_searched_folder folder = {path, path};
  sx_status status = sx_path_find_real(call, path, &folder.real_path, &info, NULL);
  if (status || !info.exists) folder.real_path = path;
  if (sx_status_ends_call(status)) return sx_fail(err, status, NULL);
  sx_searched_folder *added = SX_ARRAY_ADD(out, call->arena);
  if (!added) return sx_fail(err, call->arena->status, NULL);
  *added = folder;
  return SX_OK;
}

bool sx_folder_patterns_strip(sx_str *pattern, sx_str folder) {
  while (sx_str_has_suffix(folder, SX_STR("/"))) folder.len--;
  if (!sx_str_has_prefix(*pattern, folder) || sx_str_at(*pattern, folder.len) != '/') return false;
  *pattern = sx_str_slice(*pattern, folder.len + 1, pattern->len);
  return true;
}

static bool strip_folder(sx_str *pattern, const sx_searched_folder *folder) {
  return sx_folder_patterns_strip(pattern, folder->path) ||
         sx_folder_patterns_strip(pattern, folder->real_path);
}

/* `!(a)` is a group. */
static bool has_mark(sx_str pattern) {
  return sx_str_at(pattern, 0) == '!' && sx_str_at(pattern, 1) != '(';
}

/* ---- names of folders --------------------------------------------------------------------- */

/* `{alpha,beta}/x`: whether one of the alternatives is the name. */
static bool strip_braces(sx_str *pattern, sx_str name) {
  size_t end = sx_str_find(*pattern, SX_STR("}/"), 0);
  if (sx_str_at(*pattern, 0) != '{' || end == SX_STR_NONE) return false;
  for (size_t at = 1; at <= end;) {
    size_t comma = sx_str_find_char(*pattern, ',', at);
    size_t stop = comma < end ? comma : end;
    if (sx_str_is_equal(sx_str_slice(*pattern, at, stop), name)) {
      *pattern = sx_str_slice(*pattern, end + 2, pattern->len);
      return true;
    }
    at = stop + 1;
  }
  return false;
}

/* Where the searched folder is one of several of the window, and the pattern begins with its name.
 */
static bool strip_name(sx_str *pattern, const sx_call *call, const sx_searched_folder *folder) {
  while (sx_str_has_prefix(*pattern, SX_STR("./")))
    *pattern = sx_str_slice(*pattern, 2, pattern->len);
  for (size_t i = 0; i < call->roots.len && call->roots.len > 1; i++) {
    const sx_root *root = &call->roots.items[i];
    if (!sx_str_is_equal(root->path, folder->path)) continue;
    return sx_folder_patterns_strip(pattern, root->name) || strip_braces(pattern, root->name);
  }
  return false;
}

/* ---- one pattern -------------------------------------------------------------------------- */

/* From the top of the folder alone, also where a name without a slash counts at any depth. */
static sx_status add_from_top(sx_strs *out, sx_call *call, sx_str rest, const char *top,
                              sx_err *err) {
  if (!rest.len) return SX_OK; /* the folder itself */
  sx_str text = sx_arena_printf(call->arena, "%s%.*s", top, SX_STR_ARG(rest));
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  return sx_strs_add(out, text, call->arena, err);
}

/* A name as sx_path_display writes it in quotes fits that file alone. */
static sx_status take_quotes(sx_str *pattern, sx_call *call, sx_err *err) {
  sx_status status = SX_OK;
  sx_str name, rest = *pattern;
  bool is_quoted = sx_diff_path_read_quoted(&name, &rest, call->arena, &status) && !rest.len;
  if (status || !is_quoted) return status ? sx_fail(err, status, NULL) : SX_OK;
  sx_buf text;
  sx_buf_init(&text, 2 * name.len + 1);
  for (size_t i = 0; i < name.len; i++) {
    if (sx_byte_is_one_of(name.ptr[i], "\\*?[]{}()!@+|,#")) sx_buf_add_char(&text, '\\');
    sx_buf_add_char(&text, name.ptr[i]);
  }
  *pattern = sx_arena_dup(call->arena, sx_buf_str(&text));
  status = text.status ? text.status : call->arena->status;
  sx_buf_release(&text);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

static sx_status take_one(sx_strs *out, sx_call *call, sx_str pattern, bool is_left_out,
                          const sx_searched_folder *folder, sx_err *err) {
  sx_status status = take_quotes(&pattern, call, err);
  if (status) return status;
  bool is_marked = !is_left_out && has_mark(pattern);
  sx_str rest = is_marked ? sx_str_slice(pattern, 1, pattern.len) : pattern;
  const char *top = is_marked ? "!/" : is_left_out ? "/" : "./";
  if (strip_folder(&rest, folder)) return add_from_top(out, call, rest, top, err);
  /* In patterns that leave something out, `/x` is x at the top. */
  bool is_elsewhere = sx_str_at(rest, 0) == '/' && !is_marked && !is_left_out;
  if (is_elsewhere) return SX_OK;
  status = sx_strs_add(out, pattern, call->arena, err);
  bool is_named = !status && strip_name(&rest, call, folder);
  return is_named ? add_from_top(out, call, rest, top, err) : status;
}

sx_status sx_folder_patterns_take(sx_strs *out, sx_call *call, const sx_folder_patterns *given,
                                  const sx_searched_folder *folder, sx_err *err) {
  sx_status status = SX_OK;
  *out = (sx_strs){0};
  for (size_t i = 0; i < given->patterns->len && !status; i++)
    status = take_one(out, call, given->patterns->items[i], given->is_left_out, folder, err);
  return status;
}

sx_status sx_folder_patterns_check(const sx_strs *patterns, const sx_searched_folder *folders,
                                   size_t count, sx_err *err) {
  for (size_t i = 0; i < patterns->len && count; i++) {
    bool is_in_any = sx_str_at(patterns->items[i], 0) != '/';
    for (size_t k = 0; k < count; k++) {
      sx_str text = patterns->items[i];
      is_in_any |= strip_folder(&text, &folders[k]) || sx_str_is_equal(text, folders[k].path);
    }
    if (!is_in_any)
      return sx_fail(err, SX_INVALID_ARGUMENT,
                     "The pattern '%.*s' is outside the searched folder '%.*s'%s. Write it "
                     "relative to that.",
                     SX_STR_ARG(patterns->items[i]), SX_STR_ARG(folders[0].path),
                     count > 1 ? " and the others" : "");
  }
  return SX_OK;
}
