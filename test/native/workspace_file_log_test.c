#define _XOPEN_SOURCE 700
#include "harness.h"
#include "os/clock.h"
#include "temp_files.h"
#include "workspace/file_log.h"

#include <unistd.h>

static void free_log(void *log) {
  sx_file_log_free(log);
}

static sx_file_log *new_log(void) {
  sx_file_log *log = sx_file_log_new();
  if (log) sx_test_defer(free_log, log);
  return log;
}

/* Good until the next 4. */
static sx_str numbered(int number) {
  static char names[4][32];
  static int next;
  char *name = names[next++ % 4];
  snprintf(name, sizeof names[0], "/ws/%d.ts", number);
  return sx_str_from(name);
}

SX_TEST(hands_out_changed_files_once) {
  sx_file_log *log = new_log();
  SX_EXPECT_ALLOC(log);
  if (sx_test_is_failing_allocations()) return;
  sx_strs changed;
  sx_file_log_add_changed(log, SX_STR("/a"));
  sx_file_log_add_changed(log, SX_STR("/b"));
  sx_file_log_add_changed(log, SX_STR("/a"));
  SX_EXPECT_OK(sx_file_log_take_changed(log, 256, &changed, sx_test_arena()));
  SX_EXPECT_SIZE(changed.len, 2);
  SX_EXPECT_TEXT(changed.items[0], "/a");
  SX_EXPECT_OK(sx_file_log_take_changed(log, 256, &changed, sx_test_arena()));
  SX_EXPECT_SIZE(changed.len, 0);
}

SX_TEST(more_than_are_shown_at_once_are_kept_for_later) {
  sx_file_log *log = new_log();
  SX_EXPECT_ALLOC(log);
  if (sx_test_is_failing_allocations()) return;
  sx_strs changed;
  for (int i = 0; i < 1000; i++) sx_file_log_add_changed(log, numbered(i));
  SX_EXPECT_OK(sx_file_log_take_changed(log, 256, &changed, sx_test_arena()));
  SX_EXPECT_SIZE(changed.len, 256);
  SX_EXPECT_STR(changed.items[0], numbered(999));
  SX_EXPECT_SIZE(sx_file_log_count_changed(log), 744);
  SX_EXPECT(!sx_file_log_take_lost(log));
  for (int i = 0; i < 700; i++) sx_file_log_tell(log, numbered(i), SX_FILE_WRITTEN);
  sx_file_log_care(log, numbered(0), NULL);
  SX_EXPECT_OK(sx_file_log_take_changed(log, 10, &changed, sx_test_arena()));
  SX_EXPECT_SIZE(sx_file_log_count_changed(log),
                 45); /* what it has reported is known, but for one */
  for (int i = 0; i < 20000; i++) sx_file_log_add_changed(log, numbered(i));
  SX_EXPECT(sx_file_log_take_lost(log));
  SX_EXPECT(!sx_file_log_take_lost(log));
}

SX_TEST(knows_what_changed_lately) {
  sx_file_log *log = new_log();
  SX_EXPECT_ALLOC(log);
  if (sx_test_is_failing_allocations()) return;
  sx_strs recent, taken;
  for (int i = 0; i < 1000; i++) sx_file_log_add_changed(log, numbered(i));
  SX_EXPECT_OK(sx_file_log_take_changed(log, 5000, &taken, sx_test_arena()));
  SX_EXPECT_OK(sx_file_log_get_recent(log, 60000, &recent, sx_test_arena()));
  SX_EXPECT_SIZE(recent.len, 1000);
  uint64_t now_ms = sx_clock_ms();
  while (sx_clock_ms() - now_ms < 3) continue;
  SX_EXPECT_OK(sx_file_log_get_recent(log, 1, &recent, sx_test_arena()));
  SX_EXPECT_SIZE(recent.len, 0);
}

static bool awaits(sx_file_log *log, const char *path, bool exists, bool is_new, uint64_t age_ms) {
  sx_file_turn turn = {sx_str_from(path), exists, is_new, age_ms};
  sx_file_log_await(log, &turn);
  return sx_file_log_is_awaiting(log);
}

