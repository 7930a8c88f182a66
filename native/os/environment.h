#ifndef SX_OS_ENVIRONMENT_H
#define SX_OS_ENVIRONMENT_H

#include "base/arena.h"

#include <stdbool.h>

/** A variable of the environment; empty where it is not set. In `arena`, whose status says NOMEM.
 */
sx_str sx_environment_get(const char *name, sx_arena *arena);

/** The person's own folder, with `/` and without one at its end; empty where it is not known. */
sx_str sx_environment_home(sx_arena *arena);

/** Whether this process may do everything on its system. */
bool sx_environment_is_root(void);

#endif
