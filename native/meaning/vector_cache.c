#include "meaning/vector_cache.h"

#include "base/buf.h"
#include "base/crc32c.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/number.h"
#include "os/clock.h"
#include "os/own_folder.h"
#include "store/sqlite.h"

#include <stdio.h>

#define VERSION 1
#define PAGE_BYTES 4096
/* Another window writes for a few milliseconds. */
#define BUSY_MS 200
#define KEY_BYTES ((size_t)64 << 10)
#define PATH_BYTES ((size_t)16 << 10)

struct sx_vector_cache {
  sqlite3 *db; /* NULL: nothing is kept */
  sqlite3_stmt *find, *add;
  char *folder; /* NULL: it is not on the disk */
  uint64_t max_pages;
  sx_crc32c crc;
};

static const char schema[] =
    "BEGIN IMMEDIATE;"
    "CREATE TABLE IF NOT EXISTS vector(key INTEGER PRIMARY KEY, proof INTEGER NOT NULL,"
    " added INTEGER NOT NULL, sum INTEGER NOT NULL, value BLOB NOT NULL);"
    "CREATE INDEX IF NOT EXISTS vector_added ON vector(added);"
    "PRAGMA user_version=1; COMMIT";

/* The rows that are lost when the system fails can be asked for again. */
static const char options[] = "PRAGMA page_size=4096; PRAGMA journal_mode=DELETE;"
                              "PRAGMA synchronous=OFF; PRAGMA cache_size=-2048;"
                              "PRAGMA mmap_size=0; PRAGMA cell_size_check=ON";

static const char find_row[] = "SELECT sum, value FROM vector WHERE key=? AND proof=?";
static const char add_row[] = "INSERT OR REPLACE INTO vector VALUES(?, ?, ?, ?, ?)";
static const char drop_oldest[] =
    "DELETE FROM vector WHERE added <= (SELECT added FROM vector ORDER BY added LIMIT 1"
    " OFFSET (SELECT count(*) / 4 FROM vector))";

/* ---- keys ------------------------------------------------------------------------------------ */

sx_status sx_vector_key_make(sx_vector_key *out, sx_str url, sx_str model, sx_str text) {
  const sx_str parts[] = {url, model, text};
  sx_crc32c crc;
  sx_buf all;
  sx_buf_init(&all, KEY_BYTES);
  for (size_t i = 0; i < 3; i++) {
    sx_buf_addf(&all, "%zu ", parts[i].len);
    sx_buf_add(&all, parts[i]);
  }
  sx_crc32c_init(&crc);
  out->hash = sx_hash(sx_buf_str(&all));
  out->proof = (uint64_t)sx_crc32c_add(&crc, 0, all.ptr, all.len) << 32 | (uint32_t)all.len;
  sx_status status = all.status;
  sx_buf_release(&all);
  return status;
}

/* ---- the file -------------------------------------------------------------------------------- */

static void close_file(sx_vector_cache *cache) {
  sqlite3_finalize(cache->find);
  sqlite3_finalize(cache->add);
  sqlite3_close_v2(cache->db);
  cache->db = NULL;
  cache->find = cache->add = NULL;
}

/* Any other outcome comes from damage: the schema is known. */
static sx_status status_of(int code) {
  sx_status status = sx_sqlite_status(code);
  return status == SX_INTERNAL ? SX_CORRUPT : status;
}

static sx_status read_number(sqlite3 *db, const char *sql, int64_t *out) {
  int code = sx_sqlite_number(db, sql, out);
  return code == SQLITE_ROW ? SX_OK : status_of(code);
}

static sx_status run(sqlite3 *db, const char *sql) {
  int code = sqlite3_exec(db, sql, NULL, NULL, NULL);
  return code ? status_of(code) : SX_OK;
}

static sx_status prepare(sx_vector_cache *cache) {
  int64_t version;
  char most[64];
  sx_status status = run(cache->db, options);
  snprintf(most, sizeof most, "PRAGMA max_page_count=%llu", (unsigned long long)cache->max_pages);
  if (!status) status = run(cache->db, most);
  if (!status) status = read_number(cache->db, "PRAGMA user_version", &version);
  if (status) return status;
  if (version && version != VERSION) return SX_CORRUPT;
  if (!version) status = run(cache->db, schema);
  if (status) return status;
  int code = sqlite3_prepare_v2(cache->db, find_row, -1, &cache->find, NULL);
  if (!code) code = sqlite3_prepare_v2(cache->db, add_row, -1, &cache->add, NULL);
  return code ? status_of(code) : SX_OK;
}

