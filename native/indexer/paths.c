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

/* Only paths that stay below the root have an entry. */
static bool is_below_root(sx_str path) {
  if (!path.len || path.len > MAX_PATH_BYTES) return false;
  for (size_t at = 0; at <= path.len;) {
    size_t end = sx_str_find_char(path, '/', at);
    if (end == SX_STR_NONE) end = path.len;
    sx_str name = sx_str_slice(path, at, end);
    if (!name.len || sx_str_is_equal(name, SX_STR(".")) || sx_str_is_equal(name, SX_STR("..")))
      return false;
    at = end + 1;
  }
  return true;
}

static sx_status split(sx_strs *out, sx_str list, sx_arena *arena, sx_err *err) {
  while (list.ptr[0]) {
    sx_str path = sx_str_from(list.ptr);
    if (!is_below_root(path))
      return sx_fail(err, SX_BAD_MESSAGE, "'%.*s' in the list of files is not a relative path.",
                     SX_STR_ARG(path));
    if (out->len && sx_path_compare(out->items[out->len - 1], path) >= 0)
      return sx_fail(err, SX_BAD_MESSAGE,
                     "The list of files is not sorted: '%.*s' comes after '%.*s'.",
                     SX_STR_ARG(path), SX_STR_ARG(out->items[out->len - 1]));
    sx_status status = sx_strs_add(out, path, arena, err);
    if (status) return status;
    list = sx_str_slice(list, path.len + 1, list.len);
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
