#include "refactor/inline_parts.h"
#include "refactor/served.h"

#include "text/occurrences.h"
#include "workspace/paths.h"

/* ---- that all of it is gone ------------------------------------------------------------------ */

static const sx_file_change *find_changed(const sx_change *change, sx_str path) {
  for (size_t i = 0; i < change->files.len; i++)
    if (sx_str_is_equal(change->files.items[i].path, path)) return &change->files.items[i];
  return NULL;
}

static size_t count_in(const sx_places *places, sx_str path) {
  size_t count = 0;
  for (size_t i = 0; i < places->len; i++) count += sx_str_is_equal(places->items[i].path, path);
  return count;
}

/*
 * Some actions inline one call, or leave the definition: of all places that have the name the new
 * text must have lost those of the symbol.
 */
static sx_status check_place(const sx_served *served, const sx_references *found,
                             const sx_place *place, sx_str name, sx_err *err) {
  const sx_file_change *file = find_changed(&served->r->change, place->path);
  const sx_language *language = served->actions.document->language;
  const sx_document *document;
  size_t before = 0, after = 0;
  if (file) before = sx_occurrences_count(file->before, name, language);
  if (file) after = sx_occurrences_count(file->after, name, language);
  if (file && after + count_in(&found->places, place->path) <= before) return SX_OK;
  sx_status status = sx_document_peek(served->r->call, place->path, &document, err);
  if (status) return status;
  return sx_refactoring_refuse(
      served->r, document, sx_document_offset(document, place->range.start), err,
      "the language server's action '%.*s' would leave uses of %.*s in this file, or its "
      "definition. apply_code_action applies the action as it is.",
      SX_STR_ARG(served->actions.rows.items[served->chosen].title), SX_STR_ARG(name));
}

static sx_status check_all(const sx_served *served, const sx_references *found, sx_str name,
                           sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < found->places.len && !status; i++)
    status = check_place(served, found, &found->places.items[i], name, err);
  return status;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static sx_status answer_it(const sx_inlining *in, const sx_served *served, size_t uses,
                           sx_answer *answer, sx_err *err) {
  sx_call *call = in->r.call;
  const sx_change *change = &in->r.change;
  cJSON *affected = cJSON_AddArrayToObject(answer->facts, "affected_files");
  if (!affected) return sx_fail(err, SX_NOMEM, NULL);
  for (size_t i = 0; i < change->files.len; i++) {
    sx_str shown = sx_path_display(call, change->files.items[i].path);
    sx_answer_push(affected, cJSON_CreateString(sx_arena_dup(call->arena, shown).ptr));
  }
  sx_answer_put(answer->facts, "symbol", sx_target_fact(&in->target, call));
  cJSON_AddNumberToObject(answer->facts, "replacements_count", (double)uses);
  sx_buf_addf(&answer->text, "%zu use%s of %.*s inlined, and the definition removed. ", uses,
              uses == 1 ? "" : "s", SX_STR_ARG(in->target.symbol->name));
  sx_served_write(served, answer);
  sx_buf_add_char(&answer->text, '\n');
  return SX_OK;
}

sx_status sx_inline_by_server(sx_inlining *in, sx_answer *answer, sx_err *err) {
  sx_served served = {.r = &in->r, .what = SX_SERVED_INLINE};
  const sx_symbol *symbol = in->target.symbol;
  sx_references found = {0};
  sx_status status = sx_document_open(in->r.call, symbol->path, &served.actions.document, err);
  if (status) return status;
  served.actions.range = (sx_range16){symbol->at, symbol->at};
  if (in->keeps_definition)
    return sx_served_refuse(&served, err,
                            "this language is refactored by its language server, which decides "
                            "whether the definition stays. Leave out keep_definition.");
  status = sx_inline_ask_uses(in, &found, err);
  if (status) return status;
  size_t declared = found.definitions.len ? found.definitions.len : 1;
  if (found.places.len <= declared)
    return sx_served_refuse(&served, err, "%.*s is used nowhere. edit_symbol deletes it.",
                            SX_STR_ARG(symbol->name));
  status = sx_served_plan(&served, err);
  if (!status) status = check_all(&served, &found, symbol->name, err);
  if (!status) status = sx_refactoring_finish(&in->r, answer, err);
  return status ? status : answer_it(in, &served, found.places.len - declared, answer, err);
}
