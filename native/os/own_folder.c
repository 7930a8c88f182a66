#include "os/own_folder.h"

#include "base/buf.h"
#include "os/file_parts.h"

#define PATH_BYTES ((size_t)16 * 1024)
#define NEW_SUFFIX ".new"

static const char *join(sx_buf *out, const char *folder, const char *name, const char *suffix) {
  sx_buf_clear(out);
  sx_buf_addf(out, "%s/%s%s", folder, name, suffix);
  return out->ptr;
}

static sx_status fail(sx_err *err, int code, const char *path) {
  return sx_file__fail_write(err, code, sx_str_from(path));
}

/* ---- folders ----------------------------------------------------------------------------- */

static int make_one(const char *path) {
  uv_fs_t req;
  int code = uv_fs_mkdir(NULL, &req, path, 0700, NULL);
  uv_fs_req_cleanup(&req);
  if (!code || code == UV_ENOENT) return code;
  /* It may be there; on a read-only disk that is not the first thing that is reported. */
  int found = uv_fs_stat(NULL, &req, path, NULL);
  bool is_folder = !found && (req.statbuf.st_mode & S_IFMT) == S_IFDIR;
  uv_fs_req_cleanup(&req);
  if (is_folder) return 0;
  return code == UV_EEXIST ? UV_ENOTDIR : code;
}

sx_status sx_own_folder_make(const char *folder, sx_err *err) {
  sx_buf path;
  sx_buf_init(&path, PATH_BYTES);
  int code = make_one(folder);
  sx_buf_add_text(&path, folder);
  if (code == UV_ENOENT && !path.status) {
    code = 0;
    for (size_t i = 1; i < path.len && !code; i++) {
      if (path.ptr[i] != '/') continue;
      path.ptr[i] = 0;
      code = make_one(path.ptr);
      path.ptr[i] = '/';
    }
    if (!code) code = make_one(folder);
  }
  sx_status status = path.status ? sx_fail(err, path.status, NULL) : SX_OK;
  sx_buf_release(&path);
  if (status || !code) return status;
  if (code == UV_ENOTDIR)
    return sx_fail(err, SX_IO, "'%s' could not be made: a file is in the way.", folder);
  return fail(err, code, folder);
}

sx_status sx_own_folder_list(sx_strs *out, const char *folder, sx_arena *arena, sx_err *err) {
  uv_fs_t req;
  uv_dirent_t entry;
  sx_status status = SX_OK;
  int code = uv_fs_scandir(NULL, &req, folder, 0, NULL);
  /* To the end in any case: libuv loses the last entry where that is not followed by the end. */
  while (code >= 0 && uv_fs_scandir_next(&req, &entry) == 0)
    if (!status)
      status = sx_strs_add(out, sx_arena_dup(arena, sx_str_from(entry.name)), arena, err);
  uv_fs_req_cleanup(&req);
  if (!status && arena->status) status = sx_fail(err, arena->status, NULL);
  if (code == UV_ENOENT) return sx_fail(err, SX_NOT_FOUND, "'%s' does not exist.", folder);
  if (code == UV_ENOMEM) return sx_fail(err, SX_NOMEM, NULL);
  if (code < 0)
    return sx_fail(err, SX_NOT_READABLE, "'%s' could not be read: %s.", folder, uv_strerror(code));
  return status;
}

static int remove_file(const char *path) {
  uv_fs_t req;
  int code = uv_fs_unlink(NULL, &req, path, NULL);
  uv_fs_req_cleanup(&req);
  return code == UV_ENOENT ? 0 : code;
}

static int remove_folder(const char *path) {
  sx_buf inside;
  sx_buf_init(&inside, PATH_BYTES);
  uv_fs_t req;
  uv_dirent_t entry;
  int found = uv_fs_scandir(NULL, &req, path, 0, NULL), code = found < 0 ? found : 0;
  while (found >= 0 && uv_fs_scandir_next(&req, &entry) == 0) {
    if (code) continue;
    (void)join(&inside, path, entry.name, "");
    code = inside.status ? UV_ENOMEM : remove_file(inside.ptr);
  }
  uv_fs_req_cleanup(&req);
  sx_buf_release(&inside);
  if (code) return code;
  code = uv_fs_rmdir(NULL, &req, path, NULL);
  uv_fs_req_cleanup(&req);
  return code;
}

sx_status sx_own_folder_remove(const char *folder, const char *name, sx_err *err) {
  sx_buf path;
  sx_buf_init(&path, PATH_BYTES);
  (void)join(&path, folder, name, "");
  sx_status status = path.status ? sx_fail(err, path.status, NULL) : SX_OK;
  int code = status ? 0 : remove_file(path.ptr);
  if (code == UV_EISDIR || code == UV_EPERM) code = remove_folder(path.ptr);
  if (code == UV_ENOMEM)
    status = sx_fail(err, SX_NOMEM, NULL);
  else if (code)
    status = sx_fail(err, SX_IO, "'%s' could not be removed: %s.", path.ptr, uv_strerror(code));
  sx_buf_release(&path);
  return status;
}

/* ---- files ------------------------------------------------------------------------------- */

