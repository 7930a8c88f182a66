#include "change/apply.h"

#include "workspace/paths.h"

/* The answer must still reach the agent before the call's own time is over. */
#define RESERVE_MS 2000

static sx_status ask_policy(sx_call *call, sx_host_policy *policy, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_policy(&batch, call->tool, call->toolset);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_policy(&batch, slot, policy, err);
  sx_batch_release(&batch);
  return status;
}

/* Path, before, after of each file. */
static sx_str *list_texts(const sx_change *change) {
  sx_str *parts = sx_arena_calloc(change->call->arena, 3 * change->files.len + 1, sizeof *parts);
  for (size_t i = 0; parts && i < change->files.len; i++) {
    const sx_file_change *file = &change->files.items[i];
    parts[3 * i] = file->path;
    parts[3 * i + 1] = file->before;
    parts[3 * i + 2] = file->after;
  }
  return parts;
}

static sx_status ask_person(sx_call *call, sx_str title, const sx_change *change, sx_err *err) {
  uint64_t left_ms = sx_port_call_remaining_ms(call->wait);
  sx_host_question question = {
      .tool = call->tool,
      .toolset = call->toolset,
      .title = title,
      .wait_ms = left_ms > 2 * RESERVE_MS ? left_ms - RESERVE_MS : left_ms / 2,
  };
  sx_str *parts = list_texts(change);
  if (!parts) return sx_fail(err, SX_NOMEM, NULL);
  sx_batch batch;
  sx_host_verdict verdict = {0};
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_approve(&batch, &question, parts, change->files.len);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_verdict(&batch, slot, &verdict, err);
  sx_batch_release(&batch);
  if (status || verdict.is_allowed) return status;
  return sx_fail(err, SX_NOT_ALLOWED, "%.*s Nothing was changed.", SX_STR_ARG(verdict.why));
}

static sx_str question_title(const sx_change *change, sx_str title) {
  static const char *const verbs[] = {"change", "create", "delete", "rename"};
  sx_call *call = change->call;
  if (!change->files.len) return title;
  sx_str first = sx_path_display(call, change->files.items[0].path);
  if (change->files.len == 1)
    return sx_arena_printf(call->arena, "An agent (%.*s) wants to %s %.*s.", SX_STR_ARG(call->tool),
                           verbs[change->files.items[0].action], SX_STR_ARG(first));
  return sx_arena_printf(call->arena, "An agent (%.*s) wants to change %zu files: %.*s and others.",
                         SX_STR_ARG(call->tool), change->files.len, SX_STR_ARG(first));
}

sx_status sx_change_approve(sx_call *call, sx_str title, const sx_change *change, sx_err *err) {
  sx_host_policy policy;
  sx_status status = ask_policy(call, &policy, err);
  if (status) return status;
  if (call->is_approved && policy != SX_POLICY_UNTRUSTED) return SX_OK;
  switch (policy) {
  case SX_POLICY_ALWAYS: return SX_OK;
  case SX_POLICY_UNTRUSTED:
    return sx_fail(
        err, SX_NOT_ALLOWED,
        "The folder is not trusted in the editor: tools may only read there. Nothing was "
        "changed.");
  case SX_POLICY_NEVER:
    return sx_fail(err, SX_NOT_ALLOWED,
                   "The setting sextant.approval does not allow changes by the tools of '%.*s'. "
                   "Nothing was changed.",
                   SX_STR_ARG(call->toolset));
  case SX_POLICY_ASK: break;
  }
  return ask_person(call, question_title(change, title), change, err);
}
