#ifndef SX_ENGINE_ARGS_H
#define SX_ENGINE_ARGS_H

#include "base/arena.h"

#include <cJSON.h>
#include <stdbool.h>

/**
 * A tool's arguments as they were given -> as its schema names them.
 *
 * Takes camelCase and the synonyms that agents use (`file`, `path`, `uri` for `file_path`, …),
 * numbers and booleans written as strings, whole numbers for a string whose pattern has them, and
 * one item where an array of them is wanted. A null counts as not given.
 *
 * `*out` is a new object, the caller deletes it. `schema` is the tool's inputSchema.
 * Errors  INVALID_ARGUMENT naming the argument, what it was and what is wanted; NOMEM.
 */
sx_status sx_args_decode(cJSON **out, const char *tool, const cJSON *schema, sx_str json,
                         sx_err *err) SX_MUST_USE;

/* The arguments below are those of a decoded object. */
bool sx_args_has(const cJSON *args, const char *name);
sx_str sx_args_str(const cJSON *args, const char *name, sx_arena *arena); /* empty: not given */
int64_t sx_args_int(const cJSON *args, const char *name, int64_t otherwise);
bool sx_args_bool(const cJSON *args, const char *name, bool otherwise);

#endif
