#include "base/utf8.h"
#include "text/ident.h"
#include "text/keywords.h"
#include "tools/args.h"
#include "tools/change_answer.h"
#include "tools/refactor/rename.h"
#include "tools/refactor/rename_ask.h"
#include "tools/symbols/place_list.h"
#include "workspace/paths.h"

#include <stdlib.h>

/* Places of one file that a warning names, and all that it names. */
#define MAX_PER_FILE 3
#define MAX_NAMED 8
#define MAX_OCCURRENCES 10000

sx_status sx_tool_rename_symbol(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

/* ---- the new name ------------------------------------------------------------------------- */

static bool is_identifier(const sx_language *language, sx_str name) {
  for (size_t at = 0; at < name.len;) {
    uint32_t c;
    size_t bytes = sx_utf8_decode(name.ptr + at, name.len - at, &c);
    if (!bytes || !sx_language_is_ident(language, c)) return false;
    if (at == 0 && c != '$' && sx_ident_is_continue(c) && !sx_ident_is_start(c)) return false;
    at += bytes;
  }
  return name.len > 0;
}

bool sx_renaming_is_member(const sx_renaming *rename) {
  return sx_language_has_word("Method Property Field EnumMember Event",
                              rename->target.doc.symbol->kind, false);
}

static bool is_keyword(const sx_renaming *rename, const sx_language *language) {
  bool is_type = sx_language_has_word("Class Interface Enum Type TypeParameter",
                                      rename->target.doc.symbol->kind, false);
  return sx_keyword_is_reserved(language, rename->new_name, sx_renaming_is_member(rename)) ||
         (is_type && sx_keyword_is_type(language, rename->new_name));
}

static sx_status check_new_name(const sx_renaming *rename, sx_err *err) {
  const sx_document *document;
  sx_str old_name = rename->target.doc.symbol->name;
  sx_status status = sx_document_open(rename->call, rename->target.path, &document, err);
  if (status) return status;
  if (sx_str_is_equal(rename->new_name, old_name))
    return sx_fail(err, SX_INVALID_ARGUMENT, "new_name equals the current name '%.*s'.",
                   SX_STR_ARG(old_name));
  bool needs_identifier = is_identifier(document->language, old_name);
  if (needs_identifier && is_keyword(rename, document->language))
    return sx_fail(
        err, SX_INVALID_ARGUMENT,
        "new_name '%.*s' is a keyword of %.*s. Nothing was changed. Choose another name.",
        SX_STR_ARG(rename->new_name), SX_STR_ARG(document->language_id));
  if (!needs_identifier || is_identifier(document->language, rename->new_name)) return SX_OK;
  return sx_fail(err, SX_INVALID_ARGUMENT,
                 "new_name '%.*s' is not a valid identifier in %.*s. Give one identifier, without "
                 "its container.",
                 SX_STR_ARG(sx_str_slice(rename->new_name, 0, 80)),
                 SX_STR_ARG(document->language_id));
}

/* ---- places that are left out -------------------------------------------------------------- */

/* `path:line:column` (1-based), `path:line` or `path`, as the answer lists them. */
static bool is_named(const sx_renaming *rename, sx_str path, sx_pos16 at, sx_str id) {
  sx_str shown = sx_path_display(rename->call, path);
  sx_str line = sx_arena_printf(rename->call->arena, "%.*s:%u", SX_STR_ARG(shown), at.line + 1);
  sx_str full = sx_arena_printf(rename->call->arena, "%.*s:%u", SX_STR_ARG(line), at.character + 1);
  return sx_str_is_equal(id, full) || sx_str_is_equal(id, line) || sx_str_is_equal(id, shown);
}

static size_t leave_out_of(sx_renaming *rename, sx_host_file_edit *file, sx_str id) {
  size_t kept = 0, before = file->edits.len;
  for (size_t i = 0; i < before; i++)
    if (!is_named(rename, file->path, file->edits.items[i].range.start, id))
      file->edits.items[kept++] = file->edits.items[i];
  file->edits.len = kept;
  return before - kept;
}

static sx_status leave_out(sx_renaming *rename, const cJSON *args, sx_err *err) {
  const cJSON *item;
  cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(args, "exclude")) {
    sx_str id = cJSON_IsString(item) ? sx_str_from(item->valuestring) : SX_STR("");
    size_t count = 0;
    for (size_t i = 0; i < rename->planned.files.len; i++)
      count += leave_out_of(rename, &rename->planned.files.items[i], id);
    if (!count)
      return sx_fail(err, SX_INVALID_ARGUMENT,
                     "exclude: '%.*s' is not one of the occurrences. Nothing was changed. Copy the "
                     "ids from a new preview.",
                     SX_STR_ARG(sx_str_slice(id, 0, 200)));
    rename->left_out += count;
  }
  return SX_OK;
}

