#ifndef SX_MEANING_TERMS_H
#define SX_MEANING_TERMS_H

#include "base/str.h"

#include <stdint.h>

/*
 * The words of code and prose, by which questions are answered. Identifiers are split where the
 * case changes, at digits and at '_': parseHTTPHeader_v2 is parse, http, header. All are in lower
 * case. Words of other scripts are whole, but for ideographs, which stand without spaces: each two
 * of them are a word. Numbers of two to four digits count, single letters do not.
 */

#define SX_TERM_BYTES 64

/** Goes through a text. Borrows it. */
typedef struct sx_terms {
  sx_str text;
  size_t at;         /* what is left begins here */
  size_t start, end; /* of the last word in the text */
  char word[SX_TERM_BYTES];
  size_t len;
  bool is_after_pair; /* the ideograph at `at` was the second of a pair */
} sx_terms;

void sx_terms_init(sx_terms *terms, sx_str text);
/** The next word; false at the end. Borrowed until the next call. Linear in the text. */
bool sx_terms_next(sx_terms *terms, sx_str *word);

/** The small letter of a capital one: Latin, Greek and Cyrillic. */
uint32_t sx_term_fold(uint32_t c);
/** Whether the word says nothing about what is meant: "the", "return". */
bool sx_term_is_stop(sx_str word);
/** The stem of a word in `out`; words that are not of a to z are their own. */
sx_str sx_term_stem(sx_str word, char out[SX_TERM_BYTES]);

#endif
