#include "workspace/resolve.h"

#include "workspace/overload.h"
#include "workspace/paths.h"
#include "workspace/readiness.h"

#define MAX_ENRICHED 6

sx_symbol *sx_resolve__add(sx_call *call, sx_resolution *out, sx_str path, sx_pos16 at) {
  path = sx_path_own(call, path);
  for (size_t i = 0; i < out->symbols.len; i++) {
    const sx_symbol *known = &out->symbols.items[i];
    if (known->at.line == at.line && known->at.character == at.character &&
        sx_str_is_equal(known->path, path))
      return NULL;
  }
  sx_symbol *added = SX_ARRAY_ADD(&out->symbols, call->arena);
  if (!added) return NULL;
  *added = (sx_symbol){.name = SX_STR(""),
                       .declared_as = SX_STR(""),
                       .kind = SX_STR(""),
                       .container = SX_STR(""),
                       .path = path,
                       .at = at,
                       .used_in = SX_STR(""),
                       .text_signature = SX_STR(""),
                       .text_comment = SX_STR("")};
  return added;
}

sx_str sx_symbol_handle(const sx_symbol *symbol, sx_str path, sx_arena *arena) {
  sx_str name = sx_locator_member_name(symbol->container, symbol->name, arena);
  if (symbol->has_index) name = sx_arena_printf(arena, "%.*s[%u]", SX_STR_ARG(name), symbol->index);
  return sx_locator_handle(path, symbol->at, name, arena);
}

/* ---- kind and container of symbols that a use led to --------------------------------------- */

static bool holds(const sx_range16 *range, sx_pos16 at) {
  bool is_after = at.line > range->start.line ||
                  (at.line == range->start.line && at.character >= range->start.character);
  bool is_before = at.line < range->end.line ||
                   (at.line == range->end.line && at.character <= range->end.character);
  return is_after && is_before;
}

/* The innermost outline entry round the position whose name fits. */
static void enrich(sx_symbol *symbol, const sx_host_symbols *outline) {
  for (size_t i = outline->len; i-- > 0;) {
    const sx_host_symbol *entry = &outline->items[i];
    if (!holds(&entry->range, symbol->at)) continue;
    bool is_at_name = entry->has_name_at && entry->name_at.line == symbol->at.line &&
                      entry->name_at.character == symbol->at.character;
    if (!is_at_name && !sx_str_is_equal(sx_locator_bare_name(entry->name), symbol->name)) continue;
    symbol->kind = entry->kind;
    symbol->container = entry->container;
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
      enrich(&out->symbols.items[wanted[i]], &outline);
  }
  sx_batch_release(&batch);
  return status == SX_DEADLINE ? SX_OK : status;
}

/* ---- order --------------------------------------------------------------------------------- */

static void keep_those_in_container(const sx_locator *locator, sx_resolution *out) {
  size_t fitting = 0;
  for (size_t i = 0; i < out->symbols.len; i++)
    fitting += sx_locator_is_in(locator, out->symbols.items[i].container);
  if (!locator->parent_count || !fitting) return;
  size_t kept = 0;
  for (size_t i = 0; i < out->symbols.len; i++)
    if (sx_locator_is_in(locator, out->symbols.items[i].container))
      out->symbols.items[kept++] = out->symbols.items[i];
  out->symbols.len = kept;
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
  int order = sx_str_compare(a->path, b->path);
  if (order) return order < 0;
  return a->at.line != b->at.line ? a->at.line < b->at.line : a->at.character < b->at.character;
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

static sx_status finish(sx_call *call, const sx_locator *locator, sx_resolution *out, sx_err *err) {
  out->is_timed_out = sx_port_call_check(call->wait) == SX_DEADLINE;
  sx_status status = enrich_all(call, out, err);
  if (status) return status;
  keep_those_in_container(locator, out);
  status = keep_those_with_arguments(call, locator, out, err);
  if (status) return status;
  sort(&out->symbols);
  if (out->symbols.len) out->nearest.len = 0;
  return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
}

/* ---- the steps ------------------------------------------------------------------------------ */

static sx_status resolve_in_file(sx_call *call, const sx_locator *locator, sx_str file,
                                 sx_resolution *out, sx_err *err) {
  const sx_document *document;
  sx_status status = sx_document_open(call, file, &document, err);
  if (!status) status = sx_resolve__file(call, locator, document, out, err);
  if (status || out->symbols.len || !out->is_mentioned) return status;
  sx_readiness readiness = SX_STARTING;
  if (!out->unready_language.len)
    status = sx_readiness_get(call, document->language_id, &readiness, err);
  if (status || readiness == SX_READY) return status;
  return sx_resolve__text(call, locator, document, out, err);
}

sx_status sx_resolve(sx_call *call, const sx_locator *locator, sx_str file, sx_resolution *out,
                     sx_err *err) {
  *out = (sx_resolution){.unready_language = SX_STR(""), .failure = SX_STR("")};
  sx_status status = SX_OK;
  if (file.len) status = resolve_in_file(call, locator, file, out, err);
  if (status) return status;
  if (out->symbols.len) return finish(call, locator, out, err);
  status = sx_resolve__workspace_symbols(call, locator, out, err);
  if (status == SX_DEADLINE) status = SX_OK;
  if (!status) status = sx_resolve__scan(call, locator, out, err);
  if (!status && !out->symbols.len && !out->nearest.len)
    status = sx_resolve__nearest(call, locator, out, err);
  if (status == SX_DEADLINE) status = SX_OK;
  return status ? status : finish(call, locator, out, err);
}
