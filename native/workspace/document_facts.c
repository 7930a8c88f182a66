#include "workspace/document_facts.h"

#include "syntax/c_scan.h"
#include "syntax/languages.h"
#include "workspace/facts_host.h"

sx_status sx_document_facts_in(sx_facts *out, bool *is_read, const sx_document *document,
                               sx_arena *arena, sx_err *err) {
  const sx_syntax_language *language =
      sx_syntax_language_find(document->language_id, document->path, document->text);
  bool is_cpp = false;
  *out = (sx_facts){0};
  *is_read = false;
  if (!language || language->reader != SX_SYNTAX_SCAN) return SX_OK;
  sx_status status = sx_c_scan(out, NULL, &is_cpp, document->text, arena, err);
  *is_read = !status && !is_cpp;
  return status;
}

sx_status sx_document_facts(sx_facts *out, bool *is_read, sx_call *call,
                            const sx_document *document, sx_err *err) {
  sx_text_facts all;
  sx_status status = sx_document_facts_in(out, is_read, document, call->arena, err);
  const sx_syntax_language *language =
      sx_syntax_language_find(document->language_id, document->path, document->text);
  if (status || *is_read || !language) return status;
  status =
      sx_facts_host_ask(&all, call, sx_str_from(language->name), document->text, call->arena, err);
  *out = all.facts;
  *is_read = !status && all.extent == SX_FACTS_WHOLE;
  return status;
}
