#include "harness.h"
#include "os/file.h"
#include "temp_files.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define LIMIT (1024 * 1024)

static sx_status read_file(sx_str *out, sx_str path) {
  return sx_file_read(out, path, LIMIT, sx_test_arena(), sx_test_err());
}

SX_TEST(reads_a_whole_file) {
  sx_str folder = temp_folder(), text;
  SX_EXPECT_OK(read_file(&text, temp_file(folder, "a/ü b.txt", SX_STR("one\0two\r\n"))));
  SX_EXPECT_TEXT(text, "one\0two\r\n");
  SX_EXPECT_INT(text.ptr[text.len], 0);
  SX_EXPECT_OK(read_file(&text, temp_file(folder, "empty", SX_STR(""))));
  SX_EXPECT_TEXT(text, "");
}

SX_TEST(keeps_to_the_limit) {
  sx_str folder = temp_folder(), text;
  sx_str path = temp_file(folder, "big", SX_STR(""));
  SX_EXPECT_INT(truncate(path.ptr, LIMIT), 0);
  SX_EXPECT_OK(read_file(&text, path));
  SX_EXPECT_SIZE(text.len, LIMIT);
  SX_EXPECT_INT(truncate(path.ptr, LIMIT + 1), 0);
  SX_EXPECT_STATUS(read_file(&text, path), SX_TOO_BIG);
  SX_EXPECT_INT(truncate(path.ptr, 1ll << 40), 0); /* sparse: no memory is asked for */
  SX_EXPECT_STATUS(read_file(&text, path), SX_TOO_BIG);
  SX_EXPECT(strstr(sx_test_err()->message, "1099511627776 bytes"));
}

SX_TEST(refuses_what_is_no_file) {
  sx_str folder = temp_folder(), text;
  SX_EXPECT_STATUS(read_file(&text, folder), SX_IS_DIRECTORY);
  SX_EXPECT_STATUS(read_file(&text, temp_path(folder, "absent")), SX_NOT_FOUND);
  sx_str file = temp_file(folder, "file", SX_STR("x"));
  SX_EXPECT_STATUS(read_file(&text, temp_path(file, "below")), SX_NOT_FOUND);
  SX_EXPECT_STATUS(read_file(&text, SX_STR("")), SX_NOT_FOUND);
  SX_EXPECT_STATUS(read_file(&text, SX_STR("/dev/zero")), SX_NOT_READABLE);
  SX_EXPECT_STATUS(read_file(&text, temp_link(folder, "loop", temp_path(folder, "loop"))),
                   SX_NOT_READABLE);
  SX_EXPECT_TEXT(text, "");
}

SX_TEST(never_waits_for_a_pipe_or_socket) {
  sx_str folder = temp_folder(), text;
  sx_str pipe_path = temp_path(folder, "pipe");
  SX_EXPECT_INT(mkfifo(pipe_path.ptr, 0600), 0);
  SX_EXPECT_STATUS(read_file(&text, pipe_path), SX_NOT_READABLE);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  sx_str socket_path = temp_path(folder, "socket");
  SX_EXPECT(socket_path.len < sizeof address.sun_path);
  memcpy(address.sun_path, socket_path.ptr, socket_path.len);
  int made = socket(AF_UNIX, SOCK_STREAM, 0);
  int bound = bind(made, (struct sockaddr *)&address, sizeof address);
  sx_status status = read_file(&text, socket_path);
  close(made);
  SX_EXPECT_INT(bound, 0);
  SX_EXPECT_STATUS(status, SX_NOT_READABLE);
}

