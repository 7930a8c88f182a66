#include "semantic/import_alias.h"

#include "semantic/place_filter.h"
#include "text/occurrences.h"
#include "workspace/document.h"

#define MAX_ALIASES 64
/* From name to name: `from a import b as c`, and `from d import c as e`. */
#define MAX_STEPS 4
#define ASK_MS 3000

/* The other name after `name as`; false where none follows. */
static bool read_alias(const sx_document *document, sx_pos16 at, sx_pos16 *alias) {
  sx_str text = document->text;
  const sx_language *language = document->language;
  size_t end = sx_language_ident_end(language, text, sx_document_offset(document, at));
  size_t word = sx_str_skip_blanks(text, end);
  size_t word_end = sx_language_ident_end(language, text, word);
  if (word == end || !sx_str_is_equal(sx_str_slice(text, word, word_end), SX_STR("as")))
    return false;
  size_t name = sx_str_skip_blanks(text, word_end);
  if (sx_language_ident_end(language, text, name) == name) return false;
  *alias = sx_document_position(document, name);
  return true;
}

/* Whether the name is one of an import: in `except OSError as error` it is not. */
static sx_status is_in_import(sx_call *call, const sx_document *document, sx_pos16 at, bool *out,
                              sx_err *err) {
  sx_occurrences one = {0};
  sx_occurrence *place = SX_ARRAY_ADD(&one, call->arena);
  if (!place) return sx_fail(err, call->arena->status, NULL);
  *place = (sx_occurrence){.offset = sx_document_offset(document, at)};
  sx_occurrences_classify(&one, document->text, document->language);
  *out = place->use == SX_USE_IMPORT;
  return SX_OK;
}

/* Names of imports among the places from `from` on, which are none of the places themselves. */
static sx_status collect(sx_call *call, const sx_places *places, size_t from, sx_places *out,
                         sx_err *err) {
  for (size_t i = from; i < places->len; i++) {
    const sx_place *place = &places->items[i];
    const sx_document *document;
    sx_place alias = {.path = place->path};
    sx_status status = sx_document_peek(call, place->path, &document, err);
    if (sx_status_ends_call(status)) return status;
    if (status || !read_alias(document, place->range.start, &alias.range.start)) continue;
    bool is_import = false;
    status = is_in_import(call, document, place->range.start, &is_import, err);
    if (status) return status;
    if (!is_import) continue;
    alias.range.end = alias.range.start;
    if (sx_places_have(places, &alias) || sx_places_have(out, &alias)) continue;
    sx_place *added = SX_ARRAY_ADD(out, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    *added = alias;
  }
  return SX_OK;
}

static sx_status take(sx_call *call, sx_batch *batch, size_t slot, sx_places *places,
                      size_t *left_out, sx_err *err) {
  sx_places found = {0};
  size_t unsound;
  sx_status status = sx_batch_get_places(batch, slot, &found, err);
  if (!status) status = sx_places_keep_sound(call, &found, &unsound, err);
  if (status && !sx_status_ends_call(status)) return ++*left_out, SX_OK;
  if (!status && !found.len) ++*left_out;
  for (size_t i = 0; i < found.len && !status; i++) {
    if (sx_places_have(places, &found.items[i])) continue;
    sx_place *added = SX_ARRAY_ADD(places, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    *added = found.items[i];
  }
  return status;
}

static sx_status ask(sx_call *call, const sx_places *aliases, sx_places *places, size_t *left_out,
                     sx_err *err) {
  sx_batch batch;
  size_t count = aliases->len < MAX_ALIASES ? aliases->len : MAX_ALIASES;
  *left_out += aliases->len - count;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < count; i++)
    sx_batch_places(&batch, SX_PLACES_REFERENCES, aliases->items[i].path,
                    aliases->items[i].range.start);
  sx_status status = sx_batch_run_within(&batch, ASK_MS, err);
  if (status && !sx_status_ends_call(status)) {
    *left_out += count;
    sx_batch_release(&batch);
    return SX_OK;
  }
  for (size_t i = 0; i < count && !status; i++)
    status = take(call, &batch, i, places, left_out, err);
  sx_batch_release(&batch);
  return status;
}

sx_status sx_import_aliases_add(sx_call *call, sx_places *places, size_t *left_out, sx_err *err) {
  size_t from = 0;
  *left_out = 0;
  for (size_t step = 0; step < MAX_STEPS; step++) {
    sx_places aliases = {0};
    sx_status status = collect(call, places, from, &aliases, err);
    if (status || !aliases.len) return status;
    from = places->len;
    status = ask(call, &aliases, places, left_out, err);
    if (status) return status;
  }
  return SX_OK;
}
