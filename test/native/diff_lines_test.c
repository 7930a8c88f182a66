#include "diff_random.h"

#include "diff/diff.h"

/** The edits, as "before_line,before_count>after_line,after_count", parted by blanks. */
static sx_str show(const sx_diff *diff, sx_buf *out) {
  for (size_t i = 0; i < diff->count; i++) {
    const sx_line_edit *edit = &diff->edits[i];
    sx_buf_addf(out, "%s%u,%u>%u,%u", i ? " " : "", edit->before_line, edit->before_count,
                edit->after_line, edit->after_count);
  }
  return sx_buf_str(out);
}

/** Expects edits in order and between common lines, that make `after`. */
static void expect_sound(const sx_diff *diff) {
  uint32_t x = 0, y = 0;
  uint64_t removed = 0, added = 0;
  for (size_t i = 0; i <= diff->count; i++) {
    bool is_end = i == diff->count;
    sx_line_edit end = {diff->before_lines.count, 0, diff->after_lines.count, 0};
    const sx_line_edit *edit = is_end ? &end : &diff->edits[i];
    SX_EXPECT(edit->before_line >= x && edit->before_line - x == edit->after_line - y);
    SX_EXPECT(i == 0 || is_end || edit->before_line > x);
    SX_EXPECT(is_end || edit->before_count || edit->after_count);
    uint32_t common = edit->before_line - x;
    SX_EXPECT(x + common <= diff->before_lines.count && y + common <= diff->after_lines.count);
    SX_EXPECT_STR(sx_line_index_get(&diff->before_lines, x, common),
                  sx_line_index_get(&diff->after_lines, y, common));
    x = edit->before_line + edit->before_count;
    y = edit->after_line + edit->after_count;
    removed += edit->before_count;
    added += edit->after_count;
  }
  SX_EXPECT(x == diff->before_lines.count && y == diff->after_lines.count);
  SX_EXPECT(removed == diff->removed && added == diff->added);
}

static void check(sx_str before, sx_str after, const char *expected) {
  sx_diff diff;
  SX_EXPECT_OK(sx_diff_lines(&diff, before, after, NULL, sx_test_arena(), sx_test_err()));
  expect_sound(&diff);
  if (sx_test_is_over()) return;
  sx_buf *out = sx_test_buf();
  sx_str shown = show(&diff, out);
  SX_EXPECT_OK(out->status);
  SX_EXPECT_STR(shown, sx_str_from(expected));
  SX_EXPECT(diff.is_minimal);
}

#define CHECK(before, after, expected) check(SX_STR(before), SX_STR(after), expected)

SX_TEST(texts_without_lines) {
  CHECK("", "", "");
  CHECK("", "a\n", "0,0>0,1");
  CHECK("a", "", "0,1>0,0");
  CHECK("\n", "", "0,1>0,0");
  CHECK("", "\n\n", "0,0>0,2");
}

SX_TEST(lines_end_at_newlines_only) {
  CHECK("a\rb\n", "a\rc\n", "0,1>0,1");
  CHECK("a\r\nb\r\n", "a\nb\r\n", "0,1>0,1");
  CHECK("a\0b\nc\n", "a\0c\nc\n", "0,1>0,1");
  CHECK("\xFF\n\xFE\n", "\xFF\n\xFD\n", "1,1>1,1");
}

SX_TEST(a_missing_last_line_end_is_a_change) {
  CHECK("a\nb", "a\nb", "");
  CHECK("a\nb", "a\nb\n", "1,1>1,1");
  CHECK("a\nb\n", "a\nb", "1,1>1,1");
  CHECK("a\nb", "a\nbc", "1,1>1,1");
  CHECK("b", "ab", "0,1>0,1");
  CHECK("b", "a\nb", "0,0>0,1");
  CHECK("a\nb", "a", "0,2>0,1");
}

SX_TEST(ends_that_overlap_are_counted_once) {
  CHECK("a\na\n", "a\na\na\n", "2,0>2,1");
  CHECK("a\na\na\n", "a\n", "1,2>1,0");
  CHECK("x\ny\n", "xx\ny\n", "0,1>0,1");
  CHECK("aa\nb\n", "a\nb\n", "0,1>0,1");
}

SX_TEST(finds_the_shortest_script) {
  CHECK("a\nb\nc\na\nb\nb\na\n", "c\nb\na\nb\na\nc\n", "0,2>0,0 3,0>1,1 5,1>4,0 7,0>5,1");
  CHECK("a\nb\nc\n", "c\na\nb\n", "0,0>0,1 2,1>3,0");
  CHECK("1\n2\n3\n4\n5\n", "1\n3\nx\n5\n", "1,1>1,0 3,1>2,1");
}

