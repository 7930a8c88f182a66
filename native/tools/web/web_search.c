#include "engine/args.h"
#include "engine/tool.h"
#include "web/search.h"

#define DEFAULT_TOKENS 2000
#define DEFAULT_RESULTS 5

sx_status sx_tool_web_search(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

sx_status sx_tool_web_search(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_str query = sx_str_trim(sx_args_str(args, "query", call->arena));
  size_t most = (size_t)sx_args_int(args, "max_results", DEFAULT_RESULTS);
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  sx_status status = sx_web_search(call, query, most, answer, err);
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  return status;
}