SX_TEST(a_nul_names_no_other_file) {
  sx_str folder = temp_folder(), text;
  sx_str path = temp_file(folder, "a", SX_STR("secret"));
  char *odd = sx_test_memory(path.len + 3);
  memcpy(odd, path.ptr, path.len);
  memcpy(odd + path.len, "\0.c", 3);
  sx_str with_nul = sx_str_make(odd, path.len + 3);
  sx_file_info info;
  SX_EXPECT_STATUS(read_file(&text, with_nul), SX_NOT_FOUND);
  SX_EXPECT_OK(sx_file_stat(&info, with_nul, sx_test_err()));
  SX_EXPECT(!info.exists);
  SX_EXPECT_STATUS(sx_file_real_path(&text, with_nul, sx_test_arena(), sx_test_err()),
                   SX_NOT_FOUND);
}

/* Root reads what it likes, so the modes say something only to others. */
SX_TEST(says_what_it_may_not_read) {
  sx_str folder = temp_folder(), text;
  sx_str path = temp_file(folder, "closed", SX_STR("x"));
  SX_EXPECT_INT(chmod(path.ptr, 0), 0);
  sx_status status = read_file(&text, path);
  if (geteuid() == 0)
    SX_EXPECT_OK(status);
  else
    SX_EXPECT_STATUS(status, SX_NOT_READABLE);
}

SX_TEST(stats_files) {
  sx_str folder = temp_folder();
  sx_file_info info;
  SX_EXPECT_OK(sx_file_stat(&info, temp_file(folder, "f", SX_STR("12345")), sx_test_err()));
  SX_EXPECT(info.exists && info.is_regular && !info.is_directory && info.mtime_ns > 0);
  SX_EXPECT_SIZE(info.size_bytes, 5);
  SX_EXPECT_OK(sx_file_stat(&info, folder, sx_test_err()));
  SX_EXPECT(info.exists && info.is_directory && !info.is_regular);
  SX_EXPECT_OK(sx_file_stat(&info, temp_path(folder, "g"), sx_test_err()));
  SX_EXPECT(!info.exists);
  SX_EXPECT_OK(sx_file_stat(&info, temp_link(folder, "l", temp_path(folder, "f")), sx_test_err()));
  SX_EXPECT(info.exists && info.is_regular);
  char *long_name = sx_test_memory(5000);
  memset(long_name, 'a', 4999);
  SX_EXPECT_OK(sx_file_stat(&info, temp_path(folder, long_name), sx_test_err()));
  SX_EXPECT(!info.exists);
}

SX_TEST(follows_links_to_real_paths) {
  sx_str folder = temp_folder(), real;
  sx_str path = temp_file(folder, "deep/er/f", SX_STR("x"));
  sx_str link = temp_link(folder, "link", temp_path(folder, "deep"));
  SX_EXPECT_OK(
      sx_file_real_path(&real, temp_path(link, "er/../er/f"), sx_test_arena(), sx_test_err()));
  SX_EXPECT_STR(real, path);
  SX_EXPECT_STATUS(
      sx_file_real_path(&real, temp_path(link, "absent"), sx_test_arena(), sx_test_err()),
      SX_NOT_FOUND);
}

SX_TEST(tells_binary_files) {
  char *text = sx_test_memory(9000);
  memset(text, 'a', 9000);
  SX_EXPECT(!sx_file_is_binary(sx_str_make(text, 9000)));
  SX_EXPECT(!sx_file_is_binary(SX_STR("")));
  SX_EXPECT(!sx_file_is_binary(SX_STR("\xff\xfe latin")));
  text[8000] = 0;
  SX_EXPECT(!sx_file_is_binary(sx_str_make(text, 9000)));
  text[7999] = 0;
  SX_EXPECT(sx_file_is_binary(sx_str_make(text, 9000)));
}

SX_SUITE(os_file_test, SX_CASE(reads_a_whole_file), SX_CASE(keeps_to_the_limit),
         SX_CASE(refuses_what_is_no_file), SX_CASE(never_waits_for_a_pipe_or_socket),
         SX_CASE(a_nul_names_no_other_file), SX_CASE(says_what_it_may_not_read),
         SX_CASE(stats_files), SX_CASE(follows_links_to_real_paths), SX_CASE(tells_binary_files));
