#ifndef SX_ENGINE_DECISION_ANSWER_H
#define SX_ENGINE_DECISION_ANSWER_H

#include "change/change.h"
#include "engine/tool.h"

/* Answers to an agent about a change that a person decides about after its call
 * (change/waiting.h). */

/** The change waits: no error, as the edit must not be made once more. */
sx_status sx_decision_answer_waiting(const sx_change *change, const char *id, sx_answer *answer,
                                     sx_err *err) SX_MUST_USE;

/**
 * The agent asks again for the change of `id`: what became of it, if a person decides or has
 * decided about it. `*is_decided` false: it is as any preview.
 *
 * Errors  NOT_ALLOWED with the person's reason, CONFLICT where it could not be placed; NOMEM.
 */
sx_status sx_decision_answer(const sx_change *change, sx_str id, sx_answer *answer,
                             bool *is_decided, sx_err *err) SX_MUST_USE;

/** Adds how to learn a reason that may follow, where a person has rejected the change of `id`. */
void sx_decision_add_id(sx_call *call, const char *id, sx_err *err);

#endif
