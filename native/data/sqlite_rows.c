#include "data/sqlite_rows.h"

#include "answer/pager.h"
#include "approval/question.h"
#include "base/map.h"
#include "base/utf8.h"
#include "host/json.h"
#include "os/clock.h"
#include "os/file.h"
#include "text/tokens.h"
#include "workspace/paths.h"

#include <inttypes.h>
#include <math.h>

/* A longer value is cut: the agent asks for the rest by substr(). */
#define MOST_VALUE_BYTES 2000
#define MOST_BLOB_BYTES 64
/* Rows after those that are answered are counted so long. */
#define COUNT_MS 300
#define FRAME_TOKENS 80
#define FACTS_TOKENS 120
/* A person decides by what is shown of the statement. */
#define MOST_SHOWN_SQL 1000
/* Whole numbers that JSON's readers keep. */
#define MOST_SAFE ((int64_t)9007199254740991)
#define LINE_BYTES ((size_t)16 << 20)

typedef struct answering {
  sx_call *call;
  const sx_sqlite_question *question;
  sx_answer *answer;
  sx_sqlite_file file;
  sqlite3_stmt *statement;
  uint64_t skip; /* rows before the page */
  uint32_t hash; /* of the question and the file */
  bool is_write;
  bool has_cut; /* a value */
  sx_buf line;
} answering;

/* ---- one value ------------------------------------------------------------------------------- */

static void add_blob(answering *a, int column) {
  const unsigned char *bytes = sqlite3_column_blob(a->statement, column);
  size_t len = (size_t)sqlite3_column_bytes(a->statement, column);
  size_t shown = len < MOST_BLOB_BYTES ? len : MOST_BLOB_BYTES;
  sx_buf_add_text(&a->line, "x'");
  for (size_t i = 0; bytes && i < shown; i++) sx_buf_addf(&a->line, "%02x", bytes[i]);
  sx_buf_add_text(&a->line, shown < len ? "…'" : "'");
  if (shown == len) return;
  sx_buf_addf(&a->line, " (%zu bytes)", len);
  a->has_cut = true;
}

static void add_real(answering *a, int column) {
  double value = sqlite3_column_double(a->statement, column);
  /* As SQLite writes it, with all of its digits. */
  if (isfinite(value))
    sx_buf_addf(&a->line, "%s", (const char *)sqlite3_column_text(a->statement, column));
  else
    sx_buf_add_text(&a->line, value > 0 ? "Infinity" : "-Infinity");
}

/* Whether a text would be read as something else, or as several values. */
static bool is_plain(sx_str text) {
  if (!text.len || sx_str_trim(text).len != text.len) return false;
  if (strchr("\"'-+.0123456789", text.ptr[0]) || sx_str_is_equal(text, SX_STR("NULL")))
    return false;
  for (size_t i = 0; i < text.len; i++)
    if ((unsigned char)text.ptr[i] < ' ' || text.ptr[i] == '|' || text.ptr[i] == 0x7f) return false;
  return sx_utf8_is_valid(text.ptr, text.len);
}

static sx_str cut_text(answering *a, sx_str text, bool *is_cut) {
  *is_cut = text.len > MOST_VALUE_BYTES;
  a->has_cut |= *is_cut;
  return *is_cut ? sx_str_slice(text, 0, sx_utf8_floor(text.ptr, text.len, MOST_VALUE_BYTES))
                 : text;
}

