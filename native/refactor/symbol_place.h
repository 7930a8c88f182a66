#ifndef SX_REFACTOR_SYMBOL_PLACE_H
#define SX_REFACTOR_SYMBOL_PLACE_H

#include "semantic/target.h"
#include "workspace/document.h"

/**
 * Whether a line and column without a name, as tools that change take them, are on a name, or right
 * after it: another one near by is never meant. INVALID_ARGUMENT with the names that the line has;
 * CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_symbol_place_check(sx_call *call, const sx_target *target, const cJSON *args,
                                sx_err *err) SX_MUST_USE;

#endif
