#ifndef SX_WORKSPACE_IGNORE_SCOPE_H
#define SX_WORKSPACE_IGNORE_SCOPE_H

#include "os/walk.h"
#include "workspace/git_tracked.h"

/**
 * The rules that count in a folder: those of its own files, then those of the folders above it.
 *
 *   .sextantignore   of any folder above: hides from every tool, whatever else is asked for
 *   .ignore          goes before all that follows
 *   .gitignore       up to the top of the repository, then its info/exclude, then the user's own
 *                    (core.excludesFile)
 *
 * As in git, the last rule of the nearest file that fits decides, and what is in an ignored folder
 * is ignored, unless it is tracked. A repository in another one has rules of its own: git lists
 * only the name of its folder, but its files are searched, too.
 *
 * Immutable once made, so any thread may ask. The editor's settings are in workspace/excluded.
 */
typedef struct sx_ignore_file sx_ignore_file;
typedef struct sx_ignore_scope {
  const sx_ignore_file *never, *own, *git; /* the nearest of each; others are above them */
  sx_git_tracked *tracked;                 /* or NULL */
  bool is_only_tracked;                    /* the folder is ignored: git has only these in it */
} sx_ignore_scope;

/** Folders that are deeper in each other do not exist. */
#define SX_IGNORE_MAX_DEPTH 512

typedef enum sx_ignore_answer {
  SX_IGNORE_SHOWN,
  SX_IGNORE_IGNORED,
  SX_IGNORE_UNTRACKED, /* ignored for git, which is asked only where it does not track it */
  SX_IGNORE_NEVER,     /* no tool may show it */
} sx_ignore_answer;

/** How the rules of a folder are read. */
typedef struct sx_ignore_reader {
  /* A regular file in the folder, or below it: OK and its text in `arena`, or that it has none. */
  sx_status (*read)(void *arg, const char *name, sx_str *text, sx_arena *arena);
  void *arg;
  sx_git_tracked_list
      *tracked; /* to which repositories are added; NULL: tracked files are as others */
  bool has_git, has_gitignore, has_ignore, has_sextantignore; /* whether to try */
} sx_ignore_reader;

/**
 * The rules in `folder` (absolute), which is in one with the rules `outer`.
 *
 * Memory  in `arena`, and borrowed from where those of `outer` are.
 * Errors  NOMEM.
 */
sx_status sx_ignore_scope_enter(sx_ignore_scope *out, const sx_ignore_scope *outer, sx_str folder,
                                const sx_ignore_reader *reader, sx_arena *arena) SX_MUST_USE;

/**
 * The rules that count for `folder` itself and all in it, of the folders above it: from the top of
 * the outermost of `roots` or of the repository that it is in, and .sextantignore from any. Where
 * it is ignored itself, only .sextantignore counts. `*is`: the answer for it, which is SHOWN for
 * one of `roots`, IGNORED or NEVER.
 */
sx_status sx_ignore_scope_find(sx_ignore_scope *out, sx_str folder, const sx_strs *roots,
                               sx_git_tracked_list *tracked, sx_ignore_answer *is,
                               sx_arena *arena) SX_MUST_USE;

/**
 * Whether .sextantignore hides `path` (absolute), which is in the folder of the scope; `*folder`
 * (or NULL), borrowed from `path`, is where that file is. Reads no file.
 */
bool sx_ignore_scope_hides(const sx_ignore_scope *scope, sx_str path, bool is_folder,
                           sx_str *folder);

/** Whether the rules of the folder that `path` (absolute) is in hide it. Reads no file. */
sx_ignore_answer sx_ignore_scope_ask(const sx_ignore_scope *scope, sx_str path, bool is_folder);

/**
 * The same, and what git tracks is shown. `*inner` is then the scope of what is in the folder: it
 * is `scope`, or one in `arena`. Blocks. NOMEM.
 */
sx_status sx_ignore_scope_ask_git(const sx_ignore_scope *scope, sx_str path, bool is_folder,
                                  sx_ignore_answer *out, const sx_ignore_scope **inner,
                                  sx_arena *arena) SX_MUST_USE;

/* ---- how rules are read ------------------------------------------------------------------- */

/** Reads the rules of a folder that a walk lists; tries the files that are in it. */
sx_ignore_reader sx_ignore_reader_of(sx_walk_folder *folder);
/** Reads the rules of a folder by its path, which is borrowed. Blocks. */
sx_ignore_reader sx_ignore_reader_at(const sx_str *folder);
/** Whether there is a `.git` in the folder. Blocks. */
bool sx_ignore_is_repository(sx_str folder);
/**
 * How many folders above `folder` the first is whose rules count for it: the outermost of `roots`,
 * or the top of the repository that it is in.
 */
size_t sx_ignore_find_top(sx_str folder, const sx_strs *roots);

/** `.git` and the like, which no tool lists. */
bool sx_ignore_is_store(sx_str name);

#endif
