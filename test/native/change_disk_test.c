#include "call_scene.h"
#include "change/store_disk.h"
#include "change/store_parts.h"
#include "harness.h"
#include "os/file.h"
#include "os/own_folder.h"
#include "temp_files.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Changes that outlive a window: each `window` is the store of one. */

typedef struct loaded_ids {
  size_t count, begun_count;
  char last[SX_CHANGE_ID_BYTES], begun[SX_CHANGE_ID_BYTES];
} loaded_ids;

static void note_loaded(void *arg, const sx_strs *ids, const sx_strs *begun) {
  loaded_ids *loaded = arg;
  loaded->count = ids->len;
  loaded->begun_count = begun->len;
  if (begun->len)
    snprintf(loaded->begun, sizeof loaded->begun, "%.*s", SX_STR_ARG(begun->items[0]));
  if (ids->len)
    snprintf(loaded->last, sizeof loaded->last, "%.*s", SX_STR_ARG(ids->items[ids->len - 1]));
}

static void end_window(void *arg) {
  sx_changes **window = arg;
  sx_changes_free(*window);
  *window = NULL;
}

/* Its changes begin with c`from` + 1. NULL without memory. */
static sx_changes *open_window(sx_changes **out, sx_str storage, uint64_t from,
                               loaded_ids *loaded) {
  const sx_changes_listener listener = {note_loaded, loaded};
  *out = sx_changes_new();
  if (!*out) return NULL;
  sx_test_defer(end_window, out);
  sx_changes_number_from(*out, from);
  return sx_changes_keep_in(*out, storage, loaded ? &listener : NULL) ? *out : NULL;
}

static sx_change make_change(call_scene *s, sx_str before, sx_str after) {
  sx_change change;
  sx_str none = SX_STR("");
  sx_change_init(&change, &s->call, SX_STR("edit_buffer"));
  sx_file_change *edit = SX_ARRAY_ADD(&change.files, s->call.arena);
  if (edit)
    *edit = (sx_file_change){SX_ACTION_EDIT, SX_STR("/w/a.ts"),    none,         before,
                             after,          SX_STR("typescript"), .bytes = none};
  sx_file_change *moved = edit ? SX_ARRAY_ADD(&change.files, s->call.arena) : NULL;
  if (moved)
    *moved = (sx_file_change){
        SX_ACTION_RENAME, SX_STR("/w/b.ts"),      SX_STR("/w/c.ts"), none, none, none,
        .mode = 0640,     .bytes = SX_STR("a\0b")};
  if (!moved) change.files.len = 0;
  return change;
}

static bool apply(call_scene *s, sx_changes *window, sx_str before, sx_str after, char *id) {
  bool can_undo;
  sx_change change = make_change(s, before, after);
  id[0] = 0;
  return change.files.len &&
         !sx_changes_begin_applying(window, &change, id, &can_undo, sx_test_err()) &&
         sx_changes_end_applying(window, id, &change);
}

static sx_status find(call_scene *s, sx_changes *window, const char *id, sx_change *out) {
  sx_change_state state;
  return sx_changes_find(window, &s->call, sx_str_from(id), out, &state, sx_test_err());
}

static sx_status undo(call_scene *s, sx_changes *window, const char *wanted, sx_change *out) {
  char id[SX_CHANGE_ID_BYTES];
  sx_status status =
      sx_changes_begin_undoing(window, &s->call, sx_str_from(wanted), out, id, sx_test_err());
  if (!status) sx_changes_end_undoing(window, id, true);
  return status;
}

