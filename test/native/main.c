/*
 * The C test program. The build writes suites.inc: one SX_SUITE_ROW(name) for each test file
 * that holds an SX_SUITE of its own name.
 */
#include "harness.h"

#define SX_SUITE_ROW(name) extern const sx_test_suite sx_suite_##name;
#include "suites.inc"
#undef SX_SUITE_ROW

static const sx_test_suite *const suites[] = {
#define SX_SUITE_ROW(name) &sx_suite_##name,
#include "suites.inc"
#undef SX_SUITE_ROW
};

int main(int argc, char **argv) {
  return sx_test_main(suites, sizeof suites / sizeof *suites, argc, argv);
}
