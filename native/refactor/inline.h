#ifndef SX_REFACTOR_INLINE_H
#define SX_REFACTOR_INLINE_H

#include "answer/answer.h"
#include "semantic/target.h"

/**
 * Replaces all uses of a function by its code, or of a variable by its value, and removes its
 * definition. Either all of them, or it is refused with the place and the reason.
 *
 * How     The target's definition is read from its syntax tree, and each use of it, which the
 *         language server lists, from that of its file. An argument takes its parameter's place
 *         only where nothing can tell the difference; else it is bound to a variable first, where
 *         the statement with the call allows that.
 */
typedef struct sx_inlining sx_inlining;

/** From the arguments to the answer. REFUSED, UNSUPPORTED; those of the steps. */
sx_status sx_inlining_run(sx_call *call, const cJSON *args, sx_answer *answer,
                          sx_err *err) SX_MUST_USE;

#endif
