#include "semantic/target.h"

#include "answer/facts.h"
#include "semantic/certainty.h"
#include "semantic/declared.h"
#include "servers/state.h"
#include "workspace/paths.h"

#define MAX_OTHERS 5

/* ---- lines -------------------------------------------------------------------------------- */

static sx_str candidate_line(sx_call *call, const sx_symbol *symbol) {
  sx_str handle = sx_symbol_handle(symbol, sx_path_display(call, symbol->path), call->arena);
  /* A container that is not a plain path of names (`Map<K>`) is not in the handle. */
  bool is_shown = sx_str_find(handle, symbol->container, 0) != SX_STR_NONE;
  sx_str container = is_shown ? SX_STR("") : symbol->container;
  return sx_arena_printf(call->arena, "%.*s%s%.*s%s%.*s%s", SX_STR_ARG(handle),
                         symbol->kind.len ? "  " : "", SX_STR_ARG(symbol->kind),
                         container.len ? " in " : "", SX_STR_ARG(container),
                         symbol->from != SX_FROM_LSP ? " (text)" : "");
}

void sx_target_write_candidate(sx_call *call, sx_answer_format format, const sx_symbol *symbol,
                               sx_buf *out) {
  sx_buf_add_text(out, "- ");
  if (format == SX_FORMAT_TEXT) {
    sx_buf_add(out, candidate_line(call, symbol));
  } else {
    sx_answer link = {.format = SX_FORMAT_MARKDOWN, .text = *out};
    sx_answer_add_place(&link, symbol->path, sx_path_display(call, symbol->path), symbol->at.line,
                        symbol->at.character);
    *out = link.text;
    sx_buf_addf(out, " %.*s%s%.*s", SX_STR_ARG(symbol->kind), symbol->container.len ? " in " : "",
                SX_STR_ARG(symbol->container));
  }
  sx_buf_add_char(out, '\n');
}

/* ---- nothing found, or not known ------------------------------------------------------------ */

/* Candidates for the name path: members of its qualifier, or other symbols of the name. */
static void add_near(const sx_target *target, sx_call *call, sx_answer *answer, cJSON *facts) {
  const sx_resolution *resolution = &target->resolution;
  sx_buf *text = &answer->text;
  sx_str name = target->locator.name;
  if (resolution->has_owner) {
    const sx_symbol *owner = &resolution->owner;
    sx_str shown = sx_path_display(call, owner->path);
    bool is_file = sx_str_is_equal(owner->kind, SX_STR("Module")) && !owner->at.line;
    sx_str handle = is_file ? shown : sx_symbol_handle(owner, shown, call->arena);
    sx_buf_addf(text, "%.*s (%.*s) %s '%.*s'.%s\n", SX_STR_ARG(owner->name), SX_STR_ARG(handle),
                resolution->is_path_unsure ? "is not known to have" : "has no", SX_STR_ARG(name),
                resolution->near.len ? " Its nearest members:" : "");
  } else if (resolution->near.len) {
    sx_buf_addf(text, "Not a match, but '%.*s' exists elsewhere:\n", SX_STR_ARG(name));
  }
  cJSON *list = resolution->near.len ? cJSON_AddArrayToObject(facts, "nearest") : NULL;
  for (size_t i = 0; i < resolution->near.len && list; i++) {
    const sx_symbol *one = &resolution->near.items[i];
    sx_target_write_candidate(call, answer->format, one, text);
    sx_str handle = sx_symbol_handle(one, sx_path_display(call, one->path), call->arena);
    sx_answer_push(list, cJSON_CreateString(handle.ptr));
  }
}

static void add_nearest(const sx_target *target, sx_call *call, sx_answer *answer, cJSON *facts) {
  const sx_strs *nearest = &target->resolution.nearest;
  if (target->resolution.near.len) return;
  cJSON *list = nearest->len ? cJSON_AddArrayToObject(facts, "nearest") : NULL;
  if (!list) return;
  sx_buf_add_text(&answer->text, target->resolution.is_nearest_text
                                     ? "Nearest names in the text of the files: "
                                     : "Nearest names: ");
  for (size_t i = 0; i < nearest->len; i++) {
    sx_str name = sx_arena_dup(call->arena, nearest->items[i]);
    sx_buf_addf(&answer->text, "%s%.*s", i ? ", " : "", SX_STR_ARG(name));
    sx_answer_push(list, cJSON_CreateString(name.ptr));
  }
  sx_buf_add_text(&answer->text, ".\n");
}

