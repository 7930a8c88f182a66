#include "workspace/outline.h"

#include "base/map.h"
#include "base/mem.h"
#include "text/declared_kind.h"
#include "workspace/change_log.h"

#include <stdlib.h>
#include <uv.h>

#define MAX_KEPT 32
#define MAX_KEPT_BYTES ((size_t)1024 * 1024)

typedef struct kept {
  uint64_t key; /* of path and text */
  uint64_t generation;
  uint64_t used; /* when, in uses: the oldest goes first */
  sx_arena arena;
  sx_host_symbols symbols; /* none: a free slot */
} kept;

struct sx_outlines {
  uv_mutex_t mutex;
  uint64_t uses;
  kept items[MAX_KEPT];
};

sx_outlines *sx_outlines_new(void) {
  sx_outlines *outlines = sx_calloc(1, sizeof *outlines);
  if (outlines && uv_mutex_init(&outlines->mutex)) {
    sx_free(outlines);
    return NULL;
  }
  return outlines;
}

void sx_outlines_free(sx_outlines *outlines) {
  if (!outlines) return;
  for (size_t i = 0; i < MAX_KEPT; i++)
    if (outlines->items[i].symbols.len) sx_arena_release(&outlines->items[i].arena);
  uv_mutex_destroy(&outlines->mutex);
  sx_free(outlines);
}

/* Kinds are static; symbols of an outline have no path of their own. */
static sx_status copy_symbols(sx_host_symbols *out, const sx_host_symbols *from, sx_arena *arena) {
  *out = (sx_host_symbols){0};
  for (size_t i = 0; i < from->len; i++) {
    sx_host_symbol *symbol = SX_ARRAY_ADD(out, arena);
    if (!symbol) return arena->status;
    *symbol = from->items[i];
    symbol->name = sx_arena_dup(arena, symbol->name);
    symbol->container = sx_arena_dup(arena, symbol->container);
    symbol->path = sx_arena_dup(arena, symbol->path);
  }
  return arena->status;
}

static bool find(sx_outlines *outlines, uint64_t key, uint64_t generation, sx_host_symbols *out,
                 sx_arena *arena) {
  sx_status status = SX_OK;
  bool is_found = false;
  uv_mutex_lock(&outlines->mutex);
  for (size_t i = 0; i < MAX_KEPT && !is_found; i++) {
    kept *one = &outlines->items[i];
    is_found = one->symbols.len && one->key == key && one->generation == generation;
    if (is_found) one->used = ++outlines->uses;
    if (is_found) status = copy_symbols(out, &one->symbols, arena);
  }
  uv_mutex_unlock(&outlines->mutex);
  return is_found && !status;
}

/* Without memory for it, it is not kept. */
static void keep(sx_outlines *outlines, uint64_t key, uint64_t generation,
                 const sx_host_symbols *symbols) {
  kept made = {.key = key, .generation = generation};
  sx_arena_init(&made.arena, MAX_KEPT_BYTES);
  if (copy_symbols(&made.symbols, symbols, &made.arena) || !made.symbols.len) {
    sx_arena_release(&made.arena);
    return;
  }
  uv_mutex_lock(&outlines->mutex);
  kept *slot = &outlines->items[0];
  for (size_t i = 0; i < MAX_KEPT; i++) {
    kept *one = &outlines->items[i];
    if (one->used < slot->used) slot = one;
    if (one->symbols.len && one->key == key) {
      slot = one;
      break;
    }
  }
  kept forgotten = *slot;
  made.used = ++outlines->uses;
  *slot = made;
  uv_mutex_unlock(&outlines->mutex);
  if (forgotten.symbols.len) sx_arena_release(&forgotten.arena);
}

static sx_status ask(sx_call *call, sx_str path, uint64_t ms, sx_host_symbols *out, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_outline(&batch, path);
  sx_status status = sx_batch_run_within(&batch, ms, err);
  if (!status) status = sx_batch_get_symbols(&batch, slot, out, err);
  sx_batch_release(&batch);
  return status;
}

/* ---- order and kinds ----------------------------------------------------------------------- */

typedef struct node {
  const sx_host_symbol *symbol;
  const struct node *parent;
} node;

/* A typedef begins before the struct that it names, and its own name comes after that. */
static int compare_places(const sx_host_symbol *a, const sx_host_symbol *b) {
  int order = sx_pos16_compare(sx_host_symbol_at(a), sx_host_symbol_at(b));
  if (order) return order;
  return a < b ? -1 : a > b; /* as the server has them */
}

/* By place among siblings; what holds something comes right before it. */
static int compare_nodes(const void *a, const void *b) {
  const node *one = a, *other = b;
  uint32_t own = one->symbol->depth, others = other->symbol->depth;
  uint32_t depth = own < others ? own : others;
  while (one->symbol->depth > depth && one->parent) one = one->parent;
  while (other->symbol->depth > depth && other->parent) other = other->parent;
  if (one->symbol == other->symbol) return own < others ? -1 : own > others;
  while (one->parent && other->parent && one->parent->symbol != other->parent->symbol)
    one = one->parent, other = other->parent;
  return compare_places(one->symbol, other->symbol);
}