static int open_new(const char *path) {
  uv_fs_t req;
  int code = remove_file(path);
  if (code) return code;
  int file = (int)uv_fs_open(NULL, &req, path, O_WRONLY | O_CREAT | O_EXCL, 0600, NULL);
  uv_fs_req_cleanup(&req);
  return file;
}

static int write_new(const char *path, sx_str text) {
  uv_file file = open_new(path);
  if (file < 0) return file;
  const sx_pieces pieces = {&text, 1};
  int code = sx_file__write_pieces(file, &pieces);
  if (!code) code = sx_file__sync(file);
  sx_file__close(file);
  return code;
}

/* Not every file system can do that. */
static int sync_folder(const char *folder) {
#ifdef O_DIRECTORY
  uv_fs_t req;
  uv_file file = (uv_file)uv_fs_open(NULL, &req, folder, O_RDONLY | O_DIRECTORY, 0, NULL);
  uv_fs_req_cleanup(&req);
  if (file < 0) return file;
  int code = sx_file__sync(file);
  sx_file__close(file);
  return code == UV_EINVAL || code == UV_ENOTSUP || code == UV_ENOSYS ? 0 : code;
#else
  (void)folder;
  return 0;
#endif
}

/* All files of the folder that were synced keep their names, too. */
static int rename_synced(const char *folder, const char *from, const char *to) {
  uv_fs_t req;
  int code = uv_fs_rename(NULL, &req, from, to, NULL);
  uv_fs_req_cleanup(&req);
  return code ? code : sync_folder(folder);
}

sx_status sx_own_folder_put(const char *folder, const char *name, sx_str text, sx_err *err) {
  sx_buf path, made;
  sx_buf_init(&path, PATH_BYTES);
  sx_buf_init(&made, PATH_BYTES);
  (void)join(&path, folder, name, "");
  (void)join(&made, folder, name, NEW_SUFFIX);
  int code = path.status || made.status ? UV_ENOMEM : write_new(made.ptr, text);
  /* Files that the new one names must have their names before. */
  if (!code) code = sync_folder(folder);
  if (!code) code = rename_synced(folder, made.ptr, path.ptr);
  sx_status status = code ? fail(err, code, path.ptr) : SX_OK;
  if (code && !made.status) (void)remove_file(made.ptr);
  sx_buf_release(&path);
  sx_buf_release(&made);
  return status;
}

static int sync_file(const char *path) {
  uv_fs_t req;
  uv_file file = (uv_file)uv_fs_open(NULL, &req, path, O_RDWR, 0, NULL);
  uv_fs_req_cleanup(&req);
  if (file < 0) return file;
  int code = sx_file__sync(file);
  sx_file__close(file);
  return code;
}

sx_status sx_own_folder_rename(const char *folder, const char *from, const char *to, sx_err *err) {
  sx_buf path, made;
  sx_buf_init(&path, PATH_BYTES);
  sx_buf_init(&made, PATH_BYTES);
  (void)join(&path, folder, to, "");
  (void)join(&made, folder, from, "");
  int code = path.status || made.status ? UV_ENOMEM : sync_file(made.ptr);
  if (!code) code = rename_synced(folder, made.ptr, path.ptr);
  sx_status status = code ? fail(err, code, path.ptr) : SX_OK;
  sx_buf_release(&path);
  sx_buf_release(&made);
  return status;
}

sx_status sx_own_file_make(sx_own_file *out, const char *folder, const char *name, size_t bytes,
                           sx_err *err) {
  static const char zeros[4096];
  *out = (sx_own_file){0};
  sx_buf path;
  sx_buf_init(&path, PATH_BYTES);
  (void)join(&path, folder, name, "");
  uv_file file = path.status ? UV_ENOMEM : open_new(path.ptr);
  int code = file < 0 ? file : 0;
  if (!code) out->file = file + 1;
  for (size_t at = 0; at < bytes && !code; at += sizeof zeros) {
    uv_fs_t req;
    uv_buf_t from = uv_buf_init((char *)(uintptr_t)zeros, sizeof zeros);
    ssize_t written = uv_fs_write(NULL, &req, file, &from, 1, (int64_t)at, NULL);
    uv_fs_req_cleanup(&req);
    if (written != (ssize_t)sizeof zeros) code = written < 0 ? (int)written : UV_ENOSPC;
  }
  sx_status status = code ? fail(err, code, path.ptr) : SX_OK;
  if (out->file && code) (void)remove_file(path.ptr);
  if (code) sx_own_file_close(out);
  sx_buf_release(&path);
  return status;
}

void sx_own_file_write(const sx_own_file *file, uint64_t at, sx_str text) {
  uv_fs_t req;
  uv_buf_t from = uv_buf_init((char *)(uintptr_t)text.ptr, (unsigned)text.len);
  (void)uv_fs_write(NULL, &req, file->file - 1, &from, 1, (int64_t)at, NULL);
  uv_fs_req_cleanup(&req);
}

void sx_own_file_close(sx_own_file *file) {
  if (file->file) sx_file__close(file->file - 1);
  file->file = 0;
}
