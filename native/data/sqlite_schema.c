#include "data/sqlite_schema.h"

#include "data/schema.h"
#include "os/clock.h"
#include "workspace/paths.h"

typedef struct describing {
  sx_call *call;
  sx_answer *answer;
  sx_sqlite_file *file;
  sx_db_tables tables;
} describing;

static sx_status prepare(describing *d, const char *sql, sx_str value, sqlite3_stmt **out,
                         sx_err *err) {
  int code = sqlite3_prepare_v2(d->file->db, sql, -1, out, NULL);
  if (!code && value.ptr)
    code = sqlite3_bind_text64(*out, 1, value.ptr, value.len, SQLITE_TRANSIENT, SQLITE_UTF8);
  return code ? sx_sqlite_file_fail(d->file, code, SX_STR(""), err) : SX_OK;
}

static sx_str text_of(describing *d, sqlite3_stmt *row, int column) {
  const char *text = (const char *)sqlite3_column_text(row, column);
  size_t len = (size_t)sqlite3_column_bytes(row, column);
  return sx_arena_dup(d->call->arena, sx_str_make(text ? text : "", text ? len : 0));
}

/* `code` ended the rows. */
static sx_status finish(describing *d, sqlite3_stmt *rows, int code, sx_err *err) {
  sqlite3_finalize(rows);
  if (code != SQLITE_DONE) return sx_sqlite_file_fail(d->file, code, SX_STR(""), err);
  return d->call->arena->status ? sx_fail(err, d->call->arena->status, NULL) : SX_OK;
}

/* ---- tables ---------------------------------------------------------------------------------- */

static const char tables_sql[] =
    "SELECT l.name, l.type, l.ncol,"
    " (SELECT group_concat(name, ', ') FROM (SELECT name FROM pragma_table_xinfo(l.name)"
    "  WHERE pk > 0 ORDER BY pk))"
    " FROM pragma_table_list l WHERE l.schema = 'main' AND l.type <> 'shadow'"
    " AND l.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY l.type <> 'table', l.name";

/* One view that is broken is enough for the list of all to fail: views are asked about one by one
 * then. */
static const char names_sql[] =
    "SELECT name, type, iif(type = 'view', 0, (SELECT count(*) FROM pragma_table_xinfo(s.name) "
    "WHERE hidden <> 1)),"
    " iif(type = 'view', NULL, (SELECT group_concat(name, ', ') FROM"
    "  (SELECT name FROM pragma_table_info(s.name) WHERE pk > 0 ORDER BY pk)))"
    " FROM sqlite_schema s WHERE type IN ('table', 'view')"
    " AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name";

static sx_status read_tables(describing *d, const char *sql, sx_err *err) {
  sqlite3_stmt *rows = NULL;
  int code;
  d->tables.len = 0;
  sx_status status = prepare(d, sql, (sx_str){0}, &rows, err);
  if (status) return status;
  while ((code = sqlite3_step(rows)) == SQLITE_ROW) {
    sx_db_table *added = SX_ARRAY_ADD(&d->tables, d->call->arena);
    if (!added) break;
    *added = (sx_db_table){.name = text_of(d, rows, 0),
                           .kind = text_of(d, rows, 1),
                           .columns = sqlite3_column_int64(rows, 2),
                           .key = text_of(d, rows, 3),
                           .rows = -1};
  }
  return finish(d, rows, d->call->arena->status ? SQLITE_NOMEM : code, err);
}

static const char rows_sql[] = "SELECT count(*) FROM \"%w\"";

/* The number that `format` asks for by the name of a table or view: a broken view has none. */
static sx_status count(describing *d, const char *format, const sx_db_table *one, int64_t *number,
                       sx_err *err) {
  sqlite3_stmt *row = NULL;
  char *sql = sqlite3_mprintf(format, one->name.ptr);
  if (!sql) return sx_fail(err, SX_NOMEM, NULL);
  int code = sqlite3_prepare_v2(d->file->db, sql, -1, &row, NULL);
  if (!code) code = sqlite3_step(row);
  if (code == SQLITE_ROW) *number = sqlite3_column_int64(row, 0);
  sqlite3_finalize(row);
  sqlite3_free(sql);
  sx_status status = sx_port_call_check(d->call->wait);
  if (status) return sx_fail(err, status, NULL);
  int kind = code & 0xFF;
  bool is_fault = kind == SQLITE_NOMEM || kind == SQLITE_CORRUPT || kind == SQLITE_IOERR;
  return is_fault ? sx_sqlite_file_fail(d->file, code, SX_STR(""), err) : SX_OK;
}

static sx_status list_tables(describing *d, sx_err *err) {
  static const char columns[] = "SELECT count(*) FROM pragma_table_xinfo('%q') WHERE hidden <> 1";
  sx_status status = read_tables(d, tables_sql, err);
  if (status != SX_INVALID_ARGUMENT) return status;
  status = read_tables(d, names_sql, err);
  for (size_t i = 0; i < d->tables.len && !status; i++) {
    sx_db_table *one = &d->tables.items[i];
    if (!one->columns) status = count(d, columns, one, &one->columns, err);
  }
  return status;
}

