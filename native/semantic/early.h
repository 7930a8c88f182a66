#ifndef SX_SEMANTIC_EARLY_H
#define SX_SEMANTIC_EARLY_H

#include "semantic/target.h"

/*
 * Answers while a language server is starting or loading its project: by the index of symbols and
 * the text, at once, for a call that does not wait. They are unknown: only the server can tell what
 * a name means at a place.
 */

/**
 * Resolves the target's locator by the declarations of the workspace, if the server that would be
 * asked is starting; else nothing is done, also where the index does not have the name. The
 * language is in the call's `early` then, and no question to its server follows.
 * Errors: CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_early_resolve(sx_target *target, sx_call *call, sx_err *err) SX_MUST_USE;

#endif
