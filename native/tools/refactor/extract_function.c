#include "engine/args.h"
#include "refactor/extract.h"
#include "refactor/served.h"
#include "workspace/paths.h"

sx_status sx_tool_extract_function(sx_call *call, const cJSON *args, sx_answer *answer,
                                   sx_err *err);

#define MAX_SHOWN 10

static uint32_t number(const cJSON *args, const char *name) {
  int64_t value = sx_args_int(args, name, 0);
  return value < 0 || value > INT32_MAX ? 0 : (uint32_t)value;
}

static sx_extract_kind kind_of(sx_str name) {
  if (sx_str_is_equal(name, SX_STR("function"))) return SX_EXTRACT_FUNCTION;
  if (sx_str_is_equal(name, SX_STR("method"))) return SX_EXTRACT_METHOD;
  if (sx_str_is_equal(name, SX_STR("variable"))) return SX_EXTRACT_VARIABLE;
  return SX_EXTRACT_ANY;
}

static sx_status check_range(const sx_extract_request *q, sx_err *err) {
  if (q->end_line < q->start_line)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "end_line %u is before start_line %u. Give the first line as start_line.",
                   q->end_line, q->start_line);
  if (!q->start_column == !q->end_column) return SX_OK;
  return sx_fail(err, SX_INVALID_ARGUMENT,
                 "%s is missing. Give both columns of an expression, or none for whole lines.",
                 q->start_column ? "end_column" : "start_column");
}

static sx_status take(sx_extraction *x, const cJSON *args, sx_err *err) {
  sx_extract_request *q = &x->request;
  q->name = sx_str_trim(sx_args_str(args, "function_name", x->call->arena));
  q->start_line = number(args, "start_line");
  q->end_line = number(args, "end_line");
  q->start_column = number(args, "start_column");
  q->end_column = number(args, "end_column");
  q->target_line = number(args, "target_line");
  q->kind = kind_of(sx_args_str(args, "kind", x->call->arena));
  q->replaces_duplicates = sx_args_bool(args, "replace_duplicates", false);
  if (!q->name.len)
    return sx_fail(err, SX_INVALID_ARGUMENT, "function_name is missing. Give the new name.");
  if (!q->start_line)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "start_line is missing. Give the first and the last line to extract.");
  if (!q->end_line) q->end_line = q->start_line;
  return check_range(q, err);
}

/* ---- the answer ------------------------------------------------------------------------------ */

static sx_str place_of(const sx_extraction *x, uint32_t offset) {
  sx_pos16 at = sx_document_position(x->document, offset);
  return sx_arena_printf(x->call->arena, "%.*s:%u:%u",
                         SX_STR_ARG(sx_path_display(x->call, x->document->path)), at.line + 1,
                         at.character + 1);
}

static void put_names(const sx_extraction *x, bool results, const char *fact, sx_answer *answer) {
  cJSON *list = cJSON_CreateArray();
  for (size_t i = 0; i < x->part.values.len; i++) {
    const sx_extract_value *value = &x->part.values.items[i];
    if (results ? !value->is_result : !value->is_parameter) continue;
    sx_str name = sx_arena_dup(x->call->arena, x->names.bindings.items[value->binding].name);
    sx_answer_push(list, cJSON_CreateString(name.ptr));
  }
  sx_answer_put(answer->facts, fact, list);
}

static void put_duplicates(const sx_extraction *x, sx_answer *answer) {
  cJSON *list = cJSON_CreateArray();
  for (size_t i = 0; i < x->duplicates.len; i++)
    sx_answer_push(list, cJSON_CreateString(place_of(x, x->duplicates.items[i].start).ptr));
  for (size_t i = 0; i < x->others.len; i++)
    sx_answer_push(list, cJSON_CreateString(place_of(x, x->others.items[i].start).ptr));
  sx_answer_put(answer->facts, "duplicates", list);
}

