#include "os/file_system.h"

#include <uv.h>

#if defined(__linux__)
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>
#elif defined(__APPLE__)
#include <copyfile.h>
#include <sys/file.h>
#include <unistd.h>
#endif

#define ACCESS_LIST "system.posix_acl_access"

/* ---- locks ------------------------------------------------------------------------------- */

#if defined(__linux__) || defined(__APPLE__)
static int try_lock(int file, int kind) {
  while (flock(file, kind | LOCK_NB))
    if (errno != EINTR) return errno == EWOULDBLOCK ? UV_EAGAIN : UV_ENOTSUP;
  return 0;
}

int sx_fs_try_lock(int file) {
  return try_lock(file, LOCK_EX);
}

int sx_fs_try_share(int file) {
  return try_lock(file, LOCK_SH);
}
#else
int sx_fs_try_lock(int file) {
  (void)file;
  return UV_ENOSYS;
}

int sx_fs_try_share(int file) {
  (void)file;
  return UV_ENOSYS;
}
#endif

/* ---- owners ------------------------------------------------------------------------------ */

#ifdef _WIN32

bool sx_fs_is_own(const uv_stat_t *stat) {
  (void)stat;
  return true;
}

int sx_fs_make_own(int file) {
  (void)file;
  return 0;
}

#else

bool sx_fs_is_own(const uv_stat_t *stat) {
  return stat->st_uid == geteuid();
}

int sx_fs_make_own(int file) {
  return fchown(file, geteuid(), (gid_t)-1) ? uv_translate_sys_error(errno) : 0;
}

#endif

/* ---- who writes -------------------------------------------------------------------------- */

#if defined(__linux__)

/*
 * The system gives a lease for reading only if no process has the file open for writing. It reports
 * a process that opens the file before the lease is given back by a signal: one that does nothing.
 */
bool sx_fs_has_writer(int file) {
  if (fcntl(file, F_SETSIG, SIGURG) || fcntl(file, F_SETLEASE, F_RDLCK) == 0) {
    (void)fcntl(file, F_SETLEASE, F_UNLCK);
    return false;
  }
  return errno == EAGAIN;
}

#else

bool sx_fs_has_writer(int file) {
  (void)file;
  return false;
}

#endif

/* ---- two names at once ------------------------------------------------------------------- */

#if defined(__linux__) && defined(SYS_renameat2)

#define HERE (-100)        /* AT_FDCWD */
#define EXCHANGE (1u << 1) /* RENAME_EXCHANGE, which older headers do not have */

/* By its number: older C libraries have no function for it. */
int sx_fs_exchange(const char *one, const char *other) {
  if (syscall(SYS_renameat2, HERE, one, HERE, other, EXCHANGE) == 0) return 0;
  bool is_unknown = errno == ENOSYS || errno == EINVAL || errno == EOPNOTSUPP || errno == EPERM;
  return is_unknown ? UV_ENOSYS : uv_translate_sys_error(errno);
}

#elif defined(__APPLE__)

int sx_fs_exchange(const char *one, const char *other) {
  if (renamex_np(one, other, RENAME_SWAP) == 0) return 0;
  return errno == ENOTSUP || errno == EINVAL ? UV_ENOSYS : uv_translate_sys_error(errno);
}

#else

int sx_fs_exchange(const char *one, const char *other) {
  (void)one, (void)other;
  return UV_ENOSYS;
}

#endif

/* ---- attributes -------------------------------------------------------------------------- */

#if defined(__linux__)

/* The system gives labels of its own to each new file, and takes others away with every write. */
static bool is_given_by_system(const char *name) {
  return strncmp(name, "security.", 9) == 0;
}

static int copy_attribute(int from, int to, const char *name, sx_arena *arena) {
  ssize_t size = fgetxattr(from, name, NULL, 0);
  if (size < 0) return errno == ENODATA ? 0 : uv_translate_sys_error(errno);
  char *value = sx_arena_alloc(arena, (size_t)size + 1);
  if (!value) return UV_ENOMEM;
  size = fgetxattr(from, name, value, (size_t)size + 1);
  if (size < 0 || fsetxattr(to, name, value, (size_t)size, 0))
    return is_given_by_system(name) ? 0 : uv_translate_sys_error(errno);
  return 0;
}

int sx_fs_copy_attributes(int from, int to, sx_arena *arena) {
  bool has_access_list = false;
  ssize_t size = flistxattr(from, NULL, 0);
  if (size < 0) return errno == ENOTSUP ? 0 : uv_translate_sys_error(errno);
  char *names = sx_arena_alloc(arena, (size_t)size + 1);
  if (!names) return UV_ENOMEM;
  size = size ? flistxattr(from, names, (size_t)size) : 0;
  if (size < 0) return uv_translate_sys_error(errno);
  for (char *name = names; name < names + size; name += strlen(name) + 1) {
    has_access_list |= strcmp(name, ACCESS_LIST) == 0;
    int code = copy_attribute(from, to, name, arena);
    if (code) return code;
  }
  if (!has_access_list && fremovexattr(to, ACCESS_LIST) && errno != ENODATA && errno != ENOTSUP)
    return uv_translate_sys_error(errno);
  return 0;
}

#elif defined(__APPLE__)

int sx_fs_copy_attributes(int from, int to, sx_arena *arena) {
  (void)arena;
  return fcopyfile(from, to, NULL, COPYFILE_ACL | COPYFILE_XATTR) ? uv_translate_sys_error(errno)
                                                                  : 0;
}

#else

int sx_fs_copy_attributes(int from, int to, sx_arena *arena) {
  (void)from, (void)to, (void)arena;
  return 0;
}

#endif
