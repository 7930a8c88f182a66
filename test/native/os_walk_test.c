#include "os/walk.h"

#include "harness.h"
#include "odd_folders.h"
#include "os/clock.h"
#include "temp_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

/* The entries that a walk met, one a line, and the wishes of the case. */
typedef struct meeting {
  uv_mutex_t mutex;
  sx_buf *text;
  sx_str failed;
  size_t folders, entered, looked_at;
  sx_status list_status, check_status;
  sx_str removed;        /* a folder that is removed while the top is listed */
  unsigned wanted_hangs; /* `check` ends the walk once so many threads hang */
  bool is_slow;
  sx_str read; /* of the file `deepest` */
} meeting;

static void free_mutex(void *mutex) {
  uv_mutex_destroy(mutex);
}

static meeting *new_meeting(void) {
  meeting *m = sx_test_memory(sizeof *m);
  uv_mutex_init(&m->mutex);
  sx_test_defer(free_mutex, &m->mutex);
  m->text = sx_test_buf();
  m->failed = m->read = m->removed = SX_STR("");
  return m;
}

static sx_status list(void *arg, size_t worker, sx_walk_folder *folder) {
  meeting *m = arg;
  static const char *const kinds[] = {"file", "folder", "link", "other"};
  if (worker >= sx_walk_workers()) return SX_INTERNAL;
  if (m->removed.len && !folder->path.len) rmdir(m->removed.ptr);
  if (m->is_slow) usleep(2000);
  uv_mutex_lock(&m->mutex);
  m->folders++;
  for (size_t i = 0; i < folder->count; i++) {
    sx_walk_entry *entry = &folder->entries[i];
    entry->is_entered = entry->kind == SX_WALK_FOLDER;
    entry->context = folder->path.len ? folder->context : "below";
    if (folder->path.len < 80)
      sx_buf_addf(m->text, "%.*s%s%.*s %s\n", SX_STR_ARG(folder->path), folder->path.len ? "/" : "",
                  SX_STR_ARG(entry->name), kinds[entry->kind]);
    if (sx_str_is_equal(entry->name, SX_STR("deepest")) &&
        sx_walk_read(&m->read, folder, "deepest", 100, sx_test_arena()) == SX_NOMEM)
      m->list_status = SX_NOMEM;
  }
  sx_status status = m->list_status;
  uv_mutex_unlock(&m->mutex);
  return status;
}

static void note_failed(void *arg, sx_str path) {
  meeting *m = arg;
  char *copy = sx_test_memory(path.len + 1);
  memcpy(copy, path.ptr, path.len);
  m->failed = sx_str_make(copy, path.len);
}

/* One folder is passed over; of the others the system is asked. */
static bool enter(void *arg, size_t worker, const sx_walk_folder *folder) {
  meeting *m = arg;
  sx_walk_info info;
  (void)worker;
  uv_mutex_lock(&m->mutex);
  m->entered += sx_walk_look(&info, folder, "") && info.device && !folder->count;
  uv_mutex_unlock(&m->mutex);
  return !sx_str_is_equal(folder->path, SX_STR("a/closed"));
}

static sx_status check(void *arg) {
  meeting *m = arg;
  if (m->wanted_hangs && odd_folders_hanging() >= m->wanted_hangs) return SX_DEADLINE;
  return m->check_status;
}

static sx_status walk(meeting *m, sx_str top) {
  sx_walk_query query = {
      .top = top, .context = "top", .list = list, .fail = note_failed, .check = check, .arg = m};
  return sx_walk_run(&query, sx_test_err());
}

static int compare_lines(const void *left, const void *right) {
  return sx_str_compare(*(const sx_str *)left, *(const sx_str *)right);
}

static void sort_lines(sx_buf *out, sx_str text) {
  sx_str lines[64], line;
  size_t count = 0;
  while (count < 64 && sx_str_next_line(&text, &line)) lines[count++] = line;
  qsort(lines, count, sizeof *lines, compare_lines);
  for (size_t i = 0; i < count; i++) {
    sx_buf_add(out, lines[i]);
    sx_buf_add_char(out, '\n');
  }
}

