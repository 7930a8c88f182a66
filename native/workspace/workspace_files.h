#ifndef SX_WORKSPACE_WORKSPACE_FILES_H
#define SX_WORKSPACE_WORKSPACE_FILES_H

#include "workspace/call.h"

/**
 * The files of all folders of the workspace that fit `glob` (relative to each, as match/glob has
 * it), as the editor names them: by folder, then by path. Left out are those that rules and
 * settings hide, those that a package manager has installed (`node_modules`), and links: their
 * targets have paths of their own, or are not in the workspace. The editor lists folders that are
 * not on the disk.
 *
 * `*is_cut`  there are more than `max`, or some could not be listed.
 * Errors     CANCELLED, DEADLINE, CLOSED of the call; INVALID_ARGUMENT of the glob; NOMEM.
 */
sx_status sx_workspace_files(sx_call *call, sx_str glob, size_t max, sx_strs *out, bool *is_cut,
                             sx_err *err) SX_MUST_USE;

typedef struct sx_workspace_wanted {
  sx_str glob;
  sx_strs texts; /* files that are known to have none of them, each in one line, may be left out;
                    empty: all are listed */
  const sx_strs *kept; /* not left out, as the editor has other texts of them; or NULL */
  size_t max;
} sx_workspace_wanted;

/** The same, of files that may have one of some texts (workspace/text_index). */
sx_status sx_workspace_files_narrowed(sx_call *call, const sx_workspace_wanted *wanted,
                                      sx_strs *out, bool *is_cut, sx_err *err) SX_MUST_USE;

#endif
