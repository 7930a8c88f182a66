#include "engine/args.h"
#include "engine/tool.h"
#include "web/page.h"
#include "workspace/paths.h"

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
  return sx_web_answer(call, &question, answer, err);
}
