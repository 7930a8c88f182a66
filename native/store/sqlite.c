#include "store/sqlite.h"

#include "base/mem.h"

#include <string.h>
#include <uv.h>

/* base/mem does not say how large a piece is: it stands before it. */
#define HEAD_BYTES ((size_t)16)

static _Thread_local struct {
  size_t most, taken; /* bytes; most: 0 is any number */
  bool is_over;
} limit;

void sx_sqlite_limit_memory(size_t bytes) {
  limit.most = bytes;
  limit.taken = 0;
  limit.is_over = false;
}

size_t sx_sqlite_memory_bytes(void) {
  return limit.taken;
}

bool sx_sqlite_is_over_limit(void) {
  return limit.is_over;
}

/* Whether so many bytes may be taken instead of so many others. */
static bool may_hold(int bytes, int before) {
  bool is_fine = !limit.most || limit.taken + (size_t)bytes <= limit.most + (size_t)before;
  if (!is_fine) limit.is_over = true;
  return is_fine;
}

/* Pieces of the time before the limit are not counted, but may be given back. */
static void count(int bytes, int before) {
  if (!limit.most) return;
  limit.taken += (size_t)bytes;
  limit.taken -= limit.taken < (size_t)before ? limit.taken : (size_t)before;
}

static void *take(int bytes) {
  char *piece = may_hold(bytes, 0) ? sx_malloc((size_t)bytes + HEAD_BYTES) : NULL;
  if (!piece) return NULL;
  count(bytes, 0);
  memcpy(piece, &bytes, sizeof bytes);
  return piece + HEAD_BYTES;
}

static int size_of(void *piece) {
  int bytes;
  if (!piece) return 0;
  memcpy(&bytes, (char *)piece - HEAD_BYTES, sizeof bytes);
  return bytes;
}

static void give_back(void *piece) {
  count(0, size_of(piece));
  if (piece) sx_free((char *)piece - HEAD_BYTES);
}

static void *take_again(void *piece, int bytes) {
  int before = size_of(piece);
  if (!may_hold(bytes, before)) return NULL;
  char *moved = sx_realloc((char *)piece - HEAD_BYTES, (size_t)bytes + HEAD_BYTES);
  if (!moved) return NULL;
  count(bytes, before);
  memcpy(moved, &bytes, sizeof bytes);
  return moved + HEAD_BYTES;
}

static int round_up(int bytes) {
  return (bytes + 7) & ~7;
}

static int begin_memory(void *unused) {
  (void)unused;
  return SQLITE_OK;
}

static void end_memory(void *unused) {
  (void)unused;
}

static uv_once_t once = UV_ONCE_INIT;
static int configured;

static void configure(void) {
  static const sqlite3_mem_methods methods = {take,     give_back,    take_again, size_of,
                                              round_up, begin_memory, end_memory, NULL};
  configured = sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
}

sx_status sx_sqlite_prepare(void) {
  uv_once(&once, configure);
  if (configured) return SX_INTERNAL;
  return sqlite3_initialize() ? SX_NOMEM : SX_OK;
}

/* ---- databases of anyone ----------------------------------------------------------------------
 */

static sqlite3_vfs *any_file, foreign_files;
static uv_once_t files_once = UV_ONCE_INIT;

/*
 * A journal can name a file, which SQLite takes for a list of other journals, and deletes when it
 * has taken the change back. Whoever made the journal may have named any file of this machine. Only
 * changes of attached files have such a list.
 */
static int open_foreign(sqlite3_vfs *files, sqlite3_filename name, sqlite3_file *file, int flags,
                        int *out_flags) {
  (void)files;
  file->pMethods = NULL;
  if (flags & SQLITE_OPEN_SUPER_JOURNAL) return SQLITE_CANTOPEN;
  return any_file->xOpen(any_file, name, file, flags, out_flags);
}

static void register_files(void) {
  any_file = sqlite3_vfs_find(NULL);
  if (!any_file) return;
  foreign_files = *any_file;
  foreign_files.zName = "sextant-foreign";
  foreign_files.xOpen = open_foreign;
  if (sqlite3_vfs_register(&foreign_files, 0)) foreign_files.zName = NULL;
}

const char *sx_sqlite_foreign_files(void) {
  uv_once(&files_once, register_files);
  return foreign_files.zName;
}

sx_status sx_sqlite_status(int code) {
  if ((code & 0xFFFF) == SQLITE_IOERR_NOMEM) return SX_NOMEM;
  switch (code & 0xFF) {
  case SQLITE_NOMEM: return SX_NOMEM;
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
  case SQLITE_PROTOCOL: return SX_BUSY;
  case SQLITE_CORRUPT:
  case SQLITE_NOTADB: return SX_CORRUPT;
  case SQLITE_CANTOPEN: return SX_NOT_READABLE;
  case SQLITE_READONLY: return SX_READ_ONLY;
  case SQLITE_INTERRUPT: return SX_CANCELLED;
  case SQLITE_FULL:
  case SQLITE_IOERR: return SX_IO;
  default: return SX_INTERNAL;
  }
}

int sx_sqlite_number(sqlite3 *db, const char *sql, int64_t *out) {
  sqlite3_stmt *ask = NULL;
  int code = sqlite3_prepare_v2(db, sql, -1, &ask, NULL);
  if (!code) code = sqlite3_step(ask);
  *out = code == SQLITE_ROW ? sqlite3_column_int64(ask, 0) : 0;
  sqlite3_finalize(ask);
  return code;
}