SX_TEST(changes_outlive_their_window) {
  static sx_changes *one, *two;
  static loaded_ids loaded;
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  char first[SX_CHANGE_ID_BYTES], second[SX_CHANGE_ID_BYTES], undone[SX_CHANGE_ID_BYTES];
  sx_change found;
  s->call.toolset = SX_STR("files");
  SX_EXPECT_ALLOC(open_window(&one, s->folder, 100, NULL));
  bool is_applied = apply(s, one, SX_STR("old\r\n"), SX_STR("new\0!"), first) &&
                    apply(s, one, SX_STR("a"), SX_STR("b"), undone) &&
                    apply(s, one, SX_STR("c"), SX_STR("d"), second);
  SX_EXPECT_ALLOC(is_applied ? s : NULL);
  SX_EXPECT_OK(undo(s, one, undone, &found));
  end_window(&one);
  loaded = (loaded_ids){0};
  SX_EXPECT_ALLOC(open_window(&two, s->folder, 500, &loaded));
  sx_status status = find(s, two, first, &found);
  if (sx_test_is_failing_allocations()) return; /* one that found no memory was not written */
  SX_EXPECT_OK(status);
  SX_EXPECT_SIZE(loaded.count, 2);
  SX_EXPECT_STR(sx_str_from(loaded.last), sx_str_from(second));
  SX_EXPECT_TEXT(found.title, "edit_buffer");
  SX_EXPECT_TEXT(found.toolsets.items[0], "files");
  SX_EXPECT_SIZE(found.files.len, 2);
  SX_EXPECT_TEXT(found.files.items[0].before, "old\r\n");
  SX_EXPECT_STR(found.files.items[0].after, SX_STR("new\0!"));
  SX_EXPECT_INT(found.files.items[1].action, SX_ACTION_RENAME);
  SX_EXPECT_TEXT(found.files.items[1].new_path, "/w/c.ts");
  SX_EXPECT_INT(found.files.items[1].mode, 0640);
  SX_EXPECT_STR(found.files.items[1].bytes, SX_STR("a\0b"));
  SX_EXPECT_STATUS(undo(s, two, undone, &found), SX_NOT_FOUND);
  char id[SX_CHANGE_ID_BYTES];
  SX_EXPECT(apply(s, two, SX_STR("x"), SX_STR("y"), id));
  SX_EXPECT_SIZE(sx_changes_list_later(two, first, &id, 1), 2);
  SX_EXPECT_OK(undo(s, two, "", &found));
  SX_EXPECT_TEXT(found.files.items[0].after, "y");
  SX_EXPECT_OK(undo(s, two, "", &found));
  SX_EXPECT_TEXT(found.files.items[0].after, "d");
  SX_EXPECT_OK(undo(s, two, first, &found));
  SX_EXPECT_STATUS(undo(s, two, "", &found), SX_NOT_FOUND);
}

/* Each window of one workspace has its own, also when it is opened again. */
SX_TEST(two_windows_do_not_mix) {
  static sx_changes *one, *two;
  if (sx_test_is_failing_allocations()) return;
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  char ids[2][SX_CHANGE_ID_BYTES];
  sx_change found;
  SX_EXPECT(open_window(&one, s->folder, 100, NULL));
  SX_EXPECT(apply(s, one, SX_STR("1"), SX_STR("one"), ids[0]));
  SX_EXPECT_OK(find(s, one, ids[0], &found)); /* it has the folder */
  SX_EXPECT(open_window(&two, s->folder, 200, NULL));
  SX_EXPECT(apply(s, two, SX_STR("2"), SX_STR("two"), ids[1]));
  SX_EXPECT_STATUS(find(s, two, ids[0], &found), SX_NOT_FOUND);
  end_window(&two);
  SX_EXPECT(open_window(&two, s->folder, 300, NULL));
  SX_EXPECT_STATUS(find(s, two, ids[0], &found), SX_NOT_FOUND);
  SX_EXPECT_OK(find(s, two, ids[1], &found));
}

static const char *only_file(sx_str storage) {
  sx_strs names = {0};
  const char *folder = temp_path(storage, "changes/0").ptr;
  if (sx_own_folder_list(&names, folder, sx_test_arena(), sx_test_err())) return NULL;
  for (size_t i = 0; i < names.len; i++)
    if (!sx_str_is_equal(names.items[i], SX_STR("lock")))
      return temp_path(sx_str_from(folder), names.items[i].ptr).ptr;
  return NULL;
}

SX_TEST(only_the_user_can_read_them) {
  static sx_changes *one;
  if (sx_test_is_failing_allocations()) return;
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  char id[SX_CHANGE_ID_BYTES];
  struct stat info;
  SX_EXPECT(open_window(&one, s->folder, 100, NULL));
  SX_EXPECT(apply(s, one, SX_STR("secret"), SX_STR("b"), id));
  end_window(&one);
  const char *file = only_file(s->folder);
  SX_EXPECT(file && !stat(file, &info));
  SX_EXPECT_INT(info.st_mode & 0777, 0600);
  SX_EXPECT_INT(stat(temp_path(s->folder, "changes/0").ptr, &info), 0);
  SX_EXPECT_INT(info.st_mode & 0777, 0700);
  SX_EXPECT_INT(stat(temp_path(s->folder, "changes").ptr, &info), 0);
  SX_EXPECT_INT(info.st_mode & 0777, 0700);
}

