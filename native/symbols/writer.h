#ifndef SX_SYMBOLS_WRITER_H
#define SX_SYMBOLS_WRITER_H

#include "symbols/database.h"
#include "symbols/reader.h"
#include "syntax/facts.h"

/** A file with what it declares. Borrowed. */
typedef struct sx_symbols_file {
  uint32_t entry; /* of the segment */
  sx_str language, text;
  sx_symbols_state state;
  const sx_text_facts *facts; /* none of a file that was not read */
} sx_symbols_file;

/** More macros of one file have no rows: register headers have tens of thousands. */
#define SX_SYMBOLS_MAX_MACROS 500

typedef struct sx_symbols_writer sx_symbols_writer;

/* A longer one is an expression that makes a type, not its name, and has no row. */
#define SX_SYMBOLS_MAX_BASE_BYTES ((size_t)1 << 10)

/** For a database that was made, which it borrows. NOMEM, CORRUPT. */
sx_status sx_symbols_writer_new(sx_symbols_writer **out, sqlite3 *db, sx_err *err) SX_MUST_USE;
void sx_symbols_writer_free(sx_symbols_writer *writer); /* NULL is allowed */
/** Each entry once. Errors of SQLite. */
sx_status sx_symbols_writer_put(sx_symbols_writer *writer, const sx_symbols_file *file,
                                sx_err *err) SX_MUST_USE;

/** Puts a file as another database has it: all that it has of an entry. Errors of SQLite. */
sx_status sx_symbols_writer_copy(sx_symbols_writer *writer, const sx_symbols_file *file,
                                 const sx_symbols_contents *from, sx_err *err) SX_MUST_USE;

/** After all files: writes what they have in common, and makes the indexes. Errors of SQLite. */
sx_status sx_symbols_writer_finish(sx_symbols_writer *writer, sx_err *err) SX_MUST_USE;

#endif
