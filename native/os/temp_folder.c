#include "os/temp_folder.h"

#include <stdio.h>
#include <uv.h>

#define MAX_PATH_BYTES 4096

sx_status sx_temp_folder_make(sx_str *out, sx_arena *arena, sx_err *err) {
  char folder[MAX_PATH_BYTES - 32], path[MAX_PATH_BYTES];
  size_t len = sizeof folder;
  uv_fs_t req;
  *out = SX_STR("");
  if (uv_os_tmpdir(folder, &len))
    return sx_fail(err, SX_IO, "The system has no folder for temporary files.");
  snprintf(path, sizeof path, "%s/sextant-XXXXXX", folder);
  int result = uv_fs_mkdtemp(NULL, &req, path, NULL);
  if (!result) *out = sx_arena_dup(arena, sx_str_from(req.path));
  uv_fs_req_cleanup(&req);
  if (result)
    return sx_fail(err, SX_IO, "A folder cannot be made in '%s': %s.", folder, uv_strerror(result));
  for (size_t i = 0; i < out->len; i++)
    if (out->ptr[i] == '\\') ((char *)(uintptr_t)out->ptr)[i] = '/';
  return out->len ? SX_OK : sx_fail(err, arena->status, NULL);
}
