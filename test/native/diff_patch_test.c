#include "diff_random.h"

#include "diff/patch.h"
#include "diff/unified.h"

static const sx_patch_options strict = {.max_offset = UINT32_MAX};
static const sx_patch_options fuzzy = {.max_fuzz = 2, .max_offset = UINT32_MAX};

/** Applies the only file of a patch; the text and for each hunk "line+offset~fuzz" or why not. */
static void check(const char *patch_text, const char *before, const sx_patch_options *options,
                  const char *after, const char *places) {
  sx_patch patch;
  sx_patch_result result;
  sx_arena *arena = sx_test_arena();
  sx_buf *out = sx_test_buf();
  SX_EXPECT_OK(sx_patch_parse(&patch, sx_str_from(patch_text), arena, sx_test_err()));
  SX_EXPECT_SIZE(patch.count, 1);
  const sx_patch_file *file = &patch.files[0];
  SX_EXPECT_OK(sx_patch_apply(&result, sx_str_from(before), file, options, arena, sx_test_err()));
  for (size_t i = 0; i < result.count; i++) {
    const sx_patch_place *p = &result.places[i];
    if (i) sx_buf_add_char(out, ' ');
    if (p->outcome == SX_PATCH_APPLIED)
      sx_buf_addf(out, "%u%+d~%u", p->line, (int)p->offset, p->fuzz);
    else if (p->outcome == SX_PATCH_NOT_FOUND)
      sx_buf_addf(out, "not@%u:%u", p->line, p->patch_line);
    else
      sx_buf_addf(out, "is@%u", p->line);
  }
  SX_EXPECT_OK(out->status);
  SX_EXPECT_STR(sx_buf_str(out), sx_str_from(places));
  SX_EXPECT_STR(result.text, sx_str_from(after));
}

#define HEAD "--- a/x\n+++ b/x\n"

SX_TEST(goes_where_it_says) {
  check(HEAD "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n", "a\nb\nc\n", NULL, "a\nB\nc\n", "0+0~0");
  check(HEAD "@@ -0,0 +1,2 @@\n+a\n+b\n", "", NULL, "a\nb\n", "0+0~0");
  check(HEAD "@@ -1,2 +0,0 @@\n-a\n-b\n", "a\nb\n", NULL, "", "0+0~0");
  check(HEAD "@@ -1 +1 @@\n-a\n+b\n@@ -3,0 +3,1 @@\n+d\n", "a\nb\nc\ne\n", NULL, "b\nb\nc\nd\ne\n",
        "0+0~0 3+0~0");
  check(HEAD "@@ -2 +2 @@\n-b\n\\ No newline at end of file\n+B\n", "a\nb", NULL, "a\nB\n",
        "1+0~0");
  check(HEAD "@@ -2 +2 @@\n-b\n+B\n\\ No newline at end of file\n", "a\nb\n", NULL, "a\nB",
        "1+0~0");
}

SX_TEST(goes_where_its_lines_moved) {
  const char *patch = HEAD "@@ -2,3 +2,3 @@\n a\n-b\n+B\n c\n";
  check(patch, "1\n2\n3\na\nb\nc\n4\n", NULL, "1\n2\n3\na\nB\nc\n4\n", "3+2~0");
  check(patch, "a\nb\nc\n4\n", NULL, "a\nB\nc\n4\n", "0-1~0");
  /* As far the one way as the other: the later one. */
  check(patch, "a\nb\nc\na\nb\nc\n", NULL, "a\nB\nc\na\nb\nc\n", "0-1~0");
  check(HEAD "@@ -3,3 +3,3 @@\n a\n-b\n+B\n c\n", "0\na\nb\na\nb\nc\n4\n", NULL,
        "0\na\nb\na\nB\nc\n4\n", "3+1~0");
  /* The second is looked for where the first one's way leads. */
  check(HEAD "@@ -1 +1 @@\n-a\n+A\n@@ -3 +3 @@\n-b\n+B\n", "x\nx\nb\na\nx\nb\nb\n", NULL,
        "x\nx\nb\nA\nx\nB\nb\n", "3+3~0 5+3~0");
  sx_patch_options near = {.max_offset = 1};
  check(patch, "1\n2\n3\na\nb\nc\n4\n", &near, "1\n2\n3\na\nb\nc\n4\n", "not@1:4");
}

