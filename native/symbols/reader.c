#include "symbols/reader.h"

#include "base/buf.h"
#include "base/mem.h"
#include "symbols/database.h"
#include "symbols/names.h"
#include "symbols/near.h"
#include "symbols/pages.h"
#include "symbols/word_sets.h"

#include <uv.h>

/* Ids are 32 bits in lists. A set of names has a bit for each: a wrong one shall not take memory
 * for more than the file has room for, as each number is that of a row of a file or symbol. */
#define MAX_ID ((int64_t)1 << 31)
#define ROW_BYTES 8
/* Rows of one hash that are looked at for names like another: most have one name. */
#define MAX_ROWS_NEAR 64
/* Rows at a file's beginning without a namespace: it has none, as that comes first. */
#define MAX_ROWS_BEFORE_SPACE 64
/* Rows that are looked at after one, for others. */
#define MAX_ROWS_OF_SPACE 1024
/* The same for one part of the declarations of a name. */
#define MAX_ROWS_FOUND 4096

enum {
  BY_HASH,
  BY_HASH_AFTER,
  BY_ID,
  BY_FILE,
  FILE_OF,
  ENTRY,
  NAME_OF,
  ALL,
  LAST,
  PAGES,
  SUBTYPES,
  BASES_OF,
  BASES_IN,
  IMPORTS,
  SPECIFIER,
  SPECIFIERS,
  STATEMENTS
};

static const char symbols_of_file[] =
    "SELECT id,name,place FROM symbol WHERE id>?1 AND id<ifnull((SELECT first FROM file WHERE "
    "first>?1 LIMIT 1),9e18) ORDER BY id";

static const char bases_of_file[] =
    "SELECT symbol,kind,at,name FROM base WHERE symbol>?1 AND symbol<ifnull((SELECT first FROM "
    "file WHERE first>?1 LIMIT 1),9e18) ORDER BY symbol,n";

static const char *const texts[STATEMENTS] = {
    [BY_HASH] = "SELECT id,name,place FROM symbol WHERE hash=? ORDER BY id",
    [BY_HASH_AFTER] = "SELECT id,name,place FROM symbol WHERE hash=? AND id>? ORDER BY id",
    [BY_ID] = "SELECT id,name,place FROM symbol WHERE id=?",
    [BY_FILE] = symbols_of_file,
    [FILE_OF] = "SELECT entry,state FROM file WHERE first<=? ORDER BY first DESC LIMIT 1",
    [ENTRY] = "SELECT first,state,language FROM file WHERE entry=?",
    [NAME_OF] = "SELECT name FROM symbol WHERE id=?",
    [ALL] = "SELECT entry,language,state FROM file ORDER BY first",
    [SUBTYPES] = "SELECT symbol,kind,at,name FROM base WHERE hash=? ORDER BY symbol,n",
    [BASES_OF] = "SELECT symbol,kind,at,name FROM base WHERE symbol=? ORDER BY n",
    [BASES_IN] = bases_of_file,
    [IMPORTS] = "SELECT list FROM import WHERE file=?",
    [SPECIFIER] = "SELECT text FROM specifier WHERE id=?",
    [SPECIFIERS] = "SELECT text,files FROM specifier ORDER BY id",
    [LAST] = "SELECT ifnull(max(id),0) FROM symbol",
    [PAGES] = "PRAGMA page_count",
};

struct sx_symbols_reader {
  uv_mutex_t mutex;
  sqlite3 *db;
  sqlite3_stmt *statements[STATEMENTS];
  sx_symbols_word_sets words;
  int64_t last; /* id */
  sx_symbols_imported_table imported;
  bool is_imported_known;
};

/* ---- life --------------------------------------------------------------------------------- */

void sx_symbols_free(sx_symbols_reader *symbols) {
  if (!symbols) return;
  for (size_t i = 0; i < STATEMENTS; i++) sqlite3_finalize(symbols->statements[i]);
  sx_symbols_word_sets_close(&symbols->words);
  sx_symbols_close_file(symbols->db);
  sx_symbols_imported_release(&symbols->imported);
  uv_mutex_destroy(&symbols->mutex);
  sx_free(symbols);
}

