#include "harness.h"
#include "os/trash.h"
#include "temp_files.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
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

/* A missing file leaves no note. */
SX_TEST(a_failed_move_leaves_no_note) {
  sx_str home = new_home("data"), folder = temp_folder();
  SX_EXPECT_STATUS(move(temp_path(folder, "gone")), SX_IO);
  SX_EXPECT(!is_there(temp_path(home, "Trash/info/gone.trashinfo")));
}

/* A note that another program removed leaves its file, which must not be overwritten. */
SX_TEST(what_is_in_the_trash_stays) {
  sx_str home = new_home("data"), folder = temp_folder();
  SX_EXPECT_INT(mkdir(home.ptr, 0700), 0);
  temp_file(home, "Trash/files/a", SX_STR("theirs"));
  SX_EXPECT_OK(move(temp_file(folder, "a", SX_STR("ours"))));
  SX_EXPECT_TEXT(read_text(temp_path(home, "Trash/files/a")), "theirs");
  SX_EXPECT_TEXT(read_text(temp_path(home, "Trash/files/a.2")), "ours");
  SX_EXPECT(!is_there(temp_path(home, "Trash/info/a.trashinfo")));
}

SX_TEST(a_long_name_has_no_room_for_the_ending) {
  sx_str home = new_home("data"), folder = temp_folder();
  char name[256], shown[300];
  memset(name, 'n', 255);
  name[255] = 0;
  SX_EXPECT_OK(move(temp_file(folder, name, SX_STR("x"))));
  snprintf(shown, sizeof shown, "Trash/files/%.230s", name);
  SX_EXPECT_TEXT(read_text(temp_path(home, shown)), "x");
}

/* ---- another file system -------------------------------------------------------------------- */

/*
 * Each case has a file system of its own at `top`, which only a process of its own sees. Machines
 * that do not let tests mount one leave these cases out.
 */
typedef void (*on_mount)(sx_str top);

#define NOT_POSSIBLE 77

static bool write_map(const char *file, unsigned id) {
  FILE *to = fopen(file, "w");
  bool is_done = to && fprintf(to, "%u %u 1", id, id) > 0;
  return to && fclose(to) == 0 && is_done;
}

static bool has_own_mounts(void) {
  unsigned uid = geteuid();
  bool is_possible = unshare(CLONE_NEWNS) == 0;
  if (!is_possible)
    is_possible = unshare(CLONE_NEWNS | CLONE_NEWUSER) == 0 && write_map("/proc/self/uid_map", uid);
  return is_possible && mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
}

static void run_on_mount(on_mount check) {
  if (sx_test_is_failing_allocations()) return; /* the other process would count its own */
  new_home("data");
  sx_str top = temp_folder();
  pid_t child = fork();
  if (child == 0) {
    if (!has_own_mounts() || mount("none", top.ptr, "tmpfs", 0, "mode=1777")) _exit(NOT_POSSIBLE);
    check(top);
    _exit(sx_test_is_over() ? 1 : 0);
  }
  int code = -1;
  waitpid(child, &code, 0);
  SX_EXPECT(WIFEXITED(code) && (WEXITSTATUS(code) == 0 || WEXITSTATUS(code) == NOT_POSSIBLE));
}

static sx_str in_trash(sx_str top, const char *form, const char *rest) {
  char name[64];
  snprintf(name, sizeof name, "%s%u%s", form, geteuid(), rest);
  return temp_path(top, name);
}

static mode_t rights_of(sx_str path) {
  struct stat info;
  return lstat(path.ptr, &info) ? 0 : info.st_mode & 07777;
}

static void keep_there(sx_str top) {
  SX_EXPECT_OK(move(temp_file(top, "d e/a", SX_STR("old"))));
  SX_EXPECT_TEXT(read_text(in_trash(top, ".Trash-", "/files/a")), "old");
  SX_EXPECT_INT(rights_of(in_trash(top, ".Trash-", "")), 0700);
  sx_str info = read_text(in_trash(top, ".Trash-", "/info/a.trashinfo"));
  SX_EXPECT(sx_str_has_prefix(info, SX_STR("[Trash Info]\nPath=d%20e/a\n")));
}

