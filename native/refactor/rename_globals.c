#include "text/occurrences.h"
#include "refactor/rename_files.h"
#include "servers/coverage.h"
#include "workspace/paths.h"

/*
 * In C and C++ a name is declared where no text of the change need contain it: by a header that it
 * includes, or by another source with which it is linked.
 */

static bool is_source(sx_str path) {
  static const char *const endings[] = {".c", ".cc", ".cpp", ".cxx", ".m", ".mm"};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (sx_str_has_suffix(path, sx_str_from(endings[i]))) return true;
  return false;
}

/* The line on which a declaration's name stands, up to it. */
static sx_str line_before(const sx_document *document, size_t offset) {
  size_t start = offset;
  while (start > 0 && document->text.ptr[start - 1] != '\n') start--;
  return sx_str_slice(document->text, start, offset);
}

typedef struct linkage {
  bool is_global, is_static, is_macro;
} linkage;

/* How the text declares the name at `offset`. */
static sx_status find_linkage(sx_call *call, const sx_document *document, size_t offset,
                              size_t name_len, linkage *out, sx_err *err) {
  sx_scopes scopes;
  sx_status status = sx_scopes_find(&scopes, document->text, document->language, call->arena, err);
  if (status) return status;
  sx_str before = line_before(document, offset);
  out->is_global = sx_scopes_is_global(&scopes, offset, name_len);
  out->is_static = sx_str_find(before, SX_STR("static"), 0) != SX_STR_NONE;
  out->is_macro = sx_str_find(before, SX_STR("define"), 0) != SX_STR_NONE;
  return SX_OK;
}

typedef struct search {
  sx_renaming *rename;
  const sx_family *family;
  linkage own; /* of the symbol that is renamed */
  sx_name_conflicts *out;
} search;

/* Whether the new name that is declared there meets the symbol. */
static sx_status judge_linkage(const search *s, sx_str path, sx_pos16 at, sx_err *err) {
  sx_renaming *rename = s->rename;
  sx_call *call = rename->call;
  const sx_document *document;
  linkage other = {0};
  path = sx_path_own(call, path);
  if (sx_renaming_has_changed(rename, path)) return SX_OK; /* its text was looked into */
  sx_status status = sx_document_peek(call, path, &document, NULL);
  if (status) return sx_renaming_pass(status);
  if (!sx_family_has(s->family, document->language_id)) return SX_OK;
  size_t offset = sx_document_offset(document, at);
  sx_str rest = sx_str_slice(document->text, offset, SX_STR_NONE);
  size_t found = sx_str_find(sx_str_slice(rest, 0, 400), rename->new_name, 0);
  if (found == SX_STR_NONE) return SX_OK;
  status = find_linkage(call, document, offset + found, rename->new_name.len, &other, err);
  if (status) return status;
  bool is_separate = is_source(path) && (other.is_static || s->own.is_static || other.is_macro);
  bool is_met = other.is_macro || (s->own.is_global && other.is_global);
  return is_met && !is_separate
             ? sx_renaming_add_conflict(rename, s->out, document, offset + found, err)
             : SX_OK;
}

sx_status sx_renaming_find_globals(sx_renaming *rename, sx_name_conflicts *out, sx_err *err) {
  sx_call *call = rename->call;
  const sx_symbol *symbol = rename->target.symbol;
  const sx_document *document;
  search s = {.rename = rename, .out = out};
  sx_status status = sx_document_peek(call, symbol->path, &document, err);
  if (status) return sx_renaming_pass(status);
  s.family = sx_family_of(document->language_id);
  if (!s.family || !s.family->has_index) return SX_OK;
  status = find_linkage(call, document, sx_document_offset(document, symbol->at), symbol->name.len,
                        &s.own, err);
  if (status) return status;
  sx_batch batch;
  sx_host_symbols found = {0};
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_workspace_symbols(&batch, rename->new_name);
  status = sx_batch_run_within(&batch, SX_CONFLICT_ASK_MS, err);
  if (!status) status = sx_batch_get_symbols(&batch, slot, &found, NULL);
  sx_batch_release(&batch);
  status = sx_renaming_pass(status);
  for (size_t i = 0; i < found.len && !status; i++)
    if (sx_str_is_equal(found.items[i].name, rename->new_name))
      status = judge_linkage(&s, found.items[i].path, found.items[i].range.start, err);
  return status;
}
