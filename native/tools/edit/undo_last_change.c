#include "change/undo.h"
#include "engine/change_answer.h"

/* For the palette: takes back the last change that an agent made. */

sx_status sx_tool_undo_last_change(sx_call *call, const cJSON *args, sx_answer *answer,
                                   sx_err *err);

sx_status sx_tool_undo_last_change(sx_call *call, const cJSON *args, sx_answer *answer,
                                   sx_err *err) {
  (void)args;
  sx_undo undo;
  sx_status status = sx_change_undo(&undo, call, SX_STR(""), call->caller == SX_CALLER_PERSON, err);
  return status ? status : sx_change_answer_undone(&undo, answer, err);
}
