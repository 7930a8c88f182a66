#include "diff/diff_parts.h"

/*
 * Parts of both sides become numbers. A table holds the parts of the first side only: what the
 * second has and the table has not is on one side only and needs no number.
 */

/* Parts whose slots are fetched ahead of their use. */
#define BATCH 32
/* How far the next part is looked for after one that only one side has. */
#define MAX_SKIP 16
#define IS_REPEATED 0x80000000u /* part numbers are below */
#define NO_CLASS UINT32_MAX

#if defined(__GNUC__)
#define PREFETCH(p) __builtin_prefetch(p)
#else
#define PREFETCH(p) ((void)(p))
#endif

typedef struct class_slot {
  uint32_t tag;   /* upper half of the hash */
  uint32_t class; /* 1 + number; 0: free */
} class_slot;

typedef struct class_table {
  class_slot *slots;
  size_t mask;
  const sx_diff__side *side;
  uint32_t *first; /* by class: the part that it was first seen at, and whether there are more */
  uint32_t count;
} class_table;

/* Odd, without pattern: from the fractions of the square roots of 2 and 3. */
#define FACTOR_A UINT64_C(0x6A09E667F3BCC909)
#define FACTOR_B UINT64_C(0xBB67AE8584CAA73B)

static uint64_t load_8(const char *p) {
  uint64_t value;
  memcpy(&value, p, sizeof value);
  return value;
}

/** Up to 8 bytes as a number, which is unique together with their length. */
static uint64_t load_some(const char *p, size_t len) {
  uint64_t value = 0;
  if (len >= 4) {
    uint32_t low, high;
    memcpy(&low, p, sizeof low);
    memcpy(&high, p + len - 4, sizeof high);
    return (uint64_t)high << 32 | low;
  }
  for (size_t i = 0; i < len; i++) value = value << 8 | (unsigned char)p[i];
  return value;
}

static uint64_t mix(uint64_t hash, uint64_t value, uint64_t factor) {
  hash = (hash ^ value) * factor;
  return hash ^ hash >> 29;
}

/** Two lanes, so that one multiplication need not wait for the other. */
static uint64_t hash_bytes(sx_str s) {
  uint64_t a = s.len * FACTOR_B, b = FACTOR_A;
  const char *p = s.ptr, *end = s.ptr + s.len;
  for (; end - p > 16; p += 16) {
    a = mix(a, load_8(p), FACTOR_A);
    b = mix(b, load_8(p + 8), FACTOR_B);
  }
  if (end - p > 8) {
    a = mix(a, load_8(p), FACTOR_A);
    b = mix(b, load_8(end - 8), FACTOR_B);
  } else
    a = mix(a, load_some(p, (size_t)(end - p)), FACTOR_A);
  a = (a ^ b >> 31) * FACTOR_B + b * FACTOR_A;
  return a ^ a >> 32;
}

static sx_str part_at(const sx_diff__side *side, uint32_t i) {
  return sx_line_index_get(side->index, side->first + i, 1);
}

/** The first part of a class. */
static uint32_t first_of(const class_table *table, uint32_t class) {
  return table->first[class] & ~IS_REPEATED;
}

/** The slot where the search for a hash begins. */
static class_slot *home_of(const class_table *table, uint64_t hash) {
  return &table->slots[(size_t)hash & table->mask];
}

/** The slot of the bytes, free when they are not in the table. */
static class_slot *find_slot(const class_table *table, sx_str bytes, uint64_t hash) {
  uint32_t tag = (uint32_t)(hash >> 32);
  size_t i = (size_t)(home_of(table, hash) - table->slots);
  for (;; i = (i + 1) & table->mask) {
    class_slot *slot = &table->slots[i];
    if (!slot->class) return slot;
    if (slot->tag != tag) continue;
    if (sx_str_is_equal(part_at(table->side, first_of(table, slot->class - 1)), bytes)) return slot;
  }
}

static sx_status init_table(class_table *table, const sx_diff__side *side, sx_arena *scratch) {
  uint32_t count = side->count;
  /* At most two thirds full. */
  size_t cap = 16;
  while (cap < (size_t)count + count / 2) cap *= 2;
  table->mask = cap - 1;
  table->slots = sx_arena_calloc(scratch, cap, sizeof *table->slots);
  table->first = sx_arena_calloc(scratch, count, sizeof *table->first);
  table->side = side;
  table->count = 0;
  return table->slots && table->first ? SX_OK : scratch->status;
}

