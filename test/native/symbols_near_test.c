#include "symbols/near.h"

#include "symbols/names.h"

#include "harness.h"

SX_TEST(one_mistake_is_near_and_two_are_not) {
  static const struct {
    const char *name, *other;
    bool is_near;
  } cases[] = {
      {"page", "page", true},
      {"page", "PAGE", true},
      {"page", "pge", true},
      {"page", "age", true},
      {"page", "pag", true},
      {"page", "paage", true},
      {"page", "xpage", true},
      {"page", "pagex", true},
      {"page", "Xage", true},
      {"page", "pagX", true},
      {"page", "apge", true},
      {"page", "PaEg", true},
      {"page", "gape", false},
      {"page", "pa", false},
      {"page", "pagexx", false},
      {"page", "xxge", false},
      {"page", "apeg", false},
      {"page", "", false},
      {"", "", true},
      {"", "x", true},
      {"x", "", true},
      {"aa", "aaa", true},
      {"aaa", "a", false},
      {"ab", "ba", true},
      {"abc", "cba", false},
      {"abcd", "abdcx", false},
      {"Zodstrinng", "ZodString", true},
      {"zodSrting", "ZodString", true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    sx_str name = sx_str_from(cases[i].name), other = sx_str_from(cases[i].other);
    SX_EXPECT_INT(sx_symbols_is_near(name, other), cases[i].is_near);
    SX_EXPECT_INT(sx_symbols_is_near(other, name), cases[i].is_near);
  }
}

static bool has_hash(const uint32_t *hashes, size_t count, sx_str name) {
  uint32_t wanted = sx_symbols_hash(name);
  for (size_t i = 0; i < count; i++)
    if (hashes[i] == wanted) return true;
  return false;
}

/* A name of the alphabet with a mistake: it is near, and its hash is among those of the other. */
static sx_str mistake(char out[SX_SYMBOLS_NEAR_BYTES + 1], sx_str name) {
  static const char alphabet[] = "abXYZ09_$";
  size_t at = (size_t)sx_test_below(name.len), kind = (size_t)sx_test_below(4);
  char c = alphabet[sx_test_below(sizeof alphabet - 1)];
  size_t less = kind == 0 || kind == 1, more = kind == 1 || kind == 2;
  memcpy(out, name.ptr, at);
  if (more) out[at] = c;
  memcpy(out + at + more, name.ptr + at + less, name.len - at - less);
  sx_str made = sx_str_make(out, name.len - less + more);
  if (kind == 3 && at + 1 < name.len) {
    out[at] = name.ptr[at + 1];
    out[at + 1] = name.ptr[at];
  }
  return made;
}

SX_TEST(the_hashes_are_those_of_all_names_with_one_mistake) {
  static const char alphabet[] = "abcXYZ019_$";
  for (size_t round = 0; round < 300 && !sx_test_is_over(); round++) {
    static uint32_t hashes[SX_SYMBOLS_NEAR_HASHES];
    char text[SX_SYMBOLS_NEAR_BYTES], other[SX_SYMBOLS_NEAR_BYTES + 1];
    size_t len = 1 + (size_t)sx_test_below(SX_SYMBOLS_NEAR_BYTES);
    for (size_t i = 0; i < len; i++) text[i] = alphabet[sx_test_below(sizeof alphabet - 1)];
    sx_str name = sx_str_make(text, len);
    size_t count = sx_symbols_near_hashes(hashes, name);
    for (size_t i = 1; i < count; i++) SX_EXPECT(hashes[i - 1] < hashes[i]);
    for (size_t i = 0; i < 20; i++) {
      sx_str made = mistake(other, name);
      SX_EXPECT(sx_symbols_is_near(name, made));
      SX_EXPECT(has_hash(hashes, count, made));
    }
  }
}

SX_TEST(a_very_long_name_has_no_hashes) {
  static uint32_t hashes[SX_SYMBOLS_NEAR_HASHES];
  char text[SX_SYMBOLS_NEAR_BYTES + 1];
  memset(text, 'n', sizeof text);
  SX_EXPECT_SIZE(sx_symbols_near_hashes(hashes, sx_str_make(text, sizeof text)), 0);
  SX_EXPECT(sx_symbols_near_hashes(hashes, sx_str_make(text, sizeof text - 1)) > 0);
}

SX_SUITE(symbols_near_test, SX_CASE(one_mistake_is_near_and_two_are_not),
         SX_CASE(the_hashes_are_those_of_all_names_with_one_mistake),
         SX_CASE(a_very_long_name_has_no_hashes));
