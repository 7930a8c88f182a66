#include "indexer/poison.h"

#include "base/folder.h"
#include "indexer/look.h"
#include "os/file.h"

/* A path and its NUL; longer ones no system opens. */
#define SLOT_BYTES ((size_t)8192)
#define MAX_SLOTS ((size_t)64)
#define MAX_BYTES ((size_t)1 << 20)

/* ---- what is known ----------------------------------------------------------------------- */

typedef struct files_now {
  const sx_strs *paths;
  const sx_swept *swept;
} files_now;

static const sx_swept *find_file(const files_now *now, sx_str path) {
  size_t low = 0, high = now->paths->len;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = sx_path_compare(now->paths->items[middle], path);
    if (!order) return now->swept[middle].is_file ? &now->swept[middle] : NULL;
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

static sx_index_poisoned *find_item(const sx_indexer_poison *poison, sx_str path) {
  uint64_t number;
  return sx_map_find(&poison->counts, path, &number) ? &poison->items.items[number] : NULL;
}

static sx_status add(sx_indexer_poison *poison, sx_str path, sx_index_stamp stamp, uint64_t count) {
  sx_index_poisoned *item = find_item(poison, path);
  if (item) {
    item->count += count;
    return SX_OK;
  }
  item = SX_ARRAY_ADD(&poison->items, poison->arena);
  if (!item) return SX_NOMEM;
  *item = (sx_index_poisoned){path, stamp, count};
  return sx_map_put(&poison->counts, path, poison->items.len - 1);
}

/* ---- files ------------------------------------------------------------------------------- */

static sx_status read_working(sx_str *out, const sx_indexer_poison *poison, sx_err *err) {
  *out = SX_STR("");
  sx_str path = sx_arena_printf(poison->arena, "%s/" SX_INDEXER_WORKING, poison->folder);
  if (poison->arena->status) return sx_fail(err, poison->arena->status, NULL);
  sx_status status = sx_file_read(out, path, MAX_BYTES, poison->arena, err);
  if (status && status != SX_NOMEM) *out = SX_STR("");
  return status == SX_NOMEM ? status : SX_OK;
}

static sx_status take_known(sx_indexer_poison *poison, const sx_index_poison_list *known,
                            const files_now *now) {
  for (size_t i = 0; i < known->len; i++) {
    const sx_index_poisoned *then = &known->items[i];
    const sx_swept *file = find_file(now, then->path);
    if (!file) continue;
    sx_index_stamp stamp = sx_indexer_stamp(file);
    bool is_same = sx_index_stamp_is_same(&stamp, &then->stamp);
    sx_status status = is_same ? add(poison, then->path, stamp, then->count) : SX_OK;
    if (status) return status;
  }
  return SX_OK;
}

static sx_status take_working(sx_indexer_poison *poison, sx_str text, const files_now *now) {
  for (size_t at = 0; at < text.len; at += SLOT_BYTES) {
    sx_str slot = sx_str_slice(text, at, at + SLOT_BYTES);
    sx_str path = sx_str_slice(slot, 0, sx_str_find_char(slot, 0, 0));
    const sx_swept *file = path.len ? find_file(now, path) : NULL;
    sx_status status = file ? add(poison, path, sx_indexer_stamp(file), 1) : SX_OK;
    if (status) return status;
  }
  return SX_OK;
}

static sx_status write_known(const sx_indexer_poison *poison, sx_err *err) {
  return sx_index_poison_write(&poison->items, poison->folder, err);
}

/* ---- life -------------------------------------------------------------------------------- */

sx_status sx_indexer_poison_open(sx_indexer_poison *out, const char *folder, const sx_strs *paths,
                                 const sx_swept *swept, sx_arena *arena, sx_err *err) {
  const files_now now = {paths, swept};
  sx_index_poison_list known;
  sx_str working;
  *out = (sx_indexer_poison){.folder = folder, .arena = arena};
  sx_map_init(&out->counts, arena);
  sx_status status = sx_index_poison_read(&known, folder, arena, err);
  if (!status) status = read_working(&working, out, err);
  if (!status) status = take_known(out, &known, &now);
  if (!status) status = take_working(out, working, &now);
  if (status) return sx_fail(err, status, NULL);
  if (working.len && out->items.len) status = write_known(out, err);
  /* Counted once: from here on it is in the other file. */
  if (!status) status = sx_own_folder_remove(folder, SX_INDEXER_WORKING, err);
  return status;
}

sx_status sx_indexer_poison_begin(sx_indexer_poison *poison, size_t threads, sx_err *err) {
  if (threads > MAX_SLOTS) threads = MAX_SLOTS;
  return sx_own_file_make(&poison->working, poison->folder, SX_INDEXER_WORKING,
                          threads * SLOT_BYTES, err);
}

void sx_indexer_poison_work(const sx_indexer_poison *poison, size_t thread, sx_str path) {
  char slot[SLOT_BYTES];
  if (!poison->working.file || thread >= MAX_SLOTS) return;
  size_t len = path.len < sizeof slot ? path.len : 0;
  memcpy(slot, path.ptr, len);
  slot[len] = 0;
  sx_own_file_write(&poison->working, thread * SLOT_BYTES, sx_str_make(slot, len + 1));
}

bool sx_indexer_poison_has(const sx_indexer_poison *poison, sx_str path) {
  const sx_index_poisoned *item = find_item(poison, path);
  return item && item->count >= SX_INDEX_POISON_COUNT;
}

void sx_indexer_poison_end(sx_indexer_poison *poison) {
  if (!poison->working.file) return;
  sx_own_file_close(&poison->working);
  sx_own_folder_remove(poison->folder, SX_INDEXER_WORKING, NULL);
}

sx_status sx_indexer_poison_forget(sx_indexer_poison *poison, sx_err *err) {
  bool is_changed = false;
  for (size_t i = 0; i < poison->items.len; i++) {
    sx_index_poisoned *item = &poison->items.items[i];
    if (item->count >= SX_INDEX_POISON_COUNT) continue;
    is_changed |= item->count > 0;
    item->count = 0;
  }
  return is_changed ? write_known(poison, err) : SX_OK;
}
