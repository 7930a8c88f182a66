#ifndef SX_SYMBOLS_WORD_LISTS_H
#define SX_SYMBOLS_WORD_LISTS_H

#include "base/array.h"
#include "base/map.h"
#include "symbols/words.h"

#include <stdint.h>

/** The names that have a word, as a database lists them (symbols/database). */
typedef struct sx_symbols_word_list {
  sx_str word;
  int64_t first, last;
  SX_ARRAY(unsigned char) names;
} sx_symbols_word_list;

typedef struct sx_symbols_word_lists {
  sx_symbols_words words;
  sqlite3_stmt *put;
  sx_arena arena; /* of those that are not written yet */
  sx_map found;   /* of a word: where its list stands */
  SX_ARRAY(sx_symbols_word_list) lists;
} sx_symbols_word_lists;

/* Each returns a result of SQLite. */

int sx_symbols_word_lists_open(sx_symbols_word_lists *out, sqlite3 *db);
void sx_symbols_word_lists_close(sx_symbols_word_lists *lists); /* zeroed is allowed */
/** Adds a name by its parts; `id`s ascend. Lists are written when they take some memory. */
int sx_symbols_word_lists_add(sx_symbols_word_lists *lists, sx_str parts, int64_t id);
/** Writes the rest. */
int sx_symbols_word_lists_write(sx_symbols_word_lists *lists);

#endif
