#include "tasks/tasks_answer.h"

#include "answer/pager.h"
#include "base/map.h"
#include "host/json.h"
#include "text/tokens.h"

#define MAX_NOTE_BYTES ((size_t)32 << 10)

/* For people, too. */
static void log_notice(const sx_call *call, sx_str notice) {
  sx_buf args;
  sx_buf_init(&args, MAX_NOTE_BYTES);
  sx_buf_add_char(&args, '[');
  sx_json_write_str(&args, notice);
  sx_buf_add_text(&args, ",true]");
  if (!args.status) sx_port_tell(call->wait, "log", sx_buf_str(&args));
  sx_buf_release(&args);
}

sx_status sx_tasks_answer_begin(sx_call *call, sx_status status, sx_answer *answer, sx_err *err) {
  if (call->caller == SX_CALLER_PERSON || sx_status_ends_call(status)) return status;
  sx_str notice = sx_store_take_notice(call->services->store, call->arena);
  if (!notice.len) return status;
  log_notice(call, notice);
  if (status)
    sx_err_add(err, notice.ptr);
  else
    sx_buf_addf(&answer->text, "Note: %.*s\n", SX_STR_ARG(notice));
  return status;
}

void sx_tasks_answer_count(const sx_call *call, const sx_task_list *list, sx_answer *answer) {
  sx_str own;
  sx_call named = *call;
  named.caller = SX_CALLER_AGENT;
  bool is_own =
      !sx_tasks_name_list(&own, &named, SX_STR(""), NULL) && sx_str_is_equal_fold(own, list->name);
  sx_buf_addf(&answer->text, "%zu task%s, %zu done", list->items.len,
              list->items.len == 1 ? "" : "s", list->completed);
  if (!is_own) sx_buf_addf(&answer->text, " in '%.*s'", SX_STR_ARG(list->name));
  sx_buf_add_char(&answer->text, '\n');
  sx_answer_fact(answer->facts, "list", list->name);
  cJSON_AddNumberToObject(answer->facts, "total", (double)list->items.len);
  cJSON_AddNumberToObject(answer->facts, "done", (double)list->completed);
}

void sx_tasks_answer_line(const sx_task *task, sx_answer *answer) {
  sx_buf_addf(&answer->text, "[%c] %lld %.*s%s\n", task->is_completed ? 'x' : ' ',
              (long long)task->id, SX_STR_ARG(task->title),
              task->is_news ? " (changed by a person)" : "");
}

void sx_tasks_answer_facts(cJSON *object, const sx_task *task) {
  cJSON_AddNumberToObject(object, "id", (double)task->id);
  sx_answer_fact(object, "title", task->title);
  cJSON_AddBoolToObject(object, "completed", task->is_completed);
  if (task->is_news) cJSON_AddBoolToObject(object, "changed_by_person", true);
}

static uint64_t hash_list(const sx_task_list *list) {
  uint64_t hash = list->items.len;
  for (size_t i = 0; i < list->items.len; i++) {
    const sx_task *task = &list->items.items[i];
    hash = sx_pager_hash(hash, sx_hash(task->title) + task->is_completed);
  }
  return hash;
}

sx_str sx_tasks_answer_title(sx_str title, size_t room_tokens, sx_arena *arena) {
  size_t most = room_tokens > SX_TASKS_LINE_TOKENS ? room_tokens - SX_TASKS_LINE_TOKENS : 1;
  size_t shown = sx_tokens_room(title, most);
  if (shown == title.len) return title;
  return sx_arena_printf(arena, "%.*s…", (int)shown, title.ptr);
}

sx_status sx_tasks_answer_list(sx_call *call, const sx_task_list *list, sx_str cursor,
                               sx_answer *answer, sx_err *err) {
  cJSON *facts = cJSON_CreateArray();
  if (!facts) return sx_fail(err, SX_NOMEM, NULL);
  sx_tasks_answer_count(call, list, answer);
  sx_answer_put(answer->facts, "tasks", facts);
  sx_pager pager = {
      .answer = answer, .facts = facts, .count = list->items.len, .hash = hash_list(list)};
  sx_status status = sx_pager_begin(&pager, cursor, err);
  while (!status && sx_pager_has_item(&pager)) {
    sx_task task = list->items.items[pager.next];
    cJSON *fact = cJSON_CreateObject();
    /* The first one of a page is written in any case. */
    if (pager.next == pager.first)
      task.title =
          sx_tasks_answer_title(task.title, pager.room_tokens - pager.used_tokens, call->arena);
    sx_tasks_answer_line(&task, answer);
    sx_tasks_answer_facts(fact, &task);
    sx_answer_push(facts, fact);
  }
  if (!status) sx_pager_end(&pager);
  if (!status && call->caller == SX_CALLER_AGENT)
    status = sx_tasks_mark_known(call, list, pager.first, pager.next, err);
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  return status;
}
