#ifndef SX_SHELL_VERDICT_H
#define SX_SHELL_VERDICT_H

#include "base/buf.h"
#include "shell/parse.h"

/* Whether a command may run, read from its text alone: nothing is looked up.
 */

/** Borrowed while a command is judged. Paths are absolute, with `/` between names and none at the
 * end. */
typedef struct sx_shell_rules {
  sx_strs allowed; /* prefixes of simple commands: `git status` */
  sx_strs denied;
  sx_str cwd;      /* where the command is to run */
  sx_str home;     /* empty: not known */
  sx_strs folders; /* of the workspace */
  /** Why a change of the file needs a person's consent, as "it can change what git runs"; NULL: it
   * does not. */
  const char *(*find_protected)(void *arg, sx_str absolute_path);
  void *arg;
} sx_shell_rules;

typedef enum sx_shell_decision {
  SX_SHELL_ALLOWED, /* each simple command fits a prefix that is allowed */
  SX_SHELL_ASK,
  SX_SHELL_DENIED, /* one fits a prefix that is denied */
} sx_shell_decision;

typedef struct sx_shell_verdict {
  sx_shell_decision decision;
  sx_str command; /* the simple command that decided, as written; empty: the whole text, or none */
  sx_str reason;  /* what goes on after it: "is denied by …"; empty where all is allowed */
  /* It asks even where the policy is to allow everything; the command and why, as "it deletes …".
   */
  bool must_ask;
  sx_str must_command, must_reason;
  sx_shell_script script; /* without commands where it could not be read */
} sx_shell_verdict;

/**
 * Whether the text may run. A text that cannot be read as a shell reads it asks, and must ask.
 *
 * Words of a prefix fit those of a command one by one. A program's folder counts unless it is one
 * for programs of the system. The commands that programs such as `env` and `sh -c` run are judged
 * in their place; options and variables that let an allowed program run or write something else
 * ask. A redirection that writes a file asks. `cd`, `echo`, `test` and the like are allowed beside
 * a command that is.
 *
 * Memory  In `a`, and borrowed from `text` and `rules`.
 * Errors  NOMEM, TOO_BIG from the arena.
 */
sx_status sx_shell_judge(sx_shell_verdict *out, sx_str text, const sx_shell_rules *rules,
                         sx_arena *a, sx_err *err) SX_MUST_USE;

/**
 * One sentence, or two, for people and agents: which simple command decided, and why. Nothing where
 * all is allowed.
 */
void sx_shell_explain(sx_buf *out, const sx_shell_verdict *verdict);

/** A file that a command is known to write, delete or move. */
typedef struct sx_shell_write {
  sx_str path;      /* absolute; empty where it is known only when it runs */
  sx_str shown;     /* as written */
  uint32_t command; /* of the script */
  bool is_pattern;  /* `path` is the folder in which names fit a pattern */
  bool is_redirect;
} sx_shell_write;

typedef struct sx_shell_write_list {
  SX_ARRAY(sx_shell_write) list;
} sx_shell_write_list;

/**
 * The files that redirections and the usual programs (cp, mv, tee, rm, sed -i, …) write. Where a
 * `cd` may have failed there is one for each folder that it could be in.
 *
 * Memory, errors   As for sx_shell_judge.
 */
sx_status sx_shell_writes(sx_shell_write_list *out, const sx_shell_script *script,
                          const sx_shell_rules *rules, sx_arena *a, sx_err *err) SX_MUST_USE;

#endif
