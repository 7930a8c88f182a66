#include "os/lock.h"

#include "os/clock.h"
#include "os/file_parts.h"
#include "os/file_system.h"

#ifdef __linux__
#include <fcntl.h>
#endif

#define TRIES 10

static int lock_whole(int file, bool is_shared) {
  return is_shared ? sx_fs_try_share(file) : sx_fs_try_lock(file);
}

/* A lock of the open file, not of the process: closing another handle does not give it back. */
static int lock_file(int file, bool is_shared) {
#ifdef F_OFD_SETLK
  struct flock whole = {.l_type = is_shared ? F_RDLCK : F_WRLCK, .l_whence = SEEK_SET};
  while (fcntl(file, F_OFD_SETLK, &whole)) {
    if (errno == EINTR) continue;
    if (errno == EAGAIN || errno == EACCES) return UV_EAGAIN;
    /* Older systems and some file systems have no such locks. */
    return errno == EINVAL || errno == ENOLCK || errno == EOPNOTSUPP
               ? lock_whole(file, is_shared)
               : uv_translate_sys_error(errno);
  }
  return 0;
#else
  return lock_whole(file, is_shared);
#endif
}

/* False where the folder was removed, and made again, between opening and locking. */
static bool is_still_there(int file, const char *path) {
  uv_fs_t req;
  uv_stat_t own = {0};
  if (sx_file__stat(file, &own)) return false;
  bool is_there = uv_fs_lstat(NULL, &req, path, NULL) == 0 && req.statbuf.st_ino == own.st_ino &&
                  req.statbuf.st_dev == own.st_dev;
  uv_fs_req_cleanup(&req);
  return is_there;
}

static sx_status try_lock(sx_lock *out, const char *path, bool is_shared, sx_err *err) {
  *out = (sx_lock){0};
  int code = UV_EAGAIN;
  for (int i = 0; i < TRIES; i++) {
    uv_fs_t req;
    int flags = O_RDWR | O_CREAT | SX_FILE_NO_LINK | SX_FILE_NO_WAIT;
    int file = (int)uv_fs_open(NULL, &req, path, flags, 0600, NULL);
    uv_fs_req_cleanup(&req);
    code = file < 0 ? file : lock_file(file, is_shared);
    if (!code && is_still_there(file, path)) {
      out->file = file + 1;
      return SX_OK;
    }
    if (file >= 0) sx_file__close(file);
    if (code) break;
  }
  if (code == 0 || code == UV_EAGAIN)
    return sx_fail(err, SX_BUSY, "'%s' is locked by another process.", path);
  return sx_file__fail_write(err, code, sx_str_from(path));
}

sx_status sx_lock_try(sx_lock *out, const char *path, sx_err *err) {
  return try_lock(out, path, false, err);
}

sx_status sx_lock_share(sx_lock *out, const char *path, sx_err *err) {
  sx_status status = try_lock(out, path, true, err);
  if (!status) sx_lock_touch(out);
  return status;
}

/* Asks without taking it where the system has that: no other process is kept from it meanwhile. */
static bool is_taken(int file) {
#ifdef F_OFD_GETLK
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  int code;
  do code = fcntl(file, F_OFD_GETLK, &whole);
  while (code && errno == EINTR);
  if (!code) return whole.l_type != F_UNLCK;
#endif
  return lock_whole(file, false) == UV_EAGAIN;
}

bool sx_lock_is_taken(const char *path) {
  uv_fs_t req;
  int file = (int)uv_fs_open(NULL, &req, path, O_RDWR | SX_FILE_NO_LINK | SX_FILE_NO_WAIT, 0, NULL);
  uv_fs_req_cleanup(&req);
  if (file < 0) return false;
  bool taken = is_taken(file);
  sx_file__close(file);
  return taken;
}

void sx_lock_touch(const sx_lock *lock) {
  if (!lock->file) return;
  uv_fs_t req;
  double now = (double)sx_clock_day_ns() / 1e9;
  (void)uv_fs_futime(NULL, &req, lock->file - 1, now, now, NULL);
  uv_fs_req_cleanup(&req);
}

void sx_lock_release(sx_lock *lock) {
  if (lock->file) sx_file__close(lock->file - 1);
  lock->file = 0;
}
