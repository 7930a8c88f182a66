#include "dive/dive.h"
#include "engine/args.h"
#include "workspace/paths.h"

/* JSON of the same content is longer; the depth decides on the length of the text. */
#define FACTS_PER_TEXT 3

sx_status sx_tool_deep_dive(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

static sx_dive_depth take_depth(sx_call *call, const cJSON *args) {
  sx_str depth = sx_args_str(args, "depth", call->arena);
  return sx_str_is_equal(depth, SX_STR("full"))      ? SX_DIVE_FULL
         : sx_str_is_equal(depth, SX_STR("context")) ? SX_DIVE_CONTEXT
                                                     : SX_DIVE_OVERVIEW;
}

/* `src/models.ts` is a file, `Order.save` is not: names of files end as those of a language do. */
static bool reads_as_file(sx_str given) {
  return sx_str_find_char(given, '#', 0) == SX_STR_NONE && sx_language_has_file(given);
}

/*
 * `models.ts` is src/models.ts where no other file has that name. `*is_named`: some file has it.
 */
static sx_status find_file(sx_call *call, sx_str given, sx_str *path, bool *is_named, sx_err *err) {
  sx_strs named = {0};
  *is_named = true;
  sx_status status = sx_path_resolve(call, "symbol", given, path, err);
  if (status != SX_NOT_FOUND) return status;
  sx_status listed = sx_path_find_named(call, given, &named, NULL);
  if (sx_status_ends_call(listed)) return sx_fail(err, listed, NULL);
  *is_named = named.len > 0;
  if (named.len != 1) return status;
  *path = named.items[0];
  return SX_OK;
}

/* An error names the argument that the file is from. */
static sx_status take_symbol(sx_target *target, sx_call *call, const cJSON *args, sx_str given,
                             sx_err *err) {
  *target = (sx_target){.path = SX_STR("")};
  sx_locator *locator = &target->locator;
  sx_status status = sx_target_take_given(locator, args, "symbol", given, call, err);
  bool is_context = !locator->file.len, is_named;
  sx_str file = is_context ? sx_args_str(args, "context_file", call->arena) : locator->file;
  if (!status && !is_context) status = find_file(call, file, &locator->file, &is_named, err);
  if (is_context) locator->file = file;
  if (!status && is_context && file.len)
    status = sx_path_resolve(call, "context_file", file, &file, err);
  return status ? status : sx_target_find_located(target, call, err);
}

static sx_status answer_file(sx_call *call, const cJSON *args, sx_str path, sx_answer *answer,
                             sx_err *err) {
  sx_dive dive;
  sx_status status = sx_dive_file(&dive, call, path, take_depth(call, args), err);
  return status ? status : sx_dive_write(&dive, answer, err);
}

/* `shop.till` of Python is the file shop/till.py: its place is the file's beginning. */
static bool is_module_file(const sx_call *call, const sx_symbol *symbol) {
  return sx_str_is_equal(symbol->kind, SX_STR("Module")) && !symbol->at.line &&
         !symbol->at.character && sx_path_is_inside(call, symbol->path);
}

static sx_status answer_symbol(sx_call *call, const cJSON *args, sx_str given, sx_answer *answer,
                               sx_err *err) {
  sx_dive dive;
  sx_target target;
  sx_status status = take_symbol(&target, call, args, given, err);
  if (status) return status;
  if (!target.symbol) return sx_target_write_missing(&target, call, answer, err);
  if (is_module_file(call, target.symbol))
    return answer_file(call, args, target.symbol->path, answer, err);
  status = sx_dive_symbol(&dive, call, &target, take_depth(call, args), err);
  return status ? status : sx_dive_write(&dive, answer, err);
}

sx_status sx_tool_deep_dive(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_str path, given = sx_str_trim(sx_args_str(args, "symbol", call->arena));
  int64_t tokens = (int64_t)sx_dive_tokens(take_depth(call, args));
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", tokens);
  bool is_file = reads_as_file(given), is_named = false;
  sx_status status = is_file ? find_file(call, given, &path, &is_named, err) : SX_OK;
  /* `queue.d` may be a member, too. */
  bool is_member =
      status == SX_NOT_FOUND && !is_named && sx_str_find_char(given, '/', 0) == SX_STR_NONE;
  sx_err missing = err && status ? *err : (sx_err){0};
  if (is_file && !status)
    status = answer_file(call, args, path, answer, err);
  else if (!is_file || is_member)
    status = answer_symbol(call, args, given, answer, err);
  if (is_member && !status && answer->status != SX_ANSWER_FOUND &&
      !cJSON_HasObjectItem(answer->facts, "sections")) {
    if (err) *err = missing;
    return SX_NOT_FOUND;
  }
  if (!sx_args_has(args, "max_tokens")) answer->max_tokens = (size_t)tokens * FACTS_PER_TEXT;
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  return status;
}
