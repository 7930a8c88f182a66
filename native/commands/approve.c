#include "commands/approve.h"

#include "approval/question.h"
#include "base/buf.h"

sx_status sx_commands_ask(sx_call *call, const sx_strs *commands, sx_str folder, sx_err *err) {
  sx_approval approval = {.is_persons = call->caller == SX_CALLER_PERSON};
  sx_buf title;
  (void)folder;
  sx_buf_init(&title, (size_t)4 << 20);
  sx_buf_add_text(&title, "wants to run: ");
  for (size_t i = 0; i < commands->len; i++)
    sx_buf_addf(&title, "%s%.*s", i ? "; " : "", SX_STR_ARG(commands->items[i]));
  approval.title = sx_arena_dup(call->arena, sx_buf_str(&title));
  sx_buf_release(&title);
  sx_status status = sx_strs_add(&approval.toolsets, call->toolset, call->arena, err);
  return status ? status : sx_approval_ask(call, &approval, err);
}