SX_TEST(lists_all_kinds_and_follows_no_link) {
  sx_str folder = temp_folder();
  meeting *m = new_meeting();
  temp_file(folder, "a/b/c.txt", SX_STR(""));
  temp_file(folder,
            "bad\xFF"
            "name",
            SX_STR(""));
  temp_link(folder, "a/b/up", SX_STR("../.."));
  temp_link(folder, "nowhere", SX_STR("none"));
  mkdir(temp_path(folder, "empty").ptr, 0777);
  SX_EXPECT_INT(mkfifo(temp_path(folder, "pipe").ptr, 0600), 0);
  SX_EXPECT_OK(walk(m, folder));
  sx_buf *lines = sx_test_buf();
  sort_lines(lines, sx_buf_str(m->text));
  SX_EXPECT_OK(m->text->status);
  SX_EXPECT_OK(lines->status);
  SX_EXPECT_TEXT(sx_buf_str(lines),
                 "a folder\na/b folder\na/b/c.txt file\na/b/up link\nbad\xFFname file\n"
                 "empty folder\nnowhere link\npipe other\n");
  SX_EXPECT_SIZE(m->folders, 4);
}

static sx_status look_at_entries(void *arg, size_t worker, sx_walk_folder *folder) {
  meeting *m = arg;
  for (size_t i = 0; i < folder->count; i++) {
    sx_walk_info info;
    bool is_there = sx_walk_look(&info, folder, folder->entries[i].name.ptr);
    uv_mutex_lock(&m->mutex);
    m->looked_at += is_there && info.changed_ns > 0;
    uv_mutex_unlock(&m->mutex);
  }
  return list(arg, worker, folder);
}

SX_TEST(folders_are_entered_before_they_are_listed) {
  sx_str folder = temp_folder();
  meeting *m = new_meeting();
  temp_file(folder, "a/closed/in.txt", SX_STR(""));
  temp_file(folder, "a/open/in.txt", SX_STR(""));
  temp_link(folder, "a/nowhere", SX_STR("none"));
  const sx_walk_query query = {.top = folder,
                               .context = "top",
                               .enter = enter,
                               .list = look_at_entries,
                               .fail = note_failed,
                               .check = check,
                               .arg = m};
  SX_EXPECT_OK(sx_walk_run(&query, sx_test_err()));
  SX_EXPECT_SIZE(m->folders, 3);
  SX_EXPECT_SIZE(m->entered, 4);
  SX_EXPECT_SIZE(m->looked_at, 5); /* a, closed, open, nowhere and in.txt */
}

/* As if `gone` were in the folder `a`. */
static sx_walk_listing *recall(void *arg, sx_str path) {
  static sx_walk_entry entries[] = {{.kind = SX_WALK_FILE}, {.kind = SX_WALK_FILE}};
  meeting *m = arg;
  uv_mutex_lock(&m->mutex);
  m->entered++;
  uv_mutex_unlock(&m->mutex);
  if (!sx_str_is_equal(path, SX_STR("a"))) return NULL;
  entries[0].name = SX_STR("gone");
  entries[1].name = SX_STR("deepest");
  const sx_walk_folder folder = {.path = path, .entries = entries, .count = 2};
  return sx_walk_listing_new(&folder);
}

SX_TEST(folders_that_are_recalled_are_not_read) {
  sx_str folder = temp_folder();
  meeting *m = new_meeting();
  temp_file(folder, "a/b/c.txt", SX_STR(""));
  temp_file(folder, "a/deepest", SX_STR("text"));
  temp_file(folder, "d/e.txt", SX_STR(""));
  const sx_walk_query query = {.top = folder,
                               .context = "top",
                               .recall = recall,
                               .list = look_at_entries,
                               .fail = note_failed,
                               .check = check,
                               .arg = m};
  sx_status status = sx_walk_run(&query, sx_test_err());
  if (sx_test_is_failing_allocations()) return; /* it is read then */
  SX_EXPECT_OK(status);
  sx_buf *lines = sx_test_buf();
  sort_lines(lines, sx_buf_str(m->text));
  SX_EXPECT_TEXT(sx_buf_str(lines),
                 "a folder\na/deepest file\na/gone file\nd folder\nd/e.txt file\n");
  SX_EXPECT_SIZE(m->entered, 3);
  SX_EXPECT_SIZE(m->looked_at, 4); /* a, deepest, d and e.txt */
  SX_EXPECT_TEXT(m->read, "text");
}