static void write_names(const sx_extraction *x, bool results, sx_answer *answer) {
  sx_buf_add_text(&answer->text, results ? "Results: " : "Parameters: ");
  if (!sx_extract_add_names(x, &x->part, results, &answer->text))
    sx_buf_add_text(&answer->text, "none");
  sx_buf_add_text(&answer->text, ". ");
}

static void write_duplicates(const sx_extraction *x, sx_answer *answer) {
  if (!x->duplicates.len) return;
  sx_buf_addf(&answer->text, x->request.replaces_duplicates
                                 ? "The same code was replaced as well at"
                                 : "The same code, which replace_duplicates=true replaces, is at");
  for (size_t i = 0; i < x->duplicates.len && i < MAX_SHOWN; i++)
    sx_buf_addf(&answer->text, "%s %.*s", i ? "," : "",
                SX_STR_ARG(place_of(x, x->duplicates.items[i].start)));
  if (x->duplicates.len > MAX_SHOWN)
    sx_buf_addf(&answer->text, " and %zu more places", x->duplicates.len - MAX_SHOWN);
  sx_buf_add_text(&answer->text, ".\n");
}

static void write_others(const sx_extraction *x, sx_answer *answer) {
  if (!x->others.len) return;
  sx_buf_add_text(&answer->text, "The same code, which may have another value and is left, is at");
  for (size_t i = 0; i < x->others.len && i < MAX_SHOWN; i++)
    sx_buf_addf(&answer->text, "%s %.*s", i ? "," : "",
                SX_STR_ARG(place_of(x, x->others.items[i].start)));
  if (x->others.len > MAX_SHOWN)
    sx_buf_addf(&answer->text, " and %zu more places", x->others.len - MAX_SHOWN);
  sx_buf_add_text(&answer->text, ".\n");
}

static uint32_t target_line(const sx_extraction *x) {
  return sx_document_position(x->document, x->at).line + 1;
}

static void describe(const sx_extraction *x, sx_answer *answer) {
  sx_str name = sx_arena_dup(x->call->arena, x->request.name);
  sx_answer_put(answer->facts, "function_name", cJSON_CreateString(name.ptr));
  put_names(x, false, "parameters", answer);
  put_names(x, true, "results", answer);
  sx_answer_put(answer->facts, "target_line", cJSON_CreateNumber(target_line(x)));
  put_duplicates(x, answer);
  bool is_variable = x->request.kind == SX_EXTRACT_VARIABLE;
  if (!is_variable) write_names(x, false, answer);
  if (!x->part.is_expression) write_names(x, true, answer);
  if (x->is_snapped)
    sx_buf_addf(&answer->text, "The selection was taken as %.*s to %.*s: whole %s. ",
                SX_STR_ARG(place_of(x, x->part.start)), SX_STR_ARG(place_of(x, x->part.end)),
                x->part.is_expression ? "expressions" : "statements");
  sx_buf_add_char(&answer->text, '\n');
  write_duplicates(x, answer);
  write_others(x, answer);
}

sx_status sx_tool_extract_function(sx_call *call, const cJSON *args, sx_answer *answer,
                                   sx_err *err) {
  sx_refactoring r;
  sx_extraction x = {.r = &r, .call = call};
  bool is_done;
  sx_str path;
  sx_status status = sx_refactoring_begin(&r, call, args, answer, &is_done, err);
  if (status || is_done) return status;
  sx_str file = sx_args_str(args, "file_path", call->arena);
  if (!file.len)
    return sx_fail(err, SX_INVALID_ARGUMENT, "file_path is missing. Give the path of a file.");
  status = take(&x, args, err);
  if (!status) status = sx_path_resolve(call, "file_path", file, &path, err);
  if (!status) status = sx_document_take(call, path, false, &x.document, err);
  if (!status) status = sx_change_check_current(call, x.document, err);
  if (!status && sx_served_is_for(x.document)) return sx_extract_by_server(&x, answer, err);
  if (!status) status = sx_extract_plan(&x, err);
  if (!status) status = sx_refactoring_finish(&r, answer, err);
  if (!status) describe(&x, answer);
  return status;
}
