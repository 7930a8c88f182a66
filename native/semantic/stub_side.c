#include "semantic/stub_side.h"

#include "resolve/locator.h"
#include "resolve/mentions.h"
#include "servers/readiness.h"
#include "text/occurrences.h"
#include "workspace/document.h"
#include "workspace/outline.h"
#include "workspace/paths.h"

#define SEARCH_MS 1000
#define ASKED_MS 3000
/* Imports that the server is asked about, one a file. */
#define MAX_ASKED 8
#define MAX_OCCURRENCES 200
/* A module, and the package that it is in. */
#define WORDS 2

static bool is_stub(sx_str path) {
  return sx_str_has_suffix(path, SX_STR(".pyi"));
}
static bool is_source(sx_str path) {
  return sx_str_has_suffix(path, SX_STR(".py"));
}

/* ---- the symbol on both sides ---------------------------------------------------------------- */

typedef struct sided_symbol {
  sx_str name, container;
} sided_symbol;

/* The entry of the outline that is declared at the place. */
static bool find_here(sx_call *call, const sx_document *document, sx_pos16 at, sided_symbol *out) {
  sx_host_symbols outline;
  if (sx_outline_get(call, document, SX_PATIENCE_MS, &outline, NULL)) return false;
  for (size_t i = 0; i < outline.len; i++) {
    const sx_host_symbol *entry = &outline.items[i];
    sx_str name = sx_locator_bare_name(entry->name);
    if (!sx_pos16_is_equal(sx_outline_name_at(document, entry, name), at)) continue;
    *out =
        (sided_symbol){name, sx_locator_own_container(entry->name, entry->container, call->arena)};
    return true;
  }
  return false;
}

/* The symbol of that name in the same class or function of the other file. */
static bool find_there(sx_call *call, const sided_symbol *symbol, const sx_document *document,
                       sx_place *out) {
  sx_host_symbols outline;
  if (sx_outline_get(call, document, SX_PATIENCE_MS, &outline, NULL)) return false;
  for (size_t i = 0; i < outline.len; i++) {
    const sx_host_symbol *entry = &outline.items[i];
    sx_str container = sx_locator_own_container(entry->name, entry->container, call->arena);
    if (!sx_str_is_equal(sx_locator_bare_name(entry->name), symbol->name) ||
        !sx_str_is_equal(container, symbol->container))
      continue;
    sx_pos16 at = sx_outline_name_at(document, entry, symbol->name);
    *out = (sx_place){document->path, {at, at}};
    return true;
  }
  return false;
}

/* A stub that only imports the name: `from _json import make_scanner as make_scanner`. */
static sx_status find_imported(sx_call *call, const sided_symbol *symbol,
                               const sx_document *document, sx_place *out, bool *found,
                               sx_err *err) {
  sx_occurrences all = {0};
  if (symbol->container.len) return SX_OK;
  sx_status status = sx_occurrences_find(&all, document->text, symbol->name, document->language,
                                         MAX_OCCURRENCES, call->arena, err);
  if (status) return status;
  sx_occurrences_classify(&all, document->text, document->language);
  for (size_t i = 0; i < all.len; i++) {
    if (all.items[i].use != SX_USE_IMPORT) continue;
    sx_pos16 at = {all.items[i].point.row, all.items[i].col_u16};
    *out = (sx_place){document->path, {at, at}};
    *found = true;
  }
  return SX_OK;
}

