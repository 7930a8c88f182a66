#ifndef SX_WORKSPACE_SEEN_FOLDER_H
#define SX_WORKSPACE_SEEN_FOLDER_H

#include "workspace/root_table.h"

/**
 * Whether anything has happened in a folder since a service has last looked through it: by the
 * watch of the workspace, without reading the folder. One folder of each root at a time; calls that
 * look through it take turns.
 */
typedef struct sx_seen_folders sx_seen_folders;

sx_seen_folders *sx_seen_folders_new(void); /* NULL without memory */
void sx_seen_folders_free(sx_seen_folders *seen);

typedef struct sx_seen_folder {
  sx_root_entry *entry; /* this call's until the end */
  uint64_t turn;        /* before the look */
  bool is_same;         /* it need not be looked through */
  bool has_names;       /* nor all of it, but for these paths in it, of which some may be folders */
  sx_strs names;        /* relative to the folder, in the call's arena */
} sx_seen_folder;

/**
 * `below` is the folder, relative to `root`, which need not exist; `mark` the mark of what was made
 * of it: with another one it is not the same. Nor is it where the watch does not see all that
 * happens in it (it is ignored, below a link, on a network).
 * Errors  NOMEM; those of the call.
 */
sx_status sx_seen_folder_begin(sx_seen_folder *out, sx_call *call, const sx_root *root,
                               sx_str below, uint64_t mark) SX_MUST_USE;
/** `is_seen`: it was looked through, with success. */
void sx_seen_folder_end(const sx_seen_folder *folder, sx_call *call, bool is_seen);

#endif