/* A result of SQLite. */
static int read_number(const sx_symbols_reader *symbols, int statement, int64_t *out) {
  sqlite3_stmt *one = symbols->statements[statement];
  int code = sqlite3_step(one);
  if (code == SQLITE_ROW) *out = sqlite3_column_int64(one, 0);
  (void)sqlite3_reset(one);
  return code == SQLITE_ROW ? SQLITE_OK : code;
}

static sx_status prepare(sx_symbols_reader *symbols, sx_err *err) {
  for (size_t i = 0; i < STATEMENTS; i++) {
    int code = sqlite3_prepare_v3(symbols->db, texts[i], -1, SQLITE_PREPARE_PERSISTENT,
                                  &symbols->statements[i], NULL);
    if (code) return sx_symbols_fail(symbols->db, code, err);
  }
  int code = sx_symbols_word_sets_open(&symbols->words, symbols->db);
  if (code) return sx_symbols_fail(symbols->db, code, err);
  int64_t pages = 0;
  code = read_number(symbols, LAST, &symbols->last);
  if (!code) code = read_number(symbols, PAGES, &pages);
  int64_t most = pages * (SX_SYMBOLS_PAGE_BYTES / ROW_BYTES);
  if (symbols->last < 0 || symbols->last > most || symbols->last > MAX_ID) code = SQLITE_CORRUPT;
  return code ? sx_symbols_fail(symbols->db, code, err) : SX_OK;
}

int64_t sx_symbols_count(const sx_symbols_reader *symbols) {
  return symbols->last;
}

sx_status sx_symbols_open(sx_symbols_reader **out, const char *path, uint32_t mark, sx_err *err) {
  *out = NULL;
  sx_status status = sx_symbols_prepare();
  sx_symbols_reader *symbols = status ? NULL : sx_calloc(1, sizeof *symbols);
  if (!symbols) return sx_fail(err, status ? status : SX_NOMEM, NULL);
  if (uv_mutex_init(&symbols->mutex)) {
    sx_free(symbols);
    return sx_fail(err, SX_NOMEM, NULL);
  }
  status = sx_symbols_open_file(&symbols->db, path, mark, err);
  if (!status) status = prepare(symbols, err);
  if (status)
    sx_symbols_free(symbols);
  else
    *out = symbols;
  return status;
}

/* ---- one question -------------------------------------------------------------------------- */

/** One at a time; its statements are free again after `end`. */
typedef struct question {
  sx_symbols_reader *symbols;
  sx_arena *arena;
  int code; /* the first that is not OK, ROW or DONE */
} question;

static question begin(sx_symbols_reader *symbols, sx_arena *arena) {
  uv_mutex_lock(&symbols->mutex);
  return (question){symbols, arena, SQLITE_OK};
}

static sx_status end(question *q, sx_err *err) {
  sx_status status = SX_OK;
  if (q->code) status = sx_symbols_fail(q->symbols->db, q->code, err);
  for (size_t i = 0; i < STATEMENTS; i++) sqlite3_reset(q->symbols->statements[i]);
  uv_mutex_unlock(&q->symbols->mutex);
  if (!status && q->arena && q->arena->status) status = sx_fail(err, q->arena->status, NULL);
  return status;
}

static bool next(question *q, int statement) {
  if (q->code || (q->arena && q->arena->status)) return false;
  int code = sqlite3_step(q->symbols->statements[statement]);
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) q->code = code;
  return false;
}

static sqlite3_stmt *ask(question *q, int statement, int64_t number) {
  sqlite3_stmt *one = q->symbols->statements[statement];
  sqlite3_reset(one);
  sqlite3_bind_int64(one, 1, number);
  return one;
}

/* Each is stored as text; its memory may be lacking. */
static sx_str text_at(question *q, sqlite3_stmt *one, int column) {
  bool is_text = sqlite3_column_type(one, column) == SQLITE_TEXT;
  if (!is_text && !q->code) q->code = SQLITE_CORRUPT;
  const char *text = is_text ? (const char *)sqlite3_column_text(one, column) : "";
  if (!text && !q->code) q->code = SQLITE_NOMEM;
  return text && is_text ? sx_str_make(text, (size_t)sqlite3_column_bytes(one, column))
                         : SX_STR("");
}

