#include "meaning/postings.h"

/* A distance with more of these is written in 32 bits. */
#define MAX_ONES 20
#define BODY_ONCE ((sx_meaning_counts)1 << 18)
#define MAX_BITS 9 /* of a count, as a number of its own length */

/* ---- writing ------------------------------------------------------------------------------ */

static void put(sx_meaning_bits *bits, uint32_t value, unsigned count) {
  bits->kept |= (uint64_t)value << bits->count;
  bits->count += count;
  while (bits->count >= 8) {
    sx_buf_add_char(bits->out, (char)(bits->kept & 0xFF));
    bits->kept >>= 8;
    bits->count -= 8;
  }
}

static void put_ones(sx_meaning_bits *bits, unsigned count) {
  put(bits, (1u << count) - 1, count);
}

/* As many ones as it has bits after the first, a zero, then these bits; from 1 on. */
static void put_number(sx_meaning_bits *bits, uint32_t value) {
  unsigned more = 0;
  while (value >> more > 1) more++;
  put_ones(bits, more);
  put(bits, 0, 1);
  put(bits, value & ((1u << more) - 1), more);
}

static void put_distance(sx_meaning_bits *bits, unsigned rice, uint32_t distance) {
  uint32_t ones = distance >> rice;
  if (ones >= MAX_ONES) {
    put_ones(bits, MAX_ONES);
    put(bits, distance & 0xFFFF, 16);
    put(bits, distance >> 16, 16);
    return;
  }
  put_ones(bits, ones);
  put(bits, 0, 1);
  put(bits, distance & ((1u << rice) - 1), rice);
}

static void put_counts(sx_meaning_bits *bits, sx_meaning_counts counts) {
  uint32_t body = sx_meaning_count(counts, SX_MEANING_BODY), fields = 0;
  if (counts == BODY_ONCE) {
    put(bits, 0, 1);
    return;
  }
  put(bits, 1, 1);
  bool is_body_alone = counts == body * BODY_ONCE;
  put(bits, !is_body_alone, 1);
  if (is_body_alone) {
    put_number(bits, body - 1);
    return;
  }
  for (unsigned i = 0; i < SX_MEANING_FIELDS; i++)
    fields |= (uint32_t)(sx_meaning_count(counts, (sx_meaning_field)i) > 0) << i;
  put(bits, fields, SX_MEANING_FIELDS);
  for (unsigned i = 0; i < SX_MEANING_FIELDS; i++)
    if (fields >> i & 1) put_number(bits, sx_meaning_count(counts, (sx_meaning_field)i));
}

unsigned sx_meaning_rice(uint64_t count, uint64_t units) {
  unsigned rice = 0;
  uint64_t mean = count ? units / count : 0;
  while (rice < 24 && mean >> (rice + 1)) rice++;
  return rice;
}

void sx_meaning_bits_add(sx_meaning_bits *bits, unsigned rice, uint32_t before,
                         const sx_meaning_posting *posting) {
  put_distance(bits, rice, posting->unit - before - 1);
  put_counts(bits, posting->counts);
}

void sx_meaning_bits_end(sx_meaning_bits *bits) {
  if (bits->count) put(bits, 0, 8 - bits->count);
}

/* ---- reading ------------------------------------------------------------------------------ */

void sx_meaning_source_init(sx_meaning_source *s, const unsigned char *bytes, size_t len) {
  *s = (sx_meaning_source){.at = bytes, .end = bytes + len};
}

static void fill(sx_meaning_source *s) {
  while (s->count <= 56 && s->at < s->end) {
    s->kept |= (uint64_t)*s->at++ << s->count;
    s->count += 8;
  }
}

static uint32_t take(sx_meaning_source *s, unsigned count) {
  if (s->count < count) fill(s);
  if (s->count < count) {
    s->is_bad = true;
    return 0;
  }
  uint32_t value = (uint32_t)(s->kept & (((uint64_t)1 << count) - 1));
  s->kept >>= count;
  s->count -= count;
  return value;
}

/* How many ones before a zero, which is taken, too; at most `most`, after which no zero is. */
static unsigned take_ones(sx_meaning_source *s, unsigned most) {
  unsigned ones = 0;
  while (ones < most && !s->is_bad && take(s, 1)) ones++;
  return ones;
}

static uint32_t take_number(sx_meaning_source *s) {
  unsigned more = take_ones(s, MAX_BITS);
  if (more == MAX_BITS) s->is_bad = true;
  return s->is_bad ? 0 : 1u << more | take(s, more);
}

static uint32_t take_distance(sx_meaning_source *s, unsigned rice) {
  unsigned ones = take_ones(s, MAX_ONES);
  if (ones < MAX_ONES) return (uint32_t)ones << rice | take(s, rice);
  uint32_t low = take(s, 16);
  return low | take(s, 16) << 16;
}

static sx_meaning_counts take_counts(sx_meaning_source *s) {
  sx_meaning_counts counts = 0;
  if (!take(s, 1)) return BODY_ONCE;
  if (!take(s, 1)) return sx_meaning_count_add(0, SX_MEANING_BODY, take_number(s) + 1);
  uint32_t fields = take(s, SX_MEANING_FIELDS);
  for (unsigned i = 0; i < SX_MEANING_FIELDS; i++)
    if (fields >> i & 1) counts = sx_meaning_count_add(counts, (sx_meaning_field)i, take_number(s));
  return counts;
}

bool sx_meaning_source_next(sx_meaning_source *s, unsigned rice, uint32_t units,
                            sx_meaning_posting *posting) {
  uint64_t unit = (uint64_t)(uint32_t)(posting->unit + 1) + take_distance(s, rice);
  posting->counts = take_counts(s);
  if (s->is_bad || unit >= units || !posting->counts) return false;
  posting->unit = (uint32_t)unit;
  return true;
}
