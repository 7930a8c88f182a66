#include "harness.h"

#include "base/utf8.h"
#include "markdown/hover.h"
#include "text/tokens.h"

/*
 * Cases of test/corpus/hover. The input is parts of a hover:
 *
 *   @markdown [html] [icons] [escaped]     or @plain, @code LANGUAGE; @max N for the budget
 *   |a line of the part
 *
 * "escaped" turns \n \r \t \0 \s (a blank) \\ and \xNN in the lines into what they stand for. The
 * expected text begins with a line of flags, what the provider says it is of, and the signature,
 * each line after "> ".
 */
#define MAX_PARTS 16

typedef struct corpus_case {
  sx_hover_part parts[MAX_PARTS];
  size_t count;
  size_t max_tokens;
} corpus_case;

static bool has_word(sx_str line, const char *word) {
  return sx_str_find(line, sx_str_from(word), 0) != SX_STR_NONE;
}

static unsigned hex_digit(char c) {
  return c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 32) - 'a' + 10);
}

static void add_escaped(sx_buf *out, sx_str line) {
  for (size_t i = 0; i < line.len; i++) {
    char c = line.ptr[i], next = i + 1 < line.len ? line.ptr[i + 1] : 0;
    if (c != '\\') {
      sx_buf_add_char(out, c);
      continue;
    }
    i++;
    if (next == 'n')
      sx_buf_add_char(out, '\n');
    else if (next == 'r')
      sx_buf_add_char(out, '\r');
    else if (next == 's')
      sx_buf_add_char(out, ' ');
    else if (next == 't')
      sx_buf_add_char(out, '\t');
    else if (next == '0')
      sx_buf_add_char(out, 0);
    else if (next == 'x' && i + 2 < line.len) {
      sx_buf_add_char(out, (char)(hex_digit(line.ptr[i + 1]) << 4 | hex_digit(line.ptr[i + 2])));
      i += 2;
    } else
      sx_buf_add_char(out, '\\');
  }
}

static void read_header(corpus_case *read, sx_str line) {
  if (sx_str_has_prefix(line, SX_STR("@max "))) {
    for (size_t i = 5; i < line.len; i++)
      read->max_tokens = read->max_tokens * 10 + (size_t)(line.ptr[i] - '0');
    return;
  }
  sx_hover_part *part = &read->parts[read->count++];
  *part = (sx_hover_part){.value = SX_STR(""), .language = SX_STR("")};
  if (sx_str_has_prefix(line, SX_STR("@code"))) {
    part->kind = SX_HOVER_CODE;
    part->language = sx_str_trim(sx_str_slice(line, 5, sx_str_find(line, SX_STR(" escaped"), 0)));
  } else if (sx_str_has_prefix(line, SX_STR("@plain"))) {
    part->kind = SX_HOVER_PLAIN;
  }
  part->supports_html = has_word(line, " html");
  part->supports_icons = has_word(line, " icons");
}

static bool read_case(corpus_case *read, sx_str input) {
  sx_str line;
  sx_buf value;
  bool is_escaped = false, is_first = true, is_ok = true;
  *read = (corpus_case){.count = 0};
  sx_buf_init(&value, 1 << 20);
  while (sx_str_next_line(&input, &line)) {
    if (line.len && line.ptr[0] == '@') {
      if (read->count == MAX_PARTS) break;
      read_header(read, line);
      is_escaped = has_word(line, " escaped");
      is_first = true;
      is_ok &= !value.status; /* which clearing forgets */
      sx_buf_clear(&value);
    } else if (line.len && line.ptr[0] == '|' && read->count) {
      if (!is_first) sx_buf_add_char(&value, '\n');
      is_first = false;
      line = sx_str_slice(line, 1, line.len);
      if (is_escaped)
        add_escaped(&value, line);
      else
        sx_buf_add(&value, line);
      char *copy = sx_test_memory(value.len + 1);
      memcpy(copy, value.ptr, value.len);
      read->parts[read->count - 1].value = sx_str_make(copy, value.len);
    }
  }
  is_ok &= !value.status;
  sx_buf_release(&value);
  return is_ok;
}

