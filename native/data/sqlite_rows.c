#include "data/sqlite_rows.h"

#include "answer/pager.h"
#include "base/map.h"
#include "data/page.h"
#include "data/sqlite_schema.h"
#include "host/json.h"
#include "os/clock.h"
#include "os/file.h"

#include <math.h>

/* Rows after those that are answered are counted so long. */
#define COUNT_MS 300

typedef struct answering {
  sx_call *call;
  const sx_db_question *question;
  sx_answer *answer;
  sx_sqlite_file file;
  sqlite3_stmt *statement;
  sx_db_columns columns;
  sx_db_value *values; /* of a row, as many as columns */
  sx_db_page page;
  uint64_t skip; /* rows before the page */
  uint32_t hash; /* of the question and the file */
  bool is_write;
} answering;

/* ---- rows ------------------------------------------------------------------------------------ */

/* Borrowed until the next step. */
static sx_db_value read_value(answering *a, int column) {
  sqlite3_stmt *statement = a->statement;
  sx_db_value value = {.text = SX_STR("")};
  const char *bytes = NULL;
  switch (sqlite3_column_type(statement, column)) {
  case SQLITE_NULL: return value;
  case SQLITE_INTEGER: value.kind = SX_DB_INTEGER; break;
  case SQLITE_FLOAT:
    value.kind = SX_DB_REAL;
    value.real = sqlite3_column_double(statement, column);
    break;
  case SQLITE_BLOB:
    value.kind = SX_DB_BLOB;
    bytes = sqlite3_column_blob(statement, column);
    break;
  default: value.kind = SX_DB_TEXT; break;
  }
  /* Numbers as SQLite writes them, with all of their digits. */
  if (value.kind != SX_DB_BLOB) bytes = (const char *)sqlite3_column_text(statement, column);
  value.text = sx_str_make(bytes, bytes ? (size_t)sqlite3_column_bytes(statement, column) : 0);
  value.bytes = value.text.len;
  return value;
}

static sx_status read_columns(answering *a, sx_err *err) {
  int count = sqlite3_column_count(a->statement);
  for (int i = 0; i < count; i++) {
    const char *name = sqlite3_column_name(a->statement, i);
    const char *type = sqlite3_column_decltype(a->statement, i);
    sx_db_column *column = SX_ARRAY_ADD(&a->columns, a->call->arena);
    if (!column) break;
    column->name = sx_arena_dup(a->call->arena, sx_str_from(name));
    column->type = sx_arena_dup(a->call->arena, sx_str_from(type));
  }
  a->values = sx_arena_calloc(a->call->arena, (size_t)count + 1, sizeof *a->values);
  return a->call->arena->status ? sx_fail(err, a->call->arena->status, NULL) : SX_OK;
}

static void take_row(answering *a) {
  bool is_wanted = sx_db_page_wants(&a->page);
  for (size_t i = 0; is_wanted && i < a->columns.len; i++) a->values[i] = read_value(a, (int)i);
  sx_db_page_take(&a->page, is_wanted ? a->values : NULL);
}

/* Rows after a full page are counted, for a short time. */
static sx_status step_all(answering *a, sx_err *err) {
  sx_db_page *p = &a->page;
  for (;;) {
    int code = sqlite3_step(a->statement);
    if (code == SQLITE_DONE) {
      p->is_counted = true;
      return SX_OK;
    }
    bool is_late = code == SQLITE_INTERRUPT && p->is_full && a->file.until_ms && !a->is_write &&
                   sx_port_call_check(a->call->wait) == SX_OK;
    if (is_late) return SX_OK;
    if (code != SQLITE_ROW) return sx_sqlite_file_fail(&a->file, code, a->question->sql, err);
    take_row(a);
    if (p->is_full && !a->file.until_ms && !a->is_write)
      a->file.until_ms = sx_clock_ms() + COUNT_MS;
  }
}

static sx_status write_rows(answering *a, sx_err *err) {
  a->page = (sx_db_page){.call = a->call,
                         .answer = a->answer,
                         .columns = &a->columns,
                         .skip = a->skip,
                         .most = a->question->most,
                         .is_write = a->is_write};
  sx_status status = read_columns(a, err);
  if (!status) status = sx_db_page_begin(&a->page, err);
  if (!status) status = step_all(a, err);
  uint64_t next = a->skip + a->page.written;
  return status ? status : sx_db_page_end(&a->page, &next, 1, a->hash, err);
}

/* ---- values of the statement ----------------------------------------------------------------- */

static int bind(sqlite3_stmt *statement, int at, const cJSON *value) {
  if (cJSON_IsNull(value)) return sqlite3_bind_null(statement, at);
  if (cJSON_IsBool(value)) return sqlite3_bind_int(statement, at, cJSON_IsTrue(value));
  if (cJSON_IsString(value))
    return sqlite3_bind_text(statement, at, value->valuestring, -1, SQLITE_TRANSIENT);
  double number = value->valuedouble;
  if (floor(number) == number && fabs(number) <= SX_JSON_MAX_WHOLE)
    return sqlite3_bind_int64(statement, at, (int64_t)number);
  return sqlite3_bind_double(statement, at, number);
}

static sx_status bind_all(answering *a, sx_err *err) {
  int wanted = sqlite3_bind_parameter_count(a->statement), at = 0, code = SQLITE_OK;
  const cJSON *value;
  if (wanted != sx_db_count_params(a->question)) return sx_db_fail_params(a->question, wanted, err);
  cJSON_ArrayForEach (value, a->question->params) {
    if (!code) code = bind(a->statement, ++at, value);
  }
  return code ? sx_sqlite_file_fail(&a->file, code, a->question->sql, err) : SX_OK;
}

