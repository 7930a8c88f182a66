#include "index/collector.h"

#include "base/mem.h"
#include "index/chains.h"
#include "index/postings.h"
#include "index/segment_parts.h"

/* The length of a block; it goes on to the end of its line. */
#ifdef SX_DEBUG
#define BLOCK_BYTES ((size_t)256)
#else
#define BLOCK_BYTES ((size_t)32 << 10)
#endif
#define TRIGRAMS ((size_t)1 << 24)
/* Blocks that are sorted together: an entry has eight bits for the block. */
#define BATCH_BLOCKS 256
#define MAX_ENTRIES ((size_t)1 << 20)
#ifdef SX_DEBUG
#define MIN_ENTRIES ((size_t)1 << 10)
#define MIN_CHAIN_BYTES ((size_t)16 << 10)
#else
#define MIN_ENTRIES ((size_t)1 << 14)
#define MIN_CHAIN_BYTES ((size_t)1 << 20)
#endif
/* A text begins as after a line end, with which no trigram counts. */
#define TEXT_START 0x0A0A0Au

struct sx_collector {
  uint64_t *seen;             /* trigrams that the block has; those with a line end always */
  uint32_t *entries, *sorted; /* trigram << 8 | block of the batch */
  size_t entry_count, entry_cap, block_start; /* where the entries of this block begin */
  bool is_block_cut;                          /* earlier entries of it are not there any more */
  size_t block_bytes;
  uint32_t before;                        /* the last three bytes */
  uint32_t block, batch, run, file_start; /* numbers of blocks in the part; this, and the first */
  size_t first_file, thread;
  sx_chains chains;
  sx_file_out *out;
  sx_index_runs *runs;
};

/* ---- life -------------------------------------------------------------------------------- */

/** Marks the trigrams with a line end, so that they never count. */
static void clear_seen(sx_collector *c) {
  static const unsigned char ends[] = {'\n', '\r'};
  memset(c->seen, 0, TRIGRAMS / 8);
  for (size_t i = 0; i < sizeof ends; i++) {
    size_t end = ends[i];
    memset(c->seen + (end << 16) / 64, 0xFF, 65536 / 8);
    for (size_t first = 0; first < 256; first++)
      memset(c->seen + (first << 16 | end << 8) / 64, 0xFF, 256 / 8);
    for (size_t two = 0; two < 65536; two++)
      c->seen[(two << 8 | end) / 64] |= (uint64_t)1 << end % 64;
  }
}

sx_collector *sx_collector_new(size_t memory_bytes, size_t thread, sx_file_out *out,
                               sx_index_runs *runs) {
  sx_collector *c = sx_calloc(1, sizeof *c);
  if (!c) return NULL;
  size_t fixed = TRIGRAMS / 8 + SX_CHAINS_FIXED_BYTES;
  size_t rest = memory_bytes > fixed ? memory_bytes - fixed : 0;
  c->entry_cap = rest / 32;
  if (c->entry_cap > MAX_ENTRIES) c->entry_cap = MAX_ENTRIES;
  if (c->entry_cap < MIN_ENTRIES) c->entry_cap = MIN_ENTRIES;
  size_t entry_bytes = c->entry_cap * 2 * sizeof *c->entries;
  size_t chain_bytes = rest > entry_bytes ? rest - entry_bytes : 0;
  if (chain_bytes < MIN_CHAIN_BYTES) chain_bytes = MIN_CHAIN_BYTES;
  c->seen = sx_malloc(TRIGRAMS / 8);
  c->entries = sx_malloc(c->entry_cap * sizeof *c->entries);
  c->sorted = sx_malloc(c->entry_cap * sizeof *c->sorted);
  bool has_chains = sx_chains_init(&c->chains, chain_bytes);
  c->thread = thread;
  c->out = out;
  c->runs = runs;
  if (!c->seen || !c->entries || !c->sorted || !has_chains) {
    sx_collector_free(c);
    return NULL;
  }
  clear_seen(c);
  return c;
}

void sx_collector_free(sx_collector *c) {
  if (!c) return;
  sx_chains_release(&c->chains);
  sx_free(c->seen);
  sx_free(c->entries);
  sx_free(c->sorted);
  sx_free(c);
}

/* ---- runs -------------------------------------------------------------------------------- */

