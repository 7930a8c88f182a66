#ifndef SX_OS_TRASH_H
#define SX_OS_TRASH_H

#include "base/arena.h"

/**
 * Moves a file or folder to the trash of the user, as desktops on Linux keep it: the home trash,
 * or the one of the file system that `path` is on. The latter is used only if it is the user's own:
 * not a link, and not a folder of another user. Blocks.
 *
 * Errors  IO where there is none or it cannot be written (also on other systems, whose editors
 *         have a trash themselves); nothing is changed then. NOMEM.
 * Source  The FreeDesktop.org Trash specification 1.0.
 */
sx_status sx_trash_move(sx_str path, sx_arena *arena, sx_err *err) SX_MUST_USE;

#endif
