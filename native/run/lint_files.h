#ifndef SX_RUN_LINT_FILES_H
#define SX_RUN_LINT_FILES_H

#include "workspace/call.h"

/*
 * Looks at the files of a project. Files that are absent or cannot be read are not an error;
 * without memory the call's arena has the status.
 */

/** Whether there is a file of this name, or where its links lead. */
bool sx_lint_has_file(sx_call *call, sx_str folder, const char *name);
bool sx_lint_has_path(sx_call *call, sx_str path);
bool sx_lint_is_folder(sx_call *call, sx_str path);

/** The text of a file of this name, of up to 8 MB; empty where it is absent. In the call's arena.
 */
sx_str sx_lint_read_text(sx_call *call, sx_str folder, const char *name);

#endif
