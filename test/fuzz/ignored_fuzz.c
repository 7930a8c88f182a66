/*
 * Fuzz target: the .gitignore files of a repository.
 *
 * The input is the rules of the folder, NUL, those of a folder in it, NUL, and a path. The
 * verdict on a path is repeatable, holds for all below a folder, and never ignores a folder of the
 * window.
 */
#include "workspace/ignored.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_BYTES 4096
#define MAX_PATH_BYTES 512

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char top[64], inner[96];

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

static void remove_folders(void) {
  char path[160];
  snprintf(path, sizeof path, "%s/.gitignore", inner);
  unlink(path);
  rmdir(inner);
  snprintf(path, sizeof path, "%s/.gitignore", top);
  unlink(path);
  snprintf(path, sizeof path, "%s/.git", top);
  rmdir(path);
  rmdir(top);
}

static void make_folders(void) {
  char path[96];
  if (top[0]) return;
  snprintf(top, sizeof top, "%s/sextant-fuzz-XXXXXX",
           access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
  check(mkdtemp(top) != NULL);
  snprintf(inner, sizeof inner, "%s/in", top);
  snprintf(path, sizeof path, "%s/.git", top);
  check(mkdir(inner, 0700) == 0 && mkdir(path, 0700) == 0);
  atexit(remove_folders);
}

static sx_str take_part(sx_str *rest) {
  size_t nul = sx_str_find_char(*rest, 0, 0);
  sx_str part = sx_str_slice(*rest, 0, nul);
  *rest = nul == SX_STR_NONE ? SX_STR("") : sx_str_slice(*rest, nul + 1, rest->len);
  return part;
}

static void write_rules(const char *folder, sx_str text) {
  char path[128];
  snprintf(path, sizeof path, "%s/.gitignore", folder);
  FILE *file = fopen(path, "wb");
  check(file && fwrite(text.ptr, 1, text.len, file) == text.len && fclose(file) == 0);
}

/* Names that a path can have; "." and ".." are resolved before. */
static bool is_path(sx_str path) {
  if (!path.len || path.len > MAX_PATH_BYTES || path.ptr[0] == '/') return false;
  for (size_t at = 0; at <= path.len;) {
    size_t end = sx_str_find_char(path, '/', at);
    if (end == SX_STR_NONE) end = path.len;
    sx_str name = sx_str_slice(path, at, end);
    if (!name.len || sx_str_is_equal(name, SX_STR(".")) || sx_str_is_equal(name, SX_STR("..")))
      return false;
    at = end + 1;
  }
  return true;
}

static void look(sx_ignored *ignored, sx_str path) {
  char name[MAX_PATH_BYTES + 160];
  for (size_t i = 0; i < 2; i++) {
    int len = snprintf(name, sizeof name, "%s/%.*s", i ? inner : top, SX_STR_ARG(path));
    bool is_folder = sx_ignored_has(ignored, sx_str_make(name, (size_t)len), true);
    (void)sx_ignored_has(ignored, sx_str_make(name, (size_t)len), false);
    sx_ignored_forget(ignored);
    check(sx_ignored_has(ignored, sx_str_make(name, (size_t)len), true) == is_folder);
    memcpy(name + len, "/x", 3);
    if (is_folder) check(sx_ignored_has(ignored, sx_str_make(name, (size_t)len + 2), false));
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > MAX_BYTES) return 0;
  sx_str rest = sx_str_make((const char *)data, size);
  sx_str rules = take_part(&rest), more = take_part(&rest);
  make_folders();
  if (!is_path(rest)) return 0;
  write_rules(top, rules);
  write_rules(inner, more);
  sx_ignored *ignored = sx_ignored_new();
  sx_str root = sx_str_from(top);
  const sx_strs roots = {.items = &root, .len = 1};
  check(ignored && sx_ignored_set_roots(ignored, &roots) == SX_OK);
  check(!sx_ignored_has(ignored, root, true));
  look(ignored, rest);
  sx_ignored_free(ignored);
  return 0;
}
