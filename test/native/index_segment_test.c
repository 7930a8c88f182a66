#include "base/crc32c.h"
#include "harness.h"
#include "index_scene.h"
#include "temp_files.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define MEMORY ((size_t)8 << 20)

SX_TEST(computes_the_checksum_of_the_standard) {
  sx_crc32c crc;
  sx_crc32c_init(&crc);
  SX_EXPECT_SIZE(sx_crc32c_add(&crc, 0, "123456789", 9), 0xE3069283u);
  uint32_t begun = sx_crc32c_add(&crc, 0, "1234", 4);
  SX_EXPECT_SIZE(sx_crc32c_add(&crc, begun, "56789", 5), 0xE3069283u);
  SX_EXPECT_SIZE(sx_crc32c_add(&crc, 0, "", 0), 0);
}

/* ---- strings ------------------------------------------------------------------------------ */

SX_TEST(finds_the_files_of_a_string) {
  index_scene *scene = index_scene_new();
  index_scene_file(scene, "a.c", SX_STR("int PM_RESUME;\n"));
  index_scene_file(scene, "b/c.c", SX_STR("\tpm_resume(dev);\nreturn PM_RES;\n"));
  index_scene_file(scene, "b.c", SX_STR("nothing\n"));
  index_scene_file(scene, "empty", SX_STR(""));
  SX_EXPECT_OK(index_scene_build(scene, MEMORY, 1));
  SX_EXPECT_SIZE(sx_index_segment_count(scene->segment), 4);
  index_scene_expect(scene, index_scene_string("PM_RESUME"), false, true, "a.c\n");
  index_scene_expect(scene, index_scene_string("pm_resume"), true, true, "a.c\nb/c.c\n");
  index_scene_expect(scene, index_scene_string("pm_resume"), false, true, "b/c.c\n");
  index_scene_expect(scene, index_scene_string("absent"), false, true, "");
  index_scene_expect(scene, index_scene_string("PM"), false, true, "*\na.c\nb/c.c\nb.c\nempty\n");
  static const sx_needed any = {.kind = SX_NEEDED_NOTHING, .string = {"", 0}};
  index_scene_expect(scene, &any, false, false, "*\na.c\nb/c.c\nb.c\nempty\n");
}

SX_TEST(joins_conditions) {
  index_scene *scene = index_scene_new();
  index_scene_file(scene, "a", SX_STR("one two\n"));
  index_scene_file(scene, "b", SX_STR("one\ntwo\n"));
  index_scene_file(scene, "c", SX_STR("two six\n"));
  SX_EXPECT_OK(index_scene_build(scene, MEMORY, 2));
  const sx_needed *const parts[] = {index_scene_string("one"), index_scene_string("two")};
  const sx_needed *const some[] = {index_scene_string("one"), index_scene_string("six")};
  const sx_needed *const loose[] = {index_scene_string("one"), index_scene_string("x")};
  const sx_needed all = {.kind = SX_NEEDED_ALL, .parts = parts, .part_count = 2};
  const sx_needed one = {.kind = SX_NEEDED_ONE, .parts = some, .part_count = 2};
  const sx_needed short_all = {.kind = SX_NEEDED_ALL, .parts = loose, .part_count = 2};
  const sx_needed short_one = {.kind = SX_NEEDED_ONE, .parts = loose, .part_count = 2};
  index_scene_expect(scene, &all, false, false, "a\nb\n");
  index_scene_expect(scene, &one, false, true, "a\nb\nc\n");
  index_scene_expect(scene, &short_all, false, true, "a\nb\n");
  index_scene_expect(scene, &short_one, false, true, "*\na\nb\nc\n");
}

/* Blocks end with lines: parts of a condition that are in different ones, and a string over the
 * cut. */
