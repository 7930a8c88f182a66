#include "engine/tool.h"
#include "tasks/tasks_answer.h"

sx_status sx_tool_list_tasks(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

static cJSON *list_fact(const sx_task_list *list) {
  cJSON *fact = cJSON_CreateObject(), *tasks = cJSON_CreateArray();
  sx_answer_fact(fact, "name", list->name);
  cJSON_AddNumberToObject(fact, "done", (double)list->completed);
  for (size_t i = 0; i < list->items.len; i++) {
    cJSON *task = cJSON_CreateObject();
    sx_tasks_answer_facts(task, &list->items.items[i]);
    sx_answer_push(tasks, task);
  }
  sx_answer_put(fact, "tasks", tasks);
  return fact;
}

/* For the view. */
sx_status sx_tool_list_tasks(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_task_lists all;
  (void)args;
  sx_status status = sx_tasks_get_all(&all, call, err);
  cJSON *lists = status ? NULL : cJSON_AddArrayToObject(answer->facts, "lists");
  if (!lists) return status ? status : sx_fail(err, SX_NOMEM, NULL);
  for (size_t i = 0; i < all.len; i++) sx_answer_push(lists, list_fact(&all.items[i]));
  answer->status = all.len ? SX_ANSWER_FOUND : SX_ANSWER_NONE;
  sx_buf_addf(&answer->text, "%zu list%s of tasks.\n", all.len, all.len == 1 ? "" : "s");
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  return SX_OK;
}
