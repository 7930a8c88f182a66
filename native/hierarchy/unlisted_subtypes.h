#ifndef SX_HIERARCHY_UNLISTED_SUBTYPES_H
#define SX_HIERARCHY_UNLISTED_SUBTYPES_H

#include "hierarchy/hierarchy.h"

/**
 * Types that by their text derive from one of a tree of subtypes and are not in it: servers skip
 * code that does not run here, such as after a check of the platform. Where the server knows the
 * base, and as another type, it is none of them. Sets the tree's `failure` to what is missing.
 *
 * For languages whose servers know all files, of which up to SX_MAX_SOURCES are looked into; where
 * there are more, the failure is that. CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_unlisted_subtypes_note(sx_hierarchy *tree, sx_call *call, sx_err *err) SX_MUST_USE;

#endif
