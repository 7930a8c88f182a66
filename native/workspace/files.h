#ifndef SX_WORKSPACE_FILES_H
#define SX_WORKSPACE_FILES_H

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
sx_status sx_files_find(sx_call *call, sx_str glob, size_t max, sx_strs *out, bool *is_cut,
                        sx_err *err) SX_MUST_USE;

typedef struct sx_files_wanted {
  sx_str glob;
  sx_strs texts; /* files that are known to have none of them, each in one line, may be left out;
                    empty: all are listed */
  const sx_strs *kept; /* not left out, as the editor has other texts of them; or NULL */
  size_t max;
} sx_files_wanted;

/** The same, of files that may have one of some texts (workspace/text_index). */
sx_status sx_files_find_wanted(sx_call *call, const sx_files_wanted *wanted, sx_strs *out,
                               bool *is_cut, sx_err *err) SX_MUST_USE;

#endif