SX_TEST(knows_whether_matches_stay_in_a_line) {
  index_scene *scene = index_scene_new();
  sx_buf *text = sx_test_buf();
  sx_buf_add_text(text, "first\n");
  for (int i = 0; i < 200; i++) sx_buf_add_text(text, "filling\r\n");
  sx_buf_add_text(text, "second\n");
  SX_EXPECT_OK(text->status);
  index_scene_file(scene, "long", sx_buf_str(text));
  index_scene_file(scene, "short", SX_STR("first second\n"));
  SX_EXPECT_OK(index_scene_build(scene, MEMORY, 1));
  SX_EXPECT(scene->built.blocks > 4);
  const sx_needed *const parts[] = {index_scene_string("first"), index_scene_string("second")};
  const sx_needed all = {.kind = SX_NEEDED_ALL, .parts = parts, .part_count = 2};
  index_scene_expect(scene, &all, false, true, "short\n");
  index_scene_expect(scene, &all, false, false, "long\nshort\n");
  const char *over = "filling\r\nfilling\r\nsecond\n";
  index_scene_expect(scene, index_scene_string(over), false, false, "long\n");
  const char *none = "filling\r\nfirst\n";
  index_scene_expect(scene, index_scene_string(none), false, false, "long\n");
  index_scene_expect(scene, index_scene_string("\nab\r\n"), false, false, "*\nlong\nshort\n");
}

/* ---- files -------------------------------------------------------------------------------- */

static void expect_state(const index_scene *scene, const char *name, sx_index_state state,
                         bool has_stamp) {
  sx_index_entry entry;
  size_t i;
  SX_EXPECT_OK(sx_index_segment_find(scene->segment, sx_str_from(name), &i));
  if (i == SX_STR_NONE) SX_FAIL("%s is not in the index", name);
  SX_EXPECT_OK(sx_index_segment_get(scene->segment, i, &entry));
  SX_EXPECT_STR(entry.path, sx_str_from(name));
  if (entry.state != state) SX_FAIL("%s has the state %d", name, entry.state);
  SX_EXPECT_INT(entry.stamp.inode != 0, has_stamp);
}

static bool is_poisoned(void *arg, sx_str path) {
  (void)arg;
  return sx_str_is_equal(path, SX_STR("poison"));
}

SX_TEST(leaves_open_what_it_cannot_cover) {
  index_scene *scene = index_scene_new();
  index_scene_file(scene, "text", SX_STR("abcdef\n"));
  index_scene_file(scene, "binary", SX_STR("abcdef\0\n"));
  index_scene_file(scene, "latin", SX_STR("abcdef \xE4\n"));
  index_scene_file(scene, "poison", SX_STR("abcdef\n"));
  index_scene_file(scene, "gone", SX_STR("abcdef\n"));
  index_scene_file(scene, "link", SX_STR("abcdef\n"));
  index_scene_file(scene, "pipe", SX_STR("abcdef\n"));
  index_scene_file(scene, "big", SX_STR("abcdef\n"));
  index_scene_file(scene, "mark", SX_STR("\xEF\xBB\xBFxyz\n"));
  index_scene_file(scene, "utf16", SX_STR("\xFF\xFEx\0y\0z\0\n\0"));
  unlink(temp_path(scene->folder, "gone").ptr);
  unlink(temp_path(scene->folder, "link").ptr);
  temp_link(scene->folder, "link", SX_STR("text"));
  unlink(temp_path(scene->folder, "pipe").ptr);
  SX_EXPECT_INT(mkfifo(temp_path(scene->folder, "pipe").ptr, 0600), 0);
  sx_str big = temp_path(scene->folder, "big");
  SX_EXPECT_INT(truncate(big.ptr, (off_t)SX_INDEX_MAX_FILE_BYTES + 1), 0);
  index_scene_age(big);
  scene->build.is_poisoned = is_poisoned;
  SX_EXPECT_OK(index_scene_build(scene, MEMORY, 2));
  expect_state(scene, "text", SX_INDEX_COVERED, true);
  expect_state(scene, "binary", SX_INDEX_BINARY, true);
  expect_state(scene, "latin", SX_INDEX_OPEN, true);
  expect_state(scene, "poison", SX_INDEX_OPEN, true);
  expect_state(scene, "gone", SX_INDEX_OPEN, false);
  expect_state(scene, "link", SX_INDEX_OPEN, false);
  expect_state(scene, "big", SX_INDEX_OPEN, true);
  expect_state(scene, "pipe", SX_INDEX_OPEN, true);
  expect_state(scene, "mark", SX_INDEX_COVERED, true);
  expect_state(scene, "utf16", SX_INDEX_COVERED, true);
  SX_EXPECT_SIZE(scene->built.covered, 3);
  SX_EXPECT_SIZE(scene->built.binary, 1);
  SX_EXPECT_SIZE(scene->built.open, 6);
  index_scene_expect(scene, index_scene_string("abc"), false, true, "text\n");
  index_scene_expect(scene, index_scene_string("xyz"), false, true, "mark\nutf16\n");
}

