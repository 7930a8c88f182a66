#ifndef SX_INDEX_POSTINGS_H
#define SX_INDEX_POSTINGS_H

#include "index/segment_parts.h"

/** Bits that `value` has up to its highest; 0 of 0. */
unsigned sx_bits_of(uint64_t value);

/** The gamma code of `value` > 0 and below 2^32, of which the lowest *len bits count. */
static inline uint64_t sx_gamma_code(uint64_t value, unsigned *len) {
  unsigned rest = sx_bits_of(value) - 1;
  *len = 2 * rest + 1;
  return (uint64_t)1 << rest | (value & (((uint64_t)1 << rest) - 1)) << (rest + 1);
}

/**
 * Sets a bit for each block; `bitmap` has room for `blocks` bits, and one word more. CORRUPT where
 * the bytes are not such a list, or have a block past the last.
 */
sx_status sx_postings_mark(const sx_postings *list, uint64_t blocks, uint64_t *bitmap) SX_MUST_USE;

#endif
