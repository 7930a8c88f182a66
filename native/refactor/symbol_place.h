#ifndef SX_REFACTOR_SYMBOL_PLACE_H
#define SX_REFACTOR_SYMBOL_PLACE_H

#include "base/buf.h"
#include "semantic/target.h"
#include "workspace/document.h"

/**
 * Whether a line and column without a name, as tools that change take them, are on a name, or right
 * after it: another one near by is never meant. INVALID_ARGUMENT with the names that the line has;
 * CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_symbol_place_check(sx_call *call, const sx_target *target, const cJSON *args,
                                sx_err *err) SX_MUST_USE;

/** Whether a place or an index says which of several symbols of a name is meant. */
bool sx_symbol_is_placed(const sx_locator *locator);
/**
 * Fails with AMBIGUOUS and the handles of the symbols where a name is that of several, in other
 * scopes or files, and does not say which.
 */
sx_status sx_symbol_check_alone(sx_call *call, const sx_target *target, sx_err *err) SX_MUST_USE;
/** Fails with AMBIGUOUS: `count` declarations, listed with their handles. */
sx_status sx_symbol_fail_ambiguous(const sx_target *target, const sx_buf *list, size_t count,
                                   sx_err *err) SX_MUST_USE;

#endif
