#include "harness.h"
#include "temp_files.h"

#include "os/lock.h"
#include "os/own_folder.h"
#include "os/sweep.h"

#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>

/* ---- os/lock ----------------------------------------------------------------------------- */

static void release_lock(void *arg) {
  sx_lock_release(arg);
}

SX_TEST(one_at_a_time_has_a_lock) {
  sx_str folder = temp_folder();
  const char *path = temp_path(folder, "lock").ptr;
  static sx_lock one, other;
  one = other = (sx_lock){0};
  sx_test_defer(release_lock, &one);
  sx_test_defer(release_lock, &other);
  SX_EXPECT_OK(sx_lock_try(&one, path, sx_test_err()));
  SX_EXPECT_STATUS(sx_lock_try(&other, path, sx_test_err()), SX_BUSY);
  sx_lock_release(&one);
  SX_EXPECT_OK(sx_lock_try(&other, path, sx_test_err()));
  SX_EXPECT_STATUS(sx_lock_try(&one, path, sx_test_err()), SX_BUSY);
}

SX_TEST(a_lock_is_shared_by_several_or_had_by_one) {
  const char *path = temp_path(temp_folder(), "lock").ptr;
  static sx_lock one, other, alone;
  const struct utimbuf old = {1000000000, 1000000000};
  struct stat info;
  one = other = alone = (sx_lock){0};
  sx_test_defer(release_lock, &one);
  sx_test_defer(release_lock, &other);
  sx_test_defer(release_lock, &alone);
  SX_EXPECT_OK(sx_lock_share(&one, path, sx_test_err()));
  SX_EXPECT_INT(utime(path, &old), 0);
  SX_EXPECT_OK(sx_lock_share(&other, path, sx_test_err()));
  SX_EXPECT_INT(stat(path, &info), 0);
  SX_EXPECT(info.st_mtime > 1000000000);
  SX_EXPECT_STATUS(sx_lock_try(&alone, path, sx_test_err()), SX_BUSY);
  sx_lock_release(&one);
  SX_EXPECT_STATUS(sx_lock_try(&alone, path, sx_test_err()), SX_BUSY);
  sx_lock_release(&other);
  SX_EXPECT_OK(sx_lock_try(&alone, path, sx_test_err()));
  SX_EXPECT_STATUS(sx_lock_share(&one, path, sx_test_err()), SX_BUSY);
}

SX_TEST(says_whether_a_lock_is_taken) {
  const char *path = temp_path(temp_folder(), "lock").ptr;
  static sx_lock one;
  one = (sx_lock){0};
  sx_test_defer(release_lock, &one);
  SX_EXPECT(!sx_lock_is_taken(path));
  SX_EXPECT(access(path, F_OK) != 0);
  SX_EXPECT_OK(sx_lock_try(&one, path, sx_test_err()));
  SX_EXPECT(sx_lock_is_taken(path));
  sx_lock_release(&one);
  SX_EXPECT(!sx_lock_is_taken(path));
  SX_EXPECT_OK(sx_lock_share(&one, path, sx_test_err()));
  SX_EXPECT(sx_lock_is_taken(path));
}

SX_TEST(a_lock_that_was_removed_is_another_one) {
  sx_str folder = temp_folder();
  const char *path = temp_path(folder, "lock").ptr;
  static sx_lock one, other;
  one = other = (sx_lock){0};
  sx_test_defer(release_lock, &one);
  sx_test_defer(release_lock, &other);
  SX_EXPECT_OK(sx_lock_try(&one, path, sx_test_err()));
  SX_EXPECT_INT(unlink(path), 0);
  SX_EXPECT_OK(sx_lock_try(&other, path, sx_test_err()));
}

SX_TEST(a_lock_needs_its_folder_and_follows_no_link) {
  sx_str folder = temp_folder();
  sx_lock lock = {0};
  const char *missing = temp_path(folder, "missing/lock").ptr;
  SX_EXPECT_STATUS(sx_lock_try(&lock, missing, sx_test_err()), SX_NOT_FOUND);
  const char *link = temp_link(folder, "link", SX_STR("target")).ptr;
  SX_EXPECT_STATUS(sx_lock_try(&lock, link, sx_test_err()), SX_IO);
  SX_EXPECT(access(temp_path(folder, "target").ptr, F_OK) != 0);
}

/* ---- os/own_folder ----------------------------------------------------------------------- */

static void expect_text(const char *path, sx_str expected) {
  char bytes[4096];
  FILE *file = fopen(path, "rb");
  SX_EXPECT(file != NULL);
  size_t len = fread(bytes, 1, sizeof bytes, file);
  (void)fclose(file);
  SX_EXPECT_STR(sx_str_make(bytes, len), expected);
}

