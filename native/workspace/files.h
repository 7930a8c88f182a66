#ifndef SX_WORKSPACE_FILES_H
#define SX_WORKSPACE_FILES_H

#include "os/walk.h"
#include "workspace/call.h"

/**
 * The files of a folder as they are on the disk now, found in parallel. Rules are read on the way:
 * a change of one counts at once.
 *
 * Pipes, sockets and devices are not files; a link is an entry, whatever it leads to, and is never
 * followed. The stores of version control (`.git`, also where it is a file) are never listed.
 */
typedef struct sx_files_entry {
  sx_str path;             /* relative to query.folder, '/' between names; only during the visit */
  bool is_folder, is_link; /* a link to anything is an entry with is_link */
} sx_files_entry;

typedef struct sx_files_query {
  sx_str folder;     /* absolute, with no link in it: a folder of the workspace or one below. It is
                        looked through also where it is ignored itself, by nothing above it then. */
  bool with_ignored; /* what rules and the settings files.exclude and search.exclude hide counts,
                        too, but not what .sextantignore hides */
  bool without_hidden; /* leaves out names that begin with a dot */
  bool with_folders;   /* folders are entries, too */
  bool without_links;  /* links are not entries */
  sx_strs *links;      /* of a list: links are in this one; NULL: where files are */
  sx_arena *arena;     /* that a list is in; NULL: the call's */
  sx_strs *rules; /* files outside of the folder, and in `.git`, that decide what is listed: their
                     paths, in the call's arena; or NULL */
  bool (*may_enter)(void *arg, sx_str folder); /* or NULL; from several threads: false prunes it */
  sx_walk_listing *(*recall)(void *arg, sx_str folder); /* as that of sx_walk_query; or NULL */
  bool (*visit)(void *arg, size_t worker,
                const sx_files_entry *entry); /* from several threads; false ends the walk */
  void *arg;
} sx_files_query;

typedef struct sx_files_seen {
  size_t files;            /* that were visited */
  size_t folders;          /* that were listed */
  size_t hidden;           /* files and folders that .sextantignore hides */
  size_t unreadable;       /* folders that could not be listed */
  sx_str first_unreadable; /* relative, in the call's arena; empty where there is none */
} sx_files_seen;

/** `worker` is below it; at most 16. */
size_t sx_files_workers(void);

/**
 * Blocks until all is visited, in any order.
 *
 * Errors  CANCELLED, DEADLINE, CLOSED of the call; NOMEM; of the folder: NOT_FOUND,
 *         NOT_A_DIRECTORY, NOT_READABLE.
 */
sx_status sx_files_visit(sx_call *call, const sx_files_query *query, sx_files_seen *seen,
                         sx_err *err) SX_MUST_USE;

/**
 * The same as a list, ascending by bytes of the path, '/' below all other bytes: what is in a
 * folder stays together. `visit` is not called. Paths in the call's arena.
 */
sx_status sx_files_list(sx_call *call, const sx_files_query *query, sx_strs *out,
                        sx_files_seen *seen, sx_err *err) SX_MUST_USE;

#endif
