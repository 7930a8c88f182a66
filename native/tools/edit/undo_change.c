#include "change/undo.h"
#include "engine/args.h"
#include "engine/change_answer.h"

sx_status sx_tool_undo_change(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

sx_status sx_tool_undo_change(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_undo undo;
  sx_str id = sx_str_trim(sx_args_str(args, "change", call->arena));
  if (!id.len)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "change is missing. Give the id from the answer that applied the change.");
  sx_status status = sx_change_undo(&undo, call, id, call->caller == SX_CALLER_PERSON, err);
  return status ? status : sx_change_answer_undone(&undo, answer, err);
}
