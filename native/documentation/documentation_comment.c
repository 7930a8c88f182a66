#include "documentation/overloads.h"
#include "resolve/declared_text.h"

#define OTHERS_MS 1500
#define MAX_OTHERS 4

static sx_str comment_at(sx_call *call, const sx_document *document, sx_pos16 at) {
  return sx_declared_comment(document, sx_document_offset(document, at), call->arena);
}

sx_status sx_documentation_comment(sx_call *call, sx_str path, sx_pos16 at, sx_str *out,
                                   sx_err *err) {
  const sx_document *document;
  *out = SX_STR("");
  sx_status status = sx_document_peek_any(call, path, &document, err);
  if (!status && document) *out = comment_at(call, document, at);
  return status;
}

/* ---- other declarations --------------------------------------------------------------------- */

/* In C `typedef struct x x;` is the declaration of `x` that a name finds first. */
static bool is_typedef_of_tag(const sx_document *document, sx_pos16 at, sx_str name,
                              sx_pos16 *tag) {
  if (!(document->language->flags & SX_LANGUAGE_C_FUNCTIONS)) return false;
  sx_str line = sx_lines_get(&document->lines, at.line);
  size_t first = sx_str_find(line, name, 0);
  bool is_typedef = sx_str_has_prefix(sx_str_trim(line), SX_STR("typedef "));
  if (!is_typedef || first == SX_STR_NONE) return false;
  *tag = sx_document_position(document, (size_t)(line.ptr - document->text.ptr) + first);
  return !sx_pos16_is_equal(*tag, at);
}

static sx_status find_others(sx_call *call, const sx_documentation *doc,
                             const sx_document *document, sx_places *out, sx_err *err) {
  sx_batch batch;
  const sx_symbol *symbol = doc->target.symbol;
  size_t slots[4], count = 0;
  sx_pos16 tag;
  sx_batch_init(&batch, call->wait, call->arena);
  slots[count++] = sx_batch_places(&batch, SX_PLACES_DEFINITION, symbol->path, symbol->at);
  slots[count++] = sx_batch_places(&batch, SX_PLACES_DECLARATION, symbol->path, symbol->at);
  if (is_typedef_of_tag(document, symbol->at, symbol->name, &tag))
    slots[count++] = sx_batch_places(&batch, SX_PLACES_DEFINITION, symbol->path, tag);
  sx_status status = sx_batch_run_within(&batch, OTHERS_MS, err);
  for (size_t i = 0; i < count && !status; i++) {
    sx_places places = {0};
    status = sx_batch_get_places(&batch, slots[i], &places, err);
    for (size_t k = 0; k < places.len && k < MAX_OTHERS && !status; k++) {
      sx_place *place = SX_ARRAY_ADD(out, call->arena);
      if (place) *place = places.items[k];
    }
    if (status == SX_HOST) status = SX_OK;
  }
  sx_batch_release(&batch);
  return sx_status_ends_call(status) ? status : SX_OK;
}

/* In TypeScript the definition of a declaration is itself: asking for it only costs time. */
static bool may_have_others(const sx_document *document) {
  return document && !sx_str_is_equal(sx_language_name(document->language), SX_STR("typescript"));
}

/* The comment of another declaration, if the name stands there. */
static sx_status comment_elsewhere(sx_call *call, const sx_documentation *doc, sx_str *out,
                                   sx_err *err) {
  sx_places others = {0};
  const sx_document *own;
  sx_str name = doc->target.symbol->declared_as.len ? doc->target.symbol->declared_as
                                                    : doc->target.symbol->name;
  sx_status status = sx_document_peek_any(call, doc->target.symbol->path, &own, err);
  if (status || !may_have_others(own)) return status;
  status = find_others(call, doc, own, &others, err);
  for (size_t i = 0; i < others.len && !status && !out->len; i++) {
    const sx_place *place = &others.items[i];
    const sx_document *document;
    status = sx_document_peek_any(call, place->path, &document, err);
    if (status || !document) continue;
    size_t at = sx_document_offset(document, place->range.start);
    sx_str there = sx_str_slice(document->text, at, document->text.len);
    if (sx_str_has_prefix(there, name)) *out = comment_at(call, document, place->range.start);
  }
  return status;
}

/* ---- to the hovers -------------------------------------------------------------------------- */

static void add_part(sx_call *call, sx_documentation *doc, sx_hover_kind kind, sx_str value) {
  sx_hover_part *part = value.len ? SX_ARRAY_ADD(&doc->parts, call->arena) : NULL;
  if (part) *part = (sx_hover_part){.kind = kind, .value = value, .language = SX_STR("")};
}

/* Without a hover the text of the declaration is its signature. */
static sx_status add_declaration(sx_call *call, sx_documentation *doc, sx_err *err) {
  const sx_document *document;
  const sx_symbol *symbol = doc->target.symbol;
  if (doc->parts.len || !symbol->is_declaration_known) return SX_OK;
  sx_status status = sx_document_peek_any(call, symbol->path, &document, err);
  if (status || !document) return status;
  size_t at = sx_document_offset(document, symbol->at);
  sx_str there = sx_str_slice(document->text, at, document->text.len);
  if (sx_str_has_prefix(there, symbol->name))
    add_part(call, doc, SX_HOVER_CODE,
             sx_declaration_signature(document->text, at, document->language, call->arena));
  return SX_OK;
}

sx_status sx_documentation_add_comment(sx_call *call, sx_documentation *doc, sx_err *err) {
  sx_hover_text text = SX_HOVER_NOTHING;
  sx_str comment = SX_STR("");
  sx_status status = SX_OK;
  bool is_known = doc->target.symbol->is_declaration_known;
  if (doc->parts.len)
    status = sx_hover_format(&text, doc->parts.items, doc->parts.len, SX_ANSWER_MAX_BYTES,
                             call->arena, err);
  if (status || text.is_documented || !is_known) return status;
  if (doc->target.resolution.unready_language.len && !call->is_late)
    return SX_OK; /* the server may still return it */
  for (size_t i = 0; i < doc->target.declarations.len && !status && !comment.len; i++)
    status = sx_documentation_comment(call, doc->target.symbol->path,
                                      doc->target.declarations.items[i], &comment, err);
  if (!status && !comment.len) status = comment_elsewhere(call, doc, &comment, err);
  if (!status) status = add_declaration(call, doc, err);
  if (!status) add_part(call, doc, SX_HOVER_MARKDOWN, comment);
  return status;
}
