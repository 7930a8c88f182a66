#ifndef SX_HOST_HIERARCHIES_H
#define SX_HOST_HIERARCHIES_H

#include "host/requests.h"

/*
 * Call and type hierarchies. The editor expands only the items that it has made itself, and only
 * those of its last sessions, so they stay with the shim: a session holds those of one root, and
 * is released when the answer is known. Batches as in host/requests.h.
 */

/** The sessions that are open in a window. May be used from any thread. */
typedef struct sx_hierarchies sx_hierarchies;

sx_hierarchies *sx_hierarchies_new(void); /* NULL without memory */
void sx_hierarchies_free(sx_hierarchies *hierarchies);
/**
 * A new session, unless one that is open would be pushed out of the last SX_OPEN_HIERARCHIES + 1:
 * false then, until the oldest has ended.
 */
#define SX_OPEN_HIERARCHIES 8
bool sx_hierarchies_begin(sx_hierarchies *hierarchies, uint32_t *session);
void sx_hierarchies_end(sx_hierarchies *hierarchies, uint32_t session);

typedef enum sx_relation {
  SX_INCOMING_CALLS,
  SX_OUTGOING_CALLS,
  SX_SUPERTYPES,
  SX_SUBTYPES,
} sx_relation;

/** An item that the editor did not give: a session cannot ask about it. */
#define SX_HOST_NO_TOKEN UINT32_MAX

/** A function or a type. */
typedef struct sx_host_item {
  uint32_t token; /* its number in the session, or SX_HOST_NO_TOKEN */
  sx_str name, kind, path;
  sx_range16 range;
  sx_pos16 name_at;
} sx_host_item;

typedef SX_ARRAY(sx_pos16) sx_positions;

/** An item next to the one that was expanded. */
typedef struct sx_host_relative {
  sx_host_item item;
  sx_positions sites; /* of calls, in the caller's file */
} sx_host_relative;

typedef SX_ARRAY(sx_host_relative) sx_host_relatives;

/** The functions (or types) at a place: none or one. Begins session `session`. */
size_t sx_batch_prepare_hierarchy(sx_batch *batch, uint32_t session, bool is_of_types, sx_str path,
                                  sx_pos16 at);
size_t sx_batch_expand_hierarchy(sx_batch *batch, uint32_t session, sx_relation relation,
                                 uint32_t token);
/** Does not wait. If it does not get through, later sessions push this one out. */
void sx_host_release_hierarchy(sx_port_call *wait, uint32_t session);

/** The result of either question. HOST, NOMEM. */
sx_status sx_batch_get_relatives(sx_batch *batch, size_t slot, sx_host_relatives *out,
                                 sx_err *err) SX_MUST_USE;

#endif
