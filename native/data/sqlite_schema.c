#include "data/sqlite_schema.h"

#include "answer/pager.h"
#include "os/clock.h"
#include "workspace/paths.h"

#include <inttypes.h>

/* The rows of a table are counted so long, and those of all tables. */
#define TABLE_MS 200
#define TABLES_MS 1500
#define MOST_DISTANCE 3
#define MOST_NEAREST 3
#define MESSAGE_BYTES ((size_t)4096)

typedef struct table {
  sx_str name, kind, key; /* "id, line" */
  int64_t columns;
  int64_t rows; /* -1: not counted */
} table;

typedef struct describing {
  sx_call *call;
  sx_answer *answer;
  sx_sqlite_file file;
  SX_ARRAY(table) tables;
} describing;

static sx_status prepare(describing *d, const char *sql, sx_str value, sqlite3_stmt **out,
                         sx_err *err) {
  int code = sqlite3_prepare_v2(d->file.db, sql, -1, out, NULL);
  if (!code && value.ptr)
    code = sqlite3_bind_text64(*out, 1, value.ptr, value.len, SQLITE_TRANSIENT, SQLITE_UTF8);
  return code ? sx_sqlite_file_fail(&d->file, code, SX_STR(""), err) : SX_OK;
}

static sx_str text_of(describing *d, sqlite3_stmt *row, int column) {
  const char *text = (const char *)sqlite3_column_text(row, column);
  size_t len = (size_t)sqlite3_column_bytes(row, column);
  return sx_arena_dup(d->call->arena, sx_str_make(text ? text : "", text ? len : 0));
}

/* `code` ended the rows. */
static sx_status finish(describing *d, sqlite3_stmt *rows, int code, sx_err *err) {
  sqlite3_finalize(rows);
  if (code != SQLITE_DONE) return sx_sqlite_file_fail(&d->file, code, SX_STR(""), err);
  return d->call->arena->status ? sx_fail(err, d->call->arena->status, NULL) : SX_OK;
}

/* ---- tables ---------------------------------------------------------------------------------- */

static const char tables_sql[] =
    "SELECT l.name, l.type, l.ncol,"
    " (SELECT group_concat(name, ', ') FROM (SELECT name FROM pragma_table_xinfo(l.name)"
    "  WHERE pk > 0 ORDER BY pk))"
    " FROM pragma_table_list l WHERE l.schema = 'main' AND l.type <> 'shadow'"
    " AND l.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY l.type <> 'table', l.name";

static sx_status list_tables(describing *d, sx_err *err) {
  sqlite3_stmt *rows = NULL;
  int code;
  sx_status status = prepare(d, tables_sql, (sx_str){0}, &rows, err);
  if (status) return status;
  while ((code = sqlite3_step(rows)) == SQLITE_ROW) {
    table *added = SX_ARRAY_ADD(&d->tables, d->call->arena);
    if (!added) break;
    *added = (table){.name = text_of(d, rows, 0),
                     .kind = text_of(d, rows, 1),
                     .columns = sqlite3_column_int64(rows, 2),
                     .key = text_of(d, rows, 3),
                     .rows = -1};
  }
  return finish(d, rows, d->call->arena->status ? SQLITE_NOMEM : code, err);
}

/* A broken view has no rows to count. */
static sx_status count_rows(describing *d, table *one, sx_err *err) {
  sqlite3_stmt *row = NULL;
  char *sql = sqlite3_mprintf("SELECT count(*) FROM \"%w\"", one->name.ptr);
  if (!sql) return sx_fail(err, SX_NOMEM, NULL);
  int code = sqlite3_prepare_v2(d->file.db, sql, -1, &row, NULL);
  if (!code) code = sqlite3_step(row);
  if (code == SQLITE_ROW) one->rows = sqlite3_column_int64(row, 0);
  sqlite3_finalize(row);
  sqlite3_free(sql);
  sx_status status = sx_port_call_check(d->call->wait);
  if (status) return sx_fail(err, status, NULL);
  int kind = code & 0xFF;
  bool is_fault = kind == SQLITE_NOMEM || kind == SQLITE_CORRUPT || kind == SQLITE_IOERR;
  return is_fault ? sx_sqlite_file_fail(&d->file, code, SX_STR(""), err) : SX_OK;
}