static void write_none(const sx_target *target, sx_call *call, sx_answer *answer) {
  const sx_resolution *resolution = &target->resolution;
  sx_buf *text = &answer->text;
  sx_buf_addf(text, "No symbol found for '%.*s'", SX_STR_ARG(target->locator.given));
  if (target->is_file_known)
    sx_buf_addf(text, " in or referenced by file '%.*s'",
                SX_STR_ARG(sx_path_display(call, target->file)));
  sx_buf_add_text(text, ".\n");
  if (resolution->is_only_in_text && resolution->text_count && !resolution->has_owner) {
    sx_buf_addf(text, "The name occurs only in comments or strings, %zu time%s, first at ",
                resolution->text_count, resolution->text_count == 1 ? "" : "s");
    const sx_place *place = &resolution->text_place;
    sx_answer_add_place(answer, place->path, sx_path_display(call, place->path),
                        place->range.start.line, place->range.start.character);
    sx_buf_add_text(text, ".\n");
  }
  if (resolution->is_bare) sx_buf_add_text(text, SX_DECLARED_BARE);
  if (resolution->is_bare && answer->format != SX_FORMAT_MARKDOWN)
    sx_buf_add_text(text, SX_DECLARED_BARE_NEXT);
}

/* A parameter, say: the place is what can be answered. */
static sx_str unserved_reason(const sx_target *target, sx_call *call) {
  const sx_resolution *resolution = &target->resolution;
  const sx_pos16 at = resolution->mentioned_at;
  return sx_arena_printf(
      call->arena,
      "'%.*s' is in the code of this file, at %.*s:%u:%u, and no language server "
      "resolves it. It may be a parameter or a local variable.",
      SX_STR_ARG(target->locator.name), SX_STR_ARG(sx_path_display(call, target->file)),
      at.line + 1, at.character + 1);
}

void sx_target_add_reason(const sx_target *target, sx_call *call, sx_answer *answer, cJSON *notes) {
  const sx_resolution *resolution = &target->resolution;
  sx_str given = target->locator.given;
  sx_str reason;
  sx_arena *arena = call->arena;
  bool is_for_person = answer->format == SX_FORMAT_MARKDOWN;
  const char *again = is_for_person ? "Look it up again" : "Call again";
  const char *in_file = is_for_person ? "from" : "give file_path";
  bool is_ready = sx_servers_is_ready(call->services->servers, resolution->unready_language);
  if (resolution->unready_language.len && call->is_late && is_ready)
    reason = sx_arena_printf(arena,
                             "The language server for %.*s did not answer in time. %s later for "
                             "its answer.",
                             SX_STR_ARG(resolution->unready_language), again);
  else if (resolution->unready_language.len &&
           sx_readiness_is_silent(call, resolution->unready_language))
    reason = sx_arena_printf(
        arena,
        "The language server for %.*s has never answered: it may have failed, "
        "or not provide this. This does not mean that '%.*s' does not exist. " SX_SEE_STATUS,
        SX_STR_ARG(resolution->unready_language), SX_STR_ARG(given));
  else if (resolution->unready_language.len)
    reason = sx_arena_printf(arena,
                             "The language server for %.*s is still starting or loading and "
                             "has not answered yet. This does not mean that '%.*s' does not exist. "
                             "%s%s.",
                             SX_STR_ARG(resolution->unready_language), SX_STR_ARG(given),
                             is_for_person && call->may_be_early ? "Its answer will follow here"
                             : is_for_person ? "Look it up again in a few seconds"
                                             : "Call again in a few seconds",
                             call->early.len && !is_for_person ? ", or with wait: true" : "");
  else if (resolution->failure.len)
    reason = sx_arena_printf(arena, "A provider failed: %.*s %s, or restart that language server.",
                             SX_STR_ARG(resolution->failure), again);
  else if (resolution->is_timed_out)
    reason = sx_arena_printf(arena,
                             "The call timed out before the search was complete. %s, or %s, a file "
                             "that declares or uses '%.*s'.",
                             again, in_file, SX_STR_ARG(given));
  else if (resolution->is_unserved)
    reason = unserved_reason(target, call);
  else if (!resolution->is_scan_partial && resolution->is_path_unsure)
    reason = sx_arena_printf(arena,
                             "The language server could not resolve all of '%.*s': it may not "
                             "analyze that code (another platform or version), or lack a type. "
                             "Search the text for '%.*s'.",
                             SX_STR_ARG(given), SX_STR_ARG(target->locator.name));
  else if (!resolution->is_scan_partial && sx_target_is_in_notebook(target))
    reason = sx_arena_printf(
        arena,
        "Language servers do not resolve '%.*s' in notebook cells. Read the notebook as text.",
        SX_STR_ARG(given));
  else
    reason =
        sx_arena_printf(arena,
                        "Not all files of the workspace could be searched: some are too large "
                        "or not readable, or time ran out. %s, a file that declares or "
                        "uses '%.*s'.",
                        is_for_person ? "Look it up from" : "Give file_path", SX_STR_ARG(given));
  sx_certainty_add(&answer->text, "%.*s", SX_STR_ARG(reason));
  sx_answer_push(notes, cJSON_CreateString(reason.ptr));
}

