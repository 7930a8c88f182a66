#include "semantic/declared_parts.h"

#include "os/clock.h"
#include "os/file.h"
#include "os/file_text.h"
#include "symbols/reader.h"
#include "text/occurrences.h"
#include "workspace/hidden.h"

#define MAX_BYTES ((size_t)32 << 20)
/* As text, and decoded. */
#define FILE_BYTES (3 * MAX_BYTES)
#define READ_MS 1000

/* ---- which they are ------------------------------------------------------------------------- */

typedef struct gap_search {
  const sx_declared_filter *filter;
  sx_declared_gaps *out;
} gap_search;

typedef struct gap {
  uint32_t entry;
  sx_symbols_state state;
} gap;

typedef struct gap_list {
  sx_arena *arena;
  SX_ARRAY(gap) items;
} gap_list;

static void take_gap(void *arg, const sx_symbols_entry *entry) {
  gap_list *gaps = arg;
  if (entry->state == SX_SYMBOLS_READ || entry->state == SX_SYMBOLS_FOREIGN) return;
  gap *added = SX_ARRAY_ADD(&gaps->items, gaps->arena);
  if (added) *added = (gap){entry->entry, entry->state};
}

static void count_gap(const sx_declared_source *from, const gap_search *g, const gap *one) {
  const sx_declared_root *root = from->root;
  sx_call *call = from->search->call;
  size_t file = sx_text_declared_file(&root->index, from->segment, one->entry);
  if (file == SX_STR_NONE) return;
  sx_str path = sx_arena_printf(call->arena, "%.*s/%.*s", SX_STR_ARG(root->root->path),
                                SX_STR_ARG(root->index.list->paths.items[file]));
  if (!path.len || sx_declared__is_fresh(from->search, path) || sx_hidden_has(call, path) ||
      !g->filter->has(g->filter->arg, path))
    return;
  sx_str *added = SX_ARRAY_ADD(&g->out->paths, call->arena);
  if (!added) return;
  *added = path;
  g->out->cut += one->state == SX_SYMBOLS_CUT;
  g->out->unread += one->state != SX_SYMBOLS_CUT;
}

/* Whether a file is hidden is read from the disk: not while the database is locked. */
static sx_status gaps_in(const sx_declared_source *from, void *arg, sx_err *err) {
  sx_arena *arena = from->search->call->arena;
  gap_list gaps = {.arena = arena};
  sx_status status = sx_symbols_each(from->symbols, take_gap, &gaps, err);
  for (size_t i = 0; i < gaps.items.len && !status; i++) count_gap(from, arg, &gaps.items.items[i]);
  return status || !arena->status ? status : sx_fail(err, arena->status, NULL);
}

sx_status sx_declared_find_gaps(sx_declared_search *search, const sx_declared_filter *filter,
                                sx_declared_gaps *out, sx_err *err) {
  gap_search g = {filter, out};
  *out = (sx_declared_gaps){0};
  return sx_declared__ask_all(search, gaps_in, &g, err);
}

/* ---- their texts ---------------------------------------------------------------------------- */

typedef enum sight { HAS_NOT, HAS, UNREAD } sight;

static sx_status look_into(sight *out, sx_str path, sx_str name, sx_arena *arena) {
  sx_str bytes, text;
  sx_buf decoded;
  sx_status status = sx_file_read(&bytes, path, MAX_BYTES, arena, NULL);
  *out = UNREAD;
  if (status) return status == SX_NOMEM ? status : SX_OK;
  sx_buf_init(&decoded, 2 * MAX_BYTES);
  if (sx_file_text_decode(&text, &decoded, bytes, &status))
    *out = sx_occurrences_has(text, name, sx_language_find(SX_STR(""), path)) ? HAS : HAS_NOT;
  sx_buf_release(&decoded);
  return status;
}

sx_status sx_declared_gaps_search(const sx_declared_gaps *gaps, sx_call *call, sx_str name,
                                  bool *has_none, sx_str *first, sx_err *err) {
  uint64_t begin_ms = sx_clock_ms();
  *first = SX_STR("");
  *has_none = false;
  size_t without = 0;
  for (size_t i = 0; i < gaps->paths.len && !first->len; i++) {
    sx_arena scratch;
    sight seen;
    sx_status status = sx_port_call_check(call->wait);
    if (status) return sx_fail(err, status, NULL);
    if (sx_clock_since_ms(begin_ms) > READ_MS) break;
    sx_arena_init(&scratch, FILE_BYTES);
    status = look_into(&seen, gaps->paths.items[i], name, &scratch);
    sx_arena_release(&scratch);
    if (status) return sx_fail(err, status, NULL);
    if (seen == HAS) *first = gaps->paths.items[i];
    without += seen == HAS_NOT;
  }
  *has_none = without == gaps->paths.len;
  return SX_OK;
}
