#include "refactor/inline.h"

sx_status sx_tool_inline_function(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

sx_status sx_tool_inline_function(sx_call *call, const cJSON *args, sx_answer *answer,
                                  sx_err *err) {
  return sx_inlining_run(call, args, answer, err);
}