SX_TEST(cuts_where_a_person_would) {
  /* The new function, with the blank line that parts it, not half of two. */
  CHECK("a() {\n}\n\nc() {\n}\n", "a() {\n}\n\nb() {\n}\n\nc() {\n}\n", "3,0>3,3");
  CHECK("for {\n  x;\n}\nend\n", "for {\n  x;\n}\nfor {\n  x;\n}\nend\n", "3,0>3,3");
  CHECK("def a:\n  x\n\ndef c:\n  z\n", "def a:\n  x\n\ndef b:\n  x\n\ndef c:\n  z\n", "3,0>3,3");
  /* Two that can meet become one. */
  CHECK("a\nb\nc\n", "a\nx\nb\nx\nb\nc\n", "1,0>1,3");
}

/** Longest common subsequence by the table: what minimal means. */
static size_t shortest_script(const sx_diff *diff) {
  size_t n = diff->before_lines.count, m = diff->after_lines.count;
  size_t row[4096] = {0};
  for (size_t i = 0; i < n; i++) {
    size_t corner = 0;
    for (size_t j = 0; j < m; j++) {
      bool is_same = sx_str_is_equal(sx_line_index_get(&diff->before_lines, (uint32_t)i, 1),
                                     sx_line_index_get(&diff->after_lines, (uint32_t)j, 1));
      size_t above = row[j + 1], longest = above > row[j] ? above : row[j];
      row[j + 1] = is_same ? corner + 1 : longest;
      corner = above;
    }
  }
  return n + m - 2 * row[m];
}

static void check_random(diff_random *random, size_t lines, size_t kinds, size_t edits) {
  sx_arena *arena = sx_test_arena();
  sx_arena_release(arena);
  diff_random_clear(random);
  sx_str before = diff_random_text(random, lines, kinds);
  sx_str after = sx_test_below(8) ? diff_random_edited(random, before, edits, kinds)
                                  : diff_random_text(random, lines, kinds);
  for (int mode = 0; mode < 4; mode++) {
    sx_diff diff;
    sx_diff_options options = {.patience = mode == 1, .minimal = mode == 2, .no_slide = mode == 3};
    SX_EXPECT_OK(sx_diff_lines(&diff, before, after, &options, arena, sx_test_err()));
    expect_sound(&diff);
    if (sx_test_is_over()) return;
    SX_EXPECT(mode != 2 || diff.is_minimal);
    if (diff.is_minimal) SX_EXPECT_SIZE(diff.removed + diff.added, shortest_script(&diff));
  }
}

SX_TEST(random_texts_of_every_kind) {
  diff_random *random = diff_random_new();
  size_t rounds = sx_test_is_failing_allocations() ? 2 : 1500;
  for (size_t i = 0; i < rounds && !sx_test_is_over(); i++)
    check_random(random, 1 + sx_test_below(60), 2 + sx_test_below(40), sx_test_below(12));
  rounds = sx_test_is_failing_allocations() ? 1 : 12;
  for (size_t i = 0; i < rounds && !sx_test_is_over(); i++)
    check_random(random, 1000, 2 + sx_test_below(2000), sx_test_below(600));
}

static bool stop_at_once(void *arg) {
  ++*(size_t *)arg;
  return true;
}

SX_TEST(can_be_stopped) {
  diff_random *random = diff_random_new();
  size_t asked = 0;
  sx_diff diff;
  sx_diff_options options = {.minimal = true, .should_stop = stop_at_once, .stop_arg = &asked};
  sx_str before, after;
  do {
    diff_random_clear(random);
    before = diff_random_text(random, 2000, 4);
    after = diff_random_text(random, 2000, 4);
  } while (before.len < 8000 || after.len < 8000);
  SX_EXPECT_STATUS(sx_diff_lines(&diff, before, after, &options, sx_test_arena(), sx_test_err()),
                   SX_CANCELLED);
  SX_EXPECT_SIZE(asked, 1);
}

SX_TEST(an_arena_without_room_is_an_error) {
  sx_arena arena;
  sx_diff diff;
  sx_arena_init(&arena, 64);
  sx_status status = sx_diff_lines(&diff, SX_STR("a\nb\nc\nd\n"), SX_STR("b\nd\ne\n"), NULL, &arena,
                                   sx_test_err());
  sx_arena_release(&arena);
  SX_EXPECT_STATUS(status, SX_TOO_BIG);
}

SX_SUITE(diff_lines_test, SX_CASE(texts_without_lines), SX_CASE(lines_end_at_newlines_only),
         SX_CASE(a_missing_last_line_end_is_a_change), SX_CASE(ends_that_overlap_are_counted_once),
         SX_CASE(finds_the_shortest_script), SX_CASE(cuts_where_a_person_would),
         SX_CASE(random_texts_of_every_kind), SX_CASE(can_be_stopped),
         SX_CASE(an_arena_without_room_is_an_error));
