#ifndef SX_WORKSPACE_VAST_FOLDER_H
#define SX_WORKSPACE_VAST_FOLDER_H

#include "base/arena.h"

/**
 * Whether a folder has more in it than a person who opens it means: `/`, the person's own folder,
 * or one above that. It is not indexed unless that is asked for. `real_path` has no links.
 */
bool sx_folder_is_vast(sx_str real_path, sx_arena *arena);

#endif