static sx_status prepare(answering *a, sx_sqlite_mode mode, sx_err *err) {
  sx_status status = sx_sqlite_file_open(&a->file, a->call, a->question->path, mode, err);
  if (!status)
    status = sx_sqlite_file_prepare(&a->statement, &a->file, a->question->sql, &a->is_write, err);
  if (status == SX_INVALID_ARGUMENT && a->file.db)
    status = sx_sqlite_add_nearest(a->call, &a->file, err);
  return status ? status : bind_all(a, err);
}

static void end(answering *a, bool may_rest) {
  sqlite3_finalize(a->statement);
  a->statement = NULL;
  if (may_rest)
    sx_sqlite_file_rest(&a->file);
  else
    sx_sqlite_file_close(&a->file);
}

/* ---- reading --------------------------------------------------------------------------------- */

static uint64_t hash_state(uint64_t hash, const sx_file_info *info) {
  return sx_pager_hash(sx_pager_hash(hash, info->size_bytes), (uint64_t)info->mtime_ns);
}

/* A cursor counts rows of the same question to the same file. */
static uint32_t hash_of(const answering *a) {
  sx_file_info info;
  char *params = cJSON_PrintUnformatted(a->question->params);
  uint64_t hash = sx_hash(a->question->sql) ^ (params ? sx_hash(sx_str_from(params)) : 0);
  cJSON_free(params);
  /* Another program may have written after the look at the file, and before the lock. */
  info = a->file.own.info;
  if (!a->file.own.is_known && sx_file_stat(&info, a->question->path, NULL))
    info = (sx_file_info){0};
  hash = hash_state(hash, &info);
  /* One that may rest has no log. */
  sx_str log = sx_arena_printf(a->call->arena, "%.*s-wal", SX_STR_ARG(a->question->path));
  if (a->file.may_rest || sx_file_stat(&info, log, NULL)) info = (sx_file_info){0};
  return sx_cursor_hash(hash_state(hash, &info));
}

static sx_status read_cursor(answering *a, sx_err *err) {
  a->hash = hash_of(a);
  const sx_cursor_rule rule = {"database or the statement", a->hash, 1, {UINT32_MAX}};
  if (!a->question->cursor.len) return SX_OK;
  return sx_cursor_read(&a->skip, a->question->cursor, &rule, err);
}

static sx_status read(answering *a, sx_err *err) {
  sx_status status = read_cursor(a, err);
  return status ? status : write_rows(a, err);
}

/* ---- changing -------------------------------------------------------------------------------- */

/* How many rows were changed since, those that triggers and foreign keys change too. */
static sx_db_change count_since(const answering *a, int64_t before) {
  uint64_t all = (uint64_t)(sqlite3_total_changes64(a->file.db) - before);
  return (sx_db_change){.all = all,
                        .changed = all ? (uint64_t)sqlite3_changes64(a->file.db) : 0,
                        .is_schema = a->file.changes_schema};
}

/* In a transaction that is rolled back: no other process sees it. */
static sx_status try_change(answering *a, sx_db_change *out, sx_err *err) {
  int code;
  sx_status status = prepare(a, SX_SQLITE_WRITE, err);
  if (status) return status;
  int64_t before = sqlite3_total_changes64(a->file.db);
  while ((code = sqlite3_step(a->statement)) == SQLITE_ROW) continue;
  if (code != SQLITE_DONE) return sx_sqlite_file_fail(&a->file, code, a->question->sql, err);
  *out = count_since(a, before);
  return SX_OK;
}

/* The rows of RETURNING come first, and then count. */
static sx_status change(answering *a, uint64_t expected, sx_err *err) {
  sx_buf *text = &a->answer->text;
  size_t start = text->len;
  bool is_kept = !a->question->is_preview;
  sx_status status = prepare(a, SX_SQLITE_WRITE, err);
  if (status) return status;
  int64_t before = sqlite3_total_changes64(a->file.db);
  status = write_rows(a, err);
  if (status) return status;
  sx_db_change done = count_since(a, before);
  if (is_kept && done.all != expected) return sx_db_fail_conflict(done.all, expected, err);
  sqlite3_finalize(a->statement);
  a->statement = NULL;
  if (is_kept) status = sx_sqlite_file_keep(&a->file, err);
  if (status) return status;
  sx_str rows = sx_arena_dup(a->call->arena, sx_str_slice(sx_buf_str(text), start, text->len));
  sx_buf_truncate(text, start);
  sx_db_write_change(a->answer, &done, is_kept);
  sx_buf_add(text, rows);
  return SX_OK;
}

/* Without a preview the change is tried first, as a person decides by how many rows it changes. */
static sx_status try_and_change(answering *a, sx_err *err) {
  sx_db_change tried = {0};
  sx_status status = try_change(a, &tried, err);
  end(a, false);
  if (!status) status = sx_db_ask_person(a->call, a->question, &tried, err);
  return status ? status : change(a, tried.all, err);
}

sx_status sx_sqlite_answer(sx_call *call, const sx_db_question *question, sx_answer *answer,
                           sx_err *err) {
  answering a = {.call = call, .question = question, .answer = answer};
  sx_status status = prepare(&a, SX_SQLITE_READ, err);
  if (!status && a.is_write) {
    end(&a, false);
    status = sx_db_check_trust(call, err);
    if (!status) status = question->is_preview ? change(&a, 0, err) : try_and_change(&a, err);
  } else if (!status) {
    status = read(&a, err);
  }
  end(&a, !status && !a.is_write);
  sx_db_page_release(&a.page);
  return status;
}
