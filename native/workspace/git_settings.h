#ifndef SX_WORKSPACE_GIT_SETTINGS_H
#define SX_WORKSPACE_GIT_SETTINGS_H

#include "base/array.h"

/**
 * Settings of git for a repository: those of the repository itself, else of the person, else of
 * the system. Files that are included without a condition count.
 *
 * Memory  all in the arena. Files that cannot be read are as if they were not there. Blocks.
 */

/** `folder`/.git, or where that leads, as it does in work trees and submodules. */
sx_str sx_git_find_store(sx_str folder, sx_arena *arena);
/** Where a store keeps what its work trees share. */
sx_str sx_git_find_shared(sx_str store, sx_arena *arena);

/**
 * The person's own file of ignore rules, for a repository whose settings are in `shared`/config:
 * `core.excludesFile`, else `git/ignore` in the folder of settings. Empty where there is none.
 *
 * `*read`: the files of settings, that are there or not.
 * Errors  NOMEM.
 */
sx_status sx_git_excludes_find(sx_str *out, sx_str repository, sx_str shared, sx_strs *read,
                               sx_arena *arena) SX_MUST_USE;

/** Folders and files that decide which hooks git runs. Absolute paths; none need be there. */
typedef struct sx_git_hooks {
  sx_strs folders;  /* each that a `core.hooksPath` names, the repository's own ones first */
  sx_strs settings; /* the files that were read for that */
  bool is_cut;      /* there are more, or some are too big: anything may be named there */
} sx_git_hooks;

/**
 * For the repository in `folder`, or with an empty one for all. Each value counts, also those of
 * files that are included under a condition, and of other work trees: which of them git takes can
 * change.
 *
 * Errors  NOMEM.
 */
sx_status sx_git_hooks_find(sx_git_hooks *out, sx_str folder, sx_arena *arena) SX_MUST_USE;

#endif
