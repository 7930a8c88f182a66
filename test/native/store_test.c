#include "store/store.h"

#include "base/buf.h"
#include "os/clock.h"

#include "harness.h"
#include "temp_files.h"

#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Each `window` is the store of one. */

static void close_window(void *arg) {
  sx_store_free(*(sx_store **)arg);
}

static sx_store *open_window(sx_str folder) {
  sx_store **held = sx_test_memory(sizeof(sx_store *));
  *held = sx_store_new();
  sx_test_defer(close_window, held);
  return *held && sx_store_set_up(*held, folder) ? *held : NULL;
}

/* ---- work ---------------------------------------------------------------------------------- */

static sx_status add_list(const sx_store_access *access, void *arg, sx_err *err) {
  sx_query query;
  sx_query_begin(&query, access, "INSERT INTO task_list(name) VALUES(?)");
  sx_query_bind_text(&query, *(const sx_str *)arg);
  return sx_query_end(&query, err);
}

static sx_status add(sx_store *window, const char *name) {
  sx_str given = sx_str_from(name);
  return sx_store_write(window, NULL, add_list, &given, sx_test_err());
}

typedef struct names {
  sx_buf all;
  size_t count;
} names;

static sx_status read_lists(const sx_store_access *access, void *arg, sx_err *err) {
  names *out = arg;
  sx_query query;
  sx_buf_clear(&out->all);
  out->count = 0;
  sx_query_begin(&query, access, "SELECT name FROM task_list ORDER BY id");
  while (sx_query_next(&query)) {
    sx_str name = sx_query_text(&query, 0, sx_test_arena());
    sx_buf_addf(&out->all, "%s%.*s", out->count++ ? " " : "", SX_STR_ARG(name));
  }
  sx_status status = sx_query_end(&query, err);
  return status ? status : out->all.status ? sx_fail(err, out->all.status, NULL) : SX_OK;
}

/* NULL without memory. */
static const char *lists(sx_store *window) {
  names found = {.count = 0};
  sx_buf_init(&found.all, 1 << 20);
  sx_status status = sx_store_read(window, NULL, read_lists, &found, sx_test_err());
  sx_str copy = sx_arena_dup(sx_test_arena(), sx_buf_str(&found.all));
  sx_buf_release(&found.all);
  return status || sx_test_arena()->status ? NULL : copy.ptr;
}

static size_t count_lists(sx_store *window) {
  names found = {.count = 0};
  sx_buf_init(&found.all, 1 << 20);
  sx_status status = sx_store_read(window, NULL, read_lists, &found, sx_test_err());
  sx_buf_release(&found.all);
  return status ? SIZE_MAX : found.count;
}

#define EXPECT_LISTS(window, expected)                                                             \
  do {                                                                                             \
    const char *now = lists(window);                                                               \
    SX_EXPECT_ALLOC(now);                                                                          \
    SX_EXPECT_STR(sx_str_from(now), sx_str_from(expected));                                        \
  } while (0)

static const char *file_of(sx_str folder, const char *name) {
  return temp_path(temp_path(folder, SX_STORE_FOLDER), name).ptr;
}

static bool is_there(sx_str folder, const char *name) {
  return access(file_of(folder, name), F_OK) == 0;
}

static int change(sx_str folder, const char *sql) {
  sqlite3 *db;
  int code = sqlite3_open(file_of(folder, SX_STORE_FILE), &db);
  if (!code) code = sqlite3_exec(db, sql, NULL, NULL, NULL);
  sqlite3_close(db);
  return code;
}

static int64_t read_version(sx_str folder) {
  sqlite3 *db;
  int64_t version = -1;
  if (!sqlite3_open(file_of(folder, SX_STORE_FILE), &db))
    (void)sx_sqlite_number(db, "PRAGMA user_version", &version);
  sqlite3_close(db);
  return version;
}

/* ---- what is kept --------------------------------------------------------------------------- */

SX_TEST(rows_outlive_the_window) {
  sx_str folder = temp_path(temp_folder(), "not/there/yet");
  sx_store *one = open_window(folder);
  SX_EXPECT_ALLOC(one);
  EXPECT_LISTS(one, "");
  SX_EXPECT_OK(add(one, "a"));
  SX_EXPECT_OK(add(one, "b"));
  sx_store *other = open_window(folder);
  SX_EXPECT_ALLOC(other);
  EXPECT_LISTS(other, "a b");
  SX_EXPECT_OK(add(other, "c"));
  EXPECT_LISTS(one, "a b c");
  SX_EXPECT_SIZE(sx_store_take_notice(one, sx_test_arena()).len, 0);
}

