#include "base/utf8.h"
#include "change/planned.h"
#include "tools/args.h"
#include "tools/change_answer.h"
#include "tools/refactor/rename_ask.h"
#include "tools/symbols/behind.h"
#include "tools/symbols/patience.h"
#include "tools/symbols/place_list.h"
#include "tools/symbols/target.h"
#include "workspace/absence.h"
#include "workspace/outline.h"
#include "workspace/paths.h"

#include <stdlib.h>

/* Places of one file that a warning names, and all that it names. */
#define MAX_PER_FILE 3
#define MAX_NAMED 8
#define MAX_OCCURRENCES 10000
#define OUTLINE_MS 3000

sx_status sx_tool_rename_symbol(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

typedef struct renaming {
  sx_call *call;
  sx_target target;
  sx_str new_name;
  sx_host_planned planned;
  sx_places places; /* that would be renamed */
  size_t left_out;
  sx_change change;
  bool is_sure;
  sx_behind behind; /* files that say the name where nothing would be renamed */
} renaming;

/* ---- the new name ------------------------------------------------------------------------- */

static bool is_identifier(const sx_language *language, sx_str name) {
  if (!name.len || (name.ptr[0] >= '0' && name.ptr[0] <= '9')) return false;
  for (size_t at = 0; at < name.len;) {
    uint32_t c;
    size_t bytes = sx_utf8_decode(name.ptr + at, name.len - at, &c);
    if (!bytes || !sx_language_is_ident(language, c)) return false;
    at += bytes;
  }
  return true;
}

static sx_status check_new_name(const renaming *rename, sx_err *err) {
  const sx_document *document;
  sx_str old_name = rename->target.doc.symbol->name;
  sx_status status = sx_document_open(rename->call, rename->target.path, &document, err);
  if (status) return status;
  if (sx_str_is_equal(rename->new_name, old_name))
    return sx_fail(err, SX_INVALID_ARGUMENT, "new_name is the name that it has: '%.*s'.",
                   SX_STR_ARG(old_name));
  bool needs_identifier = is_identifier(document->language, old_name);
  if (!needs_identifier || is_identifier(document->language, rename->new_name)) return SX_OK;
  return sx_fail(err, SX_INVALID_ARGUMENT,
                 "new_name '%.*s' is no name in %.*s: give one identifier, without its container.",
                 SX_STR_ARG(sx_str_slice(rename->new_name, 0, 80)),
                 SX_STR_ARG(document->language_id));
}

/* ---- what the server would change ---------------------------------------------------------- */

static size_t count_edits(const sx_host_planned *planned) {
  size_t count = 0;
  for (size_t i = 0; i < planned->files.len; i++) count += planned->files.items[i].edits.len;
  return count;
}

static sx_status collect_places(renaming *rename, sx_err *err) {
  sx_arena *arena = rename->call->arena;
  rename->places = (sx_places){0};
  for (size_t i = 0; i < rename->planned.files.len; i++) {
    const sx_host_file_edit *file = &rename->planned.files.items[i];
    for (size_t k = 0; k < file->edits.len; k++) {
      sx_place *place = SX_ARRAY_ADD(&rename->places, arena);
      if (!place) return sx_fail(err, arena->status, NULL);
      *place = (sx_place){file->path, file->edits.items[k].range};
    }
  }
  return SX_OK;
}

/* Until all files are known that say the name: what is left out would be broken. */
static sx_status ask_of_all(renaming *rename, sx_err *err) {
  bool again = true;
  sx_status status = SX_OK;
  while (again && !status) {
    again = false;
    status = sx_rename_ask(&rename->planned, rename->call, &rename->target, rename->new_name, err);
    if (status || !count_edits(&rename->planned)) return status;
    status = collect_places(rename, err);
    if (!status)
      status = sx_behind_wait(&rename->behind, rename->call, &rename->target, SX_BEHIND_ALL,
                              &rename->places, &again, err);
  }
  return status;
}

/* A server that has just begun knows the declaration only, or refuses. */
static sx_status ask(renaming *rename, sx_err *err) {
  sx_patience patience = {0};
  for (bool again = true; again;) {
    sx_err refusal = {0};
    sx_status status = ask_of_all(rename, &refusal);
    size_t count = status ? 0 : count_edits(&rename->planned);
    /* One that has looked into other files knows the project. */
    rename->is_sure = count > 1 && rename->planned.files.len > 1;
    if (status && status != SX_HOST) return sx_fail(err, status, "%s", refusal.message);
    if (rename->is_sure) return SX_OK;
    sx_str path = rename->target.path;
    sx_status waited = count ? sx_patience_note_answer(rename->call, path, err) : SX_OK;
    if (!waited)
      waited = sx_patience_wait(&patience, rename->call, path, &again, &rename->is_sure, err);
    if (waited) return waited;
    if (again) continue;
    if (patience.is_absent)
      return sx_fail(err, SX_HOST,
                     "No extension that serves the language of '%.*s' is installed: there is "
                     "nobody who could rename safely. replace_in_buffer edits texts.",
                     SX_STR_ARG(sx_path_display(rename->call, path)));
    if (status)
      return sx_fail(err, SX_HOST, "It cannot be renamed there: %s Nothing was changed.",
                     refusal.message);
    if (!count)
      return sx_fail(err, SX_HOST,
                     "The language server renames nothing there. Nothing was changed. "
                     "find_references lists the places.");
  }
  return SX_OK;
}

/* ---- places that are left out -------------------------------------------------------------- */

/* `path:line:column` (1-based), `path:line` or `path`, as the answer lists them. */
static bool is_named(const renaming *rename, sx_str path, sx_pos16 at, sx_str id) {
  sx_str shown = sx_path_display(rename->call, path);
  sx_str line = sx_arena_printf(rename->call->arena, "%.*s:%u", SX_STR_ARG(shown), at.line + 1);
  sx_str full = sx_arena_printf(rename->call->arena, "%.*s:%u", SX_STR_ARG(line), at.character + 1);
  return sx_str_is_equal(id, full) || sx_str_is_equal(id, line) || sx_str_is_equal(id, shown);
}

static size_t leave_out_of(renaming *rename, sx_host_file_edit *file, sx_str id) {
  size_t kept = 0, before = file->edits.len;
  for (size_t i = 0; i < before; i++)
    if (!is_named(rename, file->path, file->edits.items[i].range.start, id))
      file->edits.items[kept++] = file->edits.items[i];
  file->edits.len = kept;
  return before - kept;
}

static sx_status leave_out(renaming *rename, const cJSON *args, sx_err *err) {
  const cJSON *item;
  cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(args, "exclude")) {
    sx_str id = cJSON_IsString(item) ? sx_str_from(item->valuestring) : SX_STR("");
    size_t count = 0;
    for (size_t i = 0; i < rename->planned.files.len; i++)
      count += leave_out_of(rename, &rename->planned.files.items[i], id);
    if (!count)
      return sx_fail(err, SX_INVALID_ARGUMENT,
                     "exclude: '%.*s' is none of the occurrences. Take the ids from a preview that "
                     "was made of the files as they are now. Nothing was changed.",
                     SX_STR_ARG(sx_str_slice(id, 0, 200)));
    rename->left_out += count;
  }
  return SX_OK;
}

