#include "harness.h"
#include "os/file.h"
#include "os/file_write.h"
#include "temp_files.h"

#include <dirent.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <uv.h>

#define LIMIT (256 * 1024)

static sx_status write_file(sx_str path, sx_str text) {
  return sx_file_write(path, &text, 1, sx_test_err());
}

/* By libc, which no failing allocation concerns. */
static sx_str contents(sx_str path) {
  char *text = sx_test_memory(LIMIT);
  FILE *file = fopen(path.ptr, "rb");
  if (!file) return SX_STR("(unreadable)");
  size_t len = fread(text, 1, LIMIT, file);
  fclose(file);
  return sx_str_make(text, len);
}

/* Entries of the folder: a temporary file that was left would count. */
static size_t count_entries(sx_str folder) {
  size_t count = 0;
  DIR *dir = opendir(folder.ptr);
  if (!dir) return 999;
  for (struct dirent *entry; (entry = readdir(dir));) count += entry->d_name[0] != '.';
  closedir(dir);
  return count;
}

static mode_t mode_of(sx_str path) {
  struct stat info;
  return lstat(path.ptr, &info) ? 0 : info.st_mode;
}

SX_TEST(makes_and_replaces_a_file) {
  sx_str folder = temp_folder(), path = temp_path(folder, "ü b.txt");
  SX_EXPECT_OK(write_file(path, SX_STR("one\0two\r\n")));
  SX_EXPECT_TEXT(contents(path), "one\0two\r\n");
  sx_str pieces[] = {SX_STR("\xEF\xBB\xBF"), SX_STR(""), SX_STR("x"), SX_STR("y\n")};
  SX_EXPECT_OK(sx_file_write(path, pieces, 4, sx_test_err()));
  SX_EXPECT_TEXT(contents(path), "\xEF\xBB\xBFxy\n");
  SX_EXPECT_OK(sx_file_write(path, pieces, 0, sx_test_err()));
  SX_EXPECT_TEXT(contents(path), "");
  SX_EXPECT_SIZE(count_entries(folder), 1);
}

SX_TEST(mode_and_links_stay) {
  sx_str folder = temp_folder();
  sx_str path = temp_file(folder, "run.sh", SX_STR("old"));
  sx_str link = temp_link(folder, "link.sh", SX_STR("run.sh"));
  sx_str outer = temp_link(folder, "outer.sh", link);
  SX_EXPECT_INT(chmod(path.ptr, 0751), 0);
  SX_EXPECT_OK(write_file(outer, SX_STR("new")));
  SX_EXPECT_TEXT(contents(path), "new");
  SX_EXPECT_INT(mode_of(path) & 07777, 0751);
  SX_EXPECT(S_ISREG(mode_of(path)) && S_ISLNK(mode_of(link)) && S_ISLNK(mode_of(outer)));
  SX_EXPECT_SIZE(count_entries(folder), 3);
}

/* A link to nothing is not turned into a file: what it leads to is not ours to guess. */
SX_TEST(a_link_to_nothing_stays_one) {
  sx_str folder = temp_folder();
  sx_str link = temp_link(folder, "link", SX_STR("gone"));
  sx_status status = write_file(link, SX_STR("new"));
  SX_EXPECT_STATUS(status, SX_NOT_FOUND);
  SX_EXPECT(S_ISLNK(mode_of(link)));
  SX_EXPECT_SIZE(count_entries(folder), 1);
}

