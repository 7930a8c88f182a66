#ifndef SX_SEMANTIC_PASSED_OVER_H
#define SX_SEMANTIC_PASSED_OVER_H

#include "semantic/reconcile.h"

/**
 * Uses of the target in code that its server does not analyze, as it is for another platform or
 * version (`if sys.platform == 'win32':`): no answer of the server has them. They are told by the
 * text, and by that even the names beside them have no definition there.
 *
 * Adds those that may be the target, and are not in `told`, to `behind->passed_over`. Of languages
 * other than Python there are none. Errors: CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_passed_over_find(sx_reconcile *behind, sx_call *call, const sx_target *target,
                              sx_reconcile_uses uses, const sx_places *told,
                              sx_err *err) SX_MUST_USE;

#endif
