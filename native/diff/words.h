#ifndef SX_DIFF_WORDS_H
#define SX_DIFF_WORDS_H

#include "diff/diff.h"

/** Bytes [before_offset, +before_len) become bytes [after_offset, +after_len). */
typedef struct sx_word_edit {
  uint32_t before_offset, before_len;
  uint32_t after_offset, after_len;
} sx_word_edit;

typedef struct sx_word_diff {
  const sx_word_edit *edits;
  size_t count;
} sx_word_diff;

/**
 * The changes inside of changed lines, word by word.
 *
 * Words    runs of letters, digits, `_` and bytes past ASCII; runs of signs such as !=; runs of
 *          blanks; a line end; every other byte is one by itself. No edit cuts a UTF-8 character.
 * Shape    edits ascend, never overlap or touch, and are never empty; those that only blanks part
 *          are one.
 * Memory   in `arena`; the texts are borrowed during the call only.
 * Options  as for sx_diff_lines; its options for lines apply to words. no_slide has no effect.
 * Errors   TOO_BIG, CANCELLED, NOMEM.
 * Cost     that of sx_diff_lines with a line for each word: for lines, not for files.
 */
sx_status sx_diff_words(sx_word_diff *out, sx_str before, sx_str after,
                        const sx_diff_options *options, sx_arena *arena, sx_err *err) SX_MUST_USE;

#endif
