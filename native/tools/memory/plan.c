#include "answer/pager.h"
#include "base/utf8.h"
#include "engine/args.h"
#include "engine/tool.h"
#include "memory/plan_answer.h"
#include "tasks/tasks_answer.h"
#include "text/clean.h"
#include "text/tokens.h"
#include "text/secrets.h"

#define DEFAULT_TOKENS 2000
#define FRAME_TOKENS 25
#define SHOWN_BYTES 200

sx_status sx_tool_plan(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

/* That of the call, or the first heading. */
static sx_str choose_title(sx_str title, sx_str content) {
  sx_str line;
  while (!title.len && sx_str_next_line(&content, &line)) {
    size_t marks = 0;
    while (sx_str_at(line, marks) == '#') marks++;
    if (marks && sx_str_at(line, marks) == ' ')
      title = sx_str_trim(sx_str_slice(line, marks, line.len));
  }
  return title;
}

static sx_status save(sx_plan *plan, sx_call *call, const sx_memory_place *place, const cJSON *args,
                      sx_str title, sx_err *err) {
  sx_str given = sx_args_str(args, "content", call->arena);
  sx_str content = sx_str_trim_end(sx_text_clean(given, call->arena));
  if (!content.len)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "content is required: the plan as Markdown, with \"- [ ] \" before each step.");
  if (content.len > SX_PLAN_MAX_BYTES)
    return sx_fail(err, SX_INVALID_ARGUMENT, "content has %zu bytes; it may have %zu. Shorten it.",
                   content.len, SX_PLAN_MAX_BYTES);
  *plan = (sx_plan){.text = sx_secrets_redact_note(content, call->arena)};
  plan->title = sx_secrets_redact_note(
      sx_str_trim(sx_text_clean(choose_title(title, content), call->arena)), call->arena);
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  bool is_bad = !plan->title.len || plan->title.len > SX_PLAN_MAX_TITLE_BYTES ||
                sx_str_find_char(plan->title, '\n', 0) != SX_STR_NONE;
  if (is_bad)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "title is required: one line of up to %d bytes, unless content has a heading.",
                   SX_PLAN_MAX_TITLE_BYTES);
  return sx_plans_save(call, place, plan, err);
}

static sx_status change(sx_plan *plan, sx_call *call, const sx_memory_place *place,
                        const cJSON *args, sx_str title, sx_str action, sx_err *err) {
  sx_plan_change wanted = {
      .action = sx_str_is_equal(action, SX_STR("activate"))   ? SX_PLAN_ACTIVATE
                : sx_str_is_equal(action, SX_STR("update"))   ? SX_PLAN_UPDATE
                : sx_str_is_equal(action, SX_STR("complete")) ? SX_PLAN_COMPLETE
                                                              : SX_PLAN_GET,
      .title = title,
      .item = sx_str_trim(sx_args_str(args, "item", call->arena)),
      .is_done = sx_args_bool(args, "completed", true),
  };
  if (wanted.action == SX_PLAN_UPDATE && !wanted.item.len)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "item is required: the number of a check box, from 1, or the beginning of its "
                   "text. action=\"save\" replaces the whole plan.");
  return sx_plans_change(call, place, &wanted, plan, err);
}

static sx_status list(sx_call *call, const sx_memory_place *place, sx_answer *answer, sx_err *err) {
  sx_plans all;
  sx_status status =
      sx_tasks_answer_begin(call, sx_plans_list(call, place, &all, err), answer, err);
  cJSON *plans = status ? NULL : cJSON_AddArrayToObject(answer->facts, "plans");
  if (!plans) return status ? status : sx_fail(err, SX_NOMEM, NULL);
  answer->status = all.len ? SX_ANSWER_FOUND : SX_ANSWER_NONE;
  sx_buf_addf(&answer->text, "%zu plan%s\n", all.len, all.len == 1 ? "" : "s");
  sx_pager pager = {.answer = answer,
                    .facts = plans,
                    .count = all.len,
                    .no_cursor = "Call again with more max_tokens."};
  status = sx_pager_begin(&pager, SX_STR(""), err);
  while (!status && sx_pager_has_item(&pager)) {
    cJSON *fact = cJSON_CreateObject();
    sx_plan_answer_head(&all.items[pager.next], answer->max_tokens, &answer->text, fact);
    sx_answer_push(plans, fact);
  }
  if (!status) sx_pager_end(&pager);
  return status;
}

/* After the head, and with the line that reports a cut. */
static size_t room_of(const sx_answer *answer) {
  size_t used = sx_tokens_count(sx_buf_str(&answer->text)) + FRAME_TOKENS;
  return answer->max_tokens > used ? answer->max_tokens - used : 0;
}

/* Which box it was: the beginning of its text may have been enough. */
static sx_status add_box(const sx_plan *plan, sx_str item, sx_answer *answer, sx_err *err) {
  sx_plan_box box;
  sx_status status = sx_plan_find_box(plan, item, &box, err);
  if (status) return status;
  sx_str text = sx_utf8_cut(box.text, SHOWN_BYTES);
  sx_buf_addf(&answer->text, "[%c] %zu %.*s\n", box.is_done ? 'x' : ' ', box.number,
              SX_STR_ARG(text));
  cJSON_AddNumberToObject(answer->facts, "item", (double)box.number);
  sx_answer_fact(answer->facts, "text", text);
  return SX_OK;
}

static sx_status run(sx_call *call, const sx_memory_place *place, const cJSON *args, sx_str action,
                     sx_answer *answer, sx_err *err) {
  sx_plan plan;
  sx_str title = sx_str_trim(sx_args_str(args, "title", call->arena));
  bool is_saving = sx_str_is_equal(action, SX_STR("save"));
  sx_status status = is_saving ? save(&plan, call, place, args, title, err)
                               : change(&plan, call, place, args, title, action, err);
  status = sx_tasks_answer_begin(call, status, answer, err);
  if (status) return status;
  answer->status = SX_ANSWER_FOUND;
  sx_plan_answer_head(&plan, answer->max_tokens, &answer->text, answer->facts);
  if (sx_str_is_equal(action, SX_STR("get")))
    sx_plan_answer_text(&plan, room_of(answer), answer, answer->facts);
  if (!sx_str_is_equal(action, SX_STR("update"))) return SX_OK;
  return add_box(&plan, sx_str_trim(sx_args_str(args, "item", call->arena)), answer, err);
}

sx_status sx_tool_plan(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_str action = sx_args_str(args, "action", call->arena);
  if (!action.len) action = sx_args_has(args, "content") ? SX_STR("save") : SX_STR("get");
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  sx_memory_place place;
  bool is_list = sx_str_is_equal(action, SX_STR("list"));
  sx_status status = sx_memory_place_find(&place, call, err);
  if (!status)
    status =
        is_list ? list(call, &place, answer, err) : run(call, &place, args, action, answer, err);
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  return status;
}
