#ifndef SX_BASE_FOLDER_H
#define SX_BASE_FOLDER_H

#include "base/array.h"

#include <stdbool.h>

/* Folders of absolute paths with `/`, as watches and the file log keep them: no slash at the end.
 */

/** The folder that `path` is in; empty at the top of the file system. Borrowed from `path`. */
sx_str sx_folder_of(sx_str path);
/** The same `count` times. */
sx_str sx_folder_above(sx_str path, size_t count);
/** Where the next name of a path ends; `at` is the end of the name before it, 0 for the first. */
size_t sx_folder_next(sx_str path, size_t at);

/** Whether `path` is in `folder` or below it; the folder itself is not. */
bool sx_folder_has(sx_str folder, sx_str path);
/** Whether one of the folders has it. */
bool sx_folders_have(const sx_strs *folders, sx_str path);

/** How many bytes both begin with. */
size_t sx_path_shared(sx_str a, sx_str b);
/**
 * The order of lists of files: by bytes, '/' below all others, so that what is in a folder stands
 * together. As memcmp.
 */
int sx_path_compare(sx_str a, sx_str b);

#endif
