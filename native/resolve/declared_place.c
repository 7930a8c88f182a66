#include "resolve/declared_place.h"

#include "text/keyword.h"
#include "workspace/document.h"
#include "workspace/paths.h"

#define MAX_LOOKED_AT 8

sx_pos16 sx_declared_place_name(sx_call *call, const sx_place *place) {
  const sx_document *document;
  if (sx_document_peek(call, sx_path_own(call, place->path), &document, NULL))
    return place->range.start;
  size_t start = sx_document_offset(document, place->range.start);
  return sx_document_position(document,
                              sx_language_name_start(document->language, document->text, start));
}

bool sx_declared_place_has(sx_call *call, const sx_place *place, sx_str name) {
  const sx_document *document;
  if (sx_document_peek(call, sx_path_own(call, place->path), &document, NULL)) return false;
  size_t at = sx_document_offset(document, sx_declared_place_name(call, place));
  return sx_str_has_prefix(sx_str_slice(document->text, at, document->text.len), name);
}

const sx_place *sx_declared_place_choose(sx_call *call, const sx_places *places, sx_str name) {
  for (size_t i = 0; i < places->len && i < MAX_LOOKED_AT && places->len > 1; i++)
    if (sx_declared_place_has(call, &places->items[i], name)) return &places->items[i];
  return &places->items[0];
}

bool sx_declared_place_is_keyword(sx_call *call, const sx_language *language, sx_str name,
                                  const sx_places *places) {
  if (sx_keyword_of(language, name) != SX_KEYWORD || sx_str_is_equal(name, SX_STR("default")))
    return false;
  if (sx_str_is_equal(name, SX_STR("this"))) return true; /* a parameter may have that name */
  return !places->len || !sx_declared_place_has(call, &places->items[0], name);
}
