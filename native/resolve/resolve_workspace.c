#include "base/utf8.h"
#include "host/symbol_kind.h"
#include "text/keyword.h"
#include "servers/freshness.h"
#include "workspace/paths.h"
#include "resolve/resolve.h"
#include "workspace/allowed.h"

#define MAX_LOCATED 24
#define MAX_UNFITTING 5
#define MAX_NEAREST 8
/* Names that are further away are in no order. */
#define MAX_DISTANCE 64

enum { SCORE_EXACT = 100, SCORE_INSIDE = 40 };

/* The closest first, those as close as the servers have them. */
static void add_nearest(sx_call *call, const sx_locator *locator, sx_str name, sx_resolution *out) {
  sx_strs *nearest = &out->nearest;
  for (size_t i = 0; i < nearest->len; i++)
    if (sx_str_is_equal(nearest->items[i], name)) return;
  /* A short name is part of far too many others, and few edits from all short ones. */
  size_t limit = locator->name.len / 3;
  size_t distance = sx_str_distance(name, locator->name, MAX_DISTANCE);
  bool is_part = locator->name.len > 3 && sx_str_find(name, locator->name, 0) != SX_STR_NONE;
  if (!is_part && !sx_str_is_equal_fold(name, locator->name) && distance > limit) return;
  size_t at = nearest->len;
  while (at && sx_str_distance(nearest->items[at - 1], locator->name, MAX_DISTANCE) > distance)
    at--;
  sx_str *added = at < MAX_NEAREST ? SX_ARRAY_ADD(nearest, call->arena) : NULL;
  if (!added) return;
  for (size_t i = nearest->len - 1; i > at; i--) nearest->items[i] = nearest->items[i - 1];
  nearest->items[at] = name;
  if (nearest->len > MAX_NEAREST) nearest->len = MAX_NEAREST;
}

static sx_status ask_at_use(sx_call *call, const sx_document *document, sx_symbol *symbol,
                            sx_err *err) {
  sx_occurrences found = {0};
  sx_status status = sx_occurrences_find(&found, document->text, symbol->name, document->language,
                                         100000, call->arena, err);
  if (status) return status;
  sx_occurrences_classify(&found, document->text, document->language);
  sx_resolve__ask_at_use(call, document, &found, symbol);
  return SX_OK;
}

/*
 * The range of a workspace symbol often is the whole declaration: the name is looked for in it.
 * For a while, servers return places from before a file changed or went: that is not `*is_sound`.
 */
static sx_status locate_name(sx_call *call, sx_symbol *symbol, const sx_range16 *range,
                             bool *is_sound, sx_err *err) {
  const sx_document *document;
  sx_status status = sx_document_peek(call, symbol->path, &document, err);
  *is_sound = status != SX_NOT_FOUND;
  if (sx_status_ends_call(status) || status == SX_DEADLINE) return status;
  if (status) return SX_OK; /* it stays where the provider has it */
  size_t from = sx_document_offset(document, range->start);
  size_t to = sx_document_offset(document, range->end);
  sx_occurrences found = {0};
  bool is_named = false;
  sx_str text = sx_str_slice(document->text, 0, to < document->text.len ? to + 1 : to);
  status =
      sx_occurrences_find(&found, text, symbol->name, document->language, 100000, call->arena, err);
  if (!status) sx_occurrences_classify(&found, text, document->language);
  const sx_occurrence *meant = NULL; /* in code, else where the range begins with its quote */
  for (size_t i = 0; i < found.len && !status; i++) {
    const sx_occurrence *one = &found.items[i];
    /* A server that counts the byte order mark points into the name. */
    if (one->offset + symbol->name.len <= from) continue;
    is_named = true;
    if (one->use == SX_USE_STRING && one->offset <= from + 1) meant = one;
    if (one->use != SX_USE_CODE) continue;
    meant = one;
    break;
  }
  if (meant) symbol->at = (sx_pos16){meant->point.row, meant->col_u16};
  if (meant && meant->use == SX_USE_STRING) status = ask_at_use(call, document, symbol, err);
  /* Without a change there are names that no text contains, such as those of files. */
  *is_sound = is_named || !sx_freshness_is_recent(call);
  return status;
}

static bool is_exact(const sx_locator *locator, const sx_host_symbol *symbol) {
  return sx_str_is_equal(sx_locator_bare_name(symbol->name), locator->name);
}

