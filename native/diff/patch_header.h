#ifndef SX_DIFF_PATCH_HEADER_H
#define SX_DIFF_PATCH_HEADER_H

#include "diff/patch.h"

/* Header lines of patches. Only patch_parse.c includes this. */

/** The header of a file, as far as it has been read. */
typedef struct sx_patch__header {
  sx_str git_paths;                 /* what follows "diff --git " */
  sx_str before_label, after_label; /* from --- and +++, unquoted, with their first folders */
  sx_str from_path, to_path;        /* of a rename or a copy */
  bool is_git, has_labels;
  bool is_created, is_deleted, is_renamed, is_copied;
  uint32_t before_mode, after_mode;
} sx_patch__header;

/** The path after --- or +++: unquoted, without a date; /dev/null where
    the date reports it. */
sx_str sx_patch__read_label(sx_str rest, sx_arena *arena, sx_status *status);

/** Takes a line between "diff --git" and "---"; false when it is none of git's. */
bool sx_patch__read_extended(sx_patch__header *header, sx_str line, sx_arena *arena,
                             sx_status *status);

/** Sets kind, paths and modes of `file`; false when the header names no path. */
bool sx_patch__finish_header(sx_patch_file *file, const sx_patch__header *header, sx_arena *arena,
                             sx_status *status);

/** Reads "@@ -1,2 +3,4 @@ heading"; false when the line is something else. */
bool sx_patch__read_range_line(sx_patch_hunk *hunk, sx_str line);

/** Takes `prefix` off the start of `*rest`; false when it does not begin so. */
bool sx_patch__skip(sx_str *rest, const char *prefix);

#endif