static sx_status add_and_fail(const sx_store_access *access, void *arg, sx_err *err) {
  sx_status status = add_list(access, arg, err);
  return status ? status : sx_fail(err, SX_NOT_FOUND, "no");
}

SX_TEST(a_work_that_fails_leaves_nothing) {
  sx_store *window = open_window(temp_folder());
  SX_EXPECT_ALLOC(window);
  SX_EXPECT_OK(add(window, "a"));
  sx_str name = SX_STR("b");
  sx_status status = sx_store_write(window, NULL, add_and_fail, &name, sx_test_err());
  if (status == SX_NOMEM) SX_EXPECT_OK(status);
  SX_EXPECT_INT(status, SX_NOT_FOUND);
  status = add(window, "A"); /* the same name */
  if (status == SX_NOMEM) SX_EXPECT_OK(status);
  SX_EXPECT_INT(status, SX_INTERNAL);
  EXPECT_LISTS(window, "a");
}

static sx_status read_first(const sx_store_access *access, void *arg, sx_err *err) {
  sx_query query;
  sx_query_begin(&query, access, "SELECT name FROM task_list ORDER BY id");
  if (sx_query_next(&query)) *(sx_str *)arg = sx_query_text(&query, 0, sx_test_arena());
  sx_query_stop(&query);
  if (sx_query_next(&query)) *(sx_str *)arg = SX_STR("another row");
  return sx_query_end(&query, err);
}

SX_TEST(rows_that_are_not_wanted_are_left) {
  sx_str first = SX_STR("");
  sx_store *window = open_window(temp_folder());
  SX_EXPECT_ALLOC(window);
  SX_EXPECT_OK(add(window, "one"));
  SX_EXPECT_OK(add(window, "two"));
  SX_EXPECT_OK(sx_store_read(window, NULL, read_first, &first, sx_test_err()));
  SX_EXPECT_STR(first, SX_STR("one"));
}

SX_TEST(without_a_folder_nothing_is_kept) {
  sx_store *window = open_window(SX_STR(""));
  SX_EXPECT_ALLOC(window);
  SX_EXPECT_INT(add(window, "a"), SX_UNSUPPORTED);
}

/* ---- other windows and programs ------------------------------------------------------------- */

/* Reports each row that was answered with a byte, unless `report` is below 0. */
static void add_many(sx_str folder, const char *prefix, int count, int report) {
  sx_store *window = sx_store_new();
  sx_err err;
  char name[32];
  bool is_good = window && sx_store_set_up(window, folder);
  for (int i = 0; i < count && is_good; i++) {
    snprintf(name, sizeof name, "%s%d", prefix, i);
    sx_str given = sx_str_from(name);
    is_good = !sx_store_write(window, NULL, add_list, &given, &err);
    if (is_good && report >= 0) is_good = write(report, "x", 1) == 1;
    if (!is_good) fprintf(stderr, "%s\n", err.message);
  }
  sx_store_free(window);
  _exit(is_good ? 0 : 1);
}

SX_TEST(processes_write_at_once) {
  if (sx_test_is_failing_allocations()) return;
  enum { PROCESSES = 4, ROWS = 100 };
  sx_str folder = temp_folder();
  pid_t children[PROCESSES];
  for (int i = 0; i < PROCESSES; i++) {
    char prefix[] = {(char)('a' + i), 0};
    children[i] = fork();
    if (!children[i]) add_many(folder, prefix, ROWS, -1);
  }
  for (int i = 0; i < PROCESSES; i++) {
    int result = 1;
    waitpid(children[i], &result, 0);
    SX_EXPECT_INT(result, 0);
  }
  SX_EXPECT_SIZE(count_lists(open_window(folder)), PROCESSES * ROWS);
}

/* Whatever it has answered is there. */
SX_TEST(a_process_that_is_killed_leaves_whole_rows) {
  if (sx_test_is_failing_allocations()) return;
  enum { LEAST = 20 };
  sx_str folder = temp_folder();
  size_t answered = 0;
  for (int round = 0; round < 5; round++) {
    char prefix[] = {(char)('a' + round), 0}, byte;
    int ends[2];
    SX_EXPECT_INT(pipe(ends), 0);
    pid_t child = fork();
    if (!child) add_many(folder, prefix, 1000000, ends[1]);
    close(ends[1]);
    for (int i = 0; i < LEAST && read(ends[0], &byte, 1) == 1; i++) answered++;
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    while (read(ends[0], &byte, 1) == 1) answered++;
    close(ends[0]);
  }
  sx_store *window = open_window(folder);
  size_t before = count_lists(window);
  SX_EXPECT(answered >= 5 * LEAST && before >= answered && before <= answered + 5);
  SX_EXPECT_OK(add(window, "z"));
  SX_EXPECT_SIZE(count_lists(window), before + 1);
  SX_EXPECT_SIZE(sx_store_take_notice(window, sx_test_arena()).len, 0);
}

