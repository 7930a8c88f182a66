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
    sx_facts_kept_one *one = &kept->items[i];
    if (!one->bytes || one->key != key) continue;
    one->used = ++kept->uses;
    return sx_str_make(one->bytes, one->len);
  }
  return SX_STR("");
}

/* A free slot is older than all others. */
static sx_facts_kept_one *oldest(sx_facts_kept *kept, bool is_free_allowed) {
  sx_facts_kept_one *found = NULL;
  for (size_t i = 0; i < SX_FACTS_MAX_KEPT; i++) {
    sx_facts_kept_one *one = &kept->items[i];
    if ((is_free_allowed || one->bytes) && (!found || one->used < found->used)) found = one;
  }
  return found;
}

void sx_facts_kept_add(sx_facts_kept *kept, uint64_t key, sx_str bytes) {
  if (bytes.len > SX_FACTS_MAX_KEPT_BYTES / MAX_PART) return;
  char *copy = sx_str_copy(bytes);
  if (!copy) return;
  while (kept->bytes + bytes.len > SX_FACTS_MAX_KEPT_BYTES) drop(kept, oldest(kept, false));
  sx_facts_kept_one *slot = oldest(kept, true);
  drop(kept, slot);
  *slot = (sx_facts_kept_one){key, ++kept->uses, copy, bytes.len};
  kept->bytes += bytes.len;
}

void sx_facts_kept_clear(sx_facts_kept *kept) {
  for (size_t i = 0; i < SX_FACTS_MAX_KEPT; i++) drop(kept, &kept->items[i]);
}