SX_TEST(no_path_is_too_long) {
  sx_str folder = temp_folder();
  meeting *m = new_meeting();
  char name[251] = {0};
  size_t levels = sx_test_is_failing_allocations() ? 17 : 2000;
  memset(name, 'n', levels == 17 ? 250 : 20);
  deep_folders(folder, name, levels, "deepest");
  SX_EXPECT_OK(walk(m, folder));
  SX_EXPECT_SIZE(m->folders, levels + 1);
  SX_EXPECT_TEXT(m->read, "deep\n");
}

SX_TEST(folders_that_vanish_are_not_missed) {
  sx_str folder = temp_folder();
  meeting *m = new_meeting();
  temp_file(folder, "a/x", SX_STR(""));
  m->removed = temp_path(folder, "gone");
  mkdir(m->removed.ptr, 0777);
  SX_EXPECT_OK(walk(m, folder));
  SX_EXPECT_SIZE(m->folders, 2);
  SX_EXPECT_SIZE(m->failed.len, 0);
}

SX_TEST(unreadable_folders_are_reported) {
  sx_str folder = temp_folder();
  meeting *m = new_meeting();
  temp_file(folder, "a/unreadable-folder/x", SX_STR(""));
  temp_file(folder, "b/x", SX_STR(""));
  SX_EXPECT_OK(walk(m, folder));
  SX_EXPECT_SIZE(m->folders, 3);
  SX_EXPECT_TEXT(m->failed, "a/unreadable-folder");
}

SX_TEST(a_top_that_is_no_folder_is_an_error) {
  sx_str folder = temp_folder();
  meeting *m = new_meeting();
  sx_str file = temp_file(folder, "file", SX_STR(""));
  SX_EXPECT_STATUS(walk(m, temp_path(folder, "none")), SX_NOT_FOUND);
  SX_EXPECT_STATUS(walk(m, file), SX_NOT_A_DIRECTORY);
}

static void make_wide(sx_str folder, const char *name, size_t count) {
  char path[256];
  for (size_t i = 0; i < count; i++) {
    int len = snprintf(path, sizeof path, "%.*s/%s-%zu", SX_STR_ARG(folder), name, i);
    if (len > 0) mkdir(path, 0777);
  }
}

SX_TEST(a_status_of_the_caller_ends_the_walk) {
  sx_str folder = temp_folder();
  meeting *m = new_meeting();
  make_wide(folder, "f", 40);
  m->check_status = SX_CANCELLED;
  SX_EXPECT_STATUS(walk(m, folder), SX_CANCELLED);
  SX_EXPECT_SIZE(m->folders, 0);
  m->check_status = SX_OK;
  m->list_status = SX_TOO_BIG;
  SX_EXPECT_STATUS(walk(m, folder), SX_TOO_BIG);
  SX_EXPECT_SIZE(m->folders, 1);
}

/* The thread that hangs is left behind and calls nothing more. */
SX_TEST(a_folder_that_hangs_does_not_hold_the_caller) {
  if (sx_walk_workers() < 2 || sx_test_is_failing_allocations()) return;
  sx_str folder = temp_folder();
  meeting *m = new_meeting();
  make_wide(folder, "hanging-folder", 200);
  m->is_slow = true;
  m->wanted_hangs = 1;
  odd_folders_hang();
  uint64_t start_ms = sx_clock_ms();
  sx_status status = walk(m, folder);
  uint64_t took_ms = sx_clock_ms() - start_ms;
  size_t folders = m->folders;
  unsigned hanging = odd_folders_hanging();
  odd_folders_answer(NULL);
  SX_EXPECT_STATUS(status, SX_DEADLINE);
  SX_EXPECT(hanging > 0);
  SX_EXPECT(took_ms < 5000);
  SX_EXPECT_SIZE(m->folders, folders);
}

SX_SUITE(os_walk_test, SX_CASE(lists_all_kinds_and_follows_no_link),
         SX_CASE(folders_are_entered_before_they_are_listed),
         SX_CASE(folders_that_are_recalled_are_not_read), SX_CASE(no_path_is_too_long),
         SX_CASE(folders_that_vanish_are_not_missed), SX_CASE(unreadable_folders_are_reported),
         SX_CASE(a_top_that_is_no_folder_is_an_error),
         SX_CASE(a_status_of_the_caller_ends_the_walk),
         SX_CASE(a_folder_that_hangs_does_not_hold_the_caller));
