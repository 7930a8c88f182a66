#include "engine/args.h"
#include "hierarchy/implementations.h"
#include "semantic/place_list.h"

#define DEFAULT_TOKENS 2000

sx_status sx_tool_find_implementations(sx_call *call, const cJSON *args, sx_answer *answer,
                                       sx_err *err);

static sx_status write(const sx_implementations *found, sx_place_list *list, const cJSON *args,
                       sx_answer *answer, sx_err *err) {
  cJSON *facts = cJSON_CreateArray();
  if (!facts) return sx_fail(err, SX_NOMEM, NULL);
  size_t count = list->items.len;
  answer->status = sx_implementations_status(found, count);
  sx_buf_addf(&answer->text, "%zu implementation%s of ", count, count == 1 ? "" : "s");
  sx_target_write_name(found->target, found->call, answer);
  sx_buf_add_char(&answer->text, '\n');
  sx_implementations_write_doubts(found, count, &answer->text);
  sx_str cursor = sx_args_str(args, "cursor", found->call->arena);
  sx_status status = sx_place_list_write(list, found->call, cursor, answer, facts, err);
  sx_target_write_others(found->target, found->call, answer);
  sx_answer_put(answer->facts, "interface", sx_target_fact(found->target, found->call));
  sx_answer_put(answer->facts, "implementations", facts);
  cJSON_AddNumberToObject(answer->facts, "total_count", (double)count);
  cJSON_AddBoolToObject(answer->facts, "is_interface",
                        !sx_implementations_is_other_kind(found, count));
  cJSON_AddStringToObject(answer->facts, "provenance", sx_implementations_provenance(found));
  return status;
}

sx_status sx_tool_find_implementations(sx_call *call, const cJSON *args, sx_answer *answer,
                                       sx_err *err) {
  sx_target target;
  sx_implementations found;
  sx_place_list list;
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  answer->is_own = true;
  sx_status status = sx_target_find(&target, call, args, err);
  if (!status && !target.symbol) status = sx_target_write_missing(&target, call, answer, err);
  if (!status && target.symbol) {
    status = sx_implementations_find(&found, call, &target, err);
    if (!status) status = sx_place_list_init(&list, call, &found.found, &found.self, err);
    if (!status) status = write(&found, &list, args, answer, err);
    if (status) return status;
  }
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  return status;
}
