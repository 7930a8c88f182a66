#include "semantic/references.h"

#include "semantic/expansions.h"
#include "semantic/import_alias.h"
#include "semantic/overridden.h"
#include "semantic/place_filter.h"
#include "semantic/stub_side.h"
#include "semantic/two_sides.h"
#include "workspace/document.h"

/* The outline has shown the declaration already: its server need not be asked for it. */
static bool is_at_declaration(const sx_target *target) {
  const sx_symbol *symbol = target->symbol;
  return symbol->is_declaration_known && sx_pos16_is_equal(symbol->at, target->at) &&
         sx_str_is_equal(symbol->path, target->path);
}

static sx_status add_places(sx_call *call, sx_places *to, const sx_places *from, sx_err *err) {
  for (size_t i = 0; i < from->len; i++) {
    sx_place *place = SX_ARRAY_ADD(to, call->arena);
    if (!place) return sx_fail(err, call->arena->status, NULL);
    *place = from->items[i];
  }
  return SX_OK;
}

/* The server's references at one place, or in C at each of the symbol's declarations. */
static sx_status take_uses(sx_call *call, sx_batch *batch, size_t count, sx_references *out,
                           sx_err *err) {
  sx_status status = SX_OK, failure = SX_OK;
  size_t failed = 0;
  out->places = (sx_places){0};
  for (size_t i = 0; i < count && !status; i++) {
    sx_places places = {0};
    status = sx_batch_get_places(batch, i, &places, err);
    if (status == SX_HOST && ++failed) failure = status, status = SX_OK;
    if (!status) status = add_places(call, &out->places, &places, err);
  }
  return !status && failed == count ? failure : status;
}

static void drop_others(const sx_c_symbol *c, sx_places *places) {
  size_t kept = 0;
  for (size_t i = 0; i < places->len; i++)
    if (!c->family || !sx_c_symbol_is_others(c, places->items[i].path))
      places->items[kept++] = places->items[i];
  places->len = kept;
}

static sx_status take_definitions(sx_call *call, const sx_c_symbol *c, sx_references *out,
                                  sx_err *err) {
  sx_places declared = {0};
  for (size_t i = 0; i < c->declared.len; i++) {
    sx_place *place = SX_ARRAY_ADD(&declared, call->arena);
    if (!place) return sx_fail(err, call->arena->status, NULL);
    *place = c->declared.items[i].place;
  }
  if (declared.len) out->definitions = declared;
  return SX_OK;
}

/* How many of the questions are for references; one for definitions may follow. */
static size_t post_questions(sx_batch *batch, const sx_target *target) {
  size_t count = target->c.asked.len ? target->c.asked.len : 1;
  for (size_t i = 0; i < count; i++) {
    sx_str path = i ? target->c.asked.items[i].path : target->path;
    sx_pos16 at = i ? target->c.asked.items[i].range.start : target->at;
    sx_batch_places(batch, SX_PLACES_REFERENCES, path, at);
  }
  if (!is_at_declaration(target)) sx_batch_definition(batch, target->path, target->at);
  return count;
}

void sx_references_ask_ahead(sx_call *call, const sx_target *target) {
  sx_batch batch;
  sx_batch_init_ahead(&batch, call->wait, call->arena);
  post_questions(&batch, target);
  if (!target->c.family) sx_two_sides_ask_ahead(call, target);
}

static sx_status ask_references(sx_call *call, const sx_target *target, sx_references *out,
                                sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  bool is_known = is_at_declaration(target);
  size_t count = post_questions(&batch, target);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = take_uses(call, &batch, count, out, err);
  if (!status && !is_known) status = sx_batch_get_places(&batch, count, &out->definitions, err);
  sx_batch_release(&batch);
  if (!status && !target->c.family)
    status = sx_two_sides_add(call, target, &out->definitions, &out->places, err);
  if (!status) status = sx_overridden_add(call, target, &out->places, err);
  const sx_place declared = {target->symbol->path, {target->symbol->at, target->symbol->at}};
  if (!status && target->symbol->is_declaration_known)
    status = sx_stub_side_add(call, &declared, &out->places, err);
  size_t moved; /* definitions past the end of a file say nothing of the uses */
  if (!status) status = sx_places_keep_sound(call, &out->places, &out->left_out, err);
  if (!status) status = sx_places_keep_sound(call, &out->definitions, &moved, err);
  if (!status) drop_others(&target->c, &out->places);
  if (!status && !is_known) status = take_definitions(call, &target->c, out, err);
  if (status || !is_known) return status;
  out->definitions = (sx_places){0};
  sx_place *place = SX_ARRAY_ADD(&out->definitions, call->arena);
  if (!place) return sx_fail(err, call->arena->status, NULL);
  *place = (sx_place){target->path, {target->at, target->at}};
  return take_definitions(call, &target->c, out, err);
}

