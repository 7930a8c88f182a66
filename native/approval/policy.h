#ifndef SX_APPROVAL_POLICY_H
#define SX_APPROVAL_POLICY_H

#include "workspace/call.h"

/**
 * Applies the setting sextant.approval to these toolsets. Those whose policy is to ask are added
 * to `asking`; not the one that a person has approved for this call. For a person's own wish
 * (`is_persons`) only a folder that is not trusted counts.
 *
 * Errors  NOT_ALLOWED, and what a request to the editor can give.
 */
sx_status sx_policy_check(sx_call *call, const sx_strs *toolsets, bool is_persons, sx_strs *asking,
                          sx_err *err) SX_MUST_USE;

/** Whether the folder is not trusted in the editor. Errors: what a request to it can give. */
sx_status sx_policy_find_restricted(sx_call *call, bool *is_restricted, sx_err *err) SX_MUST_USE;

#endif
