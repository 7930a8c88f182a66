#ifndef SX_MEMORY_TAGS_H
#define SX_MEMORY_TAGS_H

#include "workspace/call.h"

#include <cJSON.h>

/**
 * The tags of an argument, which is a list of texts or not given: each may hold several, between
 * commas or line ends, and begin with '#'. Without secrets, each once.
 *
 * Errors  INVALID_ARGUMENT: they are too many or too long.
 */
sx_status sx_memory_read_tags(sx_strs *out, sx_call *call, const cJSON *list,
                              sx_err *err) SX_MUST_USE;

#endif
