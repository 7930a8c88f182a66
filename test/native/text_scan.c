#include "harness.h"

#include "base/utf8.h"
#include "text/scan.h"

static void use_best(void *unused) {
  (void)unused;
  sx_scan_force(sx_scan_best());
}

/** Random bytes of which many are line ends, and some not ASCII. */
static sx_str random_text(size_t max) {
  static const char bytes[] = "ab\n\r\r\n\xC3\xA9xyz \xF0\x9F\x98\x80\0";
  size_t len = sx_test_below(max + 1);
  char *text = sx_test_memory(len);
  for (size_t i = 0; i < len; i++) text[i] = bytes[sx_test_below(sizeof bytes)];
  return sx_str_make(text, len);
}

static void check_lines(sx_str text) {
  size_t from = sx_test_below(text.len + 1), to = from + sx_test_below(text.len - from + 1);
  size_t count = 0, last = from;
  bool has_high = false;
  for (size_t i = from; i < to; i++) {
    char c = text.ptr[i];
    has_high = has_high || (unsigned char)c >= 0x80;
    if (c != '\n' && !(c == '\r' && (i + 1 == text.len || text.ptr[i + 1] != '\n'))) continue;
    count++;
    last = i + 1;
    has_high = false;
  }
  sx_scan_rows rows = sx_scan_lines(text, from, to);
  SX_EXPECT_SIZE(rows.count, count);
  SX_EXPECT_SIZE(rows.last, last);
  SX_EXPECT_INT(rows.has_high, has_high);
}

static void check_candidates(sx_str text, sx_str name) {
  sx_scan_needle needle = sx_scan_needle_of(name);
  size_t from = 0, batch[SX_SCAN_BATCH], next = 0, count;
  while ((count = sx_scan_candidates(&needle, text, &from, batch)) > 0)
    for (size_t i = 0; i < count; i++) {
      for (; next < batch[i]; next++)
        SX_EXPECT((unsigned char)text.ptr[next + needle.at_a] != needle.byte_a ||
                  (unsigned char)text.ptr[next + needle.at_b] != needle.byte_b);
      SX_EXPECT_SIZE(batch[i], next++);
      SX_EXPECT(batch[i] + name.len <= text.len);
    }
  SX_EXPECT(sx_str_find(text, name, next) == SX_STR_NONE);
}

static char lower(char c) {
  return (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
}

static void check_folded(sx_str text, sx_str name) {
  sx_scan_needle needle = sx_scan_needle_folded(name);
  size_t from = 0, batch[SX_SCAN_BATCH], next = 0, count;
  while ((count = sx_scan_candidates(&needle, text, &from, batch)) > 0)
    for (size_t i = 0; i < count; i++) {
      for (; next < batch[i]; next++)
        SX_EXPECT(lower(text.ptr[next + needle.at_a]) != (char)needle.byte_a ||
                  lower(text.ptr[next + needle.at_b]) != (char)needle.byte_b);
      SX_EXPECT_SIZE(batch[i], next++);
      SX_EXPECT(lower(text.ptr[batch[i] + needle.at_a]) == (char)needle.byte_a);
      SX_EXPECT(lower(text.ptr[batch[i] + needle.at_b]) == (char)needle.byte_b);
    }
  for (; next + name.len <= text.len; next++)
    SX_EXPECT(!sx_str_is_equal_fold(sx_str_slice(text, next, next + name.len), name));
}

/** Letters in both cases, and bytes that differ from them in the case's bit only. */
static sx_str random_cases(size_t max) {
  static const char bytes[] = "aAbBzZ@`[{ \n";
  static char text[3000];
  size_t len = sx_test_below(max + 1);
  for (size_t i = 0; i < len; i++) text[i] = bytes[sx_test_below(sizeof bytes - 1)];
  return sx_str_make(text, len);
}

SX_TEST(kernels_agree_with_plain_loops) {
  sx_test_defer(use_best, NULL);
  size_t rounds = sx_test_is_failing_allocations() ? 2 : 1200;
  for (int kind = SX_SCAN_PORTABLE; kind <= SX_SCAN_AVX2; kind++) {
    if (!sx_scan_force((sx_scan_kind)kind)) continue;
    for (size_t round = 0; round < rounds && !sx_test_is_over(); round++) {
      sx_str text = random_text(round % 8 == 0 ? 3000 : 150);
      check_lines(text);
      size_t len = 1 + sx_test_below(6);
      size_t at = sx_test_below(text.len + 1);
      sx_str name = sx_str_slice(text, at, at + len);
      if (name.len) check_candidates(text, name);
      check_candidates(text, SX_STR("ab"));
      sx_str cases = random_cases(round % 8 == 0 ? 3000 : 150);
      check_folded(cases, SX_STR("ab"));
      check_folded(cases, SX_STR("z@a"));
      SX_EXPECT_SIZE(sx_scan_ascii(cases), cases.len);
      SX_EXPECT_SIZE(sx_scan_u16(text.ptr, text.len), sx_utf8_count_u16(text.ptr, text.len));
    }
  }
}

SX_TEST(line_starts_are_all_given) {
  sx_test_defer(use_best, NULL);
  for (int kind = SX_SCAN_PORTABLE; kind <= SX_SCAN_AVX2; kind++) {
    if (!sx_scan_force((sx_scan_kind)kind)) continue;
    for (size_t round = 0; round < 200; round++) {
      sx_str text = random_text(200);
      size_t count = sx_scan_lines(text, 0, text.len).count;
      uint32_t *starts = sx_test_memory(count * sizeof *starts);
      sx_scan_line_starts(text, starts, count);
      for (size_t i = 0, at = 0; i < count; i++) {
        sx_scan_rows rows = sx_scan_lines(text, at, starts[i]);
        SX_EXPECT_SIZE(rows.count, 1);
        SX_EXPECT_SIZE(rows.last, starts[i]);
        at = starts[i];
      }
    }
  }
}

SX_TEST(needle_takes_rare_bytes) {
  sx_scan_needle needle = sx_scan_needle_of(SX_STR("eeQeeZe"));
  SX_EXPECT_INT(needle.byte_a + needle.byte_b, 'Q' + 'Z');
  needle = sx_scan_needle_of(SX_STR("x"));
  SX_EXPECT_SIZE(needle.at_a, 0);
  SX_EXPECT_SIZE(needle.at_b, 0);
  needle = sx_scan_needle_of(SX_STR("xe"));
  SX_EXPECT(needle.at_a != needle.at_b);
}

SX_SUITE(text_scan, SX_CASE(kernels_agree_with_plain_loops), SX_CASE(line_starts_are_all_given),
         SX_CASE(needle_takes_rare_bytes));
