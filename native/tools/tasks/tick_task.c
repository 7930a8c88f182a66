#include "engine/args.h"
#include "engine/tool.h"
#include "tasks/tasks_answer.h"

sx_status sx_tool_tick_task(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

/* For the view, whose list may be out of date: the title identifies the task that was ticked. */
sx_status sx_tool_tick_task(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_str name;
  sx_task_list list;
  size_t index = 0;
  sx_task_update update = {
      .title = SX_STR(""),
      .has_state = true,
      .is_completed = sx_args_bool(args, "completed", false),
      .was = sx_args_str(args, "title", call->arena),
  };
  sx_str id = sx_arena_printf(call->arena, "%lld", (long long)sx_args_int(args, "id", 0));
  sx_status status = sx_tasks_name_list(&name, call, sx_args_str(args, "list", call->arena), err);
  if (!status) status = sx_tasks_update(&list, &index, call, name, id, &update, err);
  if (status) return status;
  answer->status = SX_ANSWER_FOUND;
  sx_tasks_answer_count(call, &list, answer);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  return SX_OK;
}
