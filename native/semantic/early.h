#ifndef SX_SEMANTIC_EARLY_H
#define SX_SEMANTIC_EARLY_H

#include "semantic/target.h"

/*
 * Symbols by the index of the workspace's declarations: where no server serves their language, and,
 * for a call that does not wait, while one is starting or loading its project, or is silent. Such
 * an answer is unknown: only the server can tell what a name means at a place.
 */

/**
 * Resolves the target's locator by the index, if no server that is there would be asked; else
 * nothing is done, also where the index does not have the name. Languages whose servers are
 * starting are in the call's `early` then, and no question to these follows.
 * Errors: those of sx_document_open for the target's file; CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_early_resolve(sx_target *target, sx_call *call, sx_err *err) SX_MUST_USE;

/** Limits how long servers are waited for, where the index could answer. See sx_inquiry_limit. */
void sx_early_limit(const sx_target *target, sx_call *call);

/**
 * Resolves the locator by the index, as its servers have not answered in time: they are in the
 * call's `early` then, and not asked again. Nothing changes where the index does not have the name.
 * Errors: as sx_early_resolve.
 */
sx_status sx_early_resolve_late(sx_target *target, sx_call *call, sx_err *err) SX_MUST_USE;

#endif
