#include "refactor/rename_answer.h"

#include "answer/facts.h"
#include "engine/args.h"
#include "refactor/rename_texts.h"
#include "semantic/unresolved_uses.h"
#include "semantic/place_list.h"
#include "semantic/stub_side.h"
#include "workspace/paths.h"

/* Places that a warning names. */
#define MAX_NAMED 8
/* Places of comments and strings as data; the text counts them all. */
#define MAX_FACTS 100

/* ---- what may go wrong ---------------------------------------------------------------------- */

/* A place that a warning names. */
static void add_named(sx_renaming *rename, sx_answer *answer, cJSON *facts, size_t number,
                      sx_str path, sx_pos16 at) {
  sx_str shown = sx_path_display(rename->call, path);
  cJSON *fact = facts ? cJSON_CreateObject() : NULL;
  if (number < MAX_NAMED) {
    sx_buf_add_text(&answer->text, number ? ", " : " ");
    sx_answer_add_place(answer, path, shown, at.line, at.character);
  }
  if (!fact) return;
  sx_facts_place(fact, shown, at);
  sx_answer_push(facts, fact);
}

static void end_named(sx_answer *answer, size_t count) {
  if (count > MAX_NAMED) sx_buf_addf(&answer->text, " and %zu more", count - MAX_NAMED);
  sx_buf_add_text(&answer->text, ".\n");
}

/* A list of places of a name, a few of each file. */
typedef struct use_list {
  sx_renaming *rename;
  sx_answer *answer;
  cJSON *facts;
  sx_str name;
  size_t count;
} use_list;

/* Servers rename some names in comments as well: `{@link first}`. */
static void list_places(use_list *list, const sx_places *places) {
  for (size_t i = 0; i < places->len; i++) {
    const sx_place *place = &places->items[i];
    if (sx_places_have(&list->rename->places, place)) continue;
    add_named(list->rename, list->answer, list->count < MAX_FACTS ? list->facts : NULL, list->count,
              place->path, place->range.start);
    list->count++;
  }
}

/*
 * Lists the uses in the files of the change; in comments and strings, if those are not known yet.
 */
static sx_status list_in_change(use_list *list, bool is_code, sx_err *err) {
  sx_renaming *rename = list->rename;
  const sx_change *change = &rename->change;
  const sx_language *language = NULL;
  sx_str language_id = SX_STR("");
  sx_places found = {0};
  sx_status status = SX_OK;
  for (size_t i = 0; i < change->files.len && !status; i++) {
    const sx_file_change *file = &change->files.items[i];
    if (!is_code && sx_strs_have(&rename->old_files.paths, file->path)) continue;
    if (!language || !sx_str_is_equal(file->language, language_id))
      language = sx_language_find(language_id = file->language, file->path);
    const sx_document before = {.path = file->path, .text = file->before, .language = language};
    status = sx_renaming_find_uses(&found, rename->call->arena, &before, list->name, is_code, err);
  }
  if (!status) list_places(list, &found);
  return status;
}

/* Those of the changed files first. */
static void list_in_texts(use_list *list) {
  const sx_places *places = &list->rename->in_texts;
  for (int is_other = 0; is_other < 2; is_other++) {
    for (size_t i = 0; i < places->len; i++) {
      const sx_places one = {.items = &places->items[i], .len = 1};
      if (sx_renaming_has_changed(list->rename, places->items[i].path) == !is_other)
        list_places(list, &one);
    }
  }
}

static void begin_list(use_list *list, const char *words) {
  list->facts = cJSON_CreateArray();
  sx_buf_addf(&list->answer->text, "%s '%.*s':", words, SX_STR_ARG(list->name));
}

static void end_list(use_list *list, size_t start, const char *member) {
  if (list->count)
    end_named(list->answer, list->count);
  else
    sx_buf_truncate(&list->answer->text, start);
  sx_answer_put(list->answer->facts, member, list->facts);
}

