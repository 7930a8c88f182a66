#include "symbols/names.h"
#include "symbols/place.h"

#include "harness.h"

/* ---- places ------------------------------------------------------------------------------- */

/* Small numbers, large ones, and any. */
static uint32_t number_below(uint32_t most) {
  static const uint32_t edges[] = {0, 1, 127, 128, 16383, 16384, UINT32_MAX - 1, UINT32_MAX};
  uint32_t number = edges[sx_test_below(sizeof edges / sizeof *edges)];
  if (sx_test_below(2)) number = (uint32_t)sx_test_random() >> sx_test_below(32);
  return number <= most ? number : most;
}

static sx_symbols_place random_place(void) {
  sx_symbols_place place = {.kind = (uint8_t)number_below(UINT8_MAX),
                            .flags = (uint16_t)number_below(UINT16_MAX),
                            .up = number_below(UINT32_MAX),
                            .row = number_below(UINT32_MAX),
                            .start = number_below(UINT32_MAX)};
  place.end_row = place.row + number_below(UINT32_MAX - place.row);
  place.end = place.start + number_below(UINT32_MAX - place.start);
  place.name_at = place.start + number_below(UINT32_MAX - place.start);
  place.body = place.start + number_below(place.end - place.start);
  return place;
}

static void expect_same(const sx_symbols_place *a, const sx_symbols_place *b) {
  SX_EXPECT_INT(a->kind, b->kind);
  SX_EXPECT_INT(a->flags, b->flags);
  SX_EXPECT_SIZE(a->up, b->up);
  SX_EXPECT_SIZE(a->row, b->row);
  SX_EXPECT_SIZE(a->end_row, b->end_row);
  SX_EXPECT_SIZE(a->start, b->start);
  SX_EXPECT_SIZE(a->end, b->end);
  SX_EXPECT_SIZE(a->name_at, b->name_at);
  SX_EXPECT_SIZE(a->body, b->body);
}

SX_TEST(a_place_comes_back_as_it_was) {
  for (size_t i = 0; i < 20000 && !sx_test_is_over(); i++) {
    unsigned char bytes[SX_SYMBOLS_PLACE_BYTES];
    sx_symbols_place place = random_place(), found;
    size_t len = sx_symbols_place_write(bytes, &place);
    SX_EXPECT(len <= sizeof bytes);
    SX_EXPECT(sx_symbols_place_read(&found, bytes, len));
    expect_same(&found, &place);
    /* A part of it is none, and neither is more. */
    for (size_t cut = 0; cut < len; cut++) SX_EXPECT(!sx_symbols_place_read(&found, bytes, cut));
    bytes[len] = 0;
    SX_EXPECT(!sx_symbols_place_read(&found, bytes, len + 1));
  }
}

/* The nine numbers of a place, in their order; each one larger than it may be. */
SX_TEST(a_place_beyond_all_texts_is_refused) {
  const uint32_t wrong[][9] = {
      {256, 0, 0, 0, 0, 0, 0, 0, 0},        {0, 65536, 0, 0, 0, 0, 0, 0, 0},
      {0, 0, 0, UINT32_MAX, 1, 0, 0, 0, 0}, {0, 0, 0, 0, 0, UINT32_MAX, 1, 0, 0},
      {0, 0, 0, 0, 0, UINT32_MAX, 0, 1, 0}, {0, 0, 0, 0, 0, 0, 4, 0, 5}};
  static const unsigned char too_large[] = {0xFF, 0xFF, 0xFF, 0xFF, 0x1F};
  sx_symbols_place place;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    unsigned char bytes[SX_SYMBOLS_PLACE_BYTES];
    size_t len = 0;
    for (size_t k = 0; k < 9; k++) len += sx_symbols_number_write(bytes + len, wrong[i][k]);
    SX_EXPECT(!sx_symbols_place_read(&place, bytes, len));
  }
  uint32_t number;
  size_t at = 0;
  SX_EXPECT(!sx_symbols_number_read(&number, too_large, sizeof too_large, &at));
}