/** The row that was read, of a known file. */
static void add_row(question *q, int statement, const sx_symbols_row *file, sx_symbols_rows *out) {
  sqlite3_stmt *one = q->symbols->statements[statement];
  sx_symbols_row row = *file;
  const unsigned char *bytes = sqlite3_column_blob(one, 2);
  size_t len = (size_t)sqlite3_column_bytes(one, 2);
  row.id = sqlite3_column_int64(one, 0);
  if (!sx_symbols_place_read(&row.place, bytes, len)) {
    q->code = SQLITE_CORRUPT;
    return;
  }
  sx_symbols_row *added = SX_ARRAY_ADD(out, q->arena);
  if (!added) return;
  row.name = sx_arena_dup(q->arena, text_at(q, one, 1));
  *added = row;
}

/** The file that a symbol is in. */
static bool find_file(question *q, int64_t id, sx_symbols_row *out) {
  const sqlite3_stmt *unused = ask(q, FILE_OF, id);
  (void)unused;
  if (!next(q, FILE_OF)) {
    if (!q->code) q->code = SQLITE_CORRUPT;
    return false;
  }
  sqlite3_stmt *one = q->symbols->statements[FILE_OF];
  out->entry = (uint32_t)sqlite3_column_int64(one, 0);
  out->state = (sx_symbols_state)sqlite3_column_int(one, 1);
  return true;
}

/* ---- names -------------------------------------------------------------------------------- */

sx_status sx_symbols_find(sx_symbols_reader *symbols, sx_str name, int64_t *after,
                          sx_symbols_rows *out, sx_arena *arena, sx_err *err) {
  question q = begin(symbols, arena);
  sqlite3_stmt *one = ask(&q, BY_HASH_AFTER, sx_symbols_hash(name));
  size_t count = 0;
  sqlite3_bind_int64(one, 2, *after);
  for (*after = 0; next(&q, BY_HASH_AFTER); count++) {
    sx_symbols_row file;
    int64_t id = sqlite3_column_int64(one, 0);
    bool is_same = sx_str_is_equal_fold(text_at(&q, one, 1), name);
    if (is_same && find_file(&q, id, &file)) add_row(&q, BY_HASH_AFTER, &file, out);
    if (count + 1 < MAX_ROWS_FOUND) continue;
    *after = id;
    break;
  }
  return end(&q, err);
}

/* The name of a symbol, where it has the parts. */
static bool add_name(question *q, int64_t id, const sx_strs *parts, sx_strs *out) {
  sqlite3_stmt *one = ask(q, NAME_OF, id);
  if (!next(q, NAME_OF)) return false;
  sx_str name = text_at(q, one, 0);
  if (parts->len && !sx_symbols_has_parts(name, parts)) return false;
  return !sx_strs_add(out, sx_arena_dup(q->arena, name), q->arena, NULL);
}

sx_status sx_symbols_find_names(sx_symbols_reader *symbols, const sx_symbols_wanted *wanted,
                                sx_strs *out, size_t *count, sx_arena *arena, sx_err *err) {
  uint32_t last = (uint32_t)symbols->last;
  sx_symbols_word_set found;
  size_t before = out->len;
  *count = 0;
  if (!wanted->parts->len) return SX_OK;
  question q = begin(symbols, arena);
  q.code = sx_symbols_word_sets_find(&symbols->words, wanted->parts, last, &found, arena);
  for (size_t i = 0; i < found.ids.len && !q.code; i++) {
    bool is_read = found.unchecked.len || out->len - before < wanted->max;
    *count += !is_read || add_name(&q, found.ids.items[i], &found.unchecked, out);
  }
  return end(&q, err);
}

/* The file of an entry: false where there is none. */
static bool find_entry(question *q, uint32_t entry, sx_symbols_contents *out) {
  sqlite3_stmt *one = ask(q, ENTRY, entry);
  *out = (sx_symbols_contents){.state = SX_SYMBOLS_FOREIGN, .language = SX_STR("")};
  if (!next(q, ENTRY)) return false;
  out->first = sqlite3_column_int64(one, 0);
  out->state = (sx_symbols_state)sqlite3_column_int(one, 1);
  out->language = sx_arena_dup(q->arena, text_at(q, one, 2));
  return true;
}

/* ---- bases --------------------------------------------------------------------------------- */

/* The one that was read. */
static sx_symbols_base base_at(question *q, sqlite3_stmt *one) {
  return (sx_symbols_base){sqlite3_column_int64(one, 0), (uint8_t)sqlite3_column_int(one, 1),
                           (uint32_t)sqlite3_column_int64(one, 2), text_at(q, one, 3)};
}