SX_TEST(refuses_what_it_cannot_replace) {
  sx_str folder = temp_folder();
  sx_str locked = temp_file(folder, "locked", SX_STR("old"));
  SX_EXPECT_INT(chmod(locked.ptr, 0444), 0);
  SX_EXPECT_STATUS(write_file(locked, SX_STR("new")), SX_READ_ONLY);
  SX_EXPECT_TEXT(contents(locked), "old");
  SX_EXPECT_STATUS(write_file(folder, SX_STR("new")), SX_IS_DIRECTORY);
  SX_EXPECT_STATUS(write_file(temp_path(folder, "no/such/x"), SX_STR("new")), SX_NOT_FOUND);
  SX_EXPECT_STATUS(write_file(temp_path(folder, "locked/x"), SX_STR("new")), SX_NOT_FOUND);
  SX_EXPECT_STATUS(write_file(SX_STR(""), SX_STR("new")), SX_NOT_FOUND);
  SX_EXPECT_STATUS(write_file(SX_STR("/tmp/a\0b"), SX_STR("new")), SX_NOT_FOUND);
  sx_str pipe = temp_path(folder, "pipe");
  SX_EXPECT_INT(mkfifo(pipe.ptr, 0600), 0);
  SX_EXPECT_STATUS(write_file(pipe, SX_STR("new")), SX_IO);
  SX_EXPECT_SIZE(count_entries(folder), 2);
}

static void restore_limit(void *limit) {
  setrlimit(RLIMIT_FSIZE, limit);
  signal(SIGXFSZ, SIG_DFL);
}

/* As a full disk does it: some bytes go, the next ones do not. */
SX_TEST(a_write_that_breaks_off_leaves_the_old_file) {
  sx_str folder = temp_folder(), path = temp_file(folder, "a", SX_STR("old"));
  struct rlimit *before = sx_test_memory(sizeof *before);
  SX_EXPECT_INT(getrlimit(RLIMIT_FSIZE, before), 0);
  sx_test_defer(restore_limit, before);
  signal(SIGXFSZ, SIG_IGN);
  struct rlimit small = {1000, before->rlim_max};
  SX_EXPECT_INT(setrlimit(RLIMIT_FSIZE, &small), 0);
  char *big = sx_test_memory(5000);
  memset(big, 'x', 5000);
  SX_EXPECT_STATUS(write_file(path, sx_str_make(big, 5000)), SX_IO);
  SX_EXPECT_STATUS(write_file(temp_path(folder, "new"), sx_str_make(big, 5000)), SX_IO);
  restore_limit(before);
  SX_EXPECT_TEXT(contents(path), "old");
  SX_EXPECT_SIZE(count_entries(folder), 1);
  SX_EXPECT(strstr(sx_test_err()->message, "Nothing was changed"));
}

SX_TEST(a_long_name_has_no_room_for_a_second_one) {
  sx_str folder = temp_folder();
  char name[256];
  memset(name, 'n', 250);
  name[250] = 0;
  sx_str path = temp_file(folder, name, SX_STR("old"));
  sx_status status = write_file(path, SX_STR("new"));
  SX_EXPECT_OK(status);
  SX_EXPECT_TEXT(contents(path), "new");
  SX_EXPECT_SIZE(count_entries(folder), 1);
}

/* ---- a new file -------------------------------------------------------------------------- */

SX_TEST(a_new_file_replaces_nothing) {
  sx_str folder = temp_folder(), text = SX_STR("new");
  sx_str path = temp_path(folder, "a"), old = temp_file(folder, "old", SX_STR("old"));
  sx_str link = temp_link(folder, "link", SX_STR("gone"));
  SX_EXPECT_OK(sx_file_write_new(path, &text, 1, 0, sx_test_err()));
  SX_EXPECT_TEXT(contents(path), "new");
  SX_EXPECT_STATUS(sx_file_write_new(old, &text, 1, 0, sx_test_err()), SX_EXISTS);
  SX_EXPECT_TEXT(contents(old), "old");
  SX_EXPECT_STATUS(sx_file_write_new(link, &text, 1, 0, sx_test_err()), SX_EXISTS);
  SX_EXPECT_STATUS(sx_file_write_new(temp_path(folder, "no/x"), &text, 1, 0, sx_test_err()),
                   SX_NOT_FOUND);
  SX_EXPECT_SIZE(count_entries(folder), 3);
}

/* ---- only what it is expected to say ------------------------------------------------------ */

static sx_status replace(sx_str path, sx_str old, sx_str new) {
  return sx_file_replace(path, &old, 1, &new, 1, sx_test_err());
}

