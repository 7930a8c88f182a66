#ifndef SX_MEANING_WORDS_H
#define SX_MEANING_WORDS_H

#include "base/str.h"

#include <stdint.h>

/*
 * The meaning of words, as directions: the words of a comment and those of the code that it is on
 * point to the same side. Learnt from other people's sources (deps/words/), and a part of the
 * program.
 *
 * The table, all numbers little-endian, 4 bytes each:
 *   magic, count of words, of rows for prose, of rows for code
 *   where the text of each word begins, and the end of the last; they ascend by their bytes
 *   for each word its row for prose, then for each that for code; SX_WORDS_NONE
 *   rows for prose, then for code: what 1 is (a float), and SX_WORDS_DIM signed bytes
 *   for each row for prose SX_WORDS_RELATED words of code, the nearest first: the word << 8 | how
 *   near (255: the same direction); SX_WORDS_NONE
 *   the texts
 */

#define SX_WORDS_DIM 64
#define SX_WORDS_RELATED 6
#define SX_WORDS_NONE UINT32_MAX
#define SX_WORDS_MAGIC 0x64727778u /* xwrd */

typedef enum sx_words_side { SX_WORDS_PROSE, SX_WORDS_CODE } sx_words_side;

/** How many words there are. */
uint32_t sx_words_count(void);
/** The number of a stem (meaning/terms.h); SX_WORDS_NONE: it is not known. */
uint32_t sx_words_find(sx_str stem);

/** A word of code that goes with one of prose. Borrows from the program. */
typedef struct sx_related_word {
  sx_str stem;
  float nearness; /* up to 1 */
} sx_related_word;

/** The words of code that go with a word of prose, the nearest first; how many. */
size_t sx_words_related(uint32_t word, sx_related_word out[SX_WORDS_RELATED]);

/** A sum of words. Begins zeroed. */
typedef struct sx_direction {
  float parts[SX_WORDS_DIM];
} sx_direction;

/** Adds a word, as often; nothing where the side does not have it, or of SX_WORDS_NONE. */
void sx_direction_add(sx_direction *sum, uint32_t word, sx_words_side side, float weight);

/** A direction in bytes, of any length; all 0: none. */
typedef struct sx_packed_direction {
  int8_t parts[SX_WORDS_DIM];
} sx_packed_direction;

void sx_direction_pack(sx_packed_direction *out, const sx_direction *sum);
/** The cosine of the angle between both, but 0 where it is negative or one has no direction. */
float sx_direction_nearness(const sx_direction *of, const sx_packed_direction *other);

#endif
