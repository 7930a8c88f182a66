#include "os/file.h"

#include "os/file_parts.h"

#define BINARY_PROBE_BYTES 8000
#define SHORT_PATH_BYTES 1024

static bool is_c_name(sx_str path) {
  return path.len > 0 && memchr(path.ptr, 0, path.len) == NULL;
}

static sx_status fail_uv(sx_err *err, int code, sx_str path) {
  switch (code) {
  case UV_ENOENT:
  case UV_ENOTDIR:
    return sx_fail(err, SX_NOT_FOUND, "File '%.*s' does not exist.", SX_STR_ARG(path));
  case UV_EISDIR:
    return sx_fail(err, SX_IS_DIRECTORY, "'%.*s' is a directory, not a file. Name a file in it.",
                   SX_STR_ARG(path));
  case UV_ENOMEM: return sx_fail(err, SX_NOMEM, NULL);
  default:
    return sx_fail(err, SX_NOT_READABLE, "File '%.*s' could not be read: %s.", SX_STR_ARG(path),
                   uv_strerror(code));
  }
}

/* libuv wants C strings; a path with a NUL inside would silently name another file. */
static const char *c_path(sx_str path, sx_arena *arena) {
  if (!is_c_name(path)) return NULL;
  sx_str copy = sx_arena_dup(arena, path);
  return copy.len ? copy.ptr : NULL;
}

void sx_file__fill_info(sx_file_info *out, const uv_stat_t *stat) {
  uint64_t type = stat->st_mode & S_IFMT;
  *out = (sx_file_info){
      .exists = true,
      .is_directory = type == S_IFDIR,
      .is_regular = type == S_IFREG,
      .is_read_only = (stat->st_mode & 0222) == 0,
      .size_bytes = stat->st_size,
      .mtime_ns = (int64_t)stat->st_mtim.tv_sec * 1000000000 + stat->st_mtim.tv_nsec,
      .changed_ns = (int64_t)stat->st_ctim.tv_sec * 1000000000 + stat->st_ctim.tv_nsec,
      .inode = stat->st_ino,
      .device = stat->st_dev,
      .mode = (uint32_t)stat->st_mode,
  };
}

/* Many callers ask only whether a file is there. That answer must not depend on memory: so a path
   of usual length takes none. */
sx_status sx_file_stat(sx_file_info *out, sx_str path, sx_err *err) {
  char text[SHORT_PATH_BYTES];
  sx_arena arena;
  sx_arena_init(&arena, path.len + 64);
  *out = (sx_file_info){0};
  sx_status status = SX_OK;
  uv_fs_t req;
  const char *name = text;
  if (is_c_name(path) && path.len < sizeof text) {
    memcpy(text, path.ptr, path.len);
    text[path.len] = '\0';
  } else {
    name = c_path(path, &arena);
  }
  if (!name) { /* a name that no file can have, unless there was no memory */
    if (arena.status) status = sx_fail(err, arena.status, NULL);
    goto done;
  }
  int code = uv_fs_stat(NULL, &req, name, NULL);
  if (code == 0) sx_file__fill_info(out, &req.statbuf);
  uv_fs_req_cleanup(&req);
  if (code && code != UV_ENOENT && code != UV_ENOTDIR && code != UV_ENAMETOOLONG)
    status = fail_uv(err, code, path);
done:
  sx_arena_release(&arena);
  return status;
}

