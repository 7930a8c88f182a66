#include "os/trash.h"

#include "base/buf.h"

#include <fcntl.h>
#include <uv.h>

#define MAX_PATH_BYTES 8192
#define MAX_NAMES 1000

static sx_status fail(sx_err *err, int code, sx_str path) {
  if (code == UV_ENOMEM) return sx_fail(err, SX_NOMEM, NULL);
  return sx_fail(err, SX_IO, "'%.*s' could not be moved to the trash: %s.", SX_STR_ARG(path),
                 uv_strerror(code));
}

#ifdef _WIN32

sx_status sx_trash_move(sx_str path, sx_arena *arena, sx_err *err) {
  (void)arena;
  return fail(err, UV_ENOTSUP, path);
}

#else

static int make_folder(const char *path) {
  uv_fs_t req;
  int code = uv_fs_mkdir(NULL, &req, path, 0700, NULL);
  uv_fs_req_cleanup(&req);
  return code == UV_EEXIST ? 0 : code;
}

/* Makes every folder of the path. */
static int make_folders(sx_str path, sx_arena *arena) {
  char *copy = (char *)(uintptr_t)sx_arena_dup(arena, path).ptr;
  int code = arena->status ? UV_ENOMEM : 0;
  for (size_t i = 1; i <= path.len && !code; i++) {
    if (i < path.len && copy[i] != '/') continue;
    char kept = copy[i];
    copy[i] = 0;
    code = make_folder(copy);
    copy[i] = kept;
  }
  return code;
}

static sx_str from_env(const char *name, sx_arena *arena) {
  char value[MAX_PATH_BYTES];
  size_t len = sizeof value;
  if (uv_os_getenv(name, value, &len) || !len || value[0] != '/') return SX_STR("");
  return sx_arena_dup(arena, sx_str_make(value, len));
}

static sx_str home_trash(sx_arena *arena) {
  sx_str data = from_env("XDG_DATA_HOME", arena), home = from_env("HOME", arena);
  if (data.len) return sx_arena_printf(arena, "%.*s/Trash", SX_STR_ARG(data));
  if (home.len) return sx_arena_printf(arena, "%.*s/.local/share/Trash", SX_STR_ARG(home));
  return SX_STR("");
}

static int device_of(const char *path, uint64_t *device) {
  uv_fs_t req;
  int code = uv_fs_lstat(NULL, &req, path, NULL);
  if (!code) *device = req.statbuf.st_dev;
  uv_fs_req_cleanup(&req);
  return code;
}

/* `.Trash-<uid>` in the topmost folder of the file system. */
static sx_str mount_trash(sx_str path, sx_arena *arena) {
  uint64_t device, above;
  uv_passwd_t user;
  sx_str top = sx_arena_dup(arena, path);
  char *end = (char *)(uintptr_t)top.ptr;
  if (arena->status || uv_os_get_passwd(&user)) return SX_STR("");
  long uid = (long)user.uid;
  uv_os_free_passwd(&user);
  size_t slash = sx_str_find_last_char(top, '/');
  if (slash == SX_STR_NONE || device_of(top.ptr, &device)) return SX_STR("");
  while (slash > 0 && slash != SX_STR_NONE) {
    end[slash] = 0;
    top.len = slash;
    sx_str up = sx_str_slice(top, 0, sx_str_find_last_char(top, '/'));
    sx_str parent = up.len ? sx_arena_dup(arena, up) : SX_STR("/");
    if (arena->status) return SX_STR("");
    if (device_of(parent.ptr, &above) || above != device) break;
    slash = up.len;
  }
  return sx_arena_printf(arena, "%.*s/.Trash-%ld", SX_STR_ARG(top), uid);
}

static void add_encoded(sx_buf *buf, sx_str path) {
  for (size_t i = 0; i < path.len; i++) {
    unsigned char c = (unsigned char)path.ptr[i];
    bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                    (c && strchr("-_.~/", c));
    if (is_plain)
      sx_buf_add_char(buf, (char)c);
    else
      sx_buf_addf(buf, "%%%02X", c);
  }
}

