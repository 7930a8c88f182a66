#ifndef SX_WORKSPACE_IGNORED_H
#define SX_WORKSPACE_IGNORED_H

#include "base/array.h"
#include "os/walk.h"

/**
 * The parts of a window's folders that are ignored: by the .gitignore files in them and above them,
 * up to the top of the repository, by the repository's info/exclude, and the stores of version
 * control themselves. A folder of the window is never ignored, whatever the rules above it.
 *
 * Rules are read when they are first needed, and kept until sx_ignored_forget. All functions may be
 * called from any thread; they read files.
 */
typedef struct sx_ignored sx_ignored;

/** NULL without memory. */
sx_ignored *sx_ignored_new(void);
void sx_ignored_free(sx_ignored *ignored);

/** Absolute paths. NOMEM, and then the former ones stay. */
sx_status sx_ignored_set_roots(sx_ignored *ignored, const sx_strs *roots) SX_MUST_USE;
/** Paths outside of all roots are not ignored; nor are any without memory for the rules. */
bool sx_ignored_has(sx_ignored *ignored, sx_str path, bool is_folder);
/** Marks which folders in one that a walk lists are entered: those that are not ignored. */
void sx_ignored_choose(sx_ignored *ignored, sx_str path, sx_walk_folder *folder);
/** The same as a filter of sx_watch, which also passes over files that no server reads. */
bool sx_ignored_is_unwatched(void *ignored, sx_str path, bool is_folder);
/** Whether rules are in a file of this name. */
bool sx_ignored_is_rules(sx_str path);
/** They have changed. */
void sx_ignored_forget(sx_ignored *ignored);

#endif
