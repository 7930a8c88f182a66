#include "os/file.h"
#include "os/file_write.h"
#include "workspace/text_index_parts.h"

/* The list's files that the index has, and those that it lacks. */
static sx_status count_files(sx_text_index_report *out, const sx_index_root *one) {
  const sx_index_map *map = one->map;
  sx_status status = SX_OK;
  for (size_t i = 0; i < map->list->paths.len && !status; i++) {
    sx_index_entry entry;
    bool is_stale = sx_index__has(one->marks.stale, i);
    if (is_stale || !sx_index_map_entry(map, i, &entry, &status)) {
      out->stale++;
      continue;
    }
    out->covered += entry.state == SX_INDEX_COVERED;
    out->binary += entry.state == SX_INDEX_BINARY;
    out->open += entry.state == SX_INDEX_OPEN;
    out->text_bytes += entry.stamp.size_bytes;
  }
  return status;
}

static const sx_root *find_root(const sx_call *call, sx_str path) {
  sx_known_part part;
  return sx_known_part_of(&part, call, path) && !part.below.len ? part.root : NULL;
}

static uint64_t folder_bytes(sx_str folder, sx_arena *arena) {
  sx_dir_list entries;
  uint64_t bytes = 0;
  if (sx_dir_read(&entries, folder, arena, NULL)) return 0;
  for (size_t i = 0; i < entries.count; i++) {
    sx_file_info info = {0};
    sx_str path =
        sx_arena_printf(arena, "%.*s/%.*s", SX_STR_ARG(folder), SX_STR_ARG(entries.items[i].name));
    if (path.len && !sx_file_stat(&info, path, NULL) && info.is_regular) bytes += info.size_bytes;
  }
  return bytes;
}

sx_status sx_text_index_get_report(sx_text_index_report *out, sx_call *call, sx_str root,
                                   sx_err *err) {
  sx_text_index *index = call->services->text_index;
  const sx_needed nothing = {.kind = SX_NEEDED_NOTHING};
  const sx_grep_need need = {.needed = &nothing};
  sx_text_narrowed narrowed;
  sx_index_root *one;
  *out = (sx_text_index_report){.is_on = index->program != NULL};
  const sx_root *found = find_root(call, root);
  if (!out->is_on || !found) return SX_OK;
  sx_status status = sx_text_index_narrow(&narrowed, call, root, &need, err);
  if (status) return status;
  sx_text_index_release(call, &narrowed);
  status = sx_text_index__begin(index, call, found->real_path, &one);
  if (status || !one) return status ? sx_fail(err, status, NULL) : SX_OK;
  out->folder = sx_arena_dup(call->arena, sx_str_from(one->folder));
  out->store_bytes = folder_bytes(out->folder, call->arena);
  if (one->map) {
    out->files = one->map->list->paths.len;
    out->generation = one->map->open->store.generation;
    if (count_files(out, one)) out->generation = 0;
  }
  uv_mutex_lock(&one->writer.mutex);
  out->is_writing = one->writer.is_running;
  out->read = one->writer.files;
  out->to_read = one->writer.of;
  out->complaint = sx_arena_dup(call->arena, sx_str_from(one->writer.complaint));
  uv_mutex_unlock(&one->writer.mutex);
  sx_text_index__end(index, one);
  return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
}

sx_status sx_text_index_write(sx_call *call, sx_str root, sx_err *err) {
  sx_text_index *index = call->services->text_index;
  const sx_root *found = find_root(call, root);
  const sx_known_list *list;
  sx_index_root *one;
  if (!index->program || !found) return SX_OK;
  sx_status status = sx_known_files_get(call, root, &list, err);
  if (status) return status;
  status = sx_text_index__begin(index, call, found->real_path, &one);
  if (one) {
    sx_index_writer_rebuild(&one->writer, list, true);
    sx_text_index__end(index, one);
  }
  sx_known_list_release(call->services->known_files, list);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}
