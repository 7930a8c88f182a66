#include "memory/plan_answer.h"

#include "text/tokens.h"

/* The part of an answer that a title may have: one eighth. */
#define TITLE_SHARE 8

void sx_plan_answer_head(const sx_plan *plan, size_t max_tokens, sx_buf *text, cJSON *facts) {
  const char *state = plan->is_active ? " (active)" : plan->is_completed ? " (completed)" : "";
  size_t shown = sx_tokens_room(plan->title, max_tokens / TITLE_SHARE), start = text->len;
  bool is_cut = shown < plan->title.len;
  sx_buf_addf(text, "Plan '%.*s%s'%s", (int)shown, plan->title.ptr, is_cut ? "…" : "", state);
  if (plan->boxes) sx_buf_addf(text, ": %zu of %zu done", plan->done, plan->boxes);
  sx_buf_add_char(text, '\n');
  size_t len = shown + (is_cut ? sizeof "…" - 1 : 0), from = start + sizeof "Plan '" - 1;
  sx_answer_fact(facts, "title", sx_str_slice(sx_buf_str(text), from, from + len));
  cJSON_AddBoolToObject(facts, "active", plan->is_active);
  cJSON_AddBoolToObject(facts, "completed", plan->is_completed);
  cJSON_AddNumberToObject(facts, "total", (double)plan->boxes);
  cJSON_AddNumberToObject(facts, "done", (double)plan->done);
}

void sx_plan_answer_text(const sx_plan *plan, size_t tokens, sx_answer *answer, cJSON *facts) {
  sx_str rest = plan->text, line;
  size_t used = 0, start = answer->text.len;
  bool is_cut = false;
  while (!is_cut && sx_str_next_line(&rest, &line)) {
    used += sx_tokens_count(line) + 1;
    is_cut = used > tokens;
    if (!is_cut) sx_buf_addf(&answer->text, "%.*s\n", SX_STR_ARG(line));
  }
  sx_str shown = sx_str_slice(sx_buf_str(&answer->text), start, answer->text.len);
  sx_answer_fact(facts, "content", sx_str_trim_end(shown));
  if (!is_cut) return;
  answer->is_truncated = true;
  sx_buf_addf(&answer->text, "[the plan is longer: plan(action=\"get\") with more max_tokens]\n");
}
