#include "call_scene.h"
#include "temp_files.h"
#include "workspace/file_finder.h"

static void free_finder(void *finder) {
  sx_finder_free(finder);
}

typedef struct found {
  const sx_finder_file *files;
  sx_finder_seen seen;
} found;

/* Whether it was run; false also where the case is over. */
static bool find(found *out, sx_str pattern, size_t count) {
  call_scene *scene = call_scene_new(call_scene_refuse, NULL);
  sx_finder *finder = sx_finder_new();
  if (finder) sx_test_defer(free_finder, finder);
  if (!scene || !finder) return false;
  temp_file(scene->folder, "a.c", SX_STR(""));
  temp_file(scene->folder, "b/c.c", SX_STR(""));
  temp_file(scene->folder, "b-c.c", SX_STR(""));
  temp_file(scene->folder, "b/d/e.h", SX_STR(""));
  sx_searched_folder folder = {scene->folder, scene->folder};
  sx_finder_query query = {
      .folders = &folder, .folder_count = 1, .patterns = {.items = &pattern, .len = 1}};
  sx_status status = sx_finder_run(finder, &scene->call, &query, &out->seen, sx_test_err());
  if (!status) status = sx_finder_sort(finder, count, &out->files, sx_test_err());
  return sx_test_status(__FILE__, __LINE__, status, SX_OK, "find");
}

SX_TEST(finds_and_sorts_files) {
  found one;
  if (!find(&one, SX_STR("**/*.c"), 10)) return;
  SX_EXPECT_SIZE(one.seen.count, 3);
  SX_EXPECT_TEXT(one.files[0].path, "a.c");
  SX_EXPECT_TEXT(one.files[1].path, "b/c.c");
  SX_EXPECT_TEXT(one.files[2].path, "b-c.c");
  SX_EXPECT_SIZE(one.seen.searched, 4);
}

SX_TEST(sorts_only_what_is_asked_for) {
  found one;
  if (!find(&one, SX_STR("**"), 2)) return;
  SX_EXPECT_SIZE(one.seen.count, 4);
  SX_EXPECT_TEXT(one.files[0].path, "a.c");
  SX_EXPECT_TEXT(one.files[1].path, "b/c.c");
}

SX_TEST(enters_only_folders_that_may_have_some) {
  found one;
  if (!find(&one, SX_STR("b/*.c"), 1)) return;
  SX_EXPECT_SIZE(one.seen.count, 1);
  SX_EXPECT_SIZE(one.seen.searched, 3); /* not b/d/e.h */
}

SX_TEST(finds_folders_by_a_slash) {
  found one;
  if (!find(&one, SX_STR("**/"), 2)) return;
  SX_EXPECT_SIZE(one.seen.count, 2);
  SX_EXPECT_TEXT(one.files[0].path, "b/");
  SX_EXPECT_TEXT(one.files[1].path, "b/d/");
}

SX_SUITE(workspace_file_finder_test, SX_CASE(finds_and_sorts_files),
         SX_CASE(sorts_only_what_is_asked_for), SX_CASE(enters_only_folders_that_may_have_some),
         SX_CASE(finds_folders_by_a_slash));
