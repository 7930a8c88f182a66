#include "os/file_system.h"

#include <uv.h>

#if defined(__linux__)
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>
#elif defined(__APPLE__)
#include <copyfile.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <unistd.h>
#elif defined(_WIN32)
#include <io.h>
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

/* ---- whose the file system is ------------------------------------------------------------ */

/* A kind that is unknown is not local: a list of those that are not would always lack some. */
#if defined(__linux__)

static bool is_local_kind(const struct statfs *info) {
  static const uint32_t kinds[] = {
      0xEF53,     /* ext2, ext3, ext4 */
      0x58465342, /* XFS */
      0x9123683E, /* Btrfs */
      0x2FC12FC1, /* ZFS */
      0xF2F52010, /* F2FS */
      0xCA451A4E, /* bcachefs */
      0x3153464A, /* JFS */
      0x52654973, /* ReiserFS */
      0x52345362, /* Reiser4 */
      0x3434,     /* NILFS */
      0x01021994, /* tmpfs */
      0x858458F6, /* ramfs */
      0x794C7630, /* overlay */
      0x61756673, /* aufs */
      0xF15F,     /* eCryptfs */
      0x4D44,     /* FAT */
      0x2011BAB0, /* exFAT */
      0x7366746E, /* NTFS */
      0x4244,     /* HFS */
      0x482B,     /* HFS+ */
      0x4253584E, /* APFS */
      0x73717368, /* SquashFS */
      0xE0F5E1E2, /* EROFS */
      0x9660,     /* ISO 9660 */
      0x15013346, /* UDF */
  };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if ((uint32_t)info->f_type == kinds[i]) return true;
  return false;
}

#elif defined(__APPLE__)

static bool is_local_kind(const struct statfs *info) {
  static const char *const kinds[] = {"apfs", "hfs", "msdos",  "exfat",
                                      "ntfs", "udf", "cd9660", "tmpfs"};
  if (!(info->f_flags & MNT_LOCAL)) return false;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strcmp(info->f_fstypename, kinds[i]) == 0) return true;
  return false;
}

#endif

#if defined(__linux__) || defined(__APPLE__)

bool sx_fs_is_local(int file) {
  struct statfs info;
  return !fstatfs(file, &info) && is_local_kind(&info);
}

/* Without opening it: where no more files may be open all folders would count as not local. */
bool sx_fs_is_local_path(const char *path) {
  struct statfs info;
  return !statfs(path, &info) && is_local_kind(&info);
}

#elif defined(_WIN32)

/* The system knows no protocol of a local file, and says that the question is not valid. */
bool sx_fs_is_local(int file) {
  FILE_REMOTE_PROTOCOL_INFO info;
  return !GetFileInformationByHandleEx((HANDLE)_get_osfhandle(file), FileRemoteProtocolInfo, &info,
                                       sizeof info) &&
         GetLastError() == ERROR_INVALID_PARAMETER;
}

bool sx_fs_is_local_path(const char *path) {
  uv_fs_t req;
  int file = (int)uv_fs_open(NULL, &req, path, UV_FS_O_RDONLY | UV_FS_O_NONBLOCK, 0, NULL);
  uv_fs_req_cleanup(&req);
  if (file < 0) return false;
  bool is_local = sx_fs_is_local(file);
  uv_fs_close(NULL, &req, file, NULL);
  uv_fs_req_cleanup(&req);
  return is_local;
}

#else

bool sx_fs_is_local(int file) {
  (void)file;
  return false;
}

bool sx_fs_is_local_path(const char *path) {
  (void)path;
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
