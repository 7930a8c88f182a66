#include "data/server.h"
#include "host/json.h"
#include "os/clock.h"

#include <stdlib.h>

/* Where the server's estimate is more, it is the answer. */
#define MOST_COUNTED 10000
#define MOST_TABLES 10000
#define MOST_ROWS 5000
#define MOST_BYTES ((uint64_t)4 << 20)
#define PARAMS_BYTES ((size_t)4096)

static const char pg_tables[] =
    "SELECT CASE WHEN n.nspname = 'public' THEN c.relname ELSE n.nspname || '.' || c.relname END,"
    " CASE c.relkind WHEN 'r' THEN 'table' WHEN 'p' THEN 'partitioned table' WHEN 'v' THEN 'view'"
    "  WHEN 'm' THEN 'materialized view' ELSE 'foreign table' END"
    " || CASE WHEN c.relispartition THEN ', a partition of ' ||"
    "  (SELECT h.inhparent::regclass FROM pg_catalog.pg_inherits h WHERE h.inhrelid = c.oid)"
    "  ELSE '' END,"
    " (SELECT count(*) FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0"
    "  AND NOT a.attisdropped),"
    " (SELECT string_agg(a.attname, ', ' ORDER BY k.n) FROM pg_catalog.pg_index i,"
    "  unnest(i.indkey::int2[]) WITH ORDINALITY k(attnum, n), pg_catalog.pg_attribute a"
    "  WHERE i.indrelid = c.oid AND i.indisprimary AND a.attrelid = c.oid"
    "  AND a.attnum = k.attnum),"
    " CASE WHEN c.relkind IN ('r', 'p', 'm') THEN c.reltuples::int8 ELSE -1 END,"
    " quote_ident(n.nspname) || '.' || quote_ident(c.relname), c.oid::text,"
    " NULL, (SELECT count(*) FROM pg_catalog.pg_inherits h WHERE h.inhparent = c.oid"
    "  AND c.relkind = 'p'), c.relispartition::int"
    " FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
    " WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')"
    " AND n.nspname NOT IN ('pg_catalog', 'information_schema')"
    " AND n.nspname !~ '^pg_(toast|temp)'"
    " ORDER BY c.relispartition, c.relkind NOT IN ('r', 'p'), 1";

/*
 * Those of the connection's own database come first, and need no other name. The server looks at
 * all tables for each question to information_schema, so that none is asked again for each table.
 */
#define NOT_SYSTEM " NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys')"
static const char my_tables[] =
    "SELECT IF(t.TABLE_SCHEMA = database(), t.TABLE_NAME,"
    "  concat(t.TABLE_SCHEMA, '.', t.TABLE_NAME)),"
    " CASE t.TABLE_TYPE WHEN 'BASE TABLE' THEN 'table' ELSE lower(t.TABLE_TYPE) END,"
    " coalesce(c.n, 0), k.names, coalesce(t.TABLE_ROWS, -1),"
    " concat('`', replace(t.TABLE_SCHEMA, '`', '``'), '`.`', replace(t.TABLE_NAME, '`', '``'),"
    "  '`'), t.TABLE_NAME, t.TABLE_SCHEMA, 0, 0"
    " FROM information_schema.TABLES t"
    " LEFT JOIN (SELECT TABLE_SCHEMA, TABLE_NAME, count(*) AS n FROM information_schema.COLUMNS"
    "  WHERE TABLE_SCHEMA = database() OR TABLE_SCHEMA" NOT_SYSTEM
    " GROUP BY TABLE_SCHEMA, TABLE_NAME) c"
    "  ON c.TABLE_SCHEMA = t.TABLE_SCHEMA AND c.TABLE_NAME = t.TABLE_NAME"
    " LEFT JOIN (SELECT TABLE_SCHEMA, TABLE_NAME,"
    "   group_concat(COLUMN_NAME ORDER BY SEQ_IN_INDEX SEPARATOR ', ') AS names"
    "  FROM information_schema.STATISTICS WHERE INDEX_NAME = 'PRIMARY'"
    "  AND (TABLE_SCHEMA = database() OR TABLE_SCHEMA" NOT_SYSTEM ")"
    "  GROUP BY TABLE_SCHEMA, TABLE_NAME) k"
    "  ON k.TABLE_SCHEMA = t.TABLE_SCHEMA AND k.TABLE_NAME = t.TABLE_NAME"
    " WHERE t.TABLE_SCHEMA = database() OR t.TABLE_SCHEMA" NOT_SYSTEM
    " ORDER BY t.TABLE_SCHEMA <> database(), t.TABLE_TYPE <> 'BASE TABLE', 1";

