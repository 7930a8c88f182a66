#include "harness.h"
#include "index_scene.h"
#include "temp_files.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* Damaged segments, and builds that fail. */

static index_scene *small_scene(void) {
  index_scene *scene = index_scene_new();
  index_scene_file(scene, "a", SX_STR("static int resume(void);\nreturn 7;\n"));
  index_scene_file(scene, "b/c", SX_STR("static const char *name;\n"));
  index_scene_file(scene, "d", SX_STR("resume\n"));
  return scene;
}

/* ---- damage ------------------------------------------------------------------------------- */

#define STRINGS 3
static const char *const strings[STRINGS] = {"static", "resume", "absent"};

/** Writes the bytes as a segment, and compares its answers with the right ones. */
static void check_damaged(index_scene *scene, sx_str bytes, const uint64_t *answers,
                          size_t *noticed) {
  sx_str path = temp_path(scene->store, "damaged");
  FILE *file = fopen(path.ptr, "wb");
  SX_EXPECT(file && fwrite(bytes.ptr, 1, bytes.len, file) == bytes.len);
  fclose(file);
  sx_index_segment_free(scene->segment);
  scene->segment = NULL;
  sx_status status = sx_index_segment_open(&scene->segment, path.ptr, NULL);
  if (status == SX_CORRUPT) ++*noticed;
  if (status == SX_CORRUPT) return;
  SX_EXPECT_OK(status);
  for (size_t i = 0; i < STRINGS; i++) {
    uint64_t bitmap = 0;
    bool is_narrowed;
    const sx_needed needed = {.kind = SX_NEEDED_STRING, .string = sx_str_from(strings[i])};
    status = sx_index_select(scene->segment, &needed, false, true, &bitmap, &is_narrowed,
                             sx_test_arena());
    if (status == SX_CORRUPT) ++*noticed;
    if (status == SX_CORRUPT) return;
    SX_EXPECT_OK(status);
    SX_EXPECT_SIZE(bitmap, answers[i]);
  }
}

SX_TEST(notices_each_damaged_byte) {
  index_scene *scene = small_scene();
  uint64_t answers[STRINGS] = {0};
  SX_EXPECT_OK(index_scene_build(scene, 0, 1));
  for (size_t i = 0; i < STRINGS; i++) {
    bool is_narrowed;
    SX_EXPECT_OK(sx_index_select(scene->segment, index_scene_string(strings[i]), false, true,
                                 &answers[i], &is_narrowed, sx_test_arena()));
  }
  SX_EXPECT_SIZE(answers[0], 3);
  sx_str bytes = index_scene_bytes(scene);
  char *changed = (char *)bytes.ptr;
  size_t noticed = 0, step = sx_test_is_failing_allocations() ? bytes.len / 3 + 1 : 1;
  for (size_t i = 0; i < bytes.len && !sx_test_is_over(); i += step) {
    char kept = changed[i];
    changed[i] ^= (char)(1 + sx_test_below(255));
    check_damaged(scene, bytes, answers, &noticed);
    changed[i] = kept;
  }
  if (sx_test_is_over()) return;
  /* All of it is one page, which every answer uses. */
  SX_EXPECT_SIZE(noticed, (bytes.len + step - 1) / step);
  for (size_t len = 0; len < bytes.len && !sx_test_is_over(); len += step)
    check_damaged(scene, sx_str_slice(bytes, 0, len), answers, &noticed);
  if (sx_test_is_over()) return;
  SX_EXPECT_SIZE(noticed, 2 * ((bytes.len + step - 1) / step));
}

SX_TEST(opens_nothing_else) {
  index_scene *scene = index_scene_new();
  sx_str other = temp_file(scene->store, "other", SX_STR("text"));
  SX_EXPECT_STATUS(sx_index_segment_open(&scene->segment, other.ptr, sx_test_err()), SX_CORRUPT);
  SX_EXPECT_STATUS(sx_index_segment_open(&scene->segment, scene->store.ptr, sx_test_err()),
                   SX_NOT_READABLE);
  sx_str none = temp_path(scene->store, "none"), pipe = temp_path(scene->store, "pipe");
  SX_EXPECT_STATUS(sx_index_segment_open(&scene->segment, none.ptr, sx_test_err()), SX_NOT_FOUND);
  SX_EXPECT_INT(mkfifo(pipe.ptr, 0600), 0);
  SX_EXPECT_STATUS(sx_index_segment_open(&scene->segment, pipe.ptr, sx_test_err()),
                   SX_NOT_READABLE);
}

/* ---- builds that fail --------------------------------------------------------------------- */

static bool is_there(const char *path) {
  struct stat info;
  return lstat(path, &info) == 0;
}

static void restore_limit(void *limit) {
  setrlimit(RLIMIT_FSIZE, limit);
  signal(SIGXFSZ, SIG_DFL);
}

