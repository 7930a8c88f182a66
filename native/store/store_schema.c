#include "store/store_parts.h"

#include <stdio.h>

/*
 * The tables, by the version that has added them. A file of an older one gets the rest; a row here
 * is never changed once it has been released.
 *
 *     task_list  name: that of a client, or of a list that several share
 *     task       id: from 1 in each list; is_known: 0, if the agent does not know the state yet, as
 *                a person has changed it
 *     checkpoint time: in milliseconds since 1970; tags: ",one,two,"; files, symbols: one to
 *                a line; words: the stems of all that it can be found by, in its full text index
 *     plan       text: Markdown with check boxes; one plan at most is active
 *     test_run   the last run of tests, as one row
 *     note       an index of the files in which notes and plans are, where they are files;
 *                changed, size, inode: the stamp of the file; kind: 0 a note, 1 a plan, 2 not
 *                read, and flaw has the reason; the rest as of a checkpoint, words of notes alone;
 *                state: of a plan, or whether checkpoint has made the note
 *     note_index mark: of this file of the database, whose index may be as empty as it is new
 */
static const char *const steps[] = {
    "CREATE TABLE task_list(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE COLLATE NOCASE);"
    "CREATE TABLE task(list INTEGER NOT NULL, id INTEGER NOT NULL, title TEXT NOT NULL,"
    " completed INTEGER NOT NULL, is_known INTEGER NOT NULL, PRIMARY KEY(list, id)) WITHOUT ROWID;",
    /* The long texts are last: what is in front of them is read without them. */
    "CREATE TABLE checkpoint(id INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL,"
    " client TEXT NOT NULL, branch TEXT NOT NULL, revision TEXT NOT NULL, tags TEXT NOT NULL,"
    " files TEXT NOT NULL, symbols TEXT NOT NULL, tests TEXT NOT NULL, description TEXT NOT NULL, "
    "words TEXT NOT NULL);"
    "CREATE INDEX checkpoint_time ON checkpoint(time);"
    "CREATE VIRTUAL TABLE checkpoint_words USING fts5(words, content='checkpoint',"
    " content_rowid='id');"
    "CREATE TRIGGER checkpoint_added AFTER INSERT ON checkpoint BEGIN"
    " INSERT INTO checkpoint_words(rowid, words) VALUES(new.id, new.words); END;"
    "CREATE TRIGGER checkpoint_removed AFTER DELETE ON checkpoint BEGIN"
    " INSERT INTO checkpoint_words(checkpoint_words, rowid, words)"
    " VALUES('delete', old.id, old.words); END;",
    "CREATE TABLE plan(id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE COLLATE NOCASE,"
    " text TEXT NOT NULL, is_active INTEGER NOT NULL, is_completed INTEGER NOT NULL);",
    "CREATE TABLE test_run(id INTEGER PRIMARY KEY, time INTEGER NOT NULL, revision TEXT NOT NULL,"
    " text TEXT NOT NULL);",
    "CREATE TABLE note(id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, changed INTEGER NOT NULL,"
    " size INTEGER NOT NULL, inode INTEGER NOT NULL, kind INTEGER NOT NULL, state TEXT NOT NULL,"
    " title TEXT NOT NULL, flaw TEXT NOT NULL, time INTEGER NOT NULL, client TEXT NOT NULL,"
    " branch TEXT NOT NULL, revision TEXT NOT NULL, tags TEXT NOT NULL, files TEXT NOT NULL,"
    " symbols TEXT NOT NULL, tests TEXT NOT NULL, description TEXT NOT NULL, words TEXT NOT NULL);"
    "CREATE INDEX note_time ON note(kind, time);"
    "CREATE TABLE note_index(id INTEGER PRIMARY KEY, mark INTEGER NOT NULL);"
    "INSERT INTO note_index VALUES(1, random());"
    "CREATE VIRTUAL TABLE note_words USING fts5(words, content='note', content_rowid='id');"
    "CREATE TRIGGER note_added AFTER INSERT ON note BEGIN"
    " INSERT INTO note_words(rowid, words) VALUES(new.id, new.words); END;"
    "CREATE TRIGGER note_removed AFTER DELETE ON note BEGIN"
    " INSERT INTO note_words(note_words, rowid, words)"
    " VALUES('delete', old.id, old.words); END;",
};
#define STEP_COUNT ((int64_t)(sizeof steps / sizeof *steps))