SX_TEST(makes_folders_that_only_this_user_may_look_into) {
  const char *folder = temp_path(temp_folder(), "a/b c/d").ptr;
  for (int i = 0; i < 2; i++) SX_EXPECT_OK(sx_own_folder_make(folder, sx_test_err()));
  struct stat info;
  SX_EXPECT_INT(stat(folder, &info), 0);
  SX_EXPECT_INT(info.st_mode & 0777, 0700);
  const char *file = temp_file(temp_folder(), "file", SX_STR("text")).ptr;
  SX_EXPECT_STATUS(sx_own_folder_make(file, sx_test_err()), SX_IO);
  const char *below = temp_path(sx_str_from(file), "below").ptr;
  SX_EXPECT_STATUS(sx_own_folder_make(below, sx_test_err()), SX_IO);
}

SX_TEST(puts_a_file_in_place_of_another) {
  sx_str folder = temp_folder();
  static const char *const texts[] = {"first", "", "second and longer", "x"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    SX_EXPECT_OK(sx_own_folder_put(folder.ptr, "name", sx_str_from(texts[i]), sx_test_err()));
    expect_text(temp_path(folder, "name").ptr, sx_str_from(texts[i]));
    if (sx_test_is_over()) return;
  }
  sx_strs names = {0};
  SX_EXPECT_OK(sx_own_folder_list(&names, folder.ptr, sx_test_arena(), sx_test_err()));
  SX_EXPECT_SIZE(names.len, 1);
  SX_EXPECT_TEXT(names.items[0], "name");
  const char *missing = temp_path(folder, "missing").ptr;
  SX_EXPECT_STATUS(sx_own_folder_put(missing, "name", SX_STR("x"), sx_test_err()), SX_NOT_FOUND);
  SX_EXPECT_STATUS(sx_own_folder_list(&names, missing, sx_test_arena(), sx_test_err()),
                   SX_NOT_FOUND);
}

SX_TEST(removes_files_and_folders_of_files) {
  sx_str folder = temp_folder();
  temp_file(folder, "file", SX_STR("text"));
  temp_file(folder, "runs/1", SX_STR("text"));
  temp_file(folder, "runs/2", SX_STR("text"));
  temp_file(folder, "deep/er/1", SX_STR("text"));
  temp_link(folder, "link", SX_STR("file"));
  SX_EXPECT_OK(sx_own_folder_remove(folder.ptr, "missing", sx_test_err()));
  SX_EXPECT_OK(sx_own_folder_remove(folder.ptr, "link", sx_test_err()));
  SX_EXPECT(access(temp_path(folder, "file").ptr, F_OK) == 0);
  SX_EXPECT_OK(sx_own_folder_remove(folder.ptr, "file", sx_test_err()));
  SX_EXPECT_OK(sx_own_folder_remove(folder.ptr, "runs", sx_test_err()));
  SX_EXPECT_STATUS(sx_own_folder_remove(folder.ptr, "deep", sx_test_err()), SX_IO);
  sx_strs names = {0};
  SX_EXPECT_OK(sx_own_folder_list(&names, folder.ptr, sx_test_arena(), sx_test_err()));
  SX_EXPECT_SIZE(names.len, 1);
}

SX_TEST(writes_over_a_file_whose_room_it_has) {
  sx_str folder = temp_folder();
  temp_file(folder, "name", SX_STR("what was there"));
  sx_own_file file;
  SX_EXPECT_OK(sx_own_file_make(&file, folder.ptr, "name", 8192, sx_test_err()));
  sx_own_file_write(&file, 4096, SX_STR("text"));
  sx_own_file_close(&file);
  struct stat info;
  SX_EXPECT_INT(stat(temp_path(folder, "name").ptr, &info), 0);
  SX_EXPECT_INT(info.st_size, 8192);
  SX_EXPECT(info.st_blocks >= 16);
}

/* ---- os/sweep ---------------------------------------------------------------------------- */

static bool never(void *arg) {
  (void)arg;
  return false;
}

static bool at_once(void *arg) {
  (void)arg;
  return true;
}

