#include "harness.h"

#include "text/declaration.h"
#include "text/doc_comment.h"

/* Corpus cases: the first line is LANGUAGE NAME. */
static sx_status run_declaration(sx_str title, sx_str input, sx_buf *actual) {
  sx_str head;
  sx_declaration found;
  (void)title;
  sx_str_next_line(&input, &head);
  size_t space = sx_str_find_char(head, ' ', 0);
  const sx_language *language = sx_language_find(sx_str_slice(head, 0, space), SX_STR(""));
  sx_status status = sx_declaration_find(&found, input, sx_str_slice(head, space + 1, head.len),
                                         language, sx_test_arena(), sx_test_err());
  if (status) return status;
  if (!found.score) {
    sx_buf_add_text(actual, "none\n");
    return SX_OK;
  }
  sx_buf_addf(actual, "%u:%u %s %d\n", found.point.row + 1, found.col_u16 + 1, found.kind,
              found.score);
  sx_buf_addf(actual, "%.*s\n", SX_STR_ARG(found.signature));
  if (found.comment.len) sx_buf_addf(actual, "\"%.*s\"\n", SX_STR_ARG(found.comment));
  return SX_OK;
}

SX_TEST(corpus) {
  sx_test_corpus("occurrences/declarations", run_declaration);
}

static void expect_stripped(const char *id, sx_str comment, const char *expected) {
  sx_arena *arena = sx_test_arena();
  sx_str actual =
      sx_doc_comment_strip(comment, sx_language_find(sx_str_from(id), SX_STR("")), arena);
  SX_EXPECT_OK(arena->status);
  SX_EXPECT_STR(actual, sx_str_from(expected));
}

SX_TEST(comment_marks_are_taken_off) {
  expect_stripped("c", SX_STR("/** One. */"), "One.");
  expect_stripped("c", SX_STR("/**\n * One.\n *\n *   Two.\n */"), "One.\n\n  Two.");
  expect_stripped("c", SX_STR("/* One.\n   Two. */"), "One.\nTwo.");
  expect_stripped("c", SX_STR("/**/"), "");
  expect_stripped("c", SX_STR("/*"), "");
  expect_stripped("c", SX_STR("///< One\n///  two"), "One\n two");
  expect_stripped("c", SX_STR("/*******\n * One *\n *******/"), "One *");
  expect_stripped("python", SX_STR("# One\r\n#\r\n#   two"), "One\n\n  two");
  expect_stripped("haskell", SX_STR("-- | One\n-- two"), "One\ntwo");
  expect_stripped("haskell", SX_STR("{- | One -}"), "One");
  expect_stripped("lua", SX_STR("--- One\n-- ======\n-- two"), "One\n\ntwo");
  expect_stripped("html", SX_STR("<!-- One -->"), "One");
  expect_stripped("c", SX_STR("/*\n** One\n**\n** two\n*/"), "One\n\ntwo");
  expect_stripped("c", SX_STR("/*\n**One** is bold\n*/"), "**One** is bold");
  expect_stripped("c", SX_STR(""), "");
}

/* The comment of the last `name` in the text. */
static void expect_comment(const char *id, const char *text, const char *expected) {
  sx_arena *arena = sx_test_arena();
  sx_str all = sx_str_from(text);
  size_t at = 0, next;
  while ((next = sx_str_find(all, SX_STR("name"), at + 1)) != SX_STR_NONE) at = next;
  sx_str actual =
      sx_doc_comment_find(all, at, sx_language_find(sx_str_from(id), SX_STR("")), arena);
  if (!arena->status && !sx_str_is_equal(actual, sx_str_from(expected)))
    SX_FAIL("%s\n  actual   %.*s\n  expected %s", text, SX_STR_ARG(actual), expected);
}

SX_TEST(comments_behind_are_of_the_whole) {
  expect_comment("c", "int name; /* one */", "one");
  expect_comment("c", "#define name(x) (x) /* one */", "one");
  expect_comment("c", "int name(int a /* not this */);", "");
  expect_comment("c", "int name(void) { /* not this */", "");
  expect_comment("c", "static int name[] = { /* not this */", "");
}

