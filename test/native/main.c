/*
 * The C test program. The build writes suites.inc: one SX_SUITE_ROW(name) for each test file
 * that holds an SX_SUITE of its own name.
 */
#include "harness.h"

#include <stdlib.h>

#define SX_SUITE_ROW(name) extern const sx_test_suite sx_suite_##name;
#include "suites.inc"
#undef SX_SUITE_ROW

static const sx_test_suite *const suites[] = {
#define SX_SUITE_ROW(name) &sx_suite_##name,
#include "suites.inc"
#undef SX_SUITE_ROW
};

#ifdef __SANITIZE_THREAD__
/* TSan sees neither libuv's bare system call that closes a file nor openat: a number that is used
 * again seems to be the same file, which one thread reads while another closes it. */
const char *__tsan_default_suppressions(void);
const char *__tsan_default_suppressions(void) {
  return "race:read_open\nrace:interceptor_close\n";
}
#endif

/* The settings of git on this machine do not count. */
int main(int argc, char **argv) {
  setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
  setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
  setenv("XDG_CONFIG_HOME", "/nonexistent", 1);
  return sx_test_main(suites, sizeof suites / sizeof *suites, argc, argv);
}
