#ifndef SX_BASE_FOLDER_H
#define SX_BASE_FOLDER_H

#include "base/str.h"

#include <stdbool.h>

/* Folders of absolute paths with `/`, as watches and the file log keep them: no slash at the end.
 */

/** The folder that `path` is in; empty at the top of the file system. Borrowed from `path`. */
sx_str sx_folder_of(sx_str path);

/** Whether `path` is in `folder` or below it; the folder itself is not. */
bool sx_folder_has(sx_str folder, sx_str path);

#endif
