#include "memory/plan_answer.h"

#include "text/tokens.h"

void sx_plan_answer_head(const sx_plan *plan, sx_buf *text, cJSON *facts) {
  const char *state = plan->is_active ? " (active)" : plan->is_completed ? " (completed)" : "";
  sx_buf_addf(text, "Plan '%.*s'%s", SX_STR_ARG(plan->title), state);
  if (plan->boxes) sx_buf_addf(text, ": %zu of %zu done", plan->done, plan->boxes);
  sx_buf_add_char(text, '\n');
  sx_answer_fact(facts, "title", plan->title);
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
