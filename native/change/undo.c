#include "change/undo.h"

sx_status sx_change_undo(sx_undo *out, sx_call *call, sx_str id, bool is_persons, sx_err *err) {
  /* Unsaved edits of a person stay unsaved. */
  sx_apply_options options = {
      .save = true, .keep_unsaved = true, .is_undoing = true, .is_persons = is_persons};
  *out = (sx_undo){.outcome = {.id = ""}};
  sx_status status =
      sx_changes_begin_undoing(call->changes, call, id, &out->change, out->outcome.id, err);
  if (status) return status;
  status = sx_change_invert(&out->change, &out->inverse, err);
  if (!status) status = sx_change_apply(&out->inverse, &options, &out->outcome, err);
  sx_changes_end_undoing(call->changes, out->outcome.id, !status);
  return status;
}
