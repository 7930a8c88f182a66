#ifndef SX_TEST_DIFF_RANDOM_H
#define SX_TEST_DIFF_RANDOM_H

#include "harness.h"

/*
 * Random texts for the tests of native/diff: few kinds of lines, so that lines repeat and edits
 * can slide, with every byte that texts should not have and every kind of end.
 */

typedef struct diff_random diff_random;

/** Room for the texts of a case. */
diff_random *diff_random_new(void);
/** Forgets the texts that were made. */
void diff_random_clear(diff_random *random);

/** Up to `max_lines` lines of `kinds` kinds; the last one has its end or not. */
sx_str diff_random_text(diff_random *random, size_t max_lines, size_t kinds);

/** `text` with `edits` random edits: lines removed, repeated, moved, replaced and added. */
sx_str diff_random_edited(diff_random *random, sx_str text, size_t edits, size_t kinds);

#endif
