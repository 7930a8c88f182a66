#include "index/manifest.h"
#include "meaning/reader.h"
#include "os/own_folder.h"
#include "workspace/text_index_parts.h"

#include <inttypes.h>

/* One that cannot be opened is not there, whatever the reason: the writer makes it again. */
static sx_status open_meaning(sx_meaning_reader **out, const char *folder, uint64_t number,
                              const sx_index_segment *segment, sx_arena *arena) {
  sx_str path = sx_arena_printf(arena, "%s/" SX_INDEX_MEANING "%" PRIu64, folder, number);
  if (arena->status) return arena->status;
  sx_status status = sx_meaning_open(out, path.ptr, sx_index_segment_mark(segment), NULL);
  return status == SX_NOMEM ? status : SX_OK;
}

/* One that was cut is as good as none. */
static void put_away_cut(sx_open_store *open, size_t i) {
  bool has_room = open->damaged_meaning_count < SX_MAX_DAMAGED;
  if (!open->meaning[i] || sx_meaning_is_whole(open->meaning[i]) || !has_room) return;
  open->damaged_meaning[open->damaged_meaning_count++] = open->meaning[i];
  open->meaning[i] = NULL;
}

sx_status sx_text_index__meaning(sx_text_declared *out, sx_text_index *index,
                                 const sx_index_root *one, sx_arena *arena) {
  sx_open_store *open = out->map->open;
  const uint64_t numbers[SX_INDEX_SEGMENTS] = {open->store.base_number, open->store.delta_number};
  const sx_index_segment *segments[SX_INDEX_SEGMENTS] = {open->store.base, open->store.delta};
  sx_status status = SX_OK;
  uv_mutex_lock(&index->mutex);
  out->has_meaning = true;
  for (size_t i = 0; i < SX_INDEX_SEGMENTS && !status; i++) {
    put_away_cut(open, i);
    if (numbers[i] && !open->meaning[i])
      status = open_meaning(&open->meaning[i], one->folder, numbers[i], segments[i], arena);
    out->meaning[i] = open->meaning[i];
    out->has_meaning = out->has_meaning && (!numbers[i] || open->meaning[i]);
  }
  uv_mutex_unlock(&index->mutex);
  return status;
}

/* Other threads may be reading it: it stays open until the store is closed. */
void sx_text_index_remove_meaning(sx_call *call, sx_text_declared *declared, size_t segment) {
  sx_text_index *index = call->services->text_index;
  sx_open_store *open = declared->map->open;
  char name[64];
  snprintf(name, sizeof name, SX_INDEX_MEANING "%" PRIu64,
           segment ? open->store.delta_number : open->store.base_number);
  uv_mutex_lock(&index->mutex);
  bool has_room = open->damaged_meaning_count < SX_MAX_DAMAGED;
  if (open->meaning[segment] == declared->meaning[segment] && has_room) {
    open->damaged_meaning[open->damaged_meaning_count++] = open->meaning[segment];
    open->meaning[segment] = NULL;
    sx_own_folder_remove(declared->folder.ptr, name, NULL);
  }
  uv_mutex_unlock(&index->mutex);
  declared->meaning[segment] = NULL;
  declared->has_meaning = false;
  declared->is_due = true;
}

static const sx_index_segment *segment_of(const sx_text_declared *declared, size_t segment) {
  const sx_index_store *store = &declared->map->open->store;
  return segment ? store->delta : store->base;
}

size_t sx_text_declared_entries(const sx_text_declared *declared, size_t segment) {
  const sx_index_segment *found = segment_of(declared, segment);
  return found ? sx_index_segment_count(found) : 0;
}

void sx_text_declared_current(const sx_text_declared *declared, size_t segment, uint64_t *bitmap) {
  size_t count = sx_text_declared_entries(declared, segment);
  for (size_t i = 0; i < declared->list->paths.len; i++) {
    uint32_t number = declared->map->entries[i];
    bool is_of = number != SX_NO_ENTRY && (number & SX_OF_DELTA ? 1u : 0u) == segment;
    uint32_t entry = number & ~SX_OF_DELTA;
    if (is_of && entry < count && !sx_index__has(declared->stale, i))
      sx_index__set(bitmap, entry, true);
  }
}

size_t sx_text_declared_find(const sx_text_declared *declared, size_t segment, sx_str path) {
  const sx_index_segment *found = segment_of(declared, segment);
  size_t entry = SX_STR_NONE;
  return found && !sx_index_segment_find(found, path, &entry) ? entry : SX_STR_NONE;
}

sx_status sx_text_declared_path(const sx_text_declared *declared, size_t segment, uint32_t entry,
                                sx_str *out) {
  sx_index_entry found;
  if (entry >= sx_text_declared_entries(declared, segment)) return SX_CORRUPT;
  sx_status status = sx_index_segment_get(segment_of(declared, segment), entry, &found);
  if (!status) *out = found.path;
  return status;
}