/** Parts, formatted and formatted again, which must change nothing. */
static sx_status run_case(sx_str title, sx_str input, sx_buf *actual) {
  corpus_case read;
  sx_hover_text text, again;
  (void)title;
  if (!read_case(&read, input)) return SX_NOMEM;
  sx_status status = sx_hover_format(&text, read.parts, read.count, read.max_tokens,
                                     sx_test_arena(), sx_test_err());
  if (status) return status;
  sx_hover_part whole = {.kind = SX_HOVER_MARKDOWN, .value = text.text, .language = SX_STR("")};
  status = sx_hover_format(&again, &whole, 1, read.max_tokens, sx_test_arena(), sx_test_err());
  if (status) return status;
  sx_buf_addf(actual, "%s%s%s%s\n", text.is_ready ? "ready" : "not ready",
              text.is_empty ? " empty" : "", text.is_documented ? " documented" : "",
              text.is_truncated ? " truncated" : "");
  if (text.subject.len)
    sx_buf_addf(actual, "of %.*s '%.*s'\n", SX_STR_ARG(text.subject_kind),
                SX_STR_ARG(text.subject));
  sx_str rest = text.signature, line;
  while (sx_str_next_line(&rest, &line)) sx_buf_addf(actual, "> %.*s\n", SX_STR_ARG(line));
  sx_buf_add(actual, text.text);
  if (text.text.len) sx_buf_add_char(actual, '\n');
  if (!sx_str_is_equal(again.text, text.text))
    sx_buf_addf(actual, "!!! formatted again:\n%.*s\n", SX_STR_ARG(again.text));
  if (read.max_tokens && sx_tokens_count(text.text) > read.max_tokens)
    sx_buf_addf(actual, "!!! %zu tokens\n", sx_tokens_count(text.text));
  if (!sx_utf8_is_valid(text.text.ptr, text.text.len)) sx_buf_add_text(actual, "!!! not UTF-8\n");
  return SX_OK;
}

SX_TEST(formats_the_corpus) {
  sx_test_corpus("hover", run_case);
}

static sx_hover_text format_one(sx_str value, size_t max_tokens, sx_status *status) {
  sx_hover_text text;
  sx_hover_part part = {.kind = SX_HOVER_MARKDOWN, .value = value, .language = SX_STR("")};
  *status = sx_hover_format(&text, &part, 1, max_tokens, sx_test_arena(), sx_test_err());
  return text;
}

SX_TEST(takes_no_parts_as_empty) {
  sx_hover_text text;
  SX_EXPECT_OK(sx_hover_format(&text, NULL, 0, 100, sx_test_arena(), sx_test_err()));
  SX_EXPECT(text.is_empty && !text.is_ready && !text.is_documented && !text.is_truncated);
  SX_EXPECT_TEXT(text.text, "");
  SX_EXPECT_TEXT(text.signature, "");
}

/** One megabyte of a short text again and again: what is quadratic takes minutes. */
static void format_repeated(const char *unit, const char *tail) {
  size_t unit_len = strlen(unit), tail_len = strlen(tail);
  size_t count = (sx_test_is_failing_allocations() ? 2000 : 1 << 20) / unit_len;
  char *memory = sx_test_memory(count * unit_len + tail_len);
  sx_status status;
  for (size_t i = 0; i < count; i++) memcpy(memory + i * unit_len, unit, unit_len);
  memcpy(memory + count * unit_len, tail, tail_len);
  sx_hover_text text = format_one(sx_str_make(memory, count * unit_len + tail_len), 500, &status);
  SX_EXPECT_OK(status);
  SX_EXPECT(sx_tokens_count(text.text) <= 500);
}

