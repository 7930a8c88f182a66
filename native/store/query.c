#include "store/store.h"

void sx_query_begin(sx_query *query, const sx_store_access *access, const char *sql) {
  *query = (sx_query){.access = access};
  query->code = sqlite3_prepare_v2(access->db, sql, -1, &query->statement, NULL);
}

void sx_query_bind_int(sx_query *query, int64_t value) {
  if (!query->code) query->code = sqlite3_bind_int64(query->statement, ++query->bound, value);
}

void sx_query_bind_text(sx_query *query, sx_str value) {
  if (query->code) return;
  query->code = sqlite3_bind_text64(query->statement, ++query->bound, value.ptr, value.len,
                                    SQLITE_STATIC, SQLITE_UTF8);
}

bool sx_query_next(sx_query *query) {
  bool has_ended = query->code && query->code != SQLITE_ROW;
  if (!has_ended) query->code = sqlite3_step(query->statement);
  return query->code == SQLITE_ROW;
}

int64_t sx_query_int(const sx_query *query, int column) {
  return sqlite3_column_int64(query->statement, column);
}

sx_str sx_query_text(sx_query *query, int column, sx_arena *arena) {
  const unsigned char *text = sqlite3_column_text(query->statement, column);
  size_t len = (size_t)sqlite3_column_bytes(query->statement, column);
  bool is_lost = !text && sqlite3_errcode(query->access->db) == SQLITE_NOMEM;
  sx_str copy = sx_arena_dup(arena, sx_str_make((const char *)text, text ? len : 0));
  if (is_lost || arena->status) query->code = SQLITE_NOMEM;
  return copy;
}

bool sx_query_has_memory(sx_query *query, const sx_arena *arena) {
  if (arena->status) query->code = SQLITE_NOMEM;
  return !arena->status;
}

void sx_query_stop(sx_query *query) {
  if (query->code != SQLITE_ROW) return;
  sqlite3_reset(query->statement);
  query->code = SQLITE_DONE;
}

sx_status sx_query_end(sx_query *query, sx_err *err) {
  while (sx_query_next(query)) continue;
  sqlite3_finalize(query->statement);
  return query->code == SQLITE_DONE ? SX_OK : sx_store_fail(query->access, query->code, err);
}