static sx_status init_side(sx_diff__side *side, sx_arena *scratch) {
  if (!side->changed) side->changed = sx_arena_alloc(scratch, side->count);
  side->classes = sx_arena_calloc(scratch, side->count, sizeof *side->classes);
  side->places = sx_arena_calloc(scratch, side->count, sizeof *side->places);
  side->kept = 0;
  return side->changed && side->classes && side->places ? SX_OK : scratch->status;
}

/** The class of part `i`, a new one when its bytes are not in the table. */
static uint32_t number_part(class_table *table, uint32_t i, uint64_t hash) {
  class_slot *slot = find_slot(table, part_at(table->side, i), hash);
  if (slot->class) {
    table->first[slot->class - 1] |= IS_REPEATED;
    return slot->class - 1;
  }
  table->first[table->count++] = i;
  *slot = (class_slot){(uint32_t)(hash >> 32), table->count};
  return slot->class - 1;
}

/** Numbers all parts of the side; classes[i] is that of part i for now. */
static void number_parts(class_table *table, sx_diff__side *side) {
  uint64_t hashes[BATCH];
  for (uint32_t from = 0; from < side->count; from += BATCH) {
    uint32_t count = side->count - from < BATCH ? side->count - from : BATCH;
    /* The slots of a batch are on their way from memory before the first is looked at. */
    for (uint32_t i = 0; i < count; i++) {
      hashes[i] = hash_bytes(part_at(side, from + i));
      PREFETCH(home_of(table, hashes[i]));
    }
    for (uint32_t i = 0; i < count; i++)
      side->classes[from + i] = number_part(table, from + i, hashes[i]);
  }
}

static void keep(sx_diff__side *side, uint32_t place, uint32_t class) {
  side->classes[side->kept] = class;
  side->places[side->kept++] = place;
}

/** The class of the bytes; NO_CLASS when they are not in the table. */
static uint32_t find_class(const class_table *table, sx_str bytes) {
  const class_slot *slot = find_slot(table, bytes, hash_bytes(bytes));
  return slot->class ? slot->class - 1 : NO_CLASS;
}

/** The part of the first side that likely matches what comes after one of this class. */
static uint32_t guess_next(const class_table *table, uint32_t next, uint32_t class) {
  const sx_diff__side *side = table->side;
  if (class == NO_CLASS) return next;
  for (uint32_t i = next; i < side->count && i - next < MAX_SKIP; i++)
    if (side->classes[i] == class) return i + 1;
  return table->first[class] & IS_REPEATED ? next : table->first[class] + 1;
}

/**
 * Keeps the parts of the second side that the first has, and notes their classes in `is_shared`.
 * The part that follows another on one side mostly does so on the other: most are found by one
 * comparison, without hash and table.
 */
static void look_up_parts(const class_table *table, sx_diff__side *side, unsigned char *is_shared) {
  uint32_t next = 0;
  for (uint32_t i = 0; i < side->count; i++) {
    sx_str bytes = part_at(side, i);
    uint32_t class;
    if (next < table->side->count && sx_str_is_equal(bytes, part_at(table->side, next)))
      class = table->side->classes[next++];
    else {
      class = find_class(table, bytes);
      next = guess_next(table, next, class);
    }
    side->changed[i] = class == NO_CLASS;
    if (class == NO_CLASS) continue;
    is_shared[class] = 1;
    keep(side, i, class);
  }
}

static void keep_shared(sx_diff__side *side, const unsigned char *is_shared) {
  for (uint32_t i = 0; i < side->count; i++) {
    uint32_t class = side->classes[i];
    side->changed[i] = !is_shared[class];
    if (is_shared[class]) keep(side, i, class);
  }
}

sx_status sx_diff__classify(sx_diff__side sides[2], uint32_t *class_count, sx_arena *scratch) {
  class_table table;
  sx_status status = init_side(&sides[0], scratch);
  if (!status) status = init_side(&sides[1], scratch);
  if (!status) status = init_table(&table, &sides[0], scratch);
  if (status) return status;
  number_parts(&table, &sides[0]);
  unsigned char *is_shared = sx_arena_alloc(scratch, table.count);
  if (!is_shared) return scratch->status;
  look_up_parts(&table, &sides[1], is_shared);
  keep_shared(&sides[0], is_shared);
  *class_count = table.count;
  return SX_OK;
}