SX_TEST(replaces_only_what_it_is_expected_to_say) {
  sx_str folder = temp_folder(), path = temp_file(folder, "a", SX_STR("old\r\n"));
  SX_EXPECT_STATUS(replace(path, SX_STR("old\n"), SX_STR("new")), SX_CONFLICT);
  SX_EXPECT_STATUS(replace(path, SX_STR(""), SX_STR("new")), SX_CONFLICT);
  SX_EXPECT_TEXT(contents(path), "old\r\n");
  SX_EXPECT_OK(replace(path, SX_STR("old\r\n"), SX_STR("new")));
  SX_EXPECT_TEXT(contents(path), "new");
  SX_EXPECT_STATUS(replace(temp_path(folder, "b"), SX_STR(""), SX_STR("new")), SX_NOT_FOUND);
  SX_EXPECT_SIZE(count_entries(folder), 1);
}

/* ---- what the file is beyond its text ----------------------------------------------------- */

SX_TEST(hard_links_stay) {
  sx_str folder = temp_folder(), path = temp_file(folder, "a", SX_STR("a long old text\n"));
  sx_str other = temp_path(folder, "b");
  SX_EXPECT_INT(link(path.ptr, other.ptr), 0);
  SX_EXPECT_OK(replace(path, SX_STR("a long old text\n"), SX_STR("new")));
  SX_EXPECT_TEXT(contents(other), "new");
  SX_EXPECT_OK(replace(other, SX_STR("new"), SX_STR("newer and longer\n")));
  SX_EXPECT_TEXT(contents(path), "newer and longer\n");
  SX_EXPECT_OK(write_file(path, SX_STR("any")));
  SX_EXPECT_TEXT(contents(other), "any");
  SX_EXPECT_SIZE(count_entries(folder), 2);
}

SX_TEST(attributes_and_access_lists_stay) {
  static const unsigned char list[] = {
      2,  0, 0, 0,                     /* the version */
      1,  0, 6, 0, 255, 255, 255, 255, /* the owner: rw */
      2,  0, 6, 0, 210, 4,   0,   0,   /* user 1234: rw */
      4,  0, 4, 0, 255, 255, 255, 255, /* the group: r */
      16, 0, 6, 0, 255, 255, 255, 255, /* the mask: rw */
      32, 0, 0, 0, 255, 255, 255, 255, /* others: nothing */
  };
  sx_str folder = temp_folder(), path = temp_file(folder, "a", SX_STR("old"));
  char value[64] = "";
  bool has_attributes = setxattr(path.ptr, "user.note", "kept", 4, 0) == 0;
  bool has_lists = setxattr(path.ptr, "system.posix_acl_access", list, sizeof list, 0) == 0;
  mode_t before = mode_of(path);
  SX_EXPECT_OK(replace(path, SX_STR("old"), SX_STR("new")));
  SX_EXPECT_TEXT(contents(path), "new");
  SX_EXPECT_INT(mode_of(path), before);
  if (has_attributes) {
    SX_EXPECT_INT(getxattr(path.ptr, "user.note", value, sizeof value), 4);
    SX_EXPECT(memcmp(value, "kept", 4) == 0);
  }
  if (has_lists) {
    SX_EXPECT_INT(getxattr(path.ptr, "system.posix_acl_access", value, sizeof value), sizeof list);
    SX_EXPECT(memcmp(value, list, sizeof list) == 0);
  }
  SX_EXPECT_SIZE(count_entries(folder), 1);
}

SX_TEST(a_new_file_gets_its_mode) {
  sx_str folder = temp_folder(), path = temp_path(folder, "a"), text = SX_STR("x");
  sx_status status = sx_file_write_new(path, &text, 1, S_IFREG | 0751, sx_test_err());
  SX_EXPECT_OK(status);
  SX_EXPECT_INT(mode_of(path) & 07777, 0751);
}

/* ---- killed in the middle ------------------------------------------------------------------ */