/** NULL without memory. */
static sx_index_run *begin_run(sx_collector *c) {
  sx_index_runs *runs = c->runs;
  if (runs->len == runs->cap) {
    size_t cap = runs->cap ? runs->cap * 2 : 16;
    sx_index_run *items = sx_realloc(runs->items, cap * sizeof *items);
    if (!items) return NULL;
    runs->items = items;
    runs->cap = cap;
  }
  sx_index_run *run = &runs->items[runs->len++];
  *run = (sx_index_run){
      .at = c->out->size_bytes, .thread = c->thread, .first_file = c->first_file, .base = c->run};
  return run;
}

static sx_status end_run(const sx_collector *c, sx_index_run *run) {
  run->len = c->out->size_bytes - run->at;
  return c->out->code ? SX_IO : SX_OK;
}

static sx_status write_run(sx_collector *c) {
  if (sx_chains_is_empty(&c->chains)) return SX_OK;
  sx_index_run *run = begin_run(c);
  if (!run) return SX_NOMEM;
  sx_chains_write(&c->chains, c->out);
  return end_run(c, run);
}

/** Sorts the entries by trigram; blocks ascend already. */
static void sort_entries(sx_collector *c) {
  size_t counts[3][256] = {{0}};
  for (size_t i = 0; i < c->entry_count; i++)
    for (unsigned digit = 0; digit < 3; digit++)
      counts[digit][c->entries[i] >> (8 + 8 * digit) & 255]++;
  for (unsigned digit = 0; digit < 3; digit++) {
    size_t *places = counts[digit], at = 0;
    for (size_t value = 0; value < 256; value++) {
      size_t count = places[value];
      places[value] = at;
      at += count;
    }
    for (size_t i = 0; i < c->entry_count; i++)
      c->sorted[places[c->entries[i] >> (8 + 8 * digit) & 255]++] = c->entries[i];
    uint32_t *sorted = c->sorted;
    c->sorted = c->entries;
    c->entries = sorted;
  }
}

/** Writes the entries [from, end), of one trigram, as chains are written. */
static void write_list(sx_collector *c, size_t from, size_t end, uint32_t *before) {
  /* Gaps of at most 256 together, and the first block. */
  uint64_t words[BATCH_BLOCKS * 3 / 64 + 2] = {0};
  unsigned char bytes[4 * SX_VARINT_BYTES + sizeof words];
  uint32_t trigram = c->entries[from] >> 8, last = 0, count = (uint32_t)(end - from);
  unsigned bits = 0, code_len;
  for (size_t i = from; i < end; i++) {
    uint32_t block = c->batch - c->run + (c->entries[i] & 255);
    uint64_t code = sx_gamma_code(i == from ? (uint64_t)block + 1 : block - last, &code_len);
    words[bits / 64] |= code << bits % 64;
    if (bits % 64 + code_len > 64) words[bits / 64 + 1] |= code >> (64 - bits % 64);
    bits += code_len;
    last = block;
  }
  size_t len = sx_varint_write(bytes, trigram - *before);
  len += sx_varint_write(bytes + len, count);
  len += sx_varint_write(bytes + len, last);
  len += sx_varint_write(bytes + len, bits);
  for (unsigned i = 0; i < (bits + 63) / 64; i++) sx_store64(bytes + len + i * 8, words[i]);
  sx_file_out_add(c->out, bytes, len + (bits + 7) / 8);
  *before = trigram;
}

/** A part of one batch needs no chains. */
static sx_status write_batch(sx_collector *c) {
  uint32_t before = 0;
  if (!c->entry_count) return SX_OK;
  sx_index_run *run = begin_run(c);
  if (!run) return SX_NOMEM;
  sort_entries(c);
  for (size_t i = 0, end; i < c->entry_count; i = end) {
    for (end = i + 1; end < c->entry_count && c->entries[end] >> 8 == c->entries[i] >> 8;) end++;
    write_list(c, i, end, &before);
  }
  c->entry_count = 0;
  return end_run(c, run);
}

