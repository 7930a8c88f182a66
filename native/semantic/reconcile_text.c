#include "semantic/reconcile_parts.h"

#include "semantic/place_list.h"
#include "servers/freshness.h"
#include "text/occurrences.h"
#include "workspace/paths.h"

#define MAX_OCCURRENCES 1000

static bool is_wanted(const sx_comparison *with, const sx_document *document,
                      const sx_occurrence *one) {
  bool is_import = one->use == SX_USE_IMPORT && !with->family->has_index;
  if (with->behind->uses == SX_BEHIND_ALL) return one->use == SX_USE_CODE || is_import;
  if (one->use != SX_USE_CODE) return false;
  sx_range16 range = {{one->point.row, one->col_u16},
                      sx_document_position(document, one->offset + with->name.len)};
  const char *kind = sx_place_use(document, range, SX_STR(""));
  return kind && strcmp(kind, "call") == 0;
}

bool sx_reconcile__is_name_at(const sx_comparison *with, const sx_document *document, sx_pos16 at) {
  size_t offset = sx_document_offset(document, at);
  return sx_str_has_prefix(sx_str_slice(document->text, offset, document->text.len), with->name);
}

bool sx_reconcile__is_judged(const sx_reconcile *behind, const sx_place *place) {
  return sx_places_have(&behind->confirmed, place) ||
         sx_places_have(&behind->not_compiled, place) || sx_places_have(&behind->unresolved, place);
}

/* A use through a macro is listed where the macro is used. */
static bool is_macro_at(const sx_comparison *with, const sx_document *document, sx_pos16 at) {
  size_t start = sx_document_offset(document, at), end = start;
  while (end < document->text.len && sx_c_is_word(document->text.ptr[end])) end++;
  return with->c &&
         sx_strs_have(&with->c->sources.macros, sx_str_slice(document->text, start, end));
}

/*
 * Two functions of one name, as `main` is in each program, are one to a server: it returns the
 * calls of one as the other's.
 */
static bool is_other_files(const sx_comparison *with, const sx_place *place) {
  for (size_t i = 0; i < with->behind->confirmed.len; i++) {
    const sx_place *one = &with->behind->confirmed.items[i];
    if (sx_pos16_is_equal(one->range.start, place->range.start) &&
        !sx_str_is_equal(one->path, place->path))
      return true;
  }
  return false;
}

static sx_status compare_file(const sx_comparison *with, sx_str path, sx_difference *out,
                              sx_err *err) {
  sx_call *call = with->call;
  const sx_document *document;
  sx_occurrences found = {0};
  *out = (sx_difference){.path = path};
  sx_status status = sx_document_peek(call, path, &document, err);
  bool is_cut_short = sx_status_ends_call(status) || status == SX_DEADLINE;
  if (is_cut_short) return status;
  bool has_no_text = status == SX_NOT_FOUND || status == SX_BINARY || status == SX_TOO_BIG;
  out->is_unseen = status && !has_no_text; /* the editor is opening or closing it, say */
  if (status) return SX_OK;
  if (!sx_family_has(with->family, document->language_id)) return SX_OK;
  out->is_held = !document->is_peeked;
  status = sx_occurrences_find(&found, document->text, with->name, document->language,
                               MAX_OCCURRENCES, call->arena, err);
  if (status) return status;
  sx_occurrences_classify(&found, document->text, document->language);
  for (size_t i = 0; i < found.len; i++) {
    const sx_occurrence *one = &found.items[i];
    sx_place place = {path, {{one->point.row, one->col_u16}, {0}}};
    if (!is_wanted(with, document, one) || sx_places_have(with->listed, &place)) continue;
    if (sx_reconcile__is_judged(with->behind, &place)) continue;
    if (with->c && sx_c_is_in_macro(document->text, one->offset)) continue;
    sx_pos16 *added = SX_ARRAY_ADD(&out->unlisted, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    *added = place.range.start;
  }
  bool may_be_moved = with->family->has_index;
  for (size_t i = 0; i < with->listed->len && may_be_moved && !out->is_moved; i++) {
    const sx_place *place = &with->listed->items[i];
    out->is_moved = sx_str_is_equal(place->path, path) &&
                    !sx_reconcile__is_name_at(with, document, place->range.start) &&
                    !is_macro_at(with, document, place->range.start) &&
                    !(with->behind->uses == SX_BEHIND_CALLS && is_other_files(with, place));
  }
  return SX_OK;
}

/* The files that the answer does not fit, by their texts as they are now. */
sx_status sx_reconcile__find_different(const sx_comparison *with, const sx_strs *paths,
                                       sx_differences *out, sx_err *err) {
  sx_strs own = {0};
  sx_status status = SX_OK;
  for (size_t i = 0; i < paths->len && !status; i++) {
    sx_str path = sx_path_own(with->call, paths->items[i]);
    if (!sx_family_has(with->family, sx_language_name(sx_language_find(SX_STR(""), path))))
      continue;
    sx_document_forget(with->call, path);
    status = sx_strs_add(&own, path, with->call->arena, err);
  }
  if (!status) status = sx_documents_peek(with->call, &own, err);
  for (size_t i = 0; i < own.len && !status; i++) {
    sx_difference one;
    status = compare_file(with, own.items[i], &one, err);
    if (status || !(one.unlisted.len || one.is_moved || one.is_unseen)) continue;
    sx_difference *added = SX_ARRAY_ADD(out, with->call->arena);
    if (!added) return sx_fail(err, with->call->arena->status, NULL);
    *added = one;
    added->is_recent = sx_freshness_is_indexing(with->call, one.path);
  }
  return status;
}

/*
 * The first time all that the server may not know, then what did not fit, and what changed since.
 */
static sx_status choose_c_files(sx_reconcile *behind, const sx_comparison *with, sx_strs *out,
                                sx_err *err) {
  const sx_c_sources *sources = &with->c->sources;
  if (with->c->is_local) return SX_OK;
  sx_status status = sx_freshness_get_changed(with->call, out, err);
  bool may_lack = behind->is_unlisted || behind->knowledge == SX_KNOWS_INDEXED;
  behind->has_more_sources = may_lack && sources->is_cut;
  for (size_t i = 0; i < sources->files.len && may_lack && !status; i++)
    if (sources->files.items[i].has_name && !sx_strs_have(out, sources->files.items[i].path) &&
        !sx_c_symbol_is_others(with->c, sources->files.items[i].path))
      status = sx_strs_add(out, sources->files.items[i].path, with->call->arena, err);
  return status;
}

sx_status sx_reconcile__choose_files(sx_reconcile *behind, const sx_comparison *with, sx_strs *out,
                                     sx_err *err) {
  sx_call *call = with->call;
  if (!behind->began_ms && with->c) return choose_c_files(behind, with, out, err);
  if (!behind->began_ms) {
    sx_gaps gaps;
    sx_status status =
        sx_coverage_find_gaps(&gaps, call, behind->knowledge, with->language_id, with->name, err);
    behind->has_more_sources = gaps.is_cut;
    *out = gaps.files;
    return status;
  }
  sx_status status = with->family->has_index ? sx_freshness_get_recent(call, out, err) : SX_OK;
  for (size_t i = 0; i < behind->suspects.len && !status; i++)
    if (!sx_strs_have(out, behind->suspects.items[i]))
      status = sx_strs_add(out, behind->suspects.items[i], call->arena, err);
  return status;
}
