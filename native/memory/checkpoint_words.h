#ifndef SX_MEMORY_CHECKPOINT_WORDS_H
#define SX_MEMORY_CHECKPOINT_WORDS_H

#include "base/array.h"
#include "base/buf.h"
#include "meaning/words.h"

/* The words by which a checkpoint is found: stems, identifiers split (meaning/terms.h). */

/** The stems of some texts, each after a blank. In `arena`. */
sx_str sx_checkpoint_make_words(const sx_str *texts, size_t count, sx_arena *arena);

/** A question as full text search has it: any of its words, and of those that go with them. */
typedef struct sx_checkpoint_question {
  sx_str match;           /* empty: it has no words that count */
  bool is_bare;           /* nor others: only signs and single letters, as "C++" */
  sx_strs stems;          /* its own words */
  sx_direction direction; /* what it means */
} sx_checkpoint_question;

/** In `arena`. NOMEM. */
sx_status sx_checkpoint_ask(sx_checkpoint_question *out, sx_str query, sx_arena *arena) SX_MUST_USE;

/** How well a checkpoint answers, by its words. */
typedef struct sx_checkpoint_fit {
  float coverage; /* the part of the question's own words that it has */
  float nearness; /* of what both mean: 0 to 1 */
} sx_checkpoint_fit;
sx_checkpoint_fit sx_checkpoint_compare(const sx_checkpoint_question *question, sx_str words);

#endif