SX_TEST(sweeps_files_alone) {
  sx_str folder = temp_folder();
  const char *file = temp_file(folder, "a/file", SX_STR("text")).ptr;
  SX_EXPECT_INT(utime(file, &(struct utimbuf){5, 7}), 0);
  temp_link(folder, "link", SX_STR("a/file"));
  SX_EXPECT_INT(mkfifo(temp_path(folder, "pipe").ptr, 0600), 0);
  sx_str names[] = {SX_STR("a"), SX_STR("a/file"), SX_STR("link"), SX_STR("missing"),
                    SX_STR("pipe")};
  const sx_strs paths = {names, 5, 5};
  sx_swept out[5];
  SX_EXPECT_OK(sx_sweep_run(out, folder, &paths, 2, never, NULL));
  struct stat info;
  SX_EXPECT_INT(stat(file, &info), 0);
  for (size_t i = 0; i < 5; i++) SX_EXPECT_INT(out[i].is_file, i == 1);
  SX_EXPECT_SIZE(out[1].size_bytes, 4);
  SX_EXPECT_INT(out[1].mtime_ns, 7000000000);
  SX_EXPECT_INT(out[1].ctime_ns, (int64_t)info.st_ctim.tv_sec * 1000000000 + info.st_ctim.tv_nsec);
  SX_EXPECT_SIZE(out[1].inode, info.st_ino);
  SX_EXPECT_STATUS(sx_sweep_run(out, folder, &paths, 2, at_once, NULL), SX_CANCELLED);
}

/* So many of one folder that it is opened, of others that are not. */
SX_TEST(sweeps_files_of_several_folders) {
  static const char *const names[] = {"a/1",    "a/2",    "a/b/1",  "a/b/2", "a/b/3", "a/b/4",
                                      "a/b/5",  "a/link", "a/pipe", "a/z",   "c",     "gone/1",
                                      "gone/2", "gone/3", "gone/4", "file/1"};
  enum { COUNT = sizeof names / sizeof *names };
  sx_str folder = temp_folder(), items[COUNT];
  sx_swept out[COUNT];
  for (size_t i = 0; i < COUNT; i++) items[i] = sx_str_from(names[i]);
  const sx_strs paths = {items, COUNT, COUNT};
  for (size_t i = 0; i < 11; i++)
    if (i < 7 || i > 8) temp_file(folder, names[i], sx_str_slice(SX_STR("0123456789a"), 0, i));
  temp_file(folder, "file", SX_STR(""));
  temp_link(folder, "a/link", SX_STR("1"));
  SX_EXPECT_INT(mkfifo(temp_path(folder, "a/pipe").ptr, 0600), 0);
  SX_EXPECT_OK(sx_sweep_run(out, folder, &paths, 1, NULL, NULL));
  for (size_t i = 0; i < COUNT; i++) {
    bool is_file = i < 11 && (i < 7 || i > 8);
    SX_EXPECT_INT(out[i].is_file, is_file);
    SX_EXPECT_SIZE(out[i].size_bytes, is_file ? i : 0);
  }
}

SX_TEST(sweeps_many_files_with_several_threads) {
  sx_str folder = temp_folder();
  size_t count = sx_test_is_failing_allocations() ? 1200 : 5000;
  sx_str *names = sx_test_memory(count * sizeof *names);
  sx_swept *out = sx_test_memory(count * sizeof *out);
  for (size_t i = 0; i < count; i++)
    names[i] = sx_arena_printf(sx_test_arena(), "%s%zu", i % 100 ? "missing" : "file", i);
  SX_EXPECT_OK(sx_test_arena()->status);
  for (size_t i = 0; i < count; i += 100)
    temp_file(folder, names[i].ptr, sx_str_slice(names[i], 0, i / 100 % 8));
  const sx_strs paths = {names, count, count};
  SX_EXPECT_OK(sx_sweep_run(out, folder, &paths, 4, NULL, NULL));
  for (size_t i = 0; i < count; i++) {
    SX_EXPECT_INT(out[i].is_file, i % 100 == 0);
    SX_EXPECT_SIZE(out[i].size_bytes, i % 100 ? 0 : sx_str_slice(names[i], 0, i / 100 % 8).len);
  }
}

SX_SUITE(os_own_test, SX_CASE(one_at_a_time_has_a_lock),
         SX_CASE(a_lock_is_shared_by_several_or_had_by_one), SX_CASE(says_whether_a_lock_is_taken),
         SX_CASE(a_lock_that_was_removed_is_another_one),
         SX_CASE(a_lock_needs_its_folder_and_follows_no_link),
         SX_CASE(makes_folders_that_only_this_user_may_look_into),
         SX_CASE(puts_a_file_in_place_of_another), SX_CASE(removes_files_and_folders_of_files),
         SX_CASE(writes_over_a_file_whose_room_it_has), SX_CASE(sweeps_files_alone),
         SX_CASE(sweeps_files_of_several_folders), SX_CASE(sweeps_many_files_with_several_threads));
