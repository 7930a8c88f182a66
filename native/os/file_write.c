#include "os/file_write.h"

#include "base/array.h"
#include "os/file.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <uv.h>

#define SCRATCH_BYTES (64 * 1024)
#define MAX_TRIES 16
#define PIECE_BYTES (1u << 30)

static sx_status fail_uv(sx_err *err, int code, sx_str path) {
  switch (code) {
  case UV_ENOENT:
  case UV_ENOTDIR:
    return sx_fail(err, SX_NOT_FOUND, "'%.*s' does not exist.", SX_STR_ARG(path));
  case UV_EISDIR:
    return sx_fail(err, SX_IS_DIRECTORY, "'%.*s' is a directory, not a file.", SX_STR_ARG(path));
  case UV_EACCES:
  case UV_EPERM:
  case UV_EROFS:
    return sx_fail(err, SX_READ_ONLY, "'%.*s' may not be written: %s. Nothing was changed.",
                   SX_STR_ARG(path), uv_strerror(code));
  case UV_ENOMEM: return sx_fail(err, SX_NOMEM, NULL);
  default:
    return sx_fail(err, SX_IO, "'%.*s' could not be written: %s. Nothing was changed.",
                   SX_STR_ARG(path), uv_strerror(code));
  }
}

static const char *c_path(sx_str path, sx_arena *arena) {
  if (!path.len || memchr(path.ptr, 0, path.len)) return NULL;
  sx_str copy = sx_arena_dup(arena, path);
  return copy.len ? copy.ptr : NULL;
}

static int no_path(const sx_arena *arena) {
  return arena->status ? UV_ENOMEM : UV_ENOENT;
}

/* ---- one file ---------------------------------------------------------------------------- */

static int write_piece(uv_file file, sx_str piece, int64_t *at) {
  while (piece.len) {
    uv_fs_t req;
    unsigned len = piece.len > PIECE_BYTES ? PIECE_BYTES : (unsigned)piece.len;
    uv_buf_t from = uv_buf_init((char *)(uintptr_t)piece.ptr, len);
    ssize_t written = uv_fs_write(NULL, &req, file, &from, 1, *at, NULL);
    uv_fs_req_cleanup(&req);
    if (written < 0) return (int)written;
    if (written == 0) return UV_EIO;
    *at += written;
    piece = sx_str_slice(piece, (size_t)written, piece.len);
  }
  return 0;
}

/* A new file beside `target`; its mode is what a new file gets. */
static int open_beside(const char *target, sx_arena *arena, const char **name) {
  static atomic_uint turn;
  int code = UV_EEXIST;
  for (int i = 0; i < MAX_TRIES && code == UV_EEXIST; i++) {
    uv_fs_t req;
    sx_str made = sx_arena_printf(arena, "%s.%d-%u.tmp", target, (int)uv_os_getpid(),
                                  atomic_fetch_add(&turn, 1));
    if (!made.len) return UV_ENOMEM;
    *name = made.ptr;
    code = uv_fs_open(NULL, &req, made.ptr, O_WRONLY | O_CREAT | O_EXCL, 0666, NULL);
    uv_fs_req_cleanup(&req);
  }
  return code;
}

/* Mode and owner of what is replaced. The owner may not be ours to give: then it is not. */
static int take_over(uv_file file, const uv_stat_t *before) {
  uv_fs_t req;
  uv_fs_fchown(NULL, &req, file, (uv_uid_t)before->st_uid, (uv_gid_t)before->st_gid, NULL);
  uv_fs_req_cleanup(&req);
  int code = uv_fs_fchmod(NULL, &req, file, (int)(before->st_mode & 07777), NULL);
  uv_fs_req_cleanup(&req);
  return code;
}

static int write_beside(uv_file file, const uv_stat_t *before, const sx_str *pieces, size_t count) {
  int64_t at = 0;
  int code = 0;
  for (size_t i = 0; i < count && !code; i++) code = write_piece(file, pieces[i], &at);
  if (!code && before) code = take_over(file, before);
  uv_fs_t req;
  if (!code) code = uv_fs_fsync(NULL, &req, file, NULL), uv_fs_req_cleanup(&req);
  uv_fs_close(NULL, &req, file, NULL);
  uv_fs_req_cleanup(&req);
  return code;
}

/* The rename itself survives a crash when the folder is synced; not every system can do that. */
static void sync_folder(const char *target, sx_arena *arena) {
#ifdef O_DIRECTORY
  const char *slash = strrchr(target, '/');
  if (!slash) return;
  sx_str folder = sx_arena_dup(arena, sx_str_make(target, (size_t)(slash - target) + 1));
  uv_fs_t req;
  uv_file file = (uv_file)uv_fs_open(NULL, &req, folder.ptr, O_RDONLY | O_DIRECTORY, 0, NULL);
  uv_fs_req_cleanup(&req);
  if (file < 0) return;
  uv_fs_fsync(NULL, &req, file, NULL);
  uv_fs_req_cleanup(&req);
  uv_fs_close(NULL, &req, file, NULL);
  uv_fs_req_cleanup(&req);
#else
  (void)target, (void)arena;
#endif
}