/*
 * The tables, each with how many columns it has; the order is that in which they are filled. The
 * index of notes is made again from their files.
 */
typedef struct store_table {
  const char *name, *ascending, *descending;
  int columns;
} store_table;
static const store_table tables[] = {
    {"task_list", "id", "id DESC", 2},   {"task", "list, id", "list DESC, id DESC", 5},
    {"checkpoint", "id", "id DESC", 11}, {"plan", "id", "id DESC", 5},
    {"test_run", "id", "id DESC", 4},
};
#define TABLE_COUNT (sizeof tables / sizeof *tables)
#define MAX_SQL_BYTES 256

/* ---- versions ------------------------------------------------------------------------------ */

static sx_status read_version(sx_store *store, int64_t *out, sx_err *err) {
  int code = sx_sqlite_number(store->db, "PRAGMA user_version", out);
  return code == SQLITE_ROW ? SX_OK : sx_store__fail(store, code, err);
}

static int compare_rows(sqlite3_stmt *own, sqlite3_stmt *given, bool *is_same) {
  for (*is_same = true; *is_same;) {
    int one = sqlite3_step(own), other = sqlite3_step(given);
    if (one != SQLITE_ROW && one != SQLITE_DONE) return one;
    if (other != SQLITE_ROW && other != SQLITE_DONE) return other;
    *is_same = one == other;
    if (one == SQLITE_DONE || !*is_same) return SQLITE_OK;
    const char *wanted = (const char *)sqlite3_column_text(own, 0);
    const char *found = (const char *)sqlite3_column_text(given, 0);
    if (!wanted || !found) return SQLITE_NOMEM;
    *is_same = strcmp(wanted, found) == 0;
  }
  return SQLITE_OK;
}

static int compare_tables(sqlite3 *own, sqlite3 *given, bool *is_same) {
  static const char list[] =
      "SELECT name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY name";
  sqlite3_stmt *wanted = NULL, *found = NULL;
  int code = SQLITE_OK;
  for (int64_t i = 0; i < STEP_COUNT && !code; i++)
    code = sqlite3_exec(own, steps[i], NULL, NULL, NULL);
  if (!code) code = sqlite3_prepare_v2(own, list, -1, &wanted, NULL);
  if (!code) code = sqlite3_prepare_v2(given, list, -1, &found, NULL);
  if (!code) code = compare_rows(wanted, found, is_same);
  sqlite3_finalize(wanted);
  sqlite3_finalize(found);
  return code;
}

