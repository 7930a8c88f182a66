#include "harness.h"

#include "markdown/comment.h"

/* Documentation comments as Markdown, tags and all. */

static void check(const char *comment, const char *expected) {
  sx_arena *arena = sx_test_arena();
  sx_str actual = sx_comment_to_markdown(sx_str_from(comment), arena);
  SX_EXPECT_OK(arena->status);
  if (!arena->status && !sx_str_is_equal(actual, sx_str_from(expected)))
    SX_FAIL("%s\n--- actual\n%.*s\n--- expected\n%s", comment, SX_STR_ARG(actual), expected);
}

SX_TEST(words_stay) {
  check("", "");
  check("Two lines\nof words.", "Two lines\nof words.");
  check("a@b.c is no tag", "a@b.c is no tag");
}

SX_TEST(links_are_their_text) {
  check("Like {@link from}, {@link a.b|the other} or {@link c one more}.",
        "Like from, the other or one more.");
  check("{@code x} and {@linkcode y}", "`x` and `y`");
  check("{@inheritDoc} rest", " rest" + 1);
  check("{@link open", "{@link open");
  check("x {@link } y", "x  y");
}

SX_TEST(tags_are_paragraphs) {
  check("Adds.\n@param a the first\n  of two\n@param {number} b - the second\n@return the sum",
        "Adds.\n\n*@param* `a` \xE2\x80\x94 the first\n  of two\n\n*@param* `b` \xE2\x80\x94 the "
        "second\n\n*@return* \xE2\x80\x94 the sum");
  check("@deprecated", "*@deprecated*");
  check("@param", "*@param*");
}

SX_TEST(parameters_with_a_colon) {
  check("page_add - adds\n@page: the page\n  to add\n@n:\nReturn: how many",
        "page_add - adds\n\n*@param* `page` \xE2\x80\x94 the page\n  to add\n\n*@param* "
        "`n`\nReturn: how many");
  check("@return: the sum", "*@return* \xE2\x80\x94 the sum");
}

SX_TEST(names_to_see_are_one_line) {
  check("Maps.\n@see {@link a}\n@see {@link b}\n\n@return it",
        "Maps.\n\n*@see* \xE2\x80\x94 a, b\n\n\n*@return* \xE2\x80\x94 it");
}

SX_TEST(fences_stay) {
  check("```ts\n@decorator()\nclass {@link A} {}\n```\n@see x",
        "```ts\n@decorator()\nclass {@link A} {}\n```\n\n*@see* \xE2\x80\x94 x");
}

SX_TEST(says_what_is_deprecated) {
  SX_EXPECT(sx_comment_is_deprecated(SX_STR("*@deprecated* - use b")));
  SX_EXPECT(sx_comment_is_deprecated(SX_STR(".. deprecated:: 3.2")));
  SX_EXPECT(!sx_comment_is_deprecated(SX_STR("Not at all.")));
}

SX_SUITE(markdown_comment_test, SX_CASE(words_stay), SX_CASE(links_are_their_text),
         SX_CASE(tags_are_paragraphs), SX_CASE(parameters_with_a_colon),
         SX_CASE(names_to_see_are_one_line), SX_CASE(fences_stay),
         SX_CASE(says_what_is_deprecated));
