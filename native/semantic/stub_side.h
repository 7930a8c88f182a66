#ifndef SX_SEMANTIC_STUB_SIDE_H
#define SX_SEMANTIC_STUB_SIDE_H

#include "semantic/target.h"

/**
 * Of Python, where `shop.pyi` beside `shop.py` declares the same symbols: a server takes the two
 * for different ones, and lists the uses in other files for the stub's alone. Adds the uses of the
 * other one to `uses`, each once; of other symbols nothing. CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_stub_side_add(sx_call *call, const sx_target *target, sx_places *uses,
                           sx_err *err) SX_MUST_USE;

#endif
