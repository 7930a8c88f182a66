#include "index/manifest.h"
#include "index/poison_file.h"
#include "index/storage.h"
#include "os/file.h"
#include "os/lock.h"
#include "symbols/reader.h"
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

/* Files of the list that the writer leaves alone. */
static sx_status find_poisoned(sx_text_index_report *out, const sx_index_root *one,
                               sx_arena *arena) {
  sx_index_poison_list all;
  sx_status status = sx_index_poison_read(&all, one->folder, arena, NULL);
  for (size_t i = 0; i < all.len && !status; i++) {
    const sx_index_poisoned *item = &all.items[i];
    if (item->count >= SX_INDEX_POISON_COUNT && sx_known_list_has(one->map->list, item->path))
      status = sx_strs_add(&out->poisoned, item->path, arena, NULL);
  }
  return status;
}

typedef struct language_count {
  sx_text_index_report *out;
  const sx_text_declared *declared;
  size_t segment;
  sx_arena *arena;
} language_count;

static sx_text_index_language *find_language(language_count *c, sx_str name) {
  for (size_t i = 0; i < c->out->languages.len; i++)
    if (sx_str_is_equal(c->out->languages.items[i].name, name)) return &c->out->languages.items[i];
  sx_text_index_language *added = SX_ARRAY_ADD(&c->out->languages, c->arena);
  if (added) added->name = sx_arena_dup(c->arena, name);
  return added;
}

static void count_entry(void *arg, const sx_symbols_entry *entry) {
  language_count *c = arg;
  if (sx_text_declared_file(c->declared, c->segment, entry->entry) == SX_STR_NONE) return;
  sx_text_index_language *language = find_language(c, entry->language);
  if (!language) return;
  language->files++;
  language->cut += entry->state == SX_SYMBOLS_CUT;
  language->unread += entry->state != SX_SYMBOLS_CUT && entry->state != SX_SYMBOLS_READ;
}

static sx_status count_symbols(sx_text_index_report *out, sx_text_index *index,
                               const sx_index_root *one, sx_arena *arena) {
  sx_text_declared declared = {.map = one->map, .list = one->map->list, .stale = one->marks.stale};
  sx_status status = sx_text_index__symbols(&declared, index, one, arena);
  out->has_symbols = declared.is_whole;
  for (size_t i = 0; i < SX_INDEX_SEGMENTS && !status; i++) {
    language_count c = {out, &declared, i, arena};
    if (!declared.symbols[i]) continue;
    status = sx_symbols_each(declared.symbols[i], count_entry, &c, NULL);
    if (status == SX_CORRUPT || status == SX_IO) {
      out->has_symbols = false;
      status = SX_OK;
    }
  }
  return status ? status : arena->status;
}

static sx_status look_at_store(sx_text_index_report *out, sx_text_index *index,
                               const sx_index_root *one, sx_arena *arena) {
  sx_file_info info = {0};
  out->folder = sx_arena_dup(arena, sx_str_from(one->folder));
  out->store_bytes = sx_index_storage_bytes(out->folder, arena);
  if (!one->map) return arena->status;
  sx_str manifest = sx_arena_printf(arena, "%s/" SX_INDEX_MANIFEST, one->folder);
  if (arena->status) return arena->status;
  if (!sx_file_stat(&info, manifest, NULL) && info.exists) out->written_ns = info.mtime_ns;
  out->files = one->map->list->paths.len;
  out->generation = one->map->open->store.generation;
  if (count_files(out, one)) out->generation = 0;
  sx_status status = count_symbols(out, index, one, arena);
  return status ? status : find_poisoned(out, one, arena);
}

static sx_status look_for_others(sx_text_index_report *out, const sx_index_root *one,
                                 sx_arena *arena) {
  sx_str lock = sx_arena_printf(arena, "%s/" SX_INDEX_LOCK, one->folder);
  if (!arena->status) out->is_others = sx_lock_is_taken(lock.ptr);
  return arena->status;
}

sx_status sx_text_index_get_report(sx_text_index_report *out, sx_call *call, sx_str root,
                                   sx_err *err) {
  sx_text_index *index = call->services->text_index;
  const sx_needed nothing = {.kind = SX_NEEDED_NOTHING};
  const sx_grep_need need = {.needed = &nothing};
  sx_text_narrowed narrowed;
  sx_index_root *one;
  *out = (sx_text_index_report){.is_on = index->program != NULL};
  const sx_root *found = sx_known_root(call, root);
  out->is_on_disk = sx_text_index__is_on_disk(found);
  if (!out->is_on || !out->is_on_disk) return SX_OK;
  sx_status status = sx_text_index_narrow(&narrowed, call, root, &need, err);
  if (status) return status;
  sx_text_index_release(call, &narrowed);
  status = sx_text_index__begin(index, call, found->real_path, &one);
  if (status || !one) return status ? sx_fail(err, status, NULL) : SX_OK;
  status = look_at_store(out, index, one, call->arena);
  uv_mutex_lock(&one->writer.mutex);
  out->is_too_big = one->too_big > 0;
  out->is_refused = sx_text_index__is_refused(one);
  out->is_writing = one->writer.is_running;
  out->read = one->writer.files;
  out->to_read = one->writer.of;
  out->complaint = sx_arena_dup(call->arena, sx_str_from(one->writer.complaint));
  uv_mutex_unlock(&one->writer.mutex);
  if (!status && !out->is_writing) status = look_for_others(out, one, call->arena);
  sx_text_index__end(index, one);
  if (!status) status = call->arena->status;
  return status ? sx_fail(err, status, NULL) : SX_OK;
}
