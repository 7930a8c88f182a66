#ifndef SX_MEANING_POSTINGS_H
#define SX_MEANING_POSTINGS_H

#include "base/buf.h"
#include "meaning/counts.h"

/** A word in a unit. */
typedef struct sx_meaning_posting {
  uint32_t unit;
  sx_meaning_counts counts;
} sx_meaning_posting;

/*
 * The postings of a word as bits, the lowest of a byte first: the distance to the unit before,
 * less one, in Rice's code for the share of the units that have the word; then the counts. Most
 * words stand once in a body and nowhere else, which is one bit.
 */

/** Writes bits after those in `out`, whose status is that of writing. Begins zeroed but for it. */
typedef struct sx_meaning_bits {
  sx_buf *out;
  uint64_t kept;
  unsigned count; /* of the bits that are kept */
} sx_meaning_bits;

/** The parameter of Rice's code for `count` of `units`. */
unsigned sx_meaning_rice(uint64_t count, uint64_t units);
/** `before`: the unit of the posting before; UINT32_MAX at first. */
void sx_meaning_bits_add(sx_meaning_bits *bits, unsigned rice, uint32_t before,
                         const sx_meaning_posting *posting);
/** Fills the last byte. */
void sx_meaning_bits_end(sx_meaning_bits *bits);

/** Reads bits. */
typedef struct sx_meaning_source {
  const unsigned char *at, *end;
  uint64_t kept;
  unsigned count;
  bool is_bad; /* there are not so many, or they mean nothing */
} sx_meaning_source;

void sx_meaning_source_init(sx_meaning_source *source, const unsigned char *bytes, size_t len);
/**
 * Reads the next posting; `*posting` is the one before, at first of unit UINT32_MAX. False where
 * its unit would not be below `units`, or where nothing sensible follows.
 */
bool sx_meaning_source_next(sx_meaning_source *source, unsigned rice, uint32_t units,
                            sx_meaning_posting *posting);

#endif