static sx_status count_all(describing *d, sx_err *err) {
  sx_status status = SX_OK;
  uint64_t last = sx_clock_ms() + TABLES_MS;
  for (size_t i = 0; i < d->tables.len && !status; i++) {
    uint64_t now = sx_clock_ms();
    if (now >= last) break;
    d->file.until_ms = now + TABLE_MS < last ? now + TABLE_MS : last;
    status = count_rows(d, &d->tables.items[i], err);
  }
  d->file.until_ms = 0;
  return status;
}

static void write_table(describing *d, const table *one, cJSON *facts) {
  sx_buf *out = &d->answer->text;
  cJSON *fact = cJSON_CreateObject();
  sx_answer_fact(fact, "name", one->name);
  sx_answer_fact(fact, "kind", one->kind);
  cJSON_AddNumberToObject(fact, "columns", (double)one->columns);
  sx_buf_addf(out, " %.*s %.*s: %" PRId64 " columns", SX_STR_ARG(one->kind), SX_STR_ARG(one->name),
              one->columns);
  if (one->rows >= 0) {
    cJSON_AddNumberToObject(fact, "rows", (double)one->rows);
    sx_buf_add_text(out, ", ");
    sx_buf_add_count(out, (uint64_t)one->rows);
    sx_buf_add_text(out, one->rows == 1 ? " row" : " rows");
  } else {
    sx_buf_add_text(out, ", rows not counted");
  }
  if (one->key.len) {
    sx_answer_fact(fact, "primary_key", one->key);
    sx_buf_addf(out, ", primary key %.*s", SX_STR_ARG(one->key));
  }
  sx_buf_add_text(out, "\n");
  sx_answer_push(facts, fact);
}

static sx_status write_tables(describing *d, sx_err *err) {
  sx_answer *answer = d->answer;
  cJSON *facts = cJSON_CreateArray();
  if (!facts) return sx_fail(err, SX_NOMEM, NULL);
  sx_answer_put(answer->facts, "tables", facts);
  answer->status = d->tables.len ? SX_ANSWER_FOUND : SX_ANSWER_NONE;
  sx_str shown = sx_path_display(d->call, d->file.path);
  if (!d->tables.len) sx_buf_addf(&answer->text, "%.*s has no tables.\n", SX_STR_ARG(shown));
  sx_pager pager = {.answer = answer,
                    .facts = facts,
                    .count = d->tables.len,
                    .no_cursor = "Raise max_tokens, or ask for one table."};
  sx_status status = sx_pager_begin(&pager, SX_STR(""), err);
  while (!status && sx_pager_has_item(&pager)) write_table(d, &d->tables.items[pager.next], facts);
  if (!status) sx_pager_end(&pager);
  return status;
}

/* ---- one table ------------------------------------------------------------------------------- */

static void add_nearest(sx_buf *out, const describing *d, sx_str name) {
  size_t count = 0;
  for (size_t distance = 0; distance <= MOST_DISTANCE; distance++)
    for (size_t i = 0; i < d->tables.len && count < MOST_NEAREST; i++) {
      sx_str own = d->tables.items[i].name;
      if (sx_str_distance(own, name, MOST_DISTANCE + 1) != distance) continue;
      sx_buf_addf(out, "%s%.*s", count++ ? ", " : " Nearest: ", SX_STR_ARG(own));
    }
  if (count) sx_buf_add_text(out, ".");
}

static sx_status fail_table(describing *d, sx_str name, sx_err *err) {
  sx_buf nearest;
  sx_buf_init(&nearest, MESSAGE_BYTES);
  add_nearest(&nearest, d, name);
  sx_status status = sx_fail(err, SX_NOT_FOUND, "%.*s has no table '%.*s'.%.*s",
                             SX_STR_ARG(sx_path_display(d->call, d->file.path)), SX_STR_ARG(name),
                             SX_STR_ARG(sx_buf_str(&nearest)));
  sx_buf_release(&nearest);
  return status;
}

/* Each row is a line: its first column, then the others that are not empty. */
typedef struct section {
  const char *title, *fact, *sql;
} section;