static void add_base(question *q, const sx_symbols_base *base, sx_symbols_bases *out) {
  sx_symbols_base *added = SX_ARRAY_ADD(out, q->arena);
  if (!added) return;
  *added = *base;
  added->name = sx_arena_dup(q->arena, base->name);
}

static void add_bases(question *q, int statement, int64_t number, sx_symbols_bases *out) {
  sqlite3_stmt *one = ask(q, statement, number);
  while (next(q, statement)) {
    const sx_symbols_base base = base_at(q, one);
    add_base(q, &base, out);
  }
}

sx_status sx_symbols_bases_of(sx_symbols_reader *symbols, int64_t symbol, sx_symbols_bases *out,
                              sx_arena *arena, sx_err *err) {
  question q = begin(symbols, arena);
  add_bases(&q, BASES_OF, symbol, out);
  return end(&q, err);
}

sx_status sx_symbols_find_subtypes(sx_symbols_reader *symbols, sx_str word, sx_symbols_rows *out,
                                   sx_symbols_bases *bases, sx_arena *arena, sx_err *err) {
  question q = begin(symbols, arena);
  sqlite3_stmt *one = ask(&q, SUBTYPES, sx_symbols_hash(word));
  while (next(&q, SUBTYPES)) {
    const sx_symbols_base base = base_at(&q, one);
    size_t before = out->len;
    sx_symbols_row file;
    if (!sx_str_is_equal_fold(sx_symbols_last_word(base.name), word)) continue;
    if (!find_file(&q, base.symbol, &file)) continue;
    (void)ask(&q, BY_ID, base.symbol);
    if (next(&q, BY_ID)) add_row(&q, BY_ID, &file, out);
    if (out->len > before) add_base(&q, &base, bases);
  }
  return end(&q, err);
}

/* ---- imports ------------------------------------------------------------------------------- */

static sx_str specifier_of(question *q, uint32_t number) {
  sqlite3_stmt *one = ask(q, SPECIFIER, number);
  if (next(q, SPECIFIER)) return sx_arena_dup(q->arena, text_at(q, one, 0));
  if (!q->code) q->code = SQLITE_CORRUPT;
  return SX_STR("");
}

static void add_imports(question *q, int64_t first, sx_symbols_imports *out) {
  sqlite3_stmt *one = ask(q, IMPORTS, first);
  if (!next(q, IMPORTS)) return;
  const unsigned char *bytes = sqlite3_column_blob(one, 0);
  size_t len = (size_t)sqlite3_column_bytes(one, 0), at = 0;
  uint32_t row = 0;
  while (at < len && !q->code && !q->arena->status) {
    uint32_t what, rows;
    bool is_read = sx_symbols_number_read(&what, bytes, len, &at) &&
                   sx_symbols_number_read(&rows, bytes, len, &at);
    sx_symbols_import *added = is_read ? SX_ARRAY_ADD(out, q->arena) : NULL;
    if (!is_read) q->code = SQLITE_CORRUPT;
    if (!added) return;
    row += rows;
    *added = (sx_symbols_import){.kind = what % SX_SYMBOLS_IMPORT_KINDS,
                                 .row = row,
                                 .specifier = specifier_of(q, what / SX_SYMBOLS_IMPORT_KINDS)};
  }
}

static void read_imported(question *q) {
  sx_symbols_reader *symbols = q->symbols;
  sqlite3_stmt *one = symbols->statements[SPECIFIERS];
  sx_symbols_imported_release(&symbols->imported);
  while (next(q, SPECIFIERS)) {
    sx_str text = text_at(q, one, 0);
    uint32_t files = (uint32_t)sqlite3_column_int64(one, 1);
    if (!q->code && sx_symbols_imported_add(&symbols->imported, text, files))
      q->code = SQLITE_NOMEM;
  }
  symbols->is_imported_known = !q->code;
}

sx_status sx_symbols_count_importers(sx_symbols_reader *symbols, const sx_strs *ends,
                                     sx_symbols_imported *out, sx_err *err) {
  question q = begin(symbols, NULL);
  if (!symbols->is_imported_known) read_imported(&q);
  for (size_t i = 0; i < ends->len && !q.code; i++)
    sx_symbols_imported_count(&symbols->imported, ends->items[i], &out[i]);
  return end(&q, err);
}

