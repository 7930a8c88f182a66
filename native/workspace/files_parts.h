#ifndef SX_WORKSPACE_FILES_PARTS_H
#define SX_WORKSPACE_FILES_PARTS_H

/* Between files.c, which finds the entries of folders, and files_list.c, which sorts them; no other
 * file includes it. */

#include "base/buf.h"
#include "os/walk.h"
#include "workspace/files.h"
#include "workspace/ignore_scope.h"

/* A folder of the list, whose entries are in the order of their names. */
typedef struct sx_files_listed sx_files_listed;
typedef struct sx_files_below {
  const sx_ignore_scope *scope;
  size_t index;            /* of its name in the folder that it is in */
  sx_files_listed *listed; /* NULL: it was not entered, or could not be listed */
} sx_files_below;

struct sx_files_listed {
  const sx_str *names;
  const bool *are_links; /* or NULL: none is */
  size_t count;
  sx_files_below *folders; /* among them, ascending */
  size_t folder_count;
};

/* The state of one thread, padded so that threads do not share cache lines. */
typedef struct sx_files_worker {
  sx_arena arena; /* for rules, and what is listed */
  sx_buf path;    /* absolute */
  size_t files, folders, hidden;
  bool is_stopped; /* by the visitor */
  char apart[64];
} sx_files_worker;

typedef struct sx_files_walk {
  sx_call *call;
  const sx_files_query *query;
  sx_str folder; /* without a slash at its end */
  sx_str root;   /* the folder of the workspace around it; empty if there is none */
  const struct sx_glob *excluded; /* fits what the settings leave in that; NULL: all */
  sx_files_worker workers[SX_WALK_MAX_WORKERS];
  sx_files_seen *seen;
  sx_str first_unreadable; /* owned, unless it is empty */
  sx_git_tracked_list *tracked;
  bool is_list;       /* nothing is visited */
  sx_files_below top; /* of a list */
} sx_files_walk;

/** Runs, and counts what was seen. The walk is zeroed except for call, query, seen and is_list. */
sx_status sx_files__run(sx_files_walk *walk, sx_err *err) SX_MUST_USE;
void sx_files__release(sx_files_walk *walk);
/** Keeps the entries, of which the context of a folder is its scope. NOMEM, TOO_BIG. */
sx_status sx_files__keep(sx_files_walk *walk, size_t worker, sx_walk_folder *folder) SX_MUST_USE;

#endif
