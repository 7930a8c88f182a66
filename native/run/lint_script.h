#ifndef SX_RUN_LINT_SCRIPT_H
#define SX_RUN_LINT_SCRIPT_H

#include "workspace/call.h"

#include <cJSON.h>

/** JSON of a file, with comments; NULL where there is none. The caller deletes it. */
cJSON *sx_lint_script_json(sx_call *call, sx_str folder, const char *name);

/**
 * The words after `program` in the first script of the folder's package.json that lints or checks
 * with it: "lint" before "lint:css" before others. Without what would change files, watch, or
 * choose another form of output. False: there is none that can be read without a shell.
 */
bool sx_lint_script_words(sx_call *call, sx_str folder, sx_str program, sx_strs *out);

/** Whether a word is an option whose value is the word after it. */
bool sx_lint_script_takes_value(sx_str option);

#endif
