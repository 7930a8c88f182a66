#ifndef SX_REFACTOR_ACTIONS_H
#define SX_REFACTOR_ACTIONS_H

#include "host/refactorings.h"
#include "servers/inquiry.h"
#include "workspace/document.h"

#define SX_ACTION_ID_BYTES 8

/** The code actions that the editor offers at a place. */
typedef struct sx_actions {
  const sx_document *document;
  sx_range16 range;
  sx_str kind; /* only those of this kind and what is below it; empty: all */
  sx_host_actions rows;
  sx_certainty certainty; /* unsure: a server that is still loading may offer more */
} sx_actions;

/** The whole text. */
sx_range16 sx_actions_whole(const sx_document *document);

/**
 * Asks; again while there is nothing and the server is young. `document`, `range`, `kind` are set.
 */
sx_status sx_actions_ask(sx_actions *actions, sx_call *call, sx_err *err) SX_MUST_USE;

/**
 * Asks once at several places, at the same time. `*is_whole`: all have answered within the time; a
 * provider that fails, or is slow, leaves its place without rows. CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_actions_ask_each(sx_actions *each, size_t count, sx_call *call, uint64_t within_ms,
                              bool *is_whole, sx_err *err) SX_MUST_USE;

/** Every kind that is offered at the place, whatever `kind` is. HOST, CANCELLED, CLOSED, NOMEM. */
sx_status sx_actions_list_kinds(const sx_actions *actions, sx_call *call, sx_strs *out,
                                sx_err *err) SX_MUST_USE;

/** The edits of one of them. CONFLICT where it is not offered any more. */
sx_status sx_actions_resolve(const sx_actions *actions, size_t index, sx_call *call,
                             sx_host_resolved_action *out, sx_err *err) SX_MUST_USE;

/** Runs the command of one of them. CONFLICT where it is not offered any more. */
sx_status sx_actions_run(const sx_actions *actions, size_t index, sx_call *call,
                         sx_err *err) SX_MUST_USE;

/** The id of an action as long as it is offered: from its kind and title, not its place. */
void sx_actions_id(const sx_actions *actions, size_t index, char id[SX_ACTION_ID_BYTES]);

#endif
