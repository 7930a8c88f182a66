#include "harness.h"

#include "diff/unified.h"

static const sx_unified_options usual = {.context_lines = SX_UNIFIED_CONTEXT_LINES,
                                         .function_context = true,
                                         .before_path = {"x", 1},
                                         .after_path = {"x", 1}};

static void check(sx_str before, sx_str after, const sx_unified_options *options,
                  const char *expected) {
  sx_diff diff;
  sx_buf *out = sx_test_buf();
  SX_EXPECT_OK(sx_diff_lines(&diff, before, after, NULL, sx_test_arena(), sx_test_err()));
  SX_EXPECT_OK(sx_unified_render(out, &diff, options));
  SX_EXPECT_STR(sx_buf_str(out), sx_str_from(expected));
}

#define CHECK(before, after, options, expected)                                                    \
  check(SX_STR(before), SX_STR(after), (options), (expected))

SX_TEST(what_is_equal_says_nothing) {
  CHECK("a\n", "a\n", &usual, "");
}

SX_TEST(hunks_have_context_and_touch) {
  CHECK("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n", &usual,
        "--- a/x\n+++ b/x\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n");
  CHECK("a\n1\n2\n3\n4\n5\n6\nb\n", "A\n1\n2\n3\n4\n5\n6\nB\n", &usual,
        "--- a/x\n+++ b/x\n@@ -1,8 +1,8 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n");
  CHECK("a\n1\n2\n3\n4\n5\n6\n7\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\nB\n", &usual,
        "--- a/x\n+++ b/x\n@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n@@ -6,4 +6,4 @@ a\n 5\n 6\n "
        "7\n-b\n+B\n");
}

SX_TEST(contexts_of_other_sizes) {
  sx_unified_options options = usual;
  options.context_lines = 0;
  CHECK("a\nb\nc\n", "a\nc\nd\n", &options,
        "--- a/x\n+++ b/x\n@@ -2 +1,0 @@ a\n-b\n@@ -3,0 +3 @@ c\n+d\n");
  options.context_lines = UINT32_MAX;
  CHECK("a\nb\n", "a\nc\n", &options, "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n");
}

SX_TEST(a_last_line_without_its_end) {
  CHECK("a", "b\n", &usual,
        "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n");
  CHECK("a\nz", "b\nz", &usual,
        "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+b\n z\n\\ No newline at end of file\n");
}

SX_TEST(files_that_come_and_go) {
  sx_unified_options options = usual;
  options.before_path = SX_STR("");
  CHECK("", "a\n", &options,
        "diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n");
  CHECK("", "", &options, "diff --git a/x b/x\nnew file mode 100644\n");
  options.before_path = usual.after_path;
  options.after_path = SX_STR("");
  options.is_executable = true;
  CHECK(
      "a\n", "", &options,
      "diff --git a/x b/x\ndeleted file mode 100755\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n");
  options.after_path = SX_STR("d/y");
  CHECK("a\n", "a\n", &options, "diff --git a/x b/d/y\nrename from x\nrename to d/y\n");
  CHECK("a\n", "b\n", &options,
        "diff --git a/x b/d/y\nrename from x\nrename to d/y\n--- a/x\n+++ b/d/y\n"
        "@@ -1 +1 @@\n-a\n+b\n");
}

SX_TEST(patches_that_follow_one_another) {
  sx_unified_options options = usual;
  options.git_header = true;
  CHECK("a\n", "a\n", &options, "");
  CHECK("a\n", "", &options, "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +0,0 @@\n-a\n");
}

SX_TEST(paths_are_quoted_as_git_does) {
  sx_unified_options options = usual;
  options.before_path = options.after_path = SX_STR("a b");
  CHECK("a\n", "", &options, "--- a/a b\t\n+++ b/a b\t\n@@ -1 +0,0 @@\n-a\n");
  options.after_path = SX_STR("c\"d e");
  CHECK("", "", &options,
        "diff --git \"a/a b\" \"b/c\\\"d e\"\nrename from \"a b\"\nrename to \"c\\\"d e\"\n");
  options.before_path = options.after_path = SX_STR("\x01\t\"\\\x7F\xC3\xA9 b");
  CHECK("a\n", "", &options,
        "--- \"a/\\001\\t\\\"\\\\\\177\xC3\xA9 b\"\n+++ \"b/\\001\\t\\\"\\\\\\177\xC3\xA9 b\"\n"
        "@@ -1 +0,0 @@\n-a\n");
}

