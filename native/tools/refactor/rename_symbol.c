#include "base/utf8.h"
#include "text/ident.h"
#include "text/keywords.h"
#include "engine/args.h"
#include "refactor/rename.h"
#include "refactor/rename_answer.h"
#include "refactor/rename_ask.h"
#include "refactor/symbol_place.h"
#include "workspace/paths.h"

#include <stdlib.h>

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
  return sx_language_has_word("Method Property Field EnumMember Event", rename->target.symbol->kind,
                              false);
}

static bool is_keyword(const sx_renaming *rename, const sx_language *language) {
  bool is_type = sx_language_has_word("Class Interface Enum Type TypeParameter",
                                      rename->target.symbol->kind, false);
  return sx_keyword_is_reserved(language, rename->new_name, sx_renaming_is_member(rename)) ||
         (is_type && sx_keyword_is_type(language, rename->new_name));
}

static sx_status check_new_name(const sx_renaming *rename, sx_err *err) {
  const sx_document *document;
  sx_str old_name = rename->target.symbol->name;
  sx_status status = sx_document_open(rename->call, rename->target.path, &document, err);
  if (status) return status;
  if (sx_str_is_equal(rename->new_name, old_name))
    return sx_fail(
        err, SX_INVALID_ARGUMENT,
        "new_name equals the current name '%.*s'. Nothing was changed. Give another name.",
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

static sx_status leave_out_of(sx_renaming *rename, sx_host_file_edit *file, sx_str id,
                              size_t *count, sx_err *err) {
  size_t kept = 0;
  for (size_t i = 0; i < file->edits.len; i++) {
    sx_host_edit edit = file->edits.items[i];
    if (!is_named(rename, file->path, edit.range.start, id)) {
      file->edits.items[kept++] = edit;
      continue;
    }
    sx_place *added = SX_ARRAY_ADD(&rename->excluded, rename->call->arena);
    if (!added) return sx_fail(err, rename->call->arena->status, NULL);
    *added = (sx_place){file->path, edit.range};
    ++*count;
  }
  file->edits.len = kept;
  return SX_OK;
}

static sx_status leave_out(sx_renaming *rename, const cJSON *args, sx_err *err) {
  const cJSON *item;
  cJSON_ArrayForEach (item, cJSON_GetObjectItemCaseSensitive(args, "exclude")) {
    sx_str id = cJSON_IsString(item) ? sx_str_from(item->valuestring) : SX_STR("");
    size_t count = 0;
    for (size_t i = 0; i < rename->planned.files.len; i++) {
      sx_status status = leave_out_of(rename, &rename->planned.files.items[i], id, &count, err);
      if (status) return status;
    }
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
 * Servers of C rename nothing in the bodies of macros, which would break what uses them; and they
 * may lack places of which they know what they are when they are asked there. In other languages a
 * place may need more than the new name, as `{a}` in JavaScript does.
 */
static sx_status add_places(sx_renaming *rename, sx_err *err) {
  const sx_places *confirmed = &rename->behind.confirmed;
  sx_status status = SX_OK;
  for (size_t i = 0; i < confirmed->len && !rename->target.c.family; i++) {
    if (sx_places_have(&rename->places, &confirmed->items[i])) continue;
    sx_place *added = SX_ARRAY_ADD(&rename->behind.unresolved, rename->call->arena);
    if (!added) return sx_fail(err, rename->call->arena->status, NULL);
    *added = confirmed->items[i];
  }
  if (confirmed->len && rename->target.c.family)
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
  sx_change_request request = {.is_preview = true, .save = true};
  sx_change_init(&rename.change, call, call->tool);
  sx_change_request_take_listed(&request, args, call, answer);
  if (request.id.len) return rename_previewed(&request, &rename, args, answer, err);
  rename.goes_through_aliases = !sx_args_bool(args, "aliases", true);
  rename.new_name = sx_str_trim(sx_args_str(args, "new_name", call->arena));
  if (!rename.new_name.len)
    return sx_fail(err, SX_INVALID_ARGUMENT, "new_name is missing. Give the new name.");
  sx_status status = sx_target_find(&rename.target, call, args, err);
  if (!status && !rename.target.symbol) return fail_missing(&rename, answer, err);
  if (!status) status = sx_symbol_check_alone(call, &rename.target, err);
  if (!status) status = check_new_name(&rename, err);
  if (!status) status = sx_renaming_ask(&rename, err);
  rename.is_sure &= !rename.target.is_loading;
  if (!status) status = add_places(&rename, err);
  if (!status) status = leave_out(&rename, args, err);
  if (!status) status = plan(&rename, err);
  return status ? status : sx_renaming_answer(&rename, &request, args, answer, err);
}
