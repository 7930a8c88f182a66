/* Preloaded into Node: a path with this name is on a file system that does not answer, and so are
 * files of rules with the name `.ignore`; the file SX_HANG_MARK is made when one of these is
 * opened. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *realpath(const char *path, char *resolved);

char *realpath(const char *path, char *resolved) {
  char *(*real)(const char *, char *) =
      (char *(*)(const char *, char *))dlsym(RTLD_NEXT, "realpath");
  while (strstr(path, "hanging-mount")) sleep(1);
  return real(path, resolved);
}

static void hang_at_rules(const char *path) {
  const char *mark = getenv("SX_HANG_MARK");
  if (strcmp(path, ".ignore") != 0) return;
  if (mark) close(creat(mark, 0600));
  for (;;) sleep(1);
}

/* Each name of the function, as libraries use the one or the other. */
#define OPENS(name)                                                                                \
  int name(int folder, const char *path, int flags, ...) {                                         \
    va_list args;                                                                                  \
    va_start(args, flags);                                                                         \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(args, mode_t) : 0;                        \
    va_end(args);                                                                                  \
    hang_at_rules(path);                                                                           \
    return ((int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, #name))(folder, path, flags,    \
                                                                           mode);                  \
  }
OPENS(openat)
OPENS(openat64)