SX_TEST(what_a_killed_process_left_is_removed) {
  if (sx_test_is_failing_allocations()) return; /* it is done by the next write, then */
  sx_str folder = temp_folder(), path = temp_file(folder, "a", SX_STR("old"));
  temp_file(folder, "a.sextant-1-2.tmp", SX_STR("half"));
  temp_file(folder, "other.txt.sextant-99-0.tmp", SX_STR(""));
  temp_file(folder, "data.2024-11.tmp", SX_STR("a person's"));
  temp_file(folder, "x.sextant-1.tmp", SX_STR("a person's"));
  SX_EXPECT_OK(replace(path, SX_STR("old"), SX_STR("new")));
  SX_EXPECT_TEXT(contents(path), "new");
  SX_EXPECT_SIZE(count_entries(folder), 3);
}

SX_TEST(a_file_that_is_being_written_stays) {
  sx_str folder = temp_folder(), path = temp_file(folder, "a", SX_STR("old"));
  sx_str theirs = temp_file(folder, "a.sextant-1-2.tmp", SX_STR("half"));
  FILE *file = fopen(theirs.ptr, "rb");
  SX_EXPECT(file && flock(fileno(file), LOCK_EX) == 0);
  sx_status status = replace(path, SX_STR("old"), SX_STR("new"));
  fclose(file);
  SX_EXPECT_OK(status);
  SX_EXPECT_SIZE(count_entries(folder), 2);
}

/* That of a file with the name "a"; its number is made of the name (FNV-1a). */
#define JOURNAL "a.sextant-12638187200555641996-0.redo.tmp"

/* As `sextant redo` and the inodes of journal and file. */
static void write_journal(sx_str folder, sx_str of, long off_by, const char *text) {
  sx_str journal = temp_file(folder, JOURNAL, SX_STR(""));
  struct stat own, file;
  SX_EXPECT(stat(journal.ptr, &own) == 0 && stat(of.ptr, &file) == 0);
  FILE *to = fopen(journal.ptr, "wb");
  SX_EXPECT(to != NULL);
  if (!to) return;
  if (text[0])
    fprintf(to, "sextant redo %lld %lld %s", (long long)own.st_ino, (long long)file.st_ino + off_by,
            text);
  fclose(to);
}

