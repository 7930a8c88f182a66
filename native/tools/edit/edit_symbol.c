#include "engine/args.h"
#include "refactor/symbol_edit.h"
#include "refactor/symbol_place.h"
#include "workspace/document_edit.h"

sx_status sx_tool_edit_symbol(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

/* ---- arguments
 * ----------------------------------------------------------------------------------- */

static const char *const operations[] = {
    [SX_SYMBOL_REPLACE] = "replace",
    [SX_SYMBOL_REPLACE_BODY] = "replace_body",
    [SX_SYMBOL_INSERT_BEFORE] = "insert_before",
    [SX_SYMBOL_INSERT_AFTER] = "insert_after",
    [SX_SYMBOL_DELETE] = "delete",
};
#define OPERATION_COUNT (sizeof operations / sizeof *operations)

static sx_status take_operation(sx_symbol_operation *out, sx_str given, sx_err *err) {
  for (size_t i = 0; i < OPERATION_COUNT; i++) {
    if (!sx_str_is_equal(given, sx_str_from(operations[i]))) continue;
    *out = (sx_symbol_operation)i;
    return SX_OK;
  }
  return sx_fail(err, SX_INVALID_ARGUMENT,
                 "operation is missing. Give replace, replace_body, insert_before, insert_after or "
                 "delete.");
}

/* With \n, without the blank lines around it. */
static sx_str take_content(sx_str given, sx_arena *arena) {
  sx_str text = sx_str_trim_end(sx_text_with_line_end(given, SX_STR("\n"), arena));
  size_t start = 0;
  for (size_t at = 0; at < text.len && strchr(" \t\n", text.ptr[at]); at++)
    if (text.ptr[at] == '\n') start = at + 1;
  return sx_str_slice(text, start, text.len);
}

static sx_status take(sx_symbol_edit *edit, const cJSON *args, sx_err *err) {
  sx_arena *arena = edit->call->arena;
  sx_status status = take_operation(&edit->operation, sx_args_str(args, "operation", arena), err);
  if (status) return status;
  edit->content = take_content(sx_args_str(args, "content", arena), arena);
  edit->ignores_uses = sx_args_bool(args, "ignore_uses", false);
  bool is_deletion = edit->operation == SX_SYMBOL_DELETE;
  bool may_lack = is_deletion || edit->operation == SX_SYMBOL_REPLACE_BODY;
  if (!edit->content.len && !may_lack)
    return sx_fail(
        err, SX_INVALID_ARGUMENT,
        "content is missing. Give the declaration, or delete with operation=\"delete\".");
  if (edit->content.len && is_deletion)
    return sx_fail(
        err, SX_INVALID_ARGUMENT,
        "content cannot be used with operation=\"delete\". Pass operation=\"replace\" to "
        "put it in the symbol's place.");
  return SX_OK;
}

/* ---- the answer
 * ---------------------------------------------------------------------------------- */

static sx_status fail_missing(const sx_symbol_edit *edit, sx_answer *answer, sx_err *err) {
  sx_status status = sx_target_write_missing(&edit->target, edit->call, answer, err);
  if (status) return status;
  return sx_fail(err, SX_NO_MATCH, "%.*s Nothing was changed.",
                 SX_STR_ARG(sx_str_trim_end(sx_buf_str(&answer->text))));
}

static sx_status write_warnings(const sx_symbol_edit *edit, sx_answer *answer, sx_err *err) {
  cJSON *facts = cJSON_CreateArray();
  if (!facts) return sx_fail(err, SX_NOMEM, NULL);
  for (size_t i = 0; i < edit->warnings.len; i++) {
    sx_str warning = edit->warnings.items[i];
    sx_buf_addf(&answer->text, "Warning: %.*s\n", SX_STR_ARG(warning));
    sx_answer_push(facts, cJSON_CreateString(warning.ptr));
  }
  sx_answer_put(answer->facts, "warnings", facts);
  return SX_OK;
}

static sx_status run(sx_symbol_edit *edit, sx_change *change, const sx_change_request *request,
                     sx_answer *answer, sx_err *err) {
  sx_status status = sx_symbol_edit_plan(edit, err);
  if (!status) status = sx_change_edit(change, edit->document, edit->after, err);
  if (!status) status = sx_change_answer(change, request, answer, err);
  if (!status) status = write_warnings(edit, answer, err);
  if (status) return status;
  sx_answer_put(answer->facts, "symbol", sx_target_fact(&edit->target, edit->call));
  cJSON_AddStringToObject(answer->facts, "operation", operations[edit->operation]);
  return SX_OK;
}

sx_status sx_tool_edit_symbol(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_symbol_edit edit = {.call = call};
  sx_change change;
  sx_change_request request = {.is_preview = true, .save = true};
  sx_change_init(&change, call, call->tool);
  sx_status status = sx_change_request_take(&request, args, call, answer, err);
  if (status) return status;
  if (request.id.len) {
    status = sx_change_request_find(&request, &change, call, err);
    return status ? status : sx_change_answer(&change, &request, answer, err);
  }
  status = take(&edit, args, err);
  if (!status) status = sx_target_find(&edit.target, call, args, err);
  if (!status) status = sx_symbol_place_check(call, &edit.target, args, err);
  if (!status) status = sx_symbol_edit_find_in_outline(&edit, err);
  if (!status && !edit.target.symbol) return fail_missing(&edit, answer, err);
  return status ? status : run(&edit, &change, &request, answer, err);
}