SX_TEST(directives_are_no_comments) {
  expect_comment("typescript", "// eslint-disable-next-line no-eval\nfunction name() {}", "");
  expect_comment("typescript", "// Runs it.\n// @ts-ignore\nfunction name() {}", "Runs it.");
  expect_comment("c", "/* clang-format off */\nint name(void);", "");
}

SX_TEST(comments_above_attributes_over_lines_are_found) {
  expect_comment("rust",
                 "/// One.\n/// two\n#[derive(\n    Debug, // why\n    Clone,\n)]\nstruct name;",
                 "One.\ntwo");
  expect_comment("java",
                 "/** One. */\n@A(\n  b = \"(\",\n  c = {1}\n)\n@D // not this\nvoid name() {}",
                 "One.");
  expect_comment("typescript", "/** One. */\n@A({\n  b: '{',\n})\nexport class name {}", "One.");
  expect_comment("csharp", "/// One.\n[A(\n  1)]\nvoid name() {}", "One.");
  expect_comment("cpp", "// One.\ntemplate <\n  class T>\nvoid name() {}", "One.");
  expect_comment("java", "/** One. */\n\n@A(\n  1)\nvoid name() {}", "");
  expect_comment("java", "/** One. */\nint a;\n@A(\n  1)\nvoid name() {}", "");
}

SX_TEST(parts_of_a_rust_comment_are_one) {
  expect_comment(
      "rust",
      "/// One\n///\n#[cfg_attr(a, doc = \"```ignore\")]\n#[cfg_attr(\n  not(a),\n  "
      "doc = \"a \\\"b\\\"\"\n)]\n/// two\n// why\n#[c]\n/// three\n#[d]\npub fn name() {}",
      "One\n\n```ignore\na \"b\"\ntwo\nthree");
  expect_comment("rust", "/** One */\n#[a]\n/// two\nfn name() {}", "One\ntwo");
  expect_comment("rust", "/// One\n#[a(doc(b), c = \"doc = 1\")]\nfn name() {}", "One");
  expect_comment("rust", "/// Other\nfn f() {}\n#[doc = \"a\"]\n/// two\nfn name() {}", "two");
}

/** Any text and any place: no crash, no reading past the ends. */
SX_TEST(random_texts_are_survived) {
  static const char *const pieces[] = {"name",   " ",         "\n",       "\r\n",
                                       "(",      ")",         "{",        "}",
                                       "=",      ":",         "::",       ";",
                                       "class ", "def ",      "#define ", "*",
                                       "//",     "/*",        "*/",       "\"",
                                       "'",      "@x\n",      "<",        ">",
                                       ".",      ",",         "-",        "\"\"\"",
                                       "\t",     "function ", "# ",       "[",
                                       "]",      "=>",        "--",       "\0",
                                       "\x80",   "&*",        "!",        "\\",
                                       "?",      "const ",    "struct ",  "create table "};
  size_t count, rounds = sx_test_is_failing_allocations() ? 1 : 40;
  const sx_language *rows = sx_language_list(&count);
  for (size_t round = 0; round < rounds * count; round++) {
    size_t parts = sx_test_below(60), len = 0;
    /* Exactly as long as the text, so that reading past it is seen. */
    char scratch[1200], *text;
    for (size_t i = 0; i < parts; i++) {
      sx_str piece = sx_str_from(pieces[sx_test_below(sizeof pieces / sizeof *pieces)]);
      if (!piece.len) piece = SX_STR("\0");
      memcpy(scratch + len, piece.ptr, piece.len);
      len += piece.len;
    }
    text = sx_arena_alloc(sx_test_arena(), len);
    SX_EXPECT_ALLOC(text);
    memcpy(text, scratch, len);
    sx_declaration found;
    SX_EXPECT_OK(sx_declaration_find(&found, (sx_str){text, len}, SX_STR("name"),
                                     &rows[round % count], sx_test_arena(), sx_test_err()));
    SX_EXPECT(!found.score || (found.score > 0 && found.offset + 4 <= len));
  }
}

SX_SUITE(text_declaration, SX_CASE(corpus), SX_CASE(comment_marks_are_taken_off),
         SX_CASE(comments_behind_are_of_the_whole), SX_CASE(directives_are_no_comments),
         SX_CASE(comments_above_attributes_over_lines_are_found),
         SX_CASE(parts_of_a_rust_comment_are_one), SX_CASE(random_texts_are_survived));