static sx_status open_path(sx_vector_cache *cache, const char *path) {
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  sx_status status = SX_OK;
  int code = sqlite3_open_v2(path, &cache->db, flags, NULL);
  if (code) status = status_of(code);
  if (!status) sqlite3_busy_timeout(cache->db, BUSY_MS);
  if (!status) status = prepare(cache);
  if (status) close_file(cache);
  return status;
}

static sx_status open_file(sx_vector_cache *cache) {
  sx_buf path;
  sx_buf_init(&path, PATH_BYTES);
  sx_buf_addf(&path, "%s/" SX_VECTOR_CACHE_FILE, cache->folder);
  sx_status status = path.status ? path.status : open_path(cache, path.ptr);
  sx_buf_release(&path);
  return status;
}

static sx_status move_away(const sx_vector_cache *cache) {
  sx_own_folder_remove(cache->folder, SX_VECTOR_CACHE_FILE "-journal", NULL);
  return sx_own_folder_rename(cache->folder, SX_VECTOR_CACHE_FILE, SX_VECTOR_CACHE_DAMAGED, NULL);
}

static sx_status open_any(sx_vector_cache *cache) {
  sx_status status = cache->folder ? sx_own_folder_make(cache->folder, NULL) : SX_NOT_READABLE;
  if (!status) status = open_file(cache);
  if (status == SX_CORRUPT) {
    status = move_away(cache);
    if (!status) status = open_file(cache);
  }
  if (status && status != SX_NOMEM) status = open_path(cache, ":memory:");
  return status == SX_NOMEM ? status : SX_OK;
}

/* Another one takes its place. */
static sx_status set_aside(sx_vector_cache *cache) {
  close_file(cache);
  sx_status status = cache->folder ? move_away(cache) : SX_OK;
  return status == SX_NOMEM ? status : open_any(cache);
}

sx_status sx_vector_cache_open(sx_vector_cache **out, sx_str folder, uint64_t max_bytes,
                               sx_err *err) {
  *out = NULL;
  sx_status status = sx_sqlite_prepare();
  sx_vector_cache *cache = status ? NULL : sx_calloc(1, sizeof *cache);
  if (!cache) return sx_fail(err, status ? status : SX_NOMEM, NULL);
  sx_crc32c_init(&cache->crc);
  cache->max_pages = max_bytes / PAGE_BYTES;
  cache->folder = folder.len ? sx_str_copy(folder) : NULL;
  status = folder.len && !cache->folder ? SX_NOMEM : open_any(cache);
  if (status) {
    sx_vector_cache_close(cache);
    return sx_fail(err, status, NULL);
  }
  *out = cache;
  return SX_OK;
}

void sx_vector_cache_close(sx_vector_cache *cache) {
  if (!cache) return;
  close_file(cache);
  sx_free(cache->folder);
  sx_free(cache);
}

/* ---- vectors --------------------------------------------------------------------------------- */

static void write_value(unsigned char *out, sx_vector vector) {
  for (uint32_t i = 0; i < vector.len; i++) {
    uint32_t bits;
    memcpy(&bits, &vector.items[i], sizeof bits);
    sx_store32(out + 4 * (size_t)i, bits);
  }
}

/* The row of the statement, where it is whole. */
static sx_status read_row(sx_vector_cache *cache, sx_vector *out, sx_arena *arena) {
  uint32_t sum = (uint32_t)sqlite3_column_int64(cache->find, 0);
  const unsigned char *bytes = sqlite3_column_blob(cache->find, 1);
  size_t len = (size_t)sqlite3_column_bytes(cache->find, 1);
  if (!bytes && sqlite3_errcode(cache->db) == SQLITE_NOMEM) return SX_NOMEM;
  bool is_whole = bytes && len && len % 4 == 0 && len / 4 <= SX_VECTOR_MAX_LEN &&
                  sx_crc32c_add(&cache->crc, 0, bytes, len) == sum;
  if (!is_whole) return SX_CORRUPT;
  float *items = sx_arena_calloc(arena, len / 4, sizeof *items);
  if (!items) return arena->status;
  for (size_t i = 0; i < len / 4; i++) {
    uint32_t bits = sx_load32(bytes + 4 * i);
    memcpy(&items[i], &bits, sizeof bits);
  }
  *out = (sx_vector){items, (uint32_t)(len / 4)};
  return SX_OK;
}

