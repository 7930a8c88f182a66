#include "refactor/rename_files.h"

#include <stdlib.h>

#define MAX_FOUND 4000

static const sx_host_file_edit *find_edits(const sx_renaming *rename, sx_str path) {
  for (size_t i = 0; i < rename->planned.files.len; i++) {
    const sx_host_file_edit *file = &rename->planned.files.items[i];
    if (file->action == SX_HOST_EDIT_FILE && sx_str_is_equal(file->path, path)) return file;
  }
  return NULL;
}

static int compare_offsets(const void *a, const void *b) {
  size_t one = *(const size_t *)a, other = *(const size_t *)b;
  return one < other ? -1 : one > other;
}

sx_status sx_renaming_get_edited(const sx_renaming *rename, const sx_document *document,
                                 sx_offsets *out, sx_err *err) {
  const sx_host_file_edit *edits = find_edits(rename, document->path);
  *out = (sx_offsets){0};
  for (size_t i = 0; edits && i < edits->edits.len; i++) {
    size_t *added = SX_ARRAY_ADD(out, rename->call->arena);
    if (!added) return sx_fail(err, rename->call->arena->status, NULL);
    *added = sx_document_offset(document, edits->edits.items[i].range.start);
  }
  if (out->len) qsort(out->items, out->len, sizeof *out->items, compare_offsets);
  return SX_OK;
}

bool sx_offsets_have(const sx_offsets *offsets, size_t offset) {
  return offsets->len &&
         bsearch(&offset, offsets->items, offsets->len, sizeof offset, compare_offsets);
}

/* `{ new: old }`: a property that keeps its variable. */
static bool is_kept_variable(const sx_renaming *rename, const sx_host_edit *edit) {
  size_t len = rename->new_name.len;
  return edit->text.len > len + 1 && sx_str_has_prefix(edit->text, rename->new_name) &&
         edit->text.ptr[len] == ':';
}

/* `export { new as old } from`: nothing in the file has the name. */
static bool is_passed_on(const sx_met_file *file, size_t offset) {
  sx_str code = file->scopes.code;
  size_t close = sx_str_find_char(code, '}', offset);
  const sx_block *in = sx_scopes_block_at(&file->scopes, offset);
  if (close == SX_STR_NONE || !in || in->bracket != '{') return false;
  size_t start = sx_scopes_head_start(&file->scopes, in);
  sx_str head = sx_str_trim(sx_str_slice(code, start, in->start));
  sx_str rest = sx_str_trim(sx_str_slice(code, close + 1, close + 8));
  return sx_str_has_prefix(head, SX_STR("export")) && sx_str_has_prefix(rest, SX_STR("from"));
}

static sx_status take_renamed(sx_renaming *rename, sx_met_file *file, sx_err *err) {
  const sx_host_file_edit *edits = find_edits(rename, file->document->path);
  for (size_t i = 0; edits && i < edits->edits.len; i++) {
    const sx_host_edit *edit = &edits->edits.items[i];
    size_t offset = sx_document_offset(file->document, edit->range.start);
    size_t end = sx_document_offset(file->document, edit->range.end);
    /* In a comment, as `@param name`: it is looked up nowhere. */
    if (offset < file->scopes.code.len && file->scopes.code.ptr[offset] == ' ') continue;
    sx_name_use *use = SX_ARRAY_ADD(&file->renamed, rename->call->arena);
    if (!use) return sx_fail(err, rename->call->arena->status, NULL);
    *use = (sx_name_use){offset, sx_scopes_role(&file->scopes, offset, end - offset), false};
    if (is_kept_variable(rename, edit)) use->role = SX_ROLE_KEY;
    bool is_alias = sx_renaming_is_alias(rename, edit);
    if (use->role == SX_ROLE_NAME && is_alias && is_passed_on(file, offset))
      use->role = SX_ROLE_FOREIGN;
    file->has_names |= use->role == SX_ROLE_NAME || use->role == SX_ROLE_TAG;
  }
  return SX_OK;
}

