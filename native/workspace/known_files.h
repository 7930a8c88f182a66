#ifndef SX_WORKSPACE_KNOWN_FILES_H
#define SX_WORKSPACE_KNOWN_FILES_H

#include "workspace/files.h"

/**
 * The files of each folder of the workspace that a search looks through by default (sx_files_visit
 * without options), kept in memory and current by the watch.
 *
 * A list is walked for again when something came or went that rules do not hide, or when rules,
 * settings or an index of git changed, whose files outside of the watch are looked at each time.
 * Where the watch does not see everything, it is walked for each time.
 */
typedef struct sx_known_files sx_known_files;

/** A list at one moment; immutable, counted. */
typedef struct sx_known_list {
  sx_strs paths; /* of files, relative to the root, ascending as sx_files_list sorts; no links */
  sx_strs links; /* the same of links to anything */
  uint64_t turn; /* of the changes: sx_known_files_changed reports what was written after it */
  const uint64_t *unwatched; /* bitmap: files whose changes no event reports */
  size_t unwatched_count;
  size_t folders;          /* that were listed */
  size_t unreadable;       /* folders that could not be listed */
  sx_str first_unreadable; /* relative */
} sx_known_list;

sx_known_files *sx_known_files_new(void); /* NULL without memory */
void sx_known_files_free(sx_known_files *known);

/** The folder of the workspace with this path or real path, on the disk; or NULL. */
const sx_root *sx_known_root(const sx_call *call, sx_str path);

/** When a list that has to be walked for is worth that; without it there is none (NULL). */
typedef enum sx_known_need {
  SX_KNOWN_LIST, /* always */
  SX_KNOWN_ALL,  /* while the watch sees everything */
  SX_KNOWN_PART, /* the same, but not the first time: the caller needs a part of the tree only */
} sx_known_need;

/**
 * The list as it is now: all that was written, deleted or renamed before the call is in it. `root`
 * is the path or the real path of a folder of the workspace.
 *
 * Memory  *out until sx_known_list_release.
 * Errors  as sx_files_visit; NOT_FOUND where the workspace does not have the folder.
 */
sx_status sx_known_files_get(sx_call *call, sx_str root, sx_known_need need,
                             const sx_known_list **out, sx_err *err) SX_MUST_USE;
void sx_known_list_release(sx_known_files *known, const sx_known_list *list);

/** The first of a list's paths (sx_path_compare) that is not before `path`. */
size_t sx_known_find(const sx_strs *paths, sx_str path);
/** Whether the list has the file. */
bool sx_known_list_has(const sx_known_list *list, sx_str path);
bool sx_known_list_has_link(const sx_known_list *list, sx_str path);
/** Whether it has files in that folder or below. */
bool sx_known_list_has_below(const sx_known_list *list, sx_str folder);
/** Whether it has the file, and no event reports changes of it. */
bool sx_known_list_is_unwatched_path(const sx_known_list *list, sx_str path);
static inline bool sx_known_list_is_unwatched(const sx_known_list *list, size_t index) {
  return list->unwatched[index / 64] >> (index % 64) & 1;
}

/**
 * Paths that were written, came or went in the root after `turn`, relative to it, whether a list
 * has it or not: files, and folders, of which one that went stands for all that was in it.
 *
 * `*is_lost`: there may be others (events were lost, the watch began later, too many to keep): then
 * all files are to be looked at, as those that are unwatched always are.
 *
 * Memory  *out in the call's arena.
 * Errors  NOMEM; NOT_FOUND as sx_known_files_get.
 */
sx_status sx_known_files_changed(sx_call *call, sx_str root, uint64_t turn, sx_strs *out,
                                 bool *is_lost, sx_err *err) SX_MUST_USE;

/** A folder of the workspace, or one below it: its files stand together in the list of a root. */
typedef struct sx_known_part {
  const sx_root *root; /* the deepest around it */
  sx_str below;        /* the folder, relative to that; empty: the root itself */
} sx_known_part;

/** False: `folder` (the path of a root, or one without links) is in none that is on the disk. */
bool sx_known_part_of(sx_known_part *out, const sx_call *call, sx_str folder);
/**
 * Its files are the numbers from `*from` up to, and without, `*to` in list->paths.
 *
 * False: a walk through it alone may find others. It has no files in the list; or it, or a folder
 * above it, is ignored, so that the list has only what git tracks there; or a folder of the list
 * could not be read, which may be one of it.
 */
bool sx_known_part_find(const sx_known_part *part, sx_call *call, const sx_known_list *list,
                        size_t *from, size_t *to);

/**
 * Visits as sx_files_visit does: by a list, on this thread and in its order, if there is one by
 * `need` that answers the query; otherwise by a walk. With SX_KNOWN_LIST there is no walk: the
 * folder is then one of the workspace, and its unreadable ones are those of the list.
 *
 * Errors  as sx_files_visit; NOT_FOUND as sx_known_files_get.
 */
sx_status sx_known_files_visit(sx_call *call, const sx_files_query *query, sx_known_need need,
                               sx_files_seen *seen, sx_err *err) SX_MUST_USE;
/**
 * Visits the files in the folder `below` (empty: all), and links unless the query is without them,
 * on this thread, with paths relative to it: of the query, only `may_enter`, `visit`, `arg` and
 * `without_links` count. How many were visited, as sx_files_seen.files.
 */
size_t sx_known_list_visit(const sx_known_list *list, sx_str below, const sx_files_query *query);

/** How often a list was walked for; for tests. */
size_t sx_known_files_walks(sx_known_files *known);

#endif
