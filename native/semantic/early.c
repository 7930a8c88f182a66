#include "semantic/early.h"

#include "base/map.h"
#include "resolve/declared_text.h"
#include "semantic/declared.h"
#include "semantic/declared_rank.h"
#include "semantic/inherited.h"
#include "semantic/reexports.h"
#include "servers/inquiry.h"
#include "servers/state.h"
#include "text/declaration.h"
#include "text/occurrences.h"
#include "workspace/paths.h"

/* Declarations of one name that are read; the best of them are the first. */
#define MAX_SYMBOLS 24
/* Languages that are looked at: a name is rarely declared in more. */
#define MAX_LANGUAGES 4
#define MAX_OCCURRENCES 1000

typedef struct early {
  sx_call *call;
  sx_target *target;
  const sx_document *document; /* the given file; or NULL */
  sx_declared_list declared;
  bool is_covered;     /* by indexes of symbols, all of the workspace */
  bool is_read;        /* by texts that were read for this, as an index is being written */
  bool is_served;      /* by a server that is there: it knows more */
  bool is_direct;      /* these are where the name path leads by itself */
  bool is_least;       /* there are others than these of the name */
  sx_str inherited_by; /* the type that has these from others; or empty */
} early;

/* ---- declarations of the name --------------------------------------------------------------- */

static bool fits(void *arg, const sx_declared *one) {
  const early *e = arg;
  return !e->document || !sx_declared_is_of_file(one) ||
         sx_str_is_equal(one->path, e->target->file_own);
}

static bool has_path(void *arg, sx_str path) {
  (void)arg;
  return path.len > 0;
}

/* Where a prototype and its definition have the same: the languages that may share them, or the
 * file that has the name for itself, and the container. Empty without memory. */
static sx_str key_of(const sx_declared *one, sx_arena *arena) {
  const sx_language *language = sx_language_find(SX_STR(""), one->path);
  bool is_c = language->flags & SX_LANGUAGE_C_FUNCTIONS;
  bool is_static = (one->flags & SX_FACT_STATIC) && !one->container.len;
  sx_str scope = is_static && sx_declared_is_of_file(one) ? one->path
                 : is_c                                   ? SX_STR("c")
                                                          : sx_language_name(language);
  return sx_arena_printf(arena, "%.*s\n%.*s", SX_STR_ARG(scope), SX_STR_ARG(one->container));
}

/* A prototype and what it declares are one symbol, also in C++'s classes; a method of a trait is
 * not those of its types, nor a function of another language. */
static bool is_prototype(const sx_declared *one, const sx_map *definitions, sx_arena *arena) {
  uint64_t ignored;
  return (one->flags & SX_FACT_DECLARATION) &&
         sx_map_find(definitions, key_of(one, arena), &ignored);
}

static sx_status map_definitions(sx_map *out, const sx_declared_list *all, sx_arena *arena) {
  sx_status status = SX_OK;
  sx_map_init(out, arena);
  for (size_t i = 0; i < all->len && !status; i++)
    if (!(all->items[i].flags & SX_FACT_DECLARATION))
      status = sx_map_put(out, key_of(&all->items[i], arena), 1);
  return status ? status : arena->status;
}

static sx_status find_inherited(early *e, sx_declared_search *search, sx_declared_list *out,
                                sx_err *err) {
  const sx_locator *locator = &e->target->locator;
  sx_status status = sx_inherited_find(search, locator, out, err);
  if (status || !out->len) return status;
  sx_str type = locator->parents[locator->parent_count - 1];
  e->inherited_by = sx_locator_take_last_name(&type);
  return SX_OK;
}

/* By files that the path does not name, or by other types. */
static sx_status find_indirect(early *e, sx_declared_search *search, sx_declared_list *out,
                               sx_err *err) {
  const sx_declared_filter filter = {has_path, fits, e, SX_STR(""), NULL};
  const sx_declared_filter *former = search->filter;
  search->filter = &filter;
  sx_status status = sx_reexports_find(search, &e->target->locator, out, err);
  if (!status && !out->len) status = find_inherited(e, search, out, err);
  search->filter = former;
  return status;
}

/* A path of names may be one name as a whole, of a namespace, and Java's `Hashtable$Entry` a path.
 */
static sx_status find_fitting(early *e, sx_declared_search *search, sx_declared_list *out,
                              sx_err *err) {
  sx_locator split, *locator = &e->target->locator;
  const sx_declared_filter filter = {has_path, fits, e, locator->name, locator};
  sx_status status = sx_declared_find_fitting(search, locator->name, &filter, out, err);
  if (status || out->len) return status;
  const sx_declared_filter whole = {has_path, fits, e, locator->whole, NULL};
  if (locator->whole.len)
    status = sx_declared_find_fitting(search, locator->whole, &whole, out, err);
  if (status || out->len) return status;
  e->is_direct = false;
  status = find_indirect(e, search, out, err);
  if (status || out->len || !sx_locator_split_dollars(&split, locator, e->call->arena))
    return status;
  const sx_declared_filter nested = {has_path, fits, e, split.name, &split};
  status = sx_declared_find_fitting(search, split.name, &nested, out, err);
  e->is_direct = true;
  if (!status && out->len) *locator = split;
  return status;
}

