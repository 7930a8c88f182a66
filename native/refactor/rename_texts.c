#include "refactor/rename_texts.h"

#include "text/keyword.h"
#include "text/occurrences.h"

#define MAX_OCCURRENCES 10000

/* Whether the string at `offset` names a module: `from "./name"`, `require("name")`. */
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

/* Nothing is renamed in files that are not programs, such as Markdown. */
static bool is_wanted(const sx_document *document, const sx_occurrence *one, bool is_code) {
  sx_use use = sx_language_is_code(document->language) ? one->use : SX_USE_COMMENT;
  if (is_code) return use == SX_USE_CODE || use == SX_USE_IMPORT;
  if (use == SX_USE_STRING) return !is_module_path(document->text, one->offset);
  return use == SX_USE_COMMENT;
}

sx_status sx_renaming_find_uses(sx_places *out, sx_arena *arena, const sx_document *document,
                                sx_str name, bool is_code, sx_err *err) {
  sx_occurrences found = {0};
  size_t in_file = 0;
  sx_status status = sx_occurrences_find(&found, document->text, name, document->language,
                                         MAX_OCCURRENCES, arena, err);
  if (!status) sx_occurrences_classify(&found, document->text, document->language);
  for (size_t i = 0; i < found.len && !status && in_file < SX_RENAMING_PER_FILE; i++) {
    if (!is_wanted(document, &found.items[i], is_code)) continue;
    sx_pos16 at = {found.items[i].point.row, found.items[i].col_u16};
    sx_place *added = SX_ARRAY_ADD(out, arena);
    if (!added) return sx_fail(err, arena->status, NULL);
    *added = (sx_place){document->path, {at, at}};
    in_file++;
  }
  return status;
}

sx_status sx_renaming_find_texts(sx_renaming *rename, sx_err *err) {
  sx_call *call = rename->call;
  const sx_strs *paths = &rename->old_files.paths;
  sx_status status = sx_documents_peek(call, paths, err);
  for (size_t i = 0; i < paths->len && !status; i++) {
    const sx_document *document;
    status = sx_document_peek(call, paths->items[i], &document, NULL);
    if (!status)
      status = sx_renaming_find_uses(&rename->in_texts, call->arena, document,
                                     rename->target.symbol->name, false, err);
    else if (!sx_status_ends_call(status))
      status = SX_OK;
  }
  return status;
}
