#include "hierarchy/hierarchy_answer.h"

#include "engine/args.h"
#include "hierarchy/relatives.h"

#define DEFAULT_TOKENS 2000

static sx_status take_direction(sx_relatives *ask, sx_call *call, const cJSON *args, sx_err *err) {
  static const char *const names[2][2] = {{"incoming", "outgoing"}, {"supertypes", "subtypes"}};
  static const sx_relation relations[2][2] = {{SX_INCOMING_CALLS, SX_OUTGOING_CALLS},
                                              {SX_SUPERTYPES, SX_SUBTYPES}};
  sx_str direction = sx_args_str(args, "direction", call->arena);
  bool is_both = !direction.len || sx_str_is_equal(direction, SX_STR("both"));
  for (size_t i = 0; i < 2; i++)
    if (is_both || sx_str_is_equal(direction, sx_str_from(names[ask->is_of_types][i])))
      ask->relations[ask->relation_count++] = relations[ask->is_of_types][i];
  if (ask->relation_count) return SX_OK;
  return sx_fail(err, SX_INVALID_ARGUMENT, "direction must be %s, %s or both, not '%.*s'.",
                 names[ask->is_of_types][0], names[ask->is_of_types][1],
                 SX_STR_ARG(sx_str_slice(direction, 0, 40)));
}

/* A bare name means a type, or a function, where one has it, whatever else is called so. */
static void prefer_kind(const sx_relatives *ask, sx_target *target) {
  const sx_locator *locator = &target->locator;
  if (!target->symbol || locator->has_line || locator->line_text.len) return;
  sx_relatives one = {.is_of_types = ask->is_of_types};
  for (size_t i = 0; i < target->resolution.symbols.len; i++) {
    sx_target other = {.symbol = &target->resolution.symbols.items[i]};
    one.target = &other;
    if (sx_relatives_is_of_other_kind(&one)) continue;
    if (i) sx_target_prefer(target, i);
    return;
  }
}

/* Without a server, unless that is starting and the text has nothing to put in its place. */
static sx_status find_target(sx_target *out, sx_relatives *ask, sx_call *call, const cJSON *args,
                             sx_err *err) {
  sx_status status = sx_target_find(out, call, args, err);
  ask->target = out;
  if (!status) prefer_kind(ask, out);
  if (status || !call->early.len || sx_relatives_may_be_by_text(ask)) return status;
  if (out->symbol && sx_relatives_is_of_other_kind(ask)) return status;
  call->may_be_early = false;
  status = sx_target_find(out, call, args, err);
  if (!status) prefer_kind(ask, out);
  return status;
}

static sx_status write(const sx_relatives *found, const cJSON *args, sx_answer *answer,
                       sx_err *err) {
  sx_status status = SX_OK;
  const sx_target *target = found->target;
  sx_target_write_name(target, found->call, answer);
  sx_buf_add_char(&answer->text, '\n');
  answer->status = sx_relatives_write_doubts(found, &answer->text);
  sx_str cursor = sx_args_str(args, "cursor", found->call->arena);
  if (found->has_root)
    status =
        sx_hierarchy_write(found->trees, found->relation_count, found->call, cursor, answer, err);
  sx_target_write_others(target, found->call, answer);
  sx_answer_put(answer->facts, found->is_of_types ? "current_type" : "symbol",
                sx_target_fact(target, found->call));
  if (found->has_root)
    cJSON_AddStringToObject(answer->facts, "provenance", sx_relatives_provenance(found));
  return status;
}

sx_status sx_hierarchy_answer(sx_call *call, const cJSON *args, bool is_of_types, sx_answer *answer,
                              sx_err *err) {
  sx_target target;
  sx_relatives found = {.is_of_types = is_of_types};
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  answer->is_own = true;
  found.depth = (uint32_t)sx_args_int(args, "depth", 1);
  sx_status status = take_direction(&found, call, args, err);
  if (!status) status = find_target(&target, &found, call, args, err);
  if (!status && !target.symbol) status = sx_target_write_missing(&target, call, answer, err);
  if (!status && target.symbol) {
    status = sx_relatives_find(&found, call, &target, err);
    if (!status) status = write(&found, args, answer, err);
  }
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  return status;
}