SX_TEST(is_linear_on_hostile_input) {
  static const char *const units[][2] = {
      {"[", ""},
      {"![", ""},
      {"[a](", ""},
      {"[a](<", ""},
      {"](", ""},
      {"[](command:", ""},
      {"[a](b \"", ""},
      {"[a](b '](c \"", ""},
      {"<", ""},
      {"<a ", ""},
      {"<a \"", ""},
      {"<a '<b \"", ""},
      {"<!--", ""},
      {"<pre>", ""},
      {"<pre>", "</pre>"},
      {"<pre></pre>", ""},
      {"<table>", ""},
      {"<table>", "</table>"},
      {"<tr><td>", ""},
      {"<code>", ""},
      {"<code>", "</code>"},
      {"<li>", ""},
      {"<ul>", ""},
      {"<b>", ""},
      {"|a<br>a", ""},
      {"a<br>", ""},
      {"<br>", ""},
      {"<p>", ""},
      {"`", ""},
      {"` ", ""},
      {"`` ` ", ""},
      {"`a``b```c", ""},
      {"\\`", ""},
      {"\\`a", ""},
      {"\\", ""},
      {"&", ""},
      {"&amp;", ""},
      {"&#x", ""},
      {"> ", ""},
      {"- ", ""},
      {"- a\n\n", ""},
      {"a\n\n", ""},
      {"---\n", ""},
      {"```\n", ""},
      {"```\na\n", ""},
      {"~~~\n```\n", ""},
      {"    a\n\n", ""},
      {"# a\n", ""},
      {"\n", ""},
      {" ", ""},
      {"\t", ""},
      {"\r", ""},
      {"\xC2\xA0", ""},
      {"\xFF", ""},
      {"$(", ""},
      {"<http:", ""},
      {"a*b_c", ""},
      {"(", ""},
      {"<a href=http://x>", ""},
      {"</", ""},
      {"- \n\n  \n", ""},
      {"> ```\n", ""},
      {"1. ", ""},
      {"<style>", ""},
      {"*@example*\n\n", ""},
      {"a:\n\n", ""},
      {"&nbsp;", ""},
      {"&nbsp;\n\n", ""},
      {"[[a](http://b)", ""},
      {"![a](data:x)", ""},
      {"<script>", "</script>"},
      {"\\]", ""},
  };
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    format_repeated(units[i][0], units[i][1]);
    if (sx_test_is_over()) return;
    /* One after the other, else the arena's ceiling is theirs together. */
    sx_arena_release(sx_test_arena());
  }
}

SX_TEST(never_exceeds_the_budget) {
  static const char *const pieces[] = {"```ts\nfunction add(a: number, b: number): number\n```\n",
                                       "Adds `two` numbers. And more.\n",
                                       "\n",
                                       "*@example*\n",
                                       "- item [a](http://b.c/d) and text\n",
                                       "---\n",
                                       "# Heading\n",
                                       "    code\n",
                                       "\xE4\xB8\xAD\xE6\x96\x87\xE5\xAD\x97\n",
                                       "a_very_long_identifier_without_any_end_to_it ",
                                       "!!!???;;;",
                                       "<b>bold</b> ",
                                       "~~~~~~\ncode ``` inside\n~~~~~~\n",
                                       "0123456789 "};
  size_t rounds = sx_test_is_failing_allocations() ? 3 : 3000;
  char *memory = sx_test_memory(4096);
  for (size_t round = 0; round < rounds; round++) {
    size_t len = 0, count = sx_test_below(24), max = 16 + sx_test_below(200);
    sx_status status;
    for (size_t i = 0; i < count; i++) {
      sx_str piece = sx_str_from(pieces[sx_test_below(sizeof pieces / sizeof *pieces)]);
      memcpy(memory + len, piece.ptr, piece.len);
      len += piece.len;
    }
    sx_hover_text whole = format_one(sx_str_make(memory, len), 0, &status);
    SX_EXPECT_OK(status);
    sx_hover_text text = format_one(sx_str_make(memory, len), max, &status);
    SX_EXPECT_OK(status);
    SX_EXPECT(sx_tokens_count(text.text) <= max);
    SX_EXPECT(text.is_empty == whole.is_empty);
    SX_EXPECT(text.is_truncated || sx_str_is_equal(text.text, whole.text));
    SX_EXPECT(text.is_truncated == (sx_tokens_count(whole.text) > max));
    sx_arena_release(sx_test_arena());
  }
}

