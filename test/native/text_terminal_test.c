#include "harness.h"
#include "text/terminal.h"
#include "text/width.h"

/*
 * Cases of test/corpus/terminal. The input has \e \r \n \b \t \a \\ and \xNN; its own line ends do
 * not count. In what is expected a line end is |, so that one can see blanks before it.
 * Those of recorded.txt are of real programs, with the text that xterm.js showed.
 */

static unsigned hex(char c) {
  return c <= '9' ? (unsigned)(c - '0') : (unsigned)(c - 'A' + 10);
}

static void unescape(sx_str text, sx_buf *out) {
  static const char letters[] = "ernbta\\", bytes[] = "\033\r\n\b\t\a\\";
  for (size_t i = 0; i < text.len; i++) {
    char c = text.ptr[i];
    if (c == '\n') continue;
    if (c == '\\' && sx_str_at(text, i + 1) == 'x') {
      c = (char)(hex(sx_str_at(text, i + 2)) << 4 | hex(sx_str_at(text, i + 3)));
      i += 3;
    } else if (c == '\\')
      c = bytes[strchr(letters, text.ptr[++i]) - letters];
    sx_buf_add_char(out, c);
  }
}

static void add_rows(void *arg, sx_str text) {
  sx_buf_add(arg, text);
}

/** Feeds the text in pieces of `piece` bytes, or of random size where that is 0. */
static sx_status resolve_pieces(sx_buf *out, sx_str text, size_t piece) {
  sx_terminal terminal;
  sx_status status = sx_terminal_init(&terminal, add_rows, out);
  for (size_t i = 0; i < text.len && !status;) {
    size_t len = piece ? piece : 1 + sx_test_below(sx_test_below(8) ? 40 : 100000);
    status = sx_terminal_feed(&terminal, sx_str_slice(text, i, i + len));
    i += len;
  }
  if (!status) status = sx_terminal_end(&terminal);
  sx_terminal_release(&terminal);
  return status ? status : out->status;
}

static sx_status run_case(sx_str title, sx_str input, sx_buf *actual) {
  (void)title;
  static sx_buf bytes, whole, cut;
  sx_status status = SX_OK;
  sx_buf_init(&bytes, 1u << 20);
  sx_buf_init(&whole, 1u << 20);
  sx_buf_init(&cut, 1u << 20);
  unescape(input, &bytes);
  status = bytes.status ? bytes.status : sx_terminal_resolve(&whole, sx_buf_str(&bytes));
  for (size_t piece = 1; piece < 8 && !status; piece++) {
    sx_buf_clear(&cut);
    status = resolve_pieces(&cut, sx_buf_str(&bytes), piece);
    if (!status) sx_test_str(__FILE__, __LINE__, sx_buf_str(&cut), sx_buf_str(&whole), "pieces");
  }
  for (size_t i = 0; i < whole.len; i++) {
    if (whole.ptr[i] == '\n') sx_buf_add_char(actual, '|');
    sx_buf_add_char(actual, whole.ptr[i]);
  }
  if (whole.len && whole.ptr[whole.len - 1] != '\n') sx_buf_add_char(actual, '\n');
  sx_buf_release(&bytes);
  sx_buf_release(&whole);
  sx_buf_release(&cut);
  return status ? status : actual->status;
}

SX_TEST(resolves_the_corpus) {
  sx_test_corpus("terminal", run_case);
}

