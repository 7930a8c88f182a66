#ifndef SX_SYMBOLS_READER_H
#define SX_SYMBOLS_READER_H

#include "base/array.h"
#include "symbols/place.h"

/** A database of symbols, open for questions. Threads may share it: each question waits its turn.
 */
typedef struct sx_symbols_reader sx_symbols_reader;

/** A row. */
typedef struct sx_symbols_row {
  int64_t id;
  uint32_t entry;         /* its file's, of the segment */
  sx_symbols_state state; /* of its file */
  sx_str name;
  sx_symbols_place place;
} sx_symbols_row;
typedef SX_ARRAY(sx_symbols_row) sx_symbols_rows;

/** Errors as sx_symbols_open_file (symbols/database). */
sx_status sx_symbols_open(sx_symbols_reader **out, const char *path, sx_err *err) SX_MUST_USE;
void sx_symbols_free(sx_symbols_reader *symbols); /* NULL is allowed */

/*
 * Everything in `arena`, rows by id: by their files, and in them by place.
 * Errors  CORRUPT, IO, NOMEM; TOO_BIG past the arena's ceiling.
 */

/** Adds the symbols of a name, whatever the case of its ASCII letters. */
sx_status sx_symbols_find(sx_symbols_reader *symbols, sx_str name, sx_symbols_rows *out,
                          sx_arena *arena, sx_err *err) SX_MUST_USE;

/** Parts of names, as sx_symbols_parts has them. */
typedef struct sx_symbols_wanted {
  const sx_strs *parts; /* a name has all of them, in any order; "us*": one that begins so */
  size_t max;           /* names in `out` */
} sx_symbols_wanted;
/** Adds the names that have the parts to `out`, each once, and counts all of them in `*count`. */
sx_status sx_symbols_find_names(sx_symbols_reader *symbols, const sx_symbols_wanted *wanted,
                                sx_strs *out, size_t *count, sx_arena *arena,
                                sx_err *err) SX_MUST_USE;

/** Adds all symbols of an entry; `*state` is SX_SYMBOLS_FOREIGN where it has none. */
sx_status sx_symbols_of_entry(sx_symbols_reader *symbols, uint32_t entry, sx_symbols_rows *out,
                              sx_symbols_state *state, sx_arena *arena, sx_err *err) SX_MUST_USE;
/** Finds the symbol that another is a member of. `out->name` is empty where there is none. */
sx_status sx_symbols_above(sx_symbols_reader *symbols, const sx_symbols_row *row,
                           sx_symbols_row *out, sx_arena *arena, sx_err *err) SX_MUST_USE;

/** A file that the database has. */
typedef struct sx_symbols_entry {
  uint32_t entry;
  sx_str language; /* borrowed until the visit returns */
  sx_symbols_state state;
} sx_symbols_entry;
/** Visits all of them, by entry. */
sx_status sx_symbols_each(sx_symbols_reader *symbols,
                          void (*visit)(void *arg, const sx_symbols_entry *entry), void *arg,
                          sx_err *err) SX_MUST_USE;

#endif
