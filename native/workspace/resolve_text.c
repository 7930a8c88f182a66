#include "text/declaration.h"
#include "workspace/resolve.h"

enum { SCORE_TEXT = 10 };

sx_status sx_resolve__text(sx_call *call, const sx_locator *locator, const sx_document *document,
                           sx_resolution *out, sx_err *err) {
  sx_declaration declaration;
  bool is_found = false;
  sx_status status = sx_declaration_find(&declaration, &is_found, document->text, locator->name,
                                         document->language, call->arena, err);
  if (status || !is_found) return status;
  sx_pos16 at = sx_document_position(document, declaration.offset);
  sx_symbol *symbol = sx_resolve__add(call, out, document->path, at);
  if (!symbol) return SX_OK;
  symbol->name = sx_arena_dup(call->arena, locator->name);
  symbol->kind = sx_str_from(declaration.kind);
  symbol->from = SX_FROM_TEXT;
  symbol->is_declaration_known = true;
  symbol->text_signature = declaration.signature;
  symbol->text_comment = declaration.comment;
  symbol->score = SCORE_TEXT + declaration.score;
  return SX_OK;
}
