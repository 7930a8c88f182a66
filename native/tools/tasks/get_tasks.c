#include "engine/args.h"
#include "engine/tool.h"
#include "tasks/tasks_answer.h"
#include "text/tokens.h"

#define DEFAULT_TOKENS 2000
#define MAX_SHOWN_LISTS 20
/* A list in one line is shorter. */
#define LIST_TOKENS 50

sx_status sx_tool_get_tasks(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

/* There may be others that the agent could mean. */
static sx_status answer_none(sx_call *call, const sx_task_list *list, sx_answer *answer,
                             sx_err *err) {
  sx_task_lists all;
  sx_status status = sx_tasks_get_all(&all, call, err);
  if (status) return status;
  answer->status = SX_ANSWER_NONE;
  sx_tasks_answer_count(call, list, answer);
  sx_buf_add_text(&answer->text, "prepare_tasks makes them.");
  for (size_t i = 0; i < all.len && i < MAX_SHOWN_LISTS; i++) {
    size_t used = sx_tokens_count(sx_buf_str(&answer->text));
    if (used + LIST_TOKENS > answer->max_tokens) break;
    const sx_task_list *one = &all.items[i];
    sx_buf_addf(&answer->text, "%s'%.*s' (%zu of %zu done)",
                i ? ", " : " Other lists: ", SX_STR_ARG(one->name), one->completed, one->items.len);
  }
  sx_buf_add_char(&answer->text, '\n');
  return SX_OK;
}

sx_status sx_tool_get_tasks(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_str name;
  sx_task_list list;
  sx_str cursor = sx_args_str(args, "cursor", call->arena);
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  sx_status status = sx_tasks_name_list(&name, call, sx_args_str(args, "list", call->arena), err);
  if (!status)
    status = sx_tasks_answer_begin(call, sx_tasks_get(&list, call, name, err), answer, err);
  if (status) return status;
  answer->status = SX_ANSWER_FOUND;
  status = list.items.len ? sx_tasks_answer_list(call, &list, cursor, answer, err)
                          : answer_none(call, &list, answer, err);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  return status;
}
