#include "engine/args.h"
#include "engine/tool.h"
#include "tasks/tasks_answer.h"

#define DEFAULT_TOKENS 2000

sx_status sx_tool_prepare_tasks(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

static sx_status read_titles(sx_task_list *list, sx_call *call, const cJSON *args, sx_err *err) {
  const cJSON *titles = cJSON_GetObjectItemCaseSensitive(args, "titles"), *item;
  sx_status status = SX_OK;
  if (!titles)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "titles is required: a title for each task, in order. [] removes the list.");
  cJSON_ArrayForEach (item, titles) {
    if (!status)
      status = sx_tasks_read_titles(list, call, sx_str_from(cJSON_GetStringValue(item)), err);
  }
  return status;
}

sx_status sx_tool_prepare_tasks(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_task_list list = {0};
  size_t dropped;
  sx_str given = sx_args_str(args, "list", call->arena);
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  sx_status status = sx_tasks_name_list(&list.name, call, given, err);
  if (!status) status = read_titles(&list, call, args, err);
  if (!status)
    status = sx_tasks_answer_begin(call, sx_tasks_prepare(call, &list, &dropped, err), answer, err);
  if (status) return status;
  answer->status = SX_ANSWER_FOUND;
  if (dropped)
    sx_buf_addf(&answer->text, "Dropped %zu open task%s of the list before.\n", dropped,
                dropped == 1 ? "" : "s");
  cJSON_AddNumberToObject(answer->facts, "dropped", (double)dropped);
  status = sx_tasks_answer_list(call, &list, SX_STR(""), answer, err);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  return status;
}