static int write_info(const char *file, sx_str path) {
  uv_fs_t req;
  sx_buf text;
  uv_timeval64_t now;
  struct tm local;
  char date[32] = "";
  uv_gettimeofday(&now);
  time_t seconds = (time_t)now.tv_sec;
  if (localtime_r(&seconds, &local)) strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &local);
  sx_buf_init(&text, 4 * MAX_PATH_BYTES);
  sx_buf_add_text(&text, "[Trash Info]\nPath=");
  add_encoded(&text, path);
  sx_buf_addf(&text, "\nDeletionDate=%s\n", date);
  int handle = text.status ? UV_ENOMEM
                           : uv_fs_open(NULL, &req, file, O_WRONLY | O_CREAT | O_EXCL, 0600, NULL);
  int code = handle < 0 ? handle : 0;
  if (!text.status) uv_fs_req_cleanup(&req);
  if (!code) {
    uv_buf_t from = uv_buf_init(text.ptr, (unsigned)text.len);
    int written = uv_fs_write(NULL, &req, handle, &from, 1, 0, NULL);
    uv_fs_req_cleanup(&req);
    uv_fs_close(NULL, &req, handle, NULL);
    uv_fs_req_cleanup(&req);
    if (written != (int)text.len) code = written < 0 ? written : UV_EIO;
    if (code) uv_fs_unlink(NULL, &req, file, NULL), uv_fs_req_cleanup(&req);
  }
  sx_buf_release(&text);
  return code;
}

/* Takes a name that is free in the trash: the info file is the lock, as the standard says. */
static int move_into(sx_str trash, sx_str path, sx_arena *arena) {
  sx_str name = sx_str_slice(path, sx_str_find_last_char(path, '/') + 1, path.len);
  int code = make_folders(sx_arena_printf(arena, "%.*s/files", SX_STR_ARG(trash)), arena);
  if (!code) code = make_folders(sx_arena_printf(arena, "%.*s/info", SX_STR_ARG(trash)), arena);
  for (int i = 0; i < MAX_NAMES && !code; i++) {
    char number[16] = "";
    if (i) snprintf(number, sizeof number, ".%d", i + 1);
    sx_str info = sx_arena_printf(arena, "%.*s/info/%.*s%s.trashinfo", SX_STR_ARG(trash),
                                  SX_STR_ARG(name), number);
    sx_str file =
        sx_arena_printf(arena, "%.*s/files/%.*s%s", SX_STR_ARG(trash), SX_STR_ARG(name), number);
    if (arena->status) return UV_ENOMEM;
    code = write_info(info.ptr, path);
    if (code == UV_EEXIST) {
      code = 0;
      continue;
    }
    if (code) return code;
    uv_fs_t req;
    code = uv_fs_rename(NULL, &req, path.ptr, file.ptr, NULL);
    uv_fs_req_cleanup(&req);
    if (!code) return 0;
    uv_fs_unlink(NULL, &req, info.ptr, NULL);
    uv_fs_req_cleanup(&req);
    return code;
  }
  return code ? code : UV_EEXIST;
}

sx_status sx_trash_move(sx_str path, sx_arena *arena, sx_err *err) {
  sx_str copy = sx_arena_dup(arena, path), home = home_trash(arena);
  if (arena->status) return sx_fail(err, arena->status, NULL);
  if (sx_str_find_last_char(copy, '/') == SX_STR_NONE) return fail(err, UV_EINVAL, path);
  int code = home.len ? move_into(home, copy, arena) : UV_EXDEV;
  if (code == UV_EXDEV) {
    sx_str trash = mount_trash(copy, arena);
    if (trash.len) code = move_into(trash, copy, arena);
  }
  if (arena->status) return sx_fail(err, arena->status, NULL);
  return code ? fail(err, code, path) : SX_OK;
}

#endif
