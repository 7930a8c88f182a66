#ifndef SX_BASE_WORD_H
#define SX_BASE_WORD_H

#include "base/str.h"

/*
 * Words of a text whose language is not looked at: runs of the bytes that may be part of an
 * identifier in some language. text/language.h has those of a language.
 */

/** Where the word that goes on at `at` ends; `at` where none does. */
size_t sx_word_end(sx_str text, size_t at);

/** The next word at or after `*at`, which becomes its end; empty at the end of the text. */
sx_str sx_word_next(sx_str text, size_t *at);

/** The first place at or after `from` where `word` stands with none of these bytes beside it;
 * NONE, also for an empty word. */
size_t sx_word_find(sx_str text, sx_str word, size_t from);

/** Whether there is one. */
static inline bool sx_word_is_in(sx_str text, sx_str word) {
  return sx_word_find(text, word, 0) != SX_STR_NONE;
}

#endif