/*
 * Servers rename nothing in the bodies of macros, which would break what uses them; and they may
 * lack places of which they know what they are when they are asked there.
 */
static sx_status add_places(sx_renaming *rename, sx_err *err) {
  sx_status status = SX_OK;
  if (rename->behind.confirmed.len)
    status = sx_rename_add_places(&rename->planned, rename->call, &rename->behind.confirmed,
                                  rename->new_name, err);
  if (status || !rename->behind.in_macros.len) return status;
  return sx_rename_add_places(&rename->planned, rename->call, &rename->behind.in_macros,
                              rename->new_name, err);
}

static sx_status plan(sx_renaming *rename, sx_err *err) {
  sx_status status = sx_renaming_collect(rename, err); /* without those that are left out */
  return status ? status : sx_change_add_planned(&rename->change, &rename->planned, err);
}

/* ---- what may go wrong ---------------------------------------------------------------------- */

/* A place that a warning names. */
static void add_named(sx_renaming *rename, sx_answer *answer, cJSON *facts, size_t number,
                      sx_str path, sx_pos16 at) {
  sx_str shown = sx_path_display(rename->call, path);
  cJSON *fact = cJSON_CreateObject();
  if (number < MAX_NAMED) {
    sx_buf_add_text(&answer->text, number ? ", " : " ");
    sx_answer_add_place(answer, path, shown, at.line, at.character);
  }
  sx_answer_fact(fact, "file", shown);
  cJSON_AddNumberToObject(fact, "line", at.line + 1);
  cJSON_AddNumberToObject(fact, "column", at.character);
  sx_answer_push(facts, fact);
}

static void end_named(sx_answer *answer, size_t count) {
  if (count > MAX_NAMED) sx_buf_addf(&answer->text, " and %zu more", count - MAX_NAMED);
  sx_buf_add_text(&answer->text, ".\n");
}

typedef bool (*is_wanted)(sx_use use);

static bool is_code(sx_use use) {
  return use == SX_USE_CODE || use == SX_USE_IMPORT;
}

static bool is_text(sx_use use) {
  return use == SX_USE_COMMENT || use == SX_USE_STRING;
}

/* Whether the string at `offset` says where a module is: `from "./name"`, `require("name")`. */
static bool is_module_path(sx_str text, size_t offset) {
  size_t start = offset;
  while (start > 0 && !strchr("'\"`\n", text.ptr[start - 1])) start--;
  if (!start || text.ptr[start - 1] == '\n') return false;
  sx_str before = sx_str_trim_end(sx_str_slice(text, 0, start - 1));
  if (sx_str_has_suffix(before, SX_STR("(")))
    before = sx_str_trim_end(sx_str_slice(before, 0, before.len - 1));
  size_t word = before.len;
  while (word > 0 && ((before.ptr[word - 1] | 32) >= 'a' && (before.ptr[word - 1] | 32) <= 'z'))
    word--;
  return sx_language_has_word("from import require include mock doMock unmock resolve",
                              sx_str_slice(before, word, before.len), false);
}

