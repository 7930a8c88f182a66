#include "engine/args.h"
#include "engine/tool.h"
#include "web/download.h"
#include "web/page.h"

#define DEFAULT_TOKENS 4000

sx_status sx_tool_web_fetch(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

sx_status sx_tool_web_fetch(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_str method = sx_args_str(args, "method", call->arena);
  const sx_web_question question = {
      .url = sx_str_trim(sx_args_str(args, "url", call->arena)),
      .is_head = sx_str_is_equal(method, SX_STR("HEAD")),
      .selector = sx_str_trim(sx_args_str(args, "selector", call->arena)),
      .is_raw = sx_args_bool(args, "raw", false),
      .cursor = sx_args_str(args, "cursor", call->arena),
  };
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  bool is_download = sx_str_is_equal(sx_args_str(args, "action", call->arena), SX_STR("download"));
  sx_status status = !question.url.len ? sx_fail(err, SX_INVALID_ARGUMENT, "url is required.")
                     : is_download
                         ? sx_web_download(call, question.url,
                                           sx_args_str(args, "file_path", call->arena), answer, err)
                         : sx_web_answer(call, &question, answer, err);
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  return status;
}
