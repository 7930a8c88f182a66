#include "resolve/declared_text.h"
#include "resolve/resolve.h"
#include "text/qualifier.h"

enum { SCORE_TEXT = 10 };

/* Generated and vendored code rarely is what is meant, tests seldom; prose only quotes code. */
int sx_resolve__path_score(sx_str path) {
  static const char *const unlikely[] = {"/node_modules/", "/dist/", "/build/",      "/out/",
                                         "/vendor/",       "/.",     "/third_party/"};
  static const char *const seldom[] = {"/test/", "/tests/", "/__tests__/", "/spec/",
                                       ".test.", ".spec.",  "_test.",      "/examples/"};
  static const char *const prose[] = {".rst",  ".txt", ".md",  ".markdown", ".adoc",
                                      ".html", ".htm", ".tex", ".log"};
  int score = 0;
  for (size_t i = 0; i < sizeof unlikely / sizeof *unlikely; i++)
    if (sx_str_find(path, sx_str_from(unlikely[i]), 0) != SX_STR_NONE) score -= 40;
  for (size_t i = 0; i < sizeof seldom / sizeof *seldom; i++)
    if (sx_str_find(path, sx_str_from(seldom[i]), 0) != SX_STR_NONE) score -= 10;
  for (size_t i = 0; i < sizeof prose / sizeof *prose; i++)
    if (sx_str_has_suffix(path, sx_str_from(prose[i]))) score -= 100;
  return score;
}

static sx_status add(sx_call *call, const sx_locator *locator, const sx_document *document,
                     const sx_declaration *declaration, sx_resolution *out, sx_err *err) {
  sx_pos16 at = sx_document_position(document, declaration->offset);
  /* A function's own symbol is not listed beside one of that name that all code can use. */
  if (out->symbols.len &&
      sx_container_is_local(document->text, declaration->offset, document->language, call->arena))
    return SX_OK;
  sx_symbol *symbol = sx_resolve__add(call, out, document->path, at);
  if (!symbol) return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
  symbol->name = sx_arena_dup(call->arena, locator->name);
  symbol->kind = sx_str_from(declaration->kind);
  symbol->from = SX_FROM_TEXT;
  symbol->is_declaration_known = true;
  symbol->text_signature = declaration->signature;
  symbol->text_comment = declaration->comment;
  symbol->score = SCORE_TEXT + declaration->score + sx_resolve__path_score(document->path);
  return SX_OK;
}

sx_status sx_resolve__text(sx_call *call, const sx_locator *locator, const sx_document *document,
                           sx_resolution *out, sx_err *err) {
  sx_declaration declaration;
  sx_status status = sx_declared_text_find(&declaration, locator, document, call->arena, err);
  if (status || !declaration.score) return status;
  return add(call, locator, document, &declaration, out, err);
}
