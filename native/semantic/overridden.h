#ifndef SX_SEMANTIC_OVERRIDDEN_H
#define SX_SEMANTIC_OVERRIDDEN_H

#include "semantic/target.h"

/**
 * In TypeScript and JavaScript, for a member that a file beside the projects declares, such as a
 * test: the declarations among the `listed` uses that a project has, as that of the method which
 * the member overrides. A server that is asked about the member does not look through the project,
 * and does when it is asked there. Empty for all other symbols. In the call's arena.
 * Errors: CANCELLED, CLOSED, DEADLINE, NOMEM.
 */
sx_status sx_overridden_find(sx_places *out, sx_call *call, const sx_target *target,
                             const sx_places *listed, sx_err *err) SX_MUST_USE;

/** Adds the uses of these to `uses`, each once. Errors: the same; HOST where the server fails. */
sx_status sx_overridden_add(sx_call *call, const sx_target *target, sx_places *uses,
                            sx_err *err) SX_MUST_USE;

#endif
