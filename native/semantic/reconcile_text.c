#include "semantic/reconcile_parts.h"

#include "base/byte.h"
#include "semantic/place_list.h"
#include "servers/freshness.h"
#include "text/occurrences.h"
#include "workspace/paths.h"

#define MAX_OCCURRENCES 1000
/* Bytes of a line on each side of a name that are looked at. */
#define MAX_LINE 200
/* Files whose texts are taken at a time. */
#define MAX_COMPARED 200
/* Texts stay in the call's memory: so much of it is left to the rest of the call. */
#define MEMORY_PART 2

bool sx_reconcile__is_call(const sx_document *document, sx_range16 range) {
  const char *kind = sx_place_use(document, range, SX_STR(""));
  return kind && strcmp(kind, "call") == 0;
}

static bool is_wanted(const sx_comparison *with, const sx_document *document,
                      const sx_occurrence *one) {
  bool is_import = one->use == SX_USE_IMPORT && !with->family->has_index;
  if (with->behind->uses == SX_BEHIND_ALL) return one->use == SX_USE_CODE || is_import;
  if (one->use != SX_USE_CODE) return false;
  const sx_range16 range = {{one->point.row, one->col_u16},
                            sx_document_position(document, one->offset + with->name.len)};
  return sx_reconcile__is_call(document, range);
}

static bool has_confirmed_in(const sx_reconcile *behind, sx_str path) {
  for (size_t i = 0; i < behind->confirmed.len; i++)
    if (sx_str_is_equal(behind->confirmed.items[i].path, path)) return true;
  return false;
}

/*
 * Beside projects the server lists all references in a file as soon as it is open (but not the
 * calls), so that its other places are other symbols. It has been seen to lose one that stayed
 * open: there an import alone is asked about, and the rest where that is the symbol.
 */
static bool is_trusted(const sx_comparison *with, const sx_document *document) {
  return sx_reconcile__is_beside(with->behind) && with->behind->uses == SX_BEHIND_ALL &&
         !document->is_peeked && !has_confirmed_in(with->behind, document->path);
}

bool sx_reconcile__is_name_at(const sx_comparison *with, const sx_document *document, sx_pos16 at) {
  size_t offset = sx_document_offset(document, at);
  return sx_str_has_prefix(sx_str_slice(document->text, offset, document->text.len), with->name);
}

