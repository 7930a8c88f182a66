#ifndef SX_SEMANTIC_EXPANSIONS_H
#define SX_SEMANTIC_EXPANSIONS_H

#include "semantic/reconcile.h"

/**
 * The uses of macros that lead to a symbol of C and that are not `listed`: adds them
 * to `confirmed` where they are compiled, by the references of the macro itself, and counts those
 * that no provider could decide in `unchecked_expansions`.
 *
 * A server lists them by the symbol that it takes the macro's body to mean. Without a list of the
 * sources a header is read as C++, where a struct in a struct is another one than in C, and so are
 * its members; and it lists so many references at most.
 *
 * Needs `in_macros`. Errors: CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_expansions_confirm(sx_reconcile *behind, sx_call *call, const sx_target *target,
                                const sx_places *listed, sx_err *err) SX_MUST_USE;

#endif