/* Written in place, killed after the first 4 bytes: both names get the whole new text. */
SX_TEST(what_was_torn_in_place_is_finished) {
  if (sx_test_is_failing_allocations()) return; /* it is done by the next write, then */
  static const char *const cases[][3] = {
      /* what it says now, the journal, what it has to say then */
      {"new text\n", "1 9 12\naold text\nnew longer!\n", "new longer!\n"},
      {"new \nold text\n", "1 14 5\naold \nold text\nnew \n", "new \n"},
      {"old text\n", "1 9 4\naold text\nnew\n", "old text\n"},
      {"somebody else's\n", "1 9 4\naold text\nnew\n", "somebody else's\n"},
      {"new text\n", "1 9 400\naold text\nnew\n", "new text\n"},
      {"new text\n", "1 -1 6\naold text\nnew\n", "new text\n"},
      {"new text\n", "", "new text\n"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    sx_str folder = temp_folder(), path = temp_file(folder, "a", sx_str_from(cases[i][0]));
    sx_str other = temp_path(folder, "b"), text = SX_STR("x");
    SX_EXPECT_INT(link(path.ptr, other.ptr), 0);
    write_journal(folder, path, 0, cases[i][1]);
    sx_str beside = temp_path(folder, "c");
    SX_EXPECT_OK(sx_file_write_new(beside, &text, 1, 0, sx_test_err()));
    SX_EXPECT_STR(contents(other), sx_str_from(cases[i][2]));
    SX_EXPECT_SIZE(count_entries(folder), 3);
  }
}

/*
 * One process was killed while it wrote in place, and another one edits what it has read of that:
 * the edit must not make a whole file of it, also where the folder was cleaned a moment ago.
 */
SX_TEST(what_is_torn_is_finished_before_it_is_edited) {
  if (sx_test_is_failing_allocations()) return; /* it is done by the next write, then */
  sx_str folder = temp_folder(), path = temp_file(folder, "a", SX_STR("new text\n")),
         x = SX_STR("x");
  SX_EXPECT_INT(link(path.ptr, temp_path(folder, "b").ptr), 0);
  SX_EXPECT_OK(sx_file_write_new(temp_path(folder, "c"), &x, 1, 0, sx_test_err()));
  write_journal(folder, path, 0, "1 9 12\naold text\nnew longer!\n");
  SX_EXPECT_STATUS(replace(path, SX_STR("new text\n"), SX_STR("mew text\n")), SX_CONFLICT);
  SX_EXPECT_TEXT(contents(path), "new longer!\n");
  SX_EXPECT_OK(replace(path, SX_STR("new longer!\n"), SX_STR("mew longer!\n")));
  SX_EXPECT_TEXT(contents(temp_path(folder, "b")), "mew longer!\n");
  SX_EXPECT_SIZE(count_entries(folder), 3);
}

/* A journal that a repository brings along writes to no file, wherever that is. */
SX_TEST(a_journal_that_is_not_ours_writes_nothing) {
  static const struct {
    const char *target, *journal; /* the file that it is about, from the folder "in" */
    long off_by;
  } cases[] = {
      {"../a", "4 9 5\n../aXew text\nnevil", 0}, /* outside */
      {"link", "4 9 5\nlinkXew text\nnevil", 0}, /* a link to the file outside */
      {"b", "1 9 5\nbXew text\nnevil", 1},       /* of a file that had the name before */
  };
  if (sx_test_is_failing_allocations()) return; /* it is done by the next write, then */
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    sx_str folder = temp_folder(), in = temp_path(folder, "in"), text = SX_STR("x");
    SX_EXPECT_INT(mkdir(in.ptr, 0777), 0);
    sx_str outside = temp_file(folder, "a", SX_STR("new text\n"));
    sx_str inside = temp_file(in, "b", SX_STR("new text\n"));
    SX_EXPECT_INT(symlink("../a", temp_path(in, "link").ptr), 0);
    write_journal(in, temp_path(in, cases[i].target), cases[i].off_by, cases[i].journal);
    temp_file(in, "b.sextant-1-3.redo.tmp", SX_STR("sextant redo 4 9 5\n../aXew text\nnevil"));
    temp_file(in, "b.sextant-1-4.redo.tmp", SX_STR("sextant redo 4 9 5\nlinkXew text\nnevil"));
    SX_EXPECT_OK(sx_file_write_new(temp_path(in, "c"), &text, 1, 0, sx_test_err()));
    SX_EXPECT_TEXT(contents(outside), "new text\n");
    SX_EXPECT_TEXT(contents(inside), "new text\n");
  }
}

/* No process writes to the pipe: opening it the plain way would never end. */
SX_TEST(pipes_and_links_of_such_names_are_left_alone) {
  if (sx_test_is_failing_allocations()) return;
  sx_str folder = temp_folder(), text = SX_STR("x");
  sx_str other = temp_file(folder, "other", SX_STR("text"));
  SX_EXPECT_INT(mkfifo(temp_path(folder, "a.sextant-1-2.tmp").ptr, 0666), 0);
  SX_EXPECT_INT(symlink(other.ptr, temp_path(folder, "a.sextant-1-3.tmp").ptr), 0);
  SX_EXPECT_OK(sx_file_write_new(temp_path(folder, "c"), &text, 1, 0, sx_test_err()));
  SX_EXPECT_TEXT(contents(other), "text");
  SX_EXPECT_SIZE(count_entries(folder), 4);
}

/* ---- folders ----------------------------------------------------------------------------- */