/* Where the files of the change have the new name. */
static sx_status list_in_use(sx_renaming *rename, sx_answer *answer, sx_err *err) {
  use_list list = {rename, answer, NULL, rename->new_name, 0};
  size_t start = answer->text.len;
  begin_list(&list, "Note: these files already contain the name,");
  sx_status status = list.facts ? list_in_change(&list, true, err) : sx_fail(err, SX_NOMEM, NULL);
  end_list(&list, start, "in_use");
  return status;
}

/* Where the workspace contains the old name and no provider renames it. */
static sx_status list_not_renamed(sx_renaming *rename, sx_answer *answer, sx_err *err) {
  use_list list = {rename, answer, NULL, rename->target.symbol->name, 0};
  size_t start = answer->text.len;
  begin_list(&list, "Not renamed, in comments and strings,");
  sx_status status = list.facts ? list_in_change(&list, false, err) : sx_fail(err, SX_NOMEM, NULL);
  if (!status) list_in_texts(&list);
  end_list(&list, start, "not_renamed");
  if (rename->old_files.is_cut)
    sx_buf_add_text(&answer->text,
                    "Note: not all files of the workspace were searched for the old name.\n");
  return status;
}

static void write_conflicts(sx_renaming *rename, const sx_name_conflicts *conflicts,
                            sx_answer *answer) {
  cJSON *facts = cJSON_CreateArray();
  if (conflicts->len)
    sx_buf_addf(&answer->text,
                "CONFLICT: '%.*s' is already in use there:", SX_STR_ARG(rename->new_name));
  for (size_t i = 0; i < conflicts->len; i++)
    add_named(rename, answer, facts, i, conflicts->items[i].path, conflicts->items[i].at);
  if (conflicts->len) end_named(answer, conflicts->len);
  sx_answer_put(answer->facts, "conflicts", facts);
}

static void write_places(sx_renaming *rename, const sx_places *places, sx_answer *answer,
                         const char *before, const char *behind, const char *member) {
  cJSON *facts = cJSON_CreateArray();
  if (places->len)
    sx_buf_addf(&answer->text, "Warning: %s'%.*s'%s", before,
                SX_STR_ARG(rename->target.symbol->name), behind);
  for (size_t i = 0; i < places->len; i++)
    add_named(rename, answer, facts, i, places->items[i].path, places->items[i].range.start);
  if (places->len) end_named(answer, places->len);
  sx_answer_put(answer->facts, member, facts);
}

/* Code that keeps the old name and may break. */
static void write_left(sx_renaming *rename, const sx_places *same_shape,
                       const sx_renaming_left *left, sx_answer *answer) {
  write_places(rename, same_shape, answer, "",
               " is a property of an unnamed type. Objects of the same shape may keep the old name "
               "and no longer match it:",
               "same_shape");
  write_places(rename, &left->alike, answer, "compatible types also have ",
               " and keep the old name. Code that uses them as the renamed type will no longer "
               "compile:",
               "alike");
  write_places(rename, &left->unknown, answer,
               "the language server does not know the type that these uses of ",
               " belong to. They keep the old name and may break:", "unknown_uses");
  if (left->not_asked)
    sx_buf_addf(&answer->text, "Note: %zu more use%s of the name %s not renamed and not checked.\n",
                left->not_asked, left->not_asked == 1 ? "" : "s",
                left->not_asked == 1 ? "was" : "were");
}

