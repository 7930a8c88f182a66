#include "temp_files.h"

#include "harness.h"

#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *place) {
  (void)info;
  (void)kind;
  (void)place;
  return remove(path);
}

static void remove_folder(void *path) {
  nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static sx_str fail(const char *what, const char *path) {
  sx_test_fail(__FILE__, __LINE__, "%s %s failed", what, path);
  return SX_STR("");
}

sx_str temp_folder(void) {
  static const char pattern[] = "/sextant-test-XXXXXX";
  const char *given = getenv("TMPDIR");
  const char *base = given && *given ? given : "/tmp";
  size_t size = strlen(base) + sizeof pattern;
  char *path = sx_test_memory(size);
  snprintf(path, size, "%s%s", base, pattern);
  if (!mkdtemp(path)) return fail("mkdtemp", path);
  sx_test_defer(remove_folder, path);
  char *real = realpath(path, NULL);
  if (!real) return fail("realpath", path);
  char *kept = sx_test_memory(strlen(real) + 1);
  memcpy(kept, real, strlen(real));
  free(real);
  return sx_str_from(kept);
}

sx_str temp_path(sx_str folder, const char *name) {
  size_t size = folder.len + strlen(name) + 2;
  char *path = sx_test_memory(size);
  snprintf(path, size, "%.*s/%s", SX_STR_ARG(folder), name);
  return sx_str_from(path);
}

static void make_folders(char *path, size_t from) {
  for (size_t i = from; path[i]; i++) {
    if (path[i] != '/') continue;
    path[i] = 0;
    mkdir(path, 0777);
    path[i] = '/';
  }
}

sx_str temp_file(sx_str folder, const char *name, sx_str contents) {
  sx_str path = temp_path(folder, name);
  make_folders((char *)path.ptr, folder.len + 1);
  FILE *file = fopen(path.ptr, "wb");
  if (!file) return fail("writing", path.ptr);
  bool is_written = fwrite(contents.ptr, 1, contents.len, file) == contents.len;
  return fclose(file) == 0 && is_written ? path : fail("writing", path.ptr);
}

sx_str temp_link(sx_str folder, const char *name, sx_str target) {
  sx_str path = temp_path(folder, name);
  make_folders((char *)path.ptr, folder.len + 1);
  return symlink(target.ptr, path.ptr) == 0 ? path : fail("linking", path.ptr);
}
