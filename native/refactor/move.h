#ifndef SX_REFACTOR_MOVE_H
#define SX_REFACTOR_MOVE_H

#include "refactor/refactoring.h"

/**
 * move_symbol: takes a top-level declaration to another file, and all that import it along. From
 * the arguments to the answer. Errors: REFUSED with the place and the reason, UNSUPPORTED; those of
 * sx_target_find and of a change.
 */
sx_status sx_move_symbol(sx_call *call, const cJSON *args, sx_answer *answer,
                         sx_err *err) SX_MUST_USE;

/** The same by a code action of the language's server, after sx_refactoring_begin. */
sx_status sx_move_by_server(sx_refactoring *r, const cJSON *args, sx_answer *answer,
                            sx_err *err) SX_MUST_USE;

#endif
