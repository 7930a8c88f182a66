#ifndef SX_HIERARCHY_HIERARCHY_H
#define SX_HIERARCHY_HIERARCHY_H

#include "host/hierarchies.h"
#include "engine/tool.h"
#include "resolve/resolve.h"
#include "semantic/code_words.h"

/** A function or a type in a hierarchy. */
typedef struct sx_hierarchy_node {
  sx_host_item item;
  sx_positions sites; /* of calls, in the caller's file: the node's own, or its parent's */
  size_t parent;      /* the one that it was found from */
  size_t first_child, child_count;
  uint32_t depth; /* 1: next to the root */
  bool is_test, is_external;
  bool is_recursive; /* it is its own ancestor: not followed further */
  bool is_repeated;  /* followed where it was met first */
} sx_hierarchy_node;

/** The relatives of one function or type in one direction, each followed once. */
typedef struct sx_hierarchy {
  sx_relation relation;
  SX_ARRAY(sx_hierarchy_node) nodes; /* the root, then breadth first */
  bool is_cut;                       /* there is more than is listed at most */
  bool is_late;                      /* the time ran out on the way */
  sx_str failure;                    /* not empty: what a provider reported */
  bool is_by_references;             /* put together: an empty one may be so for want of a server */
} sx_hierarchy;

/** Who knows what is next to an item: a session of the editor's, or the references. */
typedef struct sx_relatives_source {
  sx_status (*expand)(const struct sx_relatives_source *self, sx_relation relation,
                      const sx_host_item *items, size_t count, sx_host_relatives *out, sx_err *err);
  sx_call *call;
  uint32_t session;                 /* of a session */
  const sx_places *also;            /* NULL, or further calls of the root */
  bool is_c;                        /* where sites of others are among those of the root */
  bool is_brief;                    /* kinds of callees are not wanted: no outline is asked for */
  struct sx_met_outlines *outlines; /* of the references: those of the files that were met */
  struct sx_type_names *names;      /* of the names of bases */
} sx_relatives_source;

/**
 * Collects down to `depth`, siblings in the order in which they are shown: tests last, then those
 * outside the workspace, then by place. Errors: CANCELLED, CLOSED, NOMEM; others are reported in
 * `out`.
 */
sx_status sx_hierarchy_collect(sx_hierarchy *out, const sx_relatives_source *source,
                               sx_relation relation, const sx_host_item *root, uint32_t depth,
                               sx_err *err) SX_MUST_USE;

/**
 * Writes hierarchies one after the other under their headings, as far as the answer's budget goes,
 * and facts under the relations' names. `cursor` is the one given, or empty.
 * Errors  INVALID_ARGUMENT, CONFLICT for a cursor; CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_hierarchy_write(const sx_hierarchy *hierarchies, size_t count, sx_call *call,
                             sx_str cursor, sx_answer *answer, sx_err *err) SX_MUST_USE;

/* ---- asking the editor ---------------------------------------------------------------------- */

/** A question for the hierarchy of a place. */
typedef struct sx_hierarchy_question {
  sx_place place;
  bool is_of_types;
  uint32_t session; /* that was asked ahead, and is taken with it; or 0 */
} sx_hierarchy_question;
/** Asks ahead: `session` of the question is set where that could be done. */
void sx_hierarchy_ask_ahead(sx_hierarchy_question *question, sx_call *call);
/** Ends a session that was asked ahead and not taken. */
void sx_hierarchy_drop_ahead(sx_hierarchy_question *question, sx_call *call);
/**
 * Begins a session at a place. The path of `root` is empty where no provider has a hierarchy. Ended
 * by sx_hierarchy_end in any case. HOST when the provider failed; CANCELLED, DEADLINE, CLOSED,
 * NOMEM.
 */
sx_status sx_hierarchy_begin(sx_relatives_source *out, sx_call *call,
                             sx_hierarchy_question *question, sx_host_item *root,
                             sx_err *err) SX_MUST_USE;
/** Asks ahead what is next to the root, in each of these directions. */
void sx_hierarchy_expand_ahead(const sx_relatives_source *source, const sx_relation *relations,
                               size_t count, const sx_host_item *root);
void sx_hierarchy_end(sx_relatives_source *source);

/**
 * A source that puts relatives together from references, definitions, implementations and the
 * text, for languages whose servers have no such hierarchy. Expanding fails with HOST where no
 * server gives references. Errors: CANCELLED, DEADLINE, CLOSED, NOMEM.
 */
sx_status sx_hierarchy_by_references(sx_relatives_source *out, sx_call *call, const sx_place *place,
                                     sx_str name, sx_host_item *root, sx_err *err) SX_MUST_USE;

/**
 * The same for calls by the text alone, where no server is there, or it is starting: callers by the
 * name in the code of all files, callees by what the workspace declares. Errors: CANCELLED,
 * DEADLINE, CLOSED, NOMEM.
 */
sx_status sx_hierarchy_by_text(sx_relatives_source *out, sx_call *call, const sx_symbol *symbol,
                               sx_host_item *root, sx_err *err) SX_MUST_USE;

/**
 * The next relatives of one item, by the references. Errors: HOST; CANCELLED, DEADLINE, CLOSED,
 * NOMEM.
 */
sx_status sx_hierarchy_expand_by_references(sx_host_relatives *out, sx_call *call,
                                            sx_relation relation, const sx_host_item *item,
                                            sx_err *err) SX_MUST_USE;

/**
 * Adds the callees that a server did not list: TypeScript's leaves out function values, as a
 * property or a variable that is called. Calls of the function's own parameters and variables are
 * none. Calls in C that the server does not understand are of what has the name. Errors: HOST
 * where it is not known of all; CANCELLED, DEADLINE, CLOSED, NOMEM.
 */
sx_status sx_hierarchy_add_callees(sx_host_relatives *out, const sx_relatives_source *source,
                                   const sx_host_item *item, sx_err *err) SX_MUST_USE;

/**
 * Adds the functions that the workspace declares by the names of calls. Errors: HOST where some may
 * be missing; CANCELLED, DEADLINE, CLOSED, NOMEM.
 */
sx_status sx_hierarchy_add_callees_by_name(sx_host_relatives *out, sx_call *call,
                                           const sx_document *document, const sx_words *words,
                                           sx_err *err) SX_MUST_USE;

/**
 * Adds the functions around the places of calls to the relatives of a root. In C a server takes the
 * functions of one name in two files for one, and reports a call of the one as the other's: such
 * sites are dropped, and callers that have no others. Errors: CANCELLED, DEADLINE, CLOSED, NOMEM.
 */
sx_status sx_hierarchy_add_callers(sx_host_relatives *out, sx_call *call, const sx_places *calls,
                                   bool is_c, sx_err *err) SX_MUST_USE;

#endif