static void add_value(answering *a, int column) {
  bool is_cut;
  sx_str text;
  switch (sqlite3_column_type(a->statement, column)) {
  case SQLITE_NULL: sx_buf_add_text(&a->line, "NULL"); return;
  case SQLITE_INTEGER:
    sx_buf_addf(&a->line, "%" PRId64, (int64_t)sqlite3_column_int64(a->statement, column));
    return;
  case SQLITE_FLOAT: add_real(a, column); return;
  case SQLITE_BLOB: add_blob(a, column); return;
  default: break;
  }
  const char *bytes = (const char *)sqlite3_column_text(a->statement, column);
  size_t len = (size_t)sqlite3_column_bytes(a->statement, column);
  text = cut_text(a, sx_str_make(bytes ? bytes : "", bytes ? len : 0), &is_cut);
  if (is_plain(text))
    sx_buf_add(&a->line, text);
  else
    sx_json_write_str(&a->line, text);
  if (is_cut) sx_buf_addf(&a->line, "… (%zu bytes)", len);
}

/* The same for programs; text and blobs as the line has them, whole numbers as such where JSON
 * keeps them. */
static cJSON *fact_of(answering *a, int column) {
  sqlite3_stmt *statement = a->statement;
  bool is_cut;
  size_t start = a->line.len;
  switch (sqlite3_column_type(statement, column)) {
  case SQLITE_NULL: return cJSON_CreateNull();
  case SQLITE_INTEGER: {
    int64_t value = sqlite3_column_int64(statement, column);
    if (value >= -MOST_SAFE && value <= MOST_SAFE) return cJSON_CreateNumber((double)value);
    break;
  }
  case SQLITE_FLOAT:
    if (isfinite(sqlite3_column_double(statement, column)))
      return cJSON_CreateNumber(sqlite3_column_double(statement, column));
    break;
  case SQLITE_TEXT: {
    const char *bytes = (const char *)sqlite3_column_text(statement, column);
    size_t len = (size_t)sqlite3_column_bytes(statement, column);
    sx_str text = cut_text(a, sx_str_make(bytes ? bytes : "", bytes ? len : 0), &is_cut);
    return cJSON_CreateString(sx_arena_dup(a->call->arena, text).ptr);
  }
  default: break;
  }
  add_value(a, column);
  cJSON *fact = cJSON_CreateString(
      sx_arena_dup(a->call->arena, sx_str_make(a->line.ptr + start, a->line.len - start)).ptr);
  sx_buf_truncate(&a->line, start);
  return fact;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void write_columns(answering *a) {
  cJSON *facts = cJSON_CreateArray();
  int count = sqlite3_column_count(a->statement);
  sx_buf *out = &a->answer->text;
  for (int i = 0; i < count; i++) {
    const char *name = sqlite3_column_name(a->statement, i);
    const char *type = sqlite3_column_decltype(a->statement, i);
    cJSON *fact = cJSON_CreateObject();
    sx_answer_fact(fact, "name", sx_str_from(name ? name : ""));
    if (type) sx_answer_fact(fact, "type", sx_str_from(type));
    sx_answer_push(facts, fact);
    sx_buf_addf(out, "%s%s", i ? " | " : "", name ? name : "");
  }
  sx_buf_add_text(out, "\n");
  sx_answer_put(a->answer->facts, "columns", facts);
}

static size_t add_row(answering *a, cJSON **fact) {
  int count = sqlite3_column_count(a->statement);
  sx_buf_clear(&a->line);
  *fact = cJSON_CreateArray();
  if (*fact)
    for (int i = 0; i < count; i++) sx_answer_push(*fact, fact_of(a, i));
  for (int i = 0; i < count; i++) {
    if (i) sx_buf_add_text(&a->line, " | ");
    add_value(a, i);
  }
  sx_buf_add_text(&a->line, "\n");
  size_t tokens = sx_tokens_count(sx_buf_str(&a->line));
  char *printed = *fact && a->answer->is_structured ? cJSON_PrintUnformatted(*fact) : NULL;
  size_t facts = printed ? sx_tokens_count(sx_str_from(printed)) + 1 : 0;
  cJSON_free(printed);
  return facts > tokens ? facts : tokens;
}

typedef struct page {
  cJSON *facts;
  size_t used, room; /* tokens */
  uint64_t rows;     /* all that were seen */
  size_t written;
  bool is_full, is_counted; /* all rows were seen */
} page;

static void take_row(answering *a, page *p) {
  cJSON *fact;
  if (p->rows < a->skip || p->is_full) return;
  size_t tokens = add_row(a, &fact);
  p->is_full = p->written == a->question->most || (p->written && p->used + tokens > p->room);
  if (p->is_full) {
    cJSON_Delete(fact);
    return;
  }
  p->used += tokens;
  p->written++;
  sx_buf_add(&a->answer->text, sx_buf_str(&a->line));
  if (fact) sx_answer_push(p->facts, fact);
}

/* Rows after a full page are counted, for a short time. */
static sx_status step_all(answering *a, page *p, sx_err *err) {
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
    take_row(a, p);
    p->rows++;
    if (p->is_full && !a->file.until_ms && !a->is_write)
      a->file.until_ms = sx_clock_ms() + COUNT_MS;
  }
}