/* The uses in the workspace: libraries have stubs of their own. */
static sx_status add_uses(sx_call *call, const sx_place *at, sx_places *uses, sx_err *err) {
  sx_places found = {0};
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  sx_batch_places(&batch, SX_PLACES_REFERENCES, at->path, at->range.start);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_places(&batch, 0, &found, err);
  sx_batch_release(&batch);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  for (size_t i = 0; i < found.len; i++) {
    sx_place place = {sx_path_own(call, found.items[i].path), found.items[i].range};
    if (!sx_path_is_inside(call, place.path) || sx_places_have(uses, &place)) continue;
    sx_place *added = SX_ARRAY_ADD(uses, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    *added = place;
  }
  return SX_OK;
}

/* ---- a stub elsewhere ------------------------------------------------------------------------ */

typedef struct stub_search {
  sx_call *call;
  sx_str path;           /* of the source */
  sx_str words[WORDS];   /* as imports name the module and its package; may be empty */
  sx_str sources[WORDS]; /* the file that such an import leads to */
  SX_ARRAY(struct import {
    sx_place at;
    size_t word;
  })
  imports;
} stub_search;

static void name_module(stub_search *find, sx_arena *arena) {
  sx_str folder = sx_path_folder(find->path), package = sx_str_trim_end(folder);
  sx_str name = sx_path_name(find->path);
  sx_str stem = sx_str_slice(name, 0, name.len - 3);
  if (sx_str_has_suffix(package, SX_STR("/"))) package = sx_str_slice(package, 0, package.len - 1);
  bool is_package = sx_str_is_equal(stem, SX_STR("__init__"));
  find->words[0] = is_package ? sx_path_name(package) : stem;
  find->sources[0] = find->path;
  if (is_package) return;
  find->words[1] = sx_path_name(package);
  find->sources[1] = sx_arena_printf(arena, "%.*s/__init__.py", SX_STR_ARG(package));
}

static bool has_use_in(const sx_places *uses, sx_str path) {
  for (size_t i = 0; i < uses->len; i++)
    if (sx_str_is_equal(uses->items[i].path, path)) return true;
  return false;
}

/* The first import of the module or its package in a file. */
static sx_status take_import(stub_search *find, sx_str path, sx_err *err) {
  const sx_document *document;
  sx_arena *arena = find->call->arena;
  sx_status status = sx_document_peek(find->call, path, &document, NULL);
  if (status) return sx_status_ends_call(status) ? sx_fail(err, status, NULL) : SX_OK;
  for (size_t word = 0; word < WORDS; word++) {
    sx_occurrences found = {0};
    if (!find->words[word].len) continue;
    status = sx_occurrences_find(&found, document->text, find->words[word], document->language,
                                 MAX_OCCURRENCES, arena, err);
    if (status) return status;
    sx_occurrences_classify(&found, document->text, document->language);
    for (size_t i = 0; i < found.len; i++) {
      if (found.items[i].use != SX_USE_IMPORT) continue;
      struct import *added = SX_ARRAY_ADD(&find->imports, arena);
      if (!added) return sx_fail(err, arena->status, NULL);
      sx_pos16 at = {found.items[i].point.row, found.items[i].col_u16};
      *added = (struct import){{path, {at, at}}, word};
      return SX_OK;
    }
  }
  return SX_OK;
}

/* Imports in files that have the symbol's name, and of which the server listed no use. */
static sx_status find_imports(stub_search *find, sx_str name, const sx_places *uses, sx_err *err) {
  sx_mentions mentions;
  sx_status status = sx_mentions_find(&mentions, find->call, &name, 1, SEARCH_MS, err);
  for (size_t i = 0; i < mentions.paths.len && !status && find->imports.len < MAX_ASKED; i++) {
    sx_str path = mentions.paths.items[i];
    if (!is_source(path) || sx_str_is_equal(path, find->path) || has_use_in(uses, path)) continue;
    status = take_import(find, path, err);
  }
  return status;
}

static bool leads_to(sx_call *call, const sx_places *definitions, sx_str path) {
  for (size_t i = 0; i < definitions->len; i++)
    if (sx_str_is_equal(sx_path_own(call, definitions->items[i].path), path)) return true;
  return false;
}

/* The stub of the file, where the import's definition is the source and its declaration a stub. */
static sx_str stub_of(const stub_search *find, const struct import *import,
                      const sx_places *definitions, const sx_places *declarations) {
  sx_call *call = find->call;
  if (!leads_to(call, definitions, find->sources[import->word])) return SX_STR("");
  for (size_t i = 0; i < declarations->len; i++) {
    sx_str stub = declarations->items[i].path;
    if (!is_stub(stub)) continue;
    if (!import->word) return stub;
    return sx_arena_printf(call->arena, "%.*s%.*s.pyi", SX_STR_ARG(sx_path_folder(stub)),
                           SX_STR_ARG(find->words[0]));
  }
  return SX_STR("");
}

static sx_status ask_imports(stub_search *find, sx_str *stub, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, find->call->wait, find->call->arena);
  for (size_t i = 0; i < find->imports.len; i++) {
    const sx_place *at = &find->imports.items[i].at;
    sx_batch_definition(&batch, at->path, at->range.start);
    sx_batch_places(&batch, SX_PLACES_DECLARATION, at->path, at->range.start);
  }
  sx_status status = sx_batch_run_within(&batch, ASKED_MS, err);
  for (size_t i = 0; i < find->imports.len && !status && !stub->len; i++) {
    sx_places definitions = {0}, declarations = {0};
    if (sx_batch_get_places(&batch, 2 * i, &definitions, NULL) ||
        sx_batch_get_places(&batch, 2 * i + 1, &declarations, NULL))
      continue;
    *stub = stub_of(find, &find->imports.items[i], &definitions, &declarations);
  }
  sx_batch_release(&batch);
  if (find->call->arena->status) return sx_fail(err, find->call->arena->status, NULL);
  return sx_status_ends_call(status) ? status : SX_OK;
}

