#include "symbols/reader.h"

#include "base/buf.h"
#include "base/mem.h"
#include "symbols/database.h"
#include "symbols/names.h"

#include <uv.h>

#define MAX_QUERY_BYTES ((size_t)64 << 10)

enum { BY_HASH, BY_ID, BY_FILE, FILE_OF, ENTRY, PARTS, NAME_OF, ALL, STATEMENTS };

static const char symbols_of_file[] =
    "SELECT id,name,place FROM symbol WHERE id>?1 AND id<ifnull((SELECT first FROM file WHERE "
    "first>?1 LIMIT 1),9e18) ORDER BY id";

static const char *const texts[STATEMENTS] = {
    [BY_HASH] = "SELECT id,name,place FROM symbol WHERE hash=? ORDER BY id",
    [BY_ID] = "SELECT id,name,place FROM symbol WHERE id=?",
    [BY_FILE] = symbols_of_file,
    [FILE_OF] = "SELECT entry,state FROM file WHERE first<=? ORDER BY first DESC LIMIT 1",
    [ENTRY] = "SELECT first,state FROM file WHERE entry=?",
    [PARTS] = "SELECT rowid FROM part WHERE part MATCH ?",
    [NAME_OF] = "SELECT name FROM symbol WHERE id=?",
    [ALL] = "SELECT entry,language,state FROM file ORDER BY first",
};

struct sx_symbols_reader {
  uv_mutex_t mutex;
  sqlite3 *db;
  sqlite3_stmt *statements[STATEMENTS];
};

/* ---- life --------------------------------------------------------------------------------- */

void sx_symbols_free(sx_symbols_reader *symbols) {
  if (!symbols) return;
  for (size_t i = 0; i < STATEMENTS; i++) sqlite3_finalize(symbols->statements[i]);
  sx_symbols_close_file(symbols->db);
  uv_mutex_destroy(&symbols->mutex);
  sx_free(symbols);
}

static sx_status prepare(sx_symbols_reader *symbols, sx_err *err) {
  for (size_t i = 0; i < STATEMENTS; i++) {
    int code = sqlite3_prepare_v3(symbols->db, texts[i], -1, SQLITE_PREPARE_PERSISTENT,
                                  &symbols->statements[i], NULL);
    if (code) return sx_symbols_fail(symbols->db, code, err);
  }
  return SX_OK;
}

sx_status sx_symbols_open(sx_symbols_reader **out, const char *path, sx_err *err) {
  *out = NULL;
  sx_status status = sx_symbols_prepare();
  sx_symbols_reader *symbols = status ? NULL : sx_calloc(1, sizeof *symbols);
  if (!symbols) return sx_fail(err, status ? status : SX_NOMEM, NULL);
  if (uv_mutex_init(&symbols->mutex)) {
    sx_free(symbols);
    return sx_fail(err, SX_NOMEM, NULL);
  }
  status = sx_symbols_open_file(&symbols->db, path, err);
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

static sx_str text_at(sqlite3_stmt *one, int column) {
  const char *text = (const char *)sqlite3_column_text(one, column);
  return text ? sx_str_make(text, (size_t)sqlite3_column_bytes(one, column)) : SX_STR("");
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
  row.name = sx_arena_dup(q->arena, text_at(one, 1));
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

sx_status sx_symbols_find(sx_symbols_reader *symbols, sx_str name, sx_symbols_rows *out,
                          sx_arena *arena, sx_err *err) {
  question q = begin(symbols, arena);
  sqlite3_stmt *one = ask(&q, BY_HASH, sx_symbols_hash(name));
  while (next(&q, BY_HASH)) {
    sx_symbols_row file;
    if (!sx_str_is_equal_fold(text_at(one, 1), name)) continue;
    if (find_file(&q, sqlite3_column_int64(one, 0), &file)) add_row(&q, BY_HASH, &file, out);
  }
  return end(&q, err);
}

/* As FTS5 reads it; parts are letters and digits, so that nothing in them has a meaning. */
static sx_str match_of(const sx_symbols_wanted *wanted, sx_arena *arena) {
  sx_buf text;
  sx_buf_init(&text, MAX_QUERY_BYTES);
  for (size_t i = 0; i < wanted->parts->len; i++) {
    sx_str part = wanted->parts->items[i];
    bool is_beginning = sx_str_has_suffix(part, SX_STR("*"));
    if (is_beginning) part.len--;
    sx_buf_addf(&text, "%s\"%.*s\"%s", i ? " " : "", SX_STR_ARG(part), is_beginning ? "*" : "");
  }
  sx_str out = text.status ? SX_STR("") : sx_arena_dup(arena, sx_buf_str(&text));
  sx_buf_release(&text);
  return out;
}

static void add_name(question *q, int64_t id, sx_strs *out) {
  sqlite3_stmt *one = ask(q, NAME_OF, id);
  if (next(q, NAME_OF))
    (void)!sx_strs_add(out, sx_arena_dup(q->arena, text_at(one, 0)), q->arena, NULL);
}

sx_status sx_symbols_find_names(sx_symbols_reader *symbols, const sx_symbols_wanted *wanted,
                                sx_strs *out, size_t *count, sx_arena *arena, sx_err *err) {
  size_t before = out->len;
  *count = 0;
  sx_str match = match_of(wanted, arena);
  if (!match.len) return SX_OK;
  question q = begin(symbols, arena);
  sqlite3_stmt *one = symbols->statements[PARTS];
  q.code = sqlite3_bind_text64(one, 1, match.ptr, match.len, SQLITE_TRANSIENT, SQLITE_UTF8);
  while (next(&q, PARTS)) {
    if (out->len - before < wanted->max) add_name(&q, sqlite3_column_int64(one, 0), out);
    ++*count;
  }
  return end(&q, err);
}

/* ---- files --------------------------------------------------------------------------------- */

sx_status sx_symbols_of_entry(sx_symbols_reader *symbols, uint32_t entry, sx_symbols_rows *out,
                              sx_symbols_state *state, sx_arena *arena, sx_err *err) {
  question q = begin(symbols, arena);
  sx_symbols_row file = {.entry = entry};
  sqlite3_stmt *one = ask(&q, ENTRY, entry);
  *state = SX_SYMBOLS_FOREIGN;
  if (next(&q, ENTRY)) {
    *state = file.state = (sx_symbols_state)sqlite3_column_int(one, 1);
    (void)ask(&q, BY_FILE, sqlite3_column_int64(one, 0));
    while (next(&q, BY_FILE)) add_row(&q, BY_FILE, &file, out);
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

sx_status sx_symbols_each(sx_symbols_reader *symbols,
                          void (*visit)(void *arg, const sx_symbols_entry *entry), void *arg,
                          sx_err *err) {
  question q = begin(symbols, NULL);
  sqlite3_stmt *one = symbols->statements[ALL];
  while (next(&q, ALL)) {
    const sx_symbols_entry entry = {(uint32_t)sqlite3_column_int64(one, 0), text_at(one, 1),
                                    (sx_symbols_state)sqlite3_column_int(one, 2)};
    visit(arg, &entry);
  }
  return end(&q, err);
}
