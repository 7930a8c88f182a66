#ifndef SX_SEMANTIC_RECONCILE_H
#define SX_SEMANTIC_RECONCILE_H

#include "base/buf.h"
#include "base/map.h"
#include "semantic/target.h"
#include "servers/coverage.h"

/** The places of a name that an answer has to have. */
typedef enum sx_reconcile_uses { SX_BEHIND_ALL, SX_BEHIND_CALLS } sx_reconcile_uses;

/**
 * Whether a server's answer lacks something that the current texts of the files contain.
 *
 * Most servers answer from the texts that they were last shown, of all files. Those of C and C++
 * have an index, too, which takes a changed file in some time after it was shown: a call or a
 * prototype that was just written is missing until then. When the editor closes a changed file the
 * index falls back to what it was before, and in the first minutes it has nothing of files that
 * were never opened; nor has TypeScript's server ever, without a project (servers/coverage.h).
 *
 * A text that has the name in a place missing from the answer is not a proof: it may be another
 * symbol. So the file is opened, and the server asked for the definition there, which it finds by
 * the file's text. Begins as {0}.
 */
typedef struct sx_reconcile {
  sx_reconcile_uses uses; /* set by the caller */
  uint64_t began_ms;      /* since when it is waited for */
  sx_coverage knowledge;
  sx_map projects;   /* file -> the project that names it, a string, where that is not loaded */
  sx_strs suspects;  /* files whose texts did not fit the first answer */
  sx_strs waiting;   /* those that are too many for this round; where files settle, all that may not
                        fit in the next one, and no suspects */
  sx_strs shown;     /* those that were opened for that */
  sx_strs others;    /* those where it is another symbol */
  sx_str file;       /* not empty: in this one is the symbol, where the answer has it not */
  size_t left;       /* files that did not fit when it was last looked */
  size_t more_files; /* the number of further ones where it is, or that no provider answered for in
                        time */
  bool has_more_sources; /* not all sources were looked into */
  /* Only for C: */
  bool is_unlisted;      /* no list of the sources: the server knows what it was shown */
  sx_places in_macros;   /* in bodies of macros that lead to the symbol: no server lists them */
  size_t macro_mentions; /* further ones that could not be assigned */
  size_t unread_files;   /* that use a macro of it, and that the server was not shown */
  size_t unchecked_expansions; /* uses of such macros that could not be assigned */
  /* Where the server returned the symbol when it was asked about the place itself: it lists so many
   * references at most, its index takes time, and functions of one name are one caller to it. */
  sx_places confirmed;
  sx_places elsewhere;    /* beside projects: where it returned another symbol, or none */
  sx_places not_compiled; /* in an #if that is false, where it likely is the symbol */
  /* Where the server knows nothing and no #if is around: headers that it does not find, say. By the
   * text it is the symbol. */
  sx_places unresolved;
  /* Only for Python: in code for another platform or version, which the server does not analyze. */
  sx_places passed_over;
  bool is_passed_over_cut; /* there are more than SX_PASSED_OVER_MAX_FILES files to search for them
                            */
} sx_reconcile;

/* Files that are searched for uses in code that a server of Python does not analyze. */
#define SX_PASSED_OVER_MAX_FILES 20000

/**
 * Compares the places that were `listed` for the target with the texts of the files that changed,
 * and waits a little where they have more of it: then `*again`. When it has been waited for long
 * enough `file` is one that has what is still missing. Errors: CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_reconcile_wait(sx_reconcile *behind, sx_call *call, const sx_target *target,
                            const sx_places *listed, bool *again, sx_err *err) SX_MUST_USE;

/** Whether something is missing, or may be. */
bool sx_reconcile_is_unsure(const sx_reconcile *behind);
/**
 * Whether there is code with the name, or there may be, that the server does not read, such as in
 * an #if that is false.
 */
bool sx_reconcile_has_unread_code(const sx_reconcile *behind);
/** Says it in the answer's text, and what else it found out. */
void sx_reconcile_write(const sx_reconcile *behind, sx_call *call, sx_buf *text);
/** The same of places that are `unresolved`, where the answer lists them. */
void sx_reconcile_write_by_text(const sx_reconcile *behind, sx_buf *text);

#endif
