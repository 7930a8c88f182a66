#include "answer/facts.h"
#include "engine/args.h"
#include "refactor/signature.h"
#include "refactor/symbol_place.h"

sx_status sx_tool_change_signature(sx_call *call, const cJSON *args, sx_answer *answer,
                                   sx_err *err);

/* Nothing found is an error for a tool that changes. */
static sx_status fail_missing(const sx_signature *change, sx_answer *answer, sx_err *err) {
  sx_status status = sx_target_write_missing(&change->target, change->call, answer, err);
  if (status) return status;
  return sx_fail(err, SX_NO_MATCH, "%.*s Nothing was changed.",
                 SX_STR_ARG(sx_str_trim_end(sx_buf_str(&answer->text))));
}

static void write(const sx_signature *change, sx_str before, sx_str after, sx_answer *answer) {
  sx_buf_addf(&answer->text, "Signature: %.*s -> %.*s\n%zu call%s updated", SX_STR_ARG(before),
              SX_STR_ARG(after), change->calls_updated, change->calls_updated == 1 ? "" : "s");
  if (change->calls_fitting)
    sx_buf_addf(&answer->text, ", %zu fit%s as %s", change->calls_fitting,
                change->calls_fitting == 1 ? "s" : "",
                change->calls_fitting == 1 ? "it is" : "they are");
  if (change->calls_left)
    sx_buf_addf(&answer->text, ", %zu left as %s", change->calls_left,
                change->calls_left == 1 ? "it is" : "they are");
  sx_buf_add_text(&answer->text, ".\n");
  sx_answer_fact(answer->facts, "function", change->new_name);
  sx_answer_fact(answer->facts, "old_signature", before);
  sx_answer_fact(answer->facts, "new_signature", after);
  cJSON_AddNumberToObject(answer->facts, "call_sites_updated", (double)change->calls_updated);
  cJSON_AddNumberToObject(answer->facts, "call_sites_left", (double)change->calls_left);
}

sx_status sx_tool_change_signature(sx_call *call, const cJSON *args, sx_answer *answer,
                                   sx_err *err) {
  sx_refactoring r;
  sx_signature change = {.r = &r, .call = call};
  sx_str before = SX_STR(""), after = SX_STR("");
  bool is_done;
  sx_status status = sx_refactoring_begin(&r, call, args, answer, &is_done, err);
  if (status || is_done) return status;
  status = sx_target_find(&change.target, call, args, err);
  if (!status) status = sx_symbol_check_alone(call, &change.target, err);
  if (!status) status = sx_symbol_place_check(call, &change.target, args, err);
  if (!status && !change.target.symbol) return fail_missing(&change, answer, err);
  if (!status) status = sx_signature_change(&change, args, &before, &after, err);
  if (!status) status = sx_refactoring_finish(&r, answer, err);
  if (!status) write(&change, before, after, answer);
  return status;
}
