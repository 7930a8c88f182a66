#include "indexer/poison.h"

#include "base/buf.h"
#include "os/file.h"

#include <inttypes.h>

/* A path and its NUL; longer ones no system opens. */
#define SLOT_BYTES ((size_t)8192)
#define MAX_SLOTS ((size_t)64)
#define MAX_BYTES ((size_t)1 << 20)
#define HEAD "sextant-poison 1\n"
#define NUMBERS 5
#define POISON_COUNT 2

sx_index_stamp sx_indexer_stamp(const sx_swept *swept) {
  return (sx_index_stamp){swept->size_bytes, swept->mtime_ns, swept->ctime_ns, swept->inode};
}

bool sx_indexer_is_same(const sx_index_stamp *a, const sx_index_stamp *b) {
  return a->size_bytes == b->size_bytes && a->mtime_ns == b->mtime_ns &&
         a->ctime_ns == b->ctime_ns && a->inode == b->inode;
}

/* ---- what is known ----------------------------------------------------------------------- */

typedef struct files_now {
  const sx_strs *paths;
  const sx_swept *swept;
} files_now;

static const sx_swept *find_file(const files_now *now, sx_str path) {
  size_t low = 0, high = now->paths->len;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = sx_index_compare_paths(now->paths->items[middle], path);
    if (!order) return now->swept[middle].is_file ? &now->swept[middle] : NULL;
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

static struct sx_indexer_poisoned *find_item(const sx_indexer_poison *poison, sx_str path) {
  uint64_t number;
  return sx_map_find(&poison->counts, path, &number) ? &poison->items.items[number] : NULL;
}

static sx_status add(sx_indexer_poison *poison, sx_str path, sx_index_stamp stamp, uint64_t count) {
  struct sx_indexer_poisoned *item = find_item(poison, path);
  if (item) {
    item->count += count;
    return SX_OK;
  }
  item = SX_ARRAY_ADD(&poison->items, poison->arena);
  if (!item) return SX_NOMEM;
  *item = (struct sx_indexer_poisoned){path, stamp, count};
  return sx_map_put(&poison->counts, path, poison->items.len - 1);
}

/* ---- files ------------------------------------------------------------------------------- */

static sx_status read_text(sx_str *out, const sx_indexer_poison *poison, const char *name,
                           sx_err *err) {
  *out = SX_STR("");
  sx_str path = sx_arena_printf(poison->arena, "%s/%s", poison->folder, name);
  if (poison->arena->status) return sx_fail(err, poison->arena->status, NULL);
  sx_status status = sx_file_read(out, path, MAX_BYTES, poison->arena, err);
  /* A file that cannot be read is as good as absent: those it names are tried again. */
  if (status && status != SX_NOMEM) *out = SX_STR("");
  return status == SX_NOMEM ? status : SX_OK;
}

static bool take_number(sx_str *rest, uint64_t *out) {
  size_t at = 0;
  bool is_negative = sx_str_at(*rest, 0) == '-';
  for (*out = 0, at = is_negative; sx_str_at(*rest, at) >= '0' && sx_str_at(*rest, at) <= '9'; at++)
    *out = *out * 10 + (uint64_t)(rest->ptr[at] - '0');
  if (at == is_negative || sx_str_at(*rest, at) != ' ') return false;
  if (is_negative) *out = 0 - *out;
  *rest = sx_str_slice(*rest, at + 1, rest->len);
  return true;
}

/* "COUNT SIZE MTIME CTIME INODE PATH" and a NUL each. */
static sx_status take_known(sx_indexer_poison *poison, sx_str text, const files_now *now) {
  if (!sx_str_has_prefix(text, SX_STR(HEAD))) return SX_OK;
  sx_str rest = sx_str_slice(text, sizeof HEAD - 1, text.len);
  for (size_t end; (end = sx_str_find_char(rest, 0, 0)) != SX_STR_NONE;) {
    sx_str row = sx_str_slice(rest, 0, end);
    rest = sx_str_slice(rest, end + 1, rest.len);
    uint64_t numbers[NUMBERS];
    for (size_t i = 0; i < NUMBERS; i++)
      if (!take_number(&row, &numbers[i])) return SX_OK;
    const sx_swept *file = find_file(now, row);
    sx_index_stamp then = {numbers[1], (int64_t)numbers[2], (int64_t)numbers[3], numbers[4]};
    if (!file) continue;
    sx_index_stamp stamp = sx_indexer_stamp(file);
    sx_status status =
        sx_indexer_is_same(&stamp, &then) ? add(poison, row, stamp, numbers[0]) : SX_OK;
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
  sx_buf text;
  sx_buf_init(&text, MAX_BYTES);
  sx_buf_add_text(&text, HEAD);
  for (size_t i = 0; i < poison->items.len; i++) {
    const struct sx_indexer_poisoned *item = &poison->items.items[i];
    if (!item->count || text.len + item->path.len > MAX_BYTES - 256) continue;
    sx_buf_addf(&text, "%" PRIu64 " %" PRIu64 " %" PRId64 " %" PRId64 " %" PRIu64 " ", item->count,
                item->stamp.size_bytes, item->stamp.mtime_ns, item->stamp.ctime_ns,
                item->stamp.inode);
    sx_buf_add(&text, item->path);
    sx_buf_add_char(&text, 0);
  }
  sx_status status = text.status ? sx_fail(err, text.status, NULL) : SX_OK;
  if (!status)
    status = sx_own_folder_put(poison->folder, SX_INDEXER_POISON, sx_buf_str(&text), err);
  sx_buf_release(&text);
  return status;
}

/* ---- life -------------------------------------------------------------------------------- */

sx_status sx_indexer_poison_open(sx_indexer_poison *out, const char *folder, const sx_strs *paths,
                                 const sx_swept *swept, sx_arena *arena, sx_err *err) {
  const files_now now = {paths, swept};
  sx_str known, working;
  *out = (sx_indexer_poison){.folder = folder, .arena = arena};
  sx_map_init(&out->counts, arena);
  sx_status status = read_text(&known, out, SX_INDEXER_POISON, err);
  if (!status) status = read_text(&working, out, SX_INDEXER_WORKING, err);
  if (!status) status = take_known(out, known, &now);
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
  const struct sx_indexer_poisoned *item = find_item(poison, path);
  return item && item->count >= POISON_COUNT;
}

void sx_indexer_poison_end(sx_indexer_poison *poison) {
  if (!poison->working.file) return;
  sx_own_file_close(&poison->working);
  sx_own_folder_remove(poison->folder, SX_INDEXER_WORKING, NULL);
}

sx_status sx_indexer_poison_forget(sx_indexer_poison *poison, sx_err *err) {
  bool is_changed = false;
  for (size_t i = 0; i < poison->items.len; i++) {
    struct sx_indexer_poisoned *item = &poison->items.items[i];
    if (item->count >= POISON_COUNT) continue;
    is_changed |= item->count > 0;
    item->count = 0;
  }
  return is_changed ? write_known(poison, err) : SX_OK;
}