static bool is_only_declaration(const sx_references *uses) {
  return uses->places.len <= (uses->definitions.len ? uses->definitions.len : 1);
}

static sx_status list_known(sx_call *call, const sx_references *uses, sx_places *out, sx_err *err) {
  sx_status status = add_places(call, out, &uses->places, err);
  return status ? status : add_places(call, out, &uses->definitions, err);
}

static sx_status wait_for_index(sx_call *call, const sx_target *target, sx_references *uses,
                                bool *again, sx_err *err) {
  sx_places known = {0};
  sx_status status = list_known(call, uses, &known, err);
  if (status) return status;
  return sx_reconcile_wait(&uses->behind, call, target, &known, again, err);
}

/* In C: uses through macros that the server did not list. */
static sx_status look_into_macros(sx_call *call, const sx_target *target, sx_references *uses,
                                  sx_err *err) {
  sx_places known = {0};
  if (!target->c.family) return SX_OK;
  sx_status status = list_known(call, uses, &known, err);
  return status ? status : sx_expansions_confirm(&uses->behind, call, target, &known, err);
}

/* Uses under another name, of which the server lists only the import. */
static sx_status follow_aliases(sx_call *call, const sx_target *target, sx_references *uses,
                                sx_err *err) {
  const sx_document *document;
  if (sx_document_open(call, target->path, &document, NULL)) return SX_OK;
  if (!(document->language->flags & SX_LANGUAGE_QUALIFIES)) return SX_OK;
  return sx_import_aliases_add(call, &uses->places, &uses->aliases_left, err);
}

static bool has_name_at(sx_call *call, const sx_target *target, const sx_place *place) {
  const sx_document *document;
  sx_str name = target->symbol->name;
  if (sx_document_peek(call, place->path, &document, NULL)) return false;
  size_t at = sx_document_offset(document, place->range.start);
  return sx_str_has_prefix(sx_str_slice(document->text, at, document->text.len), name);
}

/*
 * Some servers know the uses in files that are open, and the editor closes some where others are
 * opened: each round may lack what the one before had.
 */
