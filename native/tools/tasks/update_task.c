#include "engine/args.h"
#include "engine/tool.h"
#include "host/json.h"
#include "tasks/tasks_answer.h"

sx_status sx_tool_update_task(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

/* `args`: those of the call, or their `updates`. */
static sx_status read_update(sx_task_update *update, sx_call *call, const cJSON *args,
                             sx_err *err) {
  sx_task_list title = {0};
  if (sx_args_has(args, "completed")) {
    bool is_completed = sx_args_bool(args, "completed", false);
    if (update->has_state && update->is_completed != is_completed)
      return sx_fail(err, SX_INVALID_ARGUMENT, "completed is given twice with different values.");
    update->has_state = true;
    update->is_completed = is_completed;
  }
  if (!sx_args_has(args, "title")) return SX_OK;
  sx_status status =
      sx_tasks_read_titles(&title, call, sx_args_str(args, "title", call->arena), err);
  if (status) return status;
  bool is_same = !update->title.len || sx_str_is_equal(update->title, title.items.items[0].title);
  if (title.items.len > 1 || !is_same)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   is_same ? "title must be one line." : "title is given twice.");
  update->title = title.items.items[0].title;
  return SX_OK;
}

static sx_status read_updates(sx_task_update *update, sx_call *call, const cJSON *args,
                              sx_err *err) {
  *update = (sx_task_update){.title = SX_STR(""), .was = SX_STR("")};
  sx_status status = read_update(update, call, args, err);
  if (!status) status = read_update(update, call, sx_json_get(args, "updates"), err);
  if (status || update->has_state || update->title.len) return status;
  return sx_fail(err, SX_INVALID_ARGUMENT,
                 "updates is required: {\"completed\": true}, {\"title\": \"…\"}, or both.");
}

/* All that a person has changed since the agent's last call, the task itself too. */
static void add_news(const sx_task_list *list, size_t index, sx_answer *answer) {
  cJSON *news = cJSON_CreateArray();
  size_t shown = 0;
  for (size_t i = 0; i < list->items.len && shown < list->news; i++) {
    const sx_task *task = &list->items.items[i];
    if (!task->is_news) continue;
    if (shown++ == SX_TASKS_MAX_NEWS) break;
    cJSON *fact = cJSON_CreateObject();
    if (i != index) sx_tasks_answer_line(task, answer);
    sx_tasks_answer_facts(fact, task);
    sx_answer_push(news, fact);
  }
  if (list->news > SX_TASKS_MAX_NEWS)
    sx_buf_addf(&answer->text, "[%zu more changed by a person: get_tasks]\n",
                list->news - SX_TASKS_MAX_NEWS);
  if (list->news)
    sx_answer_put(answer->facts, "changed_tasks", news);
  else
    cJSON_Delete(news);
}

sx_status sx_tool_update_task(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_str name;
  sx_task_list list;
  sx_task_update update;
  size_t index = 0;
  sx_str id = sx_args_str(args, "taskId", call->arena);
  sx_status status = sx_tasks_name_list(&name, call, sx_args_str(args, "list", call->arena), err);
  if (!status && !id.len)
    status = sx_fail(err, SX_INVALID_ARGUMENT, "taskId is required: the number of the task.");
  if (!status) status = read_updates(&update, call, args, err);
  if (!status)
    status = sx_tasks_answer_begin(
        call, sx_tasks_update(&list, &index, call, name, id, &update, err), answer, err);
  if (status) return status;
  answer->status = SX_ANSWER_FOUND;
  sx_tasks_answer_facts(answer->facts, &list.items.items[index]);
  sx_tasks_answer_count(call, &list, answer);
  sx_tasks_answer_line(&list.items.items[index], answer);
  if (call->caller == SX_CALLER_AGENT) add_news(&list, index, answer);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  return SX_OK;
}
