#include "meaning/words.h"

#include "base/number.h"

#include <math.h>

/* The table, as numbers of 8 bytes. */
static const uint64_t table[] = {
#include "words.inc"
};

#define HEADER_BYTES 16u
#define ROW_BYTES (4u + SX_WORDS_DIM)

static const unsigned char *at(uint64_t offset) {
  return (const unsigned char *)table + offset;
}

static uint32_t number_at(uint64_t offset) {
  unsigned char bytes[4];
  memcpy(bytes, at(offset), sizeof bytes);
  return sx_load32(bytes);
}

uint32_t sx_words_count(void) {
  return number_at(4);
}

static uint32_t count_rows(sx_words_side side) {
  return number_at(side == SX_WORDS_PROSE ? 8 : 12);
}

static uint64_t rows_start(sx_words_side side) {
  uint64_t start = HEADER_BYTES + 4 + (uint64_t)sx_words_count() * 12;
  return side == SX_WORDS_PROSE ? start : start + (uint64_t)count_rows(SX_WORDS_PROSE) * ROW_BYTES;
}

static uint64_t related_start(void) {
  return rows_start(SX_WORDS_CODE) + (uint64_t)count_rows(SX_WORDS_CODE) * ROW_BYTES;
}

static sx_str text_of(uint32_t word) {
  uint64_t texts =
      related_start() + (uint64_t)count_rows(SX_WORDS_PROSE) * SX_WORDS_RELATED * sizeof(uint32_t);
  uint32_t from = number_at(HEADER_BYTES + word * 4ull);
  uint32_t to = number_at(HEADER_BYTES + word * 4ull + 4);
  return sx_str_make((const char *)at(texts + from), to - from);
}

static uint32_t row_of(uint32_t word, sx_words_side side) {
  if (word == SX_WORDS_NONE) return SX_WORDS_NONE;
  uint64_t start = HEADER_BYTES + 4 + (uint64_t)sx_words_count() * (side == SX_WORDS_PROSE ? 4 : 8);
  return number_at(start + word * 4ull);
}

uint32_t sx_words_find(sx_str stem) {
  uint32_t low = 0, high = sx_words_count();
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    int order = sx_str_compare(text_of(middle), stem);
    if (order == 0) return middle;
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return SX_WORDS_NONE;
}

size_t sx_words_related(uint32_t word, sx_related_word out[SX_WORDS_RELATED]) {
  uint32_t row = row_of(word, SX_WORDS_PROSE);
  size_t len = 0;
  if (row == SX_WORDS_NONE) return 0;
  for (; len < SX_WORDS_RELATED; len++) {
    uint32_t packed = number_at(related_start() + ((uint64_t)row * SX_WORDS_RELATED + len) * 4);
    if (packed == SX_WORDS_NONE) break;
    out[len] = (sx_related_word){text_of(packed >> 8), (float)(packed & 255) / 255};
  }
  return len;
}

void sx_direction_add(sx_direction *sum, uint32_t word, sx_words_side side, float weight) {
  uint32_t row = row_of(word, side);
  float unit;
  if (row == SX_WORDS_NONE) return;
  uint64_t start = rows_start(side) + (uint64_t)row * ROW_BYTES;
  const unsigned char *bytes = at(start);
  uint32_t bits = number_at(start);
  memcpy(&unit, &bits, sizeof unit);
  unit *= weight;
  for (size_t i = 0; i < SX_WORDS_DIM; i++) sum->parts[i] += unit * (float)(int8_t)bytes[4 + i];
}

void sx_direction_pack(sx_packed_direction *out, const sx_direction *sum) {
  float most = 0;
  for (size_t i = 0; i < SX_WORDS_DIM; i++) most = fmaxf(most, fabsf(sum->parts[i]));
  for (size_t i = 0; i < SX_WORDS_DIM; i++)
    out->parts[i] = most > 0 ? (int8_t)lrintf(sum->parts[i] / most * INT8_MAX) : 0;
}

float sx_direction_nearness(const sx_direction *of, const sx_packed_direction *other) {
  float both = 0, one = 0, two = 0;
  for (size_t i = 0; i < SX_WORDS_DIM; i++) {
    both += of->parts[i] * (float)other->parts[i];
    one += of->parts[i] * of->parts[i];
    two += (float)other->parts[i] * (float)other->parts[i];
  }
  return both > 0 && one > 0 && two > 0 ? both / sqrtf(one * two) : 0;
}