static void close_to_others(sx_str top) {
  SX_EXPECT_INT(mkdir(in_trash(top, ".Trash-", "").ptr, 0700), 0);
  SX_EXPECT_INT(chmod(in_trash(top, ".Trash-", "").ptr, 0777), 0);
  keep_there(top);
}

static void use_shared(sx_str top) {
  SX_EXPECT_INT(mkdir(temp_path(top, ".Trash").ptr, 0700), 0);
  SX_EXPECT_INT(chmod(temp_path(top, ".Trash").ptr, 01777), 0);
  SX_EXPECT_OK(move(temp_file(top, "a", SX_STR("old"))));
  SX_EXPECT_TEXT(read_text(in_trash(top, ".Trash/", "/files/a")), "old");
  SX_EXPECT_INT(rights_of(in_trash(top, ".Trash/", "")), 0700);
  SX_EXPECT(!is_there(in_trash(top, ".Trash-", "")));
}

static void pass_over_unsafe(sx_str top) {
  SX_EXPECT_INT(mkdir(temp_path(top, ".Trash").ptr, 0700), 0);
  SX_EXPECT_INT(chmod(temp_path(top, ".Trash").ptr, 0777), 0);
  keep_there(top);
  SX_EXPECT(!is_there(in_trash(top, ".Trash/", "")));
}

static void pass_over_link(sx_str top) {
  SX_EXPECT_INT(mkdir(temp_path(top, "evil").ptr, 0700), 0);
  SX_EXPECT_INT(chmod(temp_path(top, "evil").ptr, 01777), 0);
  temp_link(top, ".Trash", SX_STR("evil"));
  keep_there(top);
  SX_EXPECT(!is_there(in_trash(top, "evil/", "")));
}

/* The file stays where it is, and nothing of it is elsewhere. */
static void expect_refusal(sx_str top) {
  sx_str path = temp_file(top, "a", SX_STR("old"));
  SX_EXPECT_STATUS(move(path), SX_IO);
  SX_EXPECT_TEXT(read_text(path), "old");
  SX_EXPECT(!is_there(temp_path(top, "evil/a")) && !is_there(temp_path(top, "evil/files")));
}

static void refuse_link(sx_str top) {
  SX_EXPECT_INT(mkdir(temp_path(top, "evil").ptr, 0700), 0);
  SX_EXPECT_INT(symlink("evil", in_trash(top, ".Trash-", "").ptr), 0);
  expect_refusal(top);
}

static void refuse_inner_link(sx_str top) {
  SX_EXPECT_INT(mkdir(temp_path(top, "evil").ptr, 0700), 0);
  SX_EXPECT_INT(mkdir(in_trash(top, ".Trash-", "").ptr, 0700), 0);
  SX_EXPECT_INT(symlink("../evil", in_trash(top, ".Trash-", "/files").ptr), 0);
  expect_refusal(top);
}

static void refuse_other_owner(sx_str top) {
  sx_str trash = in_trash(top, ".Trash-", "");
  SX_EXPECT_INT(mkdir(trash.ptr, 0777), 0);
  if (chown(trash.ptr, 65534, 65534)) return; /* for root alone */
  SX_EXPECT_INT(chmod(trash.ptr, 0777), 0);
  expect_refusal(top);
}

SX_TEST(another_file_system_has_its_own) {
  run_on_mount(keep_there);
  run_on_mount(close_to_others);
  run_on_mount(use_shared);
  run_on_mount(pass_over_unsafe);
  run_on_mount(pass_over_link);
}

SX_TEST(what_others_have_put_there_is_no_trash) {
  run_on_mount(refuse_link);
  run_on_mount(refuse_inner_link);
  run_on_mount(refuse_other_owner);
}

SX_SUITE(os_trash_test, SX_CASE(keeps_the_file_and_where_it_was),
         SX_CASE(takes_a_name_that_is_free), SX_CASE(takes_folders_and_links_themselves),
         SX_CASE(without_a_trash_nothing_goes), SX_CASE(a_failed_move_leaves_no_note),
         SX_CASE(what_is_in_the_trash_stays), SX_CASE(a_long_name_has_no_room_for_the_ending),
         SX_CASE(another_file_system_has_its_own), SX_CASE(what_others_have_put_there_is_no_trash));
