#include "store/sqlite_rest.h"

#include "os/clock.h"
#include "store/sqlite.h"

#include "harness.h"
#include "temp_files.h"

#include <stdio.h>
#include <uv.h>

#define WAIT_MS 20000

static void free_rest(void *arg) {
  sx_sqlite_rest_free(arg);
}

static sx_sqlite_rest *new_rest(void) {
  if (sx_sqlite_prepare()) return NULL;
  sx_sqlite_rest *rest = sx_sqlite_rest_new();
  if (rest) sx_test_defer(free_rest, rest);
  return rest;
}

/* With the tables of another connection, that is closed again. */
static bool run(sx_str path, const char *sql) {
  sqlite3 *db;
  int code = sqlite3_open(path.ptr, &db);
  if (!code) code = sqlite3_exec(db, sql, NULL, NULL, NULL);
  sqlite3_close(db);
  return !code;
}

static sx_file_info info_of(sx_str path) {
  sx_file_info info = {0};
  if (sx_file_stat(&info, path, NULL)) info.exists = false;
  return info;
}

static int64_t sum(sqlite3 *db) {
  int64_t found = -1;
  return sx_sqlite_number(db, "SELECT sum(a) FROM t", &found) == SQLITE_ROW ? found : -1;
}

/* A file whose sum is 1, old enough to rest; empty without memory. */
static sx_str old_file(sx_str folder, const char *name) {
  sx_str path = temp_path(folder, name);
  uint64_t end_ms = sx_clock_ms() + WAIT_MS;
  if (!path.len || !run(path, "CREATE TABLE t(a); INSERT INTO t VALUES(1)")) return SX_STR("");
  for (sx_file_info info = info_of(path); !sx_sqlite_rest_may(&info); info = info_of(path)) {
    if (sx_clock_ms() > end_ms) return SX_STR("");
    uv_sleep(2);
  }
  return path;
}

/* As a call that reads; without a connection when there is no memory for it. */
static sx_sqlite_resting open_new(sx_str path) {
  sx_sqlite_resting own = {.info = info_of(path)};
  if (sqlite3_open_v2(path.ptr, &own.db, SQLITE_OPEN_READONLY, NULL) || sum(own.db) != 1) {
    sqlite3_close(own.db);
    own.db = NULL;
  }
  return own;
}

static bool put_new(sx_sqlite_rest *rest, sx_str path) {
  sx_sqlite_resting own = open_new(path);
  if (own.db) sx_sqlite_rest_put(rest, &own);
  return own.db;
}

static sx_sqlite_resting take(sx_sqlite_rest *rest, sx_str path) {
  sx_file_info info = info_of(path);
  return sx_sqlite_rest_take(rest, path, &info);
}

#define EXPECT_DONE(is_done)                                                                       \
  do {                                                                                             \
    bool done = (is_done);                                                                         \
    if (!done && sx_test_is_failing_allocations()) return;                                         \
    SX_EXPECT(done);                                                                               \
  } while (0)
#define EXPECT_FILE(path)                                                                          \
  do {                                                                                             \
    EXPECT_DONE((path).len > 0);                                                                   \
  } while (0)
#define EXPECT_RESTS(rest, path)                                                                   \
  do {                                                                                             \
    EXPECT_DONE(put_new(rest, path));                                                              \
    SX_EXPECT_SIZE(sx_sqlite_rest_count(rest), 1);                                                 \
  } while (0)

SX_TEST(a_file_that_rests_is_used_again) {
  sx_sqlite_rest *rest = new_rest();
  SX_EXPECT_ALLOC(rest);
  sx_str folder = temp_folder(), path = old_file(folder, "a.db");
  EXPECT_FILE(path);
  sx_sqlite_resting own = open_new(path);
  SX_EXPECT_ALLOC(own.db);
  sx_sqlite_rest_put(rest, &own);
  for (int i = 0; i < 3; i++) {
    sx_sqlite_resting again = take(rest, path);
    SX_EXPECT(again.db == own.db);
    SX_EXPECT_SIZE(sx_sqlite_rest_count(rest), 0);
    SX_EXPECT(!take(rest, path).db); /* one call has it */
    int64_t found = sum(again.db);
    if (!sx_test_is_failing_allocations()) SX_EXPECT_INT(found, 1);
    sx_sqlite_rest_put(rest, &again);
  }
  SX_EXPECT_SIZE(sx_sqlite_rest_count(rest), 1);
}

SX_TEST(a_file_that_was_written_is_opened_anew) {
  sx_sqlite_rest *rest = new_rest();
  SX_EXPECT_ALLOC(rest);
  sx_str folder = temp_folder(), path = old_file(folder, "a.db");
  EXPECT_FILE(path);
  EXPECT_RESTS(rest, path);
  EXPECT_DONE(run(path, "INSERT INTO t VALUES(2)"));
  SX_EXPECT(!take(rest, path).db);
  SX_EXPECT_SIZE(sx_sqlite_rest_count(rest), 0);
}

SX_TEST(a_file_that_was_replaced_or_deleted_is_opened_anew) {
  sx_sqlite_rest *rest = new_rest();
  SX_EXPECT_ALLOC(rest);
  sx_str folder = temp_folder(), path = old_file(folder, "a.db"), other = old_file(folder, "b.db");
  EXPECT_FILE(path);
  EXPECT_FILE(other);
  EXPECT_RESTS(rest, path);
  SX_EXPECT_INT(rename(other.ptr, path.ptr), 0);
  SX_EXPECT(!take(rest, path).db);
  path = old_file(folder, "c.db");
  EXPECT_FILE(path);
  EXPECT_RESTS(rest, path);
  SX_EXPECT_INT(remove(path.ptr), 0);
  SX_EXPECT(!take(rest, path).db);
}

