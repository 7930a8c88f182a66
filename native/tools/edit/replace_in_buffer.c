#include "engine/args.h"
#include "engine/replace.h"

sx_status sx_tool_replace_in_buffer(sx_call *call, const cJSON *args, sx_answer *answer,
                                    sx_err *err);

sx_status sx_tool_replace_in_buffer(sx_call *call, const cJSON *args, sx_answer *answer,
                                    sx_err *err) {
  sx_change_request request = {.is_preview = true, .save = true};
  sx_replace replace = {
      .file = sx_args_str(args, "file_path", call->arena),
      .file_argument = "file_path",
      .old_argument = "old",
      .old_text = sx_args_str(args, "old", call->arena),
      .new_text = sx_args_str(args, "new", call->arena),
      .is_regex = sx_args_bool(args, "regex", false),
      .preserves_case = sx_args_bool(args, "preserve_case", false),
      .must_be_one = !sx_args_has(args, "occurrence"),
  };
  sx_status status = sx_replace_take_occurrence(
      &replace.occurrence, sx_args_str(args, "occurrence", call->arena), 0, err);
  if (!status) status = sx_change_request_take(&request, args, call, answer, err);
  return status ? status : sx_replace_run(call, &replace, &request, answer, err);
}
