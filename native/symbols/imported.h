#ifndef SX_SYMBOLS_IMPORTED_H
#define SX_SYMBOLS_IMPORTED_H

#include "base/array.h"
#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * How often files are imported, about: by how specifiers end, not by what they mean to a language
 * (imports/ finds that, for one file at a time). It is good for an order, and for nothing else.
 */

#define SX_SYMBOLS_IMPORT_BYTES 256

/**
 * A specifier as the end of a path: `../core/util.js` is `core/util`, `os.path` is `os/path`,
 * `linux/fs.h` itself. `*is_relative`: it is one of several files of that end, by the file that has
 * it. The length; 0: it is empty or too long.
 */
size_t sx_symbols_import_end(char out[SX_SYMBOLS_IMPORT_BYTES], sx_str specifier,
                             bool *is_relative);
/**
 * The path of a file as specifiers have it: without its extension, unless it is a header, nor the
 * last name of a folder's own module (`shop/index.ts` is `shop`). Empty: none imports it by that.
 */
sx_str sx_symbols_imported_path(sx_str path);

/** Files with specifiers of one end. */
typedef struct sx_symbols_imported {
  uint32_t absolute, relative;
} sx_symbols_imported;

/** The numbers of all ends. Zeroed, it is empty. */
typedef struct sx_symbols_imported_table {
  struct sx_symbols_imported_slot *slots;
  size_t len, cap;
} sx_symbols_imported_table;

/** Adds `files` to the end of the specifier. NOMEM; past a maximum others are left out. */
sx_status sx_symbols_imported_add(sx_symbols_imported_table *table, sx_str specifier,
                                  uint32_t files) SX_MUST_USE;
/** Adds those of this end to `*out`. */
void sx_symbols_imported_count(const sx_symbols_imported_table *table, sx_str end,
                               sx_symbols_imported *out);
void sx_symbols_imported_release(sx_symbols_imported_table *table);

#endif