/* Every byte counts: one that is wrong, or the end that is cut off, and the change is unknown. */
SX_TEST(damaged_ones_are_dropped) {
  static sx_changes *one;
  if (sx_test_is_failing_allocations()) return;
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  char id[SX_CHANGE_ID_BYTES];
  sx_change found;
  sx_buf bytes;
  sx_buf_init(&bytes, 64 * 1024);
  sx_change change = make_change(s, SX_STR("old"), SX_STR("new"));
  sx_change__encode(&change, &bytes);
  SX_EXPECT_OK(sx_change__decode(&found, sx_buf_str(&bytes), s->call.arena));
  for (size_t i = 0; i < bytes.len; i++) {
    bytes.ptr[i] ^= 4;
    SX_EXPECT_STATUS(sx_change__decode(&found, sx_buf_str(&bytes), s->call.arena), SX_CORRUPT);
    bytes.ptr[i] ^= 4;
    sx_str cut = sx_str_slice(sx_buf_str(&bytes), 0, i);
    SX_EXPECT_STATUS(sx_change__decode(&found, cut, s->call.arena), SX_CORRUPT);
  }
  sx_buf_release(&bytes);
  SX_EXPECT(open_window(&one, s->folder, 100, NULL));
  SX_EXPECT(apply(s, one, SX_STR("old"), SX_STR("new"), id));
  end_window(&one);
  const char *file = only_file(s->folder);
  SX_EXPECT_INT(truncate(file, 60), 0);
  (void)temp_file(s->folder, "changes/0/1.c2.new", SX_STR("left behind"));
  (void)temp_file(s->folder, "changes/0/3.c4", SX_STR("never a change"));
  SX_EXPECT(open_window(&one, s->folder, 500, NULL));
  SX_EXPECT_STATUS(find(s, one, id, &found), SX_NOT_FOUND);
  SX_EXPECT(!only_file(s->folder));
}

/* Another program, or a link to another folder, may have put anything there. */
SX_TEST(what_others_put_there_stays_and_does_no_harm) {
  static sx_changes *one;
  if (sx_test_is_failing_allocations()) return;
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  char id[SX_CHANGE_ID_BYTES];
  sx_change found;
  struct stat info;
  const char *folder = temp_path(s->folder, "changes/0").ptr;
  sx_str thesis = temp_file(s->folder, "changes/0/thesis.txt", SX_STR("mine"));
  sx_str inner = temp_file(s->folder, "changes/0/photos/a.new", SX_STR("mine"));
  (void)temp_file(s->folder, "changes/0/999999999999999999.c7", SX_STR("never a change"));
  SX_EXPECT_INT(mkfifo(temp_path(s->folder, "changes/0/1.c1").ptr, 0600), 0);
  SX_EXPECT(open_window(&one, s->folder, 100, NULL));
  SX_EXPECT_STATUS(find(s, one, "c7", &found), SX_NOT_FOUND); /* all are loaded */
  SX_EXPECT(apply(s, one, SX_STR("old"), SX_STR("new"), id));
  end_window(&one);
  SX_EXPECT_INT(stat(thesis.ptr, &info), 0);
  SX_EXPECT_INT(stat(inner.ptr, &info), 0);
  SX_EXPECT_INT(stat(temp_path(sx_str_from(folder), "999999999999999999.c7").ptr, &info), -1);
  SX_EXPECT(open_window(&one, s->folder, 500, NULL));
  SX_EXPECT_OK(find(s, one, id, &found));
}

/* Waits until so many are written: more than wait at once are not kept. */
static bool are_written(const char *folder, size_t count) {
  for (int ms = 0; ms < 20000; ms++) {
    size_t files = 0;
    DIR *names = opendir(folder);
    for (struct dirent *one; names && (one = readdir(names));)
      files +=
          one->d_name[0] != '.' && strcmp(one->d_name, "lock") != 0 && !strstr(one->d_name, ".new");
    if (names) closedir(names);
    if (files == count) return true;
    usleep(1000);
  }
  return false;
}

SX_TEST(the_oldest_are_removed) {
  static sx_changes *one;
  if (sx_test_is_failing_allocations()) return;
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  char first[SX_CHANGE_ID_BYTES], second[SX_CHANGE_ID_BYTES], id[SX_CHANGE_ID_BYTES];
  sx_change found;
  const char *folder = temp_path(s->folder, "changes/0").ptr;
  SX_EXPECT(open_window(&one, s->folder, 100, NULL));
  SX_EXPECT(apply(s, one, SX_STR("1"), SX_STR("one"), first));
  SX_EXPECT(apply(s, one, SX_STR("2"), SX_STR("two"), second));
  for (size_t i = 2; i < SX_CHANGES_DISK_MAX + 1; i++) {
    SX_EXPECT(apply(s, one, SX_STR("3"), SX_STR("three"), id));
    if (i % 32 == 0) SX_EXPECT(are_written(folder, i + 1));
  }
  SX_EXPECT(are_written(folder, SX_CHANGES_DISK_MAX));
  end_window(&one);
  SX_EXPECT(open_window(&one, s->folder, 5000, NULL));
  SX_EXPECT_STATUS(find(s, one, first, &found), SX_NOT_FOUND);
  SX_EXPECT_OK(find(s, one, second, &found));
  SX_EXPECT_OK(find(s, one, id, &found));
}

