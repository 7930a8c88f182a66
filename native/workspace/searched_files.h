#ifndef SX_WORKSPACE_SEARCHED_FILES_H
#define SX_WORKSPACE_SEARCHED_FILES_H

#include "base/map.h"
#include "workspace/call.h"

/** The files of a folder that have a text. */
typedef struct sx_searched_files {
  sx_str folder, text;
  sx_map paths; /* relative to the folder */
  bool is_cut;  /* others may have it, too: the call's time was over, or they cannot be read */
} sx_searched_files;

/**
 * Searches all files of a folder of the workspace for a text, while the first index of so many
 * files is being written: that is many times as fast as looking into each of them. Once for a call.
 *
 * `*out`  NULL where the folder has an index, gets none, or has few files. In the call's arena.
 * Errors  CANCELLED, DEADLINE, CLOSED, NOMEM.
 */
sx_status sx_searched_files_find(const sx_searched_files **out, sx_call *call, const sx_root *root,
                                 sx_str text, sx_err *err) SX_MUST_USE;

#endif
