/*
 * The matcher of globs as a program, for tests that compare it with others.
 *
 *   glob-matcher [--ignore-case] [--explicit-dots] PATHS < PATTERNS
 *
 * PATHS has a path a line, a folder with a slash at its end. For each line of the input it prints
 * a line: `!` and the error, or the numbers of the lines that fit.
 */
#include "match/glob.h"

#include <stdio.h>

#define MAX_PATHS 20000
#define WORK 10000000

static sx_str paths[MAX_PATHS];

static size_t read_paths(const char *name) {
  static char text[1 << 20];
  FILE *file = fopen(name, "rb");
  if (!file) return 0;
  sx_str rest = sx_str_make(text, fread(text, 1, sizeof text, file)), line;
  size_t count = 0;
  fclose(file);
  while (count < MAX_PATHS && sx_str_next_line(&rest, &line)) paths[count++] = line;
  return count;
}

static void print_matches(const sx_glob *glob, size_t count) {
  for (size_t i = 0; i < count; i++) {
    sx_str path = paths[i];
    uint64_t work = WORK;
    bool is_folder = sx_str_has_suffix(path, SX_STR("/"));
    if (is_folder) path.len--;
    bool fits = sx_glob_match(glob, path, is_folder, &work);
    size_t slash = sx_str_find_last_char(path, '/');
    sx_str folder = sx_str_slice(path, 0, slash == SX_STR_NONE ? 0 : slash);
    if (fits && !sx_glob_may_match_below(glob, folder)) printf("below:");
    if (!work) printf("work:");
    if (fits || !work) printf("%zu ", i);
  }
  printf("\n");
}

int main(int argc, char **argv) {
  sx_glob_options options = {0};
  static char line[1 << 16];
  for (int i = 1; i < argc - 1; i++) {
    if (!strcmp(argv[i], "--ignore-case")) options.ignore_case = true;
    if (!strcmp(argv[i], "--explicit-dots")) options.explicit_dots = true;
  }
  size_t count = argc > 1 ? read_paths(argv[argc - 1]) : 0;
  while (fgets(line, sizeof line, stdin)) {
    sx_arena arena;
    sx_glob *glob;
    sx_err err = {0};
    sx_str pattern = sx_str_make(line, strcspn(line, "\n"));
    sx_strs patterns = {.items = &pattern, .len = 1};
    sx_arena_init(&arena, 256 << 20);
    if (sx_glob_parse(&glob, &patterns, NULL, &options, &arena, &err))
      printf("!%s\n", err.message);
    else
      print_matches(glob, count);
    sx_arena_release(&arena);
  }
  return 0;
}
