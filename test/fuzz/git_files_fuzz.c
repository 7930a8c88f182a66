/*
 * Fuzz target: files of git that a repository brings with it, its settings and its index.
 *
 * Byte 0 chooses. Each setting has a name and a section of the text, and reading ends. The paths of
 * an index ascend, each is found in it, and so is each folder of it.
 */
#include "match/git_config.h"
#include "match/git_index.h"

#include <stdint.h>

#define MAX_BYTES 65536
#define ARENA_BYTES (64u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

static void check_config(sx_str text, sx_arena *arena) {
  sx_git_config reader = sx_git_config_of(text);
  sx_git_setting one;
  for (size_t last = 0; sx_git_config_next(&reader, &one, arena); last = reader.at) {
    check(reader.at > last && reader.at <= text.len);
    check(one.name.len && one.name.ptr >= text.ptr && one.name.ptr < text.ptr + text.len);
    check(one.value.len <= text.len);
  }
}

static void check_index(sx_str bytes, sx_arena *arena) {
  sx_strs paths;
  if (sx_git_index_parse(&paths, bytes, arena)) {
    check(paths.len == 0);
    return;
  }
  for (size_t i = 0; i < paths.len; i++) {
    sx_str path = paths.items[i];
    check(path.len > 0 && (!i || sx_str_compare(paths.items[i - 1], path) <= 0));
    check(sx_git_index_has(&paths, path));
    size_t slash = sx_str_find_last_char(path, '/');
    if (slash != SX_STR_NONE && slash)
      check(sx_git_index_has(&paths, sx_str_slice(path, 0, slash)));
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!size || size > MAX_BYTES) return 0;
  sx_arena arena;
  sx_arena_init(&arena, ARENA_BYTES);
  sx_str text = sx_str_make((const char *)data + 1, size - 1);
  if (data[0] % 2)
    check_index(text, &arena);
  else
    check_config(text, &arena);
  sx_arena_release(&arena);
  return 0;
}
