#include "hierarchy/hierarchy_answer.h"

sx_status sx_tool_get_type_hierarchy(sx_call *call, const cJSON *args, sx_answer *answer,
                                     sx_err *err);

sx_status sx_tool_get_type_hierarchy(sx_call *call, const cJSON *args, sx_answer *answer,
                                     sx_err *err) {
  return sx_hierarchy_answer(call, args, true, answer, err);
}
