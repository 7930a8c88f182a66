#include "tools/change_answer.h"

/* For the palette: what the last agent's change did, and taking it back. */

sx_status sx_tool_undo_last_change(sx_call *call, const cJSON *args, sx_answer *answer,
                                   sx_err *err);

/* Files that nobody has edited since stay saved or unsaved as they are. */
static sx_status undo(sx_change *change, sx_outcome *outcome, sx_err *err) {
  sx_apply_options options = {.save = true, .keep_unsaved = true};
  return sx_change_apply(change, &options, outcome, err);
}

sx_status sx_tool_undo_last_change(sx_call *call, const cJSON *args, sx_answer *answer,
                                   sx_err *err) {
  (void)args;
  sx_change change, inverse;
  sx_outcome outcome = {.id = ""};
  sx_status status = sx_changes_find_last(call->changes, call, &change, outcome.id, err);
  if (!status) status = sx_change_invert(&change, &inverse, err);
  if (!status) status = undo(&inverse, &outcome, err);
  if (status) return status;
  sx_changes_set_state(call->changes, sx_str_from(outcome.id), SX_CHANGE_UNDONE);
  answer->status = SX_ANSWER_FOUND;
  sx_buf_addf(&answer->text, "Undone: the change by %.*s.\n\n", SX_STR_ARG(change.title));
  sx_change_answer_write_outcome(&inverse, &outcome, answer);
  return sx_change_answer_facts(&inverse, &outcome, answer, err);
}