/* Whether the file is in a language that the given file can name. */
static bool is_kin(const sx_resolution *out, sx_str path) {
  return !out->language || sx_language_is_kin(out->language, sx_language_find(SX_STR(""), path));
}

/* The texts of all that are looked into, with one question to the editor. */
static sx_status read_all(sx_call *call, const sx_locator *locator, const sx_host_symbols *found,
                          sx_resolution *out, sx_err *err) {
  sx_strs paths = {0};
  for (size_t i = 0; i < found->len && paths.len < MAX_LOCATED; i++) {
    const sx_host_symbol *symbol = &found->items[i];
    if (!is_exact(locator, symbol) || !is_kin(out, symbol->path)) continue;
    sx_str *path = SX_ARRAY_ADD(&paths, call->arena);
    if (!path) return sx_fail(err, call->arena->status, NULL);
    *path = symbol->path;
  }
  return paths.len > 1 ? sx_documents_peek(call, &paths, err) : SX_OK;
}

static sx_status take(sx_call *call, const sx_locator *locator, const sx_host_symbols *found,
                      sx_resolution *out, sx_err *err) {
  size_t located = 0, unfitting = 0;
  sx_status read = read_all(call, locator, found, out, err);
  if (read) return read;
  for (size_t i = 0; i < found->len; i++) {
    const sx_host_symbol *symbol = &found->items[i];
    if (!is_kin(out, symbol->path)) continue;
    if (!is_exact(locator, symbol)) {
      add_nearest(call, locator, sx_locator_bare_name(symbol->name), out);
      continue;
    }
    sx_str container = sx_locator_own_container(symbol->name, symbol->container, call->arena);
    bool is_fit = sx_locator_fits(locator, symbol->path, container);
    if (!is_fit && unfitting++ >= MAX_UNFITTING) continue;
    sx_symbol place = {.path = symbol->path,
                       .name = locator->name,
                       .container = container,
                       .at = symbol->range.start};
    if (!is_fit || located++ < MAX_LOCATED) {
      bool is_sound;
      sx_status status = locate_name(call, &place, &symbol->range, &is_sound, err);
      if (status) return status;
      if (!is_sound) continue;
    }
    sx_symbol *added = sx_resolve__add(call, out, symbol->path, place.at);
    if (!added) continue;
    added->name = sx_arena_dup(call->arena, locator->name);
    added->kind = symbol->kind;
    added->container = container;
    if (place.is_used_at) {
      added->is_used_at = true;
      added->used_in = added->path;
      added->used_at = place.used_at;
    }
    added->is_declaration_known = true;
    added->score = SCORE_EXACT + sx_symbol_kind_weight(symbol->kind) +
                   (sx_path_is_inside(call, symbol->path) ? SCORE_INSIDE : 0);
    sx_allowed_add(call->services->allowed, symbol->path);
  }
  return SX_OK;
}

sx_status sx_resolve__workspace_symbols(sx_call *call, const sx_locator *locator,
                                        sx_resolution *out, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_workspace_symbols(&batch, locator->name);
  size_t open_slot = sx_batch_open_editors(&batch);
  sx_host_symbols found = {0};
  sx_status status = sx_batch_run(&batch, err);
  if (!status && !out->file.len) status = sx_open_editors_take(&out->open, &batch, open_slot, err);
  if (!status) status = sx_batch_get_symbols(&batch, slot, &found, err);
  sx_batch_release(&batch);
  if (status == SX_HOST && err) {
    out->failure = sx_arena_dup(call->arena, sx_str_from(err->message));
    return SX_OK;
  }
  return status ? status : take(call, locator, &found, out, err);
}

/* Providers match what is asked for as a part of names: the start of a misspelt name may be right.
 */
sx_status sx_resolve__nearest(sx_call *call, const sx_locator *locator, sx_resolution *out,
                              sx_err *err) {
  size_t half = sx_utf8_floor(locator->name.ptr, locator->name.len, (locator->name.len + 1) / 2);
  if (half < 2) return SX_OK;
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_workspace_symbols(&batch, sx_str_slice(locator->name, 0, half));
  sx_host_symbols found = {0};
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_symbols(&batch, slot, &found, err);
  sx_batch_release(&batch);
  for (size_t i = 0; i < found.len && !status; i++)
    if (is_kin(out, found.items[i].path))
      add_nearest(call, locator, sx_locator_bare_name(found.items[i].name), out);
  return status == SX_HOST ? SX_OK : status; /* a missing hint is not a failure */
}
