#include "harness.h"
#include "os/trash.h"
#include "temp_files.h"

#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

/* The trash is where XDG_DATA_HOME says: in a folder of the case. */

static void forget_home(void *context) {
  (void)context;
  uv_os_unsetenv("XDG_DATA_HOME");
}

static sx_str new_home(const char *name) {
  sx_str home = temp_path(temp_folder(), name);
  uv_os_setenv("XDG_DATA_HOME", home.ptr);
  sx_test_defer(forget_home, NULL);
  return home;
}

static sx_status move(sx_str path) {
  return sx_trash_move(path, sx_test_arena(), sx_test_err());
}

static bool is_there(sx_str path) {
  struct stat info;
  return lstat(path.ptr, &info) == 0;
}

static sx_str read_text(sx_str path) {
  char *text = sx_test_memory(4096);
  FILE *file = fopen(path.ptr, "rb");
  if (!file) return SX_STR("(unreadable)");
  size_t len = fread(text, 1, 4095, file);
  fclose(file);
  return sx_str_make(text, len);
}

SX_TEST(keeps_the_file_and_where_it_was) {
  sx_str home = new_home("data"), folder = temp_folder();
  sx_str path = temp_file(folder, "ü 100%.txt", SX_STR("old"));
  SX_EXPECT_OK(move(path));
  SX_EXPECT(!is_there(path));
  SX_EXPECT_TEXT(read_text(temp_path(home, "Trash/files/ü 100%.txt")), "old");
  sx_str info = read_text(temp_path(home, "Trash/info/ü 100%.txt.trashinfo"));
  char expected[512];
  snprintf(expected, sizeof expected,
           "[Trash Info]\nPath=%s/%%C3%%BC%%20100%%25.txt\nDeletionDate=", folder.ptr);
  SX_EXPECT_STR(sx_str_slice(info, 0, strlen(expected)), sx_str_from(expected));
  SX_EXPECT_SIZE(info.len, strlen(expected) + strlen("2026-01-01T00:00:00\n"));
}

SX_TEST(takes_a_name_that_is_free) {
  sx_str home = new_home("data"), folder = temp_folder();
  for (int i = 0; i < 3; i++) {
    char text[16];
    snprintf(text, sizeof text, "%d", i);
    SX_EXPECT_OK(move(temp_file(folder, "a", sx_str_from(text))));
  }
  SX_EXPECT_TEXT(read_text(temp_path(home, "Trash/files/a")), "0");
  SX_EXPECT_TEXT(read_text(temp_path(home, "Trash/files/a.2")), "1");
  SX_EXPECT_TEXT(read_text(temp_path(home, "Trash/files/a.3")), "2");
  SX_EXPECT(is_there(temp_path(home, "Trash/info/a.3.trashinfo")));
}

SX_TEST(takes_folders_and_links_themselves) {
  sx_str home = new_home("data"), folder = temp_folder();
  sx_str inner = temp_file(folder, "d/e/x", SX_STR("x"));
  sx_str link = temp_link(folder, "link", inner);
  SX_EXPECT_OK(move(link));
  SX_EXPECT(is_there(inner) && !is_there(link));
  SX_EXPECT_OK(move(temp_path(folder, "d")));
  SX_EXPECT(!is_there(temp_path(folder, "d")));
  SX_EXPECT_TEXT(read_text(temp_path(home, "Trash/files/d/e/x")), "x");
}

SX_TEST(without_a_trash_nothing_goes) {
  sx_str folder = temp_folder(), path = temp_file(folder, "a", SX_STR("old"));
  sx_str blocked = temp_file(folder, "blocked", SX_STR(""));
  uv_os_setenv("XDG_DATA_HOME", blocked.ptr); /* a file, where a folder would have to be */
  sx_test_defer(forget_home, NULL);
  SX_EXPECT_STATUS(move(path), SX_IO);
  SX_EXPECT_TEXT(read_text(path), "old");
  SX_EXPECT_STATUS(move(temp_path(folder, "gone")), SX_IO);
  SX_EXPECT_STATUS(move(SX_STR("relative")), SX_IO);
}

/* What is not there leaves no note of it. */
SX_TEST(a_failed_move_leaves_no_note) {
  sx_str home = new_home("data"), folder = temp_folder();
  SX_EXPECT_STATUS(move(temp_path(folder, "gone")), SX_IO);
  SX_EXPECT(!is_there(temp_path(home, "Trash/info/gone.trashinfo")));
}

SX_SUITE(os_trash_test, SX_CASE(keeps_the_file_and_where_it_was),
         SX_CASE(takes_a_name_that_is_free), SX_CASE(takes_folders_and_links_themselves),
         SX_CASE(without_a_trash_nothing_goes), SX_CASE(a_failed_move_leaves_no_note));
