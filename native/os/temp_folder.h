#ifndef SX_OS_TEMP_FOLDER_H
#define SX_OS_TEMP_FOLDER_H

#include "base/arena.h"

/**
 * Makes a folder in the system's temporary one that only this user may look into; no other process
 * has its name. Who made it removes its files, and then it (sx_dir_remove_empty). Blocks.
 *
 * Memory  `*out` in `arena`, NUL-terminated, with `/`.
 * Errors  IO, NOMEM.
 */
sx_status sx_temp_folder_make(sx_str *out, sx_arena *arena, sx_err *err) SX_MUST_USE;

#endif