SX_TEST(never_goes_before_the_one_before) {
  check(HEAD "@@ -3 +3 @@\n-c\n+C\n@@ -4 +4 @@\n-a\n+A\n", "a\nb\nc\nd\n", NULL, "a\nb\nC\nd\n",
        "2+0~0 not@3:7");
}

SX_TEST(fuzz_ignores_context) {
  const char *patch = HEAD "@@ -1,7 +1,7 @@\n 1\n 2\n 3\n-4\n+x\n 5\n 6\n 7\n";
  check(patch, "1\n2\n3\n4\n5\n6\nz\n", &strict, "1\n2\n3\n4\n5\n6\nz\n", "not@0:11");
  check(patch, "1\n2\n3\n4\n5\n6\nz\n", &fuzzy, "1\n2\n3\nx\n5\n6\nz\n", "0+0~1");
  check(patch, "1\nz\n3\n4\n5\ny\nz\n", &fuzzy, "1\nz\n3\nx\n5\ny\nz\n", "0+0~2");
  check(patch, "1\n2\nz\n4\n5\n6\n7\n", &fuzzy, "1\n2\nz\n4\n5\n6\n7\n", "not@0:6");
  /* The text has become shorter than the context. */
  check(patch, "2\n3\n4\n5\n6\n", &fuzzy, "2\n3\nx\n5\n6\n", "0-1~1");
}

SX_TEST(less_context_at_one_end_is_that_end) {
  const char *at_end = HEAD "@@ -1,3 +1,3 @@\n a\n b\n-c\n+C\n";
  check(at_end, "a\nb\nc\n", NULL, "a\nb\nC\n", "0+0~0");
  check(at_end, "a\nb\nc\na\nb\nc\n", NULL, "a\nb\nc\na\nb\nC\n", "3+3~0");
  check(at_end, "a\nb\nc\nd\n", NULL, "a\nb\nc\nd\n", "not@0:4");
  check(at_end, "a\nb\nc\nd\n", &fuzzy, "a\nb\nC\nd\n", "0+0~2");
  sx_patch_options loose = {.max_offset = UINT32_MAX, .loose_ends = true};
  check(at_end, "a\nb\nc\nd\n", &loose, "a\nb\nC\nd\n", "0+0~0");
  const char *at_start = HEAD "@@ -1,2 +1,2 @@\n-a\n+A\n b\n";
  check(at_start, "x\na\nb\n", NULL, "x\na\nb\n", "not@0:4");
  check(at_start, "x\na\nb\n", &fuzzy, "x\nA\nb\n", "1+1~1");
}

SX_TEST(goes_back) {
  sx_patch_options reverse = {.max_offset = UINT32_MAX, .reverse = true};
  check(HEAD "@@ -1,3 +1,4 @@\n a\n-b\n+B\n+C\n c\n", "a\nB\nC\nc\n", &reverse, "a\nb\nc\n",
        "0+0~0");
  check(HEAD "@@ -1 +0,0 @@\n-a\n", "", &reverse, "a\n", "0+0~0");
  check(HEAD "@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n", "b", &reverse, "a\n", "0+0~0");
}

SX_TEST(says_what_is_already_there) {
  check(HEAD "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n", "0\na\nB\nc\n", NULL, "0\na\nB\nc\n", "is@1");
}

SX_TEST(lines_that_were_not_whole_end_before_the_next) {
  sx_patch_options any = {.max_fuzz = 3, .max_offset = UINT32_MAX};
  check(HEAD "@@ -1,1 +1,2 @@\n a\n+b\n", "a", &any, "a\nb\n", "0+0~1");
}