static sx_status find_elsewhere(sx_call *call, sx_str path, sx_str name, const sx_places *uses,
                                sx_str *stub, sx_err *err) {
  stub_search find = {.call = call, .path = path};
  name_module(&find, call->arena);
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  sx_status status = find_imports(&find, name, uses, err);
  return status || !find.imports.len ? status : ask_imports(&find, stub, err);
}

/* A server gives the source of what a stub declares as its definition. */
static sx_status add_source_side(sx_call *call, const sx_place *declared, sx_places *uses,
                                 sx_err *err) {
  sx_places definitions = {0};
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  sx_batch_definition(&batch, declared->path, declared->range.start);
  sx_status status = sx_batch_run_within(&batch, ASKED_MS, err);
  if (!status) status = sx_batch_get_places(&batch, 0, &definitions, err);
  sx_batch_release(&batch);
  for (size_t i = 0; i < definitions.len && !status; i++)
    if (is_source(definitions.items[i].path))
      status = add_uses(call, &definitions.items[i], uses, err);
  return sx_status_ends_call(status) ? status : SX_OK;
}

/* ---- both ---------------------------------------------------------------------------------- */

/* `shop.pyi` of `shop.py`, and the other way round. */
static sx_str path_beside(sx_str path, sx_arena *arena) {
  if (is_stub(path)) return sx_str_slice(path, 0, path.len - 1);
  return sx_arena_printf(arena, "%.*si", SX_STR_ARG(path));
}

static sx_status add_side(sx_call *call, const sided_symbol *symbol, sx_str path, sx_places *uses,
                          sx_err *err) {
  const sx_document *document;
  sx_place there;
  sx_status status = sx_document_open(call, path, &document, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  bool found = find_there(call, symbol, document, &there);
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  status = found ? SX_OK : find_imported(call, symbol, document, &there, &found, err);
  return status || !found ? status : add_uses(call, &there, uses, err);
}

sx_status sx_stub_side_add(sx_call *call, const sx_place *declared, sx_places *uses, sx_err *err) {
  const sx_document *document, *beside;
  sided_symbol symbol;
  sx_str path = declared->path, stub = SX_STR("");
  if (!is_stub(path) && !is_source(path)) return SX_OK;
  sx_str other = path_beside(path, call->arena);
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  sx_status status = sx_document_peek(call, path, &document, NULL);
  if (status) return sx_status_ends_call(status) ? sx_fail(err, status, NULL) : SX_OK;
  status = sx_document_peek(call, other, &beside, NULL);
  if (sx_status_ends_call(status)) return sx_fail(err, status, NULL);
  bool is_beside = !status;
  if (!is_beside && is_stub(path)) return add_source_side(call, declared, uses, err);
  if (!find_here(call, document, declared->range.start, &symbol))
    return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
  if (is_beside) return add_side(call, &symbol, other, uses, err);
  status = find_elsewhere(call, path, symbol.name, uses, &stub, err);
  return status || !stub.len ? status : add_side(call, &symbol, stub, uses, err);
}
