#ifndef SX_WORKSPACE_FILE_FINDER_H
#define SX_WORKSPACE_FILE_FINDER_H

#include "match/glob.h"
#include "workspace/folder_patterns.h"

/** Files of some folders that fit patterns, as they are on the disk. */
typedef struct sx_finder sx_finder;

typedef struct sx_finder_query {
  const sx_searched_folder *folders; /* one may be in another: a file is found once */
  size_t folder_count;
  /* As workspace/folder_patterns reads them. */
  sx_strs patterns, ignored;
  sx_glob_options options;
  bool with_ignored; /* see sx_files_query */
} sx_finder_query;

/** A file or folder that fits: its path below the searched one; a folder has a slash at its end. */
typedef struct sx_finder_file {
  sx_str path;
  size_t folder;
} sx_finder_file;

typedef struct sx_finder_seen {
  size_t count;    /* of all that fit */
  size_t searched; /* files that were looked at */
  size_t unreadable, too_hard;
  sx_str first_unreadable; /* absolute */
  bool takes_folders;
  uint64_t hash; /* of all that fit, in any order */
} sx_finder_seen;

/** NULL without memory. */
sx_finder *sx_finder_new(void);
void sx_finder_free(sx_finder *finder);

/**
 * Blocks until all folders are walked through.
 *
 * Errors  INVALID_ARGUMENT of a pattern, or if one begins with the path of no folder; those of
 *         sx_files_visit, but folders that are not there are counted as unreadable.
 */
sx_status sx_finder_run(sx_finder *finder, sx_call *call, const sx_finder_query *query,
                        sx_finder_seen *seen, sx_err *err) SX_MUST_USE;

/**
 * The first `count` of what was found (fewer if there are fewer), by folder and path: '/' comes
 * before all other bytes. Borrowed until the finder runs again or is freed.
 */
sx_status sx_finder_sort(sx_finder *finder, size_t count, const sx_finder_file **out,
                         sx_err *err) SX_MUST_USE;

#endif