/** Joins the batch to the postings. */
static sx_status end_batch(sx_collector *c) {
  sort_entries(c);
  for (size_t i = 0, end; i < c->entry_count; i = end) {
    uint32_t trigram = c->entries[i] >> 8;
    for (end = i + 1; end < c->entry_count && c->entries[end] >> 8 == trigram;) end++;
    if (!sx_chains_has_room(&c->chains)) {
      /* Trigrams to come have blocks of this batch in the next run. */
      sx_status status = write_run(c);
      if (status) return status;
      c->run = c->batch;
    }
    sx_chain *chain = sx_chains_get(&c->chains, trigram);
    for (size_t k = i; k < end; k++)
      sx_chain_add(&c->chains, chain, c->batch - c->run + (c->entries[k] & 255));
  }
  c->entry_count = 0;
  return SX_OK;
}

/* ---- blocks ------------------------------------------------------------------------------ */

static sx_status end_block(sx_collector *c) {
  if (c->is_block_cut)
    clear_seen(c);
  else
    for (size_t i = c->block_start; i < c->entry_count; i++) {
      uint32_t trigram = c->entries[i] >> 8;
      c->seen[trigram / 64] &= ~((uint64_t)1 << trigram % 64);
    }
  c->is_block_cut = false;
  c->block_bytes = 0;
  if (++c->block == UINT32_MAX) return SX_TOO_BIG;
  sx_status status = SX_OK;
  /* An ordinary block is not cut: that it begins again costs much. */
  bool is_full = c->entry_cap - c->entry_count < BLOCK_BYTES;
  if (is_full || c->block - c->batch == BATCH_BLOCKS) {
    status = end_batch(c);
    c->batch = c->block;
  }
  c->block_start = c->entry_count;
  return status;
}

/** The trigrams that end in these bytes; there is room for one of each. */
static void scan(sx_collector *c, const char *bytes, size_t len) {
  uint32_t *entries = c->entries, trigram = c->before, number = c->block - c->batch;
  uint64_t *seen = c->seen;
  size_t count = c->entry_count;
  for (size_t i = 0; i < len; i++) {
    trigram = (trigram << 8 | (unsigned char)bytes[i]) & 0xFFFFFF;
    uint64_t bit = (uint64_t)1 << trigram % 64, word = seen[trigram / 64];
    if (word & bit) continue;
    seen[trigram / 64] = word | bit;
    entries[count++] = trigram << 8 | number;
  }
  c->before = trigram;
  c->entry_count = count;
}

/** A part of a block, of any length. */
static sx_status scan_part(sx_collector *c, sx_str part) {
  c->block_bytes += part.len;
  while (part.len) {
    size_t len = c->entry_cap - c->entry_count;
    if (!len) {
      sx_status status = end_batch(c);
      if (status) return status;
      c->batch = c->block;
      c->block_start = 0;
      c->is_block_cut = true;
      continue;
    }
    if (len > part.len) len = part.len;
    scan(c, part.ptr, len);
    part = sx_str_slice(part, len, part.len);
  }
  return SX_OK;
}

sx_status sx_collector_add(sx_collector *c, sx_str text) {
  while (text.len) {
    size_t least = c->block_bytes < BLOCK_BYTES ? BLOCK_BYTES - c->block_bytes : 0, len = text.len;
    bool is_whole = false;
    if (least < text.len) {
      size_t end = sx_str_find_char(text, '\n', least);
      is_whole = end != SX_STR_NONE;
      if (is_whole) len = end + 1;
    }
    sx_status status = scan_part(c, sx_str_slice(text, 0, len));
    if (!status && is_whole) status = end_block(c);
    if (status) return status;
    text = sx_str_slice(text, len, text.len);
  }
  return SX_OK;
}

/* ---- files ------------------------------------------------------------------------------- */

void sx_collector_begin_part(sx_collector *c, size_t first_file) {
  c->first_file = first_file;
  c->block = c->batch = c->run = 0;
}

void sx_collector_begin_file(sx_collector *c) {
  c->before = TEXT_START;
  c->file_start = c->block;
}

sx_status sx_collector_end_file(sx_collector *c, uint32_t *blocks) {
  sx_status status = c->block_bytes ? end_block(c) : SX_OK;
  *blocks = c->block - c->file_start;
  return status;
}

sx_status sx_collector_end_part(sx_collector *c) {
  bool is_only = sx_chains_is_empty(&c->chains);
  sx_status status = is_only ? write_batch(c) : end_batch(c);
  c->block_start = 0;
  return status ? status : write_run(c);
}
