#include "refactor/extract.h"
#include "refactor/served.h"

/* ---- the selection --------------------------------------------------------------------------- */

static bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Servers take no blanks around code, nor the end of its statement after an expression. */
static void trim(const sx_document *document, bool is_expression, size_t *start, size_t *end) {
  sx_str text = document->text;
  while (*start < *end && is_space(text.ptr[*start])) ++*start;
  while (*end > *start &&
         (is_space(text.ptr[*end - 1]) || (is_expression && text.ptr[*end - 1] == ';')))
    --*end;
}

static sx_status select_code(const sx_extraction *x, sx_served *served, sx_err *err) {
  const sx_extract_request *q = &x->request;
  const sx_document *document = served->actions.document;
  uint32_t count = document->lines.count;
  if (q->start_line > count || q->end_line > count || q->end_line < q->start_line)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "Lines %u-%u are not in the file, which has %u lines. Nothing was changed. Give "
                   "lines of it.",
                   q->start_line, q->end_line, count);
  sx_pos16 from = {q->start_line - 1, q->start_column ? q->start_column - 1 : 0};
  sx_pos16 to = {q->end_line - 1, q->end_column ? q->end_column - 1 : UINT32_MAX};
  size_t start = sx_document_offset(document, from), end = sx_document_offset(document, to);
  trim(document, served->what == SX_SERVED_VARIABLE, &start, &end);
  served->actions.range = (sx_range16){sx_document_position(document, start),
                                       sx_document_position(document, end > start ? end : start)};
  if (start < end) return SX_OK;
  return sx_served_refuse(served, err,
                          "there is no code in the selection. Give the lines of some.");
}

/* ---- wishes that no server takes ------------------------------------------------------------- */

static sx_status check_request(const sx_extraction *x, const sx_served *served, sx_err *err) {
  const sx_extract_request *q = &x->request;
  if (q->target_line)
    return sx_served_refuse(served, err,
                            "this language is refactored by its language server, which decides "
                            "where the function goes. Leave out target_line.");
  if (q->replaces_duplicates && served->what != SX_SERVED_VARIABLE)
    return sx_served_refuse(served, err,
                            "this language is refactored by its language server, which does not "
                            "look for the same code elsewhere. Leave out replace_duplicates.");
  return SX_OK;
}

static sx_served_what what_of(sx_extract_kind kind) {
  if (kind == SX_EXTRACT_METHOD) return SX_SERVED_METHOD;
  return kind == SX_EXTRACT_VARIABLE ? SX_SERVED_VARIABLE : SX_SERVED_FUNCTION;
}

/* ---- the whole ------------------------------------------------------------------------------- */

sx_status sx_extract_by_server(sx_extraction *x, sx_answer *answer, sx_err *err) {
  sx_served served = {.r = x->r, .what = what_of(x->request.kind)};
  sx_str was = SX_STR(""), name = x->request.name;
  served.replaces_all = x->request.replaces_duplicates;
  sx_status status = sx_document_open(x->call, x->document->path, &served.actions.document, err);
  if (!status) status = select_code(x, &served, err);
  if (!status) status = check_request(x, &served, err);
  if (!status) status = sx_served_plan(&served, err);
  if (!status) status = sx_served_name(&served, name, &was, err);
  if (!status) status = sx_refactoring_finish(x->r, answer, err);
  if (status) return status;
  sx_served_write(&served, answer);
  sx_buf_addf(&answer->text, " Its name %.*s was replaced by %.*s.\n", SX_STR_ARG(was),
              SX_STR_ARG(name));
  sx_answer_fact(answer->facts, "function_name", sx_arena_dup(x->call->arena, name));
  return SX_OK;
}
