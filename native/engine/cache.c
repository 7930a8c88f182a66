#include "engine/cache.h"

#include "base/map.h"
#include "base/mem.h"
#include "os/file.h"

#include <uv.h>

#define ENTRIES 256
#define MAX_ENTRY_BYTES (64u * 1024)

typedef struct cache_entry {
  uint64_t hash; /* 0: free */
  sx_str key;    /* this and all that follows in `arena` */
  uint64_t generation;
  const char *code;
  bool is_truncated;
  sx_str text, facts;
  struct sx_dependency *files;
  size_t file_count;
  sx_arena arena;
} cache_entry;

struct sx_cache {
  uv_mutex_t mutex;
  cache_entry entries[ENTRIES]; /* each key has one place: a newer one pushes the older out */
};

sx_cache *sx_cache_new(void) {
  sx_cache *cache = sx_calloc(1, sizeof *cache);
  if (cache && uv_mutex_init(&cache->mutex)) {
    sx_free(cache);
    return NULL;
  }
  return cache;
}

static void clear(cache_entry *entry) {
  sx_arena_release(&entry->arena);
  entry->hash = 0;
}

void sx_cache_free(sx_cache *cache) {
  if (!cache) return;
  for (size_t i = 0; i < ENTRIES; i++) clear(&cache->entries[i]);
  uv_mutex_destroy(&cache->mutex);
  sx_free(cache);
}

static bool is_unchanged(const struct sx_dependency *file) {
  sx_file_info now;
  if (sx_file_stat(&now, file->path, NULL) || now.exists == file->is_absent) return false;
  return file->is_absent || (now.size_bytes == file->size_bytes && now.mtime_ns == file->mtime_ns &&
                             now.inode == file->inode);
}

static bool copy_result(const cache_entry *entry, sx_result *result) {
  result->text = sx_str_copy(entry->text);
  result->facts = sx_str_copy(entry->facts);
  if (!result->text || !result->facts) {
    sx_free(result->text);
    sx_free(result->facts);
    result->text = result->facts = NULL;
    return false;
  }
  result->text_len = entry->text.len;
  result->facts_len = entry->facts.len;
  result->code = entry->code;
  result->is_truncated = entry->is_truncated;
  return true;
}

bool sx_cache_find(sx_cache *cache, sx_str key, uint64_t generation, sx_result *result) {
  uint64_t hash = sx_hash(key) | 1;
  uv_mutex_lock(&cache->mutex);
  cache_entry *entry = &cache->entries[(hash >> 1) % ENTRIES];
  bool is_hit =
      entry->hash == hash && entry->generation == generation && sx_str_is_equal(entry->key, key);
  for (size_t i = 0; is_hit && i < entry->file_count; i++) is_hit = is_unchanged(&entry->files[i]);
  is_hit = is_hit && copy_result(entry, result);
  uv_mutex_unlock(&cache->mutex);
  return is_hit;
}

void sx_cache_put(sx_cache *cache, sx_str key, uint64_t generation, const sx_result *result,
                  const struct sx_dependency *files, size_t file_count) {
  if (result->text_len + result->facts_len + key.len > MAX_ENTRY_BYTES) return;
  uint64_t hash = sx_hash(key) | 1;
  uv_mutex_lock(&cache->mutex);
  cache_entry *entry = &cache->entries[(hash >> 1) % ENTRIES];
  clear(entry);
  sx_arena_init(&entry->arena, 4 * MAX_ENTRY_BYTES);
  entry->key = sx_arena_dup(&entry->arena, key);
  entry->text = sx_arena_dup(&entry->arena, sx_str_make(result->text, result->text_len));
  entry->facts = sx_arena_dup(&entry->arena, sx_str_make(result->facts, result->facts_len));
  entry->files = sx_arena_calloc(&entry->arena, file_count, sizeof *files);
  for (size_t i = 0; i < file_count && entry->files; i++) {
    entry->files[i] = files[i];
    entry->files[i].path = sx_arena_dup(&entry->arena, files[i].path);
  }
  entry->file_count = file_count;
  entry->code = result->code;
  entry->is_truncated = result->is_truncated;
  entry->generation = generation;
  entry->hash = hash;
  if (entry->arena.status) clear(entry);
  uv_mutex_unlock(&cache->mutex);
}
