#ifndef SX_APPROVAL_QUESTION_H
#define SX_APPROVAL_QUESTION_H

#include "workspace/call.h"

typedef enum sx_approval_kind {
  SX_APPROVAL_FILE,
  SX_APPROVAL_FOLDER, /* with all that is in it */
  SX_APPROVAL_EITHER, /* what the disk has */
} sx_approval_kind;

/** Paths that are written, moved or deleted: protected ones always need a person (protected.h). */
typedef struct sx_approval_path {
  sx_str path;
  sx_approval_kind kind;
} sx_approval_path;

/** A text that the person can look at beside the one that it replaces. */
typedef struct sx_approval_text {
  sx_str path, before, after;
} sx_approval_text;

/** The action to approve. Only the title and one toolset are required. */
typedef struct sx_approval {
  sx_str title;     /* "wants to ….", after the agent's name. Unsafe characters are replaced */
  sx_strs toolsets; /* that it goes through, each once: the strictest policy counts */
  /* The whole command line that a shell or a program is to run, with its line ends; empty: none.
   * The editor shows a mark for characters that cannot be seen. */
  sx_str command;
  sx_str folder;    /* absolute: where the command runs */
  sx_str prefix;    /* that sextant.run.allowed lacks for it; empty: none would be enough */
  sx_str host;      /* of the web that is asked, and that sextant.web.hosts lacks; empty: none */
  bool is_allowed;  /* by a rule of the settings: a policy to ask does not count */
  bool must_ask;    /* the person is asked in any case, and may allow it only this once */
  sx_str why_asked; /* of must_ask: goes on after "You are always asked about this: "; or empty */
  SX_ARRAY(sx_approval_path) paths;
  SX_ARRAY(sx_approval_text) texts;
  sx_str unshown;   /* why a person cannot be asked, who would not see all of it; empty: they can */
  bool cannot_undo; /* the person is asked and warned in any case */
  bool is_persons;  /* a person wants it: only a folder that is not trusted is an obstacle */
  bool are_edits;   /* nothing but texts of files that are there */
  sx_str change;    /* id by which the person may answer after the call; empty: only during it */
  bool is_rejected; /* out: NOT_ALLOWED is the person's answer, not a rule's */
  bool is_protected; /* out: the question says that a path is protected */
  bool was_asked;    /* out: the question went to the editor */
} sx_approval;

/**
 * Asks for approval where the settings want that, and always for protected paths. While a person is
 * asked the call's time stands still: what it has left is for what was approved. Blocks.
 *
 * Errors  CONFLICT where a path has become a protected one while the person was asked;
 *         NOT_ALLOWED; where the person does not answer in time, WAITING for a change with an id
 *         (its question stays), else NOT_ALLOWED; what sx_policy_check and sx_protected_find can
 *         give; REFUSED where a person would have to be asked about an `unshown` one.
 */
sx_status sx_approval_ask(sx_call *call, sx_approval *approval, sx_err *err) SX_MUST_USE;

/**
 * The first path that a person is always asked about, and why (static); NULL: none.
 * Blocks. Errors as sx_protected_find.
 */
sx_status sx_approval_find_protected(sx_call *call, const sx_approval *approval, sx_str *path,
                                     const char **why, sx_err *err) SX_MUST_USE;

/**
 * For paths that were ordinary when the person was asked about them: one may be a link to a
 * protected file now. CONFLICT, and as sx_protected_find. Blocks.
 */
sx_status sx_approval_check_ordinary(sx_call *call, const sx_approval *approval,
                                     sx_err *err) SX_MUST_USE;

#endif
