#include "base/folder.h"

/* Neighbours in a list share most of their folders: they are compared in words. */
#define WORD_BYTES sizeof(uint64_t)

sx_str sx_folder_of(sx_str path) {
  size_t slash = sx_str_find_last_char(path, '/');
  return sx_str_slice(path, 0, slash == SX_STR_NONE ? 0 : slash);
}

sx_str sx_folder_above(sx_str path, size_t count) {
  while (count--) path = sx_folder_of(path);
  return path;
}

size_t sx_folder_next(sx_str path, size_t at) {
  size_t slash = sx_str_find_char(path, '/', at ? at + 1 : 0);
  return slash == SX_STR_NONE ? path.len : slash;
}

bool sx_folder_has(sx_str folder, sx_str path) {
  return path.len > folder.len && path.ptr[folder.len] == '/' && sx_str_has_prefix(path, folder);
}

bool sx_folders_have(const sx_strs *folders, sx_str path) {
  for (size_t i = 0; i < folders->len; i++)
    if (sx_folder_has(folders->items[i], path)) return true;
  return false;
}

size_t sx_path_shared(sx_str a, sx_str b) {
  size_t len = a.len < b.len ? a.len : b.len, at = 0;
  while (len - at >= WORD_BYTES && memcmp(a.ptr + at, b.ptr + at, WORD_BYTES) == 0)
    at += WORD_BYTES;
  while (at < len && a.ptr[at] == b.ptr[at]) at++;
  return at;
}

int sx_path_compare(sx_str a, sx_str b) {
  size_t at = sx_path_shared(a, b);
  if (at == a.len || at == b.len) return (a.len > b.len) - (a.len < b.len);
  if (a.ptr[at] == '/') return -1;
  if (b.ptr[at] == '/') return 1;
  return (unsigned char)a.ptr[at] < (unsigned char)b.ptr[at] ? -1 : 1;
}
