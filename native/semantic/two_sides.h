#ifndef SX_SEMANTIC_TWO_SIDES_H
#define SX_SEMANTIC_TWO_SIDES_H

#include "semantic/target.h"

/** Asks ahead what sx_two_sides_add will ask first. */
void sx_two_sides_ask_ahead(sx_call *call, const sx_target *target);
/**
 * For TypeScript, where an interface and a variable or function of one name are one symbol: a
 * server gives the uses of the side that stands at the place it is asked about. Adds those of both
 * sides to `uses`, each once; nothing for other symbols. CANCELLED, CLOSED, DEADLINE, NOMEM.
 */
sx_status sx_two_sides_add(sx_call *call, const sx_target *target, const sx_places *definitions,
                           sx_places *uses, sx_err *err) SX_MUST_USE;

#endif
