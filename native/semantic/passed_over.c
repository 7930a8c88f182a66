#include "semantic/passed_over.h"

#include "os/file.h"
#include "text/occurrences.h"
#include "text/qualifier.h"
#include "text/scopes.h"
#include "semantic/place_list.h"
#include "semantic/skipped_code.h"
#include "workspace/document.h"
#include "workspace/paths.h"
#include "workspace/word_filters.h"

#define MAX_SOURCE_BYTES ((size_t)1024 * 1024)
#define MAX_OCCURRENCES 1000
#define ASKED_MS 3000

typedef enum reach { REACH_GLOBAL, REACH_MEMBER, REACH_LOCAL } reach;

typedef struct search {
  sx_call *call;
  const sx_symbol *symbol;
  sx_reconcile_uses uses;
  const sx_places *listed;
  reach reach;
  sx_scope scope;       /* of what is local */
  sx_str owner;         /* the class of a member; empty: not known */
  sx_word_hashes words; /* of its name */
  /* Places that may be the target, and where to ask whether the server analyzes the code there. */
  sx_places found, anchors;
} search;

/* ---- what the target is -------------------------------------------------------------------- */

static sx_status find_reach(search *s, const sx_document *document, sx_err *err) {
  sx_scopes scopes;
  sx_str text = document->text, name = s->symbol->name;
  size_t at = sx_document_offset(document, s->symbol->at);
  sx_status status = sx_scopes_find(&scopes, text, document->language, s->call->arena, err);
  if (status) return status;
  s->scope = sx_scopes_of(&scopes, at, name.len);
  bool is_member = s->scope.is_class || sx_scopes_role(&scopes, at, name.len) == SX_ROLE_MEMBER;
  bool is_global = !s->scope.start && s->scope.end >= text.len;
  const sx_block *class = is_member ? sx_scopes_class_at(&scopes, at) : NULL;
  if (class && !class->bracket)
    s->owner = sx_str_slice(text, class->name_at,
                            sx_language_ident_end(document->language, text, class->name_at));
  s->reach = is_member ? REACH_MEMBER : is_global ? REACH_GLOBAL : REACH_LOCAL;
  return SX_OK;
}

/* ---- by the texts --------------------------------------------------------------------------- */

/* A server decides by these which code can run. */
static bool has_condition(sx_str text) {
  static const char *const conditions[] = {"sys.platform", "sys.version_info", "os.name",
                                           "TYPE_CHECKING"};
  for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
    if (sx_str_find(text, sx_str_from(conditions[i]), 0) != SX_STR_NONE) return true;
  return false;
}

/* `events.Handle` and `asyncio.Handle` of asyncio/events.py. */
static bool is_module_of(sx_str path, sx_str word) {
  for (int part = 0; part < 3 && path.len; part++) {
    sx_str name = sx_path_name(path), stem = name;
    size_t dot = sx_str_find_char(name, '.', 0);
    if (dot != SX_STR_NONE) stem = sx_str_slice(name, 0, dot);
    if (sx_str_is_equal(stem, word)) return true;
    size_t rest = path.len - name.len;
    path = sx_str_slice(path, 0, rest ? rest - 1 : 0);
  }
  return false;
}

static bool has_import(const sx_occurrences *all) {
  for (size_t i = 0; i < all->len; i++)
    if (all->items[i].use == SX_USE_IMPORT) return true;
  return false;
}

/* `self.close` is a member of the class around it, which is another one if it derives from none. */
static bool may_be_own(const search *s, const sx_scopes *scopes, const sx_occurrence *one,
                       const sx_qualifier *before) {
  bool is_self = before->count == 1 && !before->is_open &&
                 (sx_str_is_equal(before->parts[0], SX_STR("self")) ||
                  sx_str_is_equal(before->parts[0], SX_STR("cls")));
  const sx_block *block = is_self ? sx_scopes_class_at(scopes, one->offset) : NULL;
  if (!block || block->bracket || !s->owner.len) return true;
  sx_str head = sx_str_slice(scopes->text, block->name_at, block->body_at);
  return sx_occurrences_has(head, s->owner, scopes->language) ||
         sx_str_find_char(head, '(', 0) != SX_STR_NONE;
}

/* Whether the text lets the place be the target. */
static bool may_be(const search *s, const sx_document *document, const sx_scopes *scopes,
                   const sx_occurrences *all, const sx_occurrence *one,
                   const sx_qualifier *before) {
  bool is_here = sx_str_is_equal(document->path, s->symbol->path);
  bool is_qualified = before->count || before->is_open;
  if (s->reach == REACH_MEMBER) return is_qualified && may_be_own(s, scopes, one, before);
  if (s->reach == REACH_LOCAL)
    return is_here && !is_qualified && one->offset >= s->scope.start &&
           one->offset < s->scope.end && sx_scopes_sees(scopes, s->scope, one->offset);
  if (is_qualified) return before->count && is_module_of(s->symbol->path, before->parts[0]);
  if (sx_scopes_role(scopes, one->offset, s->symbol->name.len) != SX_ROLE_NAME &&
      one->use != SX_USE_IMPORT)
    return false;
  return is_here || has_import(all) || is_module_of(s->symbol->path, SX_STR("builtins"));
}

