#include "refactor/rename_files.h"
#include "resolve/members.h"
#include "workspace/paths.h"

/*
 * `export * from "./orders"` and `from orders import *` bring a renamed symbol into modules whose
 * texts contain neither name. A declaration of the new name in such a module is in the way.
 */

#define MENTIONS_MS 1500
#define MAX_FOUND 2000
#define MAX_ASKED 100

static bool is_python(const sx_document *document) {
  return sx_scopes_is_indented(document->language);
}

/* ---- who takes all of a module --------------------------------------------------------------- */

static size_t statement_end(sx_str text, size_t at) {
  size_t end = sx_str_find_char(text, '\n', at);
  return end == SX_STR_NONE ? text.len : end;
}

/* `export * from "…"`: the path's last character; not `export * as name`. */
static size_t script_module(const sx_scopes *scopes, size_t star) {
  sx_str text = scopes->text, code = scopes->code;
  sx_str before = sx_str_trim_end(sx_str_slice(code, star > 40 ? star - 40 : 0, star));
  if (!sx_str_has_suffix(before, SX_STR("export")) &&
      !sx_str_has_suffix(before, SX_STR("export type")))
    return SX_STR_NONE;
  size_t end = statement_end(text, star);
  sx_str rest = sx_str_trim(sx_str_slice(code, star + 1, end));
  if (!sx_str_has_prefix(rest, SX_STR("from"))) return SX_STR_NONE;
  size_t open = star;
  while (open < end && text.ptr[open] != '"' && text.ptr[open] != '\'') open++;
  if (open == end) return SX_STR_NONE;
  char quote = text.ptr[open];
  size_t close = sx_str_find_char(sx_str_slice(text, 0, end), quote, open + 1);
  return close == SX_STR_NONE || close < open + 2 ? SX_STR_NONE : close - 1;
}

/* `from a.b import *`: the last character of the module's name. */
static size_t python_module(const sx_scopes *scopes, size_t star) {
  sx_str code = scopes->code;
  size_t line = star;
  while (line > 0 && code.ptr[line - 1] != '\n') line--;
  sx_str head = sx_str_trim_end(sx_str_slice(code, line, star));
  if (!sx_str_has_suffix(head, SX_STR(" import")) ||
      !sx_str_has_prefix(sx_str_trim(head), SX_STR("from ")))
    return SX_STR_NONE;
  sx_str module = sx_str_trim_end(sx_str_slice(head, 0, head.len - 6));
  return line + module.len - 1;
}

/* The last characters of the modules' names, or of their paths. */
static sx_status find_stars(sx_call *call, const sx_document *document, sx_offsets *out,
                            sx_err *err) {
  sx_scopes scopes;
  sx_status status = sx_scopes_find(&scopes, document->text, document->language, call->arena, err);
  for (size_t at = 0; !status && (at = sx_str_find_char(scopes.code, '*', at)) != SX_STR_NONE;
       at++) {
    size_t module =
        sx_renaming_is_script(document) ? script_module(&scopes, at) : python_module(&scopes, at);
    if (module == SX_STR_NONE) continue;
    size_t *added = SX_ARRAY_ADD(out, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    *added = module;
  }
  return status;
}

/* Whether one of the module paths leads to `path`. */
static sx_status takes_from(sx_call *call, const sx_document *document, const sx_offsets *list,
                            sx_str path, bool *out, sx_err *err) {
  sx_batch batch;
  *out = false;
  if (!list->len) return SX_OK;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < list->len; i++)
    sx_batch_definition(&batch, document->path, sx_document_position(document, list->items[i]));
  sx_status status = sx_batch_run_within(&batch, SX_CONFLICT_ASK_MS, err);
  for (size_t i = 0; i < list->len && !status && !*out; i++) {
    sx_places places = {0};
    status = sx_renaming_pass(sx_batch_get_places(&batch, i, &places, NULL));
    for (size_t k = 0; k < places.len && !status && !*out; k++)
      *out = sx_str_is_equal(sx_path_own(call, places.items[k].path), path);
  }
  sx_batch_release(&batch);
  return sx_renaming_pass(status);
}

/*
 * The names by which others may import the module: `orders`, or of orders/index.ts that and
 * `index`.
 */
