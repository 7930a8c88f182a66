#include "approval/policy.h"

#include "host/edits.h"

static sx_status ask_policies(sx_call *call, const sx_strs *toolsets, sx_host_policy *policies,
                              sx_err *err) {
  sx_batch batch;
  size_t *slots = sx_arena_calloc(call->arena, toolsets->len + 1, sizeof *slots);
  if (!slots) return sx_fail(err, SX_NOMEM, NULL);
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < toolsets->len; i++)
    slots[i] = sx_batch_policy(&batch, call->tool, toolsets->items[i]);
  sx_status status = sx_batch_run(&batch, err);
  for (size_t i = 0; i < toolsets->len && !status; i++)
    status = sx_batch_get_policy(&batch, slots[i], &policies[i], err);
  sx_batch_release(&batch);
  return status;
}

/* Refusals, in whole sentences: all toolsets but these two change files or data. */
static const char run_is_never[] =
    "The setting sextant.approval does not allow commands by the toolset 'run'. Nothing was run.";
static const char web_is_never[] =
    "The setting sextant.approval does not allow requests by the toolset 'web'. Nothing was sent.";

static sx_status check_policy(sx_call *call, sx_host_policy policy, sx_str toolset, bool is_persons,
                              sx_strs *asking, sx_err *err) {
  bool is_run = sx_str_is_equal(toolset, SX_STR("run"));
  bool is_web = sx_str_is_equal(toolset, SX_STR("web"));
  if (policy == SX_POLICY_UNTRUSTED)
    return sx_fail(err, SX_NOT_ALLOWED,
                   "The folder is not trusted in the editor, so tools can only read in it. %s",
                   is_web ? "Nothing was sent." : "Nothing was changed.");
  if (is_persons || policy == SX_POLICY_ALWAYS) return SX_OK;
  if (policy == SX_POLICY_NEVER && (is_run || is_web))
    return sx_fail(err, SX_NOT_ALLOWED, "%s", is_run ? run_is_never : web_is_never);
  if (policy == SX_POLICY_NEVER)
    return sx_fail(err, SX_NOT_ALLOWED,
                   "The setting sextant.approval does not allow changes by the toolset '%.*s'. "
                   "Nothing was changed.",
                   SX_STR_ARG(toolset));
  /* In the chat a person has approved only the tool that was called there. */
  bool is_approved = call->approved_toolset.len && sx_str_is_equal(call->approved_toolset, toolset);
  sx_str *added = is_approved ? NULL : SX_ARRAY_ADD(asking, call->arena);
  if (added) *added = toolset;
  return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
}

sx_status sx_policy_check(sx_call *call, const sx_strs *toolsets, bool is_persons, sx_strs *asking,
                          sx_err *err) {
  sx_host_policy *policies = sx_arena_calloc(call->arena, toolsets->len + 1, sizeof *policies);
  if (!policies) return sx_fail(err, SX_NOMEM, NULL);
  sx_status status = ask_policies(call, toolsets, policies, err);
  for (size_t i = 0; i < toolsets->len && !status; i++)
    status = check_policy(call, policies[i], toolsets->items[i], is_persons, asking, err);
  return status;
}

sx_status sx_policy_find_restricted(sx_call *call, bool *is_restricted, sx_err *err) {
  const sx_strs toolsets = {.items = &call->toolset, .len = 1};
  sx_host_policy policy = SX_POLICY_ASK;
  sx_status status = ask_policies(call, &toolsets, &policy, err);
  *is_restricted = !status && policy == SX_POLICY_UNTRUSTED;
  return status;
}