static sx_status find(early *e, sx_declared_search *search, sx_err *err) {
  sx_declared_list all = {0};
  sx_map definitions;
  e->inherited_by = SX_STR("");
  e->is_direct = true;
  sx_status status = find_fitting(e, search, &all, err);
  sx_str name = e->target->locator.name;
  const sx_declared_context context = {e->document ? e->document->path : SX_STR(""), SX_STR(""),
                                       &search->open};
  if (!status) status = sx_declared_count_importers(search, &all, err);
  if (status) return status;
  sx_declared_sort(&all, name, &context, e->call->arena);
  status = map_definitions(&definitions, &all, e->call->arena);
  if (status) return sx_fail(err, status, NULL);
  e->is_least = search->lack.frequent.len > 0;
  e->declared.len = 0;
  for (size_t i = 0; i < all.len; i++) {
    if (is_prototype(&all.items[i], &definitions, e->call->arena)) continue;
    sx_declared *added = SX_ARRAY_ADD(&e->declared, e->call->arena);
    if (!added) return sx_fail(err, e->call->arena->status, NULL);
    *added = all.items[i];
  }
  return SX_OK;
}

/* Whether a server of this window has answered yet: then it is not the first sight of it. */
static sx_status has_server(const early *e, bool *out, sx_err *err) {
  sx_language_uses uses;
  sx_status status = sx_servers_list(e->call->services->servers, &uses, e->call->arena);
  *out = false;
  for (size_t i = 0; i < uses.len; i++) *out |= uses.items[i].ready_since_ms != 0;
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* Another file may have the type's own, in place of what it inherits or what a module exports. */
static bool has_definition(const early *e, const sx_declared_search *search) {
  bool is_sure = e->is_direct || !search->lack.unwritten;
  return is_sure && sx_declared_has_definition(search, &e->declared);
}

/* On the first sight of a workspace its index is being written. */
static sx_status find_declared(early *e, sx_err *err) {
  sx_declared_search search;
  bool has_more = false, is_known = true;
  sx_status status = sx_declared_begin(&search, e->call, err);
  if (!status) status = find(e, &search, err);
  bool is_found = !status && has_definition(e, &search);
  if (!status && !is_found && e->call->may_be_early) status = has_server(e, &is_known, err);
  /* Where there is none, the server is waited for. */
  sx_str word = search.lack.is_writing ? e->target->locator.name : SX_STR("");
  if (!status && !is_known) status = sx_declared_wait(&search, word, &has_more, err);
  if (!status && has_more) status = find(e, &search, err);
  e->is_read = !status && has_more && search.lack.unwritten && has_definition(e, &search);
  e->is_covered = !search.lack.unwritten;
  sx_declared_end(&search);
  return status;
}

/* Those of the given file, where it has some: a name means its own declaration first. */
static void prefer_file(early *e) {
  size_t kept = 0;
  for (size_t i = 0; i < e->declared.len && e->document; i++)
    if (sx_str_is_equal(e->declared.items[i].path, e->target->file_own))
      e->declared.items[kept++] = e->declared.items[i];
  if (kept) e->declared.len = kept;
}

/* ---- servers -------------------------------------------------------------------------------- */

/* A file that is gone, or cannot be opened, has no server. */
static sx_status note(early *e, sx_str path, sx_err *err) {
  const sx_document *document;
  bool is_starting = false;
  sx_readiness readiness;
  sx_status status = sx_document_open(e->call, path, &document, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  if (e->call->may_be_early) status = sx_readiness_is_starting(e->call, path, &is_starting, err);
  if (!status && is_starting)
    return sx_strs_add_new(&e->call->early, document->language_id, e->call->arena, err);
  if (!status) status = sx_readiness_get(e->call, document->language_id, &readiness, err);
  e->is_served |= !status && readiness != SX_ABSENT;
  return status == SX_DEADLINE ? SX_OK : status;
}

/* Looks at the server of the given file, or at those that may know the name, by a file of each. */
static sx_status for_languages(early *e, sx_status (*look)(early *, sx_str, sx_err *),
                               sx_err *err) {
  sx_strs asked = {0};
  sx_status status = SX_OK;
  if (e->document) return look(e, e->document->path, err);
  for (size_t i = 0; i < e->declared.len && asked.len < MAX_LANGUAGES && !status; i++) {
    sx_str path = e->declared.items[i].path;
    const sx_language *language = sx_language_find(SX_STR(""), path);
    size_t known = asked.len;
    status = sx_strs_add_new(&asked, sx_language_name(language), e->call->arena, err);
    if (!status && asked.len > known) status = look(e, path, err);
  }
  return status;
}

/* Whether the server of the file, or one of those that may know the name, is starting. */
static sx_status note_starting(early *e, sx_err *err) {
  return for_languages(e, note, err);
}

/* ---- the resolution ------------------------------------------------------------------------- */

static sx_status add_symbol(early *e, const sx_declared *one, sx_err *err) {
  const sx_document *document = NULL;
  sx_call *call = e->call;
  sx_status status = sx_document_peek_any(call, one->path, &document, err);
  if (status || !document) return status;
  sx_str text = document->text;
  /* The file may have changed since, or the index be damaged. */
  if (!sx_str_is_equal(sx_str_slice(text, one->name_at, one->name_at + one->name.len), one->name))
    return SX_OK;
  sx_symbol *added = sx_resolve__add(call, &e->target->resolution, one->path,
                                     sx_document_position(document, one->name_at));
  if (!added) return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
  added->name = one->name;
  added->kind = sx_fact_kind_name((sx_fact_kind)one->kind);
  added->container = one->container;
  added->inherited_by = e->inherited_by;
  added->from = SX_FROM_INDEX;
  added->is_declaration_known = true;
  added->text_signature =
      sx_declaration_signature(text, one->name_at, document->language, call->arena);
  added->text_comment = sx_declared_comment(document, one->name_at, call->arena);
  added->score = MAX_SYMBOLS - (int)e->target->resolution.symbols.len;
  return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
}

static bool is_in_line(const sx_locator *locator, const sx_document *document,
                       const sx_occurrence *place) {
  if (locator->has_line && locator->line != place->point.row) return false;
  return !locator->line_text.len ||
         sx_locator_is_line_text(locator, sx_lines_get(&document->lines, place->point.row));
}

/* Where the given file has the name, on the line that is meant if that has it. */
static sx_status find_use(early *e, sx_pos16 *at, bool *is_found, sx_err *err) {
  sx_occurrences found = {0};
  const sx_document *document = e->document;
  const sx_locator *locator = &e->target->locator;
  const sx_occurrence *best = NULL;
  sx_status status = sx_occurrences_find(&found, document->text, locator->name, document->language,
                                         MAX_OCCURRENCES, e->call->arena, err);
  if (!status) sx_occurrences_classify(&found, document->text, document->language);
  for (size_t i = 0; i < found.len && !status; i++) {
    const sx_occurrence *one = &found.items[i];
    if (one->use != SX_USE_CODE && one->use != SX_USE_IMPORT) continue;
    bool is_meant = is_in_line(locator, document, one) &&
                    (!locator->has_column || one->col_u16 == locator->column_u16);
    if (!best || is_meant) best = one;
    if (is_meant) break;
  }
  *is_found = best != NULL;
  if (best) *at = (sx_pos16){best->point.row, best->col_u16};
  return status;
}

static sx_status add_use(early *e, sx_err *err) {
  sx_resolution *resolution = &e->target->resolution;
  sx_symbol *symbol = &resolution->symbols.items[0];
  bool is_found;
  sx_pos16 at;
  if (!e->document || sx_str_is_equal(symbol->path, e->target->file_own)) return SX_OK;
  sx_status status = find_use(e, &at, &is_found, err);
  if (status || !is_found) return status;
  resolution->is_mentioned = true;
  resolution->mentioned_at = symbol->used_at = at;
  symbol->is_used_at = true;
  symbol->used_in = e->target->file;
  return SX_OK;
}

/* Puts the declaration at the very place that was given before the others. */
static void prefer_place(early *e) {
  const sx_locator *locator = &e->target->locator;
  sx_symbols *all = &e->target->resolution.symbols;
  for (size_t i = 1; i < all->len && locator->has_line; i++) {
    const sx_symbol one = all->items[i];
    bool is_there = one.at.line == locator->line && sx_str_is_equal(one.path, e->target->file_own);
    if (!is_there || all->items[0].at.line == locator->line) continue;
    memmove(&all->items[1], &all->items[0], i * sizeof *all->items);
    all->items[0] = one;
  }
}

static sx_status fill(early *e, sx_err *err) {
  sx_resolution *resolution = &e->target->resolution;
  sx_status status = SX_OK;
  sx_str unready = SX_STR("");
  if (e->call->early.len) unready = e->call->early.items[e->call->early.len - 1];
  *resolution =
      (sx_resolution){.unready_language = unready, .failure = SX_STR(""), .file = e->target->file};
  for (size_t i = 0; i < e->declared.len && i < MAX_SYMBOLS && !status; i++)
    status = add_symbol(e, &e->declared.items[i], err);
  if (e->declared.len > MAX_SYMBOLS) resolution->unread = e->declared.len - MAX_SYMBOLS;
  resolution->is_least = e->is_least;
  if (status || !resolution->symbols.len) return status;
  prefer_place(e);
  return add_use(e, err);
}

/* Only the server counts several of one name, and compares types. */
static bool may_be_early(const sx_target *target) {
  const sx_locator *locator = &target->locator;
  return !locator->has_index && !locator->has_occurrence && !locator->arguments.len;
}

/* ---- servers that do not answer ------------------------------------------------------------- */

static sx_status note_late(early *e, sx_str path, sx_err *err) {
  const sx_document *document;
  sx_readiness readiness;
  sx_status status = sx_document_open(e->call, path, &document, err);
  if (!status) status = sx_readiness_get(e->call, document->language_id, &readiness, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  if (readiness == SX_ABSENT) return SX_OK;
  sx_servers_set_late(e->call->services->servers, document->language_id);
  return sx_strs_add_new(&e->call->early, document->language_id, e->call->arena, err);
}

void sx_early_limit(const sx_target *target, sx_call *call) {
  const sx_document *document;
  sx_str language = SX_STR("");
  if (!may_be_early(target)) return;
  if (target->file.len && !sx_document_open(call, target->file, &document, NULL))
    language = document->language_id;
  sx_inquiry_limit(call, language);
}

sx_status sx_early_resolve_late(sx_target *target, sx_call *call, sx_err *err) {
  early e = {.call = call, .target = target, .inherited_by = SX_STR("")};
  const sx_resolution before = target->resolution;
  sx_status status = SX_OK;
  if (!may_be_early(target)) return SX_OK;
  if (target->file.len) status = sx_document_open(call, target->file, &e.document, err);
  if (!status) status = find_declared(&e, err);
  if (!status) prefer_file(&e);
  if (status || !e.declared.len) return status == SX_DEADLINE ? SX_OK : status;
  status = for_languages(&e, note_late, err);
  if (!status) status = fill(&e, err);
  call->is_late = target->resolution.symbols.len > 0;
  if (call->is_late) return status;
  call->early.len = 0;
  target->resolution = before;
  return status;
}

/* ---- in place of a server ------------------------------------------------------------------- */

/* Whether the given file's own text declares the name, and the index does not: a local variable. */
static sx_status is_local(const early *e, bool *out, sx_err *err) {
  sx_declaration declaration = {.score = 0};
  const sx_document *document = e->document;
  *out = false;
  if (!document ||
      (e->declared.len && sx_str_is_equal(e->declared.items[0].path, e->target->file_own)))
    return SX_OK;
  sx_status status = sx_declaration_find(&declaration, document->text, e->target->locator.name,
                                         document->language, e->call->arena, err);
  *out = declaration.score > 0;
  return status;
}

/* Whether the index answers: in place of a server that is starting, or of none. Where a folder has
 * no index the texts of all files are searched instead. */
static sx_status is_wanted(early *e, bool *out, sx_err *err) {
  bool is_inner = false;
  sx_status status = e->target->file.len ? SX_OK : note_starting(e, err);
  bool is_early = e->call->early.len > 0;
  bool is_alone = !is_early && !e->is_served && e->is_covered;
  if (!status && is_alone) status = is_local(e, &is_inner, err);
  *out = !status && (is_early || (is_alone && !is_inner));
  return status;
}

/* The server that is asked knows as little of a workspace at first sight: it is led to these. */
static sx_status note_declaring(early *e, sx_err *err) {
  sx_status status = SX_OK;
  if (!e->is_read || e->document) return SX_OK;
  for (size_t i = 0; i < e->declared.len && !status; i++)
    status = sx_strs_add_new(&e->target->declaring, e->declared.items[i].path, e->call->arena, err);
  return status;
}

sx_status sx_early_resolve(sx_target *target, sx_call *call, sx_err *err) {
  early e = {.call = call, .target = target, .inherited_by = SX_STR("")};
  bool is_by_index = false;
  call->early.len = 0;
  call->is_late = false;
  if (!may_be_early(target)) return SX_OK;
  sx_status status = SX_OK;
  if (target->file.len) {
    status = sx_document_open(call, target->file, &e.document, err);
    if (!status) status = note_starting(&e, err);
    if (status || e.is_served) return status;
  }
  status = find_declared(&e, err);
  if (!status) prefer_file(&e);
  if (!status && e.declared.len) status = is_wanted(&e, &is_by_index, err);
  if (!status && is_by_index)
    status = fill(&e, err);
  else if (!status)
    status = note_declaring(&e, err);
  if (!target->resolution.symbols.len) call->early.len = 0;
  return status;
}
