#include "markdown/block.h"

#include "base/map.h"

/* Within one part a block that repeats is left out only when it is this long. */
#define LONG_BYTES 40

/** Where a text, as hashed, was seen first: a table with room for all of them, open addressing. */
typedef struct seen_slot {
  uint64_t hash; /* 0: free */
  size_t block;
  const char *line; /* within the block */
} seen_slot;

typedef struct seen {
  seen_slot *slots;
  size_t mask;
} seen;

static bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/** Next byte with white space taken as one blank, none at the start or end; false at the end. */
static bool next_byte(sx_str *text, bool *is_inside, char *c) {
  size_t i = 0;
  while (i < text->len && is_space(text->ptr[i])) i++;
  if (i == text->len) return false;
  if (i > 0 && *is_inside) {
    *c = ' ';
    *is_inside = false; /* the blanks are used up; the rest does not begin with a blank */
    *text = sx_str_slice(*text, i, text->len);
    return true;
  }
  *c = text->ptr[i];
  *is_inside = true;
  *text = sx_str_slice(*text, i + 1, text->len);
  return true;
}

/** Hash of a text, white space aside; never 0. Prose and code never share one. */
static uint64_t hash_text(sx_str text, sx_md_kind kind) {
  uint64_t hash = 0xcbf29ce484222325u + kind;
  bool is_inside = false;
  for (char c; next_byte(&text, &is_inside, &c);) hash = (hash ^ (unsigned char)c) * 0x100000001b3u;
  hash ^= hash >> 32;
  return (hash * 0x9E3779B97F4A7C15u) | 1;
}

static bool is_same(sx_str a, sx_str b) {
  bool in_a = false, in_b = false;
  char from_a, from_b;
  for (;;) {
    bool has_a = next_byte(&a, &in_a, &from_a), has_b = next_byte(&b, &in_b, &from_b);
    if (has_a != has_b) return false;
    if (!has_a) return true;
    if (from_a != from_b) return false;
  }
}

static sx_status seen_init(seen *table, size_t count, sx_arena *arena) {
  size_t cap = 16;
  while (cap < count * 2) cap *= 2;
  table->slots = sx_arena_calloc(arena, cap, sizeof *table->slots);
  table->mask = cap - 1;
  return table->slots ? SX_OK : arena->status;
}

static seen_slot *find_slot(seen *table, uint64_t hash) {
  size_t i = (size_t)hash & table->mask;
  while (table->slots[i].hash && table->slots[i].hash != hash) i = (i + 1) & table->mask;
  return &table->slots[i];
}

/* Blocks that occurred before. */

static bool repeats(const sx_md_block *block, const sx_md_block *earlier, bool is_adjacent) {
  if (block->kind != earlier->kind || !is_same(block->text, earlier->text)) return false;
  if (block->part != earlier->part || is_adjacent) return true;
  return !block->is_label && block->text.len >= LONG_BYTES;
}

static sx_status drop_repeated(sx_md_blocks *blocks) {
  seen table;
  sx_status status = seen_init(&table, blocks->len, blocks->arena);
  size_t last = SX_STR_NONE;
  if (status) return status;
  for (size_t i = 0; i < blocks->len; i++) {
    sx_md_block *block = &blocks->items[i];
    if (block->kind == SX_MD_RULE || block->is_dropped) continue;
    seen_slot *slot = find_slot(&table, hash_text(block->text, block->kind));
    if (!slot->hash) {
      *slot = (seen_slot){hash_text(block->text, block->kind), i, NULL};
    } else {
      sx_md_block *earlier = &blocks->items[slot->block];
      block->is_dropped = repeats(block, earlier, slot->block == last);
      if (block->is_dropped && !earlier->info.len) earlier->info = block->info;
    }
    if (!block->is_dropped) last = i;
  }
  return SX_OK;
}

/* Blocks that are whole lines of a larger one. */

static bool is_candidate(const sx_md_block *block) {
  return !block->is_dropped && block->kind != SX_MD_RULE && !block->is_label;
}

/** Whether the lines of `block` stand one after the other in `whole` from `from` on. */
static bool are_lines_of(sx_str block, sx_str whole) {
  sx_str line, other;
  while (sx_md_next_line(&block, &line))
    if (!sx_md_next_line(&whole, &other) || !is_same(line, other)) return false;
  return true;
}

