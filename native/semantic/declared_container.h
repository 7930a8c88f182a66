#ifndef SX_SEMANTIC_DECLARED_CONTAINER_H
#define SX_SEMANTIC_DECLARED_CONTAINER_H

#include "base/arena.h"
#include "resolve/locator.h"

/**
 * The names that a declaration is a member of, `a.b.c`, written from the end. Names can be asked
 * for up to a length: the outermost of more are left out, or deeply nested code would take the time
 * and memory of all answers.
 */
typedef struct sx_declared_container {
  char text[SX_LOCATOR_MAX_NAME_BYTES];
  size_t start;
  size_t count; /* of names that were put, and of those without room */
} sx_declared_container;

void sx_declared_container_init(sx_declared_container *container);
/** Puts the name of what that is in before it. False: there is no room for more. */
bool sx_declared_container_put(sx_declared_container *container, sx_str name);
/**
 * The same for the type that a declaration outside of it is a member of, as it is written there:
 * `*Engine`, `SkipList<Key>::Node`.
 */
bool sx_declared_container_put_owner(sx_declared_container *container, sx_str owner);
/** Whether the owner is named as what the declaration stands in: `def Till.open` in Till. */
bool sx_declared_container_is_owner(sx_str owner, sx_str name);
/** Empty where nothing was put. In `arena`. */
sx_str sx_declared_container_take(const sx_declared_container *container, sx_arena *arena);

#endif
