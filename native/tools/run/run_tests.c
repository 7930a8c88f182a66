#include "engine/tool.h"
#include "run/tests.h"

sx_status sx_tool_run_tests(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

sx_status sx_tool_run_tests(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  return sx_run_tests(call, args, answer, err);
}
