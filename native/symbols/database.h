#ifndef SX_SYMBOLS_DATABASE_H
#define SX_SYMBOLS_DATABASE_H

#include "base/status.h"
#include "base/str.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * The declarations of the files of one segment (index/segment), in a file of SQLite beside it:
 * `symbols.N` belongs to `base.N` or `delta.N`. It is written once and never changed, so readers
 * need no lock, and what is known of the segment's files holds for it, too. Each page has a
 * checksum (symbols/pages): a damaged one is CORRUPT, never another row. Facts of each file alone
 * are kept, never what they mean to other files: each question finds that out.
 *
 *     file    first: its number among all rows, one less than that of its first symbol; entry: that
 *             of the segment; language; state: sx_symbols_state
 *     symbol  id; hash: sx_symbols_hash of the name; name; place: symbols/place
 *     word    text: a part of names, in lower case; first: the symbol of the first such name;
 *             names: numbers as in a place, the symbols of the others, each the difference from
 *             the one before. A name stands for its first symbol. A word may have several rows
 *     base    symbol: one that names a type beside its own as `n`-th of its file; hash: of the last
 *             word of that name; kind: sx_base_kind; at: a byte of the file's text
 *     import  file: its `first`; list: numbers as in a place, two for each of its imports: 16 times
 *             the specifier's id and the sx_text_import_kind; the lines since the one before
 *     specifier  text: as it is written; files: how many have it
 */

/** A file of another version is written again. */
#define SX_SYMBOLS_VERSION 7

/** SQLite takes its memory from base/mem. From any thread, before all others; repeated calls do
 * nothing. */
sx_status sx_symbols_prepare(void) SX_MUST_USE;
/**
 * Makes an empty database at a path where there is no file, quick to fill: nothing is synced.
 * `mark`: of the segment that it belongs to (index/segment).
 */
sx_status sx_symbols_make(sqlite3 **out, const char *path, uint32_t mark, sx_err *err) SX_MUST_USE;
/** Makes the indexes of what was filled in. */
sx_status sx_symbols_finish(sqlite3 *db, sx_err *err) SX_MUST_USE;
/**
 * Opens one that was finished, for reading, by one thread at a time. Nothing of it is mapped: it
 * may be cut by others. Errors: NOT_READABLE, also where there is no file; CORRUPT, also where it
 * is of another version or another mark; IO; NOMEM.
 */
sx_status sx_symbols_open_file(sqlite3 **out, const char *path, uint32_t mark,
                               sx_err *err) SX_MUST_USE;
void sx_symbols_close_file(sqlite3 *db); /* NULL is allowed */

/** The status of a result of SQLite that is not OK, ROW or DONE, with its message. */
sx_status sx_symbols_fail(sqlite3 *db, int code, sx_err *err);

#endif
