#ifndef SX_WORKSPACE_GIT_EXCLUDES_H
#define SX_WORKSPACE_GIT_EXCLUDES_H

#include "base/array.h"

/**
 * The person's own file of ignore rules, for a repository whose settings are in `store`/config:
 * `core.excludesFile` of those, of the person's or of the system's settings, else `git/ignore` in
 * the folder of settings. Files that are included without a condition count.
 *
 * `*read`: the files of settings, that are there or not.
 *
 * Memory  *out and `read` in `arena`; *out is empty where there is none.
 * Errors  NOMEM. Files that cannot be read are as if they were not there.
 */
sx_status sx_git_excludes_find(sx_str *out, sx_str repository, sx_str store, sx_strs *read,
                               sx_arena *arena) SX_MUST_USE;

#endif