bool sx_reconcile__is_judged(const sx_reconcile *behind, const sx_place *place) {
  return sx_places_have(&behind->confirmed, place) || sx_places_have(&behind->elsewhere, place) ||
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

/* ---- what the name is a member of ------------------------------------------------------------ */

static size_t before_space(sx_str text, size_t at) {
  while (at && sx_byte_is_space(text.ptr[at - 1])) at--;
  return at;
}

/* `a` of `a.b?.name`; empty for another expression. A name that stands alone is not a member. */
static sx_str root_before(const sx_document *document, size_t at, bool *is_member) {
  sx_str text = document->text, root = SX_STR("");
  *is_member = false;
  for (at = before_space(text, at); at && text.ptr[at - 1] == '.'; at = before_space(text, at)) {
    at = before_space(text, at - 1);
    if (at && text.ptr[at - 1] == '?') at = before_space(text, at - 1);
    size_t end = at;
    at = sx_language_ident_start(document->language, text, at);
    root = sx_str_slice(text, at, end);
    *is_member = root.len || !at || text.ptr[at - 1] != '.'; /* `...name` is none */
    if (!root.len) return root;
  }
  return root;
}

/* By `import`, `import()` or `require()`. */
static bool is_imported(const sx_comparison *with, const sx_document *document, sx_str name) {
  sx_occurrences found = {0};
  sx_str text = document->text;
  if (sx_occurrences_find(&found, text, name, document->language, MAX_OCCURRENCES,
                          with->call->arena, NULL))
    return true;
  sx_occurrences_classify(&found, text, document->language);
  for (size_t i = 0; i < found.len; i++) {
    size_t at = found.items[i].offset, start = at, end = at;
    while (start && at - start < MAX_LINE && text.ptr[start - 1] != '\n') start--;
    while (end < text.len && end - at < MAX_LINE && text.ptr[end] != '\n') end++;
    sx_str line = sx_str_slice(text, start, end);
    if (found.items[i].use == SX_USE_IMPORT ||
        sx_str_find(line, SX_STR("require"), 0) != SX_STR_NONE ||
        sx_str_find(line, SX_STR("import"), 0) != SX_STR_NONE)
      return true;
  }
  return found.total > found.len;
}

static bool is_member(const sx_comparison *with) {
  static const char alone[] = "Function Class Interface Enum Variable Constant Namespace Module";
  const sx_symbol *symbol = with->target->symbol;
  return symbol->container.len || !sx_language_has_word(alone, symbol->kind, false);
}

/* The last name that stood before the target's in a file. */
typedef struct root_look {
  sx_str root;
  bool is_imported;
} root_look;

/*
 * Whether what the name is a member of, or the name itself, leads to another file. A file of
 * another project has to import the name; beside projects it may be one with the target.
 */
static bool is_likely(const sx_comparison *with, const sx_document *document, size_t offset,
                      bool is_in_project, root_look *last) {
  bool is_of_other;
  sx_str root = root_before(document, offset, &is_of_other);
  if (!is_of_other && !is_in_project) return true;
  if (!is_of_other) root = with->name;
  if (!root.len) return false;
  if (!sx_str_is_equal(root, last->root))
    *last = (root_look){root, is_imported(with, document, root)};
  return last->is_imported;
}

/* Names that it gets by such a call may stand on other lines. */
static bool imports_by_call(const sx_document *document) {
  return sx_str_find(document->text, SX_STR("require("), 0) != SX_STR_NONE ||
         sx_str_find(document->text, SX_STR("import("), 0) != SX_STR_NONE;
}

static bool may_be_unlikely(const sx_comparison *with, const sx_document *document,
                            bool is_in_project) {
  if (!sx_reconcile__is_beside(with->behind) || is_member(with)) return false;
  return !is_in_project || !(with->is_global || imports_by_call(document));
}

sx_str sx_reconcile__project_of(const sx_reconcile *behind, sx_str path) {
  uint64_t known;
  bool has = behind->projects.arena && sx_map_find(&behind->projects, path, &known);
  return has ? sx_str_from((const char *)(uintptr_t)known) : SX_STR("");
}

/* ---- one file -------------------------------------------------------------------------------- */

/* Places of the name that neither the answer has nor the server was asked about. */
static sx_status find_unlisted(const sx_comparison *with, const sx_document *document,
                               sx_difference *out, sx_err *err) {
  sx_occurrences found = {0};
  root_look root = {SX_STR(""), false};
  sx_status status = sx_occurrences_find(&found, document->text, with->name, document->language,
                                         MAX_OCCURRENCES, with->call->arena, err);
  if (status) return status;
  sx_occurrences_classify(&found, document->text, document->language);
  bool only_imports = is_trusted(with, document);
  bool is_in_project = out->project.len > 0;
  out->is_unlikely = may_be_unlikely(with, document, is_in_project);
  for (size_t i = 0; i < found.len; i++) {
    const sx_occurrence *one = &found.items[i];
    if (only_imports && one->use != SX_USE_IMPORT) continue;
    sx_place place = {out->path, {{one->point.row, one->col_u16}, {0}}};
    if (!is_wanted(with, document, one) || sx_places_have(with->listed, &place)) continue;
    if (sx_reconcile__is_judged(with->behind, &place)) continue;
    if (with->c && sx_c_is_in_macro(document->text, one->offset)) continue;
    sx_pos16 *added = SX_ARRAY_ADD(&out->unlisted, with->call->arena);
    if (!added) return sx_fail(err, with->call->arena->status, NULL);
    *added = place.range.start;
    if (out->is_unlikely)
      out->is_unlikely = !is_likely(with, document, one->offset, is_in_project, &root);
  }
  return SX_OK;
}

/* Whether an index has the name where it is no longer. */
static bool is_moved(const sx_comparison *with, const sx_document *document) {
  for (size_t i = 0; i < with->listed->len && with->family->has_index; i++) {
    const sx_place *place = &with->listed->items[i];
    if (sx_str_is_equal(place->path, document->path) &&
        !sx_reconcile__is_name_at(with, document, place->range.start) &&
        !is_macro_at(with, document, place->range.start) &&
        !(with->behind->uses == SX_BEHIND_CALLS && is_other_files(with, place)))
      return true;
  }
  return false;
}

static sx_status compare_file(const sx_comparison *with, sx_str path, sx_difference *out,
                              sx_err *err) {
  const sx_document *document;
  *out = (sx_difference){.path = path, .project = sx_reconcile__project_of(with->behind, path)};
  sx_status status = sx_document_peek(with->call, path, &document, err);
  bool is_cut_short = sx_status_ends_call(status) || status == SX_DEADLINE;
  if (is_cut_short) return status;
  bool has_no_text = status == SX_NOT_FOUND || status == SX_BINARY || status == SX_TOO_BIG;
  out->is_unseen = status && !has_no_text; /* the editor is opening or closing it, say */
  if (status || !sx_family_has(with->family, document->language_id)) return SX_OK;
  out->is_held = !document->is_peeked;
  status = find_unlisted(with, document, out, err);
  if (!status) out->is_moved = is_moved(with, document);
  return status;
}

static sx_status compare_files(const sx_comparison *with, const sx_strs *paths, sx_differences *out,
                               sx_err *err) {
  sx_status status = sx_documents_peek(with->call, paths, err);
  for (size_t i = 0; i < paths->len && !status; i++) {
    sx_difference one;
    status = compare_file(with, paths->items[i], &one, err);
    if (status || !(one.unlisted.len || one.is_moved || one.is_unseen)) continue;
    sx_difference *added = SX_ARRAY_ADD(out, with->call->arena);
    if (!added) return sx_fail(err, with->call->arena->status, NULL);
    *added = one;
    added->is_recent = sx_freshness_is_indexing(with->call, one.path);
  }
  return status;
}

/* The files that the answer does not fit, by their texts as they are now. */
sx_status sx_reconcile__find_different(const sx_comparison *with, const sx_strs *paths,
                                       sx_differences *out, sx_err *err) {
  const sx_arena *arena = with->call->arena;
  sx_status status = SX_OK;
  for (size_t i = 0; i < paths->len && !status;) {
    sx_strs own = {0};
    if (arena->used_bytes > arena->max_bytes / MEMORY_PART) {
      with->behind->has_more_sources = true;
      break;
    }
    for (; i < paths->len && own.len < MAX_COMPARED && !status; i++) {
      sx_str path = sx_path_own(with->call, paths->items[i]);
      if (sx_family_of_file(path) != with->family) continue;
      sx_document_forget(with->call, path);
      status = sx_strs_add(&own, path, with->call->arena, err);
    }
    if (!status) status = compare_files(with, &own, out, err);
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

static sx_status take_waiting(sx_reconcile *behind, sx_call *call, sx_strs *out, sx_err *err) {
  size_t taken = 0, most = sx_reconcile__most(behind);
  sx_status status = SX_OK;
  for (; taken < behind->waiting.len && taken < most && !status; taken++)
    status = sx_strs_add(out, behind->waiting.items[taken], call->arena, err);
  behind->waiting.items += taken;
  behind->waiting.len -= taken;
  behind->waiting.cap -= taken;
  return status;
}

/* A variable in a function, say: no other project has it. */
static bool is_inner(const sx_symbol *symbol) {
  static const char kinds[] = "Function Variable Constant TypeParameter";
  static const char outer[] = "Namespace Module";
  return symbol->container.len && sx_language_has_word(kinds, symbol->kind, false) &&
         symbol->container_kind.len && !sx_language_has_word(outer, symbol->container_kind, false);
}

/* Files that the server may not know: no project names them, or it has not loaded theirs. */
static sx_status choose_unknown(sx_reconcile *behind, const sx_comparison *with, sx_strs *out,
                                sx_err *err) {
  sx_call *call = with->call;
  sx_gaps gaps;
  const sx_gap_query query = {.knowledge = behind->knowledge,
                              .language_id = with->language_id,
                              .name = with->name,
                              .listed = with->listed,
                              .path = with->target->path,
                              .in_projects = !is_inner(with->target->symbol)};
  sx_status status = sx_coverage_find_gaps(&gaps, call, &query, err);
  behind->has_more_sources = gaps.is_cut;
  *out = gaps.files;
  sx_map_init(&behind->projects, call->arena);
  for (size_t i = 0; i < gaps.projects.len && !status; i++) {
    sx_str project = gaps.projects.items[i];
    if (project.len)
      status = sx_map_put(&behind->projects, sx_path_own(call, gaps.files.items[i]),
                          (uint64_t)(uintptr_t)project.ptr);
  }
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

sx_status sx_reconcile__choose_files(sx_reconcile *behind, const sx_comparison *with, sx_strs *out,
                                     sx_err *err) {
  sx_call *call = with->call;
  if (!behind->began_ms && with->c) return choose_c_files(behind, with, out, err);
  if (!behind->began_ms) return choose_unknown(behind, with, out, err);
  if (sx_reconcile__is_settling(with)) return take_waiting(behind, call, out, err);
  sx_status status = with->family->has_index ? sx_freshness_get_recent(call, out, err) : SX_OK;
  for (size_t i = 0; i < behind->suspects.len && !status; i++)
    status = sx_strs_add_new(out, behind->suspects.items[i], call->arena, err);
  return status;
}