static const section sections[] = {
    {"Columns", "columns",
     "SELECT name, type, iif(\"notnull\", 'not null', ''),"
     " iif(dflt_value IS NULL, '', 'default ' || dflt_value),"
     " iif(pk, 'primary key' || iif(pk > 1, ' ' || pk, ''), ''), iif(hidden > 1, 'generated', '')"
     " FROM pragma_table_xinfo(?1) WHERE hidden <> 1"},
    {"Indexes", "indexes",
     "SELECT name, iif(\"unique\", 'unique', ''), '(' || (SELECT group_concat(coalesce(name,"
     " '<expression>'), ', ') FROM pragma_index_info(l.name)) || ')', iif(partial, 'partial', '')"
     " FROM pragma_index_list(?1) l"},
    {"Foreign keys", "foreign_keys",
     "SELECT group_concat(\"from\", ', '), '-> ' || \"table\" || ' (' || "
     "group_concat(coalesce(\"to\","
     " 'primary key'), ', ') || ')', iif(on_delete = 'NO ACTION', '', 'on delete ' || on_delete)"
     " FROM (SELECT * FROM pragma_foreign_key_list(?1) ORDER BY id, seq) GROUP BY id"},
    {"Triggers", "triggers",
     "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?1 COLLATE NOCASE"},
};

static sx_status write_section(describing *d, const section *own, sx_str name, size_t *count,
                               sx_err *err) {
  sqlite3_stmt *rows = NULL;
  sx_buf *out = &d->answer->text;
  cJSON *facts = cJSON_CreateArray();
  int code;
  sx_answer_put(d->answer->facts, own->fact, facts);
  sx_status status = prepare(d, own->sql, name, &rows, err);
  if (status) {
    sqlite3_finalize(rows);
    return status;
  }
  *count = 0;
  while ((code = sqlite3_step(rows)) == SQLITE_ROW) {
    cJSON *fact = cJSON_CreateObject();
    if (!(*count)++) sx_buf_addf(out, "%s:\n", own->title);
    sx_str first = text_of(d, rows, 0);
    sx_answer_fact(fact, "name", first);
    sx_buf_addf(out, " %.*s", SX_STR_ARG(first));
    for (int i = 1; i < sqlite3_column_count(rows); i++) {
      sx_str more = text_of(d, rows, i);
      if (more.len) sx_buf_addf(out, " %.*s", SX_STR_ARG(more));
    }
    if (own == &sections[0]) sx_answer_fact(fact, "type", text_of(d, rows, 1));
    sx_buf_add_text(out, "\n");
    sx_answer_push(facts, fact);
  }
  return finish(d, rows, code, err);
}

static sx_status write_one(describing *d, sx_str name, sx_err *err) {
  size_t i = 0, count;
  while (i < d->tables.len && !sx_str_is_equal_fold(d->tables.items[i].name, name)) i++;
  if (i == d->tables.len) return fail_table(d, name, err);
  table *one = &d->tables.items[i];
  d->file.until_ms = sx_clock_ms() + TABLES_MS;
  sx_status status = count_rows(d, one, err);
  d->file.until_ms = 0;
  cJSON *facts = cJSON_CreateArray();
  if (!status) write_table(d, one, facts);
  sx_answer_put(d->answer->facts, "tables", facts);
  for (size_t s = 0; s < sizeof sections / sizeof *sections && !status; s++)
    status = write_section(d, &sections[s], one->name, &count, err);
  d->answer->status = SX_ANSWER_FOUND;
  return status;
}

sx_status sx_sqlite_schema(sx_call *call, sx_str path, sx_str table_name, sx_answer *answer,
                           sx_err *err) {
  describing d = {.call = call, .answer = answer};
  sx_status status = sx_sqlite_file_open(&d.file, call, path, SX_SQLITE_READ, err);
  if (!status) status = list_tables(&d, err);
  if (!status && table_name.len)
    status = write_one(&d, table_name, err);
  else if (!status) {
    status = count_all(&d, err);
    if (!status) status = write_tables(&d, err);
  }
  sx_sqlite_file_close(&d.file);
  return status;
}
