#include "answer/pattern_hints.h"
#include "call_scene.h"
#include "temp_files.h"

static void free_finder(void *finder) {
  sx_finder_free(finder);
}

/* The text after a search for `pattern` that found nothing. */
static void expect_text(sx_str pattern, const char *expected) {
  sx_buf text;
  call_scene *scene = call_scene_new(call_scene_refuse, NULL);
  sx_finder *finder = sx_finder_new();
  if (finder) sx_test_defer(free_finder, finder);
  if (!scene || !finder) return;
  sx_buf_init(&text, 4096);
  temp_file(scene->folder, "b/c.c", SX_STR(""));
  temp_file(scene->folder, "b/d/e.h", SX_STR(""));
  temp_file(scene->folder, "b/[id]/f.c", SX_STR(""));
  sx_searched_folder folder = {scene->folder, scene->folder};
  sx_finder_query query = {
      .folders = &folder, .folder_count = 1, .patterns = {.items = &pattern, .len = 1}};
  sx_status status = sx_pattern_hints_write(&text, &scene->call, finder, &query, sx_test_err());
  if (!status) status = text.status;
  sx_str written = sx_arena_dup(sx_test_arena(), sx_buf_str(&text));
  sx_buf_release(&text);
  if (!status) status = sx_test_arena()->status;
  if (!sx_test_status(__FILE__, __LINE__, status, SX_OK, "hints")) return;
  SX_EXPECT_STR(written, sx_str_from(expected));
}

SX_TEST(names_the_mistake_and_counts_what_it_misses) {
  expect_text(SX_STR("b\\*.c"),
              "'\\' makes the next character literal: with '/', 1 file matches.\n");
  expect_text(SX_STR("b"), "The pattern is a folder: with '/**' after it, 3 files match.\n");
  expect_text(SX_STR("B/C.C"), "Ignoring case, 1 file matches.\n");
  expect_text(SX_STR("b/c.c,b/d/*.h"),
              "',' is a character of a name outside of braces: as {a,b}, 2 files match.\n");
}

SX_TEST(names_one_mistake_and_none_that_would_not_help) {
  expect_text(SX_STR("d/*.h"), "A pattern begins at the searched folder: with '**/' before it, 1 "
                               "file matches.\n");
  expect_text(SX_STR("b/[id]/f.c"),
              "'[' begins a class of characters: with '\\[' and '\\]', 1 file matches.\n");
  expect_text(SX_STR("**/*.rs"), "");
  expect_text(SX_STR("\\"), "");
}

/* The answer is known without them. */
SX_TEST(are_none_where_the_time_is_over) {
  sx_buf text;
  sx_str pattern = SX_STR("*.C");
  call_scene *scene = call_scene_new(call_scene_refuse, NULL);
  sx_finder *finder = sx_finder_new();
  if (finder) sx_test_defer(free_finder, finder);
  if (!scene || !finder) return;
  sx_buf_init(&text, 4096);
  temp_file(scene->folder, "a.c", SX_STR(""));
  sx_port_call *wait = scene->call.wait;
  scene->call.wait = sx_port_call_new(scene->port, 0);
  sx_searched_folder folder = {scene->folder, scene->folder};
  sx_finder_query query = {
      .folders = &folder, .folder_count = 1, .patterns = {.items = &pattern, .len = 1}};
  sx_status status =
      scene->call.wait ? sx_pattern_hints_write(&text, &scene->call, finder, &query, sx_test_err())
                       : SX_NOMEM;
  sx_port_call_free(scene->call.wait);
  scene->call.wait = wait;
  sx_buf_release(&text);
  sx_test_status(__FILE__, __LINE__, status, SX_OK, "hints");
}

SX_SUITE(answer_pattern_hints_test, SX_CASE(names_the_mistake_and_counts_what_it_misses),
         SX_CASE(names_one_mistake_and_none_that_would_not_help),
         SX_CASE(are_none_where_the_time_is_over));
