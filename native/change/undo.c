#include "change/undo.h"

#include "base/buf.h"
#include "change/store.h"

#define MAX_NAMED 8

/*
 * A file that is not as the change left it cannot be undone; where later changes made it so, it
 * can when they are.
 */
static void name_later(sx_call *call, const char *id, sx_err *err) {
  char later[MAX_NAMED][SX_CHANGE_ID_BYTES];
  size_t count = err ? sx_changes_list_later(call->services->changes, id, later, MAX_NAMED) : 0;
  if (!count) return;
  sx_buf text;
  sx_buf_init(&text, SX_ERR_MESSAGE_BYTES);
  sx_str reason = sx_str_from(err->message);
  sx_buf_add(&text,
             sx_str_slice(reason, 0, sx_str_find(reason, SX_STR(" Nothing was changed."), 0)));
  sx_buf_addf(&text, " Nothing was changed. Later changes to the same files are in the way: undo ");
  for (size_t i = 0; i < count && i < MAX_NAMED; i++)
    sx_buf_addf(&text, "%s%s", i ? ", then " : "", later[i]);
  if (count > MAX_NAMED) sx_buf_addf(&text, " and %zu older ones", count - MAX_NAMED);
  sx_buf_addf(&text, ", and then %s.", id);
  if (!text.status) sx_fail(err, err->status, "%.*s", SX_STR_ARG(sx_buf_str(&text)));
  sx_buf_release(&text);
}

sx_status sx_change_undo(sx_undo *out, sx_call *call, sx_str id, bool is_persons, sx_err *err) {
  /* Unsaved edits of a person stay unsaved. */
  sx_apply_options options = {
      .save = true, .keep_unsaved = true, .is_undoing = true, .is_persons = is_persons};
  *out = (sx_undo){.outcome = {.id = ""}};
  sx_status status = sx_changes_begin_undoing(call->services->changes, call, id, &out->change,
                                              out->outcome.id, err);
  if (status) return status;
  /* Where a later change deleted it, that one is undone first. */
  options.may_be_gone = !sx_changes_list_later(call->services->changes, out->outcome.id, NULL, 0);
  status = sx_change_invert(&out->change, &out->inverse, err);
  if (!status) status = sx_change_apply(&out->inverse, &options, &out->outcome, err);
  sx_changes_end_undoing(call->services->changes, out->outcome.id, !status);
  if (status == SX_CONFLICT || status == SX_EXISTS || status == SX_NOT_FOUND)
    name_later(call, out->outcome.id, err);
  return status;
}