static void write_more(answering *a, const page *p) {
  char cursor[SX_CURSOR_BYTES];
  uint64_t next = a->skip + p->written;
  sx_buf *out = &a->answer->text;
  if (p->is_counted) cJSON_AddNumberToObject(a->answer->facts, "total_count", (double)p->rows);
  if (!p->is_full) return;
  a->answer->is_truncated = true;
  sx_buf_add_text(out, "[");
  if (!p->is_counted) sx_buf_add_text(out, "more than ");
  sx_buf_add_count(out, p->rows - next);
  sx_buf_add_text(out, " more rows");
  if (a->is_write) {
    sx_buf_add_text(out, "; ask for them with SELECT]\n");
    return;
  }
  sx_cursor_write(cursor, &next, 1, a->hash);
  cJSON_AddStringToObject(a->answer->facts, "cursor", cursor);
  sx_buf_addf(out, ": cursor=\"%s\"]\n", cursor);
}

static sx_status write_rows(answering *a, sx_err *err) {
  sx_answer *answer = a->answer;
  page p = {.facts = cJSON_CreateArray()};
  if (!p.facts) return sx_fail(err, SX_NOMEM, NULL);
  sx_answer_put(answer->facts, "rows", p.facts);
  answer->pages[answer->page_count++] = p.facts;
  bool has_columns = sqlite3_column_count(a->statement) > 0;
  if (has_columns) write_columns(a);
  p.used = sx_tokens_count(sx_buf_str(&answer->text)) + FRAME_TOKENS +
           (answer->is_structured ? FACTS_TOKENS : 0);
  p.room = answer->max_tokens;
  sx_status status = step_all(a, &p, err);
  if (status) return status;
  if (a->line.status) return sx_fail(err, a->line.status, NULL);
  if (has_columns && !p.rows) sx_buf_add_text(&answer->text, "No rows.\n");
  if (has_columns) write_more(a, &p);
  if (a->has_cut)
    sx_buf_addf(&answer->text,
                "Note: long values are cut. substr(column, start, length) gives more of one.\n");
  answer->status = p.written || a->is_write ? SX_ANSWER_FOUND : SX_ANSWER_NONE;
  return SX_OK;
}

/* ---- values of the statement ------------------------------------------------------------------
 */

static int bind(sqlite3_stmt *statement, int at, const cJSON *value) {
  if (cJSON_IsNull(value)) return sqlite3_bind_null(statement, at);
  if (cJSON_IsBool(value)) return sqlite3_bind_int(statement, at, cJSON_IsTrue(value));
  if (cJSON_IsString(value))
    return sqlite3_bind_text(statement, at, value->valuestring, -1, SQLITE_TRANSIENT);
  double number = value->valuedouble;
  if (floor(number) == number && fabs(number) <= (double)MOST_SAFE)
    return sqlite3_bind_int64(statement, at, (int64_t)number);
  return sqlite3_bind_double(statement, at, number);
}

