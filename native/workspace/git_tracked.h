#ifndef SX_WORKSPACE_GIT_TRACKED_H
#define SX_WORKSPACE_GIT_TRACKED_H

#include "base/array.h"

/**
 * The files that repositories track, whatever their rules say. The index of one is read when it is
 * first asked about: rules seldom hide a tracked file, but only the index knows. A list of
 * repositories lives as long as one walk; all functions may be called from any thread.
 */
typedef struct sx_git_tracked sx_git_tracked;
typedef struct sx_git_tracked_list sx_git_tracked_list;

sx_git_tracked_list *sx_git_tracked_list_new(void); /* NULL without memory */
void sx_git_tracked_list_free(sx_git_tracked_list *list);
/** NOMEM if an index could not be read for want of memory: answers were wrong then. */
sx_status sx_git_tracked_list_status(const sx_git_tracked_list *list);

/** Keeps the path of a file by which rules were found, that is there or not. NOMEM. */
sx_status sx_git_tracked_note(sx_git_tracked_list *list, sx_str path) SX_MUST_USE;
/** All that were kept, and where the indexes are. In `arena`. NOMEM. */
sx_status sx_git_tracked_get_noted(sx_git_tracked_list *list, sx_strs *out,
                                   sx_arena *arena) SX_MUST_USE;

/** Adds the repository at `folder` whose index is in `store`; NULL without memory. */
sx_git_tracked *sx_git_tracked_add(sx_git_tracked_list *list, sx_str folder, sx_str store);

/** Whether the absolute path, which is in the repository, or something in it is tracked. Blocks. */
bool sx_git_tracked_has(sx_git_tracked *tracked, sx_str path);

#endif
