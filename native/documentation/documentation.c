#include "documentation/documentation.h"

#include "servers/readiness.h"

/* Why there is nothing but the text, where that is because no extension serves the language. */
static sx_status note_absence(sx_call *call, sx_documentation *doc, sx_err *err) {
  const sx_document *document;
  sx_readiness readiness = SX_READY;
  sx_status status = sx_document_open(call, doc->target.symbol->path, &document, err);
  if (!status) status = sx_readiness_get(call, document->language_id, &readiness, err);
  if (readiness == SX_ABSENT) doc->absent_language = document->language_id;
  return sx_status_ends_call(status) ? status : SX_OK;
}

/* A prototype, or a typedef of the same name, is not another symbol. */
static sx_status join_declarations(sx_call *call, sx_documentation *doc, sx_err *err) {
  sx_c_symbol joined;
  sx_target *target = &doc->target;
  if (target->resolution.symbols.len < 2 || call->early.len) return SX_OK;
  return sx_c_symbol_find(&joined, call, target, target->path, target->at, err);
}

static sx_answer_status judge_documentation(const sx_call *call, const sx_documentation *doc) {
  const sx_symbol *symbol = doc->target.symbol;
  if (!symbol) return sx_target_judge_missing(&doc->target);
  bool is_silent = symbol->from == SX_FROM_LSP && (!doc->parts.len || call->is_late);
  bool is_open = is_silent || symbol->from != SX_FROM_LSP;
  return doc->target.resolution.unready_language.len && is_open ? SX_ANSWER_UNKNOWN
                                                                : SX_ANSWER_FOUND;
}

sx_status sx_documentation_collect(sx_call *call, sx_documentation *doc, sx_err *err) {
  doc->status = SX_ANSWER_UNKNOWN;
  if (!doc->error) doc->error = sx_target_resolve(&doc->target, call, &doc->err);
  if (doc->error) {
    if (sx_status_ends_call(doc->error) && err) *err = doc->err;
    return sx_status_ends_call(doc->error) ? doc->error : SX_OK;
  }
  const sx_symbol *symbol = doc->target.symbol;
  sx_status status = SX_OK;
  if (symbol) status = join_declarations(call, doc, err);
  if (!status && symbol) status = sx_documentation_describe(call, doc, err);
  if (!status && symbol && symbol->from != SX_FROM_LSP) status = note_absence(call, doc, err);
  if (status) return status;
  doc->status = judge_documentation(call, doc);
  return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
}