static size_t list_names(sx_str path, sx_str out[2]) {
  sx_str file = sx_path_name(path);
  size_t dot = sx_str_find_char(file, '.', 0), end = path.len - file.len;
  out[0] = sx_str_slice(file, 0, dot == SX_STR_NONE ? file.len : dot);
  bool is_folder =
      sx_str_is_equal(out[0], SX_STR("index")) || sx_str_is_equal(out[0], SX_STR("__init__"));
  if (!is_folder || !end) return 1;
  out[1] = sx_path_name(sx_str_slice(path, 0, end - 1));
  return 2;
}

/* Adds the module if it takes all that the one at `own` has. */
static sx_status add_taker(sx_renaming *rename, sx_strs *modules, const sx_document *own,
                           sx_str path, sx_err *err) {
  sx_call *call = rename->call;
  const sx_document *document;
  sx_offsets list = {0};
  bool takes = false;
  if (sx_str_is_equal(path, own->path)) return SX_OK;
  sx_status status = sx_document_peek(call, path, &document, NULL);
  if (status || sx_renaming_is_script(document) != sx_renaming_is_script(own) ||
      is_python(document) != is_python(own))
    return sx_renaming_pass(status);
  status = find_stars(call, document, &list, err);
  if (!status) status = takes_from(call, document, &list, own->path, &takes, err);
  return status || !takes ? status : sx_strs_add_new(modules, document->path, call->arena, err);
}

static sx_status add_takers(sx_renaming *rename, sx_strs *modules, size_t index, sx_err *err) {
  sx_call *call = rename->call;
  sx_str names[2];
  sx_mentions files[2];
  const sx_document *own;
  if (sx_document_peek(call, modules->items[index], &own, NULL)) return SX_OK;
  size_t count = list_names(own->path, names);
  sx_status status = sx_mentions_find(files, call, names, count, MENTIONS_MS, err);
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < files[i].paths.len && !status; k++)
      status = add_taker(rename, modules, own, files[i].paths.items[k], err);
  return status;
}

/* ---- what they have -------------------------------------------------------------------------- */

/* In JavaScript a declaration that is not exported is not in the way; in doubt it is. */
static bool is_exported(const sx_document *document, size_t offset) {
  sx_str text = document->text;
  size_t start = offset;
  while (start > 0 && !strchr(";\n", text.ptr[start - 1])) start--;
  sx_str line = sx_str_trim(sx_str_slice(text, start, statement_end(text, offset)));
  if (!sx_renaming_is_script(document) || sx_str_has_prefix(line, SX_STR("export"))) return true;
  return sx_str_find(text, SX_STR("export {"), 0) != SX_STR_NONE ||
         sx_str_find(text, SX_STR("export type {"), 0) != SX_STR_NONE;
}

static sx_status judge_exports(sx_renaming *rename, sx_str module, sx_name_conflicts *out,
                               sx_err *err) {
  sx_call *call = rename->call;
  sx_referent owner = {.path = module,
                       .name = SX_STR(""),
                       .kind = SX_STR("Module"),
                       .container = SX_STR(""),
                       .inherited_by = SX_STR(""),
                       .is_module = true};
  sx_referents found = {0};
  bool is_sure = true;
  sx_status status = sx_members_find(call, &owner, rename->new_name, &found, &is_sure, err);
  if (status) return sx_renaming_pass(status);
  for (size_t i = 0; i < found.len && !status; i++) {
    const sx_document *document;
    /* Declarations beside the symbol itself are found by its outline. */
    if (sx_str_is_equal(found.items[i].path, rename->target.symbol->path)) continue;
    if (sx_document_peek(call, found.items[i].path, &document, NULL)) continue;
    size_t offset = sx_document_offset(document, found.items[i].at);
    if (found.items[i].is_module || is_exported(document, offset))
      status = sx_renaming_add_conflict(rename, out, document, offset, err);
  }
  return status;
}

/* Whether the name at a place is one of the function that it is in. */
static bool is_own_name(const sx_document *document, const sx_places *definitions, sx_scope scope,
                        sx_call *call) {
  for (size_t i = 0; i < definitions->len; i++) {
    const sx_place *place = &definitions->items[i];
    if (!sx_str_is_equal(sx_path_own(call, place->path), document->path)) return false;
    size_t offset = sx_document_offset(document, place->range.start);
    if (offset < scope.start || offset >= scope.end) return false;
  }
  return definitions->len > 0;
}