/* At each size from which on there is no more room. */
SX_TEST(leaves_nothing_behind_without_room) {
  index_scene *scene = small_scene();
  static struct rlimit before;
  SX_EXPECT_OK(index_scene_build(scene, 0, 2));
  size_t size = (size_t)scene->built.segment_bytes, step = 97;
  if (sx_test_is_failing_allocations()) step = size / 2;
  getrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, SIG_IGN);
  sx_test_defer(restore_limit, &before);
  for (size_t room = 0; room < size && !sx_test_is_over(); room += step) {
    struct rlimit limit = {.rlim_cur = room, .rlim_max = before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
    sx_status status = index_scene_build(scene, 0, 2);
    setrlimit(RLIMIT_FSIZE, &before);
    SX_EXPECT_STATUS(status, SX_IO);
    SX_EXPECT(!is_there(scene->build.to) && !is_there(scene->build.scratch));
  }
  SX_EXPECT_OK(index_scene_build(scene, 0, 2));
}

SX_TEST(says_why_it_cannot_write) {
  index_scene *scene = small_scene();
  SX_EXPECT_OK(index_scene_build(scene, 0, 1));
  SX_EXPECT_STATUS(sx_index_build_run(&scene->build, &scene->built, sx_test_err()), SX_EXISTS);
  SX_EXPECT(is_there(scene->build.to) && !is_there(scene->build.scratch));
  scene->build.to = temp_path(scene->store, "none/segment").ptr;
  SX_EXPECT_STATUS(sx_index_build_run(&scene->build, &scene->built, sx_test_err()), SX_NOT_FOUND);
  scene->build.scratch = temp_file(scene->store, "file", SX_STR("")).ptr;
  SX_EXPECT(sx_index_build_run(&scene->build, &scene->built, sx_test_err()) != SX_OK);
}

typedef struct progress {
  uint64_t files, bytes, calls, end_at;
  size_t begun, ended; /* calls of begin with a path, and without */
} progress;

static sx_status check(void *arg, uint64_t files, uint64_t bytes) {
  progress *p = arg;
  p->files = files;
  p->bytes = bytes;
  return ++p->calls == p->end_at ? SX_CANCELLED : SX_OK;
}

static void begin(void *arg, size_t thread, sx_str path) {
  progress *p = arg;
  if (thread) return;
  p->begun += path.len > 0;
  p->ended += !path.len;
}

SX_TEST(reports_progress_and_ends_when_it_should) {
  index_scene *scene = small_scene();
  progress p = {0};
  scene->build.check = check;
  scene->build.begin = begin;
  scene->build.arg = &p;
  SX_EXPECT_OK(index_scene_build(scene, 0, 1));
  SX_EXPECT_SIZE(p.files, 3);
  SX_EXPECT_SIZE(p.bytes, scene->built.bytes);
  SX_EXPECT_SIZE(p.bytes, 35 + 25 + 7);
  SX_EXPECT_SIZE(p.begun, 3);
  SX_EXPECT(p.ended > 0);
  uint64_t calls = p.calls;
  for (p.end_at = 1; p.end_at <= calls && !sx_test_is_over(); p.end_at++) {
    p.calls = 0;
    SX_EXPECT_STATUS(index_scene_build(scene, 0, 1 + p.end_at % 2), SX_CANCELLED);
    SX_EXPECT(!is_there(scene->build.to) && !is_there(scene->build.scratch));
  }
}

/* ---- files that change -------------------------------------------------------------------- */

static void append(const char *path) {
  FILE *file = fopen(path, "ab");
  if (!file) return;
  fputs("more\n", file);
  fclose(file);
}

typedef struct writer {
  const index_scene *scene;
  bool is_done;
} writer;

/* After the first piece of the file was read. */
static sx_status change_it(void *arg, uint64_t files, uint64_t bytes) {
  writer *w = arg;
  if (files || !bytes || w->is_done) return SX_OK;
  w->is_done = true;
  sx_str path = temp_path(w->scene->folder, "changing");
  append(path.ptr);
  index_scene_age(path);
  return SX_OK;
}

SX_TEST(leaves_open_a_file_that_changes_while_it_is_read) {
  index_scene *scene = index_scene_new();
  sx_buf *text = sx_test_buf();
  for (size_t i = 0; i < 4000; i++) sx_buf_add_text(text, "changing\n");
  SX_EXPECT_OK(text->status);
  index_scene_file(scene, "changing", sx_buf_str(text));
  index_scene_file(scene, "other", SX_STR("changing\n"));
  writer w = {.scene = scene};
  scene->build.check = change_it;
  scene->build.arg = &w;
  SX_EXPECT_OK(index_scene_build(scene, 0, 1));
  sx_index_entry entry;
  SX_EXPECT_OK(sx_index_segment_get(scene->segment, 0, &entry));
  SX_EXPECT_INT(entry.state, SX_INDEX_OPEN);
  SX_EXPECT_SIZE(entry.stamp.inode, 0);
  index_scene_expect(scene, index_scene_string("changing"), false, true, "other\n");
}

SX_SUITE(index_damage_test, SX_CASE(notices_each_damaged_byte), SX_CASE(opens_nothing_else),
         SX_CASE(leaves_nothing_behind_without_room), SX_CASE(says_why_it_cannot_write),
         SX_CASE(reports_progress_and_ends_when_it_should),
         SX_CASE(leaves_open_a_file_that_changes_while_it_is_read));
