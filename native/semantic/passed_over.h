#ifndef SX_SEMANTIC_PASSED_OVER_H
#define SX_SEMANTIC_PASSED_OVER_H

#include "semantic/reconcile.h"

/**
 * Uses of the target in code that its server does not analyze, as it is for another platform or
 * version (`if sys.platform == 'win32':`): no answer of the server has them. The text shows them,
 * and a server that knows no definition of the names beside them confirms it.
 *
 * Adds those that may be the target, and are not `listed`, to `behind->passed_over`. There are
 * none in languages other than Python. Errors: CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_passed_over_find(sx_reconcile *behind, sx_call *call, const sx_target *target,
                              const sx_places *listed, sx_err *err) SX_MUST_USE;

#endif
