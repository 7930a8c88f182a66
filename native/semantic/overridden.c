#include "semantic/overridden.h"

#include "imports/imports.h"
#include "workspace/document.h"
#include "workspace/paths.h"

/* Uses that the server is asked about. Each of the names that a project declares is one of them. */
#define MAX_ASKED 32

static bool is_wanted(const sx_target *target) {
  const sx_family *family = sx_family_of_file(target->path);
  return family && !family->has_index && target->symbol && target->symbol->container.len;
}

static bool is_name_at(sx_call *call, const sx_target *target, const sx_place *place) {
  const sx_document *document;
  if (sx_document_peek(call, place->path, &document, NULL)) return false;
  size_t start = sx_document_offset(document, place->range.start);
  size_t end = sx_document_offset(document, place->range.end);
  return sx_str_is_equal(sx_str_slice(document->text, start, end), target->symbol->name);
}

/* A file has few declarations of a name, and they come before most of its uses. */
static sx_status choose(sx_places *out, sx_call *call, const sx_target *target,
                        const sx_places *listed, sx_err *err) {
  sx_imports *imports = sx_imports_new(call);
  sx_status status = SX_OK;
  if (!imports) return sx_fail(err, SX_NOMEM, NULL);
  bool is_beside =
      !sx_path_is_uri(target->path) && !sx_imports_project_of(imports, target->path).len;
  for (size_t i = 0; i < listed->len && is_beside && out->len < MAX_ASKED && !status; i++) {
    sx_place place = listed->items[i];
    place.path = sx_path_own(call, place.path);
    if (sx_path_is_uri(place.path) || !sx_imports_project_of(imports, place.path).len) continue;
    if (!is_name_at(call, target, &place)) continue;
    sx_place *added = SX_ARRAY_ADD(out, call->arena);
    if (!added) status = sx_fail(err, call->arena->status, NULL);
    if (added) *added = place;
  }
  sx_imports_free(imports);
  return status;
}

static bool is_led_to_itself(sx_call *call, const sx_places *definitions, const sx_place *place) {
  for (size_t i = 0; i < definitions->len; i++) {
    sx_place one = definitions->items[i];
    one.path = sx_path_own(call, one.path);
    if (sx_str_is_equal(one.path, place->path) &&
        sx_pos16_is_equal(one.range.start, place->range.start))
      return true;
  }
  return false;
}

sx_status sx_overridden_find(sx_places *out, sx_call *call, const sx_target *target,
                             const sx_places *listed, sx_err *err) {
  sx_places asked = {0};
  sx_batch batch;
  *out = (sx_places){0};
  if (!is_wanted(target)) return SX_OK;
  sx_status status = choose(&asked, call, target, listed, err);
  if (status || !asked.len) return status;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < asked.len; i++)
    sx_batch_definition(&batch, asked.items[i].path, asked.items[i].range.start);
  status = sx_batch_run(&batch, err);
  for (size_t i = 0; i < asked.len && !status; i++) {
    sx_places definitions = {0};
    if (sx_batch_get_places(&batch, i, &definitions, NULL)) continue;
    if (!is_led_to_itself(call, &definitions, &asked.items[i])) continue;
    sx_place *added = SX_ARRAY_ADD(out, call->arena);
    if (!added) status = sx_fail(err, call->arena->status, NULL);
    if (added) *added = asked.items[i];
  }
  sx_batch_release(&batch);
  return status;
}

static sx_status add_each(sx_call *call, const sx_places *from, sx_places *to, sx_err *err) {
  for (size_t i = 0; i < from->len; i++) {
    if (sx_places_have(to, &from->items[i])) continue;
    sx_place *added = SX_ARRAY_ADD(to, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    *added = from->items[i];
  }
  return SX_OK;
}

sx_status sx_overridden_add(sx_call *call, const sx_target *target, sx_places *uses, sx_err *err) {
  sx_places declared;
  sx_batch batch;
  sx_status status = sx_overridden_find(&declared, call, target, uses, err);
  if (status || !declared.len) return status;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < declared.len; i++)
    sx_batch_places(&batch, SX_PLACES_REFERENCES, declared.items[i].path,
                    declared.items[i].range.start);
  status = sx_batch_run(&batch, err);
  for (size_t i = 0; i < declared.len && !status; i++) {
    sx_places found = {0};
    status = sx_batch_get_places(&batch, i, &found, err);
    if (!status) status = add_each(call, &found, uses, err);
  }
  sx_batch_release(&batch);
  return status;
}
