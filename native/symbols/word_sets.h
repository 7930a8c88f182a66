#ifndef SX_SYMBOLS_WORD_SETS_H
#define SX_SYMBOLS_WORD_SETS_H

#include "base/array.h"
#include "symbols/words.h"

#include <stdint.h>

/** Reads which names have words, of a database (symbols/database). */
typedef struct sx_symbols_word_sets {
  sx_symbols_words words;
  sqlite3_stmt *statements[2];
} sx_symbols_word_sets;

/** The names that may have all of some parts. */
typedef struct sx_symbols_word_set {
  SX_ARRAY(uint32_t) ids; /* ascending */
  sx_strs unchecked; /* parts that each of them is to be looked at for, as that takes less time */
} sx_symbols_word_set;

/* Each returns a result of SQLite. */

int sx_symbols_word_sets_open(sx_symbols_word_sets *out, sqlite3 *db);
void sx_symbols_word_sets_close(sx_symbols_word_sets *sets); /* zeroed is allowed */
/**
 * Finds the names that have all of the parts: "us" as a whole one, "us*" as the beginning of one.
 * `last`: no id is above it. The set is in `arena`. CORRUPT where another is listed.
 */
int sx_symbols_word_sets_find(const sx_symbols_word_sets *sets, const sx_strs *parts, uint32_t last,
                              sx_symbols_word_set *out, sx_arena *arena);

#endif
