/* Preloaded into Node: a path with this name is on a file system that does not answer. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

char *realpath(const char *path, char *resolved);

char *realpath(const char *path, char *resolved) {
  char *(*real)(const char *, char *) =
      (char *(*)(const char *, char *))dlsym(RTLD_NEXT, "realpath");
  while (strstr(path, "hanging-mount")) sleep(1);
  return real(path, resolved);
}