void sx_target_add_missing(const sx_target *target, sx_call *call, sx_answer *answer, cJSON *facts,
                           cJSON *notes) {
  if (sx_target_judge_missing(target) == SX_ANSWER_NONE)
    write_none(target, call, answer);
  else
    sx_target_add_reason(target, call, answer, notes);
  add_near(target, call, answer, facts);
  add_nearest(target, call, answer, facts);
}

sx_status sx_target_write_missing(const sx_target *target, sx_call *call, sx_answer *answer,
                                  sx_err *err) {
  cJSON *notes = cJSON_CreateArray();
  if (!notes) return sx_fail(err, SX_NOMEM, NULL);
  answer->status = sx_target_judge_missing(target);
  sx_target_add_missing(target, call, answer, answer->facts, notes);
  bool has_notes = cJSON_GetArraySize(notes) > 0;
  if (has_notes)
    sx_answer_put(answer->facts, "notes", notes);
  else
    cJSON_Delete(notes);
  return SX_OK;
}

/* ---- the symbol itself ---------------------------------------------------------------------- */

void sx_target_write_name(const sx_target *target, sx_call *call, sx_answer *answer) {
  const sx_symbol *symbol = target->symbol;
  sx_buf_addf(&answer->text, "%.*s (%.*s%s", SX_STR_ARG(symbol->name), SX_STR_ARG(symbol->kind),
              symbol->kind.len ? ", " : "");
  sx_answer_add_place(answer, symbol->path, sx_path_display(call, symbol->path), symbol->at.line,
                      symbol->at.character);
  sx_buf_add_char(&answer->text, ')');
}

cJSON *sx_target_fact(const sx_target *target, sx_call *call) {
  const sx_symbol *symbol = target->symbol;
  sx_str shown = sx_path_display(call, symbol->path);
  cJSON *fact = cJSON_CreateObject();
  sx_facts_symbol(fact, symbol, shown, call->arena);
  return fact;
}

void sx_target_write_others(const sx_target *target, sx_call *call, sx_answer *answer) {
  const sx_symbols *symbols = &target->resolution.symbols;
  size_t written = 0, others = target->resolution.unread;
  if (sx_target_is_elsewhere(target))
    sx_buf_addf(&answer->text,
                "Note: '%.*s' does not use '%.*s' in its code; this symbol is from another file.\n",
                SX_STR_ARG(sx_path_display(call, target->file)), SX_STR_ARG(target->symbol->name));
  const sx_symbol *symbol = target->symbol;
  if (sx_target_is_only_named(target))
    sx_buf_addf(&answer->text,
                "Note: no language server confirmed that '%.*s' in '%.*s' is this symbol.\n",
                SX_STR_ARG(symbol->name), SX_STR_ARG(sx_path_display(call, target->file)));
  if (sx_target_is_other_member(target))
    sx_buf_addf(&answer->text, "Note: this is %.*s%s%.*s%s.\n",
                SX_STR_ARG(sx_locator_member_name(symbol->container, symbol->name, call->arena)),
                symbol->inherited_by.len ? ", which " : ", not ",
                SX_STR_ARG(symbol->inherited_by.len ? symbol->inherited_by
                                                    : sx_str_slice(target->locator.given, 0, 200)),
                symbol->inherited_by.len ? " inherits" : "");
  for (size_t i = 1; i < symbols->len; i++)
    others += sx_target_is_other(target, &symbols->items[i]);
  if (!others) return;
  sx_buf_addf(&answer->text, "Other symbols named '%.*s' (%s%zu):\n",
              SX_STR_ARG(target->symbol->name), target->resolution.is_least ? "at least " : "",
              others);
  for (size_t i = 1; i < symbols->len && written < MAX_OTHERS; i++) {
    const sx_symbol *other = &symbols->items[i];
    if (!sx_target_is_other(target, other)) continue;
    sx_str handle = sx_symbol_handle(other, sx_path_display(call, other->path), call->arena);
    sx_buf_addf(&answer->text, "- %.*s  %.*s\n", SX_STR_ARG(handle), SX_STR_ARG(other->kind));
    written++;
  }
  if (written < others) sx_buf_addf(&answer->text, "- … and %zu more\n", others - written);
}
