#include "diff_random.h"

#include "diff/words.h"

/** The texts with [-removed-] and {+added+}. */
static void show(sx_buf *out, sx_str before, sx_str after, const sx_word_diff *diff) {
  size_t at = 0;
  for (size_t i = 0; i < diff->count; i++) {
    const sx_word_edit *e = &diff->edits[i];
    sx_buf_add(out, sx_str_slice(before, at, e->before_offset));
    sx_str removed = sx_str_slice(before, e->before_offset, e->before_offset + e->before_len);
    sx_str added = sx_str_slice(after, e->after_offset, e->after_offset + e->after_len);
    if (removed.len) sx_buf_addf(out, "[-%.*s-]", SX_STR_ARG(removed));
    if (added.len) sx_buf_addf(out, "{+%.*s+}", SX_STR_ARG(added));
    at = e->before_offset + e->before_len;
  }
  sx_buf_add(out, sx_str_slice(before, at, before.len));
}

static void check(const char *before, const char *after, const char *expected) {
  sx_word_diff diff;
  sx_buf *out = sx_test_buf();
  sx_str x = sx_str_from(before), y = sx_str_from(after);
  SX_EXPECT_OK(sx_diff_words(&diff, x, y, NULL, sx_test_arena(), sx_test_err()));
  show(out, x, y, &diff);
  SX_EXPECT_OK(out->status);
  SX_EXPECT_STR(sx_buf_str(out), sx_str_from(expected));
}

SX_TEST(words_are_names_and_signs) {
  check("", "", "");
  check("a", "a", "a");
  check("", "a b", "{+a b+}");
  check("int count = 0;", "size_t count = 0;", "[-int-]{+size_t+} count = 0;");
  check("f(a, b)", "f(a, c, b)", "f(a, {+c, +}b)");
  check("x_1 == y", "x_2 != y", "[-x_1 ==-]{+x_2 !=+} y");
}

SX_TEST(blanks_alone_part_no_edits) {
  check("one two three", "1 2 three", "[-one two-]{+1 2+} three");
  check("a\nb\n", "c\nd\n", "[-a-]{+c+}\n[-b-]{+d+}\n");
  check("a  b", "a b", "a[-  -]{+ +}b");
}

SX_TEST(characters_stay_whole) {
  check("caf\xC3\xA9s x", "caf\xC3\xA8s x", "[-caf\xC3\xA9s-]{+caf\xC3\xA8s+} x");
  check("a\r\nb", "a\nb", "a[-\r\n-]{+\n+}b");
  check("\xFF+", "\xFE+", "[-\xFF-]{+\xFE+}+");
}

static void check_random(sx_str before, sx_str after) {
  sx_word_diff diff;
  SX_EXPECT_OK(sx_diff_words(&diff, before, after, NULL, sx_test_arena(), sx_test_err()));
  size_t x = 0, y = 0;
  for (size_t i = 0; i <= diff.count; i++) {
    bool is_end = i == diff.count;
    sx_word_edit end = {(uint32_t)before.len, 0, (uint32_t)after.len, 0};
    const sx_word_edit *e = is_end ? &end : &diff.edits[i];
    SX_EXPECT(e->before_offset >= x && e->after_offset >= y);
    SX_EXPECT(i == 0 || is_end || e->before_offset > x);
    SX_EXPECT(is_end || e->before_len || e->after_len);
    SX_EXPECT_STR(sx_str_slice(after, y, e->after_offset),
                  sx_str_slice(before, x, e->before_offset));
    x = e->before_offset + e->before_len;
    y = e->after_offset + e->after_len;
  }
  SX_EXPECT(x == before.len && y == after.len);
}

SX_TEST(random_texts_come_back) {
  diff_random *random = diff_random_new();
  size_t rounds = sx_test_is_failing_allocations() ? 2 : 600;
  for (size_t i = 0; i < rounds && !sx_test_is_over(); i++) {
    sx_arena_release(sx_test_arena());
    diff_random_clear(random);
    size_t kinds = 2 + sx_test_below(40);
    sx_str before = diff_random_text(random, 20, kinds);
    check_random(before, diff_random_edited(random, before, sx_test_below(8), kinds));
  }
}

SX_SUITE(diff_words_test, SX_CASE(words_are_names_and_signs), SX_CASE(blanks_alone_part_no_edits),
         SX_CASE(characters_stay_whole), SX_CASE(random_texts_come_back));
