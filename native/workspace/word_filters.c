#include "workspace/word_filters.h"

#include "base/mem.h"
#include "base/table.h"
#include "os/clock.h"

#include <uv.h>

#define MAX_FILES 200000
#define MAX_TOTAL_BYTES (64u * 1024 * 1024)
#define LEAST_BITS 256
#define MOST_BITS 32768
/* A file that was written so lately can be written again within the same stamp. */
#define STAMP_NS 50000000

typedef struct filter {
  uint64_t size_bytes, inode;
  int64_t mtime_ns, changed_ns;
  uint32_t bits; /* a power of two; 0: nothing is known */
  unsigned char *set;
} filter;

struct sx_word_filters {
  uv_mutex_t mutex;
  sx_table *files;
  size_t total_bytes;
};

sx_word_filters *sx_word_filters_new(void) {
  sx_word_filters *filters = sx_calloc(1, sizeof *filters);
  if (!filters) return NULL;
  filters->files = sx_table_new(sizeof(filter), MAX_FILES);
  if (filters->files && uv_mutex_init(&filters->mutex) == 0) return filters;
  sx_table_free(filters->files);
  sx_free(filters);
  return NULL;
}

static void clear_locked(sx_word_filters *filters) {
  for (filter *one = sx_table_newest(filters->files); one; one = sx_table_older(one))
    sx_free(one->set);
  sx_table_clear(filters->files);
  filters->total_bytes = 0;
}

void sx_word_filters_free(sx_word_filters *filters) {
  if (!filters) return;
  clear_locked(filters);
  sx_table_free(filters->files);
  uv_mutex_destroy(&filters->mutex);
  sx_free(filters);
}

/* ---- words --------------------------------------------------------------------------------- */

static bool is_word_char(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The next word's hash; false at the end. */
static bool next_word(sx_str text, size_t *at, uint64_t *hash) {
  const unsigned char *bytes = (const unsigned char *)text.ptr;
  size_t i = *at;
  while (i < text.len && !is_word_char(bytes[i])) i++;
  if (i == text.len) return false;
  uint64_t made = 0xcbf29ce484222325u;
  for (; i < text.len && is_word_char(bytes[i]); i++) made = (made ^ bytes[i]) * 0x100000001b3u;
  *at = i;
  *hash = (made ^ made >> 29) * 0x9E3779B97F4A7C15u;
  return true;
}

sx_word_hashes sx_word_hashes_of(sx_str name) {
  sx_word_hashes words = {.len = 0};
  size_t at = 0;
  while (words.len < 8 && next_word(name, &at, &words.items[words.len])) words.len++;
  return words;
}

static bool has_bit(const filter *one, uint64_t bit) {
  bit &= one->bits - 1;
  return one->set[bit / 8] >> bit % 8 & 1;
}

static void set_bit(filter *one, uint64_t bit) {
  bit &= one->bits - 1;
  one->set[bit / 8] |= (unsigned char)(1u << bit % 8);
}

/* ---- files --------------------------------------------------------------------------------- */

static bool is_same(const filter *one, const sx_file_info *info) {
  return one->bits && one->size_bytes == info->size_bytes && one->inode == info->inode &&
         one->mtime_ns == info->mtime_ns && one->changed_ns == info->changed_ns;
}

bool sx_word_filters_may_have(sx_word_filters *filters, sx_str path, const sx_file_info *info,
                              const sx_word_hashes *words) {
  bool may = true;
  uv_mutex_lock(&filters->mutex);
  const filter *one = sx_table_find(filters->files, path);
  if (one && is_same(one, info))
    for (size_t i = 0; i < words->len && may; i++)
      may = has_bit(one, words->items[i]) && has_bit(one, words->items[i] >> 32);
  uv_mutex_unlock(&filters->mutex);
  return may;
}

static bool is_known(sx_word_filters *filters, sx_str path, const sx_file_info *info) {
  uv_mutex_lock(&filters->mutex);
  const filter *one = sx_table_find(filters->files, path);
  bool is = one && is_same(one, info);
  uv_mutex_unlock(&filters->mutex);
  return is;
}

void sx_word_filters_put(sx_word_filters *filters, sx_str path, const sx_file_info *info,
                         sx_str text) {
  if (sx_clock_day_ns() - info->changed_ns < STAMP_NS || is_known(filters, path, info)) return;
  filter made = {info->size_bytes, info->inode, info->mtime_ns, info->changed_ns, LEAST_BITS, NULL};
  while (made.bits < MOST_BITS && made.bits < text.len / 2) made.bits *= 2;
  made.set = sx_calloc(made.bits / 8, 1);
  if (!made.set) return;
  uint64_t hash;
  for (size_t at = 0; next_word(text, &at, &hash);) {
    set_bit(&made, hash);
    set_bit(&made, hash >> 32);
  }
  uv_mutex_lock(&filters->mutex);
  bool is_full = filters->total_bytes + made.bits / 8 > MAX_TOTAL_BYTES ||
                 sx_table_count(filters->files) + 1 >= MAX_FILES;
  filter *known = sx_table_find(filters->files, path);
  filter *one = known || !is_full ? sx_table_put(filters->files, path) : NULL;
  if (one) {
    filters->total_bytes -= one->bits / 8;
    sx_free(one->set);
    *one = made;
    filters->total_bytes += made.bits / 8;
  }
  uv_mutex_unlock(&filters->mutex);
  if (!one) sx_free(made.set);
}
