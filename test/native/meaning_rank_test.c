#include "harness.h"
#include "meaning/rank.h"

/* Units are ranked the same wherever they stand, and however many are ranked at a time. */

enum { UNITS = 30000, PARTS = 300, OF_PART = UNITS / PARTS, TERMS = 3, WORDS = 5, MOST = 200 };

typedef struct crowd {
  sx_meaning_record *records;
  sx_meaning_postings all[WORDS];
  sx_meaning_pool whole, parts[PARTS];
  uint32_t units_of_part; /* 0: of the whole */
} crowd;

static uint32_t unit_of(const crowd *c, const sx_meaning_found *found) {
  return (uint32_t)found->pool * c->units_of_part + found->unit;
}

static int by_unit(void *arg, const sx_meaning_found *a, const sx_meaning_found *b) {
  uint32_t one = unit_of(arg, a), other = unit_of(arg, b);
  return (one > other) - (one < other);
}

/* Every word in some of the units, the first ones and the last ones of blocks, too. */
static void make_postings(crowd *c) {
  for (size_t w = 0; w < WORDS; w++) {
    sx_meaning_postings *own = &c->all[w];
    *own = (sx_meaning_postings){sx_test_memory(UNITS * sizeof *own->items), 0, UNITS};
    for (uint32_t unit = 0; unit < UNITS && !sx_test_is_over(); unit++) {
      if (unit % 8192 > 1 && unit % 8192 < 8191 && sx_test_below(w + 2)) continue;
      sx_meaning_counts counts = 0;
      for (int f = 0; f < SX_MEANING_FIELDS; f++)
        counts = sx_meaning_count_add(counts, (sx_meaning_field)f, (uint32_t)sx_test_below(3));
      own->items[own->len++] = (sx_meaning_posting){unit, counts};
    }
  }
}

static void cut(crowd *c, size_t part) {
  sx_meaning_postings *own = sx_test_memory(WORDS * sizeof *own);
  uint32_t first = (uint32_t)part * OF_PART;
  for (size_t w = 0; w < WORDS; w++) {
    own[w] = (sx_meaning_postings){sx_test_memory(OF_PART * sizeof *own->items), 0, OF_PART};
    for (size_t i = 0; i < c->all[w].len; i++) {
      sx_meaning_posting posting = c->all[w].items[i];
      if (posting.unit < first || posting.unit >= first + OF_PART) continue;
      posting.unit -= first;
      own[w].items[own[w].len++] = posting;
    }
  }
  c->parts[part] = (sx_meaning_pool){
      .records = c->records + first, .units = OF_PART, .postings = own, .others = {NULL, 0, 0}};
}

static crowd *make_crowd(void) {
  crowd *c = sx_test_memory(sizeof *c);
  c->records = sx_test_memory(UNITS * sizeof *c->records);
  for (size_t i = 0; i < UNITS; i++) {
    c->records[i] = (sx_meaning_record){0};
    for (size_t f = 0; f < SX_MEANING_FIELDS; f++)
      c->records[i].lengths[f] = (uint8_t)(1 + sx_test_below(30));
  }
  make_postings(c);
  c->whole = (sx_meaning_pool){.records = c->records, .units = UNITS, .postings = c->all};
  for (size_t part = 0; part < PARTS && !sx_test_is_over(); part++) cut(c, part);
  return c;
}

static sx_status rank(crowd *c, bool by_parts, sx_meaning_founds *out) {
  static const sx_meaning_related related[] = {{0, 0.9f}, {2, 0.5f}};
  float idf[TERMS];
  c->units_of_part = by_parts ? OF_PART : 0;
  const sx_meaning_ranking ranking = {
      .pools = by_parts ? c->parts : &c->whole,
      .pool_count = by_parts ? PARTS : 1,
      .term_count = TERMS,
      .related_count = WORDS - TERMS,
      .related = related,
      .units = UNITS,
      .sums = {UNITS * 9, UNITS * 9, UNITS * 9, UNITS * 9, UNITS * 9},
      .most = MOST,
      .order = by_unit,
      .arg = c};
  return sx_meaning_rank(&ranking, out, idf, sx_test_arena());
}

/* `c->units_of_part` is that of the second. */
static void expect_same(crowd *c, const sx_meaning_founds *whole, const sx_meaning_founds *parts) {
  SX_EXPECT_SIZE(whole->len, parts->len);
  for (size_t i = 0; i < whole->len && !sx_test_is_over(); i++) {
    SX_EXPECT_SIZE(whole->items[i].unit, unit_of(c, &parts->items[i]));
    SX_EXPECT(whole->items[i].score == parts->items[i].score);
  }
}

SX_TEST(units_in_one_pool_rank_as_in_many) {
  crowd *c = make_crowd();
  sx_meaning_founds whole, parts;
  SX_EXPECT_OK(rank(c, false, &whole));
  SX_EXPECT_OK(rank(c, true, &parts));
  SX_EXPECT_SIZE(whole.len, MOST);
  expect_same(c, &whole, &parts);
}

SX_TEST(units_that_may_not_be_an_answer_are_left_out) {
  crowd *c = make_crowd();
  sx_meaning_founds found;
  sx_meaning_range ranges[] = {{0, 8191}, {8192, 16385}, {16386, UNITS}};
  c->whole.others = (sx_meaning_ranges){ranges, 3, 3};
  SX_EXPECT_OK(rank(c, false, &found));
  SX_EXPECT_SIZE(found.len, 2);
  for (size_t i = 0; i < found.len; i++)
    SX_EXPECT(found.items[i].unit == 8191 || found.items[i].unit == 16385);
}

SX_SUITE(meaning_rank_test, SX_CASE(units_in_one_pool_rank_as_in_many),
         SX_CASE(units_that_may_not_be_an_answer_are_left_out));
