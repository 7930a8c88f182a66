#include "workspace/text_index_parts.h"

#include "base/folder.h"
#include "base/mem.h"

/* The number in a segment of each path of the list, where it has it. Both ascend. */
static sx_status add_segment(sx_index_map *map, const sx_index_segment *segment, uint32_t flag) {
  size_t count = segment ? sx_index_segment_count(segment) : 0, at = 0;
  sx_index_entry entry = {0};
  bool has_entry = false;
  for (size_t i = 0; i < map->list->paths.len && at < count; i++) {
    int order = -1;
    while (at < count) {
      sx_status status = has_entry ? SX_OK : sx_index_segment_get(segment, at, &entry);
      if (status) return status;
      has_entry = true;
      order = sx_path_compare(entry.path, map->list->paths.items[i]);
      if (order >= 0) break;
      has_entry = false;
      at++;
    }
    if (order) continue;
    map->entries[i] = entry.state == SX_INDEX_GONE ? SX_NO_ENTRY : (uint32_t)at | flag;
    sx_index__set(map->binary, i, entry.state == SX_INDEX_BINARY);
  }
  return SX_OK;
}

sx_status sx_index_map_make(sx_index_map **out, sx_known_files *known, const sx_known_list *list,
                            sx_open_store *open) {
  *out = NULL;
  if (list->paths.len >= SX_OF_DELTA) return SX_TOO_BIG;
  sx_index_map *map = sx_calloc(1, sizeof *map);
  uint32_t *entries = sx_calloc(list->paths.len + 1, sizeof *entries);
  uint64_t *binary = sx_calloc(SX_INDEX_WORDS(list->paths.len) + 1, sizeof *binary);
  if (!map || !entries || !binary) {
    sx_free(map);
    sx_free(entries);
    sx_free(binary);
    return SX_NOMEM;
  }
  *map = (sx_index_map){
      .users = 1, .known = known, .list = list, .open = open, .entries = entries, .binary = binary};
  for (size_t i = 0; i < list->paths.len; i++) entries[i] = SX_NO_ENTRY;
  sx_status status = add_segment(map, open->store.base, 0);
  if (!status) status = add_segment(map, open->store.delta, SX_OF_DELTA);
  if (status)
    sx_index_map_free(map);
  else
    *out = map;
  return status;
}

bool sx_index_map_entry(const sx_index_map *map, size_t file, sx_index_entry *out,
                        sx_status *status) {
  uint32_t number = map->entries[file];
  if (number == SX_NO_ENTRY) return false;
  const sx_index_store *store = &map->open->store;
  *status = number & SX_OF_DELTA ? sx_index_segment_get(store->delta, number & ~SX_OF_DELTA, out)
                                 : sx_index_segment_get(store->base, number, out);
  return *status == SX_OK;
}

void sx_index_map_free(sx_index_map *map) {
  if (!map) return;
  sx_free(map->entries);
  sx_free(map->binary);
  sx_free(map);
}
