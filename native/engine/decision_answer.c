#include "engine/decision_answer.h"

#include "change/waiting.h"
#include "engine/change_answer.h"
#include "host/json.h"
#include "workspace/paths.h"

/* Tools of this toolset have one that takes an id. */
static sx_str asking_tool(const sx_call *call) {
  return sx_str_is_equal(call->toolset, SX_STR("files")) ? SX_STR("file_edit") : call->tool;
}

static void write_end(sx_answer *answer, const char *status) {
  cJSON_AddStringToObject(answer->facts, "status", status);
  cJSON_AddBoolToObject(answer->facts, "truncated", false);
}

/* `a.ts and 2 more files` */
static void write_files(const sx_change *change, sx_answer *answer) {
  size_t count = change->files.len;
  sx_buf_add(&answer->text, sx_path_display(change->call, change->files.items[0].path));
  if (count > 1)
    sx_buf_addf(&answer->text, " and %zu more file%s", count - 1, count > 2 ? "s" : "");
}

sx_status sx_decision_answer_waiting(const sx_change *change, const char *id, sx_answer *answer,
                                     sx_err *err) {
  sx_call *call = change->call;
  answer->status = SX_ANSWER_UNKNOWN;
  sx_buf_addf(&answer->text, "Waiting for approval as change %s: ", id);
  write_files(change, answer);
  sx_buf_addf(&answer->text,
              ". Nothing was changed yet. The question stays in the editor: do not make the edit "
              "again. When the person allows it, it is applied. Go on with other work, or ask the "
              "person; %.*s with change=\"%s\" and preview=false reports what became of it.\n",
              SX_STR_ARG(asking_tool(call)), id);
  cJSON_AddBoolToObject(answer->facts, "applied", false);
  cJSON_AddBoolToObject(answer->facts, "waiting", true);
  cJSON_AddStringToObject(answer->facts, "change", id);
  return sx_change_answer_files(change, answer, err);
}

static sx_status fail_rejected(const sx_decision *decision, sx_err *err) {
  if (!decision->text.len)
    return sx_fail(err, SX_NOT_ALLOWED, "The person rejected it. Nothing was changed.");
  return sx_fail(err, SX_NOT_ALLOWED, "%.*s", SX_STR_ARG(decision->text));
}

/* The answer that the person got when it was applied, with the diagnostics of then. */
static sx_status answer_applied(const sx_change *change, const sx_decision *decision, sx_str id,
                                sx_answer *answer, sx_err *err) {
  sx_buf_addf(&answer->text, "A person allowed the change %.*s. ", SX_STR_ARG(id));
  if (decision->text.len || !change->files.len) {
    sx_buf_add(&answer->text, decision->text.len ? decision->text : SX_STR("APPLIED.\n"));
  } else {
    sx_buf_add_text(&answer->text, "APPLIED to ");
    write_files(change, answer);
    sx_buf_add_text(&answer->text, ".\n");
  }
  cJSON *facts = decision->facts.len ? sx_json_parse(decision->facts) : NULL;
  if (facts) {
    cJSON_Delete(answer->facts);
    answer->facts = facts;
    return SX_OK;
  }
  cJSON *files = cJSON_AddArrayToObject(answer->facts, "files");
  if (!files) return sx_fail(err, SX_NOMEM, NULL);
  cJSON_AddBoolToObject(answer->facts, "applied", true);
  write_end(answer, "found");
  return SX_OK;
}

sx_status sx_decision_answer(const sx_change *change, sx_str id, sx_answer *answer,
                             bool *is_decided, sx_err *err) {
  sx_decision decision;
  char name[SX_CHANGE_ID_BYTES];
  sx_call *call = change->call;
  *is_decided = false;
  sx_status status = sx_changes_find_decision(call->services->changes, call, id, &decision, err);
  if (status) return status;
  bool is_applied = decision.was_waiting && decision.state == SX_CHANGE_APPLIED;
  bool is_refused = decision.state == SX_CHANGE_REFUSED;
  /* Until the call that applies it ends, its diagnostics or the reason are not known. */
  bool is_applying =
      decision.was_waiting && (decision.state == SX_CHANGE_APPLYING ||
                               ((is_applied || is_refused) && !decision.is_complete));
  *is_decided = is_applied || is_applying || sx_change_state_is_decided(decision.state);
  /* A person's call that applies it is what was decided. */
  if (decision.state == SX_CHANGE_ALLOWED && call->caller == SX_CALLER_PERSON) *is_decided = false;
  if (!*is_decided) return SX_OK;
  snprintf(name, sizeof name, "%.*s", SX_STR_ARG(id));
  if (decision.state == SX_CHANGE_REJECTED) return fail_rejected(&decision, err);
  if (is_refused && !is_applying)
    return sx_fail(err, SX_CONFLICT,
                   "A person allowed the change %s, but it could not be applied any more: %.*s",
                   name, SX_STR_ARG(decision.text));
  if (is_applied && !is_applying) return answer_applied(change, &decision, id, answer, err);
  if (is_applying || decision.state == SX_CHANGE_ALLOWED)
    return sx_fail(err, SX_CONFLICT,
                   "A person has allowed the change %s, and it is being applied. Ask again in a "
                   "few seconds.",
                   name);
  status = sx_decision_answer_waiting(change, name, answer, err);
  write_end(answer, "unknown");
  return status;
}

void sx_decision_add_id(sx_call *call, const char *id, sx_err *err) {
  sx_decision decision;
  if (!err ||
      sx_changes_find_decision(call->services->changes, call, sx_str_from(id), &decision, NULL))
    return;
  if (decision.state != SX_CHANGE_REJECTED || !decision.text.len) return;
  sx_fail(err, SX_NOT_ALLOWED,
          "%.*s If the person adds a reason, %.*s with change=\"%s\" and preview=false reports it.",
          SX_STR_ARG(decision.text), SX_STR_ARG(asking_tool(call)), id);
}