static const sx_db_section sections[] = {
    {.title = "Columns",
     .fact = "columns",
     .has_types = true,
     .pg = "SELECT a.attname, format_type(a.atttypid, a.atttypmod),"
           " CASE WHEN a.attnotnull THEN 'not null' END,"
           " CASE WHEN a.attgenerated = '' THEN 'default ' || pg_get_expr(d.adbin, d.adrelid) END,"
           " (SELECT 'primary key' FROM pg_catalog.pg_index i WHERE i.indrelid = a.attrelid"
           "  AND i.indisprimary AND a.attnum = ANY (i.indkey::int2[])),"
           " CASE WHEN a.attgenerated <> '' THEN 'generated'"
           "  WHEN a.attidentity <> '' THEN 'identity' END"
           " FROM pg_catalog.pg_attribute a LEFT JOIN pg_catalog.pg_attrdef d"
           "  ON d.adrelid = a.attrelid AND d.adnum = a.attnum"
           " WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped"
           " ORDER BY a.attnum",
     .my = "SELECT COLUMN_NAME, COLUMN_TYPE, IF(IS_NULLABLE = 'NO', 'not null', NULL),"
           " IF(COLUMN_DEFAULT IS NULL OR COLUMN_DEFAULT = 'NULL', NULL,"
           "  concat('default ', COLUMN_DEFAULT)), IF(COLUMN_KEY = 'PRI', 'primary key', NULL),"
           " IF(EXTRA LIKE '%GENERATED', 'generated', IF(EXTRA = 'auto_increment', EXTRA, NULL))"
           " FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?"
           " ORDER BY ORDINAL_POSITION"},
    {.title = "Indexes",
     .fact = "indexes",
     .pg = "SELECT i.relname, CASE WHEN x.indisunique THEN 'unique' END,"
           " '(' || (SELECT string_agg(pg_get_indexdef(x.indexrelid, k, true), ', ' ORDER BY k)"
           "  FROM generate_series(1, x.indnkeyatts) k) || ')',"
           " CASE WHEN x.indpred IS NOT NULL THEN 'partial' END"
           " FROM pg_catalog.pg_index x JOIN pg_catalog.pg_class i ON i.oid = x.indexrelid"
           " WHERE x.indrelid = $1::oid ORDER BY 1",
     .my = "SELECT INDEX_NAME, IF(max(NON_UNIQUE) = 0, 'unique', NULL), concat('(',"
           " group_concat(coalesce(COLUMN_NAME, '<expression>') ORDER BY SEQ_IN_INDEX"
           "  SEPARATOR ', '), ')')"
           " FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = ?"
           " AND TABLE_NAME = ? GROUP BY INDEX_NAME ORDER BY 1"},
    {.title = "Foreign keys",
     .fact = "foreign_keys",
     .pg = "SELECT (SELECT string_agg(a.attname, ', ' ORDER BY k.n) FROM unnest(c.conkey)"
           "  WITH ORDINALITY k(attnum, n) JOIN pg_catalog.pg_attribute a"
           "  ON a.attrelid = c.conrelid AND a.attnum = k.attnum),"
           " '-> ' || c.confrelid::regclass || ' (' ||"
           " (SELECT string_agg(a.attname, ', ' ORDER BY k.n) FROM unnest(c.confkey)"
           "  WITH ORDINALITY k(attnum, n) JOIN pg_catalog.pg_attribute a"
           "  ON a.attrelid = c.confrelid AND a.attnum = k.attnum) || ')',"
           " CASE c.confdeltype WHEN 'c' THEN 'on delete CASCADE' WHEN 'n' THEN"
           "  'on delete SET NULL' WHEN 'd' THEN 'on delete SET DEFAULT' WHEN 'r' THEN"
           "  'on delete RESTRICT' END,"
           " CASE c.confupdtype WHEN 'c' THEN 'on update CASCADE' WHEN 'n' THEN"
           "  'on update SET NULL' WHEN 'd' THEN 'on update SET DEFAULT' WHEN 'r' THEN"
           "  'on update RESTRICT' END"
           " FROM pg_catalog.pg_constraint c WHERE c.contype = 'f' AND c.conrelid = $1::oid"
           " ORDER BY c.conname",
     .my = "SELECT group_concat(k.COLUMN_NAME ORDER BY k.ORDINAL_POSITION SEPARATOR ', '),"
           " concat('-> ', IF(max(k.REFERENCED_TABLE_SCHEMA) = database(), '',"
           "  concat(max(k.REFERENCED_TABLE_SCHEMA), '.')), max(k.REFERENCED_TABLE_NAME), ' (',"
           "  group_concat(k.REFERENCED_COLUMN_NAME ORDER BY k.ORDINAL_POSITION SEPARATOR ', '),"
           "  ')'),"
           " IF(max(r.DELETE_RULE) IN ('NO ACTION', 'RESTRICT'), NULL,"
           "  concat('on delete ', max(r.DELETE_RULE))),"
           " IF(max(r.UPDATE_RULE) IN ('NO ACTION', 'RESTRICT'), NULL,"
           "  concat('on update ', max(r.UPDATE_RULE)))"
           " FROM information_schema.KEY_COLUMN_USAGE k"
           " JOIN information_schema.REFERENTIAL_CONSTRAINTS r"
           "  ON r.CONSTRAINT_SCHEMA = k.CONSTRAINT_SCHEMA AND r.TABLE_NAME = k.TABLE_NAME"
           "  AND r.CONSTRAINT_NAME = k.CONSTRAINT_NAME"
           " WHERE k.TABLE_SCHEMA = ? AND k.TABLE_NAME = ?"
           " AND k.REFERENCED_TABLE_NAME IS NOT NULL GROUP BY k.CONSTRAINT_NAME ORDER BY 1"},
    {.title = "Triggers",
     .fact = "triggers",
     .pg = "SELECT tgname FROM pg_catalog.pg_trigger WHERE tgrelid = $1::oid AND NOT tgisinternal"
           " ORDER BY 1",
     .my = "SELECT TRIGGER_NAME FROM information_schema.TRIGGERS"
           " WHERE EVENT_OBJECT_SCHEMA = ? AND EVENT_OBJECT_TABLE = ? ORDER BY 1"},
};