static void drop_if_contained(sx_md_blocks *blocks, sx_md_block *block, seen *lines) {
  sx_str rest = block->text, line;
  if (!sx_md_next_line(&rest, &line)) return;
  const seen_slot *slot = find_slot(lines, hash_text(line, block->kind));
  if (!slot->hash) return;
  const sx_md_block *whole = &blocks->items[slot->block];
  if (whole->part == block->part || whole->text.len < block->text.len) return;
  size_t from = (size_t)(slot->line - whole->text.ptr);
  block->is_dropped = are_lines_of(block->text, sx_str_slice(whole->text, from, whole->text.len));
}

static void remember_lines(sx_md_blocks *blocks, size_t index, seen *lines) {
  const sx_md_block *block = &blocks->items[index];
  sx_str rest = block->text, line;
  while (sx_md_next_line(&rest, &line)) {
    if (sx_md_is_blank(line)) continue;
    uint64_t hash = hash_text(line, block->kind);
    seen_slot *slot = find_slot(lines, hash);
    if (!slot->hash) *slot = (seen_slot){hash, index, line.ptr};
  }
}

static size_t count_lines(const sx_md_blocks *blocks) {
  size_t lines = 0;
  for (size_t i = 0; i < blocks->len; i++) {
    sx_str text = blocks->items[i].text;
    for (size_t at = 0; at != SX_STR_NONE; lines++) {
      at = sx_str_find_char(text, '\n', at);
      if (at != SX_STR_NONE) at++;
    }
  }
  return lines;
}

/**
 * Forwards: of an earlier part. Backwards: prose of a later part; code stays where it is, since
 * a declaration must not go because an example repeats it.
 */
static sx_status drop_contained(sx_md_blocks *blocks) {
  seen earlier, later;
  size_t lines = count_lines(blocks);
  sx_status status = seen_init(&earlier, lines, blocks->arena);
  if (!status) status = seen_init(&later, lines, blocks->arena);
  if (status) return status;
  for (size_t i = 0; i < blocks->len; i++) {
    if (!is_candidate(&blocks->items[i])) continue;
    drop_if_contained(blocks, &blocks->items[i], &earlier);
    if (!blocks->items[i].is_dropped) remember_lines(blocks, i, &earlier);
  }
  for (size_t i = blocks->len; i-- > 0;) {
    sx_md_block *block = &blocks->items[i];
    if (!is_candidate(block) || block->kind != SX_MD_PROSE) continue;
    drop_if_contained(blocks, block, &later);
    if (!block->is_dropped) remember_lines(blocks, i, &later);
  }
  return SX_OK;
}

/** A label goes with what it is for, and stays with it. */
static void settle_labels(sx_md_blocks *blocks) {
  bool has_kept = false, has_dropped = false;
  for (size_t i = blocks->len; i-- > 0;) {
    sx_md_block *block = &blocks->items[i];
    bool is_end = i + 1 == blocks->len || blocks->items[i + 1].part != block->part ||
                  blocks->items[i + 1].kind == SX_MD_RULE;
    if (is_end) has_kept = has_dropped = false;
    if (!block->is_label) {
      has_kept |= !block->is_dropped;
      has_dropped |= block->is_dropped;
      continue;
    }
    if (has_kept)
      block->is_dropped = false;
    else if (has_dropped)
      block->is_dropped = true;
    has_kept = has_dropped = false;
  }
}

void sx_md_drop_rules(sx_md_blocks *blocks) {
  for (size_t i = 0; i < blocks->len; i++)
    if (blocks->items[i].kind == SX_MD_RULE) blocks->items[i].is_dropped = true;
}

sx_status sx_md_dedupe(sx_md_blocks *blocks) {
  bool is_one_part = true;
  if (blocks->len < 2) return SX_OK;
  sx_status status = drop_repeated(blocks);
  for (size_t i = 1; i < blocks->len; i++)
    is_one_part &= blocks->items[i].part == blocks->items[0].part;
  if (!status && !is_one_part) status = drop_contained(blocks);
  if (!status) settle_labels(blocks);
  return status;
}
