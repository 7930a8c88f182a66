#include "workspace/facts_kept.h"

#include "base/mem.h"

/* One answer pushes only some others out. */
#define MAX_PART 4

static void drop(sx_facts_kept *kept, sx_facts_kept_one *one) {
  if (one->bytes) kept->bytes -= one->len;
  sx_free(one->bytes);
  *one = (sx_facts_kept_one){0};
}

sx_str sx_facts_kept_find(sx_facts_kept *kept, uint64_t key) {
  for (size_t i = 0; i < SX_FACTS_MAX_KEPT; i++) {
    if (kept->keys[i] != key || !kept->items[i].bytes) continue;
    kept->items[i].used = ++kept->uses;
    return sx_str_make(kept->items[i].bytes, kept->items[i].len);
  }
  return SX_STR("");
}

/* A free slot is older than all others. */
static size_t oldest(const sx_facts_kept *kept, bool is_free_allowed) {
  size_t found = SX_FACTS_MAX_KEPT;
  for (size_t i = 0; i < SX_FACTS_MAX_KEPT; i++) {
    const sx_facts_kept_one *one = &kept->items[i];
    if (!is_free_allowed && !one->bytes) continue;
    if (found == SX_FACTS_MAX_KEPT || one->used < kept->items[found].used) found = i;
    if (!one->bytes) break;
  }
  return found;
}

void sx_facts_kept_add(sx_facts_kept *kept, uint64_t key, sx_str bytes) {
  if (bytes.len > SX_FACTS_MAX_KEPT_BYTES / MAX_PART) return;
  char *copy = sx_str_copy(bytes);
  if (!copy) return;
  while (kept->bytes + bytes.len > SX_FACTS_MAX_KEPT_BYTES)
    drop(kept, &kept->items[oldest(kept, false)]);
  size_t slot = oldest(kept, true);
  drop(kept, &kept->items[slot]);
  kept->keys[slot] = key;
  kept->items[slot] = (sx_facts_kept_one){++kept->uses, copy, bytes.len};
  kept->bytes += bytes.len;
}

void sx_facts_kept_clear(sx_facts_kept *kept) {
  for (size_t i = 0; i < SX_FACTS_MAX_KEPT; i++) drop(kept, &kept->items[i]);
}
