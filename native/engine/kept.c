#include "engine/kept.h"

#include "answer/pager.h"
#include "base/mem.h"

#include <uv.h>

#define ENTRIES 8
#define MAX_ENTRY_BYTES ((size_t)8 << 20)
#define HASH_DIGITS 8

typedef struct kept_entry {
  char hash[HASH_DIGITS + 1]; /* as cursors have it; empty: free */
  const void *value;          /* in `arena` */
  sx_arena arena;
} kept_entry;

struct sx_kept {
  uv_mutex_t mutex;
  size_t next; /* the oldest */
  kept_entry entries[ENTRIES];
};

sx_kept *sx_kept_new(void) {
  sx_kept *kept = sx_calloc(1, sizeof *kept);
  if (kept && uv_mutex_init(&kept->mutex)) {
    sx_free(kept);
    return NULL;
  }
  return kept;
}

static void clear(kept_entry *entry) {
  if (entry->hash[0]) sx_arena_release(&entry->arena);
  entry->hash[0] = 0;
}

void sx_kept_free(sx_kept *kept) {
  if (!kept) return;
  for (size_t i = 0; i < ENTRIES; i++) clear(&kept->entries[i]);
  uv_mutex_destroy(&kept->mutex);
  sx_free(kept);
}

static void fill(kept_entry *entry, uint64_t hash, const void *value, sx_kept_copy copy) {
  char cursor[SX_CURSOR_BYTES];
  clear(entry);
  sx_arena_init(&entry->arena, MAX_ENTRY_BYTES);
  entry->value = copy(value, &entry->arena);
  if (!entry->value || entry->arena.status) {
    sx_arena_release(&entry->arena);
    return;
  }
  sx_cursor_write(cursor, NULL, 0, sx_cursor_hash(hash));
  memcpy(entry->hash, cursor, HASH_DIGITS);
}

void sx_kept_put(sx_kept *kept, uint64_t hash, const void *value, sx_kept_copy copy) {
  uv_mutex_lock(&kept->mutex);
  fill(&kept->entries[kept->next], hash, value, copy);
  kept->next = (kept->next + 1) % ENTRIES;
  uv_mutex_unlock(&kept->mutex);
}

static const kept_entry *find(const sx_kept *kept, sx_str cursor) {
  for (size_t i = 0; i < ENTRIES; i++) {
    sx_str hash = sx_str_from(kept->entries[i].hash);
    if (hash.len && sx_str_has_suffix(cursor, hash)) return &kept->entries[i];
  }
  return NULL;
}

sx_status sx_kept_find(sx_kept *kept, sx_str cursor, const void **out, sx_kept_copy copy,
                       sx_arena *arena, sx_err *err) {
  *out = NULL;
  uv_mutex_lock(&kept->mutex);
  const kept_entry *entry = find(kept, cursor);
  if (entry) *out = copy(entry->value, arena);
  uv_mutex_unlock(&kept->mutex);
  if (entry && (!*out || arena->status)) return sx_fail(err, SX_NOMEM, NULL);
  if (entry) return SX_OK;
  return sx_fail(err, SX_CONFLICT,
                 "The result that this cursor continues is not kept any more. Call again without "
                 "cursor.");
}