SX_TEST(what_the_editor_reports_is_waited_for) {
  sx_file_log *log = new_log();
  SX_EXPECT_ALLOC(log);
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT(awaits(log, "/ws/a.ts", true, true, 0));
  SX_EXPECT(awaits(log, "/ws/b.ts", false, false, 0));
  sx_file_log_tell(log, SX_STR("/ws/a.ts"), SX_FILE_CAME);
  SX_EXPECT(sx_file_log_is_awaiting(log));
  sx_file_log_tell(log, SX_STR("/ws/b.ts"), SX_FILE_WENT);
  SX_EXPECT(!sx_file_log_is_awaiting(log));
}

SX_TEST(what_it_has_reported_is_not) {
  sx_file_log *log = new_log();
  SX_EXPECT_ALLOC(log);
  if (sx_test_is_failing_allocations()) return;
  sx_file_log_tell(log, SX_STR("/ws/came.ts"), SX_FILE_CAME);
  sx_file_log_tell(log, SX_STR("/ws/over.ts"), SX_FILE_WRITTEN);
  sx_file_log_tell(log, SX_STR("/ws/went.ts"), SX_FILE_WENT);
  sx_file_log_tell(log, SX_STR("/ws/folder"), SX_FILE_WENT);
  SX_EXPECT(!awaits(log, "/ws/came.ts", true, true, 100));
  SX_EXPECT(!awaits(log, "/ws/over.ts", true, false, 100));
  SX_EXPECT(!awaits(log, "/ws/went.ts", false, false, 100));
  SX_EXPECT(!awaits(log, "/ws/folder/in/a.ts", false, false, 100));
  SX_EXPECT(awaits(log, "/ws/came.ts", false, false, 100)); /* it has gone since */
}

SX_TEST(a_report_from_before_is_no_report) {
  sx_file_log *log = new_log();
  SX_EXPECT_ALLOC(log);
  if (sx_test_is_failing_allocations()) return;
  sx_file_log_tell(log, SX_STR("/ws/a.ts"), SX_FILE_CAME);
  uint64_t now_ms = sx_clock_ms();
  while (sx_clock_ms() - now_ms < 3) continue;
  SX_EXPECT(awaits(log, "/ws/a.ts", true, false, 0)); /* put in its place just now */
}

SX_TEST(what_came_and_went_or_is_long_ago_is_not_waited_for) {
  sx_file_log *log = new_log();
  SX_EXPECT_ALLOC(log);
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT(!awaits(log, "/ws/brief.ts", false, true, 0));
  SX_EXPECT(!awaits(log, "/ws/old.ts", true, true, 5000));
  SX_EXPECT(!awaits(log, "/ws/gone.ts", false, false, 5000));
}

SX_TEST(a_folder_that_went_ends_the_waiting_for_all_in_it) {
  sx_file_log *log = new_log();
  SX_EXPECT_ALLOC(log);
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT(awaits(log, "/ws/d/a.ts", false, false, 0));
  SX_EXPECT(awaits(log, "/ws/d/e/b.ts", false, false, 0));
  SX_EXPECT(awaits(log, "/ws/dd.ts", false, false, 0));
  sx_file_log_tell(log, SX_STR("/ws/d"), SX_FILE_WENT);
  SX_EXPECT(sx_file_log_is_awaiting(log));
  sx_file_log_tell(log, SX_STR("/ws/dd.ts"), SX_FILE_WENT);
  SX_EXPECT(!sx_file_log_is_awaiting(log));
}

SX_TEST(where_the_editor_reports_nothing_it_is_waited_for_once) {
  sx_file_log *log = new_log();
  SX_EXPECT_ALLOC(log);
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT(awaits(log, "/ws/silent/a.ts", true, true, 1490));
  uint64_t now_ms = sx_clock_ms();
  while (sx_clock_ms() - now_ms < 20) continue;
  SX_EXPECT(!sx_file_log_is_awaiting(log));
  SX_EXPECT(!awaits(log, "/ws/silent/b.ts", true, true, 0));
  sx_file_log_tell(log, SX_STR("/ws/silent/c.ts"), SX_FILE_CAME); /* it does, after all */
  SX_EXPECT(awaits(log, "/ws/silent/b.ts", true, true, 0));
}