static void begin_verifying(call_scene *s, sx_changes *window, const char *id) {
  sx_change change = make_change(s, SX_STR("before"), SX_STR("unsure"));
  sx_change_disk__begin_verifying(window->disk, &change, id);
}

/* The window ends while a change is verified: the next one can undo it, and learns its id. */
SX_TEST(one_that_is_being_verified_is_known_to_the_next_window) {
  static sx_changes *one;
  static loaded_ids loaded;
  if (sx_test_is_failing_allocations()) return;
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  char id[SX_CHANGE_ID_BYTES];
  sx_change found;
  SX_EXPECT(open_window(&one, s->folder, 100, NULL));
  SX_EXPECT(apply(s, one, SX_STR("a"), SX_STR("b"), id));
  begin_verifying(s, one, "c300");
  end_window(&one);
  loaded = (loaded_ids){0};
  SX_EXPECT(open_window(&one, s->folder, 500, &loaded));
  SX_EXPECT_OK(find(s, one, "c300", &found));
  SX_EXPECT_TEXT(found.files.items[0].after, "unsure");
  SX_EXPECT_SIZE(loaded.count, 2);
  SX_EXPECT_SIZE(loaded.begun_count, 1);
  SX_EXPECT_TEXT(sx_str_from(loaded.begun), "c300");
  SX_EXPECT_OK(undo(s, one, "", &found));
  SX_EXPECT_TEXT(found.files.items[0].after, "unsure");
  end_window(&one);
  loaded = (loaded_ids){0};
  SX_EXPECT(open_window(&one, s->folder, 700, &loaded));
  SX_EXPECT_STATUS(find(s, one, "c300", &found), SX_NOT_FOUND);
  SX_EXPECT_SIZE(loaded.count, 1);
  SX_EXPECT_SIZE(loaded.begun_count, 0);
}

/* It is kept, and the window ends before all of its files are saved: there is one of it. */
SX_TEST(one_that_is_being_saved_is_known_once) {
  static sx_changes *one;
  static loaded_ids loaded;
  if (sx_test_is_failing_allocations()) return;
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  char id[SX_CHANGE_ID_BYTES];
  sx_change found;
  SX_EXPECT(open_window(&one, s->folder, 100, NULL));
  SX_EXPECT(apply(s, one, SX_STR("a"), SX_STR("b"), id));
  begin_verifying(s, one, id);
  begin_verifying(s, one, "c400");
  sx_change_disk__end_verifying(one->disk, "c400");
  end_window(&one);
  loaded = (loaded_ids){0};
  SX_EXPECT(open_window(&one, s->folder, 500, &loaded));
  SX_EXPECT_OK(find(s, one, id, &found));
  SX_EXPECT_SIZE(loaded.count, 1);
  SX_EXPECT_SIZE(loaded.begun_count, 1);
  SX_EXPECT_STR(sx_str_from(loaded.begun), sx_str_from(id));
  end_window(&one);
  (void)temp_file(s->folder, "changes/0/begun.c5", SX_STR("never a change"));
  loaded = (loaded_ids){0};
  SX_EXPECT(open_window(&one, s->folder, 700, &loaded));
  SX_EXPECT_STATUS(find(s, one, "c5", &found), SX_NOT_FOUND);
  SX_EXPECT_SIZE(loaded.count, 1);
  SX_EXPECT_SIZE(loaded.begun_count, 0);
}

/* Where nothing can be kept all else works. */
SX_TEST(without_a_folder_they_end_with_the_window) {
  static sx_changes *one;
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  char id[SX_CHANGE_ID_BYTES];
  sx_change found;
  sx_str in_the_way = temp_file(s->folder, "file", SX_STR("a file"));
  SX_EXPECT_ALLOC(open_window(&one, in_the_way, 100, NULL));
  SX_EXPECT_ALLOC(apply(s, one, SX_STR("1"), SX_STR("one"), id) ? s : NULL);
  SX_EXPECT_OK(undo(s, one, id, &found));
}

SX_SUITE(change_disk_test, SX_CASE(changes_outlive_their_window), SX_CASE(two_windows_do_not_mix),
         SX_CASE(only_the_user_can_read_them), SX_CASE(damaged_ones_are_dropped),
         SX_CASE(what_others_put_there_stays_and_does_no_harm), SX_CASE(the_oldest_are_removed),
         SX_CASE(one_that_is_being_verified_is_known_to_the_next_window),
         SX_CASE(one_that_is_being_saved_is_known_once),
         SX_CASE(without_a_folder_they_end_with_the_window));
