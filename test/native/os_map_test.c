#include "harness.h"
#include "os/file_system.h"
#include "os/map.h"
#include "temp_files.h"

#include <sys/resource.h>
#include <unistd.h>

/* A file of a file system that is not local, whose size the system reports. */
#define NOT_LOCAL "/sys/kernel/notes"

static void close_map(void *map) {
  sx_map_close(map);
}

SX_TEST(maps_a_file_of_a_local_file_system) {
  static sx_map map;
  sx_str path = temp_file(temp_folder(), "a", SX_STR("text"));
  SX_EXPECT(sx_fs_is_local_path(path.ptr));
  SX_EXPECT_OK(sx_map_open(&map, path.ptr, 1, sx_test_err()));
  sx_test_defer(close_map, &map);
  SX_EXPECT(!map.is_copy && sx_map_is_whole(&map));
  SX_EXPECT_TEXT(sx_str_make((const char *)map.bytes, map.len), "text");
  SX_EXPECT(truncate(path.ptr, 1) == 0);
  SX_EXPECT(!sx_map_is_whole(&map));
}

/* Another machine may remove it while it is mapped, and reading it then ends the process. */
SX_TEST(copies_a_file_of_any_other_up_to_a_size) {
  static sx_map map;
  if (access(NOT_LOCAL, R_OK)) return;
  SX_EXPECT(!sx_fs_is_local_path(NOT_LOCAL));
  SX_EXPECT_STATUS(sx_map_open(&map, NOT_LOCAL, 1, sx_test_err()), SX_TOO_BIG);
  SX_EXPECT(!map.bytes);
  SX_EXPECT_OK(sx_map_open(&map, NOT_LOCAL, 65536, sx_test_err()));
  sx_test_defer(close_map, &map);
  SX_EXPECT(map.is_copy && map.len > 16 && sx_map_is_whole(&map));
  static unsigned char own[65536];
  FILE *file = fopen(NOT_LOCAL, "rb");
  SX_EXPECT(file != NULL);
  size_t len = fread(own, 1, sizeof own, file);
  fclose(file);
  SX_EXPECT_SIZE(len, map.len);
  SX_EXPECT(memcmp(own, map.bytes, len) == 0);
}

/* A watch that asked in such a moment would look through all folders from then on. */
SX_TEST(knows_a_local_file_system_where_no_more_files_may_be_open) {
  struct rlimit limit;
  sx_str folder = temp_folder();
  SX_EXPECT(getrlimit(RLIMIT_NOFILE, &limit) == 0);
  struct rlimit none = {.rlim_cur = 0, .rlim_max = limit.rlim_max};
  SX_EXPECT(setrlimit(RLIMIT_NOFILE, &none) == 0);
  bool is_local = sx_fs_is_local_path(folder.ptr);
  SX_EXPECT(setrlimit(RLIMIT_NOFILE, &limit) == 0);
  SX_EXPECT(is_local);
}

SX_SUITE(os_map_test, SX_CASE(maps_a_file_of_a_local_file_system),
         SX_CASE(copies_a_file_of_any_other_up_to_a_size),
         SX_CASE(knows_a_local_file_system_where_no_more_files_may_be_open));
