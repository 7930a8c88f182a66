/*
 * Fuzz target: any patch, read and applied to any text.
 *
 * Byte 0 chooses fuzz and direction; the text to change comes before the first NUL, the patch
 * after it.
 */
#include "diff/patch.h"

#include <stdint.h>
#include <stdio.h>

#define MAX_BYTES 8192
#define ARENA_BYTES (64u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool is_right, const char *wrong) {
  if (is_right) return;
  fprintf(stderr, "wrong: %s\n", wrong);
  __builtin_trap();
}

static void check_places(const sx_patch_result *result, sx_str text) {
  size_t failed = 0;
  for (size_t i = 0; i < result->count; i++) {
    failed += result->places[i].outcome != SX_PATCH_APPLIED;
    check(result->places[i].line <= text.len, "a place past the end");
  }
  check(failed == result->failed, "the count of those that failed");
  check(failed < result->count || sx_str_is_equal(result->text, text), "a text nobody changed");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2 || size > MAX_BYTES) return 0;
  sx_str all = sx_str_make((const char *)data + 1, size - 1);
  size_t cut = sx_str_find_char(all, 0, 0);
  if (cut == SX_STR_NONE) return 0;
  sx_str text = sx_str_slice(all, 0, cut), source = sx_str_slice(all, cut + 1, all.len);
  sx_patch_options options = {.max_fuzz = data[0] & 3,
                              .max_offset = data[0] & 4 ? 3 : UINT32_MAX,
                              .reverse = data[0] & 8,
                              .loose_ends = data[0] & 16};
  sx_patch patch;
  sx_patch_result result;
  sx_err err;
  sx_arena arena;
  sx_arena_init(&arena, ARENA_BYTES);
  if (!sx_patch_parse(&patch, source, &arena, &err)) {
    check(patch.count > 0, "a patch without files");
    for (size_t i = 0; i < patch.count; i++) {
      const sx_patch_file *file = &patch.files[i];
      check(file->before_path.len || file->after_path.len, "a file without a path");
      check(!sx_patch_apply(&result, text, file, &options, &arena, &err), "apply fails");
      check_places(&result, text);
    }
  }
  sx_arena_release(&arena);
  return 0;
}
