/*
 * Fuzz target: globs.
 *
 * The input is a byte of options, a pattern, a line end, more patterns (each a line), NUL, and a
 * path. Matching ends, is repeatable and bounded; a path that fits is in folders that may have
 * matches and below the base; plain text with backslashes fits itself.
 */
#include "match/glob.h"

#include <stdint.h>

#define MAX_BYTES 2048
#define WORK 200000

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

/* Names with one slash between them. */
static bool is_path(sx_str path) {
  if (!path.len || path.ptr[0] == '/' || path.ptr[path.len - 1] == '/') return false;
  return sx_str_find(path, SX_STR("//"), 0) == SX_STR_NONE;
}

static bool is_in(sx_str path, sx_str base) {
  return !base.len || (sx_str_has_prefix(path, base) && sx_str_at(path, base.len) == '/');
}

static void look(const sx_glob *glob, sx_str path) {
  for (int is_folder = 0; is_folder < 2; is_folder++) {
    uint64_t work = WORK, again = WORK;
    bool fits = sx_glob_match(glob, path, is_folder, &work);
    check(fits == sx_glob_match(glob, path, is_folder, &again) && work == again);
    check(work <= WORK && (work || !fits));
    if (!fits) continue;
    check(!is_folder || sx_glob_takes_folders(glob));
    check(is_in(path, sx_glob_base(glob)) || is_folder);
    for (size_t i = 0; i < path.len; i++)
      if (path.ptr[i] == '/') check(sx_glob_may_match_below(glob, sx_str_slice(path, 0, i)));
  }
}

static void look_at_itself(sx_str path, sx_arena *arena) {
  char text[2 * MAX_BYTES];
  size_t len = 0;
  sx_glob *glob;
  sx_glob_options options = {0};
  uint64_t work = WORK;
  for (size_t i = 0; i < path.len; i++) {
    if (strchr("\\*?[]{}()!@+|,", path.ptr[i])) text[len++] = '\\';
    text[len++] = path.ptr[i];
  }
  sx_str pattern = sx_str_make(text, len);
  sx_strs patterns = {.items = &pattern, .len = 1};
  /* `.` and `..` are not names of a path. */
  if (sx_glob_parse(&glob, &patterns, NULL, &options, arena, NULL) == SX_OK &&
      sx_str_find(path, SX_STR("."), 0) == SX_STR_NONE)
    check(sx_glob_match(glob, path, false, &work));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2 || size > MAX_BYTES) return 0;
  sx_str rest = sx_str_make((const char *)data + 1, size - 1), line;
  sx_glob_options options = {data[0] & 1, data[0] & 2, data[0] & 4};
  size_t nul = sx_str_find_char(rest, 0, 0);
  sx_str path = nul == SX_STR_NONE ? SX_STR("") : sx_str_slice(rest, nul + 1, rest.len);
  sx_strs patterns = {0};
  sx_arena arena;
  sx_glob *glob;
  sx_arena_init(&arena, 64 << 20);
  rest = sx_str_slice(rest, 0, nul);
  while (sx_str_next_line(&rest, &line) && patterns.len < 8)
    check(sx_strs_add(&patterns, line, &arena, NULL) == SX_OK);
  sx_strs left_out = {0};
  if (data[0] & 8 && patterns.len > 1)
    left_out = (sx_strs){.items = &patterns.items[--patterns.len], .len = 1};
  sx_status status = sx_glob_parse(&glob, &patterns, &left_out, &options, &arena, NULL);
  check(status == SX_OK || status == SX_INVALID_ARGUMENT || status == SX_TOO_BIG);
  if (status == SX_OK && is_path(path)) look(glob, path);
  if (is_path(path) && sx_str_find_char(path, 0, 0) == SX_STR_NONE) look_at_itself(path, &arena);
  sx_arena_release(&arena);
  return 0;
}
