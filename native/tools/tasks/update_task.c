#include "engine/args.h"
#include "engine/tool.h"
#include "host/json.h"
#include "tasks/tasks_answer.h"
#include "text/tokens.h"

#define DEFAULT_TOKENS 2000
/* The count, its line, the line on further news, and the names of the facts. */
#define FRAME_TOKENS 50

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

/* The tasks that a person has changed since the agent's last call. */
static void add_news(const sx_task_list *list, sx_answer *answer) {
  cJSON *news = list->news ? cJSON_AddArrayToObject(answer->facts, "changed_tasks") : NULL;
  size_t shown = 0, left = list->news - list->shown_news;
  for (size_t i = 0; i < list->items.len && shown < list->shown_news; i++) {
    const sx_task *task = &list->items.items[i];
    if (!task->is_news) continue;
    cJSON *fact = cJSON_CreateObject();
    sx_tasks_answer_line(task, answer);
    sx_tasks_answer_facts(fact, task);
    sx_answer_push(news, fact);
    shown++;
  }
  /* They are no longer news: none may be lost. */
  answer->pages[answer->page_count++] = news;
  if (!left) return;
  answer->is_truncated = true;
  sx_buf_addf(&answer->text, "[%zu more changed by a person: get_tasks]\n", left);
  cJSON_AddNumberToObject(answer->facts, "more_changed", (double)left);
  cJSON_AddTrueToObject(answer->facts, "truncated");
}

/* Tokens for the task and the news, beside the count and the name of the list. */
static size_t find_room(const sx_answer *answer, sx_str name) {
  size_t frame = FRAME_TOKENS + sx_tokens_count(name);
  return answer->max_tokens > frame ? answer->max_tokens - frame : 0;
}

sx_status sx_tool_update_task(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_str name;
  sx_task_list list;
  sx_task_update update;
  size_t index = 0;
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  sx_str id = sx_args_str(args, "taskId", call->arena);
  sx_status status = sx_tasks_name_list(&name, call, sx_args_str(args, "list", call->arena), err);
  if (!status && !id.len)
    status = sx_fail(err, SX_INVALID_ARGUMENT, "taskId is required: the number of the task.");
  if (!status) status = read_updates(&update, call, args, err);
  if (!status) update.room_tokens = find_room(answer, name);
  if (!status)
    status = sx_tasks_answer_begin(
        call, sx_tasks_update(&list, &index, call, name, id, &update, err), answer, err);
  if (status) return status;
  answer->status = SX_ANSWER_FOUND;
  sx_task task = list.items.items[index];
  size_t room = sx_tasks_room(&list, update.room_tokens);
  task.title = sx_tasks_answer_title(task.title, room * 4 / 5, call->arena);
  sx_tasks_answer_facts(answer->facts, &task);
  sx_tasks_answer_count(call, &list, answer);
  sx_tasks_answer_line(&task, answer);
  if (call->caller == SX_CALLER_AGENT) add_news(&list, answer);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  return SX_OK;
}
