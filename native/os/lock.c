#include "os/lock.h"

#include "os/file_parts.h"
#include "os/file_system.h"

#ifdef __linux__
#include <fcntl.h>
#endif

#define TRIES 10

/* A lock of the open file, not of the process: closing another handle does not give it back. */
static int lock_file(int file) {
#ifdef F_OFD_SETLK
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  while (fcntl(file, F_OFD_SETLK, &whole)) {
    if (errno == EINTR) continue;
    if (errno == EAGAIN || errno == EACCES) return UV_EAGAIN;
    /* Older systems and some file systems have no such locks. */
    return errno == EINVAL || errno == ENOLCK || errno == EOPNOTSUPP
               ? sx_fs_try_lock(file)
               : uv_translate_sys_error(errno);
  }
  return 0;
#else
  return sx_fs_try_lock(file);
#endif
}

/* False where the folder was removed, and made again, between opening and locking. */
static bool is_still_there(int file, const char *path) {
  uv_fs_t req;
  uv_stat_t own = {0};
  bool is_there = sx_file__stat(file, &own) == 0 && uv_fs_lstat(NULL, &req, path, NULL) == 0;
  if (!is_there) return false;
  is_there = req.statbuf.st_ino == own.st_ino && req.statbuf.st_dev == own.st_dev;
  uv_fs_req_cleanup(&req);
  return is_there;
}

sx_status sx_lock_try(sx_lock *out, const char *path, sx_err *err) {
  *out = (sx_lock){0};
  int code = UV_EAGAIN;
  for (int i = 0; i < TRIES; i++) {
    uv_fs_t req;
    int flags = O_RDWR | O_CREAT | SX_FILE_NO_LINK | SX_FILE_NO_WAIT;
    int file = (int)uv_fs_open(NULL, &req, path, flags, 0600, NULL);
    uv_fs_req_cleanup(&req);
    code = file < 0 ? file : lock_file(file);
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

void sx_lock_release(sx_lock *lock) {
  if (lock->file) sx_file__close(lock->file - 1);
  lock->file = 0;
}
