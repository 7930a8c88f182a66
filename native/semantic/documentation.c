#include "semantic/documentation.h"

#include "semantic/c_symbol.h"
#include "semantic/overloads.h"
#include "workspace/paths.h"
#include "servers/readiness.h"

bool sx_documentation_is_overload(const sx_documentation *doc, const sx_symbol *candidate) {
  const sx_symbol *symbol = doc->symbol;
  bool is_here = sx_str_is_equal(candidate->path, symbol->path);
  for (size_t i = 0; i < doc->declarations.len && is_here; i++)
    if (sx_pos16_is_equal(doc->declarations.items[i], candidate->at)) return true;
  return symbol->kind.len && sx_str_is_equal(candidate->kind, symbol->kind) &&
         sx_str_is_equal(candidate->path, symbol->path) &&
         sx_str_is_equal(candidate->container, symbol->container);
}

/* Why there is nothing but the text, where that is because no extension serves the language. */
static sx_status note_absence(sx_call *call, sx_documentation *doc, sx_err *err) {
  const sx_document *document;
  sx_readiness readiness = SX_READY;
  sx_status status = sx_document_open(call, doc->symbol->path, &document, err);
  if (!status) status = sx_readiness_get(call, document->language_id, &readiness, err);
  if (readiness == SX_ABSENT) doc->absent_language = document->language_id;
  return sx_status_ends_call(status) ? status : SX_OK;
}

bool sx_documentation_is_in_notebook(const sx_documentation *doc) {
  const sx_resolution *resolution = &doc->resolution;
  bool is_mentioned = resolution->is_only_in_text && resolution->text_count;
  return (doc->is_file_known && sx_path_is_notebook(doc->file)) ||
         (is_mentioned && sx_path_is_notebook(resolution->text_place.path));
}

sx_answer_status sx_documentation_judge(const sx_documentation *doc) {
  const sx_resolution *resolution = &doc->resolution;
  bool is_unsure = resolution->unready_language.len > 0;
  if (doc->symbol) {
    bool is_silent = doc->symbol->from == SX_FROM_LSP && !doc->parts.len;
    return is_unsure && (is_silent || doc->symbol->from == SX_FROM_TEXT) ? SX_ANSWER_UNKNOWN
                                                                         : SX_ANSWER_FOUND;
  }
  bool is_incomplete =
      resolution->is_scan_partial || resolution->is_timed_out || resolution->is_path_unsure;
  if (is_unsure || resolution->failure.len || is_incomplete) return SX_ANSWER_UNKNOWN;
  return sx_documentation_is_in_notebook(doc) ? SX_ANSWER_UNKNOWN : SX_ANSWER_NONE;
}

void sx_documentation_place(const sx_documentation *doc, sx_str *path, sx_pos16 *at) {
  const sx_symbol *symbol = doc->symbol;
  bool is_use =
      symbol->is_used_at && (!doc->is_file_known || sx_str_is_equal(symbol->used_in, doc->file));
  *path = is_use ? symbol->used_in : symbol->path;
  *at = is_use ? symbol->used_at : symbol->at;
}

/* A prototype, or a typedef of the same name, is no other symbol. */
static sx_status join_declarations(sx_call *call, sx_documentation *doc, sx_err *err) {
  sx_c_symbol joined;
  sx_str path;
  sx_pos16 at;
  if (doc->resolution.symbols.len < 2) return SX_OK;
  sx_documentation_place(doc, &path, &at);
  return sx_c_symbol_find(&joined, call, doc, path, at, err);
}

sx_status sx_documentation_collect(sx_call *call, sx_documentation *doc, sx_err *err) {
  doc->status = SX_ANSWER_UNKNOWN;
  doc->file = SX_STR("");
  if (!doc->error && doc->locator.file.len) {
    doc->error = sx_path_resolve(call, "file_path", doc->locator.file, &doc->file, &doc->err);
    doc->is_file_known = !doc->error;
    if (doc->is_file_known) doc->file_own = sx_path_own(call, doc->file);
  }
  if (!doc->error)
    doc->error = sx_resolve(call, &doc->locator, doc->file, &doc->resolution, &doc->err);
  if (doc->error) {
    if (sx_status_ends_call(doc->error) && err) *err = doc->err;
    return sx_status_ends_call(doc->error) ? doc->error : SX_OK;
  }
  if (doc->resolution.symbols.len) doc->symbol = &doc->resolution.symbols.items[0];
  sx_status status = SX_OK;
  if (doc->symbol) status = join_declarations(call, doc, err);
  if (!status && doc->symbol) status = sx_documentation_describe(call, doc, err);
  if (!status && doc->symbol && doc->symbol->from == SX_FROM_TEXT)
    status = note_absence(call, doc, err);
  if (status) return status;
  doc->status = sx_documentation_judge(doc);
  return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
}
