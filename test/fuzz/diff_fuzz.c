/*
 * Fuzz target: two texts compared, the patch written, read and applied, and words compared.
 *
 * Byte 0 chooses the options, byte 1 and 2 how much of the rest is the first text. The patch
 * makes the second text of the first, and back.
 */
#include "diff/patch.h"
#include "diff/unified.h"
#include "diff/words.h"

#include <stdint.h>
#include <stdio.h>

#define HEAD_BYTES 3
#define MAX_BYTES 8192
#define ARENA_BYTES (64u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool is_right, const char *wrong) {
  if (is_right) return;
  fprintf(stderr, "wrong: %s\n", wrong);
  __builtin_trap();
}

/** Applies the one file of the patch and compares. */
static void check_patch(const sx_patch_file *file, sx_str from, sx_str to, bool is_reverse,
                        sx_arena *arena) {
  sx_patch_result result;
  sx_patch_options options = {.reverse = is_reverse};
  check(!sx_patch_apply(&result, from, file, &options, arena, NULL), "apply fails");
  check(!result.failed, "a hunk does not fit");
  check(sx_str_is_equal(result.text, to), is_reverse ? "the way back" : "the text");
}

static void check_words(sx_str before, sx_str after, sx_arena *arena) {
  sx_word_diff words;
  size_t x = 0, y = 0;
  check(!sx_diff_words(&words, before, after, NULL, arena, NULL), "words fail");
  for (size_t i = 0; i < words.count; i++) {
    const sx_word_edit *edit = &words.edits[i];
    check(sx_str_is_equal(sx_str_slice(before, x, edit->before_offset),
                          sx_str_slice(after, y, edit->after_offset)),
          "words between edits");
    x = edit->before_offset + (size_t)edit->before_len;
    y = edit->after_offset + (size_t)edit->after_len;
  }
  check(sx_str_is_equal(sx_str_slice(before, x, before.len), sx_str_slice(after, y, after.len)),
        "words at the end");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < HEAD_BYTES || size > MAX_BYTES) return 0;
  sx_str rest = sx_str_make((const char *)data + HEAD_BYTES, size - HEAD_BYTES);
  size_t cut = (data[1] | (size_t)data[2] << 8) % (rest.len + 1);
  sx_str before = sx_str_slice(rest, 0, cut), after = sx_str_slice(rest, cut, rest.len);
  sx_diff_options options = {
      .patience = data[0] & 1, .minimal = data[0] & 2, .no_slide = data[0] & 4};
  sx_unified_options unified = {.before_path = SX_STR("x"),
                                .after_path = SX_STR("x"),
                                .context_lines = data[0] >> 4,
                                .function_context = data[0] & 8};
  sx_diff diff;
  sx_patch patch;
  sx_arena arena;
  sx_buf out;
  sx_arena_init(&arena, ARENA_BYTES);
  sx_buf_init(&out, ARENA_BYTES);
  check(!sx_diff_lines(&diff, before, after, &options, &arena, NULL), "diff fails");
  check(!sx_unified_render(&out, &diff, &unified), "render fails");
  check(diff.count || sx_str_is_equal(before, after), "no edits");
  if (diff.count) {
    check(!sx_patch_parse(&patch, sx_buf_str(&out), &arena, NULL), "parse fails");
    check(patch.count == 1, "one file");
    check_patch(&patch.files[0], before, after, false, &arena);
    check_patch(&patch.files[0], after, before, true, &arena);
  }
  check_words(before, after, &arena);
  sx_buf_release(&out);
  sx_arena_release(&arena);
  return 0;
}