static int replace(const char *target, const uv_stat_t *before, const sx_str *pieces, size_t count,
                   sx_arena *arena) {
  const char *name = NULL;
  int file = open_beside(target, arena, &name);
  if (file < 0) return file;
  int code = write_beside((uv_file)file, before, pieces, count);
  uv_fs_t req;
  if (!code) code = uv_fs_rename(NULL, &req, name, target, NULL), uv_fs_req_cleanup(&req);
  if (code) {
    uv_fs_unlink(NULL, &req, name, NULL);
    uv_fs_req_cleanup(&req);
  } else {
    sync_folder(target, arena);
  }
  return code;
}

sx_status sx_file_write(sx_str path, const sx_str *pieces, size_t count, sx_err *err) {
  sx_arena arena;
  sx_arena_init(&arena, SCRATCH_BYTES * 8);
  const char *name = c_path(path, &arena);
  int code = name ? 0 : no_path(&arena);
  uv_fs_t real, stat;
  bool exists = !code && uv_fs_realpath(NULL, &real, name, NULL) == 0;
  if (exists) {
    sx_str target = sx_arena_dup(&arena, sx_str_from(real.ptr));
    code = uv_fs_stat(NULL, &stat, target.ptr, NULL);
    if (!target.len) code = UV_ENOMEM;
    if (!code && (stat.statbuf.st_mode & S_IFMT) == S_IFDIR) code = UV_EISDIR;
    if (!code && (stat.statbuf.st_mode & S_IFMT) != S_IFREG) code = UV_EINVAL;
    if (!code && (stat.statbuf.st_mode & 0222) == 0) code = UV_EACCES;
    if (!code) code = replace(target.ptr, &stat.statbuf, pieces, count, &arena);
    uv_fs_req_cleanup(&stat);
  } else if (!code) {
    code = replace(name, NULL, pieces, count, &arena);
  }
  if (name) uv_fs_req_cleanup(&real);
  sx_arena_release(&arena);
  return code ? fail_uv(err, code, path) : SX_OK;
}

sx_status sx_file_make_parents(sx_str path, sx_err *err) {
  sx_arena arena;
  sx_arena_init(&arena, SCRATCH_BYTES);
  char *name = (char *)(uintptr_t)c_path(path, &arena);
  int code = name ? 0 : no_path(&arena);
  for (size_t i = 1; name && i < path.len && !code; i++) {
    bool is_end = name[i] == '/' || (name[i] == '\\' && name[1] == ':');
    if (!is_end) continue;
    char kept = name[i];
    uv_fs_t req;
    name[i] = 0;
    code = uv_fs_mkdir(NULL, &req, name, 0777, NULL);
    uv_fs_req_cleanup(&req);
    name[i] = kept;
    sx_file_info info;
    sx_str made = sx_str_slice(path, 0, i);
    if (code && sx_file_stat(&info, made, NULL) == SX_OK && info.is_directory) code = 0;
  }
  sx_arena_release(&arena);
  return code ? fail_uv(err, code, path) : SX_OK;
}

sx_status sx_file_remove(sx_str path, sx_err *err) {
  sx_arena arena;
  sx_arena_init(&arena, SCRATCH_BYTES);
  const char *name = c_path(path, &arena);
  int code = name ? 0 : no_path(&arena);
  uv_fs_t req;
  if (name) code = uv_fs_unlink(NULL, &req, name, NULL), uv_fs_req_cleanup(&req);
  sx_arena_release(&arena);
  return code ? fail_uv(err, code, path) : SX_OK;
}

/* ---- folders ----------------------------------------------------------------------------- */

static int compare_entries(const void *a, const void *b) {
  return sx_str_compare(((const sx_dir_entry *)a)->name, ((const sx_dir_entry *)b)->name);
}

static void fill_entry(sx_dir_entry *entry, sx_str folder, const uv_dirent_t *found,
                       sx_arena *arena) {
  sx_file_info info;
  entry->name = sx_arena_dup(arena, sx_str_from(found->name));
  sx_str path = sx_arena_printf(arena, "%.*s/%s", SX_STR_ARG(folder), found->name);
  entry->is_link = found->type == UV_DIRENT_LINK;
  entry->is_directory = found->type == UV_DIRENT_DIR;
  if (sx_file_stat(&info, path, NULL) || !info.exists) return;
  entry->is_directory = info.is_directory;
  entry->size_bytes = info.is_directory ? 0 : info.size_bytes;
}

sx_status sx_dir_read(sx_dir_list *out, sx_str path, sx_arena *arena, sx_err *err) {
  *out = (sx_dir_list){0};
  const char *name = c_path(path, arena);
  if (!name) return fail_uv(err, no_path(arena), path);
  SX_ARRAY(sx_dir_entry) entries = {0};
  uv_fs_t req;
  uv_dirent_t found;
  int code = uv_fs_scandir(NULL, &req, name, 0, NULL);
  while (code >= 0 && uv_fs_scandir_next(&req, &found) != UV_EOF) {
    sx_dir_entry *entry = SX_ARRAY_ADD(&entries, arena);
    if (!entry) break;
    fill_entry(entry, path, &found, arena);
  }
  uv_fs_req_cleanup(&req);
  if (code < 0) return fail_uv(err, code, path);
  if (arena->status) return sx_fail(err, arena->status, NULL);
  if (entries.len) qsort(entries.items, entries.len, sizeof *entries.items, compare_entries);
  *out = (sx_dir_list){entries.items, entries.len};
  return SX_OK;
}
