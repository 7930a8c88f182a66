#include "base/folder.h"

sx_str sx_folder_of(sx_str path) {
  size_t slash = sx_str_find_last_char(path, '/');
  return sx_str_slice(path, 0, slash == SX_STR_NONE ? 0 : slash);
}

bool sx_folder_has(sx_str folder, sx_str path) {
  return path.len > folder.len && path.ptr[folder.len] == '/' && sx_str_has_prefix(path, folder);
}
