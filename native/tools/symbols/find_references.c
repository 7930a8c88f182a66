#include "answer/facts.h"
#include "engine/args.h"
#include "semantic/place_list.h"
#include "semantic/references.h"
#include "semantic/target.h"
#include "workspace/paths.h"

#define DEFAULT_TOKENS 2000

sx_status sx_tool_find_references(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

/* ---- filters ------------------------------------------------------------------------------ */

static sx_status filter_places(sx_call *call, const sx_target *target, const cJSON *args,
                               sx_places *places, sx_err *err) {
  sx_str scope = sx_args_str(args, "scope", call->arena);
  sx_str path = target->is_file_known ? target->file_own : target->path;
  bool is_file = sx_str_is_equal(scope, SX_STR("file"));
  bool is_package = sx_str_is_equal(scope, SX_STR("package"));
  if (scope.len && !is_file && !is_package && !sx_str_is_equal(scope, SX_STR("project")))
    return sx_fail(err, SX_INVALID_ARGUMENT, "scope must be file, package or project, not '%.*s'.",
                   SX_STR_ARG(sx_str_slice(scope, 0, 40)));
  size_t kept = 0;
  for (size_t i = 0; i < places->len; i++) {
    sx_place place = places->items[i];
    if (is_file && !sx_str_is_equal(place.path, path)) continue;
    if (is_package && !sx_str_has_prefix(place.path, sx_path_folder(path))) continue;
    places->items[kept++] = place;
  }
  places->len = kept;
  return SX_OK;
}

/* ---- the answer --------------------------------------------------------------------------- */

/* The declarations stand in the head of the text, apart from the uses. */
static cJSON *definition_facts(sx_call *call, const sx_places *places) {
  cJSON *facts = cJSON_CreateArray();
  for (size_t i = 0; i < places->len; i++) {
    cJSON *fact = cJSON_CreateObject();
    sx_facts_place(fact, sx_path_display(call, places->items[i].path),
                   places->items[i].range.start);
    sx_answer_push(facts, fact);
  }
  return facts;
}

/* In C: its other declarations. */
static void write_declared(const sx_target *target, sx_call *call, const sx_places *definitions,
                           sx_answer *answer) {
  const sx_symbol *symbol = target->symbol;
  size_t count = 0;
  for (size_t i = 0; i < definitions->len && target->c.declared.len; i++) {
    const sx_place *one = &definitions->items[i];
    const sx_pos16 at = one->range.start;
    if (sx_pos16_is_equal(at, symbol->at) && sx_str_is_equal(one->path, symbol->path)) continue;
    sx_buf_addf(&answer->text, "%s %.*s:%u:%u", count++ ? "," : "Declared, too, at",
                SX_STR_ARG(sx_path_display(call, one->path)), at.line + 1, at.character + 1);
  }
  if (count) sx_buf_add_text(&answer->text, ".\n");
}

/* Asked for by the name that an import gives it: servers list the uses under that name alone. */
static void write_own_name(const sx_target *target, sx_call *call, sx_answer *answer) {
  const sx_symbol *symbol = target->symbol;
  bool is_constructor = sx_str_is_equal(symbol->kind, SX_STR("Constructor"));
  if (!symbol->declared_as.len || is_constructor) return;
  sx_str shown = sx_path_display(call, symbol->path);
  sx_str handle = sx_locator_handle(shown, symbol->at, symbol->declared_as, call->arena);
  sx_buf_addf(&answer->text,
              "These are the uses under the name '%.*s'. It is declared as '%.*s': find all uses "
              "with the handle %.*s.\n",
              SX_STR_ARG(symbol->name), SX_STR_ARG(symbol->declared_as), SX_STR_ARG(handle));
}

static void write_head(const sx_target *target, sx_call *call, const sx_references *uses,
                       const sx_place_list *list, sx_str kind, sx_answer *answer) {
  sx_buf_addf(&answer->text, "%zu ", list->items.len);
  if (kind.len) sx_buf_addf(&answer->text, "%.*s ", SX_STR_ARG(kind));
  sx_buf_addf(&answer->text, "reference%s in %zu file%s to ", list->items.len == 1 ? "" : "s",
              list->file_count, list->file_count == 1 ? "" : "s");
  sx_target_write_name(target, call, answer);
  sx_buf_add_text(&answer->text, "\n");
  write_own_name(target, call, answer);
  write_declared(target, call, &uses->definitions, answer);
  sx_references_write_doubts(uses, target, list->items.len, call, &answer->text);
}

sx_status sx_tool_find_references(sx_call *call, const cJSON *args, sx_answer *answer,
                                  sx_err *err) {
  sx_target target;
  sx_references uses;
  sx_place_list list;
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  answer->is_own = true;
  sx_status status = sx_target_find(&target, call, args, err);
  if (!status && !target.symbol) status = sx_target_write_missing(&target, call, answer, err);
  if (!status && target.symbol) {
    status = sx_references_find(&uses, call, &target, SX_TEXT_USES_MOST, err);
    if (!status) status = filter_places(call, &target, args, &uses.places, err);
    if (!status) status = sx_place_list_init(&list, call, &uses.places, &uses.definitions, err);
    if (!status) list.has_kinds = true, list.symbol_kind = target.symbol->kind;
    sx_str kind = sx_args_str(args, "reference_kind", call->arena);
    if (!status && kind.len) status = sx_place_list_keep(&list, call, kind, err);
    if (status) return status;
    cJSON *facts = cJSON_CreateArray();
    if (!facts) return sx_fail(err, SX_NOMEM, NULL);
    answer->status = sx_references_status(&uses, list.items.len);
    write_head(&target, call, &uses, &list, kind, answer);
    status = sx_place_list_write(&list, call, sx_args_str(args, "cursor", call->arena), answer,
                                 facts, err);
    sx_target_write_others(&target, call, answer);
    sx_answer_put(answer->facts, "symbol", sx_target_fact(&target, call));
    sx_answer_put(answer->facts, "references", facts);
    if (sx_args_bool(args, "include_definition", true))
      sx_answer_put(answer->facts, "definitions", definition_facts(call, &uses.definitions));
    cJSON_AddNumberToObject(answer->facts, "total_count", (double)list.items.len);
    cJSON_AddNumberToObject(answer->facts, "file_count", (double)list.file_count);
  }
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  return status;
}