static bool is_renamed_at(const sx_met_file *file, size_t offset) {
  for (size_t i = 0; i < file->renamed.len; i++)
    if (file->renamed.items[i].offset == offset) return true;
  return false;
}

static sx_status take_found(sx_renaming *rename, sx_met_file *file, const sx_occurrences *found,
                            sx_err *err) {
  for (size_t i = 0; i < found->len; i++) {
    const sx_occurrence *one = &found->items[i];
    bool is_code = one->use == SX_USE_CODE || one->use == SX_USE_IMPORT;
    if (!is_code || is_renamed_at(file, one->offset)) continue;
    sx_name_use *use = SX_ARRAY_ADD(&file->found, rename->call->arena);
    if (!use) return sx_fail(err, rename->call->arena->status, NULL);
    *use =
        (sx_name_use){one->offset, sx_scopes_role(&file->scopes, one->offset, rename->new_name.len),
                      one->use == SX_USE_IMPORT};
  }
  return SX_OK;
}

/* Where it is imported: all of the file. */
static sx_scope find_visible(const sx_renaming *rename, const sx_met_file *file) {
  const sx_symbol *symbol = rename->target.symbol;
  sx_scope all = {0, file->scopes.code.len, false};
  if (!sx_str_is_equal(symbol->path, file->document->path)) return all;
  size_t at = sx_document_offset(file->document, symbol->at);
  sx_scope scope = sx_scopes_of(&file->scopes, at, symbol->name.len);
  for (size_t i = 0; i < file->renamed.len; i++) {
    size_t offset = file->renamed.items[i].offset;
    if (file->renamed.items[i].role == SX_ROLE_NAME &&
        (offset < scope.start || offset >= scope.end))
      return all;
  }
  scope.is_class = false;
  return scope;
}

static sx_status look_into(sx_renaming *rename, sx_str path, sx_met_files *out, sx_err *err) {
  sx_call *call = rename->call;
  const sx_document *document;
  sx_occurrences found = {0};
  sx_status status = sx_document_peek(call, path, &document, err);
  if (!status)
    status = sx_occurrences_find(&found, document->text, rename->new_name, document->language,
                                 MAX_FOUND, call->arena, err);
  if (status || !found.len) return sx_renaming_pass(status);
  sx_occurrences_classify(&found, document->text, document->language);
  sx_met_file file = {.document = document};
  status = sx_scopes_find(&file.scopes, document->text, document->language, call->arena, err);
  if (!status) status = take_renamed(rename, &file, err);
  if (!status) status = take_found(rename, &file, &found, err);
  if (status || !file.found.len) return status;
  file.visible = find_visible(rename, &file);
  sx_met_file *added = SX_ARRAY_ADD(out, call->arena);
  if (!added) return sx_fail(err, call->arena->status, NULL);
  *added = file;
  return SX_OK;
}

sx_status sx_renaming_find_met(sx_renaming *rename, sx_met_files *out, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < rename->change.files.len && !status; i++)
    status = look_into(rename, rename->change.files.items[i].path, out, err);
  return status;
}

sx_status sx_renaming_add_conflict(sx_renaming *rename, sx_name_conflicts *out,
                                   const sx_document *document, size_t offset, sx_err *err) {
  sx_pos16 at = sx_document_position(document, offset);
  for (size_t i = 0; i < out->len; i++) {
    const sx_name_conflict *one = &out->items[i];
    if (sx_pos16_is_equal(one->at, at) && sx_str_is_equal(one->path, document->path)) return SX_OK;
  }
  sx_name_conflict *added = SX_ARRAY_ADD(out, rename->call->arena);
  if (!added) return sx_fail(err, rename->call->arena->status, NULL);
  *added = (sx_name_conflict){document->path, at};
  return SX_OK;
}
