#include "os/file_write.h"

#include "base/array.h"
#include "base/utf8.h"
#include "os/file.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <uv.h>

#define SCRATCH_BYTES (64 * 1024)
#define MAX_TRIES 16
/* Names have 255 bytes at most; a number and .tmp follow. */
#define MAX_STEM_BYTES 200
#define PIECE_BYTES (1u << 30)

#ifdef _WIN32
#define SEPARATOR '\\'
#else
#define SEPARATOR '/'
#endif

static sx_status fail_uv(sx_err *err, int code, sx_str path) {
  switch (code) {
  case UV_ENOENT:
  case UV_ENOTDIR: return sx_fail(err, SX_NOT_FOUND, "'%.*s' does not exist.", SX_STR_ARG(path));
  case UV_EISDIR:
    return sx_fail(err, SX_IS_DIRECTORY, "'%.*s' is a directory, not a file.", SX_STR_ARG(path));
  case UV_EACCES:
  case UV_EPERM:
  case UV_EROFS:
    return sx_fail(err, SX_READ_ONLY, "'%.*s' may not be written: %s. Nothing was changed.",
                   SX_STR_ARG(path), uv_strerror(code));
  case UV_EEXIST:
    return sx_fail(err, SX_EXISTS, "'%.*s' exists by now. Nothing was changed.", SX_STR_ARG(path));
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

/* The part of the target's name that a longer one has room for. */
static sx_str name_stem(sx_str target) {
  size_t start = target.len;
  while (start > 0 && target.ptr[start - 1] != '/' && target.ptr[start - 1] != SEPARATOR) start--;
  sx_str name = sx_str_slice(target, start, target.len);
  return sx_str_slice(target, 0, start + sx_utf8_floor(name.ptr, name.len, MAX_STEM_BYTES));
}

/* A new file beside `target`. What it replaces may be private: so it is until it has its mode. */
static int open_beside(sx_str target, bool is_new, sx_arena *arena, const char **name) {
  static atomic_uint turn;
  sx_str stem = name_stem(target);
  int code = UV_EEXIST;
  for (int i = 0; i < MAX_TRIES && code == UV_EEXIST; i++) {
    uv_fs_t req;
    sx_str made = sx_arena_printf(arena, "%.*s.%d-%u.tmp", SX_STR_ARG(stem), (int)uv_os_getpid(),
                                  atomic_fetch_add(&turn, 1));
    if (!made.len) return UV_ENOMEM;
    *name = made.ptr;
    code =
        uv_fs_open(NULL, &req, made.ptr, O_WRONLY | O_CREAT | O_EXCL, is_new ? 0666 : 0600, NULL);
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

static bool is_there(const char *name) {
  uv_fs_t req;
  int code = uv_fs_lstat(NULL, &req, name, NULL);
  uv_fs_req_cleanup(&req);
  return code == 0;
}

/* A second name for the finished file, which no other file may have; the first one goes. */
static int take_new_name(const char *made, const char *target) {
  uv_fs_t req;
  int code = uv_fs_link(NULL, &req, made, target, NULL);
  uv_fs_req_cleanup(&req);
  bool has_links = code != UV_EPERM && code != UV_ENOTSUP && code != UV_ENOSYS && code != UV_EMLINK;
  if (code == 0) {
    uv_fs_unlink(NULL, &req, made, NULL);
    uv_fs_req_cleanup(&req);
  }
  if (has_links) return code;
  /* File systems without hard links: somebody else may still come between the two. */
  if (is_there(target)) return UV_EEXIST;
  code = uv_fs_rename(NULL, &req, made, target, NULL);
  uv_fs_req_cleanup(&req);
  return code;
}

/* `before`: of the file that is replaced; NULL makes one. */
static int put(sx_str target, const uv_stat_t *before, bool must_be_new, const sx_str *pieces,
               size_t count, sx_arena *arena) {
  const char *name = NULL;
  int file = open_beside(target, !before, arena, &name);
  if (file < 0) return file;
  int code = write_beside((uv_file)file, before, pieces, count);
  uv_fs_t req;
  if (!code && must_be_new)
    code = take_new_name(name, target.ptr);
  else if (!code)
    code = uv_fs_rename(NULL, &req, name, target.ptr, NULL), uv_fs_req_cleanup(&req);
  if (code) {
    uv_fs_unlink(NULL, &req, name, NULL);
    uv_fs_req_cleanup(&req);
  } else {
    sync_folder(target.ptr, arena);
  }
  return code;
}

/* What is there by its real name. */
static int replace(sx_str target, const sx_str *pieces, size_t count, sx_arena *arena) {
  uv_fs_t stat;
  int code = target.len ? uv_fs_stat(NULL, &stat, target.ptr, NULL) : UV_ENOMEM;
  if (code) return code;
  if ((stat.statbuf.st_mode & S_IFMT) == S_IFDIR)
    code = UV_EISDIR;
  else if ((stat.statbuf.st_mode & S_IFMT) != S_IFREG)
    code = UV_EINVAL;
  else if ((stat.statbuf.st_mode & 0222) == 0)
    code = UV_EACCES;
  if (!code) code = put(target, &stat.statbuf, false, pieces, count, arena);
  uv_fs_req_cleanup(&stat);
  return code;
}

sx_status sx_file_write(sx_str path, const sx_str *pieces, size_t count, sx_err *err) {
  sx_arena arena;
  sx_arena_init(&arena, SCRATCH_BYTES * 8);
  const char *name = c_path(path, &arena);
  int code = name ? 0 : no_path(&arena);
  uv_fs_t real;
  if (!code && uv_fs_realpath(NULL, &real, name, NULL) == 0)
    code = replace(sx_arena_dup(&arena, sx_str_from(real.ptr)), pieces, count, &arena);
  else if (!code && is_there(name)) /* a link to nothing */
    code = UV_ENOENT;
  else if (!code)
    code = put(sx_str_make(name, path.len), NULL, false, pieces, count, &arena);
  if (name) uv_fs_req_cleanup(&real);
  sx_arena_release(&arena);
  return code ? fail_uv(err, code, path) : SX_OK;
}

sx_status sx_file_write_new(sx_str path, const sx_str *pieces, size_t count, sx_err *err) {
  sx_arena arena;
  sx_arena_init(&arena, SCRATCH_BYTES * 8);
  const char *name = c_path(path, &arena);
  int code = name ? 0 : no_path(&arena);
  if (!code) code = put(sx_str_make(name, path.len), NULL, true, pieces, count, &arena);
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
    if (code != UV_EEXIST) continue;
    sx_status status = sx_file_stat(&info, sx_str_slice(path, 0, i), NULL);
    if (status == SX_NOMEM)
      code = UV_ENOMEM;
    else if (!status && info.is_directory)
      code = 0;
  }
  sx_arena_release(&arena);
  if (code == UV_EEXIST)
    return sx_fail(err, SX_IO, "'%.*s' cannot be made: a file is where a folder would have to be.",
                   SX_STR_ARG(path));
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

/* What cannot be looked at, such as a link to nothing, is listed all the same. */
static sx_status fill_entry(sx_dir_entry *entry, sx_str folder, const uv_dirent_t *found,
                            sx_arena *arena) {
  sx_file_info info;
  entry->name = sx_arena_dup(arena, sx_str_from(found->name));
  sx_str path = sx_arena_printf(arena, "%.*s/%s", SX_STR_ARG(folder), found->name);
  entry->is_link = found->type == UV_DIRENT_LINK;
  entry->is_directory = found->type == UV_DIRENT_DIR;
  if (arena->status) return arena->status;
  sx_status status = sx_file_stat(&info, path, NULL);
  if (status == SX_NOMEM) return status;
  if (status || !info.exists) return SX_OK;
  entry->is_directory = info.is_directory;
  entry->size_bytes = info.is_directory ? 0 : info.size_bytes;
  return SX_OK;
}

sx_status sx_dir_read(sx_dir_list *out, sx_str path, sx_arena *arena, sx_err *err) {
  *out = (sx_dir_list){0};
  const char *name = c_path(path, arena);
  if (!name) return fail_uv(err, no_path(arena), path);
  SX_ARRAY(sx_dir_entry) entries = {0};
  uv_fs_t req;
  uv_dirent_t found;
  int code = uv_fs_scandir(NULL, &req, name, 0, NULL);
  /* To the end in any case: libuv loses the last entry of a list that is left before. */
  while (code >= 0 && uv_fs_scandir_next(&req, &found) != UV_EOF) {
    if (arena->status) continue;
    sx_dir_entry *entry = SX_ARRAY_ADD(&entries, arena);
    if (entry && fill_entry(entry, path, &found, arena)) arena->status = SX_NOMEM;
  }
  uv_fs_req_cleanup(&req);
  if (code < 0) return fail_uv(err, code, path);
  if (arena->status) return sx_fail(err, arena->status, NULL);
  if (entries.len) qsort(entries.items, entries.len, sizeof *entries.items, compare_entries);
  *out = (sx_dir_list){entries.items, entries.len};
  return SX_OK;
}