SX_TEST(keeps_the_signature_longest) {
  sx_status status;
  sx_str hover =
      SX_STR("```ts\nfunction add(a: number, b: number): number\n```\n\n"
             "Adds two numbers. The sum is exact. It never overflows, whatever they are.\n\n"
             "Second paragraph.\n\n*@example*\n\n```ts\nadd(1, 2)\n```");
  sx_hover_text text = format_one(hover, 45, &status);
  SX_EXPECT_OK(status);
  SX_EXPECT_TEXT(text.text, "```ts\nfunction add(a: number, b: number): number\n```\n\n"
                            "Adds two numbers. The sum is exact. It never overflows, whatever "
                            "they are.\n\nSecond paragraph.");
  text = format_one(hover, 28, &status);
  SX_EXPECT_OK(status);
  SX_EXPECT_TEXT(text.text, "```ts\nfunction add(a: number, b: number): number\n```\n\n"
                            "Adds two numbers. \xE2\x80\xA6");
  text = format_one(hover, 20, &status);
  SX_EXPECT_OK(status);
  SX_EXPECT_TEXT(text.text, "```ts\nfunction add(a: number, b: number): number\n```");
  SX_EXPECT(text.is_truncated && text.is_documented && text.is_ready);
}

SX_TEST(refuses_more_than_the_arena_holds) {
  sx_arena small;
  sx_hover_text text;
  sx_hover_part part = {SX_HOVER_MARKDOWN, SX_STR("Some text & more of it."), SX_STR(""), 0, 0};
  sx_arena_init(&small, 64);
  sx_status status = sx_hover_format(&text, &part, 1, 0, &small, sx_test_err());
  sx_arena_release(&small);
  SX_EXPECT_STATUS(status, SX_TOO_BIG);
}

SX_TEST(counts_tokens) {
  SX_EXPECT_SIZE(sx_tokens_count(SX_STR("")), 0);
  SX_EXPECT_SIZE(sx_tokens_count(SX_STR("a")), 1);
  SX_EXPECT_SIZE(sx_tokens_count(SX_STR("the sum of two numbers")), 6);
  SX_EXPECT_SIZE(sx_tokens_count(SX_STR("\n\n")), 1);
  SX_EXPECT_SIZE(sx_tokens_count(SX_STR("1234567")), 3);
  SX_EXPECT(sx_tokens_count(SX_STR("\xE4\xB8\xAD\xE6\x96\x87")) >= 1);
  SX_EXPECT(sx_tokens_count(SX_STR("\xFF\xFE\x80")) >= 1);
}

SX_TEST(cuts_a_prefix_that_fits) {
  sx_str text = SX_STR("int add(int a, int b); /* \xE2\x86\x92 the sum, 12345 */\n  return\xFF x;");
  for (size_t max = 0; max < 40; max++) {
    size_t len = sx_tokens_prefix(text, max);
    SX_EXPECT(sx_tokens_count(sx_str_slice(text, 0, len)) <= max);
    SX_EXPECT(len == text.len || sx_utf8_floor(text.ptr, text.len, len) == len);
  }
  SX_EXPECT_SIZE(sx_tokens_prefix(text, 0), 0);
  SX_EXPECT_SIZE(sx_tokens_prefix(text, 1000), text.len);
}

SX_SUITE(markdown_test, SX_CASE(formats_the_corpus), SX_CASE(takes_no_parts_as_empty),
         SX_LONG_CASE(is_linear_on_hostile_input), SX_CASE(never_exceeds_the_budget),
         SX_CASE(keeps_the_signature_longest), SX_CASE(refuses_more_than_the_arena_holds),
         SX_CASE(counts_tokens), SX_CASE(cuts_a_prefix_that_fits));