static sx_status check_never(void *arg) {
  int *asked = arg;
  return ++*asked > 3 ? SX_CANCELLED : SX_OK;
}

SX_TEST(a_locked_database_is_waited_for_and_then_refused) {
  sx_str folder = temp_folder();
  sx_store *window = open_window(folder);
  SX_EXPECT_ALLOC(window);
  SX_EXPECT_OK(add(window, "a"));
  if (sx_test_is_failing_allocations()) return;
  sqlite3 *other;
  SX_EXPECT_INT(sqlite3_open(file_of(folder, SX_STORE_FILE), &other), 0);
  SX_EXPECT_INT(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), 0);
  uint64_t start_ms = sx_clock_ms();
  SX_EXPECT_INT(add(window, "b"), SX_BUSY);
  uint64_t took_ms = sx_clock_since_ms(start_ms);
  SX_EXPECT(took_ms >= SX_STORE_BUSY_MS && took_ms < SX_STORE_BUSY_MS + 1000);
  EXPECT_LISTS(window, "a"); /* reading does not wait */
  int asked = 0;
  const sx_store_wait wait = {check_never, &asked};
  start_ms = sx_clock_ms();
  sx_str name = SX_STR("b");
  SX_EXPECT_INT(sx_store_write(window, &wait, add_list, &name, sx_test_err()), SX_CANCELLED);
  SX_EXPECT(sx_clock_since_ms(start_ms) < 500);
  sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL);
  sqlite3_close(other);
  SX_EXPECT_OK(add(window, "b"));
  EXPECT_LISTS(window, "a b");
}

SX_TEST(a_newer_version_is_refused_and_left_alone) {
  sx_str folder = temp_folder();
  sx_store *window = open_window(folder);
  SX_EXPECT_ALLOC(window);
  SX_EXPECT_OK(add(window, "a"));
  if (sx_test_is_failing_allocations()) return;
  int64_t version = read_version(folder);
  SX_EXPECT(version > 0);
  SX_EXPECT_INT(change(folder, "PRAGMA user_version=99"), 0);
  sx_store *later = open_window(folder);
  SX_EXPECT_INT(add(later, "b"), SX_UNSUPPORTED);
  SX_EXPECT_INT(add(window, "b"), SX_UNSUPPORTED); /* it has the file open */
  SX_EXPECT(!is_there(folder, "kept.damaged-1.db"));
  char back[64];
  snprintf(back, sizeof back, "PRAGMA user_version=%lld", (long long)version);
  SX_EXPECT_INT(change(folder, back), 0);
  EXPECT_LISTS(later, "a");
  EXPECT_LISTS(window, "a");
  SX_EXPECT(!is_there(folder, "kept.damaged-1.db"));
}

/* As the first version left it. */
SX_TEST(an_older_version_gets_the_rest) {
  if (sx_test_is_failing_allocations()) return;
  sx_str folder = temp_folder();
  sx_store *window = sx_store_new();
  SX_EXPECT(window && sx_store_set_up(window, folder));
  SX_EXPECT_OK(add(window, "a"));
  sx_store_free(window);
  int64_t version = read_version(folder);
  SX_EXPECT_INT(change(folder, "DROP TABLE note_words; DROP TABLE note_index; DROP TABLE note; "
                               "DROP TABLE test_run; DROP "
                               "TABLE plan; DROP TABLE checkpoint_words;"
                               "DROP TABLE checkpoint; PRAGMA user_version=1"),
                0);
  EXPECT_LISTS(open_window(folder), "a");
  SX_EXPECT(!is_there(folder, "kept.damaged-1.db"));
  SX_EXPECT(read_version(folder) == version);
}

SX_TEST(what_is_in_the_way_is_left_there) {
  sx_str folder = temp_folder();
  SX_EXPECT_INT(mkdir(temp_path(folder, SX_STORE_FOLDER).ptr, 0700), 0);
  SX_EXPECT_INT(mkfifo(file_of(folder, SX_STORE_FILE), 0600), 0);
  sx_store *window = open_window(folder);
  SX_EXPECT_ALLOC(window);
  sx_status status = add(window, "a");
  if (status == SX_NOMEM) SX_EXPECT_OK(status);
  SX_EXPECT_INT(status, SX_NOT_READABLE);
  unlink(file_of(folder, SX_STORE_FILE));
  SX_EXPECT_OK(add(window, "a"));
}