/* The bytes that make it open come after blocks that are in the index already. */
SX_TEST(leaves_open_what_changed_right_before) {
  index_scene *scene = index_scene_new();
  index_scene_file(scene, "set-back", SX_STR("abcdef\n"));
  index_scene_file(scene, "young", SX_STR("abcdef\n"));
  temp_file(scene->folder, "young", SX_STR("abcdef\n"));
  scene->build.trusts_young = false;
  SX_EXPECT_OK(index_scene_build(scene, MEMORY, 1));
  expect_state(scene, "set-back", SX_INDEX_OPEN, false);
  expect_state(scene, "young", SX_INDEX_OPEN, false);
}

SX_TEST(selects_no_file_that_became_open) {
  index_scene *scene = index_scene_new();
  size_t len = 40000;
  char *text = sx_test_memory(len);
  memset(text, 'x', len);
  for (size_t i = 99; i < len; i += 100) text[i] = '\n';
  text[len - 2] = '\xFF';
  index_scene_file(scene, "a", SX_STR("xxx\n"));
  index_scene_file(scene, "b", sx_str_make(text, len));
  index_scene_file(scene, "c", SX_STR("xxx\n"));
  SX_EXPECT_OK(index_scene_build(scene, MEMORY, 1));
  SX_EXPECT(scene->built.blocks > 10);
  index_scene_expect(scene, index_scene_string("xxx"), false, true, "a\nc\n");
  index_scene_expect(scene, index_scene_string("xxx"), false, false, "a\nc\n");
}

/* Characters and marks lie across the pieces in which a file is read. */
SX_TEST(reads_files_in_pieces) {
  sx_buf *text = sx_test_buf(), *wide = sx_test_buf();
  for (size_t shift = 0; shift < 4 && !sx_test_is_over(); shift++) {
    index_scene *scene = index_scene_new();
    sx_buf_clear(text);
    sx_buf_clear(wide);
    sx_buf_add_repeat(text, 'x', shift);
    sx_buf_add_text(wide, "\xFE\xFF");
    if (shift & 1) sx_buf_add(wide, SX_STR("\0x"));
    for (size_t i = 0; i < 6000; i++) {
      sx_buf_add_text(text, "\xF0\x9F\x98\x80");
      sx_buf_add(wide, SX_STR("\xD8\x3D\xDE\x00"));
    }
    sx_buf_add_text(text, "end\n");
    sx_buf_add(wide, SX_STR("\0e\0n\0d\0\n"));
    SX_EXPECT_OK(text->status);
    SX_EXPECT_OK(wide->status);
    index_scene_file(scene, "bytes", sx_buf_str(text));
    index_scene_file(scene, "wide", sx_buf_str(wide));
    SX_EXPECT_OK(index_scene_build(scene, MEMORY, 1));
    SX_EXPECT_SIZE(scene->built.covered, 2);
    const sx_needed *smile = index_scene_string("\xF0\x9F\x98\x80\xF0\x9F\x98\x80");
    index_scene_expect(scene, smile, false, true, "bytes\nwide\n");
    index_scene_expect(scene,
                       index_scene_string("\x80"
                                          "end"),
                       false, true, "bytes\nwide\n");
    index_scene_expect(scene, index_scene_string("\xEF\xBF\xBD"), false, true, "");
  }
}