sx_status sx_symbols_find_near(sx_symbols_reader *symbols, sx_str name, sx_strs *out,
                               sx_arena *arena, sx_err *err) {
  uint32_t *hashes = sx_arena_calloc(arena, SX_SYMBOLS_NEAR_HASHES, sizeof *hashes);
  if (!hashes) return sx_fail(err, arena->status, NULL);
  size_t count = sx_symbols_near_hashes(hashes, name);
  question q = begin(symbols, arena);
  for (size_t i = 0; i < count; i++) {
    sqlite3_stmt *one = ask(&q, BY_HASH, hashes[i]);
    for (size_t k = 0; k < MAX_ROWS_NEAR && next(&q, BY_HASH); k++) {
      sx_str found = text_at(&q, one, 1);
      if (!sx_symbols_is_near(found, name) || sx_strs_have(out, found)) continue;
      (void)!sx_strs_add(out, sx_arena_dup(arena, found), arena, NULL);
    }
  }
  return end(&q, err);
}

/* ---- files --------------------------------------------------------------------------------- */

sx_status sx_symbols_of_entry(sx_symbols_reader *symbols, uint32_t entry, sx_symbols_contents *out,
                              sx_arena *arena, sx_err *err) {
  question q = begin(symbols, arena);
  if (find_entry(&q, entry, out)) {
    const sx_symbols_row file = {.entry = entry, .state = out->state};
    (void)ask(&q, BY_FILE, out->first);
    while (next(&q, BY_FILE)) add_row(&q, BY_FILE, &file, &out->rows);
    add_bases(&q, BASES_IN, out->first, &out->bases);
    add_imports(&q, out->first, &out->imports);
  }
  return end(&q, err);
}

sx_status sx_symbols_above(sx_symbols_reader *symbols, const sx_symbols_row *row,
                           sx_symbols_row *out, sx_arena *arena, sx_err *err) {
  *out = (sx_symbols_row){.name = SX_STR("")};
  if (!row->place.up) return SX_OK;
  question q = begin(symbols, arena);
  sx_symbols_rows rows = {0};
  (void)ask(&q, BY_ID, row->id - row->place.up);
  if (next(&q, BY_ID)) add_row(&q, BY_ID, row, &rows);
  if (rows.len) *out = rows.items[0];
  return end(&q, err);
}

/* Whether the row that was read is a namespace at the top: of the others no name is copied. */
static bool is_space(question *q) {
  sqlite3_stmt *one = q->symbols->statements[BY_FILE];
  sx_symbols_place place;
  const unsigned char *bytes = sqlite3_column_blob(one, 2);
  if (!sx_symbols_place_read(&place, bytes, (size_t)sqlite3_column_bytes(one, 2))) {
    q->code = SQLITE_CORRUPT;
    return false;
  }
  return (place.kind == SX_FACT_NAMESPACE || place.kind == SX_FACT_PACKAGE) && !place.up;
}

sx_status sx_symbols_spaces_before(sx_symbols_reader *symbols, const sx_symbols_row *row,
                                   sx_symbols_rows *out, sx_arena *arena, sx_err *err) {
  question q = begin(symbols, arena);
  sx_symbols_contents contents;
  size_t before = out->len;
  bool is_there = find_entry(&q, row->entry, &contents);
  const sx_symbols_row file = {.entry = row->entry, .state = contents.state};
  if (is_there) (void)ask(&q, BY_FILE, contents.first);
  for (size_t i = 0; is_there && next(&q, BY_FILE); i++) {
    if (i >= (out->len == before ? MAX_ROWS_BEFORE_SPACE : MAX_ROWS_OF_SPACE)) break;
    if (sqlite3_column_int64(symbols->statements[BY_FILE], 0) >= row->id) break;
    if (is_space(&q)) add_row(&q, BY_FILE, &file, out);
  }
  return end(&q, err);
}

sx_status sx_symbols_each(sx_symbols_reader *symbols,
                          void (*visit)(void *arg, const sx_symbols_entry *entry), void *arg,
                          sx_err *err) {
  question q = begin(symbols, NULL);
  sqlite3_stmt *one = symbols->statements[ALL];
  while (next(&q, ALL)) {
    const sx_symbols_entry entry = {(uint32_t)sqlite3_column_int64(one, 0), text_at(&q, one, 1),
                                    (sx_symbols_state)sqlite3_column_int(one, 2)};
    visit(arg, &entry);
  }
  return end(&q, err);
}
