#ifndef SX_TEST_TEMP_FILES_H
#define SX_TEST_TEMP_FILES_H

#include "base/str.h"

/* Real files for a case. Everything is removed when the case ends. */

/** A new, empty folder; its real path, which lives as long as the case. */
sx_str temp_folder(void);
/** `folder`/`name` as one path, which lives as long as the case. */
sx_str temp_path(sx_str folder, const char *name);
/** Writes a file, with the folders above it; its path. */
sx_str temp_file(sx_str folder, const char *name, sx_str contents);
/** A symbolic link at `name` to `target`; its path. */
sx_str temp_link(sx_str folder, const char *name, sx_str target);

#endif