static sx_status read_open_file(sx_str *out, uv_file file, size_t max_bytes, sx_str path,
                                sx_arena *arena, sx_err *err) {
  uv_fs_t req;
  int code = uv_fs_fstat(NULL, &req, file, NULL);
  sx_file_info info = {0};
  if (code == 0) sx_file__fill_info(&info, &req.statbuf);
  uv_fs_req_cleanup(&req);
  if (code) return fail_uv(err, code, path);
  if (info.is_directory) return fail_uv(err, UV_EISDIR, path);
  if (!info.is_regular)
    return sx_fail(err, SX_NOT_READABLE, "'%.*s' is not a regular file.", SX_STR_ARG(path));
  if (info.size_bytes > max_bytes)
    return sx_fail(err, SX_TOO_BIG, "File '%.*s' has %llu bytes; the limit is %zu.",
                   SX_STR_ARG(path), (unsigned long long)info.size_bytes, max_bytes);
  size_t size = (size_t)info.size_bytes;
  char *bytes = sx_arena_alloc(arena, size + 1);
  if (!bytes) return sx_fail(err, arena->status, NULL);
  size_t len = 0;
  while (len < size) {
    size_t piece = size - len > (1u << 30) ? 1u << 30 : size - len;
    uv_buf_t into = uv_buf_init(bytes + len, (unsigned)piece);
    ssize_t got = uv_fs_read(NULL, &req, file, &into, 1, (int64_t)len, NULL);
    uv_fs_req_cleanup(&req);
    if (got < 0) return fail_uv(err, (int)got, path);
    if (got == 0) break; /* the file was cut while being read */
    len += (size_t)got;
  }
  bytes[len] = 0;
  *out = (sx_str){bytes, len};
  return SX_OK;
}

sx_status sx_file_read(sx_str *out, sx_str path, size_t max_bytes, sx_arena *arena, sx_err *err) {
  *out = SX_STR("");
  const char *name = c_path(path, arena);
  if (!name) return fail_uv(err, arena->status == SX_NOMEM ? UV_ENOMEM : UV_ENOENT, path);
  uv_fs_t req;
  /* O_NONBLOCK: opening a named pipe must not wait for its writer. */
#ifdef O_NONBLOCK
  int flags = O_RDONLY | O_NONBLOCK;
#else
  int flags = O_RDONLY;
#endif
  uv_file file = (uv_file)uv_fs_open(NULL, &req, name, flags, 0, NULL);
  uv_fs_req_cleanup(&req);
  if (file < 0) return fail_uv(err, file, path);
  sx_status status = read_open_file(out, file, max_bytes, path, arena, err);
  uv_fs_close(NULL, &req, file, NULL);
  uv_fs_req_cleanup(&req);
  return status;
}

sx_status sx_file_real_path(sx_str *out, sx_str path, sx_arena *arena, sx_err *err) {
  *out = SX_STR("");
  const char *name = c_path(path, arena);
  if (!name) return fail_uv(err, arena->status == SX_NOMEM ? UV_ENOMEM : UV_ENOENT, path);
  uv_fs_t req;
  int code = uv_fs_realpath(NULL, &req, name, NULL);
  if (code == 0) *out = sx_arena_dup(arena, sx_str_from(req.ptr));
  uv_fs_req_cleanup(&req);
  if (code) return fail_uv(err, code, path);
  return out->len ? SX_OK : sx_fail(err, SX_NOMEM, NULL);
}

bool sx_file_may_be_link(sx_str path, sx_arena *arena) {
#ifdef _WIN32
  (void)path, (void)arena; /* a path is one of several ways of writing it there */
  return true;
#else
  uv_fs_t req;
  const char *name = c_path(path, arena);
  int code = name ? uv_fs_readlink(NULL, &req, name, NULL) : UV_ENOENT;
  if (name) uv_fs_req_cleanup(&req);
  return code != UV_EINVAL;
#endif
}

bool sx_file_is_link(sx_str path, sx_arena *arena) {
  uv_fs_t req;
  const char *name = c_path(path, arena);
  int code = name ? uv_fs_readlink(NULL, &req, name, NULL) : UV_ENOENT;
  if (name) uv_fs_req_cleanup(&req);
  return code == 0;
}

sx_str sx_file_link_target(sx_str path, sx_arena *arena) {
  uv_fs_t req;
  sx_str target = SX_STR("");
  const char *name = c_path(path, arena);
  int code = name ? uv_fs_readlink(NULL, &req, name, NULL) : UV_ENOENT;
  if (code == 0) target = sx_arena_dup(arena, sx_str_from(req.ptr));
  if (name) uv_fs_req_cleanup(&req);
  return target;
}

bool sx_file_is_binary(sx_str contents) {
  size_t len = contents.len < BINARY_PROBE_BYTES ? contents.len : BINARY_PROBE_BYTES;
  return memchr(contents.ptr, 0, len) != NULL;
}