/* Only a table that has some is asked for them, at a server where they are tables themselves. */
static const sx_db_section partitions = {
    .title = "Partitions",
    .fact = "partitions",
    .pg = "SELECT h.inhrelid::regclass, pg_get_expr(c.relpartbound, c.oid),"
          " CASE WHEN c.relkind = 'p' THEN 'partitioned' END"
          " FROM pg_catalog.pg_inherits h JOIN pg_catalog.pg_class c ON c.oid = h.inhrelid"
          " WHERE h.inhparent = $1::oid ORDER BY c.relname"};

typedef struct describing {
  sx_call *call;
  sx_str connection;
  sx_answer *answer;
  sx_db_tables tables;
} describing;

/* ---- asking ---------------------------------------------------------------------------------- */

static sx_status ask(const describing *d, sx_db_request *request, sx_db_reply *reply, sx_err *err) {
  const sx_db_question question = {
      .connection = d->connection, .path = SX_STR(""), .sql = SX_STR(""), .cursor = SX_STR("")};
  request->call = d->call->id;
  request->connection = d->connection;
  request->most_bytes = MOST_BYTES;
  sx_status status = sx_db_ask(d->call->wait, d->call->arena, request, reply, err);
  if (status || !reply->failure.len) return status;
  return sx_server_fail(d->call, &question, reply, err);
}

static sx_str cell(const sx_db_reply *reply, size_t row, size_t column) {
  if (column >= reply->columns.len) return SX_STR("");
  const sx_db_value *value = &reply->rows.items[row][column];
  return value->kind == SX_DB_NULL ? SX_STR("") : value->text;
}

