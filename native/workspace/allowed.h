#ifndef SX_WORKSPACE_ALLOWED_H
#define SX_WORKSPACE_ALLOWED_H

#include "base/str.h"

/** Files outside the folders that tools may read: a language server or a person pointed to them. */
typedef struct sx_allowed sx_allowed;

sx_allowed *sx_allowed_new(void); /* NULL without memory */
void sx_allowed_free(sx_allowed *allowed);

/** Allows reading `path` (a dependency, a standard library). Bounded: the oldest are forgotten. */
void sx_allowed_add(sx_allowed *allowed, sx_str path);
bool sx_allowed_has(sx_allowed *allowed, sx_str path);

#endif
