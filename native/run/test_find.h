#ifndef SX_RUN_TEST_FIND_H
#define SX_RUN_TEST_FIND_H

#include "run/test_runner.h"

/** A runner, and the project that it runs in. */
typedef struct sx_test_target {
  const sx_test_runner *runner;
  const sx_project *project;
  sx_strs files; /* of those that were asked for, its own; empty: all tests of the project */
} sx_test_target;

#define SX_TEST_MAX_TARGETS ((size_t)12)

typedef struct sx_test_targets {
  SX_ARRAY(sx_test_target) items;
  size_t left_out; /* projects over the limit */
} sx_test_targets;

/** Absolute paths; `runner` NULL: any. */
typedef struct sx_test_wanted {
  sx_strs files; /* files or folders; empty: all tests of `folders` */
  sx_strs folders;
  const sx_test_runner *runner;
} sx_test_wanted;

/**
 * Which runners have the wanted tests. A file is that of the runner that is configured in the
 * nearest folder above it; a folder is looked through for projects, of which one that has all below
 * it is run once.
 *
 * Errors  INVALID_ARGUMENT where a file belongs to no runner; CANCELLED, CLOSED, DEADLINE, NOMEM.
 *         None at all is not an error.
 */
sx_status sx_test_find(sx_test_targets *out, sx_call *call, const sx_test_wanted *wanted,
                       sx_err *err) SX_MUST_USE;

#endif