static void pass_ms(uint64_t ms) {
  uint64_t now_ms = sx_clock_ms();
  while (sx_clock_ms() - now_ms < ms) continue;
}

/* The editor reports a folder that was moved without its files; it sees what is made in it. */
SX_TEST(a_folder_that_the_editor_reports_is_not_silent) {
  sx_file_log *log = new_log();
  SX_EXPECT_ALLOC(log);
  if (sx_test_is_failing_allocations()) return;
  sx_file_log_tell(log, SX_STR("/ws/moved"), SX_FILE_CAME);
  SX_EXPECT(awaits(log, "/ws/moved/a.ts", true, true, 1490));
  pass_ms(20);
  SX_EXPECT(!sx_file_log_is_awaiting(log));
  SX_EXPECT(awaits(log, "/ws/moved/b.ts", true, true, 0));
  sx_file_log_tell(log, SX_STR("/ws/moved/b.ts"), SX_FILE_CAME);
  SX_EXPECT(awaits(log, "/ws/late/in/a.ts", true, true, 1490));
  pass_ms(20);
  SX_EXPECT(!sx_file_log_is_awaiting(log));
  SX_EXPECT(!awaits(log, "/ws/late/in/b.ts", true, true, 0));
  sx_file_log_tell(log, SX_STR("/ws/late"), SX_FILE_CAME); /* it was busy */
  SX_EXPECT(awaits(log, "/ws/late/in/b.ts", true, true, 0));
}

SX_TEST(what_cannot_be_named_is_lost_once) {
  sx_file_log *log = new_log();
  SX_EXPECT_ALLOC(log);
  if (sx_test_is_failing_allocations()) return;
  sx_file_log_add_lost(log);
  SX_EXPECT(sx_file_log_take_lost(log));
  SX_EXPECT(!sx_file_log_take_lost(log));
}

SX_TEST(looks_at_files_that_answers_are_about) {
  sx_file_log *log = new_log();
  sx_str folder = temp_folder();
  SX_EXPECT_ALLOC(log);
  if (sx_test_is_failing_allocations()) return;
  sx_strs changed;
  sx_str a = temp_file(folder, "a.ts", SX_STR("1")), b = temp_file(folder, "b.ts", SX_STR("1"));
  sx_file_log_care(log, a, NULL);
  sx_file_log_care(log, b, NULL);
  SX_EXPECT_OK(sx_file_log_look(log, sx_test_arena()));
  SX_EXPECT_SIZE(sx_file_log_count_changed(log), 0);
  temp_file(folder, "a.ts", SX_STR("22"));
  SX_EXPECT_OK(sx_file_log_look(log, sx_test_arena()));
  SX_EXPECT_OK(sx_file_log_take_changed(log, 10, &changed, sx_test_arena()));
  SX_EXPECT_SIZE(changed.len, 1);
  SX_EXPECT_STR(changed.items[0], a);
  SX_EXPECT(unlink(b.ptr) == 0);
  SX_EXPECT_OK(sx_file_log_look(log, sx_test_arena()));
  SX_EXPECT_OK(sx_file_log_look(log, sx_test_arena()));
  SX_EXPECT_SIZE(sx_file_log_count_changed(log), 1);
  SX_EXPECT(sx_file_log_is_cared(log, b) && !sx_file_log_is_cared(log, folder));
}

SX_SUITE(workspace_file_log_test, SX_CASE(hands_out_changed_files_once),
         SX_CASE(more_than_are_shown_at_once_are_kept_for_later),
         SX_CASE(knows_what_changed_lately), SX_CASE(what_the_editor_reports_is_waited_for),
         SX_CASE(what_it_has_reported_is_not), SX_CASE(a_report_from_before_is_no_report),
         SX_CASE(what_came_and_went_or_is_long_ago_is_not_waited_for),
         SX_CASE(a_folder_that_went_ends_the_waiting_for_all_in_it),
         SX_CASE(where_the_editor_reports_nothing_it_is_waited_for_once),
         SX_CASE(a_folder_that_the_editor_reports_is_not_silent),
         SX_CASE(what_cannot_be_named_is_lost_once),
         SX_CASE(looks_at_files_that_answers_are_about));