/* Some servers order members by their letters. */
static sx_status order(sx_host_symbols *symbols, sx_arena *arena) {
  node *nodes = sx_arena_calloc(arena, symbols->len + 1, sizeof *nodes);
  node *sorted = sx_arena_calloc(arena, symbols->len + 1, sizeof *sorted);
  sx_host_symbol *ordered = sx_arena_calloc(arena, symbols->len + 1, sizeof *ordered);
  if (!nodes || !sorted || !ordered) return arena->status;
  for (size_t i = 0; i < symbols->len; i++) {
    const node *above = i ? &nodes[i - 1] : NULL;
    while (above && above->symbol->depth >= symbols->items[i].depth) above = above->parent;
    nodes[i] = (node){&symbols->items[i], above};
  }
  memcpy(sorted, nodes, symbols->len * sizeof *nodes);
  qsort(sorted, symbols->len, sizeof *sorted, compare_nodes);
  for (size_t i = 0; i < symbols->len; i++) ordered[i] = *sorted[i].symbol;
  memcpy(symbols->items, ordered, symbols->len * sizeof *ordered);
  return SX_OK;
}

static bool is_word_at(const sx_document *document, size_t at, sx_str name) {
  return sx_str_has_prefix(sx_str_slice(document->text, at, document->text.len), name) &&
         sx_language_is_word(document->language, document->text, at, at + name.len);
}

static size_t skip_blanks_back(sx_str text, size_t end) {
  while (end > 0 && strchr(" \t\r\n", text.ptr[end - 1])) end--;
  return end;
}

/* TypeScript's server gives the function of `result.connect = () => 1`, not the name. */
static void take_assigned_name(sx_host_symbol *one, const sx_document *document) {
  sx_str text = document->text;
  size_t at = sx_document_offset(document, one->name_at);
  if (!sx_str_is_equal(sx_language_name(document->language), SX_STR("typescript")) ||
      !one->name.len || is_word_at(document, at, one->name))
    return;
  size_t end = skip_blanks_back(text, at);
  if (!end || text.ptr[end - 1] != '=') return;
  end = skip_blanks_back(text, end - 1);
  if (end < one->name.len || !is_word_at(document, end - one->name.len, one->name)) return;
  one->name_at = sx_document_position(document, end - one->name.len);
  if (sx_pos16_compare(one->name_at, one->range.start) < 0) one->range.start = one->name_at;
}

static void take_names_and_kinds(sx_host_symbols *symbols, const sx_document *document) {
  for (size_t i = 0; i < symbols->len; i++) {
    sx_host_symbol *one = &symbols->items[i];
    if (!one->has_name_at) continue;
    take_assigned_name(one, document);
    size_t at = sx_document_offset(document, one->name_at);
    one->kind = sx_declared_kind(document->text, at, document->language, one->kind);
  }
}

sx_status sx_outline_get(sx_call *call, const sx_document *document, uint64_t ms,
                         sx_host_symbols *out, sx_err *err) {
  sx_outlines *outlines = call->services->outlines;
  uint64_t generation = sx_change_log_generation(call->services->change_log);
  uint64_t key = sx_hash(document->text) * 31 + sx_hash(document->path);
  *out = (sx_host_symbols){0};
  if (find(outlines, key, generation, out, call->arena)) return SX_OK;
  sx_status status = ask(call, document->path, ms, out, err);
  if (!status && out->len) {
    take_names_and_kinds(out, document);
    if (order(out, call->arena)) return sx_fail(err, SX_NOMEM, NULL);
  }
  if (!status && out->len) keep(outlines, key, generation, out);
  return status;
}

sx_str sx_outline_parent_kind(const sx_host_symbols *outline, size_t i) {
  uint32_t depth = outline->items[i].depth;
  while (i-- > 0)
    if (outline->items[i].depth < depth) return outline->items[i].kind;
  return SX_STR("");
}

bool sx_outline_has_name_at(const sx_host_symbols *outline, sx_pos16 at) {
  for (size_t i = 0; i < outline->len; i++)
    if (sx_pos16_is_equal(outline->items[i].name_at, at)) return true;
  return false;
}

sx_pos16 sx_outline_name_at(const sx_document *document, const sx_host_symbol *entry, sx_str name) {
  size_t from = sx_document_offset(document, entry->range.start);
  size_t to = sx_document_offset(document, entry->range.end);
  if (entry->has_name_at) {
    size_t at = sx_document_offset(document, entry->name_at);
    if (is_word_at(document, at, name)) return entry->name_at;
  }
  sx_str text = sx_str_slice(document->text, 0, to);
  size_t at = sx_language_find_word(document->language, text, name, from);
  if (at != SX_STR_NONE) return sx_document_position(document, at);
  return sx_host_symbol_at(entry);
}
