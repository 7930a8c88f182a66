/*
 * The list that the indexer gets. It is a program of its own and not in the engine that the other
 * tests link, so its source is included here.
 */
#include "indexer/paths.c"

#include "harness.h"

static sx_status read_rows(sx_strs *out, sx_str list) {
  *out = (sx_strs){0};
  return split(out, list, sx_test_arena(), sx_test_err());
}

SX_TEST(reads_paths_and_their_marks) {
  sx_indexer_paths list = {0};
  SX_EXPECT_OK(read_rows(&list.paths, SX_STR("\0")));
  SX_EXPECT_SIZE(list.paths.len, 0);
  SX_EXPECT_OK(read_rows(&list.paths, SX_STR("==\0?a/b\0=a/b/..c\0?b\0\0")));
  SX_EXPECT_SIZE(list.paths.len, 4);
  static const char *const paths[] = {"=", "a/b", "a/b/..c", "b"};
  for (size_t i = 0; i < 4; i++) {
    SX_EXPECT_STR(list.paths.items[i], sx_str_from(paths[i]));
    SX_EXPECT_INT(sx_indexer_paths_is_same(&list, i), i == 0 || i == 2);
  }
}

SX_TEST(refuses_what_is_not_a_list) {
  const sx_str lists[] = {
      SX_STR(""),
      SX_STR("?a"),
      SX_STR("?a\0"),
      SX_STR("?a\0\0\0"),
      SX_STR("\0?a\0\0"),
      SX_STR("a\0\0"),
      SX_STR("?a\0b\0\0"),
      SX_STR("?\0\0"),
      SX_STR("?/a\0\0"),
      SX_STR("=a/\0\0"),
      SX_STR("?a//b\0\0"),
      SX_STR("?..\0\0"),
      SX_STR("=./a\0\0"),
      SX_STR("=b\0=a\0\0"),
      SX_STR("?a\0=a\0\0"),
      SX_STR("?a/c\0?a/..\0\0"),
      SX_STR("?a\0?a/\0\0"),
      SX_STR("?a/b\0?a/b/../c\0\0"),
  };
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    sx_strs paths;
    SX_EXPECT_STATUS(read_rows(&paths, lists[i]), SX_BAD_MESSAGE);
  }
}

/* Names that are compared with the path before alone are judged as whole paths are. */
SX_TEST(judges_paths_beside_their_neighbours) {
  static const char *const names[] = {"a", "aa", "b", "..a", ".", "..", "", "folder.of.a.word"};
  size_t rounds = sx_test_is_failing_allocations() ? 20 : 20000;
  for (size_t round = 0; round < rounds && !sx_test_is_over(); round++) {
    char bytes[512] = {0};
    size_t len = 0, count = 1 + sx_test_below(3), bad = 0;
    sx_str before = SX_STR("");
    for (size_t i = 0; i < count; i++) {
      size_t depth = 1 + sx_test_below(4), from = len + 1;
      bytes[len++] = sx_test_below(2) ? '?' : '=';
      for (size_t k = 0; k < depth; k++) {
        const char *name = names[sx_test_below(sx_test_below(4) ? 4 : 8)];
        len += (size_t)snprintf(bytes + len, sizeof bytes - len, "%s%s", k ? "/" : "", name);
      }
      sx_str path = sx_str_make(bytes + from, len++ - from);
      bad += !is_below_root(path, 0) || (i && sx_path_compare(before, path) >= 0);
      before = path;
    }
    sx_strs paths;
    sx_status status = read_rows(&paths, sx_str_make(bytes, len + 1));
    if (bad)
      SX_EXPECT_STATUS(status, SX_BAD_MESSAGE);
    else
      SX_EXPECT_OK(status);
  }
}

SX_SUITE(indexer_paths_test, SX_CASE(reads_paths_and_their_marks),
         SX_CASE(refuses_what_is_not_a_list), SX_CASE(judges_paths_beside_their_neighbours));