SX_TEST(random_patches_apply_and_go_back) {
  diff_random *random = diff_random_new();
  sx_arena *arena = sx_test_arena();
  sx_buf *out = sx_test_buf();
  size_t rounds = sx_test_is_failing_allocations() ? 2 : 1200;
  for (size_t i = 0; i < rounds && !sx_test_is_over(); i++) {
    sx_arena_release(arena);
    diff_random_clear(random);
    sx_buf_clear(out);
    size_t kinds = 2 + sx_test_below(40);
    sx_str before = diff_random_text(random, 50, kinds);
    sx_str after = diff_random_edited(random, before, sx_test_below(10), kinds);
    sx_diff diff;
    sx_patch patch;
    sx_patch_result made, back;
    sx_unified_options options = {.before_path = SX_STR("a b"),
                                  .after_path = SX_STR("a\nb"),
                                  .context_lines = (uint32_t)sx_test_below(5),
                                  .function_context = sx_test_below(2) > 0};
    sx_patch_options reverse = {.reverse = true};
    SX_EXPECT_OK(sx_diff_lines(&diff, before, after, NULL, arena, sx_test_err()));
    SX_EXPECT_OK(sx_unified_render(out, &diff, &options));
    SX_EXPECT_OK(sx_patch_parse(&patch, sx_buf_str(out), arena, sx_test_err()));
    SX_EXPECT_SIZE(patch.count, 1);
    const sx_patch_file *file = &patch.files[0];
    SX_EXPECT_TEXT(file->before_path, "a b");
    SX_EXPECT_TEXT(file->after_path, "a\nb");
    SX_EXPECT(file->kind == SX_PATCH_RENAME);
    SX_EXPECT_OK(sx_patch_apply(&made, before, file, &(sx_patch_options){0}, arena, sx_test_err()));
    SX_EXPECT_SIZE(made.failed, 0);
    SX_EXPECT_STR(made.text, after);
    SX_EXPECT_OK(sx_patch_apply(&back, after, file, &reverse, arena, sx_test_err()));
    SX_EXPECT_SIZE(back.failed, 0);
    SX_EXPECT_STR(back.text, before);
  }
}

SX_TEST(random_patches_are_found_again) {
  diff_random *random = diff_random_new();
  sx_arena *arena = sx_test_arena();
  sx_buf *out = sx_test_buf();
  size_t rounds = sx_test_is_failing_allocations() ? 2 : 400;
  for (size_t i = 0; i < rounds && !sx_test_is_over(); i++) {
    sx_arena_release(arena);
    diff_random_clear(random);
    sx_buf_clear(out);
    sx_str before = diff_random_text(random, 50, 400);
    sx_str after = diff_random_edited(random, before, 3, 400);
    sx_str other = diff_random_edited(random, before, 6, 400);
    sx_diff diff;
    sx_patch patch;
    sx_patch_result made;
    sx_unified_options options = {
        .before_path = SX_STR("x"), .after_path = SX_STR("x"), .context_lines = 3};
    SX_EXPECT_OK(sx_diff_lines(&diff, before, after, NULL, arena, sx_test_err()));
    SX_EXPECT_OK(sx_unified_render(out, &diff, &options));
    if (!diff.count) continue;
    SX_EXPECT_OK(sx_patch_parse(&patch, sx_buf_str(out), arena, sx_test_err()));
    SX_EXPECT_OK(sx_patch_apply(&made, other, &patch.files[0], &fuzzy, arena, sx_test_err()));
    size_t applied = 0;
    for (size_t k = 0; k < made.count; k++) applied += made.places[k].outcome == SX_PATCH_APPLIED;
    SX_EXPECT_SIZE(applied + made.failed, made.count);
    if (made.failed == made.count) SX_EXPECT_STR(made.text, other);
  }
}

SX_SUITE(diff_patch_test, SX_CASE(goes_where_it_says), SX_CASE(goes_where_its_lines_moved),
         SX_CASE(never_goes_before_the_one_before), SX_CASE(fuzz_ignores_context),
         SX_CASE(less_context_at_one_end_is_that_end), SX_CASE(goes_back),
         SX_CASE(says_what_is_already_there),
         SX_CASE(lines_that_were_not_whole_end_before_the_next),
         SX_CASE(random_patches_apply_and_go_back), SX_CASE(random_patches_are_found_again));
