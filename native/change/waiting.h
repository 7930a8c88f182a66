#ifndef SX_CHANGE_WAITING_H
#define SX_CHANGE_WAITING_H

#include "change/store.h"

/**
 * Changes about which a person had not decided when the call that wanted them was over. They stay
 * in the store, and a later decision is kept there for the agent, who asks for it by the id.
 *
 *   APPLYING -> WAITING -> ALLOWED -> APPLYING -> APPLIED
 *                                              -> REFUSED   it could not be placed any more
 *            ->         -> REJECTED                         also by a call that is still running
 *
 * From any thread.
 */
#define SX_CHANGES_MAX_WAITING 64

/** The state of the question, and the words of the answer. */
typedef struct sx_decision {
  sx_change_state state;
  bool was_waiting; /* the call that wanted it had ended before */
  bool is_complete; /* the call that applies it has ended, or hangs: words may be missing then */
  sx_str text;  /* of the answer to the person, or why it was rejected or refused; may be empty */
  sx_str facts; /* JSON of the answer; may be empty */
} sx_decision;

/** How a waiting change is applied later. */
typedef struct sx_waiting_options {
  bool save, write_to_disk;
  bool is_protected; /* the question says so (approval/protected.h) */
} sx_waiting_options;

/** APPLYING becomes WAITING. False where too many wait: the change is as before it was begun. */
bool sx_changes_begin_waiting(sx_changes *changes, const char *id,
                              const sx_waiting_options *options) SX_MUST_USE;

/** APPLYING becomes REJECTED: that is final for this id. */
void sx_changes_end_rejected(sx_changes *changes, const char *id, sx_str reason);

/**
 * A person allows it: the change is ALLOWED, and a person's call may apply it by its id.
 *
 * Memory  `out` in the call's arena.
 * Errors  CONFLICT in words for people where it does not wait; NOT_FOUND, IO, NOMEM.
 */
sx_status sx_changes_allow(sx_changes *changes, sx_call *call, sx_str id, sx_change *out,
                           sx_waiting_options *options, sx_err *err) SX_MUST_USE;

/** A person rejects it, or adds the reason why they have. Errors as sx_changes_allow. */
sx_status sx_changes_reject(sx_changes *changes, sx_str id, sx_str reason, sx_err *err) SX_MUST_USE;

/** The question is taken back: the change is as before it was begun. Nothing where none waits. */
void sx_changes_withdraw(sx_changes *changes, sx_str id);

/** Keeps what came of a change that was allowed, for the agent: `facts` is empty for an error. */
void sx_changes_keep_decision(sx_changes *changes, const char *id, sx_str text, sx_str facts);

/** Memory of the texts in the call's arena. PLANNED where there is no such change. NOMEM. */
sx_status sx_changes_find_decision(sx_changes *changes, sx_call *call, sx_str id, sx_decision *out,
                                   sx_err *err) SX_MUST_USE;

/** Whether a person has yet to decide, or has decided, beside the call that wanted the change. */
bool sx_change_state_is_decided(sx_change_state state);

#endif
