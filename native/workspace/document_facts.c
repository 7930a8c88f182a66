#include "workspace/document_facts.h"

#include "base/map.h"
#include "syntax/c_scan.h"
#include "syntax/languages.h"
#include "workspace/facts_host.h"

static sx_status read_c(sx_facts *out, bool *is_read, const sx_document *document, sx_arena *arena,
                        sx_err *err) {
  bool is_cpp = false;
  sx_status status = sx_c_scan(out, NULL, &is_cpp, document->text, arena, err);
  *is_read = !status && !is_cpp;
  return status;
}

/* A file that the editor has open is asked about again after each edit. Two files of one number
 * only push each other out. */
static uint32_t number_of(const sx_document *document) {
  uint32_t hash = (uint32_t)sx_hash(document->path);
  return document->is_peeked ? 0 : hash ? hash : 1;
}

static sx_status read_all(sx_text_facts *out, bool *is_read, sx_call *call,
                          const sx_document *document, sx_arena *arena, sx_err *err) {
  const sx_syntax_language *language =
      sx_syntax_language_find(document->language_id, document->path, document->text);
  *out = (sx_text_facts){0};
  *is_read = false;
  if (!language) return SX_OK;
  sx_status status = SX_OK;
  if (language->reader == SX_SYNTAX_SCAN)
    status = read_c(&out->facts, is_read, document, arena, err);
  if (status || *is_read || !call) return status;
  status = sx_facts_host_ask(out, call, sx_str_from(language->name), document->text,
                             number_of(document), arena, err);
  *is_read = !status && out->extent == SX_FACTS_WHOLE;
  return status;
}

sx_status sx_document_facts_in(sx_facts *out, bool *is_read, sx_call *call,
                               const sx_document *document, sx_arena *arena, sx_err *err) {
  sx_text_facts all;
  sx_status status = read_all(&all, is_read, call, document, arena, err);
  *out = all.facts;
  return status;
}

sx_status sx_document_all_facts(sx_text_facts *out, bool *is_read, sx_call *call,
                                const sx_document *document, sx_err *err) {
  return read_all(out, is_read, call, document, call->arena, err);
}

sx_status sx_document_facts(sx_facts *out, bool *is_read, sx_call *call,
                            const sx_document *document, sx_err *err) {
  return sx_document_facts_in(out, is_read, call, document, call->arena, err);
}
