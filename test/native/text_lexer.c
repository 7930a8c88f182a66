#include "harness.h"

#include "text/lexer.h"
#include "text_oracle.h"

static const sx_language *language_of(const char *id) {
  return sx_language_find(sx_str_from(id), SX_STR(""));
}

/** Lexes a long text of one piece, then of another; the length makes what is quadratic hang. */
static void lex_repeated_both(const char *id, const char *first, const char *then) {
  enum { BYTES = 1 << 21 };
  size_t first_len = strlen(first), len = first_len + strlen(then);
  size_t count = (sx_test_is_failing_allocations() ? 4096 : BYTES) / len;
  char *text = sx_test_memory(len * count);
  for (size_t i = 0; i < count; i++) {
    memcpy(text + i * first_len, first, first_len);
    memcpy(text + count * first_len + i * (len - first_len), then, len - first_len);
  }
  const char *wrong = oracle_check_spans(sx_str_make(text, len * count), language_of(id));
  if (wrong) SX_FAIL("%s, many times %s, then %s: %s", id, first, then, wrong);
}

static void lex_repeated(const char *id, const char *piece) {
  lex_repeated_both(id, piece, "");
}

SX_TEST(hostile_texts_take_linear_time) {
  static const char *const cases[][2] = {{"javascript", "'\\"},
                                         {"javascript", "'\\'"},
                                         {"javascript", "/\\/"},
                                         {"javascript", "/["},
                                         {"javascript", "`${"},
                                         {"javascript", "`${`"},
                                         {"javascript", "const ("},
                                         {"javascript", "const a={\n"},
                                         {"javascript", "import\n"},
                                         {"javascript", "export {"},
                                         {"javascript", "/*"},
                                         {"javascript", "{"},
                                         {"python", "f'{"},
                                         {"python", "import ("},
                                         {"python", "\"\"\""},
                                         {"python", "from a "},
                                         {"swift", "#"},
                                         {"swift", "#\""},
                                         {"rust", "/*"},
                                         {"rust", "r#"},
                                         {"rust", "use a::{"},
                                         {"cpp", "R\"("},
                                         {"cpp", "R\"a"},
                                         {"c", "#"},
                                         {"c", "//\\\n"},
                                         {"lua", "[="},
                                         {"lua", "--[["},
                                         {"csharp", "using (a"},
                                         {"ruby", "\n=begin"},
                                         {"shellscript", "\"$("},
                                         {"kotlin", "\"$a"},
                                         {"haskell", "{-"},
                                         {"shellscript", "<<A\n"},
                                         {"shellscript", "<<A "},
                                         {"shellscript", "<<A\nA\n"},
                                         {"shellscript", "\\"},
                                         {"perl", "q{"},
                                         {"perl", " s{}{"},
                                         {"perl", " m/"},
                                         {"perl", "= / x\n"},
                                         {"perl", "<<\"A\""},
                                         {"ruby", "%w["},
                                         {"ruby", "<<~A\n"},
                                         {"ruby", "?"},
                                         {"php", "<?php ?>"},
                                         {"php", "<?"},
                                         {"php", "<?php <<<A\n"},
                                         {"typescript", "<p>`"},
                                         {"typescript", "if("},
                                         {"elisp", "?\""},
                                         {"elixir", "~r/"},
                                         {"elixir", "~S\"\"\""},
                                         {"elixir", "~aa"},
                                         {"elixir", "?\""},
                                         {"zig", "\\\\\n"},
                                         {"unknown", "\"'"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases && !sx_test_is_over(); i++)
    lex_repeated(cases[i][0], cases[i][1]);
  lex_repeated_both("perl", "s{", "}(");
  lex_repeated_both("perl", "y<", ">[");
  lex_repeated_both("ruby", "%(", ")");
}

SX_TEST(spans_tile_random_texts) {
  static const char *const pieces[] = {"a",        "User",
                                       "'",        "\"",
                                       "`",        "${",
                                       "}",        "{",
                                       "(",        ")",
                                       "/*",       "*/",
                                       "//",       "#",
                                       "\n",       "\r\n",
                                       "\\",       "[[",
                                       "]]",       "import ",
                                       "from ",    "use ",
                                       ";",        "\"\"\"",
                                       "'''",      "f",
                                       "r",        "R",
                                       "=",        "--",
                                       "$",        "@",
                                       "<!--",     "-->",
                                       " ",        "\xC3\xA9",
                                       "\x80",     "\xF0\x9F\x98\x80",
                                       "require(", "=begin",
                                       "\n=end",   "#{",
                                       "[=",       "\\(",
                                       "<<A",      "\nA\n",
                                       "<<<A",     "<?php",
                                       "?>",       "%w[",
                                       "s/",       "q{",
                                       "__END__",  "?",
                                       "~r/",      "~S\"\"\"",
                                       "\\\\"};
  size_t count, rounds = sx_test_is_failing_allocations() ? 1 : 60;
  const sx_language *rows = sx_language_list(&count);
  for (size_t round = 0; round < rounds * count; round++) {
    char text[1600];
    size_t len = 0, parts = sx_test_below(120);
    for (size_t i = 0; i < parts; i++) {
      sx_str piece = sx_str_from(pieces[sx_test_below(sizeof pieces / sizeof *pieces)]);
      memcpy(text + len, piece.ptr, piece.len);
      len += piece.len;
    }
    const char *wrong = oracle_check_spans(sx_str_make(text, len), &rows[round % count]);
    if (wrong) SX_FAIL("round %zu: %s", round, wrong);
  }
}

SX_TEST(names_of_uses) {
  SX_EXPECT_TEXT(sx_str_from(sx_use_name(SX_USE_CODE)), "code");
  SX_EXPECT_TEXT(sx_str_from(sx_use_name(SX_USE_COMMENT)), "comment");
}

SX_SUITE(text_lexer, SX_LONG_CASE(hostile_texts_take_linear_time), SX_CASE(spans_tile_random_texts),
         SX_CASE(names_of_uses));
