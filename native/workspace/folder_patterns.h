#ifndef SX_WORKSPACE_FOLDER_PATTERNS_H
#define SX_WORKSPACE_FOLDER_PATTERNS_H

#include "workspace/call.h"

/** A folder that is searched. */
typedef struct sx_searched_folder {
  sx_str path;      /* absolute, as the editor names it */
  sx_str real_path; /* without links */
} sx_searched_folder;

typedef SX_ARRAY(sx_searched_folder) sx_searched_folders;

/** Adds the folder at this absolute path; one that is not there too, which the walk reports. */
sx_status sx_searched_folders_add(sx_searched_folders *out, sx_call *call, sx_str path,
                                  sx_err *err) SX_MUST_USE;

/** Patterns as agents write them. */
typedef struct sx_folder_patterns {
  const sx_strs *patterns;
  bool is_left_out; /* each leaves out what it fits, as one with `!` before it does */
} sx_folder_patterns;

/**
 * The patterns as they count in one of the searched folders, for match/glob: a pattern is relative
 * to each folder; one that begins with the absolute path of a folder counts in that alone. In a
 * window of several folders one that begins with the name of a folder of the window, as
 * sx_path_display shows its files, or with braces that have it, also counts from the top of that.
 * `*out` may be empty, and is in the call's arena.
 */
sx_status sx_folder_patterns_take(sx_strs *out, sx_call *call, const sx_folder_patterns *given,
                                  const sx_searched_folder *folder, sx_err *err) SX_MUST_USE;

/** INVALID_ARGUMENT if a pattern begins with an absolute path that is in none of the folders. */
sx_status sx_folder_patterns_check(const sx_strs *patterns, const sx_searched_folder *folders,
                                   size_t count, sx_err *err) SX_MUST_USE;

/** `pattern` without `folder` and the slash after it; false: it does not begin with that. */
bool sx_folder_patterns_strip(sx_str *pattern, sx_str folder);

#endif
