#ifndef SX_TEST_HARNESS_H
#define SX_TEST_HARNESS_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/status.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * The harness of the C tests. A test file holds cases and ends with the list of them, named
 * after the file, from which the build makes the list of suites:
 *
 *   SX_TEST(finds_nothing_in_nothing) {
 *     sx_arena *arena = sx_test_arena();
 *     sx_thing thing;
 *     SX_EXPECT_OK(sx_thing_find(&thing, SX_STR(""), arena, sx_test_err()));
 *     SX_EXPECT_SIZE(thing.count, 0);
 *   }
 *
 *   SX_SUITE(text_thing, SX_CASE(finds_nothing_in_nothing));
 *
 * An assertion that fails prints both values and returns from the function it stands in, which
 * must therefore be void. The harness owns memory that would leak then: sx_test_arena and
 * sx_test_buf are released after the case, and sx_test_defer releases anything else. Every case
 * runs under a leak recorder: memory of sx_malloc that outlives the case fails it.
 *
 * With --fail-allocations each case runs again with allocation 1, 2, 3… failing, until one run
 * has none failing. A case then ends early and passes where it meets the failure through
 * SX_EXPECT_OK (status NOMEM) or SX_EXPECT_ALLOC (NULL). All other assertions hold there as
 * they do always: success with a wrong result is a failure, as are a leak, a crash and a hang.
 */
typedef struct sx_suite_case {
  const char *name;
  void (*run)(void);
  /** Runs by its name, and with --fail-allocations, alone: `npm test` has no time for it. */
  bool is_long;
} sx_suite_case;

typedef struct sx_test_suite {
  const char *name;
  const sx_suite_case *cases;
  size_t count;
} sx_test_suite;

#define SX_TEST(name) static void name(void)
#define SX_CASE(name)                                                                              \
  { #name, name, false }
#define SX_LONG_CASE(name)                                                                         \
  { #name, name, true }
#define SX_SUITE(suite, ...)                                                                       \
  static const sx_suite_case suite##_cases[] = {__VA_ARGS__};                                      \
  extern const sx_test_suite sx_suite_##suite;                                                     \
  const sx_test_suite sx_suite_##suite = {#suite, suite##_cases,                                   \
                                          sizeof suite##_cases / sizeof *suite##_cases}

/** Runs the suites as the arguments say; the exit status of the program. */
int sx_test_main(const sx_test_suite *const *suites, size_t count, int argc, char **argv);

/* Helpers for a case; all of them are released after the case. */

/** The case's arena, ceiling 256 MB. */
sx_arena *sx_test_arena(void);
/** An empty buffer, ceiling 64 MB; each call gives another, up to 16 a case. */
sx_buf *sx_test_buf(void);
/** An sx_err to pass to what is tested; SX_EXPECT_OK prints its message. */
sx_err *sx_test_err(void);
/** Calls `release(arg)` after the case, the last deferred first. Up to 64 a case. */
void sx_test_defer(void (*release)(void *arg), void *arg);
/** Contents of a file, `path` relative to the folder test/; fails the case when unreadable. */
sx_str sx_test_file(const char *path);
/** Memory from libc, which never fails for a case and is freed after it: for test data. */
void *sx_test_memory(size_t size);
/** Counts a block that a library takes by itself, or gives back: none may be left after a case. */
void sx_test_count_block(bool is_taken);
/** Numbers that are the same in every run; starts again with each case. */
uint64_t sx_test_random(void);
/** A random number below `bound` > 0. */
size_t sx_test_below(size_t bound);

/** True in the runs of --fail-allocations: long loops may then do fewer rounds. */
bool sx_test_is_failing_allocations(void);
/** Allocations made since the case began. */
size_t sx_test_allocations(void);
/** True once an assertion of this case has failed or been excused. */
bool sx_test_is_over(void);

/**
 * Runs all cases of the folder test/corpus/NAME: each file *.txt holds cases of the form
 *
 *   === title
 *   input lines
 *   ---
 *   expected lines
 *
 * with a blank line before the next one if it pleases.
 *
 * `run` writes to `actual` what `input` gives. Both end with a newline unless empty. With
 * --update the expected parts are rewritten from the actual ones (look at the diff).
 */
void sx_test_corpus(const char *name, sx_status (*run)(sx_str title, sx_str input, sx_buf *actual));

/* Assertions. */

#define SX_EXPECT(condition)                                                                       \
  SX_TEST_GUARD(sx_test_true(__FILE__, __LINE__, (condition), #condition))
#define SX_EXPECT_INT(actual, expected)                                                            \
  SX_TEST_GUARD(sx_test_int(__FILE__, __LINE__, (actual), (expected), #actual))
#define SX_EXPECT_SIZE(actual, expected)                                                           \
  SX_TEST_GUARD(sx_test_size(__FILE__, __LINE__, (actual), (expected), #actual))
/** Two sx_str. */
#define SX_EXPECT_STR(actual, expected)                                                            \
  SX_TEST_GUARD(sx_test_str(__FILE__, __LINE__, (actual), (expected), #actual))
/** An sx_str and a string literal. */
#define SX_EXPECT_TEXT(actual, expected) SX_EXPECT_STR(actual, SX_STR(expected))
/** Expects a status of SX_OK; NOMEM ends the case in silence where an allocation was failed. */
#define SX_EXPECT_OK(status)                                                                       \
  SX_TEST_GUARD(sx_test_status(__FILE__, __LINE__, (status), SX_OK, #status))
/** Expects this error; NOMEM as in SX_EXPECT_OK. */
#define SX_EXPECT_STATUS(status, expected)                                                         \
  SX_TEST_GUARD(sx_test_status(__FILE__, __LINE__, (status), (expected), #status))
/** Expects a pointer other than NULL; NULL ends the case in silence where an allocation was failed.
 */
#define SX_EXPECT_ALLOC(pointer)                                                                   \
  SX_TEST_GUARD(sx_test_alloc(__FILE__, __LINE__, (pointer), #pointer))
/** Fails the case with a message. */
#define SX_FAIL(...) SX_TEST_GUARD(sx_test_fail(__FILE__, __LINE__, __VA_ARGS__))

#define SX_TEST_GUARD(passed)                                                                      \
  do {                                                                                             \
    if (!(passed)) return;                                                                         \
  } while (0)

bool sx_test_true(const char *file, int line, bool condition, const char *text);
bool sx_test_int(const char *file, int line, intmax_t actual, intmax_t expected, const char *text);
bool sx_test_size(const char *file, int line, size_t actual, size_t expected, const char *text);
bool sx_test_str(const char *file, int line, sx_str actual, sx_str expected, const char *text);
bool sx_test_status(const char *file, int line, sx_status actual, sx_status expected,
                    const char *text);
bool sx_test_alloc(const char *file, int line, const void *pointer, const char *text);
bool sx_test_fail(const char *file, int line, const char *format, ...) SX_PRINTF(3, 4);

#endif
