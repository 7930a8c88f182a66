#ifndef SX_SYMBOLS_PAGES_H
#define SX_SYMBOLS_PAGES_H

#include <sqlite3.h>

/*
 * The file system of SQLite by which databases of symbols are written and read. SQLite itself does
 * not see that a page was damaged: one bit may be another name, or hide one. Here each page ends
 * with a checksum of its bytes, its place and the mark of the segment that the database belongs
 * to. One that does not fit is SQLITE_CORRUPT when it is read, before a row is made of it, and so
 * is one that was cut off.
 */

#define SX_SYMBOLS_PAGES "sextant-pages" /* its name, for sqlite3_open_v2 */
#define SX_SYMBOLS_PAGES_MARK "mark"     /* a parameter of the URI: the mark, in hexadecimal */
#define SX_SYMBOLS_PAGE_BYTES 8192       /* of each page: PRAGMA page_size=8192 */
#define SX_SYMBOLS_PAGE_SUM_BYTES 4      /* at its end, which SQLite leaves alone */

/** Once, before a database is opened. A result of SQLite. */
int sx_symbols_pages_register(void);
/** Keeps room for the checksums in a database that is empty. */
int sx_symbols_pages_reserve(sqlite3 *db);

#endif
