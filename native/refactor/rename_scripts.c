#include "refactor/rename_files.h"
#include "text/ident.h"
#include "workspace/paths.h"

/*
 * Files of TypeScript and JavaScript without `import` and `export` are scripts: what they declare
 * at their top is one scope for all of them, and no text of the change need say the new name.
 */

#define MAX_FOUND 2000

static bool is_typescript(const sx_document *document) {
  return sx_language_has_word("typescript vue", sx_language_name(document->language), false);
}

static bool is_ident_at(sx_str code, size_t at) {
  return at < code.len &&
         (sx_ident_is_continue((unsigned char)code.ptr[at]) || code.ptr[at] == '$');
}

/* Whether a word stands in the code; at the top of the text if `is_top`. */
static bool has_word(const sx_scopes *scopes, const char *word, bool is_top) {
  sx_str code = scopes->code, wanted = sx_str_from(word);
  for (size_t at = 0; (at = sx_str_find(code, wanted, at)) != SX_STR_NONE; at += wanted.len) {
    size_t end = at + wanted.len;
    if ((at && is_ident_at(code, at - 1)) || is_ident_at(code, end)) continue;
    if (at && code.ptr[at - 1] == '.') continue;
    if (!is_top) return true;
    /* `import(…)` is a call. */
    sx_str rest = sx_str_trim(sx_str_slice(code, end, end + 8));
    bool is_call = sx_str_has_prefix(rest, SX_STR("("));
    if (!is_call && !sx_scopes_block_at(scopes, at)) return true;
  }
  return false;
}

static bool is_module(const sx_document *document, const sx_scopes *scopes) {
  static const char *const always[] = {".mjs", ".cjs", ".mts", ".cts", ".vue"};
  for (size_t i = 0; i < sizeof always / sizeof *always; i++)
    if (sx_str_has_suffix(document->path, sx_str_from(always[i]))) return true;
  if (has_word(scopes, "import", true) || has_word(scopes, "export", true)) return true;
  bool is_javascript = sx_str_has_suffix(document->path, SX_STR(".js")) ||
                       sx_str_has_suffix(document->path, SX_STR(".jsx"));
  return is_javascript && (has_word(scopes, "require", false) ||
                           has_word(scopes, "exports", false) || has_word(scopes, "module", false));
}

/* What is declared at the top of a script is visible in all of its text. */
static bool is_global(const sx_scopes *scopes, size_t offset, size_t name_len) {
  sx_scope scope = sx_scopes_of(scopes, offset, name_len);
  return scope.start == 0 && scope.end == scopes->code.len &&
         sx_scopes_role(scopes, offset, name_len) == SX_ROLE_NAME;
}

/* Whether the server knows the name at `offset` as one of an inner scope of the text. */
static sx_status is_local(sx_renaming *rename, const sx_document *document, const sx_scopes *scopes,
                          size_t offset, bool *out, sx_err *err) {
  sx_batch batch;
  sx_places definitions = {0};
  *out = false;
  sx_batch_init(&batch, rename->call->wait, rename->call->arena);
  size_t slot = sx_batch_definition(&batch, document->path, sx_document_position(document, offset));
  sx_status status = sx_batch_run_within(&batch, SX_CONFLICT_ASK_MS, err);
  if (!status) status = sx_batch_get_places(&batch, slot, &definitions, NULL);
  sx_batch_release(&batch);
  for (size_t i = 0; i < definitions.len && !status; i++) {
    const sx_place *place = &definitions.items[i];
    *out =
        sx_str_is_equal(sx_path_own(rename->call, place->path), document->path) &&
        !is_global(scopes, sx_document_offset(document, place->range.start), rename->new_name.len);
    if (!*out) break;
  }
  return sx_renaming_pass(status);
}

/* The first place where a script says the new name and means, or would mean, one of all scripts. */
static sx_status judge_script(sx_renaming *rename, const sx_document *own, sx_space space,
                              sx_str path, sx_name_conflicts *out, sx_err *err) {
  sx_arena *arena = rename->call->arena;
  const sx_document *document;
  sx_scopes scopes;
  sx_occurrences found = {0};
  size_t len = rename->new_name.len;
  sx_status status = sx_document_peek(rename->call, path, &document, NULL);
  if (status || !is_typescript(document)) return sx_renaming_pass(status);
  bool is_declarations = sx_str_has_suffix(path, SX_STR(".d.ts"));
  if (!is_declarations && !sx_renaming_is_source(rename, own, document)) return SX_OK;
  status = sx_scopes_find(&scopes, document->text, document->language, arena, err);
  if (status || is_module(document, &scopes)) return status;
  status = sx_occurrences_find(&found, document->text, rename->new_name, document->language,
                               MAX_FOUND, arena, err);
  if (!status) sx_occurrences_classify(&found, document->text, document->language);
  for (size_t i = 0; i < found.len && !status; i++) {
    const sx_occurrence *one = &found.items[i];
    bool is_inner = false;
    if (one->use != SX_USE_CODE || sx_scopes_role(&scopes, one->offset, len) != SX_ROLE_NAME)
      continue;
    if (!(sx_scopes_space(&scopes, one->offset, len) & space)) continue;
    if (!is_global(&scopes, one->offset, len))
      status = is_local(rename, document, &scopes, one->offset, &is_inner, err);
    if (!status && !is_inner)
      return sx_renaming_add_conflict(rename, out, document, one->offset, err);
  }
  return status;
}

sx_status sx_renaming_find_scripts(sx_renaming *rename, sx_name_conflicts *out, sx_err *err) {
  sx_call *call = rename->call;
  const sx_symbol *symbol = rename->target.symbol;
  const sx_document *own;
  sx_scopes scopes;
  sx_status status = sx_document_peek(call, symbol->path, &own, NULL);
  if (status || !is_typescript(own)) return sx_renaming_pass(status);
  status = sx_scopes_find(&scopes, own->text, own->language, call->arena, err);
  if (status) return status;
  size_t at = sx_document_offset(own, symbol->at);
  if (!is_global(&scopes, at, symbol->name.len) || is_module(own, &scopes)) return SX_OK;
  sx_space space = sx_scopes_space(&scopes, at, symbol->name.len);
  const sx_strs *paths = &rename->new_files.paths;
  for (size_t i = 0; i < paths->len && !status; i++)
    if (!sx_renaming_has_changed(rename, paths->items[i]))
      status = judge_script(rename, own, space, paths->items[i], out, err);
  return status;
}
