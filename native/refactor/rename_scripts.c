#include "refactor/rename_files.h"
#include "text/ident.h"
#include "workspace/paths.h"

/*
 * Files of TypeScript and JavaScript without `import` and `export` are scripts: what they declare
 * at their top is one scope for all of them, and no text of the change need contain the new name.
 */

#define MAX_FOUND 2000
/* Places of one script that are asked about. */
#define MAX_ASKED 100
/* One that is in the way is enough for a preview; more help to choose another name. */
#define MAX_CONFLICTS 20

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

/* ---- one script ------------------------------------------------------------------------------ */

typedef struct script {
  sx_renaming *rename;
  const sx_document *document;
  sx_scopes scopes;
  sx_offsets inner; /* uses in inner scopes, one of each scope: the server knows what they mean */
  sx_name_conflicts *conflicts;
} script;

static bool has_scope(const script *in, sx_scope scope) {
  size_t len = in->rename->new_name.len;
  for (size_t i = 0; i < in->inner.len; i++) {
    sx_scope other = sx_scopes_of(&in->scopes, in->inner.items[i], len);
    if (other.start == scope.start && other.end == scope.end) return true;
  }
  return false;
}

/* Adds a conflict at the first place that is at the top; `inner` are the others. */
static sx_status sort_uses(script *in, sx_space space, bool *is_met, sx_err *err) {
  sx_renaming *rename = in->rename;
  sx_arena *arena = rename->call->arena;
  const sx_document *document = in->document;
  size_t len = rename->new_name.len;
  sx_occurrences found = {0};
  sx_status status = sx_occurrences_find(&found, document->text, rename->new_name,
                                         document->language, MAX_FOUND, arena, err);
  if (!status) sx_occurrences_classify(&found, document->text, document->language);
  for (size_t i = 0; i < found.len && !status; i++) {
    const sx_occurrence *one = &found.items[i];
    if (one->use != SX_USE_CODE || sx_scopes_role(&in->scopes, one->offset, len) != SX_ROLE_NAME ||
        !(sx_scopes_space(&in->scopes, one->offset, len) & space))
      continue;
    *is_met = sx_scopes_is_global(&in->scopes, one->offset, len);
    if (*is_met) return sx_renaming_add_conflict(rename, in->conflicts, document, one->offset, err);
    if (has_scope(in, sx_scopes_of(&in->scopes, one->offset, len))) continue;
    size_t *added = SX_ARRAY_ADD(&in->inner, arena);
    if (!added) return sx_fail(err, arena->status, NULL);
    *added = one->offset;
  }
  return status;
}

/* Whether all definitions are of an inner scope of the text. */
static bool is_local(const script *in, const sx_places *definitions) {
  for (size_t i = 0; i < definitions->len; i++) {
    const sx_place *place = &definitions->items[i];
    if (!sx_str_is_equal(sx_path_own(in->rename->call, place->path), in->document->path) ||
        sx_scopes_is_global(&in->scopes, sx_document_offset(in->document, place->range.start),
                            in->rename->new_name.len))
      return false;
  }
  return definitions->len > 0;
}

/* A place that the server does not answer for in time, or is not asked about, is a conflict. */
static sx_status judge_inner(script *in, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, in->rename->call->wait, in->rename->call->arena);
  for (size_t i = 0; i < in->inner.len && i < MAX_ASKED; i++)
    sx_batch_definition(&batch, in->document->path,
                        sx_document_position(in->document, in->inner.items[i]));
  sx_status status = sx_batch_run_within(&batch, SX_CONFLICT_ASK_MS, err);
  bool is_answered = !status;
  status = sx_renaming_pass(status);
  for (size_t i = 0; i < in->inner.len && !status; i++) {
    sx_places definitions = {0};
    if (is_answered && i < MAX_ASKED)
      status = sx_renaming_pass(sx_batch_get_places(&batch, i, &definitions, NULL));
    if (status || is_local(in, &definitions)) continue;
    status =
        sx_renaming_add_conflict(in->rename, in->conflicts, in->document, in->inner.items[i], err);
    break;
  }
  sx_batch_release(&batch);
  return status;
}

static sx_status judge_script(sx_renaming *rename, const sx_document *own, sx_space space,
                              sx_str path, sx_name_conflicts *out, sx_err *err) {
  script in = {.rename = rename, .conflicts = out};
  bool is_met = false;
  sx_status status = sx_document_peek(rename->call, path, &in.document, NULL);
  if (status || !sx_renaming_is_script(in.document)) return sx_renaming_pass(status);
  bool is_declarations = sx_str_has_suffix(path, SX_STR(".d.ts"));
  if (!is_declarations && !sx_renaming_is_source(rename, own, in.document)) return SX_OK;
  status = sx_scopes_find(&in.scopes, in.document->text, in.document->language, rename->call->arena,
                          err);
  if (status || is_module(in.document, &in.scopes)) return status;
  status = sort_uses(&in, space, &is_met, err);
  return status || is_met || !in.inner.len ? status : judge_inner(&in, err);
}

/* ---- all of them ----------------------------------------------------------------------------- */

sx_status sx_renaming_find_scripts(sx_renaming *rename, sx_name_conflicts *out, sx_err *err) {
  sx_call *call = rename->call;
  const sx_symbol *symbol = rename->target.symbol;
  const sx_document *own;
  sx_scopes scopes;
  sx_status status = sx_document_peek(call, symbol->path, &own, NULL);
  if (status || !sx_renaming_is_script(own)) return sx_renaming_pass(status);
  status = sx_scopes_find(&scopes, own->text, own->language, call->arena, err);
  if (status) return status;
  size_t at = sx_document_offset(own, symbol->at);
  if (!sx_scopes_is_global(&scopes, at, symbol->name.len) || is_module(own, &scopes)) return SX_OK;
  sx_space space = sx_scopes_space(&scopes, at, symbol->name.len);
  const sx_strs *paths = &rename->new_files.paths;
  for (size_t i = 0; i < paths->len && !status && out->len < MAX_CONFLICTS; i++)
    if (!sx_renaming_has_changed(rename, paths->items[i]))
      status = judge_script(rename, own, space, paths->items[i], out, err);
  return status;
}
