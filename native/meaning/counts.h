#ifndef SX_MEANING_COUNTS_H
#define SX_MEANING_COUNTS_H

#include "meaning/units.h"

/*
 * How often a word stands in each field of a unit, in 32 bits: more than a field has room for
 * counts as that.
 */
typedef uint32_t sx_meaning_counts;

typedef struct sx_meaning_slot {
  uint8_t shift, bits;
} sx_meaning_slot;

static const sx_meaning_slot sx_meaning_slots[SX_MEANING_FIELDS] = {
    [SX_MEANING_NAME] = {0, 3},       [SX_MEANING_DOC] = {3, 6},   [SX_MEANING_PATH] = {9, 3},
    [SX_MEANING_SIGNATURE] = {12, 6}, [SX_MEANING_BODY] = {18, 8},
};

static inline uint32_t sx_meaning_count(sx_meaning_counts counts, sx_meaning_field field) {
  const sx_meaning_slot slot = sx_meaning_slots[field];
  return counts >> slot.shift & ((1u << slot.bits) - 1);
}

static inline sx_meaning_counts sx_meaning_count_add(sx_meaning_counts counts,
                                                     sx_meaning_field field, uint32_t more) {
  const sx_meaning_slot slot = sx_meaning_slots[field];
  uint32_t most = (1u << slot.bits) - 1, sum = sx_meaning_count(counts, field) + more;
  if (sum > most) sum = most;
  return (counts & ~(most << slot.shift)) | sum << slot.shift;
}

/*
 * Lengths of fields, in a byte: exact up to 15, then with an error of an eighth. Sums are made of
 * what is read back, so that they are the same however the units came together.
 */
static inline uint8_t sx_meaning_length_write(uint32_t length) {
  unsigned shift = 0;
  if (length < 16) return (uint8_t)length;
  if (length >= 1u << 24) length = (1u << 24) - 1;
  while (length >> shift >= 16) shift++;
  return (uint8_t)(16 + (shift - 1) * 8 + (length >> shift) - 8);
}

static inline uint32_t sx_meaning_length_read(uint8_t code) {
  if (code < 16) return code;
  return (uint32_t)(8 + (code - 16) % 8) << ((code - 16) / 8 + 1);
}

#endif