/* ---- disks ---------------------------------------------------------------------------------- */

static void write_much(sx_str folder) {
  sx_store *window = sx_store_new();
  sx_err err;
  char name[4000];
  sx_str given = SX_STR("a");
  struct rlimit most = {400000, 400000};
  signal(SIGXFSZ, SIG_IGN);
  bool is_good = window && sx_store_set_up(window, folder) &&
                 !sx_store_write(window, NULL, add_list, &given, &err) &&
                 !setrlimit(RLIMIT_FSIZE, &most);
  int written = 0;
  sx_status status = SX_OK;
  for (; is_good && !status && written < 1000; written++) {
    given = sx_str_make(name, (size_t)snprintf(name, sizeof name, "%03500d", written));
    status = sx_store_write(window, NULL, add_list, &given, &err);
  }
  bool is_refused = is_good && status == SX_IO && err.message[0] && written > 5;
  sx_store_free(window);
  _exit(is_refused ? written : 0);
}

/* A write that fails is an error, and all rows that were answered are there. */
SX_TEST(a_file_that_cannot_grow_loses_nothing) {
  if (sx_test_is_failing_allocations()) return;
  sx_str folder = temp_folder();
  pid_t child = fork();
  if (!child) write_much(folder);
  int result = 0;
  waitpid(child, &result, 0);
  SX_EXPECT(WIFEXITED(result) && WEXITSTATUS(result) > 5);
  SX_EXPECT_SIZE(count_lists(open_window(folder)), (size_t)WEXITSTATUS(result));
}

/* ---- damage --------------------------------------------------------------------------------- */

static void write_file(const char *path, const char *bytes, size_t len) {
  FILE *file = fopen(path, "wb");
  if (!file) return;
  (void)!fwrite(bytes, 1, len, file);
  fclose(file);
}

static size_t read_file(const char *path, char *out, size_t most) {
  FILE *file = fopen(path, "rb");
  size_t len = file ? fread(out, 1, most, file) : 0;
  if (file) fclose(file);
  return len;
}

SX_TEST(a_file_of_other_bytes_is_set_aside_and_told) {
  sx_str folder = temp_folder();
  static char bytes[20000];
  memset(bytes, 'x', sizeof bytes);
  SX_EXPECT_INT(mkdir(temp_path(folder, SX_STORE_FOLDER).ptr, 0700), 0);
  write_file(file_of(folder, SX_STORE_FILE), bytes, sizeof bytes);
  sx_store *window = open_window(folder);
  SX_EXPECT_ALLOC(window);
  SX_EXPECT_OK(add(window, "a"));
  EXPECT_LISTS(window, "a");
  SX_EXPECT(is_there(folder, "kept.damaged-1.db") && !is_there(folder, "kept.new.db"));
  sx_str notice = sx_store_take_notice(window, sx_test_arena());
  if (sx_test_arena()->status) SX_EXPECT_OK(sx_test_arena()->status);
  SX_EXPECT(sx_str_find(notice, SX_STR("kept.damaged-1.db"), 0) != SX_STR_NONE);
  SX_EXPECT_SIZE(sx_store_take_notice(window, sx_test_arena()).len, 0);
}

/* A window has it open, and another one finds that it is damaged. */
SX_TEST(a_window_follows_when_another_sets_the_file_aside) {
  if (sx_test_is_failing_allocations()) return;
  sx_str folder = temp_folder();
  sx_store *one = open_window(folder), *other = open_window(folder);
  SX_EXPECT_OK(add(one, "a"));
  SX_EXPECT_OK(add(other, "b"));
  SX_EXPECT_INT(change(folder, "PRAGMA wal_checkpoint(TRUNCATE);"), 0);
  SX_EXPECT_INT(change(folder, "PRAGMA writable_schema=1; UPDATE sqlite_schema SET sql='x'"), 0);
  sx_store *third = open_window(folder);
  SX_EXPECT_OK(add(third, "c"));
  SX_EXPECT(is_there(folder, "kept.damaged-1.db"));
  SX_EXPECT_OK(add(one, "d"));
  SX_EXPECT_OK(add(other, "e"));
  EXPECT_LISTS(third, "c d e");
  SX_EXPECT(!is_there(folder, "kept.damaged-2.db"));
}

SX_TEST(a_file_that_was_removed_is_begun_again) {
  if (sx_test_is_failing_allocations()) return;
  sx_str folder = temp_folder();
  sx_store *window = open_window(folder);
  SX_EXPECT_OK(add(window, "a"));
  unlink(file_of(folder, SX_STORE_FILE));
  unlink(file_of(folder, SX_STORE_FILE "-wal"));
  unlink(file_of(folder, SX_STORE_FILE "-shm"));
  SX_EXPECT_OK(add(window, "b"));
  EXPECT_LISTS(open_window(folder), "b");
}

