#ifndef SX_SEMANTIC_RECONCILE_PARTS_H
#define SX_SEMANTIC_RECONCILE_PARTS_H

/* Shared by the files of reconcile. In the call's arena. */

#include "semantic/reconcile.h"
#include "workspace/document.h"

/** The name in the file's text, compared with the server's answer. */
typedef struct sx_difference {
  sx_str path;
  sx_str project; /* that names it, and is not loaded; empty: none */
  SX_ARRAY(sx_pos16) unlisted;
  bool is_moved;    /* the name is no longer where an index has it */
  bool is_held;     /* by the editor */
  bool is_recent;   /* the file changed so lately that an index may not have it */
  bool is_unseen;   /* its text could not be had just now */
  bool is_unlikely; /* the name stands there as a member of what is not imported, or is not imported
                       itself in another project; the target is not a member */
  bool is_endless;  /* a server did not come to an end with it before: it is not asked */
} sx_difference;

typedef SX_ARRAY(sx_difference) sx_differences;

typedef struct sx_comparison {
  sx_call *call;
  const sx_target *target;
  sx_str name;
  const sx_places *listed; /* by the server */
  const sx_family *family;
  sx_str language_id;   /* of the target's file */
  const sx_c_symbol *c; /* NULL: of another language */
  bool is_global;       /* the target's file is a script, not a module: nothing imports the name */
  sx_reconcile *behind;
} sx_comparison;

/** Whether the server knows projects, and of what is beside them only what is open. */
bool sx_reconcile__is_beside(const sx_reconcile *behind);

/**
 * Whether a file that fits is settled: a server without an index lists what is open, and who asks
 * keeps what was listed once. Calls are not kept.
 */
bool sx_reconcile__is_settling(const sx_comparison *with);

/** How many files are opened in a round. */
size_t sx_reconcile__most(const sx_reconcile *behind);

/** Whether the name of the target is at the place. */
bool sx_reconcile__is_name_at(const sx_comparison *with, const sx_document *document, sx_pos16 at);

/** Whether the text calls what is in the range. */
bool sx_reconcile__is_call(const sx_document *document, sx_range16 range);

/** The project that names a file, where it may not be loaded; else empty. */
sx_str sx_reconcile__project_of(const sx_reconcile *behind, sx_str path);

/** Whether the server was asked about the place, and it is known what it is. */
bool sx_reconcile__is_judged(const sx_reconcile *behind, const sx_place *place);

/**
 * The files to compare: the first time all that the server may not know, then those that did not
 * fit, and what changed since. Where files settle these are the next ones that
 * wait.
 */
sx_status sx_reconcile__choose_files(sx_reconcile *behind, const sx_comparison *with, sx_strs *out,
                                     sx_err *err) SX_MUST_USE;

/**
 * Those of them that the answer does not fit, by their texts as they are now. The call's memory may
 * not be enough for all texts: then `has_more_sources`.
 */
sx_status sx_reconcile__find_different(const sx_comparison *with, const sx_strs *paths,
                                       sx_differences *out, sx_err *err) SX_MUST_USE;

/**
 * Asks in the files, in as many as can be asked at once, and leaves those in the list where it is
 * the target, or where no server was asked. The others go to `others`.
 */
sx_status sx_reconcile__keep_same(const sx_comparison *with, sx_differences *list, sx_strs *others,
                                  bool is_first, sx_err *err) SX_MUST_USE;

/**
 * Confirms calls in projects other than the target's, which a call hierarchy lacks: those among the
 * references, which the server lists for all projects that it has loaded.
 */
sx_status sx_reconcile__add_calls_elsewhere(const sx_comparison *with, sx_err *err) SX_MUST_USE;

#endif