SX_TEST(keeps_those_that_are_gone) {
  index_scene *scene = index_scene_new();
  index_scene_file(scene, "b", SX_STR("abc\n"));
  index_scene_file(scene, "d/x", SX_STR("abc\n"));
  const sx_index_entry gone[] = {{.path = SX_STR("a")},
                                 {.path = SX_STR("b")},
                                 {.path = SX_STR("c"), .stamp = {.inode = 7}},
                                 {.path = SX_STR("d.x")}};
  scene->build.gone = gone;
  scene->build.gone_count = 4;
  SX_EXPECT_OK(index_scene_build(scene, MEMORY, 1));
  SX_EXPECT_SIZE(sx_index_segment_count(scene->segment), 5);
  expect_state(scene, "a", SX_INDEX_GONE, false);
  expect_state(scene, "b", SX_INDEX_COVERED, true);
  expect_state(scene, "c", SX_INDEX_GONE, true);
  expect_state(scene, "d/x", SX_INDEX_COVERED, true);
  expect_state(scene, "d.x", SX_INDEX_GONE, false);
  index_scene_expect(scene, index_scene_string("abc"), false, true, "b\nd/x\n");
}

SX_TEST(indexes_nothing) {
  index_scene *scene = index_scene_new();
  SX_EXPECT_OK(index_scene_build(scene, MEMORY, 4));
  SX_EXPECT_SIZE(sx_index_segment_count(scene->segment), 0);
  index_scene_expect(scene, index_scene_string("abc"), false, true, "");
  size_t i;
  SX_EXPECT_OK(sx_index_segment_find(scene->segment, SX_STR("a"), &i));
  SX_EXPECT_SIZE(i, SX_STR_NONE);
}

SX_TEST(wants_its_paths_in_order) {
  index_scene *scene = index_scene_new();
  index_scene_file(scene, "b", SX_STR("abc\n"));
  index_scene_file(scene, "a", SX_STR("abc\n"));
  scene->build.to = temp_path(scene->store, "none").ptr;
  if (sx_test_is_over()) return;
  SX_EXPECT_STATUS(sx_index_build_run(&scene->build, &scene->built, sx_test_err()),
                   SX_INVALID_ARGUMENT);
}

SX_TEST(counts_blocks_that_have_no_trigrams) {
  index_scene *s = index_scene_new();
  size_t len = 70000; /* more blocks than are sorted together */
  char *ends = sx_test_memory(len);
  memset(ends, '\n', len);
  index_scene_file(s, "a", sx_str_make(ends, len));
  index_scene_file(s, "b", SX_STR("a needle\n"));
  SX_EXPECT_OK(index_scene_build(s, 0, 1));
  index_scene_expect(s, index_scene_string("needle"), false, true, "b\n");
}

SX_TEST(judges_the_age_of_a_file_by_both_times) {
  const int64_t now_ns = SX_INDEX_YOUNG_NS * 9, old_ns = now_ns - SX_INDEX_YOUNG_NS;
  sx_index_stamp stamp = {.mtime_ns = old_ns, .ctime_ns = old_ns};
  SX_EXPECT(!sx_index_stamp_is_young(&stamp, now_ns));
  stamp.mtime_ns++;
  SX_EXPECT(sx_index_stamp_is_young(&stamp, now_ns));
  stamp = (sx_index_stamp){.mtime_ns = 1, .ctime_ns = now_ns};
  SX_EXPECT(sx_index_stamp_is_young(&stamp, now_ns));
  /* Times to come: of another clock, or set. */
  stamp.ctime_ns = now_ns + SX_INDEX_YOUNG_NS - 1;
  SX_EXPECT(sx_index_stamp_is_young(&stamp, now_ns));
  stamp.ctime_ns++;
  SX_EXPECT(!sx_index_stamp_is_young(&stamp, now_ns));
}

SX_SUITE(index_segment_test, SX_CASE(counts_blocks_that_have_no_trigrams),
         SX_CASE(judges_the_age_of_a_file_by_both_times),
         SX_CASE(computes_the_checksum_of_the_standard), SX_CASE(finds_the_files_of_a_string),
         SX_CASE(joins_conditions), SX_CASE(knows_whether_matches_stay_in_a_line),
         SX_CASE(leaves_open_what_it_cannot_cover), SX_CASE(leaves_open_what_changed_right_before),
         SX_CASE(selects_no_file_that_became_open), SX_CASE(reads_files_in_pieces),
         SX_CASE(keeps_those_that_are_gone), SX_CASE(indexes_nothing),
         SX_CASE(wants_its_paths_in_order));