/* Rows on pages that are whole are taken over. */
SX_TEST(what_can_be_read_is_taken_over) {
  if (sx_test_is_failing_allocations()) return;
  enum { ROWS = 400, MOST = 1 << 20, PAGE = 4096 };
  sx_str folder = temp_folder();
  sx_store *window = sx_store_new();
  char name[400];
  SX_EXPECT(window && sx_store_set_up(window, folder));
  for (int i = 0; i < ROWS; i++) {
    snprintf(name, sizeof name, "%0300d", i);
    SX_EXPECT_OK(add(window, name));
  }
  sx_store_free(window);
  char *bytes = sx_test_memory(MOST);
  size_t len = read_file(file_of(folder, SX_STORE_FILE), bytes, MOST);
  SX_EXPECT(len > 40 * PAGE);
  memset(bytes + len / 2 / PAGE * PAGE, 0xA5, PAGE);
  write_file(file_of(folder, SX_STORE_FILE), bytes, len);
  window = open_window(folder);
  size_t kept = count_lists(window);
  SX_EXPECT(kept > ROWS / 2 && kept < ROWS + 1);
  SX_EXPECT(sx_store_take_notice(window, sx_test_arena()).len > 0);
}

/* Neither a crash nor an error, whatever the bytes are; and never more than there was. */
SX_TEST(damage_anywhere_ends_well) {
  if (sx_test_is_failing_allocations()) return;
  enum { MOST = 1 << 20, ROUNDS = 150 };
  sx_str folder = temp_folder();
  sx_store *window = sx_store_new();
  char name[64], aside[64];
  SX_EXPECT(window && sx_store_set_up(window, folder));
  for (int i = 0; i < 100; i++) {
    snprintf(name, sizeof name, "list number %d", i);
    SX_EXPECT_OK(add(window, name));
  }
  sx_store_free(window);
  char *whole = sx_test_memory(MOST), *damaged = sx_test_memory(MOST);
  size_t len = read_file(file_of(folder, SX_STORE_FILE), whole, MOST), set_aside = 0;
  for (int round = 0; round < ROUNDS; round++) {
    memcpy(damaged, whole, len);
    for (size_t i = sx_test_below(20) + 1; i; i--)
      damaged[sx_test_below(len)] ^= (char)(sx_test_below(255) + 1);
    write_file(file_of(folder, SX_STORE_FILE), damaged, round % 4 ? len : sx_test_below(len) + 1);
    unlink(file_of(folder, SX_STORE_FILE "-wal"));
    unlink(file_of(folder, SX_STORE_FILE "-shm"));
    window = sx_store_new();
    SX_EXPECT(window && sx_store_set_up(window, folder));
    sx_status status = add(window, "after");
    /* The version is a number of the file, too. */
    bool is_newer = status == SX_UNSUPPORTED;
    size_t count = is_newer ? 0 : count_lists(window);
    sx_store_free(window);
    if (!is_newer) SX_EXPECT_OK(status);
    SX_EXPECT(count <= 101);
    snprintf(aside, sizeof aside, "kept.damaged-1.db");
    set_aside += is_there(folder, aside);
    unlink(file_of(folder, aside));
    unlink(file_of(folder, "kept.damaged-1.db-wal"));
  }
  SX_EXPECT(set_aside > ROUNDS / 4);
}

SX_SUITE(store_test, SX_CASE(rows_outlive_the_window), SX_CASE(a_work_that_fails_leaves_nothing),
         SX_CASE(rows_that_are_not_wanted_are_left), SX_CASE(without_a_folder_nothing_is_kept),
         SX_CASE(processes_write_at_once), SX_CASE(a_process_that_is_killed_leaves_whole_rows),
         SX_CASE(a_locked_database_is_waited_for_and_then_refused),
         SX_CASE(a_newer_version_is_refused_and_left_alone),
         SX_CASE(an_older_version_gets_the_rest), SX_CASE(what_is_in_the_way_is_left_there),
         SX_CASE(a_file_that_cannot_grow_loses_nothing),
         SX_CASE(a_file_of_other_bytes_is_set_aside_and_told),
         SX_CASE(a_window_follows_when_another_sets_the_file_aside),
         SX_CASE(a_file_that_was_removed_is_begun_again), SX_CASE(what_can_be_read_is_taken_over),
         SX_LONG_CASE(damage_anywhere_ends_well));
