#ifndef SX_MEMORY_CHANGES_H
#define SX_MEMORY_CHANGES_H

#include "memory/checkpoints.h"

/**
 * Adds the branch, the commit and the changed files that git has, without those that are hidden
 * from agents, and the symbols at the top level of the first files. Where git or a file cannot be
 * read in time, less is added; `*is_old`: what the editor had of git before. CANCELLED, CLOSED,
 * NOMEM.
 */
sx_status sx_checkpoint_add_changes(sx_call *call, sx_checkpoint *checkpoint, bool *is_old,
                                    sx_err *err) SX_MUST_USE;

/**
 * Adds how the last run of tests of the workspace ended, in whatever window, with its age and, if
 * another one is checked out now, its commit. Errors: those of the store.
 */
sx_status sx_checkpoint_add_tests(sx_call *call, sx_checkpoint *checkpoint,
                                  sx_err *err) SX_MUST_USE;

#endif