/* Where the old name is kept as an alias of the new one. */
static void write_aliases(sx_renaming *rename, sx_answer *answer) {
  cJSON *facts = cJSON_CreateArray();
  size_t count = 0;
  for (size_t i = 0; i < rename->planned.files.len; i++) {
    const sx_host_file_edit *file = &rename->planned.files.items[i];
    for (size_t k = 0; k < file->edits.len; k++) {
      const sx_host_edit *edit = &file->edits.items[k];
      if (!sx_renaming_is_alias(rename, edit)) continue;
      if (!count) sx_buf_add_text(&answer->text, "Left as aliases, which keep the old name:");
      add_named(rename, answer, facts, count, file->path, edit->range.start);
      if (count++ < MAX_NAMED)
        sx_buf_addf(&answer->text, " `%.*s`", SX_STR_ARG(sx_str_slice(edit->text, 0, 200)));
      sx_answer_fact(cJSON_GetArrayItem(facts, (int)count - 1), "text", edit->text);
    }
  }
  if (count) end_named(answer, count);
  if (count && !rename->goes_through_aliases)
    sx_buf_add_text(&answer->text, "aliases=false renames them and what imports them, too.\n");
  sx_answer_put(answer->facts, "aliases", facts);
}

/* Uses that the server knows by a stub of the symbol's file, and does not rename with it. */
static sx_status find_by_stub(sx_renaming *rename, sx_places *out, sx_err *err) {
  const sx_symbol *symbol = rename->target.symbol;
  const sx_place declared = {symbol->path, {symbol->at, symbol->at}};
  sx_arena *arena = rename->call->arena;
  sx_places all = {0};
  if (rename->is_local || !symbol->is_declaration_known) return SX_OK;
  for (size_t i = 0; i < rename->places.len; i++) {
    sx_place *added = SX_ARRAY_ADD(&all, arena);
    if (!added) return sx_fail(err, arena->status, NULL);
    *added = rename->places.items[i];
  }
  sx_status status = sx_stub_side_add(rename->call, &declared, &all, err);
  for (size_t i = rename->places.len; i < all.len && !status; i++) {
    if (sx_places_have(&rename->excluded, &all.items[i])) continue;
    sx_place *added = SX_ARRAY_ADD(out, arena);
    if (!added) return sx_fail(err, arena->status, NULL);
    *added = all.items[i];
  }
  return status;
}

/* Uses by imports that lead nowhere, but those that were excluded. */
static sx_status find_unresolved(sx_renaming *rename, sx_unresolved_uses *out, sx_err *err) {
  *out = (sx_unresolved_uses){0};
  if (rename->is_local || rename->is_own_name) return SX_OK;
  sx_status status =
      sx_unresolved_uses_find(out, rename->call, &rename->target, &rename->places, err);
  size_t kept = 0;
  for (size_t i = 0; i < out->items.len; i++)
    if (!sx_places_have(&rename->excluded, &out->items.items[i]))
      out->items.items[kept++] = out->items.items[i];
  out->items.len = kept;
  return status;
}

/* ---- the answer ----------------------------------------------------------------------------- */

static sx_status write_list(sx_renaming *rename, const cJSON *args, sx_answer *answer,
                            sx_err *err) {
  sx_place_list list;
  cJSON *facts = cJSON_CreateArray();
  if (!facts) return sx_fail(err, SX_NOMEM, NULL);
  sx_status status = sx_place_list_init(&list, rename->call, &rename->places, NULL, err);
  if (!status) {
    const sx_symbol *symbol = rename->target.symbol;
    list.has_ids = list.has_kinds = true;
    list.symbol_kind = symbol->kind;
    sx_buf_addf(&answer->text,
                "%zu occurrence%s in %zu file%s; exclude=[\"path:line:column\", …] leaves some "
                "out:\n",
                list.items.len, list.items.len == 1 ? "" : "s", list.file_count,
                list.file_count == 1 ? "" : "s");
    cJSON_AddNumberToObject(answer->facts, "total_count", (double)list.items.len);
    cJSON_AddNumberToObject(answer->facts, "file_count", (double)list.file_count);
    status = sx_place_list_write(
        &list, rename->call, sx_args_str(args, "cursor", rename->call->arena), answer, facts, err);
  }
  sx_answer_put(answer->facts, "occurrences", facts);
  return status;
}

