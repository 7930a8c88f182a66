#include "data/sqlite_file.h"

#include "base/buf.h"
#include "data/sqlite_way.h"
#include "data/statement.h"
#include "os/clock.h"
#include "os/file.h"
#include "store/sqlite.h"
#include "workspace/paths.h"

/* Others that write hold the file for milliseconds; a long transaction is reported. */
#define BUSY_MS 5000
/* Steps of SQLite's machine between two looks at the clock: about a tenth of a millisecond. */
#define STEPS 2000
#define MAX_SQL_BYTES (1 << 20)
#define MAX_VALUE_BYTES (64 << 20)
#define MAX_DEPTH 500
/* LIKE compares each byte of a text with a pattern, and does not look at the clock meanwhile. */
#define MAX_PATTERN_BYTES 1000
/* For one statement; large sorts are in temporary files of the system. */
#define MAX_MEMORY_MB 256
#define MESSAGE_BYTES ((size_t)4096)
/* A connection that holds more does not rest: by its schema, say. */
#define MAX_RESTING_BYTES ((size_t)8 << 20)

/* ---- what may run ---------------------------------------------------------------------------- */

/* Pragmas that only read, with a name or none after them. */
static bool is_reading_pragma(const char *name, const char *argument) {
  static const char *const with_name[] = {
      "table_info", "table_xinfo",      "index_info", "index_xinfo",
      "index_list", "foreign_key_list", "table_list",
  };
  static const char *const alone[] = {
      "application_id",  "collation_list", "compile_options", "data_version",      "database_list",
      "encoding",        "foreign_keys",   "freelist_count",  "function_list",     "journal_mode",
      "integrity_check", "quick_check",    "page_count",      "page_size",         "pragma_list",
      "schema_version",  "user_version",   "auto_vacuum",     "foreign_key_check", "module_list",
  };
  for (size_t i = 0; i < sizeof with_name / sizeof *with_name; i++)
    if (sqlite3_stricmp(name, with_name[i]) == 0) return true;
  for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
    if (sqlite3_stricmp(name, alone[i]) == 0) return !argument;
  return false;
}

static int refuse(sx_sqlite_file *file, const char *why) {
  file->refused = why;
  return SQLITE_DENY;
}

static int authorize(void *arg, int action, const char *first, const char *second,
                     const char *database, const char *trigger) {
  sx_sqlite_file *file = arg;
  (void)database;
  (void)trigger;
  switch (action) {
  case SQLITE_CREATE_INDEX:
  case SQLITE_CREATE_TABLE:
  case SQLITE_CREATE_TRIGGER:
  case SQLITE_CREATE_VIEW:
  case SQLITE_CREATE_VTABLE:
  case SQLITE_DROP_INDEX:
  case SQLITE_DROP_TABLE:
  case SQLITE_DROP_TRIGGER:
  case SQLITE_DROP_VIEW:
  case SQLITE_DROP_VTABLE:
  case SQLITE_ALTER_TABLE: file->changes_schema = true; return SQLITE_OK;
  case SQLITE_CREATE_TEMP_INDEX:
  case SQLITE_CREATE_TEMP_TABLE:
  case SQLITE_CREATE_TEMP_TRIGGER:
  case SQLITE_CREATE_TEMP_VIEW:
    return refuse(file, "what is temporary would end with the statement");
  case SQLITE_ATTACH:
  case SQLITE_DETACH:
    return refuse(file, "another file cannot be attached or written; ask about it by file_path");
  case SQLITE_TRANSACTION:
  case SQLITE_SAVEPOINT:
    return refuse(file, "each statement has its own transaction; leave BEGIN, COMMIT, ROLLBACK and "
                        "SAVEPOINT out");
  case SQLITE_PRAGMA:
    if (is_reading_pragma(first, second)) return SQLITE_OK;
    return refuse(file, "only pragmas that read something are allowed, as table_info(name)");
  default: return SQLITE_OK;
  }
}

static int is_over(void *arg) {
  sx_sqlite_file *file = arg;
  if (file->until_ms && sx_clock_ms() >= file->until_ms) return 1;
  return sx_port_call_check(file->call->wait) != SX_OK;
}

/* ---- errors ---------------------------------------------------------------------------------- */

