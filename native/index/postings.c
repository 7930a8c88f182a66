#include "index/postings.h"

unsigned sx_bits_of(uint64_t value) {
#ifdef __GNUC__
  return value ? 64 - (unsigned)__builtin_clzll(value) : 0;
#else
  unsigned bits = 0;
  for (; value; value >>= 1) bits++;
  return bits;
#endif
}

/** Zeros before the lowest bit that is set; `value` is not 0. */
static unsigned count_zeros(uint64_t value) {
#ifdef __GNUC__
  return (unsigned)__builtin_ctzll(value);
#else
  unsigned zeros = 0;
  for (; !(value & 1); value >>= 1) zeros++;
  return zeros;
#endif
}

/** Bits that are read one after the other. `word` has the next `have`, and then zeros. */
typedef struct bits {
  const unsigned char *at, *end;
  uint64_t word;
  unsigned have;
} bits;

/** Makes the word have 56 bits at least, if there are so many. */
static inline void refill(bits *b) {
  if (b->end - b->at >= 8) {
    unsigned bytes = (63 - b->have) / 8;
    uint64_t next = sx_load64(b->at);
    if (bytes < 8) next &= ((uint64_t)1 << 8 * bytes) - 1;
    b->word |= next << b->have;
    b->at += bytes;
    b->have += 8 * bytes;
    return;
  }
  for (; b->have <= 56 && b->at < b->end; b->have += 8) b->word |= (uint64_t)*b->at++ << b->have;
}

static inline void drop(bits *b, unsigned count) {
  b->word >>= count;
  b->have -= count;
}

/** Sets `count` < 64 bits from `from` on. */
static inline void mark_run(uint64_t *bitmap, uint64_t from, unsigned count) {
  uint64_t ones = ((uint64_t)1 << count) - 1;
  unsigned shift = from % 64;
  bitmap[from / 64] |= ones << shift;
  if (shift) bitmap[from / 64 + 1] |= ones >> (64 - shift);
}

/** Reads the rest of a gamma code that is not 1; 0 if there is none. */
static inline uint64_t read_gamma(bits *b) {
  if (!b->word) return 0;
  unsigned zeros = count_zeros(b->word);
  if (zeros > 31 || zeros + 1 > b->have) return 0;
  drop(b, zeros + 1);
  if (b->have < zeros) refill(b);
  if (b->have < zeros) return 0;
  uint64_t value = (uint64_t)1 << zeros | (b->word & (((uint64_t)1 << zeros) - 1));
  drop(b, zeros);
  return value;
}

sx_status sx_postings_mark(const sx_postings *list, uint64_t blocks, uint64_t *bitmap) {
  bits b = {.at = list->bytes, .end = list->bytes + list->len};
  unsigned width = sx_bits_of(blocks);
  if (!list->count || list->count > blocks) return SX_CORRUPT;
  refill(&b);
  if (b.have < width) return SX_CORRUPT;
  uint64_t block = b.word & (((uint64_t)1 << width) - 1), left = list->count - 1;
  drop(&b, width);
  if (block >= blocks) return SX_CORRUPT;
  bitmap[block / 64] |= (uint64_t)1 << block % 64;
  while (left) {
    refill(&b);
    /* Ones are blocks that follow each other. Above `have` are zeros. */
    unsigned run = ~b.word ? count_zeros(~b.word) : 63;
    if (run > 63) run = 63;
    if (run > left) run = (unsigned)left;
    if (run) {
      if (block + run >= blocks) return SX_CORRUPT;
      mark_run(bitmap, block + 1, run);
      block += run;
      left -= run;
      drop(&b, run);
      continue;
    }
    uint64_t gap = read_gamma(&b);
    if (!gap || gap >= blocks - block) return SX_CORRUPT;
    block += gap;
    bitmap[block / 64] |= (uint64_t)1 << block % 64;
    left--;
  }
  return SX_OK;
}
