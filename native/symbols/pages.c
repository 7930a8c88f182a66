#include "symbols/pages.h"

#include "base/crc32c.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
  PAGE = SX_SYMBOLS_PAGE_BYTES,
  SUM = SX_SYMBOLS_PAGE_SUM_BYTES,
  /* SQLite reads so much of the first page by itself, some of it for each statement. */
  HEAD = 100
};

/** An open file; SQLite gives it its memory, with that of the system's file after it. */
typedef struct pages {
  sqlite3_file base;
  sqlite3_file *file;
  uint32_t mark;
  bool is_written; /* pages that were pushed out of memory are read back: they need no check */
  bool has_head;
  unsigned char head[HEAD];
} pages;

static sqlite3_vfs own, *former;
static sx_crc32c crc;

static pages *pages_of(sqlite3_file *file) {
  return (pages *)(void *)file;
}

/* ---- one page ------------------------------------------------------------------------------ */

static void write_sum(unsigned char out[SUM], const pages *p, const unsigned char *page,
                      sqlite3_int64 at) {
  unsigned char head[12];
  uint64_t number = (uint64_t)at / PAGE;
  for (int i = 0; i < 8; i++) head[i] = (unsigned char)(number >> 8 * i);
  for (int i = 0; i < 4; i++) head[8 + i] = (unsigned char)(p->mark >> 8 * i);
  uint32_t sum = sx_crc32c_add(&crc, 0, head, sizeof head);
  sum = sx_crc32c_add(&crc, sum, page, PAGE - SUM);
  for (int i = 0; i < SUM; i++) out[i] = (unsigned char)(sum >> 8 * i);
}

static int read_page(const pages *p, unsigned char *page, sqlite3_int64 at) {
  unsigned char sum[SUM];
  int code = p->file->pMethods->xRead(p->file, page, PAGE, at);
  if (code == SQLITE_IOERR_SHORT_READ) return SQLITE_CORRUPT;
  if (code) return code;
  write_sum(sum, p, page, at);
  return memcmp(sum, page + PAGE - SUM, SUM) == 0 ? SQLITE_OK : SQLITE_CORRUPT;
}

/* A part of a page: all of it must fit. */
static int read_part(pages *p, void *out, int bytes, sqlite3_int64 at) {
  unsigned char page[PAGE];
  sqlite3_int64 start = at - at % PAGE;
  if (at - start > PAGE - bytes) return SQLITE_CORRUPT;
  int code = read_page(p, page, start);
  if (code) return code;
  memcpy(out, page + (at - start), (size_t)bytes);
  if (!start) memcpy(p->head, page, HEAD);
  p->has_head = p->has_head || !start;
  return SQLITE_OK;
}

/* ---- what SQLite calls ----------------------------------------------------------------------- */

static int do_read(sqlite3_file *file, void *out, int bytes, sqlite3_int64 at) {
  pages *p = pages_of(file);
  if (p->is_written) return p->file->pMethods->xRead(p->file, out, bytes, at);
  if (bytes == PAGE && at % PAGE == 0) return read_page(p, out, at);
  if (!p->has_head || at + bytes > HEAD) return read_part(p, out, bytes, at);
  memcpy(out, p->head + at, (size_t)bytes);
  return SQLITE_OK;
}

static int do_write(sqlite3_file *file, const void *from, int bytes, sqlite3_int64 at) {
  const pages *p = pages_of(file);
  unsigned char page[PAGE];
  if (bytes != PAGE || at % PAGE) return SQLITE_IOERR_WRITE;
  memcpy(page, from, PAGE - SUM);
  write_sum(page + PAGE - SUM, p, page, at);
  return p->file->pMethods->xWrite(p->file, page, PAGE, at);
}

static int do_control(sqlite3_file *file, int operation, void *argument) {
  const pages *p = pages_of(file);
  return p->file->pMethods->xFileControl(p->file, operation, argument);
}

static int do_close(sqlite3_file *file) {
  const pages *p = pages_of(file);
  return p->file->pMethods->xClose(p->file);
}

static int do_truncate(sqlite3_file *file, sqlite3_int64 bytes) {
  const pages *p = pages_of(file);
  return p->file->pMethods->xTruncate(p->file, bytes);
}

static int do_sync(sqlite3_file *file, int flags) {
  const pages *p = pages_of(file);
  return p->file->pMethods->xSync(p->file, flags);
}

static int do_measure(sqlite3_file *file, sqlite3_int64 *bytes) {
  const pages *p = pages_of(file);
  return p->file->pMethods->xFileSize(p->file, bytes);
}

static int do_lock(sqlite3_file *file, int level) {
  const pages *p = pages_of(file);
  return p->file->pMethods->xLock(p->file, level);
}

static int do_unlock(sqlite3_file *file, int level) {
  const pages *p = pages_of(file);
  return p->file->pMethods->xUnlock(p->file, level);
}

static int do_check_lock(sqlite3_file *file, int *is_reserved) {
  const pages *p = pages_of(file);
  return p->file->pMethods->xCheckReservedLock(p->file, is_reserved);
}

static int do_sector(sqlite3_file *file) {
  const pages *p = pages_of(file);
  return p->file->pMethods->xSectorSize(p->file);
}

/* A value of several pages would be read in parts, each time with a whole page for its checksum. */
static int do_characteristics(sqlite3_file *file) {
  const pages *p = pages_of(file);
  return p->file->pMethods->xDeviceCharacteristics(p->file) & ~SQLITE_IOCAP_SUBPAGE_READ;
}

/* ---- opening -------------------------------------------------------------------------------- */

static const sqlite3_io_methods methods = {.iVersion = 1,
                                           .xClose = do_close,
                                           .xRead = do_read,
                                           .xWrite = do_write,
                                           .xTruncate = do_truncate,
                                           .xSync = do_sync,
                                           .xFileSize = do_measure,
                                           .xLock = do_lock,
                                           .xUnlock = do_unlock,
                                           .xCheckReservedLock = do_check_lock,
                                           .xFileControl = do_control,
                                           .xSectorSize = do_sector,
                                           .xDeviceCharacteristics = do_characteristics};

/* Temporary files, in which indexes are put in order, have no pages. */
static int do_open(sqlite3_vfs *unused, sqlite3_filename name, sqlite3_file *file, int flags,
                   int *out_flags) {
  pages *p = pages_of(file);
  (void)unused;
  if (!(flags & SQLITE_OPEN_MAIN_DB)) return former->xOpen(former, name, file, flags, out_flags);
  const char *mark = sqlite3_uri_parameter(name, SX_SYMBOLS_PAGES_MARK);
  *p = (pages){.file = (sqlite3_file *)(void *)(p + 1),
               .mark = mark ? (uint32_t)strtoul(mark, NULL, 16) : 0,
               .is_written = flags & SQLITE_OPEN_READWRITE};
  int code = former->xOpen(former, name, p->file, flags, out_flags);
  if (p->file->pMethods) p->base.pMethods = &methods;
  return code;
}

int sx_symbols_pages_register(void) {
  former = sqlite3_vfs_find(NULL);
  if (!former) return SQLITE_ERROR;
  sx_crc32c_init(&crc);
  own = *former;
  own.pNext = NULL;
  own.zName = SX_SYMBOLS_PAGES;
  own.szOsFile = (int)sizeof(pages) + former->szOsFile;
  own.xOpen = do_open;
  return sqlite3_vfs_register(&own, 0);
}

int sx_symbols_pages_reserve(sqlite3 *db) {
  int bytes = SX_SYMBOLS_PAGE_SUM_BYTES;
  return sqlite3_file_control(db, "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes);
}
