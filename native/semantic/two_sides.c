#include "semantic/two_sides.h"

#include "workspace/document.h"

/* A type of the library, as `Array`, is declared in a file for each edition of the language. */
#define MAX_LOOKED_AT 32

typedef enum side { SIDE_UNKNOWN, SIDE_TYPE, SIDE_VALUE } side;

/* By the word before the name. */
static side side_of(const sx_document *document, sx_pos16 at) {
  sx_str text = document->text;
  size_t end = sx_document_offset(document, at);
  while (end > 0 && text.ptr[end - 1] == ' ') end--;
  size_t start = sx_language_ident_start(document->language, text, end);
  sx_str word = sx_str_slice(text, start, end);
  if (sx_language_has_word("interface type", word, false)) return SIDE_TYPE;
  return sx_language_has_word("var let const function", word, false) ? SIDE_VALUE : SIDE_UNKNOWN;
}

static sx_status look_at(sx_call *call, const sx_place *place, side *out, sx_err *err) {
  const sx_document *document;
  *out = SIDE_UNKNOWN;
  sx_status status = sx_document_peek(call, place->path, &document, err);
  if (status) return sx_status_ends_call(status) || status == SX_DEADLINE ? status : SX_OK;
  if (sx_str_is_equal(sx_language_name(document->language), SX_STR("typescript")))
    *out = side_of(document, place->range.start);
  return SX_OK;
}

static sx_status ask_places(sx_call *call, const sx_place *at, sx_places_kind kind, sx_places *out,
                            sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_places(&batch, kind, at->path, at->range.start);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_places(&batch, slot, out, err);
  sx_batch_release(&batch);
  return status == SX_HOST ? SX_OK : status;
}

static sx_status add_uses(sx_call *call, const sx_place *at, sx_places *uses, sx_err *err) {
  sx_places found = {0};
  sx_status status = ask_places(call, at, SX_PLACES_REFERENCES, &found, err);
  for (size_t i = 0; i < found.len && !status; i++) {
    if (sx_places_have(uses, &found.items[i])) continue;
    sx_place *added = SX_ARRAY_ADD(uses, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    *added = found.items[i];
  }
  return status;
}

/* At its own declaration the server is not asked for the others; most functions have none. */
static sx_status may_have_sides(sx_call *call, const sx_target *target, bool *may, sx_err *err) {
  const sx_place own = {target->path, {target->at, target->at}};
  side at_own;
  sx_status status = look_at(call, &own, &at_own, err);
  bool is_one_of_several =
      target->resolution.symbols.len > 1 || (target->symbol && target->symbol->has_index);
  *may = !status && (at_own == SIDE_TYPE || (at_own == SIDE_VALUE && is_one_of_several));
  return status;
}

void sx_two_sides_ask_ahead(sx_call *call, const sx_target *target) {
  sx_batch batch;
  bool may;
  if (may_have_sides(call, target, &may, NULL) || !may) return;
  sx_batch_init_ahead(&batch, call->wait, call->arena);
  sx_batch_definition(&batch, target->path, target->at);
}

sx_status sx_two_sides_add(sx_call *call, const sx_target *target, const sx_places *definitions,
                           sx_places *uses, sx_err *err) {
  const sx_place own = {target->path, {target->at, target->at}};
  sx_places declared = *definitions;
  sx_place sides[SIDE_VALUE + 1];
  bool has[SIDE_VALUE + 1] = {false}, may;
  sx_status status = may_have_sides(call, target, &may, err);
  if (may) status = ask_places(call, &own, SX_PLACES_DEFINITION, &declared, err);
  for (size_t i = 0; i < declared.len && i < MAX_LOOKED_AT && declared.len > 1 && !status; i++) {
    side one;
    status = look_at(call, &declared.items[i], &one, err);
    if (!has[one]) sides[one] = declared.items[i];
    has[one] = true;
  }
  if (status || !has[SIDE_TYPE] || !has[SIDE_VALUE]) return status;
  status = add_uses(call, &sides[SIDE_TYPE], uses, err);
  return status ? status : add_uses(call, &sides[SIDE_VALUE], uses, err);
}
