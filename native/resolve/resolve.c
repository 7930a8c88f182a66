#include "resolve/resolve.h"

#include "host/symbol_kind.h"
#include "text/declared_kind.h"
#include "text/keyword.h"
#include "text/qualifier.h"
#include "text/scopes.h"
#include "workspace/outline.h"
#include "resolve/overload.h"
#include "workspace/paths.h"
#include "servers/readiness.h"
#include "workspace/allowed.h"
#include "workspace/built_twins.h"

#define MAX_ENRICHED 12
#define MAX_NEAR 8

#define MAX_RANKED 24

enum { SCORE_LIBRARY = 2000, SCORE_RANKED = 1000, BUILT_PENALTY = 40 };

sx_symbol *sx_resolve__add(sx_call *call, sx_resolution *out, sx_str path, sx_pos16 at) {
  path = sx_path_own(call, path);
  for (size_t i = 0; i < out->symbols.len; i++) {
    const sx_symbol *known = &out->symbols.items[i];
    if (sx_pos16_is_equal(known->at, at) && sx_str_is_equal(known->path, path)) return NULL;
  }
  sx_symbol *added = SX_ARRAY_ADD(&out->symbols, call->arena);
  if (!added) return NULL;
  *added = (sx_symbol){.name = SX_STR(""),
                       .declared_as = SX_STR(""),
                       .kind = SX_STR(""),
                       .container = SX_STR(""),
                       .container_kind = SX_STR(""),
                       .inherited_by = SX_STR(""),
                       .path = path,
                       .at = at,
                       .used_in = SX_STR(""),
                       .module_used_in = SX_STR(""),
                       .text_signature = SX_STR(""),
                       .text_comment = SX_STR("")};
  return added;
}

sx_str sx_symbol_handle(const sx_symbol *symbol, sx_str path, sx_arena *arena) {
  if (symbol->module_used_in.len)
    return sx_locator_handle(symbol->module_used_in, symbol->used_at, symbol->name, arena);
  sx_str name = sx_locator_member_name(symbol->container, symbol->name, arena);
  if (symbol->has_index) name = sx_arena_printf(arena, "%.*s[%u]", SX_STR_ARG(name), symbol->index);
  return sx_locator_handle(path, symbol->at, name, arena);
}

/* ---- kind and container of symbols that a use led to --------------------------------------- */

/* The innermost outline entry around the position whose name fits. */
static void enrich(sx_symbol *symbol, const sx_host_symbols *outline, sx_arena *arena) {
  for (size_t i = outline->len; i-- > 0;) {
    const sx_host_symbol *entry = &outline->items[i];
    if (!sx_range16_holds(&entry->range, symbol->at)) continue;
    bool is_at_name = entry->has_name_at && sx_pos16_is_equal(entry->name_at, symbol->at);
    if (!is_at_name && !sx_str_is_equal(sx_locator_bare_name(entry->name), symbol->name)) continue;
    symbol->kind = entry->kind;
    symbol->container = sx_locator_own_container(entry->name, entry->container, arena);
    symbol->container_kind = sx_outline_parent_kind(outline, i);
    sx_str declared = sx_locator_bare_name(entry->name);
    if (!sx_str_is_equal(declared, symbol->name)) symbol->declared_as = declared;
    return;
  }
}

/* Only for the workspace's files: outlines of standard libraries are huge. */
static bool wants_outline(const sx_call *call, const sx_symbol *symbol) {
  return !symbol->kind.len && symbol->is_declaration_known && symbol->from == SX_FROM_LSP &&
         sx_path_is_inside(call, symbol->path);
}

static sx_status enrich_all(sx_call *call, sx_resolution *out, sx_err *err) {
  size_t wanted[MAX_ENRICHED], slots[MAX_ENRICHED], count = 0;
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < out->symbols.len && count < MAX_ENRICHED; i++) {
    if (!wants_outline(call, &out->symbols.items[i])) continue;
    wanted[count] = i;
    slots[count++] = sx_batch_outline(&batch, out->symbols.items[i].path);
  }
  sx_status status = count ? sx_batch_run(&batch, err) : SX_OK;
  for (size_t i = 0; i < count && !status; i++) {
    sx_host_symbols outline;
    status = sx_batch_get_symbols(&batch, slots[i], &outline, err);
    if (status == SX_HOST)
      status = SX_OK; /* the symbol stays without its kind */
    else if (!status)
      enrich(&out->symbols.items[wanted[i]], &outline, call->arena);
  }
  sx_batch_release(&batch);
  return status == SX_DEADLINE ? SX_OK : status;
}