static void add_random(sx_buf *text) {
  static const char *const tokens[] = {
      "word ",    "\n",          "\r",          "\b",       "\t",          "\r\n",
      "日本",     "e\xCC\x81",   "\x1B[A",      "\x1B[3A",  "\x1B[B",      "\x1B[K",
      "\x1B[1K",  "\x1B[2K",     "\x1B[J",      "\x1B[2J",  "\x1B[H",      "\x1B[5;9H",
      "\x1B[L",   "\x1B[M",      "\x1B[@",      "\x1B[P",   "\x1B[4X",     "\x1B\x37",
      "\x1B\x38", "\x1B[31m",    "\x1B[S",      "\x1B[T",   "\x1BM",       "\x1B[60H",
      "\x1B[5b",  "\x1B(0",      "\x1B(B",      "\xFF",     "\x1B]0;t\a",  "\x1B[80C",
      "\x1B[9D",  "\x1B[?1049h", "\x1B[?1049l", "\xE2\x82", "\xC2\x9B\x41"};
  switch (sx_test_below(24)) {
  case 0: /* many rows */
    for (size_t i = sx_test_below(200); i; i--) sx_buf_addf(text, "row %zu\n", i);
    break;
  case 1: sx_buf_add_repeat(text, '\n', sx_test_below(70)); break;
  case 2: sx_buf_add_text(text, "a plain line\nand a second one\nand\n"); break;
  default: sx_buf_add_text(text, tokens[sx_test_below(sizeof tokens / sizeof *tokens)]);
  }
}

/** The text is the same however it is cut. */
static void check_cuts(sx_str text, sx_buf *whole, sx_buf *cut) {
  sx_buf_clear(whole);
  sx_buf_clear(cut);
  SX_EXPECT_OK(sx_terminal_resolve(whole, text));
  SX_EXPECT_OK(resolve_pieces(cut, text, 0));
  SX_EXPECT_STR(sx_buf_str(cut), sx_buf_str(whole));
}

SX_TEST(cuts_make_no_difference) {
  sx_buf *text = sx_test_buf(), *whole = sx_test_buf(), *cut = sx_test_buf();
  size_t rounds = sx_test_is_failing_allocations() ? 1 : 1500;
  for (size_t i = 0; i < rounds && !sx_test_is_over(); i++) {
    sx_buf_clear(text);
    for (size_t k = sx_test_below(80); k; k--) add_random(text);
    SX_EXPECT_OK(text->status);
    check_cuts(sx_buf_str(text), whole, cut);
  }
}

/** Lines and screens past their bounds, with and without changes afterwards. */
SX_TEST(cuts_make_no_difference_to_long_lines) {
  sx_buf *text = sx_test_buf(), *whole = sx_test_buf(), *cut = sx_test_buf();
  size_t rounds = sx_test_is_failing_allocations() ? 1 : 12;
  for (size_t i = 0; i < rounds && !sx_test_is_over(); i++) {
    sx_buf_clear(text);
    for (size_t k = 1 + sx_test_below(30); k; k--) {
      size_t most = sx_test_below(3) ? 5000 : 150000;
      for (size_t n = sx_test_below(most) / 3; n; n--) sx_buf_add_text(text, n % 7 ? "abc" : "é ");
      for (size_t n = sx_test_below(6); n; n--) add_random(text);
      sx_buf_add_repeat(text, '\n', sx_test_below(2));
    }
    SX_EXPECT_OK(text->status);
    check_cuts(sx_buf_str(text), whole, cut);
  }
}

SX_TEST(long_plain_text_stays_whole) {
  sx_buf *text = sx_test_buf(), *cut = sx_test_buf();
  size_t lines = sx_test_is_failing_allocations() ? 3 : 300;
  for (size_t i = 0; i < lines; i++) {
    for (size_t n = sx_test_below(i % 50 ? 200 : 200000); n; n--) sx_buf_add_text(text, "x€");
    sx_buf_add_char(text, '\n');
  }
  SX_EXPECT_OK(text->status);
  SX_EXPECT_OK(resolve_pieces(cut, sx_buf_str(text), 65536));
  SX_EXPECT_STR(sx_buf_str(cut), sx_buf_str(text));
}

static void release(void *terminal) {
  sx_terminal_release(terminal);
}

static size_t given;

static void count_rows(void *arg, sx_str text) {
  (void)arg;
  given += text.len;
}

