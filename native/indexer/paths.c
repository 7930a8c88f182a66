#include "indexer/paths.h"

#include "base/folder.h"
#include "base/mem.h"
#include "os/self.h"

#define FIRST_BYTES ((size_t)1 << 20)
#define MAX_BYTES ((size_t)1 << 30)
#define MAX_PATH_BYTES ((size_t)16 * 1024)

static bool is_whole(const char *bytes, size_t len) {
  return len && !bytes[len - 1] && (len == 1 || !bytes[len - 2]);
}

/* Reads until the empty path; what comes after it on a pipe is not ours. */
static sx_status read_list(char **bytes, size_t *len, sx_err *err) {
  size_t cap = 0;
  while (!is_whole(*bytes, *len)) {
    if (*len == cap) {
      if (cap >= MAX_BYTES) return sx_fail(err, SX_TOO_BIG, "The list of files is too long.");
      cap = cap ? cap * 2 : FIRST_BYTES;
      char *grown = sx_realloc(*bytes, cap);
      if (!grown) return sx_fail(err, SX_NOMEM, NULL);
      *bytes = grown;
    }
    size_t got;
    sx_status status = sx_self_read(*bytes + *len, cap - *len, &got);
    if (status == SX_IO) return sx_fail(err, SX_IO, "The list of files could not be read.");
    if (status || !got) return sx_fail(err, SX_CANCELLED, "The list of files is not complete.");
    *len += got;
  }
  return SX_OK;
}

/* Only paths that stay below the root have an entry. `from` is where a name begins. */
static bool is_below_root(sx_str path, size_t from) {
  if (!path.len || path.len > MAX_PATH_BYTES) return false;
  for (size_t at = from; at <= path.len;) {
    size_t end = sx_str_find_char(path, '/', at);
    if (end == SX_STR_NONE) end = path.len;
    sx_str name = sx_str_slice(path, at, end);
    if (!name.len || sx_str_is_equal(name, SX_STR(".")) || sx_str_is_equal(name, SX_STR("..")))
      return false;
    at = end + 1;
  }
  return true;
}

/* The folders that both are in; what follows them are different names, or the same one. */
static size_t shared_folders(sx_str before, sx_str path) {
  size_t at = sx_path_shared(before, path);
  while (at && path.ptr[at - 1] != '/') at--;
  return at;
}

static sx_status add(sx_strs *out, sx_str path, sx_arena *arena, sx_err *err) {
  sx_str before = out->len ? out->items[out->len - 1] : SX_STR("");
  size_t shared = shared_folders(before, path);
  sx_str rest = sx_str_slice(path, shared, path.len);
  if (!is_below_root(path, shared))
    return sx_fail(err, SX_BAD_MESSAGE, "'%.*s' in the list of files is not a relative path.",
                   SX_STR_ARG(path));
  if (out->len && sx_path_compare(sx_str_slice(before, shared, before.len), rest) >= 0)
    return sx_fail(err, SX_BAD_MESSAGE,
                   "The list of files is not sorted: '%.*s' comes after '%.*s'.", SX_STR_ARG(path),
                   SX_STR_ARG(before));
  return sx_strs_add(out, path, arena, err);
}

static sx_status split(sx_strs *out, sx_str list, sx_arena *arena, sx_err *err) {
  while (sx_str_at(list, 0)) {
    sx_str row = sx_str_slice(list, 0, sx_str_find_char(list, 0, 0));
    if (row.ptr[0] != SX_INDEX_LIST_LOOK && row.ptr[0] != SX_INDEX_LIST_SAME)
      return sx_fail(err, SX_BAD_MESSAGE, "'%.*s' in the list of files has no mark.",
                     SX_STR_ARG(row));
    sx_status status = add(out, sx_str_slice(row, 1, row.len), arena, err);
    if (status) return status;
    list = sx_str_slice(list, row.len + 1, list.len);
  }
  if (list.len != 1)
    return sx_fail(err, SX_BAD_MESSAGE, "The list of files goes on after its end.");
  return SX_OK;
}

sx_status sx_indexer_paths_read(sx_indexer_paths *out, sx_arena *arena, sx_err *err) {
  *out = (sx_indexer_paths){0};
  size_t len = 0;
  sx_status status = read_list(&out->bytes, &len, err);
  if (!status) status = split(&out->paths, sx_str_make(out->bytes, len), arena, err);
  if (status) sx_indexer_paths_release(out);
  return status;
}

void sx_indexer_paths_release(sx_indexer_paths *list) {
  sx_free(list->bytes);
  *list = (sx_indexer_paths){0};
}
