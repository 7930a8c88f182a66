#include "engine/args.h"
#include "engine/replace.h"

sx_status sx_tool_file_edit(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

sx_status sx_tool_file_edit(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_change_request request = {.is_preview = false, .save = true};
  sx_replace replace = {
      .file = sx_args_str(args, "file_path", call->arena),
      .file_argument = "file_path",
      .old_argument = "searchTerm",
      .old_text = sx_args_str(args, "searchTerm", call->arena),
      .new_text = sx_args_str(args, "replacementText", call->arena),
      .is_regex = sx_args_bool(args, "isRegex", false),
      .occurrence = sx_args_bool(args, "replaceAll", false) ? 0 : 1,
  };
  sx_status status = sx_change_request_take(&request, args, call, answer, err);
  if (status) return status;
  request.success = "Successfully edited";
  status = sx_replace_run(call, &replace, &request, answer, err);
  if (status != SX_NOT_FOUND || request.id.len) return status;
  char reason[SX_ERR_MESSAGE_BYTES];
  snprintf(reason, sizeof reason, "%s", err ? err->message : "");
  return sx_fail(err, status, "File '%.*s' not found. %s",
                 SX_STR_ARG(sx_str_slice(replace.file, 0, 300)), reason);
}