static int64_t number(const sx_db_reply *reply, size_t row, size_t column) {
  return strtoll(cell(reply, row, column).ptr, NULL, 10);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static sx_status list_tables(describing *d, sx_err *err) {
  sx_db_reply reply;
  sx_db_request request = {.pg = pg_tables, .my = my_tables, .most_rows = MOST_TABLES};
  sx_status status = ask(d, &request, &reply, err);
  for (size_t i = 0; i < reply.rows.len && !status; i++) {
    sx_db_table *added = SX_ARRAY_ADD(&d->tables, d->call->arena);
    if (!added) return sx_fail(err, d->call->arena->status, NULL);
    *added = (sx_db_table){.name = cell(&reply, i, 0),
                           .kind = cell(&reply, i, 1),
                           .columns = number(&reply, i, 2),
                           .key = cell(&reply, i, 3),
                           .rows = number(&reply, i, 4),
                           .quoted = cell(&reply, i, 5),
                           .id = cell(&reply, i, 6),
                           .schema = cell(&reply, i, 7),
                           .partitions = number(&reply, i, 8),
                           .is_partition = number(&reply, i, 9) != 0,
                           .is_estimate = true};
  }
  return status;
}

sx_status sx_server_list_tables(sx_call *call, sx_str connection, sx_db_tables *out, sx_err *err) {
  describing d = {.call = call, .connection = connection};
  sx_status status = list_tables(&d, err);
  *out = d.tables;
  return status;
}

/* A table that the user may not read, and a view that fails, have no number of rows. */
static sx_status count_rows(const describing *d, sx_db_table *one, uint64_t ms, sx_err *err) {
  sx_db_reply reply;
  sx_str sql =
      sx_arena_printf(d->call->arena, "SELECT count(*) FROM %.*s", SX_STR_ARG(one->quoted));
  const sx_db_request request = {.call = d->call->id,
                                 .connection = d->connection,
                                 .sql = sql,
                                 .params = SX_STR(""),
                                 .most_rows = 1,
                                 .most_bytes = MOST_BYTES,
                                 .most_ms = ms};
  if (d->call->arena->status) return sx_fail(err, d->call->arena->status, NULL);
  sx_status status = sx_db_ask(d->call->wait, d->call->arena, &request, &reply, err);
  if (status || reply.failure.len || !reply.rows.len) return status;
  one->rows = number(&reply, 0, 0);
  one->is_estimate = false;
  return SX_OK;
}

/* Small tables exactly: their estimates are often of another time, or there are none. */
static sx_status count_small(describing *d, sx_err *err) {
  sx_status status = SX_OK;
  uint64_t last = sx_clock_ms() + SX_DB_TABLES_MS;
  for (size_t i = 0; i < d->tables.len && !status; i++) {
    uint64_t now = sx_clock_ms();
    if (now >= last || d->tables.items[i].is_partition) break;
    if (d->tables.items[i].rows > MOST_COUNTED) continue;
    status = count_rows(d, &d->tables.items[i],
                        now + SX_DB_TABLE_MS < last ? SX_DB_TABLE_MS : last - now, err);
  }
  return status;
}

/* ---- one table ------------------------------------------------------------------------------- */

static sx_status write_section(const describing *d, const sx_db_section *section, sx_str params,
                               sx_err *err) {
  sx_db_reply reply;
  sx_str cells[SX_DB_MAX_CELLS];
  sx_db_request request = {
      .pg = section->pg, .my = section->my, .params = params, .most_rows = MOST_ROWS};
  sx_db_listing listing;
  sx_db_listing_begin(&listing, d->call, d->answer, section);
  sx_status status = ask(d, &request, &reply, err);
  for (size_t i = 0; i < reply.rows.len && !status; i++) {
    size_t count = reply.columns.len < SX_DB_MAX_CELLS ? reply.columns.len : SX_DB_MAX_CELLS;
    for (size_t k = 0; k < count; k++) cells[k] = cell(&reply, i, k);
    sx_db_listing_add(&listing, cells, count);
  }
  sx_db_listing_end(&listing);
  return status;
}

static sx_status write_one(describing *d, sx_str name, sx_err *err) {
  sx_buf params;
  sx_db_table *one = sx_db_find_table(&d->tables, name);
  if (!one) return sx_db_fail_table(d->call, &d->tables, d->connection, name, err);
  sx_status status = count_rows(d, one, SX_DB_TABLES_MS, err);
  if (status) return status;
  sx_db_write_one_table(d->call, d->answer, one);
  sx_buf_init(&params, PARAMS_BYTES);
  sx_buf_add_char(&params, '[');
  if (one->schema.len) {
    sx_json_write_str(&params, one->schema);
    sx_buf_add_char(&params, ',');
  }
  sx_json_write_str(&params, one->id);
  sx_buf_add_char(&params, ']');
  if (params.status) status = sx_fail(err, params.status, NULL);
  for (size_t i = 0; i < sizeof sections / sizeof *sections && !status; i++)
    status = write_section(d, &sections[i], sx_buf_str(&params), err);
  if (!status && one->partitions) status = write_section(d, &partitions, sx_buf_str(&params), err);
  sx_buf_release(&params);
  return status;
}

sx_status sx_server_schema(sx_call *call, sx_str connection, sx_str table, sx_answer *answer,
                           sx_err *err) {
  describing d = {.call = call, .connection = connection, .answer = answer};
  sx_status status = list_tables(&d, err);
  if (!status && table.len) return write_one(&d, table, err);
  if (!status) status = count_small(&d, err);
  return status ? status : sx_db_write_tables(call, answer, &d.tables, connection, err);
}