/* Any bytes: refused, or a place within one text. */
SX_TEST(bytes_at_random_are_no_place_or_a_possible_one) {
  size_t read = 0;
  for (size_t i = 0; i < 100000 && !sx_test_is_over(); i++) {
    unsigned char bytes[24];
    size_t len = sx_test_below(sizeof bytes + 1);
    sx_symbols_place place;
    for (size_t k = 0; k < len; k++)
      bytes[k] = (unsigned char)(sx_test_below(3) ? sx_test_below(128) : sx_test_below(256));
    if (!sx_symbols_place_read(&place, bytes, len)) continue;
    read++;
    SX_EXPECT(place.start <= place.body && place.body <= place.end);
    SX_EXPECT(place.row <= place.end_row && place.start <= place.name_at);
  }
  SX_EXPECT(read > 100);
}

/* ---- names -------------------------------------------------------------------------------- */

SX_TEST(a_name_has_parts) {
  static const char *const cases[][2] = {
      {"getUserID_2", "get User ID 2"},
      {"get_user_id", "get user id"},
      {"HTTPServer", "HTTP Server"},
      {"__init_page__", "init page"},
      {"PAGE_SIZE", "PAGE SIZE"},
      {"x", "x"},
      {"aB", "a B"},
      {"u32toA", "u32to A"},
      {"caf\xC3\xA9_noir", "caf\xC3\xA9 noir"},
      {"operator==", "operator"},
      {"", ""},
      {"___", ""},
      {"$", ""},
  };
  char out[2 * SX_SYMBOLS_PARTS_BYTES];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    size_t len = sx_symbols_parts(out, sx_str_from(cases[i][0]));
    SX_EXPECT_STR(sx_str_make(out, len), sx_str_from(cases[i][1]));
  }
}

SX_TEST(the_longest_names_fit) {
  char out[2 * SX_SYMBOLS_PARTS_BYTES], name[SX_SYMBOLS_PARTS_BYTES + 1];
  for (size_t i = 0; i < sizeof name; i++) name[i] = "aA"[i % 2];
  SX_EXPECT_SIZE(sx_symbols_parts(out, sx_str_make(name, sizeof name)), 0);
  SX_EXPECT(sx_symbols_parts(out, sx_str_make(name, sizeof name - 1)) > SX_SYMBOLS_PARTS_BYTES);
  memset(name, 'A', sizeof name);
  SX_EXPECT_SIZE(sx_symbols_parts(out, sx_str_make(name, sizeof name - 1)), SX_SYMBOLS_PARTS_BYTES);
}

SX_TEST(the_hash_ignores_the_case_of_letters_alone) {
  SX_EXPECT_SIZE(sx_symbols_hash(SX_STR("getUserID")), sx_symbols_hash(SX_STR("GETuserid")));
  SX_EXPECT(sx_symbols_hash(SX_STR("a")) != sx_symbols_hash(SX_STR("b")));
  SX_EXPECT(sx_symbols_hash(SX_STR("a_")) != sx_symbols_hash(SX_STR("a\x7F")));
  for (size_t i = 0; i < 1000; i++) {
    char name[8];
    for (size_t k = 0; k < sizeof name; k++) name[k] = (char)sx_test_below(256);
    SX_EXPECT(sx_symbols_hash(sx_str_make(name, sx_test_below(sizeof name + 1))) < 1u << 24);
  }
}

SX_SUITE(symbols_place_test, SX_CASE(a_place_comes_back_as_it_was),
         SX_CASE(a_place_beyond_all_texts_is_refused),
         SX_CASE(bytes_at_random_are_no_place_or_a_possible_one), SX_CASE(a_name_has_parts),
         SX_CASE(the_longest_names_fit), SX_CASE(the_hash_ignores_the_case_of_letters_alone));
