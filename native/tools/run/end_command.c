#include "commands/shown.h"
#include "engine/args.h"

sx_status sx_tool_end_command(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

sx_status sx_tool_end_command(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_command *command = NULL;
  sx_status status = sx_command_by_id(&command, call, sx_args_str(args, "id", call->arena), err);
  if (status) return status;
  sx_command_stop(command, SX_COMMAND_STOPPED);
  sx_command_release(command);
  sx_buf_add_text(&answer->text, "It is being ended.\n");
  cJSON_AddStringToObject(answer->facts, "status", "found");
  return SX_OK;
}
