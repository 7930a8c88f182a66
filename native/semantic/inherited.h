#ifndef SX_SEMANTIC_INHERITED_H
#define SX_SEMANTIC_INHERITED_H

#include "semantic/declared.h"

/**
 * Adds the declarations of a member that the type of a name path inherits: of `Till.open` those of
 * `open` in the nearest types above Till that have it, by the names of these types, in languages
 * that may name them. Only where Till is declared in the workspace. The search's filter counts for
 * the members.
 *
 * Memory  in the call's arena.
 * Errors  as sx_declared_begin.
 */
sx_status sx_inherited_find(sx_declared_search *search, const sx_locator *locator,
                            sx_declared_list *out, sx_err *err) SX_MUST_USE;

#endif