/* A file whose version is right, but whose tables are others, is damaged. */
static sx_status check_tables(sx_store *store, sx_err *err) {
  sqlite3 *own = NULL;
  bool is_same = false;
  int code = sqlite3_open_v2(":memory:", &own, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
  if (!code) code = compare_tables(own, store->db, &is_same);
  sqlite3_close_v2(own);
  if (code) return sx_store__fail(store, code, err);
  return is_same ? SX_OK : sx_fail(err, SX_CORRUPT, NULL);
}

static sx_status add_steps(sx_store *store, sx_err *err) {
  int64_t version;
  char sql[MAX_SQL_BYTES];
  sx_status status = sx_store__run(store, "BEGIN IMMEDIATE", err);
  /* Another window may have been faster. */
  if (!status) status = read_version(store, &version, err);
  for (int64_t i = status ? STEP_COUNT : version; i < STEP_COUNT && !status; i++)
    status = sx_store__run(store, steps[i], err);
  snprintf(sql, sizeof sql, "PRAGMA user_version=%lld", (long long)STEP_COUNT);
  if (!status && version < STEP_COUNT) status = sx_store__run(store, sql, err);
  if (!status) status = sx_store__run(store, "COMMIT", err);
  sx_store__roll_back(store);
  return status;
}

static sx_status check_version(const sx_store *store, int64_t version, sx_err *err) {
  if (version < 0) return sx_fail(err, SX_CORRUPT, NULL);
  if (version <= STEP_COUNT) return SX_OK;
  return sx_fail(
      err, SX_UNSUPPORTED,
      "'%s' was written by a newer version of Sextant. Nothing was changed. A person has "
      "to update Sextant in this window.",
      store->path);
}

sx_status sx_store__check_version(sx_store *store, sx_err *err) {
  int64_t version;
  sx_status status = read_version(store, &version, err);
  return status ? status : check_version(store, version, err);
}

sx_status sx_store__migrate(sx_store *store, sx_err *err) {
  int64_t version;
  sx_status status = read_version(store, &version, err);
  if (!status) status = check_version(store, version, err);
  if (!status && version < STEP_COUNT) status = add_steps(store, err);
  return status ? status : check_tables(store, err);
}

/* ---- rows of a damaged file ---------------------------------------------------------------- */

/* Where the damaged file cannot be read further, the rows end. */
static int copy_rows(sqlite3_stmt *from, sqlite3_stmt *to, int columns) {
  int code;
  while ((code = sqlite3_step(from)) == SQLITE_ROW) {
    for (int i = 0; i < columns && code == SQLITE_ROW; i++) {
      int bound = sqlite3_bind_value(to, i + 1, sqlite3_column_value(from, i));
      if (bound) code = bound;
    }
    if (code == SQLITE_ROW) code = sqlite3_step(to);
    sqlite3_reset(to);
    /* A row that does not fit, or is there already, is left out. */
    bool is_left_out = (code & 0xFF) == SQLITE_CONSTRAINT || code == SQLITE_MISMATCH;
    if (code != SQLITE_DONE && !is_left_out) return code;
  }
  return sx_sqlite_status(code) == SX_NOMEM ? code : SQLITE_OK;
}

/* Ascending up to the damage, then descending down to it: most of what is around it. */
static int copy_table(sqlite3 *damaged, sqlite3 *db, const store_table *table) {
  static const char parameters[] = "?,?,?,?,?,?,?,?,?,?,?,?";
  const char *const orders[] = {table->ascending, table->descending};
  char read[MAX_SQL_BYTES], write[MAX_SQL_BYTES];
  int code = SQLITE_OK;
  snprintf(write, sizeof write, "INSERT OR IGNORE INTO %s VALUES(%.*s)", table->name,
           2 * table->columns - 1, parameters);
  for (size_t i = 0; i < 2 && !code; i++) {
    sqlite3_stmt *from = NULL, *to = NULL;
    snprintf(read, sizeof read, "SELECT * FROM %s ORDER BY %s", table->name, orders[i]);
    int is_absent = sqlite3_prepare_v2(damaged, read, -1, &from, NULL);
    if (sx_sqlite_status(is_absent) == SX_NOMEM) code = is_absent;
    bool has_rows = !is_absent && sqlite3_column_count(from) == table->columns;
    if (has_rows) code = sqlite3_prepare_v2(db, write, -1, &to, NULL);
    if (has_rows && !code) code = copy_rows(from, to, table->columns);
    sqlite3_finalize(from);
    sqlite3_finalize(to);
  }
  return code;
}

static sx_status copy_tables(sx_store *store, sqlite3 *damaged, sx_err *err) {
  sx_status status = sx_store__run(store, "BEGIN IMMEDIATE", err);
  for (size_t i = 0; i < TABLE_COUNT && !status; i++) {
    int code = copy_table(damaged, store->db, &tables[i]);
    if (code) status = sx_store__fail(store, code, err);
  }
  return status ? status : sx_store__run(store, "COMMIT", err);
}

sx_status sx_store__salvage(sx_store *store, const char *path, sx_err *err) {
  sqlite3 *damaged = NULL;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
  int code = sqlite3_open_v2(path, &damaged, flags, NULL);
  sx_status status = code ? sx_sqlite_status(code) : copy_tables(store, damaged, err);
  sqlite3_close_v2(damaged);
  if (code) return status == SX_NOMEM ? sx_fail(err, status, NULL) : SX_OK;
  return status;
}