static sx_status fail_file(sx_sqlite_file *file, int code, sx_err *err) {
  sx_str shown = sx_path_display(file->call, file->path);
  switch (code & 0xFF) {
  case SQLITE_NOMEM:
    if (!sx_sqlite_is_over_limit()) return sx_fail(err, SX_NOMEM, NULL);
    return sx_fail(
        err, SX_TOO_BIG,
        "The statement needs more than %d MB of memory. Ask for fewer or shorter values, "
        "as by substr(), or for an order that an index has.",
        MAX_MEMORY_MB);
  case SQLITE_NOTADB:
    return sx_fail(err, SX_CORRUPT, "%.*s is not a SQLite database, or is encrypted.",
                   SX_STR_ARG(shown));
  case SQLITE_CORRUPT:
    return sx_fail(err, SX_CORRUPT, "The database %.*s is damaged: %s.", SX_STR_ARG(shown),
                   sqlite3_errmsg(file->db));
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
    return sx_fail(err, SX_BUSY,
                   "%.*s is being written by another program, which did not finish in %d s. Call "
                   "again later.",
                   SX_STR_ARG(shown), BUSY_MS / 1000);
  case SQLITE_READONLY:
    if (code == SQLITE_READONLY_ROLLBACK || file->mode == SX_SQLITE_READ)
      return sx_fail(err, SX_NOT_READABLE,
                     "%.*s was left by a program that did not end well, in the middle of a change. "
                     "It has to be opened by that program once, which completes or takes back the "
                     "change.",
                     SX_STR_ARG(shown));
    return sx_fail(err, SX_NOT_ALLOWED, "%.*s cannot be written: %s.", SX_STR_ARG(shown),
                   sqlite3_errmsg(file->db));
  case SQLITE_CANTOPEN:
    return sx_fail(err, SX_NOT_READABLE, "%.*s cannot be opened: %s.", SX_STR_ARG(shown),
                   sqlite3_errmsg(file->db));
  default: return sx_fail(err, SX_IO, "%.*s: %s.", SX_STR_ARG(shown), sqlite3_errmsg(file->db));
  }
}

static sx_status fail_statement(sx_sqlite_file *file, sx_str sql, sx_err *err) {
  sx_buf place;
  sx_buf_init(&place, MESSAGE_BYTES);
  sx_db_add_place(&place, sql, sqlite3_error_offset(file->db));
  sx_str shown = sx_buf_str(&place);
  sx_status status =
      file->refused ? sx_fail(err, SX_NOT_ALLOWED, "The statement was not run: %s.", file->refused)
                    : sx_fail(err, SX_INVALID_ARGUMENT, "sql, %.*s%s.", SX_STR_ARG(shown),
                              sx_path_clean(file->call, sx_str_from(sqlite3_errmsg(file->db))).ptr);
  sx_buf_release(&place);
  return status;
}

sx_status sx_sqlite_file_fail(sx_sqlite_file *file, int code, sx_str sql, sx_err *err) {
  sx_status over;
  switch (code & 0xFF) {
  case SQLITE_INTERRUPT:
    over = sx_port_call_check(file->call->wait);
    return sx_fail(err, over ? over : SX_DEADLINE, NULL);
  case SQLITE_TOOBIG:
    return sx_fail(err, SX_TOO_BIG, "sql, a text or a blob has more than %d MB, the limit.",
                   MAX_VALUE_BYTES >> 20);
  case SQLITE_ERROR:
  case SQLITE_AUTH:
  case SQLITE_CONSTRAINT:
  case SQLITE_MISMATCH:
  case SQLITE_RANGE: return fail_statement(file, sql, err);
  default: return fail_file(file, code, err);
  }
}

/* ---- opening --------------------------------------------------------------------------------- */

static void set_limits(sqlite3 *db) {
  static const int limits[][2] = {
      {SQLITE_LIMIT_SQL_LENGTH, MAX_SQL_BYTES},
      {SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES},
      {SQLITE_LIMIT_EXPR_DEPTH, MAX_DEPTH},
      {SQLITE_LIMIT_ATTACHED, 0},
      {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, MAX_PATTERN_BYTES},
      {SQLITE_LIMIT_WORKER_THREADS, 0},
      {SQLITE_LIMIT_TRIGGER_DEPTH, 100},
  };
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
    sqlite3_limit(db, limits[i][0], limits[i][1]);
  /* A file may come from anyone: its schema calls nothing that has effects. */
  sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_FKEY, 1, NULL);
}