static bool begins_with_section(sx_str line, void *arg) {
  return sx_str_has_prefix(line, *(const sx_str *)arg);
}

SX_TEST(headings) {
  CHECK("f() {\n 1\n 2\n 3\n 4\n 5\n}\n", "f() {\n 1\n 2\n 3\n 4\n x\n}\n", &usual,
        "--- a/x\n+++ b/x\n@@ -3,5 +3,5 @@ f() {\n  2\n  3\n  4\n- 5\n+ x\n }\n");
  /* The hunk's own first line is not one, and none is looked for twice. */
  CHECK("f\n1\n2\n3\n4\n5\n6\n7\n8\n9\n", "f\n1\n2\n3\nx\n5\n6\n7\n8\n9\n", &usual,
        "--- a/x\n+++ b/x\n@@ -2,7 +2,7 @@ f\n 1\n 2\n 3\n-4\n+x\n 5\n 6\n 7\n");
  sx_str section = SX_STR("5");
  sx_unified_options options = usual;
  options.is_heading = begins_with_section;
  options.heading_arg = &section;
  options.context_lines = 1;
  CHECK("5 \xFF \r\n1\n2\n", "5 \xFF \r\n1\n3\n", &options,
        "--- a/x\n+++ b/x\n@@ -2,2 +2,2 @@ 5 \xFF\n 1\n-2\n+3\n");
}

SX_TEST(a_long_heading_is_cut_at_a_character) {
  enum { HEADING_BYTES = 200 };
  sx_buf *text = sx_test_buf(), *expected = sx_test_buf();
  sx_buf_add_repeat(text, 'f', 79);
  for (int i = 0; i < HEADING_BYTES; i++) sx_buf_add_text(text, "\xC3\xA9");
  sx_buf_add_text(text, "\n 1\n");
  sx_buf *changed = sx_test_buf();
  sx_buf_add(changed, sx_buf_str(text));
  sx_buf_add_text(changed, " 2\n");
  sx_buf_add_text(expected, "--- a/x\n+++ b/x\n@@ -2,0 +3 @@ ");
  sx_buf_add_repeat(expected, 'f', 79);
  sx_buf_add_text(expected, "\n+ 2\n");
  SX_EXPECT_OK(text->status ? text->status : changed->status);
  SX_EXPECT_OK(expected->status);
  sx_unified_options options = usual;
  options.context_lines = 0;
  check(sx_buf_str(text), sx_buf_str(changed), &options, expected->ptr);
}

SX_TEST(a_patch_of_no_file_is_an_error) {
  sx_diff diff;
  sx_unified_options options = {.context_lines = 3};
  SX_EXPECT_OK(
      sx_diff_lines(&diff, SX_STR("a"), SX_STR("b"), NULL, sx_test_arena(), sx_test_err()));
  SX_EXPECT_STATUS(sx_unified_render(sx_test_buf(), &diff, &options), SX_INVALID_ARGUMENT);
}

SX_TEST(a_full_buffer_is_an_error) {
  sx_diff diff;
  sx_buf out;
  SX_EXPECT_OK(
      sx_diff_lines(&diff, SX_STR("a"), SX_STR("b"), NULL, sx_test_arena(), sx_test_err()));
  sx_buf_init(&out, 20);
  sx_status status = sx_unified_render(&out, &diff, &usual);
  sx_buf_release(&out);
  SX_EXPECT_STATUS(status, SX_TOO_BIG);
}

SX_SUITE(diff_unified_test, SX_CASE(what_is_equal_says_nothing),
         SX_CASE(hunks_have_context_and_touch), SX_CASE(contexts_of_other_sizes),
         SX_CASE(a_last_line_without_its_end), SX_CASE(files_that_come_and_go),
         SX_CASE(patches_that_follow_one_another), SX_CASE(paths_are_quoted_as_git_does),
         SX_CASE(headings), SX_CASE(a_long_heading_is_cut_at_a_character),
         SX_CASE(a_patch_of_no_file_is_an_error), SX_CASE(a_full_buffer_is_an_error));
