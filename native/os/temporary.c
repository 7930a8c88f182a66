#include "os/temporary.h"

#include "base/mem.h"
#include "os/process.h"

#include <stdio.h>
#include <uv.h>

#define MAX_PATH_BYTES 4096
#define MAX_DEPTH 32
/* A window that closes waits so long for what is removed in its place. */
#define REMOVE_MS 200u

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

typedef struct removal {
  const char *argv[4];
  char folder[MAX_PATH_BYTES];
} removal;

void sx_temporary_remove_later(const char *folder) {
  sx_process *process;
  removal *r = sx_calloc(1, sizeof *r);
  if (!r) return;
  (void)snprintf(r->folder, sizeof r->folder, "%s", folder);
  r->argv[0] = "/bin/rm", r->argv[1] = "-rf", r->argv[2] = r->folder;
  const sx_process_options options = {.argv = r->argv};
  bool is_over = sx_process_start(&process, &options, NULL) != SX_OK;
  if (!is_over) is_over = sx_process_free(process, REMOVE_MS);
  if (is_over) sx_free(r); /* else its thread goes on with it */
}

sx_status sx_temporary_fill(sx_str folder, sx_arena *arena, sx_err *err) {
  uv_fs_t req;
  sx_str inner = sx_arena_printf(arena, "%.*s/" SX_TEMPORARY_INNER, SX_STR_ARG(folder));
  sx_str empty = sx_arena_printf(arena, "%.*s/" SX_TEMPORARY_EMPTY, SX_STR_ARG(folder));
  if (arena->status) return sx_fail(err, arena->status, NULL);
  int code = uv_fs_mkdir(NULL, &req, inner.ptr, 0700, NULL);
  uv_fs_req_cleanup(&req);
  if (code >= 0) {
    code = uv_fs_open(NULL, &req, empty.ptr, UV_FS_O_WRONLY | UV_FS_O_CREAT, 0400, NULL);
    uv_fs_req_cleanup(&req);
  }
  if (code < 0)
    return sx_fail(err, SX_IO, "A temporary folder could not be made: %s.", uv_strerror(code));
  (void)uv_fs_close(NULL, &req, code, NULL);
  uv_fs_req_cleanup(&req);
  return SX_OK;
}