SX_TEST(makes_the_folders_above) {
  sx_str folder = temp_folder(), path = temp_path(folder, "a/b/ü/x.txt");
  size_t made;
  SX_EXPECT_OK(sx_file_make_parents(path, &made, sx_test_err()));
  SX_EXPECT_SIZE(made, folder.len + 2);
  sx_file_remove_parents(path, made);
  if (!sx_test_is_failing_allocations()) SX_EXPECT_SIZE(count_entries(folder), 0);
  SX_EXPECT_OK(sx_file_make_parents(path, &made, sx_test_err()));
  SX_EXPECT_OK(sx_file_make_parents(path, &made, sx_test_err()));
  SX_EXPECT_SIZE(made, 0);
  SX_EXPECT_OK(write_file(path, SX_STR("x")));
  SX_EXPECT_OK(sx_file_make_parents(temp_path(folder, "plain"), &made, sx_test_err()));
  sx_status status =
      sx_file_make_parents(temp_path(folder, "a/b/ü/x.txt/y/z"), &made, sx_test_err());
  SX_EXPECT(status == SX_IO || status == SX_NOT_FOUND || status == SX_NOMEM);
  SX_EXPECT_TEXT(contents(path), "x");
}

SX_TEST(removes_a_file) {
  sx_str folder = temp_folder(), path = temp_file(folder, "a", SX_STR("x"));
  SX_EXPECT_OK(sx_file_remove(path, sx_test_err()));
  SX_EXPECT_SIZE(count_entries(folder), 0);
  SX_EXPECT_STATUS(sx_file_remove(path, sx_test_err()), SX_NOT_FOUND);
  SX_EXPECT(sx_file_remove(folder, sx_test_err()) != SX_OK);
  SX_EXPECT_INT(access(folder.ptr, F_OK), 0);
}

SX_TEST(lists_a_folder) {
  sx_str folder = temp_folder();
  temp_file(folder, "b.txt", SX_STR("12345"));
  temp_file(folder, "a/x", SX_STR(""));
  temp_file(folder, ".hidden", SX_STR("1"));
  temp_link(folder, "link", SX_STR("b.txt"));
  temp_link(folder, "gone", SX_STR("nothing"));
  sx_dir_list list;
  SX_EXPECT_OK(sx_dir_read(&list, folder, sx_test_arena(), sx_test_err()));
  SX_EXPECT_SIZE(list.count, 5);
  static const char *const names[] = {".hidden", "a", "b.txt", "gone", "link"};
  for (size_t i = 0; i < 5; i++) SX_EXPECT_STR(list.items[i].name, sx_str_from(names[i]));
  SX_EXPECT(list.items[1].is_directory && !list.items[2].is_directory);
  SX_EXPECT_SIZE(list.items[2].size_bytes, 5);
  SX_EXPECT(list.items[4].is_link && list.items[3].is_link);
  SX_EXPECT_SIZE(list.items[4].size_bytes, 5);
  SX_EXPECT_STATUS(sx_dir_read(&list, temp_path(folder, "no"), sx_test_arena(), sx_test_err()),
                   SX_NOT_FOUND);
  SX_EXPECT_SIZE(list.count, 0);
}

SX_SUITE(os_file_write_test, SX_CASE(makes_and_replaces_a_file), SX_CASE(mode_and_links_stay),
         SX_CASE(a_link_to_nothing_stays_one), SX_CASE(refuses_what_it_cannot_replace),
         SX_CASE(a_write_that_breaks_off_leaves_the_old_file),
         SX_CASE(a_long_name_has_no_room_for_a_second_one), SX_CASE(a_new_file_replaces_nothing),
         SX_CASE(replaces_only_what_it_is_expected_to_say), SX_CASE(hard_links_stay),
         SX_CASE(attributes_and_access_lists_stay), SX_CASE(a_new_file_gets_its_mode),
         SX_CASE(what_a_killed_process_left_is_removed),
         SX_CASE(a_file_that_is_being_written_stays), SX_CASE(what_was_torn_in_place_is_finished),
         SX_CASE(what_is_torn_is_finished_before_it_is_edited),
         SX_CASE(a_journal_that_is_not_ours_writes_nothing),
         SX_CASE(pipes_and_links_of_such_names_are_left_alone), SX_CASE(makes_the_folders_above),
         SX_CASE(removes_a_file), SX_CASE(lists_a_folder));
