#include "os/environment.h"

#include <uv.h>
#ifndef _WIN32
#include <unistd.h>
#endif

#define FIRST_BYTES 256

sx_str sx_environment_get(const char *name, sx_arena *arena) {
  size_t size = FIRST_BYTES;
  for (int round = 0; round < 3; round++) {
    size_t len = size;
    char *value = sx_arena_alloc(arena, size);
    if (!value) return SX_STR("");
    int code = uv_os_getenv(name, value, &len);
    if (code == 0) return sx_str_make(value, len);
    if (code != UV_ENOBUFS) break;
    size = len; /* with the NUL */
  }
  return SX_STR("");
}

sx_str sx_environment_home(sx_arena *arena) {
  sx_str home = sx_environment_get("HOME", arena);
#ifdef _WIN32
  if (!home.len) home = sx_environment_get("USERPROFILE", arena);
  char *bytes = (char *)home.ptr;
  for (size_t i = 0; i < home.len; i++)
    if (bytes[i] == '\\') bytes[i] = '/';
#endif
  while (home.len && home.ptr[home.len - 1] == '/') home.len--;
  return home;
}

bool sx_environment_is_root(void) {
#ifdef _WIN32
  return false;
#else
  return geteuid() == 0;
#endif
}
