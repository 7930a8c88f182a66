#ifndef SX_SYMBOLS_WORDS_H
#define SX_SYMBOLS_WORDS_H

#include "base/str.h"

#include <sqlite3.h>

/** Words in lower case, of any script, as `unicode61` has them: SQLite has FTS5 for that tokenizer
 * alone. */
typedef struct sx_symbols_words {
  fts5_tokenizer methods;
  Fts5Tokenizer *tokenizer;
} sx_symbols_words;

/* Each returns a result of SQLite. */

int sx_symbols_words_open(sx_symbols_words *out, sqlite3 *db);
void sx_symbols_words_close(sx_symbols_words *words); /* zeroed is allowed */
/** Visits each word between spaces; it is borrowed until the visit returns. Ends at a result that
 * is not OK. */
int sx_symbols_words_each(const sx_symbols_words *words, sx_str text,
                          int (*visit)(void *arg, sx_str word), void *arg);

#endif