static sx_status join_rounds(sx_call *call, const sx_target *target, sx_references *out,
                             sx_err *err) {
  size_t count = out->places.len;
  for (size_t i = 0; i < out->earlier.len; i++) {
    const sx_place *place = &out->earlier.items[i];
    const sx_places now = {.items = out->places.items, .len = count};
    if (sx_places_have(&now, place) || !has_name_at(call, target, place)) continue;
    sx_place *added = SX_ARRAY_ADD(&out->places, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    *added = *place;
  }
  out->earlier = (sx_places){0};
  return add_places(call, &out->earlier, &out->places, err);
}

typedef struct question {
  sx_call *call;
  const sx_target *target;
  sx_references *uses;
} question;

/* No server will ever answer: the text does. */
static sx_status is_unserved(sx_call *call, const sx_target *target, bool *is, sx_err *err) {
  const sx_document *document;
  sx_readiness readiness = SX_READY;
  sx_status status = sx_document_open(call, target->path, &document, err);
  if (!status) status = sx_readiness_get(call, document->language_id, &readiness, err);
  *is = !status && readiness == SX_ABSENT;
  return status;
}

static sx_status ask_round(void *arg, sx_round *round, sx_err *err) {
  const question *ask = arg;
  const sx_target *target = ask->target;
  sx_references *uses = ask->uses;
  bool again = false, is_over = false;
  sx_status status = ask_references(ask->call, target, uses, err);
  if (!status && !uses->places.len) status = is_unserved(ask->call, target, &is_over, err);
  if (status || is_over) return status;
  if (sx_family_of_file(target->path)) status = join_rounds(ask->call, target, uses, err);
  if (!status && uses->places.len) status = sx_inquiry_note_answer(ask->call, target->path, err);
  if (!status) status = wait_for_index(ask->call, target, uses, &again, err);
  if (again)
    *round = SX_ROUND_AGAIN;
  else if (!is_only_declaration(uses))
    *round = SX_ROUND_ENOUGH;
  return status;
}

/* No server knows the language: the name in the code of all files. */
static sx_status search_text(sx_call *call, const sx_target *target, size_t most,
                             sx_references *uses, sx_err *err) {
  uses->places = uses->definitions = (sx_places){0};
  uses->is_by_text = true;
  uses->behind = (sx_reconcile){0};
  const sx_symbol *symbol = target->symbol;
  sx_status status = sx_text_uses_find(&uses->text, call, symbol->name, symbol->path, most, err);
  sx_text_uses_keep_space(&uses->text, target);
  uses->certainty.is_sure =
      !uses->certainty.is_early && !uses->text.is_cut && sx_text_uses_are_sure(symbol->path);
  return status
             ? status
             : sx_text_uses_take(&uses->text, target, call, &uses->places, &uses->definitions, err);
}

static sx_status look_further(sx_call *call, const sx_target *target, size_t most,
                              sx_references *uses, sx_err *err) {
  bool is_unserved = uses->certainty.readiness == SX_ABSENT || uses->certainty.is_early;
  if (is_unserved) return search_text(call, target, most, uses, err);
  sx_status status = look_into_macros(call, target, uses, err);
  if (!status) status = follow_aliases(call, target, uses, err);
  if (!status) status = add_places(call, &uses->places, &uses->behind.in_macros, err);
  if (!status) status = add_places(call, &uses->places, &uses->behind.confirmed, err);
  if (!status) status = add_places(call, &uses->places, &uses->behind.unresolved, err);
  if (!status)
    status = sx_unresolved_uses_find(&uses->unresolved, call, target, &uses->places, err);
  if (status || uses->unresolved.items.len) return status;
  return sx_unresolved_members_find(&uses->unresolved, call, target, &uses->places, err);
}

sx_status sx_references_find(sx_references *out, sx_call *call, const sx_target *target,
                             size_t most, sx_err *err) {
  *out = (sx_references){0};
  question ask = {call, target, out};
  sx_status status =
      sx_inquiry_run_in_time(&out->certainty, call, target->path, ask_round, &ask, err);
  if (!status) status = look_further(call, target, most, out, err);
  out->certainty.is_sure &= !target->is_loading;
  out->is_silent = !out->places.len && !out->left_out && !out->is_by_text;
  return status;
}

sx_answer_status sx_references_status(const sx_references *found, size_t listed) {
  bool is_empty = !listed && sx_reconcile_has_unread_code(&found->behind);
  bool is_known = found->certainty.is_sure && !found->is_silent && !found->left_out &&
                  !found->aliases_left && !found->unresolved.items.len &&
                  !(found->unresolved.is_cut && !listed) && !is_empty &&
                  !sx_reconcile_is_unsure(&found->behind);
  return sx_certainty_status(is_known, listed);
}

void sx_references_write_doubts(const sx_references *found, const sx_target *target, size_t listed,
                                sx_call *call, sx_buf *text) {
  sx_places_write_left_out(text, found->left_out);
  if (found->aliases_left)
    sx_buf_addf(text,
                "Unknown in part: uses under %zu other name%s that imports give it were not "
                "found.\n",
                found->aliases_left, found->aliases_left == 1 ? "" : "s");
  sx_unresolved_uses_write(&found->unresolved, listed, call, text);
  if (!listed && found->behind.not_compiled.len)
    sx_certainty_add(text, "code that contains the name but is not compiled was not checked.");
  sx_reconcile_write(&found->behind, call, text);
  sx_reconcile_write_by_text(&found->behind, text);
  sx_c_symbol_write_other_names(&target->c, call, text);
  if (found->is_by_text) {
    sx_text_uses_write(&found->text, target, &found->certainty, text);
    return;
  }
  if (sx_certainty_write(&found->certainty, text)) return;
  if (found->is_silent)
    sx_certainty_add(text, "the language server returned no locations, not even the declaration. "
                           "It may have failed, or not support references here.");
  else if (!listed && sx_reconcile_has_unread_code(&found->behind))
    sx_certainty_write_unread("uses", text);
}
