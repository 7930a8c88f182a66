#include "change/approve.h"
#include "change/waiting.h"
#include "engine/args.h"
#include "engine/change_answer.h"

#include <stdlib.h>

/* For people: their answer to a question whose call has ended. */

sx_status sx_tool_decide_change(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

/* The agent asks for what is kept here by the change's id. */
static void keep(sx_call *call, const char *id, sx_answer *answer, sx_str failure) {
  char *facts = failure.len ? NULL : cJSON_PrintUnformatted(answer->facts);
  sx_changes_keep_decision(call->services->changes, id,
                           failure.len ? failure : sx_buf_str(&answer->text),
                           facts ? sx_str_from(facts) : SX_STR(""));
  cJSON_free(facts);
}

static sx_status allow(sx_call *call, sx_str id, sx_answer *answer, sx_err *err) {
  sx_change change;
  sx_waiting_options options;
  char name[SX_CHANGE_ID_BYTES];
  sx_status status = sx_changes_allow(call->services->changes, call, id, &change, &options, err);
  if (status) return status;
  snprintf(name, sizeof name, "%.*s", SX_STR_ARG(id));
  const sx_change_request request = {.save = options.save,
                                     .write_to_disk = options.write_to_disk,
                                     .is_persons = true,
                                     .id = id,
                                     .cursor = SX_STR("")};
  if (!options.is_protected) status = sx_change_check_ordinary(&change, err);
  if (!status) status = sx_change_answer(&change, &request, answer, err);
  keep(call, name, answer, status ? sx_str_from(err->message) : SX_STR(""));
  return status;
}

static sx_status reject(sx_call *call, sx_str id, sx_str reason, sx_answer *answer, sx_err *err) {
  bool is_sentence = reason.len && strchr(".!?", reason.ptr[reason.len - 1]);
  sx_str words = reason.len ? sx_arena_printf(call->arena,
                                              "The person rejected it: %.*s%s Nothing was changed.",
                                              SX_STR_ARG(reason), is_sentence ? "" : ".")
                            : SX_STR("");
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  sx_status status = sx_changes_reject(call->services->changes, id, words, err);
  if (!status) sx_buf_add_text(&answer->text, "The change was rejected.\n");
  return status;
}

sx_status sx_tool_decide_change(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_str id = sx_str_trim(sx_args_str(args, "change", call->arena));
  sx_str decision = sx_args_str(args, "decision", call->arena);
  sx_str reason = sx_str_trim(sx_args_str(args, "reason", call->arena));
  answer->status = SX_ANSWER_FOUND;
  answer->max_tokens = 2000;
  if (sx_str_is_equal(decision, SX_STR("allow"))) return allow(call, id, answer, err);
  if (sx_str_is_equal(decision, SX_STR("reject"))) return reject(call, id, reason, answer, err);
  sx_changes_withdraw(call->services->changes, id);
  sx_buf_add_text(&answer->text, "The question was taken back.\n");
  return SX_OK;
}
