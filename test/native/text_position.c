#include "harness.h"

#include "text/position.h"
#include "text_oracle.h"

static void index_lines(sx_lines *lines, sx_str text) {
  *lines = (sx_lines){SX_STR(""), NULL, 0};
  SX_EXPECT_OK(sx_lines_init(lines, text, sx_test_arena(), sx_test_err()));
}

SX_TEST(lines_end_at_every_line_end) {
  sx_lines lines;
  index_lines(&lines, SX_STR("a\nbb\r\nccc\r\rd\n"));
  if (sx_test_is_over()) return;
  SX_EXPECT_SIZE(lines.count, 6);
  static const char *const expected[] = {"a", "bb", "ccc", "", "d", ""};
  for (uint32_t i = 0; i < 6; i++) SX_EXPECT_STR(sx_lines_get(&lines, i), sx_str_from(expected[i]));
  SX_EXPECT_TEXT(sx_lines_get(&lines, 6), "");
  SX_EXPECT_SIZE(sx_lines_row_at(&lines, 4), 1);
  SX_EXPECT_SIZE(sx_lines_row_at(&lines, 5), 1);
  SX_EXPECT_SIZE(sx_lines_row_at(&lines, 999), 5);
}

SX_TEST(empty_text_has_one_line) {
  sx_lines lines;
  index_lines(&lines, SX_STR(""));
  if (sx_test_is_over()) return;
  SX_EXPECT_SIZE(lines.count, 1);
  SX_EXPECT_SIZE(sx_point_offset(&lines, (sx_point){7, 7}), 0);
  SX_EXPECT_SIZE(sx_pos16_at(&lines, 5).character, 0);
}

SX_TEST(byte_order_mark_is_no_column) {
  sx_lines lines;
  index_lines(&lines, SX_STR("\xEF\xBB\xBF"
                             "ab\n\xEF\xBB\xBF"
                             "c"));
  if (sx_test_is_over()) return;
  SX_EXPECT_TEXT(sx_lines_get(&lines, 0), "ab");
  SX_EXPECT_SIZE(sx_point_at(&lines, 1).col_bytes, 0);
  SX_EXPECT_SIZE(sx_point_at(&lines, 4).col_bytes, 1);
  SX_EXPECT_SIZE(sx_pos16_offset(&lines, (sx_pos16){0, 0}), 3);
  SX_EXPECT_SIZE(sx_pos16_at(&lines, 9).character, 1);
}

SX_TEST(surrogates_and_characters_are_not_cut) {
  sx_lines lines;
  index_lines(&lines, SX_STR("a\xF0\x9F\x98\x80z\n\xC3\xA9"));
  if (sx_test_is_over()) return;
  SX_EXPECT_SIZE(sx_pos16_offset(&lines, (sx_pos16){0, 1}), 1);
  SX_EXPECT_SIZE(sx_pos16_offset(&lines, (sx_pos16){0, 2}), 1);
  SX_EXPECT_SIZE(sx_pos16_offset(&lines, (sx_pos16){0, 3}), 5);
  SX_EXPECT_SIZE(sx_pos16_at(&lines, 3).character, 1);
  SX_EXPECT_SIZE(sx_pos16_at(&lines, 5).character, 3);
  SX_EXPECT_SIZE(sx_point_offset(&lines, (sx_point){0, 2}), 1);
  SX_EXPECT_SIZE(sx_point_at(&lines, 8).col_bytes, 0);
  SX_EXPECT_SIZE(sx_pos16_from_point(&lines, (sx_point){0, 5}).character, 3);
  SX_EXPECT_SIZE(sx_point_from_pos16(&lines, (sx_pos16){0, 3}).col_bytes, 5);
}

SX_TEST(broken_bytes_are_characters) {
  sx_lines lines;
  index_lines(&lines, SX_STR("\x80\xC3\xE2\x82x\xF0"));
  if (sx_test_is_over()) return;
  for (uint32_t i = 0; i <= 6; i++) {
    SX_EXPECT_SIZE(sx_pos16_at(&lines, i).character, i);
    SX_EXPECT_SIZE(sx_pos16_offset(&lines, (sx_pos16){0, i}), i);
    SX_EXPECT_SIZE(sx_point_at(&lines, i).col_bytes, i);
  }
}

SX_TEST(places_in_line_ends_move_before_them) {
  sx_lines lines;
  index_lines(&lines, SX_STR("ab\r\ncd"));
  if (sx_test_is_over()) return;
  SX_EXPECT_SIZE(sx_point_at(&lines, 3).col_bytes, 2);
  SX_EXPECT_SIZE(sx_pos16_at(&lines, 3).line, 0);
  SX_EXPECT_SIZE(sx_pos16_offset(&lines, (sx_pos16){0, 9}), 2);
  SX_EXPECT_SIZE(sx_point_offset(&lines, (sx_point){0, UINT32_MAX}), 2);
}

SX_TEST(positions_agree_with_the_oracle) {
  static const char *const pieces[] = {"a",
                                       "bc",
                                       "\n",
                                       "\r",
                                       "\r\n",
                                       "\xC3\xA9",
                                       "\xE2\x82\xAC",
                                       "\xF0\x9F\x98\x80",
                                       "\x80",
                                       "\xC3",
                                       "\xF0\x9F",
                                       "\xEF\xBB\xBF",
                                       " ",
                                       "abcdefghijklmnopqrstuvwxyz"};
  size_t rounds = sx_test_is_failing_allocations() ? 3 : 1500;
  for (size_t round = 0; round < rounds; round++) {
    char text[800];
    size_t len = 0, count = sx_test_below(30);
    for (size_t i = 0; i < count; i++) {
      sx_str piece = sx_str_from(pieces[sx_test_below(sizeof pieces / sizeof *pieces)]);
      memcpy(text + len, piece.ptr, piece.len);
      len += piece.len;
    }
    sx_lines lines;
    index_lines(&lines, sx_str_make(text, len));
    if (sx_test_is_over()) return;
    for (size_t offset = 0; offset <= len + 1; offset++) {
      const char *wrong = oracle_check_positions(&lines, offset);
      if (wrong) SX_FAIL("round %zu, offset %zu: %s", round, offset, wrong);
    }
  }
}

SX_TEST(texts_are_the_same_whatever_ends_their_lines) {
  static const struct {
    const char *a, *b;
    bool is_same;
  } pairs[] = {
      {"", "", true},          {"a\r\nb", "a\nb", true},
      {"a\rb", "a\nb", true},  {"a\r\r\n", "a\n\n", true},
      {"a\rb", "ab", false},   {"a\r", "a", false},
      {"a", "a\n", false},     {"a\r\n", "a\n\n", false},
      {"a\nb", "a\nc", false},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    sx_str a = sx_str_from(pairs[i].a), b = sx_str_from(pairs[i].b);
    if (sx_text_is_same(a, b) != pairs[i].is_same || sx_text_is_same(b, a) != pairs[i].is_same)
      SX_FAIL("pair %zu", i);
  }
}

SX_SUITE(text_position, SX_CASE(lines_end_at_every_line_end), SX_CASE(empty_text_has_one_line),
         SX_CASE(byte_order_mark_is_no_column), SX_CASE(surrogates_and_characters_are_not_cut),
         SX_CASE(broken_bytes_are_characters), SX_CASE(places_in_line_ends_move_before_them),
         SX_CASE(texts_are_the_same_whatever_ends_their_lines),
         SX_CASE(positions_agree_with_the_oracle));