/* A name there that has a definition wherever the code is analyzed; SX_STR_NONE: none. */
static size_t anchor_of(const sx_document *document, const sx_scopes *scopes,
                        const sx_occurrence *one, const sx_qualifier *before) {
  if (before->count && !before->is_open)
    return (size_t)(before->parts[before->count - 1].ptr - document->text.ptr);
  if (!before->count && !before->is_open) return one->offset;
  const sx_block *block = sx_scopes_block_at(scopes, one->offset);
  while (block && block->bracket)
    block = block->parent == SX_STR_NONE ? NULL : &scopes->blocks.items[block->parent];
  return block ? block->name_at : SX_STR_NONE;
}

static bool is_wanted(const search *s, const sx_document *document, const sx_occurrence *one,
                      sx_place *place) {
  sx_pos16 end = sx_document_position(document, one->offset + s->symbol->name.len);
  *place = (sx_place){document->path, {{one->point.row, one->col_u16}, end}};
  bool is_code = one->use == SX_USE_CODE || one->use == SX_USE_IMPORT;
  if (!is_code || sx_places_have(s->listed, place)) return false;
  if (s->uses == SX_BEHIND_ALL) return true;
  const char *use = sx_place_use(document, place->range, SX_STR(""));
  return use && strcmp(use, "call") == 0;
}

static sx_status add_candidate(search *s, const sx_place *place, sx_pos16 anchor, sx_err *err) {
  sx_place *name = SX_ARRAY_ADD(&s->anchors, s->call->arena);
  sx_place *added = name ? SX_ARRAY_ADD(&s->found, s->call->arena) : NULL;
  if (!added) return sx_fail(err, s->call->arena->status, NULL);
  *name = (sx_place){place->path, {anchor, anchor}};
  *added = *place;
  return SX_OK;
}

static sx_status look_into(search *s, sx_str path, sx_err *err) {
  const sx_document *document;
  sx_arena *arena = s->call->arena;
  sx_occurrences all = {0};
  sx_scopes scopes;
  sx_status status = sx_document_peek(s->call, path, &document, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  if (!has_condition(document->text)) return SX_OK;
  status = sx_occurrences_find(&all, document->text, s->symbol->name, document->language,
                               MAX_OCCURRENCES, arena, err);
  if (status || !all.len) return status;
  sx_occurrences_classify(&all, document->text, document->language);
  status = sx_scopes_find(&scopes, document->text, document->language, arena, err);
  for (size_t i = 0; i < all.len && !status; i++) {
    sx_place place;
    sx_qualifier before;
    if (!is_wanted(s, document, &all.items[i], &place)) continue;
    sx_qualifier_find(&before, document->text, all.items[i].offset, document->language);
    if (!may_be(s, document, &scopes, &all, &all.items[i], &before)) continue;
    size_t anchor = anchor_of(document, &scopes, &all.items[i], &before);
    if (anchor == SX_STR_NONE) continue;
    status = add_candidate(s, &place, sx_document_position(document, anchor), err);
  }
  return status;
}

/* Whether a file contains the name and a condition; its words are remembered. */
static bool may_contain(const search *s, sx_str path) {
  sx_arena scratch;
  sx_file_info info;
  sx_str text;
  sx_word_filters *filters = s->call->services->word_filters;
  if (sx_file_stat(&info, path, NULL) || !info.is_regular) return false;
  if (!sx_word_filters_may_have(filters, path, &info, &s->words)) return false;
  sx_arena_init(&scratch, MAX_SOURCE_BYTES + 64 * 1024);
  bool does = !sx_file_read(&text, path, MAX_SOURCE_BYTES, &scratch, NULL);
  if (does) sx_word_filters_put(filters, path, &info, text);
  does = does && has_condition(text) && sx_str_find(text, s->symbol->name, 0) != SX_STR_NONE;
  sx_arena_release(&scratch);
  return does;
}

static sx_status look_into_likely(void *context, sx_str path, sx_err *err) {
  search *s = context;
  return may_contain(s, path) ? look_into(s, path, err) : SX_OK;
}

static sx_status look_into_all(search *s, bool *is_cut, sx_err *err) {
  s->words = sx_word_hashes_of(s->symbol->name);
  sx_skipped_search files = {.glob = SX_STR("**/*.{py,pyi}"),
                             .most = SX_PASSED_OVER_MAX_FILES,
                             .visit = look_into_likely,
                             .context = s};
  sx_status status = sx_skipped_code_visit(&files, s->call, err);
  *is_cut = files.is_cut;
  return status;
}

sx_status sx_passed_over_find(sx_reconcile *behind, sx_call *call, const sx_target *target,
                              const sx_places *listed, sx_err *err) {
  const sx_document *document;
  search s = {.call = call,
              .symbol = target->symbol,
              .uses = behind->uses,
              .listed = listed,
              .owner = SX_STR("")};
  behind->passed_over = (sx_places){0};
  behind->is_passed_over_cut = false;
  sx_status status = sx_document_peek(call, s.symbol->path, &document, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  sx_str language = sx_language_name(document->language);
  if (!s.symbol->is_declaration_known || !sx_str_is_equal(language, SX_STR("python"))) return SX_OK;
  status = find_reach(&s, document, err);
  if (!status)
    status = s.reach == REACH_LOCAL ? look_into(&s, s.symbol->path, err)
                                    : look_into_all(&s, &behind->is_passed_over_cut, err);
  if (!status) status = sx_skipped_code_keep(call, &s.anchors, &s.found, ASKED_MS, err);
  if (!status) behind->passed_over = s.found;
  return sx_status_ends_call(status) ? status : SX_OK;
}
