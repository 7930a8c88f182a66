#ifndef SX_MEMORY_LIST_COLUMN_H
#define SX_MEMORY_LIST_COLUMN_H

#include "base/array.h"

/* Lists in a column of a table: tags as ",one,two,", so that each is found between two commas;
 * files and symbols with one to a line. */

#define SX_COLUMN_TAGS ','
#define SX_COLUMN_LINES '\n'

/** In an item what stands between them becomes a blank. NUL-terminated, in `arena`. */
sx_str sx_list_column_write(const sx_strs *items, char between, sx_arena *arena);
/** The items, borrowed from the column. NOMEM. */
sx_status sx_list_column_read(sx_strs *out, sx_str column, char between, sx_arena *arena,
                              sx_err *err) SX_MUST_USE;

#endif