static void write_title(const sx_renaming *rename, sx_answer *answer) {
  sx_buf_add_text(&answer->text, "Rename of ");
  sx_target_write_name(&rename->target, rename->call, answer);
  sx_buf_addf(&answer->text, " to %.*s", SX_STR_ARG(rename->new_name));
  if (rename->left_out)
    sx_buf_addf(&answer->text, "; %zu occurrence%s left out", rename->left_out,
                rename->left_out == 1 ? "" : "s");
  sx_buf_add_text(&answer->text, ".\n");
}

sx_status sx_renaming_answer(sx_renaming *rename, sx_change_request *request, const cJSON *args,
                             sx_answer *answer, sx_err *err) {
  sx_name_conflicts conflicts = {0};
  sx_places same_shape = {0}, by_stub = {0};
  sx_renaming_left left = {0};
  sx_unresolved_uses unresolved = {0};
  sx_status status = sx_renaming_find_conflicts(rename, &conflicts, err);
  if (!status) status = sx_renaming_find_same_shape(rename, &same_shape, err);
  if (!status) status = sx_renaming_find_left(rename, &left, err);
  if (!status) status = find_by_stub(rename, &by_stub, err);
  if (!status) status = find_unresolved(rename, &unresolved, err);
  if (status) return status;
  bool is_ambiguous = !sx_args_has(args, "handle") && !sx_args_has(args, "file_path") &&
                      rename->target.resolution.symbols.len > 1;
  bool is_unsure = sx_reconcile_is_unsure(&rename->behind) || rename->behind.in_macros.len ||
                   sx_reconcile_has_unread_code(&rename->behind) || same_shape.len || by_stub.len ||
                   left.alike.len || left.unknown.len || unresolved.items.len ||
                   sx_target_is_elsewhere(&rename->target) ||
                   sx_target_is_only_named(&rename->target) ||
                   sx_target_is_other_member(&rename->target);
  /* A doubtful rename is not applied without a preview. */
  bool is_held_back =
      !request->is_preview && (conflicts.len || is_ambiguous || !rename->is_sure || is_unsure);
  request->is_preview |= is_held_back;
  request->is_brief = true;
  status = sx_change_answer(&rename->change, request, answer, err);
  if (status) return status;
  write_title(rename, answer);
  if (is_held_back) sx_buf_add_text(&answer->text, "It was not applied, because:\n");
  if (!rename->is_sure)
    sx_buf_add_text(&answer->text, "The language server is still loading: there may be more "
                                   "occurrences. Call again in a few seconds.\n");
  sx_reconcile_write(&rename->behind, rename->call, &answer->text);
  if (rename->behind.in_macros.len)
    sx_buf_addf(&answer->text,
                "%zu of the occurrences %s in macros, found by text search: check them.\n",
                rename->behind.in_macros.len, rename->behind.in_macros.len == 1 ? "is" : "are");
  sx_c_symbol_write_other_names(&rename->target.c, rename->call, &answer->text);
  write_conflicts(rename, &conflicts, answer);
  write_left(rename, &same_shape, &left, answer);
  write_places(rename, &unresolved.items, answer, "what these uses of ",
               " are imported from was not found. They keep the old name and may break:",
               "unresolved_imports");
  write_places(rename, &rename->behind.unresolved, answer,
               "the language server does not rename these uses of ",
               ". They may break:", "unresolved");
  write_places(rename, &by_stub, answer, "the language server knows these uses of ",
               " by a stub of its file and does not rename them. They will break:", "by_stub");
  sx_target_write_others(&rename->target, rename->call, answer);
  if (!conflicts.len) status = list_in_use(rename, answer, err);
  if (!status) status = list_not_renamed(rename, answer, err);
  if (!status) write_aliases(rename, answer);
  if (!status && request->is_preview) status = write_list(rename, args, answer, err);
  sx_answer_put(answer->facts, "symbol", sx_target_fact(&rename->target, rename->call));
  sx_answer_fact(answer->facts, "new_name", rename->new_name);
  cJSON_ReplaceItemInObjectCaseSensitive(answer->facts, "truncated",
                                         cJSON_CreateBool(answer->is_truncated));
  return status;
}
