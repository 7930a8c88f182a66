#ifndef SX_TEXT_OCCURRENCES_H
#define SX_TEXT_OCCURRENCES_H

#include "base/arena.h"
#include "text/lexer.h"
#include "text/position.h"

/*
 * Where a name stands in a text as a whole word.
 *
 * A whole word: where the name begins (ends) with an identifier character of the language, the
 * character before (after) it is none. So `a.b`, `operator+`, `#include` and `$` are found
 * too, and where they overlap each place counts. A byte of broken UTF-8 is not an identifier
 * character, and a name that is empty or not valid UTF-8 is nowhere.
 */

typedef struct sx_occurrence {
  size_t offset;
  sx_point point;
  uint32_t col_u16;
  sx_use use; /* CODE until sx_occurrences_classify */
} sx_occurrence;

typedef struct sx_occurrences {
  sx_occurrence *items; /* ascending, in the arena */
  size_t len, cap;
  size_t total; /* exact, also where `len` was limited */
} sx_occurrences;

/**
 * The first `max_items` occurrences of `name`, and how many there are in all.
 *
 * Memory   out->items in `arena`; text and name borrowed during the call.
 * Errors   TOO_BIG for a text of 4 GB or more, and past the arena's ceiling; NOMEM.
 * Cost     One pass over the text, faster the rarer the two rarest bytes of the name are; rows
 *          are counted only as far as the last item.
 */
sx_status sx_occurrences_find(sx_occurrences *out, sx_str text, sx_str name,
                              const sx_language *language, size_t max_items, sx_arena *arena,
                              sx_err *err) SX_MUST_USE;

/** Fills in `use` of all items, by one pass of the lexer up to the last of them. */
void sx_occurrences_classify(sx_occurrences *occurrences, sx_str text, const sx_language *language);

/** Whether `name` occurs at all: stops at the first. */
bool sx_occurrences_has(sx_str text, sx_str name, const sx_language *language);

/** How many there are, without places. */
size_t sx_occurrences_count(sx_str text, sx_str name, const sx_language *language);

#endif
