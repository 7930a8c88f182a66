#include "base/table.h"

#include "base/map.h"
#include "base/mem.h"

#define FIRST_BUCKETS 64

typedef struct entry {
  struct entry *same; /* next in the bucket */
  struct entry *newer, *older;
  uint64_t hash;
  size_t key_len;
  size_t value_bytes;
  max_align_t value[]; /* and the key after it */
} entry;

struct sx_table {
  size_t value_bytes, max_entries;
  entry **buckets;
  size_t bucket_count, count, lost;
  entry *newest, *oldest;
};

static entry *entry_of(const void *value) {
  return (entry *)(void *)((char *)value - offsetof(entry, value));
}

static char *key_of(const entry *one) {
  return (char *)one->value + one->value_bytes;
}

sx_table *sx_table_new(size_t value_bytes, size_t max_entries) {
  sx_table *table = sx_calloc(1, sizeof *table);
  if (!table) return NULL;
  *table = (sx_table){.value_bytes = value_bytes, .max_entries = max_entries};
  table->buckets = sx_calloc(FIRST_BUCKETS, sizeof(entry *));
  table->bucket_count = FIRST_BUCKETS;
  if (table->buckets) return table;
  sx_free(table);
  return NULL;
}

void sx_table_clear(sx_table *table) {
  for (entry *one = table->newest, *older; one; one = older) {
    older = one->older;
    sx_free(one);
  }
  table->newest = table->oldest = NULL;
  table->count = 0;
  for (size_t i = 0; i < table->bucket_count; i++) table->buckets[i] = NULL;
}

void sx_table_free(sx_table *table) {
  if (!table) return;
  sx_table_clear(table);
  sx_free(table->buckets);
  sx_free(table);
}

static entry **bucket_of(const sx_table *table, uint64_t hash) {
  return &table->buckets[hash & (table->bucket_count - 1)];
}

static entry *find(const sx_table *table, sx_str key, uint64_t hash) {
  entry *one = *bucket_of(table, hash);
  while (one && (one->hash != hash || one->key_len != key.len ||
                 memcmp(key_of(one), key.ptr, key.len) != 0))
    one = one->same;
  return one;
}

void *sx_table_find(const sx_table *table, sx_str key) {
  entry *one = find(table, key, sx_hash(key));
  return one ? one->value : NULL;
}

static void unlink_age(sx_table *table, entry *one) {
  *(one->newer ? &one->newer->older : &table->newest) = one->older;
  *(one->older ? &one->older->newer : &table->oldest) = one->newer;
}

static void link_newest(sx_table *table, entry *one) {
  one->newer = NULL;
  one->older = table->newest;
  *(table->newest ? &table->newest->newer : &table->oldest) = one;
  table->newest = one;
}

void sx_table_remove(sx_table *table, void *value) {
  entry *one = entry_of(value);
  entry **link = bucket_of(table, one->hash);
  while (*link != one) link = &(*link)->same;
  *link = one->same;
  unlink_age(table, one);
  table->count--;
  sx_free(one);
}

/* Without memory for more buckets the chains only grow longer. */
static void grow(sx_table *table) {
  size_t count = table->bucket_count * 2;
  entry **bigger = sx_calloc(count, sizeof(entry *));
  if (!bigger) return;
  sx_free(table->buckets);
  table->buckets = bigger;
  table->bucket_count = count;
  for (entry *one = table->newest; one; one = one->older) {
    entry **bucket = bucket_of(table, one->hash);
    one->same = *bucket;
    *bucket = one;
  }
}

void *sx_table_put(sx_table *table, sx_str key) {
  uint64_t hash = sx_hash(key);
  entry *one = find(table, key, hash);
  if (one) {
    unlink_age(table, one);
    link_newest(table, one);
    return one->value;
  }
  one = sx_calloc(1, sizeof *one + table->value_bytes + key.len + 1);
  if (!one) return NULL;
  one->hash = hash;
  one->key_len = key.len;
  one->value_bytes = table->value_bytes;
  memcpy(key_of(one), key.ptr, key.len);
  if (table->count >= table->max_entries) {
    table->lost++;
    sx_table_remove(table, table->oldest->value);
  }
  if (table->count >= table->bucket_count) grow(table);
  entry **bucket = bucket_of(table, hash);
  one->same = *bucket;
  *bucket = one;
  link_newest(table, one);
  table->count++;
  return one->value;
}

sx_str sx_table_key(const void *value) {
  const entry *one = entry_of(value);
  return sx_str_make(key_of(one), one->key_len);
}

void *sx_table_newest(const sx_table *table) {
  return table->newest ? table->newest->value : NULL;
}

void *sx_table_older(const void *value) {
  entry *older = entry_of(value)->older;
  return older ? older->value : NULL;
}

size_t sx_table_count(const sx_table *table) {
  return table->count;
}

size_t sx_table_take_lost(sx_table *table) {
  size_t lost = table->lost;
  table->lost = 0;
  return lost;
}