/*
 * Servers rename nothing in the bodies of macros, which would break what uses them; and they may
 * lack places of which they know what they are when they are asked there.
 */
static sx_status add_places(renaming *rename, sx_err *err) {
  sx_status status = SX_OK;
  if (rename->behind.confirmed.len)
    status = sx_rename_add_places(&rename->planned, rename->call, &rename->behind.confirmed,
                                  rename->new_name, err);
  if (status || !rename->behind.in_macros.len) return status;
  return sx_rename_add_places(&rename->planned, rename->call, &rename->behind.in_macros,
                              rename->new_name, err);
}

static sx_status plan(renaming *rename, sx_err *err) {
  sx_status status = collect_places(rename, err); /* without those that are left out */
  return status ? status : sx_change_add_planned(&rename->change, &rename->planned, err);
}

/* ---- what may go wrong ---------------------------------------------------------------------- */

/* A place that a warning names. */
static void add_named(renaming *rename, sx_answer *answer, cJSON *facts, size_t number, sx_str path,
                      sx_pos16 at) {
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

/* Where the files of the change say `name`, a few places of each. */
static sx_status list_uses(renaming *rename, sx_str name, is_wanted wanted, const char *words,
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
      if (!wanted(found.items[k].use)) continue;
      sx_pos16 at = {found.items[k].point.row, found.items[k].col_u16};
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

/* Something of the new name that stands where the symbol stands. */
static sx_status find_conflicts(renaming *rename, sx_host_symbols *out, sx_err *err) {
  const sx_symbol *symbol = rename->target.doc.symbol;
  const sx_document *document;
  sx_host_symbols outline = {0};
  sx_status status = sx_document_open(rename->call, symbol->path, &document, err);
  if (!status) status = sx_outline_get(rename->call, document, OUTLINE_MS, &outline, NULL);
  if (status == SX_HOST || status == SX_DEADLINE) status = SX_OK; /* nobody knows of any */
  if (status) return status;
  sx_str container = symbol->container;
  bool is_container_known = false;
  for (size_t i = 0; i < outline.len && !is_container_known; i++) {
    const sx_host_symbol *one = &outline.items[i];
    is_container_known =
        sx_str_is_equal(one->name, symbol->name) && sx_str_is_equal(one->container, container);
  }
  for (size_t i = 0; i < outline.len && is_container_known; i++) {
    const sx_host_symbol *one = &outline.items[i];
    if (!sx_str_is_equal(one->name, rename->new_name)) continue;
    if (!sx_str_is_equal(one->container, container)) continue;
    sx_host_symbol *added = SX_ARRAY_ADD(out, rename->call->arena);
    if (!added) return sx_fail(err, rename->call->arena->status, NULL);
    *added = *one;
  }
  return SX_OK;
}

static void write_conflicts(renaming *rename, const sx_host_symbols *conflicts, sx_answer *answer) {
  sx_str path = rename->target.doc.symbol->path;
  cJSON *facts = cJSON_CreateArray();
  if (conflicts->len)
    sx_buf_addf(&answer->text,
                "CONFLICT: '%.*s' is declared there already:", SX_STR_ARG(rename->new_name));
  for (size_t i = 0; i < conflicts->len; i++)
    add_named(rename, answer, facts, i, path, conflicts->items[i].name_at);
  if (conflicts->len) end_named(answer, conflicts->len);
  sx_answer_put(answer->facts, "conflicts", facts);
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

static sx_status write_list(renaming *rename, const cJSON *args, sx_answer *answer, sx_err *err) {
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

static void write_title(const renaming *rename, sx_answer *answer) {
  sx_buf_add_text(&answer->text, "Rename of ");
  sx_target_write_name(&rename->target, rename->call, answer);
  sx_buf_addf(&answer->text, " to %.*s", SX_STR_ARG(rename->new_name));
  if (rename->left_out)
    sx_buf_addf(&answer->text, "; %zu occurrence%s left out", rename->left_out,
                rename->left_out == 1 ? "" : "s");
  sx_buf_add_text(&answer->text, ".\n");
}

static sx_status answer_rename(renaming *rename, sx_change_request *request, const cJSON *args,
                               sx_answer *answer, sx_err *err) {
  sx_host_symbols conflicts = {0};
  sx_status status = find_conflicts(rename, &conflicts, err);
  if (status) return status;
  bool is_ambiguous = !sx_args_has(args, "handle") && !sx_args_has(args, "file_path") &&
                      rename->target.doc.resolution.symbols.len > 1;
  bool is_unsure = sx_behind_is_unsure(&rename->behind) || rename->behind.in_macros.len ||
                   rename->behind.not_compiled.len ||
                   sx_documentation_is_elsewhere(&rename->target.doc) ||
                   sx_documentation_is_other_member(&rename->target.doc);
  /* What was not seen in a preview is not done on a guess. */
  bool is_held_back =
      !request->is_preview && (conflicts.len || is_ambiguous || !rename->is_sure || is_unsure);
  request->is_preview |= is_held_back;
  request->is_brief = true;
  status = sx_change_answer(&rename->change, request, answer, err);
  if (status) return status;
  write_title(rename, answer);
  if (is_held_back)
    sx_buf_add_text(&answer->text, "It was not applied at once, because of what is said here:\n");
  if (!rename->is_sure)
    sx_buf_add_text(&answer->text, "The language server is still loading: there may be more "
                                   "occurrences. Ask again in a few seconds.\n");
  sx_behind_write(&rename->behind, rename->call, &answer->text);
  if (rename->behind.in_macros.len)
    sx_buf_addf(&answer->text,
                "%zu of the occurrences %s in macros, found by the text: look at them.\n",
                rename->behind.in_macros.len, rename->behind.in_macros.len == 1 ? "is" : "are");
  sx_c_symbol_write_other_names(&rename->target.c, rename->call, &answer->text);
  write_conflicts(rename, &conflicts, answer);
  sx_target_write_others(&rename->target, rename->call, answer);
  if (!conflicts.len)
    status = list_uses(rename, rename->new_name, is_code,
                       "Note: these files have the name already,", "in_use", answer, err);
  if (!status)
    status = list_uses(rename, rename->target.doc.symbol->name, is_text,
                       "Not renamed, in comments and strings,", "not_renamed", answer, err);
  if (!status && request->is_preview) status = write_list(rename, args, answer, err);
  sx_answer_put(answer->facts, "symbol", sx_target_fact(&rename->target, rename->call));
  sx_answer_fact(answer->facts, "new_name", rename->new_name);
  cJSON_ReplaceItemInObjectCaseSensitive(answer->facts, "truncated",
                                         cJSON_CreateBool(answer->is_truncated));
  return status;
}

/* Nothing found is an error for a tool that changes. */
static sx_status fail_missing(const renaming *rename, sx_answer *answer, sx_err *err) {
  sx_status status = sx_target_write_missing(&rename->target, rename->call, answer, err);
  if (status) return status;
  return sx_fail(err, SX_NO_MATCH, "%.*s Nothing was changed.",
                 SX_STR_ARG(sx_str_trim_end(sx_buf_str(&answer->text))));
}

static sx_status rename_previewed(const sx_change_request *request, renaming *rename,
                                  const cJSON *args, sx_answer *answer, sx_err *err) {
  if (sx_args_has(args, "exclude"))
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "exclude goes with the symbol and new_name, not with the id of a change. "
                   "Nothing was changed.");
  sx_status status = sx_change_request_find(request, &rename->change, rename->call, err);
  return status ? status : sx_change_answer(&rename->change, request, answer, err);
}

sx_status sx_tool_rename_symbol(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  renaming rename = {.call = call};
  sx_change_request request;
  sx_change_init(&rename.change, call, call->tool);
  sx_status status = sx_change_request_take_listed(&request, args, true, true, call, answer, err);
  if (status) return status;
  if (request.id.len) return rename_previewed(&request, &rename, args, answer, err);
  rename.new_name = sx_str_trim(sx_args_str(args, "new_name", call->arena));
  if (!rename.new_name.len)
    return sx_fail(err, SX_INVALID_ARGUMENT, "new_name is missing: what is it to be called?");
  status = sx_target_find(&rename.target, call, args, err);
  if (!status && !rename.target.doc.symbol) return fail_missing(&rename, answer, err);
  if (!status) status = check_new_name(&rename, err);
  if (!status) status = ask(&rename, err);
  rename.is_sure &= !rename.target.is_loading;
  if (!status) status = add_places(&rename, err);
  if (!status) status = leave_out(&rename, args, err);
  if (!status) status = plan(&rename, err);
  return status ? status : answer_rename(&rename, &request, args, answer, err);
}
