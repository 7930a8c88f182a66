#include "semantic/meaning_parts.h"

#include "base/folder.h"

/* The lines of others are taken for the unit's own. */
#define MAX_INNER 32000

sx_status sx_meaning__locate(const sx_meaning_asking *a, const sx_meaning_found *found,
                             sx_meaning_hit *out, sx_arena *arena) {
  const sx_meaning_origin *origin = &a->origins.items[found->pool];
  const sx_meaning_pool *pool = &a->pools.items[found->pool];
  uint32_t entry;
  sx_str below;
  if (!origin->root) {
    out->path = origin->documents[found->unit]->path;
    out->record = pool->records[found->unit];
    for (size_t i = 0; i < a->search->roots.len && !out->folder; i++) {
      sx_str root = a->search->roots.items[i].root->path;
      if (sx_folder_has(root, out->path)) out->folder = (uint32_t)root.len;
    }
    return SX_OK;
  }
  sx_status status = sx_meaning_find_entry(pool->reader, found->unit, &entry);
  if (!status) status = sx_meaning_get_record(pool->reader, found->unit, &out->record);
  if (!status) status = sx_text_declared_path(&origin->root->index, origin->segment, entry, &below);
  if (status) return status;
  sx_str root = origin->root->root->path;
  out->path = sx_arena_printf(arena, "%.*s/%.*s", SX_STR_ARG(root), SX_STR_ARG(below));
  out->folder = (uint32_t)root.len;
  return arena->status;
}

/* The next unit of the same file; false where there is none. */
static sx_status get_next(const sx_meaning_asking *a, const sx_meaning_found *found, uint32_t unit,
                          uint32_t end, sx_meaning_record *out, bool *is_there) {
  const sx_meaning_origin *origin = &a->origins.items[found->pool];
  const sx_meaning_pool *pool = &a->pools.items[found->pool];
  *is_there = unit < end;
  if (!*is_there) return SX_OK;
  if (origin->root) return sx_meaning_get_record(pool->reader, unit, out);
  *is_there = origin->documents[unit] == origin->documents[found->unit];
  *out = pool->records[unit];
  return SX_OK;
}

/* Ranges ascend, and none is in another. */
static bool add_inner(sx_meaning_hit *hit, uint32_t first, uint32_t end, sx_arena *arena) {
  sx_meaning_ranges *ranges = &hit->inner;
  sx_meaning_range *last = ranges->len ? &ranges->items[ranges->len - 1] : NULL;
  if (first >= end) return true;
  if (last && first <= last->end) {
    if (end > last->end) last->end = end;
    return true;
  }
  sx_meaning_range *added = SX_ARRAY_ADD(ranges, arena);
  if (added) *added = (sx_meaning_range){first, end};
  return added != NULL;
}

/* The name of one in it, with its line, is a part of the unit as well. */
sx_status sx_meaning__find_inner(const sx_meaning_asking *a, const sx_meaning_found *found,
                                 sx_meaning_hit *hit) {
  const sx_meaning_pool *pool = &a->pools.items[found->pool];
  sx_arena *arena = a->search->call->arena;
  uint32_t entry, first, end = pool->units;
  sx_meaning_state state;
  sx_status status = SX_OK;
  if (hit->record.kind == SX_FACT_HEADING) return SX_OK;
  if (pool->reader) status = sx_meaning_find_entry(pool->reader, found->unit, &entry);
  if (pool->reader && !status)
    status = sx_meaning_get_file(pool->reader, entry, &first, &end, &state);
  for (uint32_t i = 1; i < MAX_INNER && !status; i++) {
    sx_meaning_record record;
    bool is_there;
    status = get_next(a, found, found->unit + i, end, &record, &is_there);
    if (status || !is_there || record.row > hit->record.end_row) break;
    if (!add_inner(hit, record.row, record.name_row, arena) ||
        !add_inner(hit, record.name_row + 1, record.end_row + 1, arena))
      return arena->status;
  }
  return status;
}