SX_TEST(a_file_that_changed_while_it_was_used_does_not_rest) {
  sx_sqlite_rest *rest = new_rest();
  SX_EXPECT_ALLOC(rest);
  sx_str folder = temp_folder(), path = old_file(folder, "a.db");
  EXPECT_FILE(path);
  sx_sqlite_resting own = open_new(path);
  SX_EXPECT_ALLOC(own.db);
  bool is_written = run(path, "INSERT INTO t VALUES(2)");
  sx_sqlite_rest_put(rest, &own);
  EXPECT_DONE(is_written);
  SX_EXPECT_SIZE(sx_sqlite_rest_count(rest), 0);
  path = old_file(folder, "b.db");
  EXPECT_FILE(path);
  EXPECT_RESTS(rest, path);
  own = take(rest, path);
  is_written = run(path, "INSERT INTO t VALUES(2)") && sum(own.db) == 3;
  sx_sqlite_rest_put(rest, &own);
  EXPECT_DONE(is_written);
  SX_EXPECT_SIZE(sx_sqlite_rest_count(rest), 0);
}

SX_TEST(a_file_that_another_took_the_place_of_while_it_was_opened_does_not_rest) {
  sx_sqlite_rest *rest = new_rest();
  SX_EXPECT_ALLOC(rest);
  sx_str folder = temp_folder(), path = old_file(folder, "a.db"), other = old_file(folder, "b.db");
  EXPECT_FILE(path);
  EXPECT_FILE(other);
  sx_sqlite_resting own = open_new(path);
  SX_EXPECT_ALLOC(own.db);
  SX_EXPECT_INT(rename(other.ptr, path.ptr), 0);
  for (uint64_t end_ms = sx_clock_ms() + WAIT_MS; sx_clock_ms() < end_ms; uv_sleep(2)) {
    own.info = info_of(path); /* the stamps are those of the other */
    if (sx_sqlite_rest_may(&own.info)) break;
  }
  sx_sqlite_rest_put(rest, &own);
  SX_EXPECT_SIZE(sx_sqlite_rest_count(rest), 0);
}

SX_TEST(a_young_file_does_not_rest) {
  sx_file_info info = {.exists = true, .is_regular = true};
  SX_EXPECT(sx_sqlite_rest_may(&info));
  info.mtime_ns = sx_clock_day_ns();
  SX_EXPECT(!sx_sqlite_rest_may(&info));
  info.mtime_ns = 0;
  info.changed_ns = sx_clock_day_ns();
  SX_EXPECT(!sx_sqlite_rest_may(&info));
  info.changed_ns = 0;
  info.is_regular = false;
  SX_EXPECT(!sx_sqlite_rest_may(&info));
}

SX_TEST(few_files_rest_and_each_once) {
  sx_sqlite_rest *rest = new_rest();
  SX_EXPECT_ALLOC(rest);
  sx_str folder = temp_folder(), paths[6];
  char name[] = "0.db";
  for (size_t i = 0; i < 6; i++, name[0]++) {
    paths[i] = old_file(folder, name);
    EXPECT_FILE(paths[i]);
  }
  for (size_t i = 0; i < 6; i++) {
    EXPECT_DONE(put_new(rest, paths[i]));
    EXPECT_DONE(put_new(rest, paths[i]));
    SX_EXPECT_SIZE(sx_sqlite_rest_count(rest), i < 4 ? i + 1 : 4);
  }
  SX_EXPECT(!take(rest, paths[0]).db);
  SX_EXPECT(!take(rest, paths[1]).db);
  sx_sqlite_rest_end(rest, paths[3]);
  SX_EXPECT_SIZE(sx_sqlite_rest_count(rest), 3);
  SX_EXPECT(!take(rest, paths[3]).db);
  sx_sqlite_rest_end(rest, SX_STR(""));
  SX_EXPECT_SIZE(sx_sqlite_rest_count(rest), 0);
}

SX_TEST(what_rests_is_closed_in_time_and_the_next_file_rests_again) {
  sx_sqlite_rest *rest = new_rest();
  SX_EXPECT_ALLOC(rest);
  sx_str folder = temp_folder(), path = old_file(folder, "a.db");
  EXPECT_FILE(path);
  for (int round = 0; round < 2; round++) {
    EXPECT_RESTS(rest, path);
    uint64_t end_ms = sx_clock_ms() + WAIT_MS;
    if (sx_test_is_failing_allocations()) return; /* that takes its time */
    while (sx_sqlite_rest_count(rest) && sx_clock_ms() < end_ms) uv_sleep(2);
    SX_EXPECT_SIZE(sx_sqlite_rest_count(rest), 0);
  }
}

SX_SUITE(store_rest_test, SX_CASE(a_file_that_rests_is_used_again),
         SX_CASE(a_file_that_was_written_is_opened_anew),
         SX_CASE(a_file_that_was_replaced_or_deleted_is_opened_anew),
         SX_CASE(a_file_that_changed_while_it_was_used_does_not_rest),
         SX_CASE(a_file_that_another_took_the_place_of_while_it_was_opened_does_not_rest),
         SX_CASE(a_young_file_does_not_rest), SX_CASE(few_files_rest_and_each_once),
         SX_CASE(what_rests_is_closed_in_time_and_the_next_file_rests_again));
