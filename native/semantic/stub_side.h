#ifndef SX_SEMANTIC_STUB_SIDE_H
#define SX_SEMANTIC_STUB_SIDE_H

#include "host/requests.h"
#include "workspace/call.h"

/**
 * For Python, where a stub stands for a source: `shop.pyi` for `shop.py`, beside it, in a folder of
 * stubs, or one that comes with the server. A server knows a symbol of the source and the same one
 * of the stub as two: uses in other files are often those of the stub.
 *
 * Adds the uses of the other side to `uses`, each once; nothing for other languages, and where
 * there is no other side. `declared` is the symbol's declaration. A stub elsewhere is found by
 * asking about imports in files that have the name and of which `uses` has no place.
 *
 * Errors  CANCELLED, CLOSED, NOMEM. A server that fails or is late adds nothing.
 */
sx_status sx_stub_side_add(sx_call *call, const sx_place *declared, sx_places *uses,
                           sx_err *err) SX_MUST_USE;

#endif
