#include "index/manifest.h"
#include "os/own_folder.h"
#include "symbols/reader.h"
#include "workspace/text_index_parts.h"

#include <inttypes.h>

#define PATH_BYTES ((size_t)64 << 10)

/* One that cannot be opened is not there, whatever the reason: the writer makes it again. */
static sx_status open_symbols(sx_symbols_reader **out, const char *folder, uint64_t number,
                              const sx_index_segment *segment, sx_arena *arena) {
  sx_str path = sx_arena_printf(arena, "%s/" SX_INDEX_SYMBOLS "%" PRIu64, folder, number);
  if (arena->status) return arena->status;
  sx_status status = sx_symbols_open(out, path.ptr, sx_index_segment_mark(segment), NULL);
  return status == SX_NOMEM ? status : SX_OK;
}

/* Those of the store that are there already. Others may do the same at this moment. */
sx_status sx_text_index__symbols(sx_text_declared *out, sx_text_index *index,
                                 const sx_index_root *one, sx_arena *arena) {
  sx_open_store *open = out->map->open;
  const uint64_t numbers[SX_INDEX_SEGMENTS] = {open->store.base_number, open->store.delta_number};
  const sx_index_segment *segments[SX_INDEX_SEGMENTS] = {open->store.base, open->store.delta};
  sx_status status = SX_OK;
  uv_mutex_lock(&index->mutex);
  out->is_whole = true;
  for (size_t i = 0; i < SX_INDEX_SEGMENTS && !status; i++) {
    if (numbers[i] && !open->symbols[i])
      status = open_symbols(&open->symbols[i], one->folder, numbers[i], segments[i], arena);
    out->symbols[i] = open->symbols[i];
    out->is_whole = out->is_whole && (!numbers[i] || open->symbols[i]);
  }
  uv_mutex_unlock(&index->mutex);
  return status;
}

static sx_status take_stale(sx_text_declared *out, const sx_index_root *one, sx_arena *arena) {
  size_t words = SX_INDEX_WORDS(out->map->list->paths.len);
  uint64_t *stale = sx_arena_calloc(arena, words + 1, sizeof *stale);
  if (!stale) return arena->status;
  memcpy(stale, one->marks.stale, words * sizeof *stale);
  out->stale = stale;
  out->list = out->map->list;
  return SX_OK;
}

static sx_status take_state(sx_text_declared *out, sx_index_root *one, sx_arena *arena) {
  uv_mutex_lock(&one->writer.mutex);
  out->is_writing = one->writer.is_running;
  out->is_refused = sx_text_index__is_refused(one);
  out->complaint = sx_arena_dup(arena, sx_str_from(one->writer.complaint));
  out->is_due = !(out->is_whole && out->has_meaning) && !out->is_refused && !out->complaint.len &&
                !one->too_big;
  uv_mutex_unlock(&one->writer.mutex);
  return arena->status;
}

/* The folder's own state is the caller's. */
static sx_status take(sx_text_declared *out, sx_index_root *one, sx_call *call,
                      const sx_known_part *part, bool with_meaning, sx_err *err) {
  sx_text_index *index = call->services->text_index;
  one->has_symbols = true;
  if (with_meaning) sx_index_writer_want_meaning(&one->writer);
  out->has_meaning = !with_meaning;
  sx_status status = sx_text_index__take(&out->map, one, call, part, err);
  if (status) return status;
  out->files = one->files;
  if (out->map) {
    status = sx_text_index__symbols(out, index, one, call->arena);
    if (!status && with_meaning) status = sx_text_index__meaning(out, index, one, call->arena);
    if (!status) status = take_stale(out, one, call->arena);
    out->folder = sx_arena_dup(call->arena, sx_str_from(one->folder));
    if (!status && !(out->is_whole && out->has_meaning))
      sx_index_writer_want(&one->writer, out->list, one->marks.stale, 0);
  }
  if (!status) status = take_state(out, one, call->arena);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

sx_status sx_text_index_declared(sx_text_declared *out, sx_call *call, const sx_root *root,
                                 bool with_meaning, sx_err *err) {
  sx_text_index *index = call->services->text_index;
  const sx_known_part part = {.root = root, .below = SX_STR("")};
  sx_index_root *one;
  *out = (sx_text_declared){.complaint = SX_STR("")};
  if (!index->program || !index->storage) return SX_OK;
  sx_status status = sx_text_index__begin(index, call, root->real_path, &one);
  if (status || !one) return status ? sx_fail(err, status, NULL) : SX_OK;
  status = take(out, one, call, &part, with_meaning, err);
  sx_text_index__end(index, one);
  if (status) sx_text_index_release_declared(call, out);
  return status;
}

void sx_text_index_release_declared(sx_call *call, sx_text_declared *declared) {
  sx_text_index__drop(call->services->text_index, declared->map);
  *declared = (sx_text_declared){.complaint = SX_STR("")};
}

/* Other threads may be reading it: it stays open until the store is closed. */
void sx_text_index_remove_declared(sx_call *call, sx_text_declared *declared, size_t segment) {
  sx_text_index *index = call->services->text_index;
  sx_open_store *open = declared->map->open;
  const sx_index_store *store = &open->store;
  char name[64];
  snprintf(name, sizeof name, SX_INDEX_SYMBOLS "%" PRIu64,
           segment ? store->delta_number : store->base_number);
  uv_mutex_lock(&index->mutex);
  bool has_room = open->damaged_count < SX_MAX_DAMAGED;
  if (open->symbols[segment] == declared->symbols[segment] && has_room) {
    open->damaged[open->damaged_count++] = open->symbols[segment];
    open->symbols[segment] = NULL;
    sx_own_folder_remove(declared->folder.ptr, name, NULL);
  }
  uv_mutex_unlock(&index->mutex);
  declared->symbols[segment] = NULL;
  declared->is_whole = false;
  declared->is_due = true;
}

size_t sx_text_declared_file(const sx_text_declared *declared, size_t segment, uint32_t entry) {
  const sx_index_store *store = &declared->map->open->store;
  sx_index_entry found;
  if (sx_index_segment_get(segment ? store->delta : store->base, entry, &found)) return SX_STR_NONE;
  const sx_strs *paths = &declared->list->paths;
  size_t file = sx_known_find(paths, found.path);
  if (file >= paths->len || !sx_str_is_equal(paths->items[file], found.path)) return SX_STR_NONE;
  uint32_t number = entry | (segment ? SX_OF_DELTA : 0);
  bool is_valid = declared->map->entries[file] == number && !sx_index__has(declared->stale, file);
  return is_valid ? file : SX_STR_NONE;
}