/* Servers give aliases, typedefs and macros as classes and variables, or macros not at all. */
static sx_status name_kinds(sx_call *call, sx_resolution *out, sx_err *err) {
  for (size_t i = 0; i < out->symbols.len && i < MAX_ENRICHED; i++) {
    sx_symbol *symbol = &out->symbols.items[i];
    const sx_document *document;
    if (!symbol->is_declaration_known) continue;
    sx_status status = sx_document_peek(call, symbol->path, &document, err);
    if (sx_status_ends_call(status)) return status;
    if (status) continue;
    size_t at = sx_document_offset(document, symbol->at);
    symbol->kind = sx_declared_kind(document->text, at, document->language, symbol->kind);
  }
  return SX_OK;
}

/* ---- order --------------------------------------------------------------------------------- */

/* The container of a symbol that is in no outline, by the text around it. */
static sx_status fill_container(sx_call *call, sx_symbol *symbol, sx_err *err) {
  const sx_document *document;
  bool is_typed = symbol->kind.len && symbol->from != SX_FROM_TEXT;
  if (is_typed || symbol->container.len || !symbol->is_declaration_known) return SX_OK;
  sx_status status = sx_document_peek(call, symbol->path, &document, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  size_t offset = sx_document_offset(document, symbol->at);
  symbol->container =
      sx_container_find_with_head(document->text, offset, document->language, call->arena).path;
  return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
}

static sx_status add_near(sx_call *call, const sx_symbol *symbol, sx_resolution *out, sx_err *err) {
  if (out->near.len >= MAX_NEAR || !symbol->is_declaration_known) return SX_OK;
  for (size_t i = 0; i < out->near.len; i++) {
    const sx_symbol *known = &out->near.items[i];
    if (known->at.line == symbol->at.line && sx_str_is_equal(known->path, symbol->path))
      return SX_OK;
  }
  sx_symbol *near = SX_ARRAY_ADD(&out->near, call->arena);
  if (!near) return sx_fail(err, call->arena->status, NULL);
  *near = *symbol;
  return SX_OK;
}

static bool is_at_given_place(const sx_locator *locator, const sx_resolution *out,
                              const sx_symbol *symbol) {
  const sx_pos16 wanted = {locator->line, locator->column_u16};
  if (!locator->has_line || !locator->has_column) return false;
  bool is_declared =
      sx_str_is_equal(symbol->path, out->file) && sx_pos16_is_equal(symbol->at, wanted);
  return is_declared || (symbol->is_used_at && sx_str_is_equal(symbol->used_in, out->file) &&
                         sx_pos16_is_equal(symbol->used_at, wanted));
}

/*
 * Only what the name path leads to stays; the others become `near`. A symbol exactly at
 * the given place stays in any case, with a note that it is another: a handle outlives its
 * container's name.
 */
static sx_status keep_those_that_fit(sx_call *call, const sx_locator *locator, sx_resolution *out,
                                     sx_err *err) {
  size_t kept = 0;
  bool is_any_other = false;
  for (size_t i = 0; i < out->symbols.len && locator->parent_count; i++) {
    sx_symbol *symbol = &out->symbols.items[i];
    if (symbol->is_written_so || symbol->is_found_by_path) continue;
    sx_status status = fill_container(call, symbol, err);
    if (status) return status;
    symbol->is_other = !sx_locator_fits(locator, symbol->path, symbol->container);
    is_any_other |= symbol->is_other;
  }
  if (!is_any_other) return SX_OK;
  size_t fitting = 0;
  for (size_t i = 0; i < out->symbols.len; i++) fitting += !out->symbols.items[i].is_other;
  for (size_t i = 0; i < out->symbols.len; i++) {
    sx_symbol symbol = out->symbols.items[i];
    if (!symbol.is_other || (!fitting && is_at_given_place(locator, out, &symbol))) {
      out->symbols.items[kept++] = symbol;
      continue;
    }
    sx_status status = add_near(call, &symbol, out, err);
    if (status) return status;
  }
  out->symbols.len = kept;
  return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
}

/* Where none fits the types are not written as the declarations have them: all stay. */
static sx_status keep_those_with_arguments(sx_call *call, const sx_locator *locator,
                                           sx_resolution *out, sx_err *err) {
  size_t kept = 0;
  if (!locator->arguments.len || out->symbols.len < 2) return SX_OK;
  bool *fits = sx_arena_calloc(call->arena, out->symbols.len, sizeof *fits);
  if (!fits) return sx_fail(err, call->arena->status, NULL);
  for (size_t i = 0; i < out->symbols.len; i++) {
    const sx_symbol *symbol = &out->symbols.items[i];
    const sx_document *document;
    sx_status status = sx_document_peek(call, symbol->path, &document, err);
    if (sx_status_ends_call(status)) return status;
    fits[i] = !status && sx_overload_fits(document, symbol->at, locator->name, locator->arguments);
    kept += fits[i];
  }
  if (!kept) return SX_OK;
  size_t count = out->symbols.len;
  out->symbols.len = 0;
  for (size_t i = 0; i < count; i++)
    if (fits[i]) out->symbols.items[out->symbols.len++] = out->symbols.items[i];
  return SX_OK;
}

static bool is_before(const sx_symbol *a, const sx_symbol *b) {
  if (a->score != b->score) return a->score > b->score;
  if (a->is_open != b->is_open) return a->is_open;
  int order = sx_str_compare(a->path, b->path);
  if (order) return order < 0;
  return sx_pos16_compare(a->at, b->at) < 0;
}

static void sort(sx_symbols *symbols) {
  for (size_t i = 1; i < symbols->len; i++) {
    sx_symbol moved = symbols->items[i];
    size_t j = i;
    for (; j > 0 && is_before(&moved, &symbols->items[j - 1]); j--)
      symbols->items[j] = symbols->items[j - 1];
    symbols->items[j] = moved;
  }
}

/* Resolves the symbols, and chooses those that are meant. */
static sx_status settle(sx_call *call, const sx_locator *locator, sx_resolution *out, sx_err *err) {
  sx_status status = enrich_all(call, out, err);
  return status ? status : keep_those_that_fit(call, locator, out, err);
}

/* A provider of workspace symbols names one of several overloads; the outline has them all. */
static sx_status add_overloads(sx_call *call, const sx_locator *locator, sx_resolution *out,
                               sx_err *err) {
  const sx_document *document;
  sx_host_symbols outline;
  bool is_one_meant = locator->has_index || locator->arguments.len;
  if (!out->symbols.len || out->file.len || is_one_meant) return SX_OK;
  const sx_symbol best = out->symbols.items[0];
  if (best.from != SX_FROM_LSP || !sx_symbol_kind_is_function(best.kind) ||
      !sx_path_is_inside(call, best.path))
    return SX_OK;
  sx_status status = sx_document_peek(call, best.path, &document, err);
  if (!status) status = sx_outline_get(call, document, SX_PATIENCE_MS, &outline, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  for (size_t i = 0; i < outline.len; i++) {
    const sx_host_symbol *entry = &outline.items[i];
    sx_str container = sx_locator_own_container(entry->name, entry->container, call->arena);
    if (!sx_str_is_equal(entry->kind, best.kind) ||
        !sx_str_is_equal(sx_locator_bare_name(entry->name), best.name) ||
        !sx_str_is_equal(container, best.container))
      continue;
    sx_pos16 at = sx_outline_name_at(document, entry, best.name);
    sx_symbol *added = sx_resolve__add(call, out, best.path, at);
    if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
    if (!added) continue;
    sx_str path = added->path;
    *added = best;
    added->path = path;
    added->at = at;
    added->hover.len = 0;
  }
  sort(&out->symbols);
  return SX_OK;
}

/* Whether only one function's code can name it: a parameter, or a variable of its body. */
static sx_status is_local_at(sx_call *call, sx_str path, sx_pos16 at, size_t len, bool *out,
                             sx_err *err) {
  const sx_document *document;
  *out = false;
  sx_status status = sx_document_peek(call, path, &document, err);
  if (status) return sx_status_ends_call(status) || status == SX_DEADLINE ? status : SX_OK;
  sx_scopes scopes;
  status = sx_scopes_find(&scopes, document->text, document->language, call->arena, err);
  if (status) return status == SX_TOO_BIG ? SX_OK : status;
  sx_scope scope = sx_scopes_of(&scopes, sx_document_offset(document, at), len);
  *out = !scope.is_class && (scope.start || scope.end < document->text.len);
  return SX_OK;
}

static sx_status is_of_function(sx_call *call, const sx_symbol *symbol, bool *out, sx_err *err) {
  *out = false;
  if (!sx_path_is_inside(call, symbol->path)) return SX_OK;
  return is_local_at(call, symbol->path, symbol->at, symbol->name.len, out, err);
}

/* `self.name = name` in a function declares what others can name, too. */
static bool is_attribute(sx_call *call, const sx_symbol *symbol) {
  const sx_document *document;
  sx_qualifier before;
  if (sx_document_peek(call, symbol->path, &document, NULL)) return false;
  sx_qualifier_find(&before, document->text, sx_document_offset(document, symbol->at),
                    document->language);
  return before.count || before.is_open;
}

/* Declared by a string, as in `__slots__`: its use is only where the server is asked. */
static bool is_quoted(sx_call *call, const sx_symbol *symbol) {
  const sx_document *document;
  if (sx_document_peek(call, symbol->path, &document, NULL)) return false;
  size_t at = sx_document_offset(document, symbol->at);
  return at > 0 && (document->text.ptr[at - 1] == '\'' || document->text.ptr[at - 1] == '"');
}

/*
 * Orders the symbols of a name in the workspace: those declared for all code come before members,
 * sources before tests and these before what is built of them, and those that only a function's
 * body can name come last.
 */
static sx_status rank(sx_call *call, const sx_locator *locator, sx_resolution *out, sx_err *err) {
  sx_built_twins twins;
  if (out->file.len || locator->parent_count) return SX_OK;
  sx_built_twins_init(&twins, call->arena);
  for (size_t i = 0; i < out->symbols.len; i++)
    if (sx_built_twins_add(&twins, out->symbols.items[i].path)) return SX_OK;
  for (size_t i = 0; i < out->symbols.len && i < MAX_RANKED; i++) {
    sx_symbol *symbol = &out->symbols.items[i];
    bool is_listed = symbol->from == SX_FROM_LSP && symbol->kind.len &&
                     (!symbol->is_used_at || is_quoted(call, symbol));
    if (!is_listed || !sx_path_is_inside(call, symbol->path)) continue;
    bool is_local = false;
    symbol->score =
        SCORE_RANKED + sx_symbol_kind_weight(symbol->kind) + sx_resolve__path_score(symbol->path);
    if (sx_built_twins_is_built(&twins, symbol->path)) symbol->score -= BUILT_PENALTY;
    sx_status status = out->symbols.len > 1 ? is_of_function(call, symbol, &is_local, err) : SX_OK;
    if (status) return status;
    if (is_local && !is_attribute(call, symbol)) symbol->score -= SCORE_RANKED / 2;
  }
  return SX_OK;
}

/*
 * Servers know some of several declarations by what was opened before, and order them in their own
 * ways: the one that the index has first is meant, as it is before they are there. The library's
 * symbol stays before that.
 */
static void prefer_indexed(sx_resolution *out) {
  sx_symbol *meant = NULL;
  int best = 0;
  if (out->file.len) return;
  for (size_t i = 0; i < out->symbols.len; i++) {
    sx_symbol *one = &out->symbols.items[i];
    if (one->score >= SCORE_LIBRARY) continue;
    if (one->score > best) best = one->score;
    bool is_there = sx_str_is_equal(one->path, out->declared_in);
    if (is_there && (!meant || one->score > meant->score)) meant = one;
  }
  if (meant) meant->score = best + 1;
}

static void note_open(sx_resolution *out) {
  for (size_t i = 0; i < out->symbols.len; i++) {
    sx_symbol *symbol = &out->symbols.items[i];
    symbol->is_open = sx_open_editors_find(&out->open, symbol->path) == SX_OPEN_FILE;
  }
}

static sx_status finish(sx_call *call, const sx_locator *locator, sx_resolution *out, sx_err *err) {
  out->is_timed_out = sx_port_call_check(call->wait) == SX_DEADLINE;
  sx_status status = keep_those_with_arguments(call, locator, out, err);
  if (!status) status = rank(call, locator, out, err);
  if (status && status != SX_DEADLINE) return status;
  status = name_kinds(call, out, err);
  if (status) return status;
  prefer_indexed(out);
  note_open(out);
  sort(&out->symbols);
  status = add_overloads(call, locator, out, err);
  if (status && status != SX_DEADLINE) return status;
  if (out->symbols.len) out->nearest.len = out->near.len = 0;
  if (out->symbols.len) out->has_owner = false;
  return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
}

/* ---- the steps ------------------------------------------------------------------------------ */

static sx_status resolve_in_file(sx_call *call, const sx_locator *locator, sx_resolution *out,
                                 sx_err *err) {
  const sx_document *document;
  sx_status status = sx_document_open(call, out->file, &document, err);
  if (status) return status;
  if (sx_language_is_code(document->language)) out->language = document->language;
  status = sx_resolve__file(call, locator, document, out, err);
  if (status || out->symbols.len || !out->is_mentioned) return status;
  sx_readiness readiness = SX_STARTING;
  if (!out->unready_language.len)
    status = sx_readiness_get(call, document->language_id, &readiness, err);
  if (status || readiness == SX_READY) return status;
  status = sx_resolve__text(call, locator, document, out, err);
  out->is_unserved = readiness == SX_ABSENT && out->language && !out->symbols.len;
  return status;
}

/* Places in the given file are none in another. */
static sx_locator without_place(const sx_locator *locator, const sx_resolution *out) {
  sx_locator anywhere = *locator;
  if (!out->file.len) return anywhere;
  anywhere.has_line = anywhere.has_column = anywhere.has_occurrence = false;
  anywhere.line_text = SX_STR("");
  return anywhere;
}

static bool is_member(const sx_symbol *symbol) {
  static const char *const kinds[] = {"Property", "Field", "Method", "EnumMember"};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (symbol->container.len && sx_str_is_equal(symbol->kind, sx_str_from(kinds[i]))) return true;
  return false;
}

static sx_status add_library_place(sx_call *call, const sx_locator *locator,
                                   const sx_places *places, sx_resolution *out, sx_err *err) {
  for (size_t i = 0; i < places->len; i++) {
    const sx_place *place = &places->items[i];
    bool is_parameter; /* of a function of the library, which the use names: `open(newline="")` */
    if (sx_path_is_inside(call, place->path)) continue;
    sx_allowed_add(call->services->allowed, place->path);
    sx_status status =
        is_local_at(call, place->path, place->range.start, locator->name.len, &is_parameter, err);
    if (status) return status;
    if (is_parameter) continue;
    sx_symbol *added = sx_resolve__add(call, out, place->path, place->range.start);
    if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
    if (!added) continue;
    added->name = sx_arena_dup(call->arena, locator->name);
    added->is_declaration_known = true;
    added->score = SCORE_LIBRARY;
    break; /* the others declare more of the same */
  }
  return SX_OK;
}

/*
 * A name by itself means no member and no variable of a function: where the workspace declares it
 * so only, and its code has it without a qualifier, it is the library's. A name that is not in the
 * workspace at all may be the library's, too.
 */
static sx_status add_from_library(sx_call *call, const sx_locator *locator, sx_resolution *out,
                                  sx_err *err) {
  sx_places places = {0};
  sx_status status = SX_OK;
  bool is_only_inner = true;
  if (locator->parent_count || out->symbols.len > MAX_RANKED) return SX_OK;
  for (size_t i = 0; i < out->symbols.len && is_only_inner && !status; i++)
    if (!is_member(&out->symbols.items[i]))
      status = is_of_function(call, &out->symbols.items[i], &is_only_inner, err);
  if (status || !is_only_inner) return status == SX_DEADLINE ? SX_OK : status;
  status = out->symbols.len ? sx_resolve__uses(call, locator->name, out->language, &places, err)
                            : sx_resolve__library(call, locator->name, out->language, &places, err);
  if (!status) status = add_library_place(call, locator, &places, out, err);
  return status == SX_DEADLINE ? SX_OK : status;
}

static sx_status resolve_anywhere(sx_call *call, const sx_locator *locator, sx_resolution *out,
                                  sx_err *err) {
  bool is_settled = false;
  sx_status status = SX_OK;
  if (locator->parent_count) status = sx_resolve__path(call, locator, out, &is_settled, err);
  if (!status) status = settle(call, locator, out, err);
  if (status || out->symbols.len) return status;
  if (!is_settled) status = sx_resolve__workspace_symbols(call, locator, out, err);
  if (status == SX_DEADLINE) status = SX_OK;
  out->is_last_resort = true;
  if (!status) status = sx_resolve__scan(call, locator, out, err);
  if (!status) status = add_from_library(call, locator, out, err);
  if (!status) status = settle(call, locator, out, err);
  bool is_lost = !out->symbols.len && !out->nearest.len && !out->near.len && !is_settled;
  if (!status && is_lost) status = sx_resolve__nearest(call, locator, out, err);
  if (!status && is_lost && !out->nearest.len)
    status = sx_resolve__nearest_in_text(call, locator, out, err);
  return status;
}

/* Whether the place that was given has the name without anything it could be a member of. */
static sx_status is_bare_place(sx_call *call, const sx_locator *locator, const sx_resolution *out,
                               bool *is_bare, sx_err *err) {
  const sx_document *document;
  bool is_place = locator->has_line || locator->has_occurrence || locator->line_text.len;
  *is_bare = false;
  if (!is_place || !out->is_mentioned || locator->parent_count || !out->language) return SX_OK;
  if (!(out->language->flags & SX_LANGUAGE_QUALIFIES)) return SX_OK;
  sx_status status = sx_document_peek(call, out->file, &document, err);
  if (status) return status;
  sx_qualifier written;
  sx_qualifier_find(&written, document->text, sx_document_offset(document, out->mentioned_at),
                    out->language);
  *is_bare = !written.count && !written.is_open;
  return SX_OK;
}

/* By the text: providers give the members of a library's types without their containers. */
static sx_status is_in_type(sx_call *call, const sx_symbol *symbol, bool *out, sx_err *err) {
  static const char *const kinds[] = {"Class", "Interface", "Enum", "Struct"};
  const sx_document *document;
  *out = is_member(symbol);
  if (*out || !symbol->is_declaration_known) return SX_OK;
  sx_status status = sx_document_peek(call, symbol->path, &document, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  size_t at = sx_document_offset(document, symbol->at);
  const char *kind = sx_container_find(document->text, at, document->language, call->arena).kind;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) *out |= strcmp(kind, kinds[i]) == 0;
  return SX_OK;
}

/* At `import errno` in code that the server skips, OSError.errno is not meant. */
static sx_status drop_members(sx_call *call, const sx_locator *locator, sx_resolution *out,
                              sx_err *err) {
  bool is_bare;
  size_t kept = 0;
  sx_status status = is_bare_place(call, locator, out, &is_bare, err);
  if (status || !is_bare) return status == SX_DEADLINE ? SX_OK : status;
  for (size_t i = 0; i < out->symbols.len; i++) {
    bool is_one = false;
    sx_symbol symbol = out->symbols.items[i];
    if (!sx_str_is_equal(symbol.path, out->file)) status = is_in_type(call, &symbol, &is_one, err);
    if (!status && is_one) status = add_near(call, &symbol, out, err);
    if (status) return status == SX_DEADLINE ? SX_OK : status;
    if (!is_one) out->symbols.items[kept++] = symbol;
  }
  /* The server does not report what the name is: unknown, not none. */
  if (out->symbols.len && !kept) out->is_path_unsure = true;
  out->symbols.len = kept;
  return SX_OK;
}

sx_status sx_resolve(sx_call *call, const sx_locator *locator, sx_str file,
                     const sx_declaring *declaring, sx_resolution *out, sx_err *err) {
  *out = (sx_resolution){.unready_language = SX_STR(""),
                         .failure = SX_STR(""),
                         .file = file,
                         .declaring = *declaring,
                         .declared_in = SX_STR("")};
  sx_status status = SX_OK;
  if (file.len) status = resolve_in_file(call, locator, out, err);
  if (!status) status = settle(call, locator, out, err);
  if (status) return status;
  if (!out->symbols.len) {
    const sx_locator anywhere = without_place(locator, out);
    status = resolve_anywhere(call, &anywhere, out, err);
    if (!status) status = drop_members(call, locator, out, err);
  }
  if (status == SX_DEADLINE) status = SX_OK;
  return status ? status : finish(call, locator, out, err);
}