static sx_status find_one(sx_vector_cache *cache, const sx_vector_key *key, sx_vector *out,
                          sx_arena *arena) {
  sqlite3_stmt *find = cache->find;
  *out = (sx_vector){NULL, 0};
  sqlite3_bind_int64(find, 1, (sqlite3_int64)key->hash);
  sqlite3_bind_int64(find, 2, (sqlite3_int64)key->proof);
  int code = sqlite3_step(find);
  sx_status status = SX_OK;
  if (code == SQLITE_ROW)
    status = read_row(cache, out, arena);
  else if (code != SQLITE_DONE)
    status = status_of(code);
  sqlite3_reset(find);
  return status;
}

/* Only what ends the call is an error: an answer needs no cache. */
static sx_status end(sx_vector_cache *cache, sx_status status, sx_err *err) {
  if (status == SX_CORRUPT) status = set_aside(cache);
  bool is_lasting = status == SX_NOMEM || status == SX_TOO_BIG;
  return is_lasting ? sx_fail(err, status, NULL) : SX_OK;
}

sx_status sx_vector_cache_find(sx_vector_cache *cache, const sx_vector_key *keys, size_t count,
                               sx_vector *out, sx_arena *arena, sx_err *err) {
  sx_status status = SX_OK;
  memset(out, 0, count * sizeof *out);
  for (size_t i = 0; i < count && cache->db && !status; i++)
    status = find_one(cache, &keys[i], &out[i], arena);
  return end(cache, status, err);
}

static sx_status add_one(sx_vector_cache *cache, const sx_vector_key *key, sx_vector vector,
                         int64_t now, unsigned char *bytes) {
  sqlite3_stmt *add = cache->add;
  size_t len = 4 * (size_t)vector.len;
  write_value(bytes, vector);
  sqlite3_bind_int64(add, 1, (sqlite3_int64)key->hash);
  sqlite3_bind_int64(add, 2, (sqlite3_int64)key->proof);
  sqlite3_bind_int64(add, 3, now);
  sqlite3_bind_int64(add, 4, sx_crc32c_add(&cache->crc, 0, bytes, len));
  int code = sqlite3_bind_blob(add, 5, bytes, (int)len, SQLITE_STATIC);
  if (!code) code = sqlite3_step(add);
  sqlite3_reset(add);
  sqlite3_clear_bindings(add);
  return code == SQLITE_DONE ? SX_OK : status_of(code);
}

/* Room for what one answer brings. */
static sx_status make_room(sx_vector_cache *cache, size_t bytes) {
  int64_t pages, free_pages;
  sx_status status = read_number(cache->db, "PRAGMA page_count", &pages);
  if (!status) status = read_number(cache->db, "PRAGMA freelist_count", &free_pages);
  if (status) return status;
  uint64_t wanted = (uint64_t)(pages - free_pages) + 2 * (bytes / PAGE_BYTES + 8);
  return wanted <= cache->max_pages ? SX_OK : run(cache->db, drop_oldest);
}

static sx_status add_all(sx_vector_cache *cache, const sx_vector_key *keys,
                         const sx_vector *vectors, size_t count, unsigned char *bytes) {
  int64_t now = sx_clock_day_ns();
  size_t total = 0;
  for (size_t i = 0; i < count; i++) total += 4 * (size_t)vectors[i].len + 64;
  sx_status status = run(cache->db, "BEGIN IMMEDIATE");
  if (status) return status;
  status = make_room(cache, total);
  for (size_t i = 0; i < count && !status; i++)
    status = add_one(cache, &keys[i], vectors[i], now, bytes);
  if (!status) return run(cache->db, "COMMIT");
  if (!sqlite3_get_autocommit(cache->db)) (void)!run(cache->db, "ROLLBACK");
  return status;
}

sx_status sx_vector_cache_put(sx_vector_cache *cache, const sx_vector_key *keys,
                              const sx_vector *vectors, size_t count, sx_err *err) {
  if (!cache->db || !count) return SX_OK;
  unsigned char *bytes = sx_malloc(4 * (size_t)SX_VECTOR_MAX_LEN);
  if (!bytes) return sx_fail(err, SX_NOMEM, NULL);
  sx_status status = add_all(cache, keys, vectors, count, bytes);
  sx_free(bytes);
  return end(cache, status, err);
}