SX_TEST(hands_rows_over_when_they_are_final) {
  static sx_terminal terminal;
  given = 0;
  sx_test_defer(release, &terminal);
  SX_EXPECT_OK(sx_terminal_init(&terminal, count_rows, NULL));
  for (size_t i = 0; i + 1 < SX_TERMINAL_ROWS; i++)
    SX_EXPECT_OK(sx_terminal_feed(&terminal, SX_STR("a\n")));
  SX_EXPECT_SIZE(given, 0);
  SX_EXPECT_OK(sx_terminal_feed(&terminal, SX_STR("b\n\x1B[Ac")));
  SX_EXPECT_SIZE(given, 2);
  SX_EXPECT_OK(sx_terminal_end(&terminal));
  SX_EXPECT_SIZE(given, 2 + (SX_TERMINAL_ROWS - 2) * 2 + 1);
}

/** Rows that were overwritten take more memory than their text: they are final sooner. */
SX_TEST(keeps_its_bounds) {
  sx_buf *text = sx_test_buf(), *out = sx_test_buf();
  size_t rows = sx_test_is_failing_allocations() ? 2 : 40, before = sx_test_allocations();
  for (size_t i = 0; i < rows; i++) {
    sx_buf_add_repeat(text, 'x', 60000);
    sx_buf_add_text(text, "\ry\n");
  }
  sx_buf_add_text(text, "\x1B[99A.");
  SX_EXPECT_OK(text->status);
  SX_EXPECT_OK(sx_terminal_resolve(out, sx_buf_str(text)));
  SX_EXPECT(sx_test_allocations() > before);
  SX_EXPECT_SIZE(out->len, rows * 60001 - 1);
  /* The first row that could still be changed is among the last two. */
  size_t changed = sx_str_find_char(sx_buf_str(out), '.', 0);
  SX_EXPECT(changed != SX_STR_NONE && changed >= (rows > 3 ? rows - 3 : 0) * 60001);
}

SX_TEST(ends_as_it_began) {
  static sx_terminal terminal;
  sx_buf *out = sx_test_buf();
  sx_test_defer(release, &terminal);
  SX_EXPECT_OK(sx_terminal_init(&terminal, add_rows, out));
  SX_EXPECT_OK(sx_terminal_feed(&terminal, SX_STR("\x1B(0\x1B[?1049hab\x1B[")));
  SX_EXPECT_OK(sx_terminal_end(&terminal));
  SX_EXPECT_OK(sx_terminal_feed(&terminal, SX_STR("1mq\n")));
  SX_EXPECT_OK(sx_terminal_end(&terminal));
  SX_EXPECT_OK(out->status);
  SX_EXPECT_TEXT(sx_buf_str(out), "▒␉1mq\n");
}

SX_TEST(characters_have_widths) {
  SX_EXPECT_SIZE(sx_width_of('a'), 1);
  SX_EXPECT_SIZE(sx_width_of(0xE9), 1);
  SX_EXPECT_SIZE(sx_width_of(0x301), 0);
  SX_EXPECT_SIZE(sx_width_of(0x200D), 0);
  SX_EXPECT_SIZE(sx_width_of(0x2502), 1);
  SX_EXPECT_SIZE(sx_width_of(0x65E5), 2);
  SX_EXPECT_SIZE(sx_width_of(0xFF01), 2);
  SX_EXPECT_SIZE(sx_width_of(0x1F44D), 2);
  SX_EXPECT_SIZE(sx_width_of(0x20BB7), 2);
  SX_EXPECT_SIZE(sx_width_of(0x10FFFF), 1);
}

SX_SUITE(text_terminal_test, SX_CASE(resolves_the_corpus), SX_CASE(cuts_make_no_difference),
         SX_CASE(cuts_make_no_difference_to_long_lines), SX_CASE(long_plain_text_stays_whole),
         SX_CASE(hands_rows_over_when_they_are_final), SX_CASE(keeps_its_bounds),
         SX_CASE(ends_as_it_began), SX_CASE(characters_have_widths));
