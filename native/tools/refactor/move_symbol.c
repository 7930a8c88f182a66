#include "refactor/move.h"

sx_status sx_tool_move_symbol(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

sx_status sx_tool_move_symbol(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  return sx_move_symbol(call, args, answer, err);
}
