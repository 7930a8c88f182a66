#include "harness.h"

#include "match/regex_many.h"
#include "match/regex_parts.h"

static void expect_choices(const char *pattern, bool is_plain, size_t choices) {
  sx_regex__cost cost = sx_regex__read_cost(sx_str_from(pattern), false);
  if (cost.is_plain != is_plain || (is_plain && cost.choices != choices))
    SX_FAIL("/%s/: plain %d, %zu choices", pattern, cost.is_plain, cost.choices);
}

SX_TEST(counts_choices) {
  expect_choices("ab[a-f]\\w", true, 0);
  expect_choices("a*b+?c?+", true, 3);
  expect_choices("a{2}b{2,}", true, 1);
  expect_choices("(a|b){2}", true, 3);
  expect_choices("(a)\\1", true, 1);
  expect_choices("\\Qa*\\E*", true, 1);
}

SX_TEST(counts_choices_after_escapes_with_braces) {
  expect_choices("\\x{61}*\\x{61}*\\x{61}*[bc]", true, 3);
  expect_choices("\\o{60}*\\o{141}+", true, 2);
  expect_choices("\\p{L}*\\P{Lu}*\\pL*\\p{2}*", true, 4);
  expect_choices("\\N{U+61}*", true, 1);
  expect_choices("\\x{61}{2,}\\x{61}", true, 1);
  expect_choices("\\x{20AC}[\\x{61}]\\x61", true, 0);
  /* These repeat \N. */
  expect_choices("\\N{2,}\\N{3}", true, 1);
}

SX_TEST(knows_no_cost_of_odd_escapes) {
  expect_choices("a\\E*", false, 0);
  expect_choices("a*\\Q\\E?", false, 0);
  expect_choices("\\c\\*\\c[*", false, 0);
  expect_choices("[\\c]*]*", false, 0);
  expect_choices("(?<n>a)\\k{n}", false, 0);
  expect_choices("(a)\\g{1}*", false, 0);
}

/* ---- what is left to code with callouts ---- */

static sx_status count_down(void *arg) {
  size_t *left = arg;
  return *left && --*left ? SX_OK : SX_DEADLINE;
}

static sx_status find_in(const char *pattern, const sx_regex_subject *subject, size_t checks) {
  const sx_regex_options options = {0};
  const sx_regex_check check = {count_down, &checks};
  sx_regex_many *many;
  sx_regex_worker worker;
  sx_match_span match;
  sx_status status =
      sx_regex_many_compile(&many, sx_str_from(pattern), &options, sx_test_arena(), sx_test_err());
  if (status) return status;
  status = sx_regex_worker_init(&worker, many, &check);
  if (!status) status = sx_regex_worker_find(&match, &worker, subject, 0);
  sx_regex_worker_release(&worker);
  sx_regex_many_release(many);
  return status;
}

/* The square of 4 MiB times 1 MiB of branches is more than a size_t has. */
SX_TEST(no_count_of_steps_overflows) {
  if (sx_test_is_failing_allocations()) return;
  size_t len = (4 << 20) - 1;
  char *text = sx_test_memory(len);
  memset(text, 'c', len);
  sx_regex_subject subject = {.text = sx_str_make(text, len), .is_ascii = true};
  sx_buf *pattern = sx_test_buf();
  sx_buf_add_text(pattern, "b*");
  for (size_t i = 0; i < 16; i++) sx_buf_add_text(pattern, "a{65535}");
  sx_buf_add_text(pattern, "a{15}");
  sx_buf_add_char(pattern, 0);
  SX_EXPECT_OK(pattern->status);
  SX_EXPECT_STATUS(find_in(pattern->ptr, &subject, SIZE_MAX), SX_MATCH_LIMIT);
}

/* One place may take all its steps between two checks, and each may go over all of the text. */
SX_TEST(patterns_too_large_for_callouts_take_few_steps) {
  if (sx_test_is_failing_allocations()) return;
  size_t len = 12000;
  char *text = sx_test_memory(len);
  for (size_t i = 0; i < len; i++) text[i] = "ba"[i % 2];
  sx_regex_subject subject = {
      .text = sx_str_make(text, len), .is_ascii = true, .may_take_long = true};
  const char *pattern = "b.*a[ab]*+[de]|(?:bcdefghijklmnopqrstuvwxyz){4300}";
  SX_EXPECT_STATUS(find_in(pattern, &subject, 3), SX_MATCH_LIMIT);
  subject.text.len = 60;
  SX_EXPECT_OK(find_in(pattern, &subject, SIZE_MAX));
}

SX_SUITE(match_regex_cost_test, SX_CASE(counts_choices),
         SX_CASE(counts_choices_after_escapes_with_braces), SX_CASE(knows_no_cost_of_odd_escapes),
         SX_CASE(no_count_of_steps_overflows),
         SX_CASE(patterns_too_large_for_callouts_take_few_steps));
