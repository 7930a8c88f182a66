/*
 * Preloaded into a program: the call number SX_FAULT_AT of the kind SX_FAULT_KIND fails with the
 * error number SX_FAULT_ERROR, or, where that is 0, kills the process. The file SX_FAULT_MARK is
 * made then. Kinds: write, sync, rename, open (of files that it may make), remove; read, which
 * never returns. Streams do not count.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long calls;

static int is_due(const char *kind) {
  const char *wanted = getenv("SX_FAULT_KIND"), *mark = getenv("SX_FAULT_MARK");
  if (!wanted || !mark || strcmp(kind, wanted) != 0) return 0;
  if (atomic_fetch_add(&calls, 1) + 1 != strtol(getenv("SX_FAULT_AT"), NULL, 10)) return 0;
  int file = (int)syscall(SYS_openat, AT_FDCWD, mark, O_CREAT | O_WRONLY, 0600);
  if (file >= 0) syscall(SYS_close, file);
  while (strcmp(kind, "read") == 0) pause();
  int error = (int)strtol(getenv("SX_FAULT_ERROR"), NULL, 10);
  if (!error) raise(SIGKILL);
  errno = error;
  return 1;
}

#define NEXT(name, type) ((type)dlsym(RTLD_NEXT, name))

#define WRITES(name, offset)                                                                       \
  ssize_t name(int file, const void *bytes, size_t len, offset at) {                               \
    if (file > 2 && is_due("write")) return -1;                                                    \
    return NEXT(#name, ssize_t(*)(int, const void *, size_t, offset))(file, bytes, len, at);       \
  }
WRITES(pwrite, off_t)
WRITES(pwrite64, off64_t)

ssize_t write(int file, const void *bytes, size_t len) {
  if (file > 2 && is_due("write")) return -1;
  return NEXT("write", ssize_t(*)(int, const void *, size_t))(file, bytes, len);
}

ssize_t read(int file, void *bytes, size_t len) {
  if (file > 2 && is_due("read")) return -1;
  return NEXT("read", ssize_t(*)(int, void *, size_t))(file, bytes, len);
}

int fsync(int file) {
  if (is_due("sync")) return -1;
  return NEXT("fsync", int (*)(int))(file);
}

int fdatasync(int file) {
  if (is_due("sync")) return -1;
  return NEXT("fdatasync", int (*)(int))(file);
}

int rename(const char *from, const char *to) {
  if (is_due("rename")) return -1;
  return NEXT("rename", int (*)(const char *, const char *))(from, to);
}

int unlink(const char *path) {
  if (is_due("remove")) return -1;
  return NEXT("unlink", int (*)(const char *))(path);
}

#define OPENS(name)                                                                                \
  int name(const char *path, int flags, ...) {                                                     \
    va_list args;                                                                                  \
    va_start(args, flags);                                                                         \
    mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;                                      \
    va_end(args);                                                                                  \
    if (flags & O_CREAT && is_due("open")) return -1;                                              \
    return NEXT(#name, int (*)(const char *, int, ...))(path, flags, mode);                        \
  }
OPENS(open)
OPENS(open64)