static sx_status bind_all(answering *a, sx_err *err) {
  int wanted = sqlite3_bind_parameter_count(a->statement);
  int given = cJSON_GetArraySize(a->question->params), at = 0, code = SQLITE_OK;
  const cJSON *value;
  if (wanted != given)
    return sx_fail(err, SX_INVALID_ARGUMENT, "sql has %d parameter%s, and params %d value%s.",
                   wanted, wanted == 1 ? "" : "s", given, given == 1 ? "" : "s");
  cJSON_ArrayForEach (value, a->question->params) {
    if (!code) code = bind(a->statement, ++at, value);
  }
  return code ? sx_sqlite_file_fail(&a->file, code, a->question->sql, err) : SX_OK;
}

static sx_status prepare(answering *a, sx_sqlite_mode mode, sx_err *err) {
  sx_status status = sx_sqlite_file_open(&a->file, a->call, a->question->path, mode, err);
  if (!status)
    status = sx_sqlite_file_prepare(&a->statement, &a->file, a->question->sql, &a->is_write, err);
  return status ? status : bind_all(a, err);
}

static void end(answering *a) {
  sqlite3_finalize(a->statement);
  a->statement = NULL;
  sx_sqlite_file_close(&a->file);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* A cursor counts rows of the same question to the same file. */
static uint32_t hash_of(const answering *a) {
  const char *const ends[] = {"", "-wal"};
  char *params = cJSON_PrintUnformatted(a->question->params);
  uint64_t hash = sx_hash(a->question->sql) ^ (params ? sx_hash(sx_str_from(params)) : 0);
  cJSON_free(params);
  for (size_t i = 0; i < 2; i++) {
    sx_file_info info;
    sx_str path = sx_arena_printf(a->call->arena, "%.*s%s", SX_STR_ARG(a->question->path), ends[i]);
    if (sx_file_stat(&info, path, NULL)) info = (sx_file_info){0};
    hash = sx_pager_hash(hash, info.size_bytes);
    hash = sx_pager_hash(hash, (uint64_t)info.mtime_ns);
  }
  return sx_cursor_hash(hash);
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

/* How many rows of a transaction were changed, those that triggers and foreign keys change too. */
static sx_status count_changes(answering *a, uint64_t *changed, uint64_t *all, sx_err *err) {
  int64_t before = sqlite3_total_changes64(a->file.db);
  int code;
  while ((code = sqlite3_step(a->statement)) == SQLITE_ROW) continue;
  if (code != SQLITE_DONE) return sx_sqlite_file_fail(&a->file, code, a->question->sql, err);
  *all = (uint64_t)(sqlite3_total_changes64(a->file.db) - before);
  *changed = *all ? (uint64_t)sqlite3_changes64(a->file.db) : 0;
  return SX_OK;
}

static sx_str first_of(answering *a) {
  sx_str sql = sx_str_trim(a->question->sql);
  bool is_long = sql.len > MOST_SHOWN_SQL;
  sx_str shown =
      sx_str_slice(sql, 0, is_long ? sx_utf8_floor(sql.ptr, sql.len, MOST_SHOWN_SQL) : sql.len);
  return sx_path_clean(
      a->call, sx_arena_printf(a->call->arena, "%.*s%s", SX_STR_ARG(shown), is_long ? "…" : ""));
}

static sx_status ask_person(answering *a, uint64_t all, sx_err *err) {
  sx_call *call = a->call;
  sx_approval approval = {0};
  approval.title = sx_arena_printf(
      call->arena, "wants to change %" PRIu64 " row%s of %.*s: %.*s", all, all == 1 ? "" : "s",
      SX_STR_ARG(sx_path_show(call, a->question->path)), SX_STR_ARG(first_of(a)));
  sx_status status = sx_strs_add(&approval.toolsets, call->toolset, call->arena, err);
  sx_approval_path *path = status ? NULL : SX_ARRAY_ADD(&approval.paths, call->arena);
  if (!status && !path) status = sx_fail(err, call->arena->status, NULL);
  if (path) *path = (sx_approval_path){a->question->path, SX_APPROVAL_FILE};
  return status ? status : sx_approval_ask(call, &approval, err);
}

static void write_count(answering *a, uint64_t changed, uint64_t all, bool is_kept) {
  sx_buf *out = &a->answer->text;
  sx_buf_addf(out, "%s: ", is_kept ? "APPLIED" : "PREVIEW");
  if (a->file.changes_schema) {
    sx_buf_addf(out, "the schema %s", is_kept ? "has changed" : "would change");
  } else {
    sx_buf_add_count(out, changed);
    sx_buf_addf(out, " row%s %s", changed == 1 ? "" : "s", is_kept ? "changed" : "would change");
  }
  if (all > changed) {
    sx_buf_add_text(out, ", and ");
    sx_buf_add_count(out, all - changed);
    sx_buf_add_text(out, " more by triggers and foreign keys");
  }
  sx_buf_add_text(out, is_kept ? ".\n" : ". Nothing is kept: call again with preview: false.\n");
  cJSON_AddNumberToObject(a->answer->facts, "affected", (double)changed);
  cJSON_AddBoolToObject(a->answer->facts, "preview", !is_kept);
}

/* In a transaction that is rolled back: no other process sees it. */
static sx_status try_change(answering *a, uint64_t *changed, uint64_t *all, sx_err *err) {
  sx_status status = prepare(a, SX_SQLITE_WRITE, err);
  return status ? status : count_changes(a, changed, all, err);
}

/* The rows of RETURNING come first, and then count. */
static sx_status change(answering *a, uint64_t expected, sx_err *err) {
  size_t start = a->answer->text.len;
  uint64_t changed = 0, all = 0;
  sx_status status = prepare(a, SX_SQLITE_WRITE, err);
  if (status) return status;
  int64_t before = sqlite3_total_changes64(a->file.db);
  status = write_rows(a, err);
  if (status) return status;
  all = (uint64_t)(sqlite3_total_changes64(a->file.db) - before);
  changed = all ? (uint64_t)sqlite3_changes64(a->file.db) : 0;
  if (!a->question->is_preview && all != expected)
    return sx_fail(err, SX_CONFLICT,
                   "The database has changed: %" PRIu64
                   " rows would change now, and not the %" PRIu64
                   " of before. Nothing was changed; call again.",
                   all, expected);
  sqlite3_finalize(a->statement);
  a->statement = NULL;
  if (!a->question->is_preview) status = sx_sqlite_file_keep(&a->file, err);
  if (status) return status;
  sx_str rows = sx_arena_dup(
      a->call->arena, sx_str_slice(sx_buf_str(&a->answer->text), start, a->answer->text.len));
  sx_buf_truncate(&a->answer->text, start);
  write_count(a, changed, all, !a->question->is_preview);
  sx_buf_add(&a->answer->text, rows);
  return SX_OK;
}

/* Without a preview the change is tried first, as a person decides by how many rows it changes. */
static sx_status try_and_change(answering *a, sx_err *err) {
  uint64_t changed = 0, all = 0;
  sx_status status = try_change(a, &changed, &all, err);
  end(a);
  if (!status) status = ask_person(a, all, err);
  return status ? status : change(a, all, err);
}

sx_status sx_sqlite_answer(sx_call *call, const sx_sqlite_question *question, sx_answer *answer,
                           sx_err *err) {
  answering a = {.call = call, .question = question, .answer = answer};
  sx_buf_init(&a.line, LINE_BYTES);
  sx_status status = prepare(&a, SX_SQLITE_READ, err);
  if (!status && a.is_write) {
    end(&a);
    status = question->is_preview ? change(&a, 0, err) : try_and_change(&a, err);
  } else if (!status) {
    status = read(&a, err);
  }
  end(&a);
  sx_buf_release(&a.line);
  return status;
}