static int run(sqlite3 *db, const char *sql) {
  return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

/* Before the authorizer is there. */
static int begin(sx_sqlite_file *file) {
  bool writes = file->mode == SX_SQLITE_WRITE;
  int code = run(file->db, "PRAGMA cell_size_check=ON");
  if (!code && !writes) code = run(file->db, "PRAGMA query_only=ON");
  /* All that is read is of one time, and the file is locked once. */
  if (!code) code = run(file->db, writes ? "BEGIN IMMEDIATE" : "BEGIN");
  /* Reads the first page: a text is not a database. */
  if (!code && !writes) code = run(file->db, "PRAGMA schema_version");
  return code;
}

static int open_way(sx_sqlite_file *file, sx_sqlite_way way) {
  sqlite3_close_v2(file->db);
  file->db = NULL;
  int code = sx_sqlite_open_way(&file->db, file->call, file->path, way);
  if (code) return code;
  set_limits(file->db);
  sqlite3_busy_timeout(file->db, BUSY_MS);
  sqlite3_progress_handler(file->db, STEPS, is_over, file);
  return SQLITE_OK;
}

/*
 * One that rests has its limits, and the file was a database. Only with the lock is it sure that
 * nothing was written since the look at the file: with an old schema, values would have the names
 * of other columns. False: there is none, or an old one, which open_way closes.
 */
static bool open_resting(sx_sqlite_file *file, int *code) {
  sx_sqlite_rest *rest = file->call->services->sqlite_rest;
  sx_sqlite_resting own = sx_sqlite_rest_take(rest, file->path, &file->own.info);
  unsigned version = own.version;
  if (!own.db) return false;
  file->db = own.db;
  sqlite3_progress_handler(file->db, STEPS, is_over, file);
  *code = run(file->db, "BEGIN");
  if (!*code) *code = run(file->db, "PRAGMA schema_version");
  if (!*code) *code = sqlite3_file_control(file->db, "main", SQLITE_FCNTL_DATA_VERSION, &version);
  if (!*code && version != own.version) return false;
  file->own = own;
  file->may_rest = true;
  return true;
}

/* So that nothing stays beside the file. */
static sx_status open_for_reading(sx_sqlite_file *file, int *code, sx_err *err) {
  sx_sqlite_way way;
  bool has_log;
  if (open_resting(file, code)) return SX_OK;
  *code = open_way(file, SX_SQLITE_AS_READER);
  if (*code) return SX_OK;
  sx_status status = sx_sqlite_find_way(&way, &has_log, file->call, file->path, file->db, err);
  if (status) return status;
  file->may_rest = way == SX_SQLITE_AS_READER && !has_log && sx_sqlite_rest_may(&file->own.info);
  if (way != SX_SQLITE_AS_READER) *code = open_way(file, way);
  if (!*code) *code = begin(file);
  /* A folder or a file that cannot be written: no other program writes to it either. */
  bool is_fixed = (*code & 0xFF) == SQLITE_CANTOPEN || (*code & 0xFF) == SQLITE_READONLY;
  if (way != SX_SQLITE_AS_WRITER || !is_fixed) return SX_OK;
  *code = open_way(file, SX_SQLITE_AS_IS);
  if (!*code) *code = begin(file);
  return SX_OK;
}

/* SQLite would wait for who writes into a pipe, and reads a device without an end. */
static sx_status check_regular(sx_file_info *out, sx_call *call, sx_str path, sx_err *err) {
  sx_status status = sx_file_stat(out, path, err);
  if (status || out->is_regular) return status;
  sx_str shown = sx_path_display(call, path);
  if (!out->exists) return sx_fail(err, SX_NOT_FOUND, "%.*s does not exist.", SX_STR_ARG(shown));
  if (out->is_directory)
    return sx_fail(err, SX_IS_DIRECTORY, "%.*s is a directory, not a SQLite file.",
                   SX_STR_ARG(shown));
  return sx_fail(err, SX_NOT_READABLE, "%.*s is a pipe, a socket or a device, not a SQLite file.",
                 SX_STR_ARG(shown));
}

sx_status sx_sqlite_file_open(sx_sqlite_file *out, sx_call *call, sx_str path, sx_sqlite_mode mode,
                              sx_err *err) {
  int code = SQLITE_OK;
  *out = (sx_sqlite_file){.call = call, .path = path, .mode = mode};
  sx_status status = sx_sqlite_prepare();
  if (status) return sx_fail(err, status, NULL);
  status = check_regular(&out->own.info, call, path, err);
  if (status) return status;
  sx_sqlite_limit_memory((size_t)MAX_MEMORY_MB << 20);
  if (mode == SX_SQLITE_READ) {
    status = open_for_reading(out, &code, err);
  } else {
    sx_sqlite_rest_end(call->services->sqlite_rest, path);
    code = open_way(out, SX_SQLITE_AS_WRITER);
    if (!code) code = begin(out);
  }
  if (!status && !code) code = sqlite3_set_authorizer(out->db, authorize, out);
  if (!status && !code) return SX_OK;
  if (!status)
    status =
        out->db ? sx_sqlite_file_fail(out, code, SX_STR(""), err) : sx_fail(err, SX_NOMEM, NULL);
  sx_sqlite_file_close(out);
  if (status == SX_NOMEM) sx_sqlite_rest_end(call->services->sqlite_rest, SX_STR(""));
  return status;
}

static void end_transaction(sqlite3 *db) {
  sqlite3_progress_handler(db, 0, NULL, NULL);
  sqlite3_set_authorizer(db, NULL, NULL);
  if (!sqlite3_get_autocommit(db)) run(db, "ROLLBACK");
}

void sx_sqlite_file_close(sx_sqlite_file *file) {
  if (file->db) end_transaction(file->db);
  sqlite3_close_v2(file->db);
  file->db = NULL;
  sx_sqlite_limit_memory(0);
}

void sx_sqlite_file_rest(sx_sqlite_file *file) {
  bool is_small = sx_sqlite_memory_bytes() <= MAX_RESTING_BYTES;
  if (file->db && file->may_rest && is_small && !sx_sqlite_is_over_limit()) {
    end_transaction(file->db);
    file->own.db = file->db;
    file->db = NULL;
    /* A statement that is left has a lock, and a transaction that goes on is not of one time. */
    if (!sqlite3_get_autocommit(file->own.db) || sqlite3_next_stmt(file->own.db, NULL))
      sqlite3_close_v2(file->own.db);
    else
      sx_sqlite_rest_put(file->call->services->sqlite_rest, &file->own);
  }
  sx_sqlite_file_close(file);
}

sx_status sx_sqlite_file_keep(sx_sqlite_file *file, sx_err *err) {
  sqlite3_set_authorizer(file->db, NULL, NULL);
  /* Half of it cannot be kept: cancelled or not, it is all or nothing. */
  sqlite3_progress_handler(file->db, 0, NULL, NULL);
  int code = run(file->db, "COMMIT");
  return code ? sx_sqlite_file_fail(file, code, SX_STR(""), err) : SX_OK;
}

/* ---- one statement --------------------------------------------------------------------------- */

static sx_status check_rest(sx_sqlite_file *file, const char *rest, sx_err *err) {
  sqlite3_stmt *more = NULL;
  while (*rest) {
    const char *next = rest;
    int code = sqlite3_prepare_v2(file->db, rest, -1, &more, &next);
    bool is_more = code || more;
    sqlite3_finalize(more);
    if (is_more)
      return sx_fail(
          err, SX_INVALID_ARGUMENT,
          "sql has several statements. Give one, and call again for each of the others.");
    if (next == rest) break;
    rest = next;
  }
  return SX_OK;
}

sx_status sx_sqlite_file_prepare(sqlite3_stmt **out, sx_sqlite_file *file, sx_str sql,
                                 bool *is_write, sx_err *err) {
  const char *rest = sql.ptr, *next = sql.ptr;
  *out = NULL;
  *is_write = false;
  if (sql.len > MAX_SQL_BYTES)
    return sx_fail(err, SX_TOO_BIG, "sql has more than %d bytes, the limit.", MAX_SQL_BYTES);
  for (; !*out && *rest; rest = next) {
    file->refused = NULL;
    file->changes_schema = false;
    int code = sqlite3_prepare_v2(file->db, rest, -1, out, &next);
    if (code) return sx_sqlite_file_fail(file, code, sx_str_from(rest), err);
    if (next == rest) break;
  }
  if (!*out) return sx_fail(err, SX_INVALID_ARGUMENT, "sql has no statement.");
  sx_status status = check_rest(file, rest, err);
  *is_write = !sqlite3_stmt_readonly(*out);
  if (status) {
    sqlite3_finalize(*out);
    *out = NULL;
  }
  return status;
}