/* The uses of the new name that may be looked up at the top of the module. */
static sx_status find_uses(sx_renaming *rename, const sx_document *document, sx_scopes *scopes,
                           sx_offsets *out, sx_err *err) {
  sx_arena *arena = rename->call->arena;
  sx_occurrences found = {0};
  sx_status status = sx_occurrences_find(&found, document->text, rename->new_name,
                                         document->language, MAX_FOUND, arena, err);
  if (status || !found.len) return status;
  sx_occurrences_classify(&found, document->text, document->language);
  status = sx_scopes_find(scopes, document->text, document->language, arena, err);
  for (size_t i = 0; i < found.len && !status; i++) {
    const sx_occurrence *one = &found.items[i];
    if (one->use != SX_USE_CODE && one->use != SX_USE_IMPORT) continue;
    if (sx_scopes_role(scopes, one->offset, rename->new_name.len) != SX_ROLE_NAME) continue;
    size_t *added = SX_ARRAY_ADD(out, arena);
    if (!added) return sx_fail(err, arena->status, NULL);
    *added = one->offset;
  }
  return status;
}

/* In Python a module's own names are found where the renamed one now is, too. */
static sx_status judge_names(sx_renaming *rename, sx_str module, sx_name_conflicts *out,
                             sx_err *err) {
  sx_call *call = rename->call;
  const sx_document *document;
  sx_scopes scopes;
  sx_offsets uses = {0};
  sx_batch batch;
  sx_status status = sx_document_peek(call, module, &document, NULL);
  if (status || !is_python(document)) return sx_renaming_pass(status);
  status = find_uses(rename, document, &scopes, &uses, err);
  if (status || !uses.len) return status;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < uses.len && i < MAX_ASKED; i++)
    sx_batch_definition(&batch, document->path, sx_document_position(document, uses.items[i]));
  bool is_asked = !sx_batch_run_within(&batch, SX_CONFLICT_ASK_MS, NULL);
  for (size_t i = 0; i < uses.len && !status; i++) {
    sx_places definitions = {0};
    sx_scope scope = sx_scopes_of(&scopes, uses.items[i], rename->new_name.len);
    if (is_asked && i < MAX_ASKED)
      status = sx_renaming_pass(sx_batch_get_places(&batch, i, &definitions, NULL));
    bool is_inner = scope.start > 0 && !scope.is_class;
    if (!status && !(is_inner && is_own_name(document, &definitions, scope, call)))
      status = sx_renaming_add_conflict(rename, out, document, uses.items[i], err);
  }
  sx_batch_release(&batch);
  return status;
}

/* Whether `import *` takes the symbol from its module. */
static sx_status is_taken(sx_renaming *rename, bool *out, sx_err *err) {
  const sx_symbol *symbol = rename->target.symbol;
  const sx_document *document;
  sx_scopes scopes;
  *out = false;
  sx_status status = sx_document_peek(rename->call, symbol->path, &document, NULL);
  if (status || (!sx_renaming_is_script(document) && !is_python(document)))
    return sx_renaming_pass(status);
  if (is_python(document) && sx_str_has_prefix(rename->new_name, SX_STR("_"))) return SX_OK;
  status = sx_scopes_find(&scopes, document->text, document->language, rename->call->arena, err);
  if (status) return status;
  size_t at = sx_document_offset(document, symbol->at);
  sx_scope scope = sx_scopes_of(&scopes, at, symbol->name.len);
  *out = scope.start == 0 && scope.end == scopes.code.len &&
         sx_scopes_role(&scopes, at, symbol->name.len) == SX_ROLE_NAME && is_exported(document, at);
  return SX_OK;
}

sx_status sx_renaming_find_exported(sx_renaming *rename, sx_name_conflicts *out, sx_err *err) {
  sx_strs modules = {0};
  bool is_symbol_taken = false;
  sx_status status = is_taken(rename, &is_symbol_taken, err);
  if (status || !is_symbol_taken) return status;
  if (!rename->new_files.paths.len && !rename->new_files.is_cut) return SX_OK;
  status = sx_strs_add_new(&modules, rename->target.symbol->path, rename->call->arena, err);
  for (size_t i = 0; i < modules.len && !status; i++) {
    status = judge_exports(rename, modules.items[i], out, err);
    if (i && !status) status = judge_names(rename, modules.items[i], out, err);
    if (!status) status = add_takers(rename, &modules, i, err);
  }
  return status;
}
