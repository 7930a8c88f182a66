#ifndef SX_SERVERS_PATIENCE_H
#define SX_SERVERS_PATIENCE_H

#include "workspace/call.h"

/** Asking again while a language server may not have loaded the project yet. Begins as {0}. */
typedef struct sx_patience {
  uint64_t delay_ms;
  sx_str language; /* of the file; known once it was waited for */
  bool is_absent;  /* no extension serves the language, so no provider can know */
} sx_patience;

/**
 * After an answer that has less than there may be: waits where the server of `path` is young, and
 * `*again` says that it is time to ask again. Where not, `*is_sure` says whether that was all.
 * CANCELLED, CLOSED; the deadline only ends the waiting.
 */
sx_status sx_patience_wait(sx_patience *patience, sx_call *call, sx_str path, bool *again,
                           bool *is_sure, sx_err *err) SX_MUST_USE;

/** The server of `path` has said something: it is running. CANCELLED, CLOSED, NOMEM. */
sx_status sx_patience_note_answer(sx_call *call, sx_str path, sx_err *err) SX_MUST_USE;

#endif
