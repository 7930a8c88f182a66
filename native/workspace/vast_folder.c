#include "workspace/vast_folder.h"

#include "base/folder.h"
#include "os/environment.h"
#include "os/file.h"

/* `C:`, too. */
static bool is_top(sx_str path) {
  while (path.len && path.ptr[path.len - 1] == '/') path.len--;
  return path.len == 0 || (path.len == 2 && path.ptr[1] == ':');
}

bool sx_folder_is_vast(sx_str real_path, sx_arena *arena) {
  sx_str home = sx_environment_home(arena), real;
  if (is_top(real_path)) return true;
  if (!home.len) return false;
  if (!sx_file_real_path(&real, home, arena, NULL)) home = real;
  return sx_str_is_equal(real_path, home) || sx_folder_has(real_path, home);
}