/* Where the files of the change say `name`, a few places of each. */
static sx_status list_uses(sx_renaming *rename, sx_str name, is_wanted wanted, const char *words,
                           const char *member, sx_answer *answer, sx_err *err) {
  sx_arena *arena = rename->call->arena;
  cJSON *facts = cJSON_CreateArray();
  size_t start = answer->text.len, count = 0;
  sx_status status = facts ? SX_OK : sx_fail(err, SX_NOMEM, NULL);
  const sx_language *language = NULL;
  sx_str language_id = SX_STR("");
  sx_buf_addf(&answer->text, "%s '%.*s':", words, SX_STR_ARG(name));
  for (size_t i = 0; i < rename->change.files.len && !status; i++) {
    const sx_file_change *file = &rename->change.files.items[i];
    if (!language || !sx_str_is_equal(file->language, language_id))
      language = sx_language_find(language_id = file->language, file->path);
    sx_occurrences found = {0};
    status = sx_occurrences_find(&found, file->before, name, language, MAX_OCCURRENCES, arena, err);
    if (!status) sx_occurrences_classify(&found, file->before, language);
    size_t in_file = 0;
    for (size_t k = 0; k < found.len && !status && in_file < MAX_PER_FILE; k++) {
      const sx_occurrence *one = &found.items[k];
      if (!wanted(one->use)) continue;
      if (one->use == SX_USE_STRING && is_module_path(file->before, one->offset)) continue;
      sx_pos16 at = {one->point.row, one->col_u16};
      add_named(rename, answer, facts, count++, file->path, at);
      in_file++;
    }
  }
  if (count)
    end_named(answer, count);
  else
    sx_buf_truncate(&answer->text, start);
  sx_answer_put(answer->facts, member, facts);
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

static void write_same_shape(sx_renaming *rename, const sx_places *places, sx_answer *answer) {
  cJSON *facts = cJSON_CreateArray();
  if (places->len)
    sx_buf_addf(&answer->text,
                "Warning: '%.*s' is a property of an unnamed type. Objects of the same shape may "
                "keep the old name and no longer match it:",
                SX_STR_ARG(rename->target.doc.symbol->name));
  for (size_t i = 0; i < places->len; i++)
    add_named(rename, answer, facts, i, places->items[i].path, places->items[i].range.start);
  if (places->len) end_named(answer, places->len);
  sx_answer_put(answer->facts, "same_shape", facts);
}

/* Where the old name lives on behind the new one. */
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

/* ---- the answer ----------------------------------------------------------------------------- */

static void add_ids(cJSON *facts, sx_arena *arena) {
  cJSON *fact;
  cJSON_ArrayForEach(fact, facts) {
    const cJSON *file = cJSON_GetObjectItemCaseSensitive(fact, "file");
    const cJSON *line = cJSON_GetObjectItemCaseSensitive(fact, "line");
    const cJSON *column = cJSON_GetObjectItemCaseSensitive(fact, "column");
    if (!file || !line || !column) continue;
    sx_answer_fact(fact, "id",
                   sx_arena_printf(arena, "%s:%d:%d", file->valuestring, line->valueint,
                                   column->valueint + 1));
  }
}

static sx_status write_list(sx_renaming *rename, const cJSON *args, sx_answer *answer,
                            sx_err *err) {
  sx_place_list list;
  cJSON *facts = cJSON_CreateArray();
  if (!facts) return sx_fail(err, SX_NOMEM, NULL);
  sx_status status = sx_place_list_init(&list, rename->call, &rename->places, NULL, err);
  if (!status) {
    const sx_symbol *symbol = rename->target.doc.symbol;
    list.has_kinds = true;
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
  add_ids(facts, rename->call->arena);
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

static sx_status answer_rename(sx_renaming *rename, sx_change_request *request, const cJSON *args,
                               sx_answer *answer, sx_err *err) {
  sx_name_conflicts conflicts = {0};
  sx_places same_shape = {0};
  sx_status status = sx_renaming_find_conflicts(rename, &conflicts, err);
  if (!status) status = sx_renaming_find_same_shape(rename, &same_shape, err);
  if (status) return status;
  bool is_ambiguous = !sx_args_has(args, "handle") && !sx_args_has(args, "file_path") &&
                      rename->target.doc.resolution.symbols.len > 1;
  bool is_unsure = sx_behind_is_unsure(&rename->behind) || rename->behind.in_macros.len ||
                   rename->behind.not_compiled.len || rename->behind.passed_over.len ||
                   same_shape.len || sx_documentation_is_elsewhere(&rename->target.doc) ||
                   sx_documentation_is_only_named(&rename->target.doc) ||
                   sx_documentation_is_other_member(&rename->target.doc);
  /* What was not seen in a preview is not done on a guess. */
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
  sx_behind_write(&rename->behind, rename->call, &answer->text);
  if (rename->behind.in_macros.len)
    sx_buf_addf(&answer->text,
                "%zu of the occurrences %s in macros, found by text search: check them.\n",
                rename->behind.in_macros.len, rename->behind.in_macros.len == 1 ? "is" : "are");
  sx_c_symbol_write_other_names(&rename->target.c, rename->call, &answer->text);
  write_conflicts(rename, &conflicts, answer);
  write_same_shape(rename, &same_shape, answer);
  sx_target_write_others(&rename->target, rename->call, answer);
  if (!conflicts.len)
    status = list_uses(rename, rename->new_name, is_code,
                       "Note: these files already contain the name,", "in_use", answer, err);
  if (!status)
    status = list_uses(rename, rename->target.doc.symbol->name, is_text,
                       "Not renamed, in comments and strings,", "not_renamed", answer, err);
  if (!status) write_aliases(rename, answer);
  if (!status && request->is_preview) status = write_list(rename, args, answer, err);
  sx_answer_put(answer->facts, "symbol", sx_target_fact(&rename->target, rename->call));
  sx_answer_fact(answer->facts, "new_name", rename->new_name);
  cJSON_ReplaceItemInObjectCaseSensitive(answer->facts, "truncated",
                                         cJSON_CreateBool(answer->is_truncated));
  return status;
}

/* Nothing found is an error for a tool that changes. */
static sx_status fail_missing(const sx_renaming *rename, sx_answer *answer, sx_err *err) {
  sx_status status = sx_target_write_missing(&rename->target, rename->call, answer, err);
  if (status) return status;
  return sx_fail(err, SX_NO_MATCH, "%.*s Nothing was changed.",
                 SX_STR_ARG(sx_str_trim_end(sx_buf_str(&answer->text))));
}

static sx_status rename_previewed(const sx_change_request *request, sx_renaming *rename,
                                  const cJSON *args, sx_answer *answer, sx_err *err) {
  if (sx_args_has(args, "exclude"))
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "exclude needs the symbol and new_name; it cannot be used with the id of a "
                   "change. Nothing was changed.");
  sx_status status = sx_change_request_find(request, &rename->change, rename->call, err);
  return status ? status : sx_change_answer(&rename->change, request, answer, err);
}

sx_status sx_tool_rename_symbol(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_renaming rename = {.call = call};
  sx_change_request request;
  sx_change_init(&rename.change, call, call->tool);
  sx_status status = sx_change_request_take_listed(&request, args, true, true, call, answer, err);
  if (status) return status;
  if (request.id.len) return rename_previewed(&request, &rename, args, answer, err);
  rename.goes_through_aliases = !sx_args_bool(args, "aliases", true);
  rename.new_name = sx_str_trim(sx_args_str(args, "new_name", call->arena));
  if (!rename.new_name.len)
    return sx_fail(err, SX_INVALID_ARGUMENT, "new_name is missing. Give the new name.");
  status = sx_target_find(&rename.target, call, args, err);
  if (!status && !rename.target.doc.symbol) return fail_missing(&rename, answer, err);
  if (!status) status = check_new_name(&rename, err);
  if (!status) status = sx_renaming_ask(&rename, err);
  rename.is_sure &= !rename.target.is_loading;
  if (!status) status = add_places(&rename, err);
  if (!status) status = leave_out(&rename, args, err);
  if (!status) status = plan(&rename, err);
  return status ? status : answer_rename(&rename, &request, args, answer, err);
}
