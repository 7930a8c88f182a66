#include "symbols/database.h"

#include "os/file.h"
#include "store/sqlite.h"
#include "symbols/pages.h"

#include <inttypes.h>
#include <string.h>
#include <uv.h>

#define QUOTE(value) #value
#define TEXT_OF(value) QUOTE(value)
#define VERSION TEXT_OF(SX_SYMBOLS_VERSION)
#define MAX_URI_BYTES 4096

static const char page_size[] = "PRAGMA page_size=" TEXT_OF(SX_SYMBOLS_PAGE_BYTES);

static const char schema[] =
    "PRAGMA user_version=" VERSION ";"
    "CREATE TABLE file(first INTEGER PRIMARY KEY, entry INTEGER NOT NULL, language TEXT NOT NULL,"
    " state INTEGER NOT NULL);"
    "CREATE TABLE symbol(id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, name TEXT NOT NULL,"
    " place BLOB NOT NULL);"
    "CREATE TABLE word(text TEXT NOT NULL, first INTEGER NOT NULL, names BLOB NOT NULL,"
    " PRIMARY KEY(text, first)) WITHOUT ROWID;"
    "CREATE TABLE base(symbol INTEGER NOT NULL, n INTEGER NOT NULL, hash INTEGER NOT NULL,"
    " kind INTEGER NOT NULL, at INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY(symbol, n))"
    " WITHOUT ROWID;"
    "CREATE TABLE import(file INTEGER PRIMARY KEY, list BLOB NOT NULL);"
    "CREATE TABLE specifier(id INTEGER PRIMARY KEY, text TEXT NOT NULL, files INTEGER NOT NULL);"
    /* It is complete or is removed; a lock and a journal would only cost. */
    "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA locking_mode=EXCLUSIVE;"
    "PRAGMA cache_size=-32768; BEGIN";

static const char finish[] = "CREATE UNIQUE INDEX file_entry ON file(entry);"
                             "CREATE INDEX symbol_hash ON symbol(hash);"
                             "CREATE INDEX base_hash ON base(hash); COMMIT";

static uv_once_t files_once = UV_ONCE_INIT;
static int registered;

static void register_files(void) {
  registered = sx_symbols_pages_register();
}

sx_status sx_symbols_prepare(void) {
  sx_status status = sx_sqlite_prepare();
  if (status) return status;
  uv_once(&files_once, register_files);
  return registered ? SX_INTERNAL : SX_OK;
}

/* ---- errors ------------------------------------------------------------------------------ */

/* It is written once, with a schema that is known: any other outcome comes from damage. */
static sx_status status_of(int code) {
  sx_status status = sx_sqlite_status(code);
  return status == SX_INTERNAL || status == SX_BUSY ? SX_CORRUPT : status;
}

sx_status sx_symbols_fail(sqlite3 *db, int code, sx_err *err) {
  sx_status status = status_of(code);
  if (status == SX_NOMEM) return sx_fail(err, status, NULL);
  return sx_fail(err, status, "The index of symbols: %s.",
                 db && sqlite3_errcode(db) == (code & 0xFF) ? sqlite3_errmsg(db)
                                                            : sqlite3_errstr(code));
}

static sx_status run(sqlite3 *db, const char *sql, sx_err *err) {
  int code = sqlite3_exec(db, sql, NULL, NULL, NULL);
  return code ? sx_symbols_fail(db, code, err) : SX_OK;
}

/* ---- life -------------------------------------------------------------------------------- */

static sx_status close_failed(sqlite3 **out, sx_status status) {
  sx_symbols_close_file(*out);
  *out = NULL;
  return status;
}

sx_status sx_symbols_finish(sqlite3 *db, sx_err *err) {
  return run(db, finish, err);
}

static sx_status check_version(sqlite3 *db, sx_err *err) {
  int64_t version;
  int code = sx_sqlite_number(db, "PRAGMA user_version", &version);
  if (code != SQLITE_ROW) return sx_symbols_fail(db, code, err);
  if (version == SX_SYMBOLS_VERSION) return SX_OK;
  return sx_fail(err, SX_CORRUPT, "The index of symbols is of version %lld.", (long long)version);
}

/* `options`: of SQLite, after the mark. */
static sx_status write_uri(char out[MAX_URI_BYTES], const char *path, uint32_t mark,
                           const char *options, sx_err *err) {
  static const char digits[] = "0123456789ABCDEF";
  size_t len = (size_t)snprintf(out, MAX_URI_BYTES, "file:");
  for (const char *at = path; *at; at++) {
    if (len + sizeof "%25?" SX_SYMBOLS_PAGES_MARK "=12345678&immutable=1" > MAX_URI_BYTES)
      return sx_fail(err, SX_TOO_BIG, "The path of the index is too long.");
    bool is_plain = *at != '%' && *at != '?' && *at != '#';
    if (is_plain) out[len++] = *at;
    if (is_plain) continue;
    out[len++] = '%';
    out[len++] = digits[(unsigned char)*at >> 4];
    out[len++] = digits[*at & 15];
  }
  snprintf(out + len, MAX_URI_BYTES - len, "?" SX_SYMBOLS_PAGES_MARK "=%08" PRIx32 "%s", mark,
           options);
  return SX_OK;
}

/* Room for checksums can be kept when it is known how large a page is. */
sx_status sx_symbols_make(sqlite3 **out, const char *path, uint32_t mark, sx_err *err) {
  const int flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI;
  char uri[MAX_URI_BYTES];
  *out = NULL;
  sx_status status = write_uri(uri, path, mark, "", err);
  if (status) return status;
  int code = sqlite3_open_v2(uri, out, flags, SX_SYMBOLS_PAGES);
  if (!code) code = sqlite3_exec(*out, page_size, NULL, NULL, NULL);
  if (!code) code = sx_symbols_pages_reserve(*out);
  status = code ? sx_symbols_fail(*out, code, err) : run(*out, schema, err);
  return status ? close_failed(out, status) : SX_OK;
}

/* Opening a pipe would wait until a program writes into it. */
static sx_status check_file(const char *path, sx_err *err) {
  sx_file_info info;
  sx_status status = sx_file_stat(&info, sx_str_from(path), err);
  if (status || info.is_regular) return status;
  return sx_fail(err, SX_NOT_READABLE, "'%s' %s.", path,
                 info.exists ? "is not a file" : "does not exist");
}

sx_status sx_symbols_open_file(sqlite3 **out, const char *path, uint32_t mark, sx_err *err) {
  const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI;
  char uri[MAX_URI_BYTES];
  *out = NULL;
  sx_status status = check_file(path, err);
  /* `immutable`: without locks, and without looking for a journal. */
  if (!status) status = write_uri(uri, path, mark, "&immutable=1", err);
  if (status) return status;
  int code = sqlite3_open_v2(uri, out, flags, SX_SYMBOLS_PAGES);
  if (code) return close_failed(out, sx_symbols_fail(*out, code, err));
  status = run(*out, "PRAGMA mmap_size=0; PRAGMA cache_size=-4096; PRAGMA cell_size_check=ON", err);
  if (!status) status = check_version(*out, err);
  return status ? close_failed(out, status) : SX_OK;
}

void sx_symbols_close_file(sqlite3 *db) {
  sqlite3_close_v2(db);
}
