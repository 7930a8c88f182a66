#include "os/temporary.h"

#include <stdio.h>
#include <uv.h>

#define MAX_PATH_BYTES 4096
#define MAX_DEPTH 32

sx_status sx_temporary_make(sx_str *folder, sx_arena *arena, sx_err *err) {
  char parent[MAX_PATH_BYTES - 32], path[MAX_PATH_BYTES];
  size_t len = sizeof parent;
  uv_fs_t req;
  *folder = SX_STR("");
  int code = uv_os_tmpdir(parent, &len);
  if (!code) {
    (void)snprintf(path, sizeof path, "%s/sextant-XXXXXX", parent);
    code = uv_fs_mkdtemp(NULL, &req, path, NULL);
    if (!code) *folder = sx_arena_dup(arena, sx_str_from(req.path));
    uv_fs_req_cleanup(&req);
  }
  if (code)
    return sx_fail(err, SX_IO, "A temporary folder could not be made: %s.", uv_strerror(code));
  return folder->len ? SX_OK : sx_fail(err, SX_NOMEM, NULL);
}

typedef struct level {
  uv_fs_t listing;
  const char *folder;
} level;

static bool open_level(level *out, const char *folder) {
  out->folder = folder;
  int count = uv_fs_scandir(NULL, &out->listing, folder, 0, NULL);
  if (count < 0) uv_fs_req_cleanup(&out->listing);
  return count >= 0;
}

static void remove_file(const char *path) {
  uv_fs_t req;
  (void)uv_fs_unlink(NULL, &req, path, NULL);
  uv_fs_req_cleanup(&req);
}

static void close_level(level *one) {
  uv_fs_t req;
  uv_fs_req_cleanup(&one->listing);
  (void)uv_fs_rmdir(NULL, &req, one->folder, NULL);
  uv_fs_req_cleanup(&req);
}

void sx_temporary_remove(sx_str folder, sx_arena *arena) {
  level levels[MAX_DEPTH];
  size_t depth = open_level(&levels[0], sx_arena_dup(arena, folder).ptr);
  while (depth) {
    level *at = &levels[depth - 1];
    uv_dirent_t entry;
    if (uv_fs_scandir_next(&at->listing, &entry)) {
      close_level(at);
      depth--;
      continue;
    }
    sx_str path = sx_arena_printf(arena, "%s/%s", at->folder, entry.name);
    if (!path.len) continue;
    bool is_folder = entry.type == UV_DIRENT_DIR && depth < MAX_DEPTH;
    if (!is_folder)
      remove_file(path.ptr);
    else
      depth += open_level(&levels[depth], path.ptr);
  }
}