static sx_status count_all(describing *d, sx_err *err) {
  sx_status status = SX_OK;
  uint64_t last = sx_clock_ms() + SX_DB_TABLES_MS;
  for (size_t i = 0; i < d->tables.len && !status; i++) {
    uint64_t now = sx_clock_ms();
    if (now >= last) break;
    d->file->until_ms = now + SX_DB_TABLE_MS < last ? now + SX_DB_TABLE_MS : last;
    sx_db_table *one = &d->tables.items[i];
    status = count(d, rows_sql, one, &one->rows, err);
  }
  d->file->until_ms = 0;
  return status;
}

/* ---- one table ------------------------------------------------------------------------------- */

static const sx_db_section sections[] = {
    {.title = "Columns",
     .fact = "columns",
     .has_types = true,
     .sqlite = "SELECT name, type, iif(\"notnull\", 'not null', ''),"
               " iif(dflt_value IS NULL, '', 'default ' || dflt_value),"
               " iif(pk, 'primary key' || iif(pk > 1, ' ' || pk, ''), ''), iif(hidden > 1, "
               "'generated', '')"
               " FROM pragma_table_xinfo(?1) WHERE hidden <> 1"},
    {.title = "Indexes",
     .fact = "indexes",
     .sqlite =
         "SELECT name, iif(\"unique\", 'unique', ''), '(' || (SELECT group_concat(coalesce(name,"
         " '<expression>'), ', ') FROM pragma_index_info(l.name)) || ')', iif(partial, 'partial', "
         "'')"
         " FROM pragma_index_list(?1) l"},
    {.title = "Foreign keys",
     .fact = "foreign_keys",
     .sqlite = "SELECT group_concat(\"from\", ', '), '-> ' || \"table\" || ' (' || "
               "group_concat(coalesce(\"to\","
               " 'primary key'), ', ') || ')', iif(on_delete = 'NO ACTION', '', 'on delete ' || "
               "on_delete),"
               " iif(on_update = 'NO ACTION', '', 'on update ' || on_update)"
               " FROM (SELECT * FROM pragma_foreign_key_list(?1) ORDER BY id, seq) GROUP BY id"},
    {.title = "Triggers",
     .fact = "triggers",
     .sqlite =
         "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?1 COLLATE NOCASE"},
};

static sx_status write_section(describing *d, const sx_db_section *own, sx_str name, sx_err *err) {
  sqlite3_stmt *rows = NULL;
  sx_str cells[SX_DB_MAX_CELLS];
  sx_db_listing listing;
  int code;
  sx_db_listing_begin(&listing, d->call, d->answer, own);
  sx_status status = prepare(d, own->sqlite, name, &rows, err);
  if (status) {
    sqlite3_finalize(rows);
    return status;
  }
  while ((code = sqlite3_step(rows)) == SQLITE_ROW) {
    size_t count = (size_t)sqlite3_column_count(rows);
    if (count > SX_DB_MAX_CELLS) count = SX_DB_MAX_CELLS;
    for (size_t i = 0; i < count; i++) cells[i] = text_of(d, rows, (int)i);
    sx_db_listing_add(&listing, cells, count);
  }
  sx_db_listing_end(&listing);
  return finish(d, rows, code, err);
}

static sx_status write_one(describing *d, sx_str name, sx_err *err) {
  sx_db_table *one = sx_db_find_table(&d->tables, name);
  if (!one)
    return sx_db_fail_table(d->call, &d->tables, sx_path_display(d->call, d->file->path), name,
                            err);
  d->file->until_ms = sx_clock_ms() + SX_DB_TABLES_MS;
  sx_status status = count(d, rows_sql, one, &one->rows, err);
  d->file->until_ms = 0;
  if (!status) sx_db_write_one_table(d->call, d->answer, one);
  for (size_t s = 0; s < sizeof sections / sizeof *sections && !status; s++)
    status = write_section(d, &sections[s], one->name, err);
  return status;
}

sx_status sx_sqlite_schema(sx_call *call, sx_str path, sx_str table_name, sx_answer *answer,
                           sx_err *err) {
  sx_sqlite_file file;
  describing d = {.call = call, .answer = answer, .file = &file};
  sx_status status = sx_sqlite_file_open(&file, call, path, SX_SQLITE_READ, err);
  if (!status) status = list_tables(&d, err);
  if (!status && table_name.len)
    status = write_one(&d, table_name, err);
  else if (!status) {
    status = count_all(&d, err);
    if (!status)
      status = sx_db_write_tables(call, answer, &d.tables, sx_path_display(call, path), err);
  }
  if (status)
    sx_sqlite_file_close(&file);
  else
    sx_sqlite_file_rest(&file);
  return status;
}

sx_status sx_sqlite_add_nearest(sx_call *call, sx_sqlite_file *file, sx_err *err) {
  static const sx_str begin = {"no such table: ", 15};
  describing d = {.call = call, .file = file};
  sx_str message = sx_arena_dup(call->arena, sx_str_from(err->message));
  sx_status status = err->status;
  size_t at = sx_str_find(message, begin, 0);
  if (at == SX_STR_NONE) return status;
  sx_str name = sx_str_slice(message, at + begin.len, message.len);
  if (sx_str_has_suffix(name, SX_STR("."))) name.len--;
  /* The list is a help: where it cannot be read, the error names the mistake alone. */
  if (list_tables(&d, NULL) == SX_OK) sx_db_advise_tables(call, &d.tables, name, err);
  return status;
}
