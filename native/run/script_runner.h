#ifndef SX_RUN_SCRIPT_RUNNER_H
#define SX_RUN_SCRIPT_RUNNER_H

#include "run/script.h"
#include "run/test_runner.h"

/* Shared by the runners of JavaScript: the project's own installation, and how its scripts call
 * it. */

/** Whether a runner of this program is configured, and not only a leftover beside another one. */
bool sx_script_runner_is_configured(const sx_project *project, const char *program);

/** How `program` is used in the project's scripts: what the command line begins with. */
typedef struct sx_script_call {
  sx_strs options, others; /* as sx_script_sort has them */
} sx_script_call;

/**
 * Begins the command line with the installed program, and sets the environment as the scripts do.
 * `package`: the npm package that brings it. Where it is not installed, `missing` is set.
 */
sx_status sx_script_runner_begin(sx_test_command *out, const sx_test_request *request,
                                 const char *program, const char *package,
                                 const sx_option_rule *rules, sx_script_call *call,
                                 sx_err *err) SX_MUST_USE;

/** Adds kept options. */
void sx_script_runner_add(sx_test_command *command, const sx_strs *words);

#endif
