#ifndef SX_ENGINE_VERIFY_ANSWER_H
#define SX_ENGINE_VERIFY_ANSWER_H

#include "change/apply.h"
#include "engine/tool.h"

/**
 * Whether a change was verified (change/verify.h), in text and facts: `verification` with `status`
 * ("verified", "not_verified", "errors"), `reason`, and how many files that use the changed ones
 * were looked at. Nothing where it was not to be verified.
 */
void sx_verify_answer(const sx_change *change, const sx_verification *verification,
                      sx_answer *answer);

#endif
