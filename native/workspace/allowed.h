#ifndef SX_WORKSPACE_ALLOWED_H
#define SX_WORKSPACE_ALLOWED_H

#include "base/array.h"

/** Files outside the folders that tools may read: a language server or a person pointed to them. */
typedef struct sx_allowed sx_allowed;

sx_allowed *sx_allowed_new(void); /* NULL without memory */
void sx_allowed_free(sx_allowed *allowed);

/** Allows reading `path` (a dependency, a standard library). Bounded: the oldest are forgotten. */
void sx_allowed_add(sx_allowed *allowed, sx_str path);
bool sx_allowed_has(sx_allowed *allowed, sx_str path);

/** Those whose path ends with `end`, a `/` and what follows it; at most `SX_ALLOWED_ENDS`. NOMEM.
 */
#define SX_ALLOWED_ENDS 8
sx_status sx_allowed_find_end(sx_allowed *allowed, sx_str end, sx_strs *out, sx_arena *arena,
                              sx_err *err) SX_MUST_USE;

#endif
