#ifndef SX_SHELL_PATHS_H
#define SX_SHELL_PATHS_H

#include "shell/verdict.h"

#define SX_SHELL_MAX_DIRS 4

/** The folders that a command may run in: one, or more where a `cd` may have failed. */
typedef struct sx_shell_dirs {
  sx_str items[SX_SHELL_MAX_DIRS];
  uint8_t len;
  bool is_unknown; /* or in one that is not known */
} sx_shell_dirs;

typedef struct sx_shell_place {
  sx_shell_dirs now; /* of a command after && */
  sx_shell_dirs all; /* of one after ; */
  bool is_open, is_lost;
} sx_shell_place;

/** Follows `cd` through a script, command by command. */
typedef struct sx_shell_walk {
  const sx_shell_script *script;
  const sx_shell_rules *rules;
  sx_arena *arena;
  sx_shell_place *places; /* of each scope */
  bool home_changes;      /* the script sets HOME or PWD */
  bool path_changes;      /* or CDPATH */
} sx_shell_walk;

/** NOMEM, TOO_BIG from the arena. */
sx_status sx_shell_walk_init(sx_shell_walk *walk, const sx_shell_script *script,
                             const sx_shell_rules *rules, sx_arena *a, sx_err *err) SX_MUST_USE;
/** Where the command runs; each command is asked for once, in order. */
sx_shell_dirs sx_shell_walk_next(sx_shell_walk *walk, uint32_t command);

/** An absolute path without `.`, `..` and double slashes. Borrowed, or in the arena. */
sx_str sx_shell_join_path(sx_str folder, sx_str path, sx_arena *a);
/** The word's path in that folder (empty: not known); empty where it is known only when it runs. */
sx_str sx_shell_resolve(const sx_shell_walk *walk, const sx_shell_word *word, sx_str dir);
/** The same of a pattern: the folder before the first name that has one, and `*rest`. */
sx_str sx_shell_resolve_pattern(const sx_shell_walk *walk, const sx_shell_word *word, sx_str dir,
                                sx_str *rest);
bool sx_shell_is_static(const sx_shell_word *word);
/** Whether `path` is `folder` or in it. */
bool sx_shell_is_within(sx_str path, sx_str folder);
/** Whether it is in a folder of the workspace, or is one. */
bool sx_shell_is_in_workspace(const sx_shell_rules *rules, sx_str path);

#endif
