#include "harness.h"
#include "needed.h"

#include "base/utf8.h"
#include "match/grep.h"

/* Cleared for each of many answers. */
static sx_buf plain, fast;

static void release_bufs(void *unused) {
  (void)unused;
  sx_buf_release(&plain);
  sx_buf_release(&fast);
}

static void begin_bufs(void) {
  sx_test_defer(release_bufs, NULL);
  sx_buf_init(&plain, 1 << 20);
  sx_buf_init(&fast, 1 << 20);
}

/* ---- what strings a pattern needs ---- */

static void write_needed(sx_buf *out, const sx_needed *needed) {
  if (needed->kind == SX_NEEDED_NOTHING) sx_buf_add_char(out, '-');
  if (needed->kind == SX_NEEDED_STRING) sx_buf_add(out, needed->string);
  if (needed->part_count) sx_buf_add_char(out, '(');
  for (size_t i = 0; i < needed->part_count; i++) {
    if (i) sx_buf_add_text(out, needed->kind == SX_NEEDED_ALL ? " & " : " | ");
    write_needed(out, needed->parts[i]);
  }
  if (needed->part_count) sx_buf_add_char(out, ')');
}

static void expect_needed(const char *pattern, sx_regex_literals_options options,
                          const char *expected) {
  sx_regex_literals literals;
  sx_buf *out = &plain;
  sx_buf_clear(out);
  SX_EXPECT_OK(sx_regex_literals_read(&literals, sx_str_from(pattern), &options, sx_test_arena(),
                                      sx_test_err()));
  write_needed(out, literals.needed);
  if (literals.is_exact) sx_buf_add_text(out, " exact");
  if (!literals.is_local) sx_buf_add_text(out, " around");
  SX_EXPECT_OK(out->status);
  SX_EXPECT_STR(sx_buf_str(out), sx_str_from(expected));
}

SX_TEST(reads_what_a_pattern_needs) {
  static const char *const cases[][2] = {
      {"PM_RESUME", "PM_RESUME exact"},
      {"[A-Z]+_RESUME", "_RESUME"},
      {"static.*inline", "(static & inline)"},
      {"\\w{5}\\s+\\w{5}", "-"},
      {"foo|bar", "(foo | bar)"},
      {"a(b|c)d", "(abd | acd)"},
      {"x(foo|.*)y", "((xfoo | x) & (fooy | y))"},
      {"ab?c", "(abc | ac)"},
      {"ab*cd", "(a & cd)"},
      {"(ab)+", "ab"},
      {"(ab){3}", "ababab"},
      {"(ab){2,}c", "(abab & abc)"},
      {"x.{0}y", "xy"},
      {"[ab]cd", "(acd | bcd)"},
      {"\\bfoo\\b", "foo"},
  };
  sx_regex_literals_options options = {0};
  begin_bufs();
  for (size_t i = 0; i < sizeof cases / sizeof *cases && !sx_test_is_over(); i++)
    expect_needed(cases[i][0], options, cases[i][1]);
}

SX_TEST(reads_what_is_harder_to_read) {
  static const char *const cases[][2] = {
      {"\\Qa.b\\E", "a.b"},
      {"\\Qab\\E*", "- around"},
      {"a(?#x)*b", "- around"},
      {"ab\\E*c", "- around"},
      {"foo(?!bar)", "foo around"},
      {"foo(?=bar)", "foo around"},
      {"a++b", "ab around"},
      {"(?>ab|a)c", "(abc | ac) around"},
      {"\\x41\\x{42}C", "ABC"},
      {"(?<name>ab)c", "abc"},
      {"(?x) a b", "- around"},
      {"(ab", "- around"},
      {"ab)", "- around"},
      {"a{,3}b", "a{,3}b"},
      {"a{2}{2}", "aaaa"},
      {"foo\\nbar", "(foo & bar)"},
      {"(?(1)a|b)", "- around"},
      {"(a)\\1b", "(a & b)"},
      {"(*ACCEPT)a", "- around"},
      {"[[:alpha:]]ab", "ab"},
      {"[]x]ab", "ab"},
      {"[^]x]ab", "ab"},
      {"[\\]x]ab", "ab"},
      {"a|", "-"},
      {"ab\\Kcd", "abcd around"},
      {"caf\xC3\xA9+", "caf\xC3\xA9"},
  };
  sx_regex_literals_options options = {0};
  begin_bufs();
  for (size_t i = 0; i < sizeof cases / sizeof *cases && !sx_test_is_over(); i++)
    expect_needed(cases[i][0], options, cases[i][1]);
}

SX_TEST(reads_without_case) {
  sx_regex_literals_options any = {.ignore_case = true};
  sx_regex_literals_options ascii = {.ignore_case = true, .is_text_ascii = true};
  sx_regex_literals_options literal = {.literal = true};
  begin_bufs();
  /* K and S have other forms: the Kelvin sign, the long s. */
  expect_needed("PM_RESUME", any, "(pm_re & ume)");
  expect_needed("PM_RESUME", ascii, "pm_resume exact");
  expect_needed("\xC3\x89"
                "ab",
                any, "ab");
  expect_needed("A(?i)Bk(?-i)S", (sx_regex_literals_options){0}, "(ab & s)");
  expect_needed("a.b(", literal, "a.b( exact");
}

SX_TEST(reads_classes_as_their_letters) {
  static const char *const cases[][2] = {
      {"x[a-c]y", "(xay | xby | xcy)"},
      {"x[a-b0_]y", "(xay | xby | x0y | x_y)"},
      {"ab[0-1]+c", "((0 | 1) & ((ab0 | ab1) & (0c | 1c)))"},
      {"[0-1]{2,}x", "(((0 | 1) & (0 | 1)) & ((00 | 01 | 10 | 11) & (0x | 1x)))"},
      {"x[^a-c]y", "(x & y)"},
      {"x[a-]y", "(x & y)"},
      {"x[c-a]y", "(x & y)"},
      {"x[a-c\\d]y", "(x & y)"},
      {"x[a-\xC3\xA9]y", "(x & y)"},
      /* Four of them, and no more. */
      {"a[a-b]b[a-b]c[a-a]d[a-a]x[a-b]y", "((aabacadax | aabbcadax | abbacadax | abbbcadax) & y)"},
  };
  sx_regex_literals_options options = {.with_classes = true};
  begin_bufs();
  for (size_t i = 0; i < sizeof cases / sizeof *cases && !sx_test_is_over(); i++)
    expect_needed(cases[i][0], options, cases[i][1]);
  /* Without case, in ASCII; otherwise k has another form. */
  sx_regex_literals_options folded = {.ignore_case = true, .with_classes = true};
  expect_needed("X[J-L]Y", folded, "(x & y)");
  folded.is_text_ascii = true;
  expect_needed("X[J-L]Y", folded, "(xjy | xky | xly)");
}

/* Whether an index that is asked for the need of the pattern reads a text. */
static bool reads(const char *pattern, const char *text) {
  const sx_grep_options options = {0};
  sx_grep *grep;
  sx_status status =
      sx_grep_compile(&grep, sx_str_from(pattern), &options, sx_test_arena(), sx_test_err());
  if (status) return true;
  const sx_grep_need need = sx_grep_get_need(grep);
  bool is_in = sx_needed_is_in(need.needed, sx_str_from(text), need.folds_case);
  sx_grep_release(grep);
  return is_in;
}

SX_TEST(needs_letters_of_classes_where_there_is_no_string) {
  static const char *const patterns[] = {"[A-Z]{4,}_[a-z]+\\d", "[A-Z]{2}_[a-z]",
                                         "[A-Z]+_[a-z]{3,}"};
  for (size_t i = 0; i < 3 && !sx_test_is_over(); i++) {
    if (sx_test_is_failing_allocations() && i) break;
    SX_EXPECT(reads(patterns[i], "x ABCDE_fgh1"));
    bool is_read = reads(patterns[i], "x ABCDE_FGH1");
    SX_EXPECT(!is_read || sx_test_is_failing_allocations());
  }
  /* Those are not asked for beside a string that is enough. */
  SX_EXPECT(reads("[A-Z]_[a-z].*foo", "_ foo"));
}

/* ---- the lines that match ---- */

typedef struct case_of {
  sx_str pattern, text;
  sx_grep_options options;
} case_of;

/** "row:first-last" for each hit, by sx_grep. */
static sx_status run_grep(const case_of *c, sx_buf *out) {
  sx_grep *grep;
  sx_grep_hit hit;
  sx_status status =
      sx_grep_compile(&grep, c->pattern, &c->options, sx_test_arena(), sx_test_err());
  if (status) return status;
  sx_grep_worker *worker = sx_grep_worker_new(grep, NULL);
  if (!worker) status = SX_NOMEM;
  if (worker) sx_grep_begin(worker, c->text, false);
  while (worker && sx_grep_next(&hit, worker, &status))
    sx_buf_addf(out, "%zu-%zu:%zu-%zu ", hit.start, hit.end, hit.match.start, hit.match.end);
  sx_grep_worker_free(worker);
  sx_grep_release(grep);
  return status ? status : out->status;
}

static size_t end_of_line(sx_str text, size_t at) {
  while (at < text.len && text.ptr[at] != '\n' && text.ptr[at] != '\r') at++;
  return at;
}

static size_t after_line(sx_str text, size_t end) {
  if (sx_str_at(text, end) == '\r' && sx_str_at(text, end + 1) == '\n') return end + 2;
  return end + 1;
}

/** The same with match/regex.h, line by line. */
static sx_status run_plainly(const case_of *c, sx_buf *out) {
  sx_regex *regex;
  sx_regex_options options = {.ignore_case = c->options.ignore_case,
                              .literal = c->options.literal,
                              .whole_word = c->options.whole_word};
  sx_status status = sx_regex_compile(&regex, c->pattern, &options, sx_test_arena(), sx_test_err());
  for (size_t at = 0; !status && at < c->text.len;) {
    sx_regex_matches found;
    size_t end = end_of_line(c->text, at);
    status = sx_regex_find_all(&found, regex, sx_str_slice(c->text, at, end), NULL, sx_test_arena(),
                               sx_test_err());
    if (!status && found.count)
      sx_buf_addf(out, "%zu-%zu:%zu-%zu ", at, end, at + found.items[0].spans[0].start,
                  at + found.items[0].spans[0].end);
    at = after_line(c->text, end);
  }
  return status ? status : out->status;
}

static void expect_same(const case_of *c) {
  sx_buf_clear(&plain);
  sx_buf_clear(&fast);
  sx_status expected = run_plainly(c, &plain);
  sx_status status = run_grep(c, &fast);
  if (expected == SX_NOMEM || status == SX_NOMEM) SX_EXPECT_OK(SX_NOMEM);
  if (expected == SX_MATCH_LIMIT) return;
  SX_EXPECT_INT(status, expected);
  if (!sx_str_is_equal(sx_buf_str(&plain), sx_buf_str(&fast)))
    SX_FAIL("/%.*s/ i%d w%d l%d in <%.*s>: %s, not %s", SX_STR_ARG(c->pattern),
            c->options.ignore_case, c->options.whole_word, c->options.literal, SX_STR_ARG(c->text),
            fast.ptr, plain.ptr);
}

static const char *const atoms[] = {
    "a",        "b",         "k",     "S",      "_",        "ab",          "ks",
    "\\w",      "\\s",       "\\W",   "\\d",    ".",        "[ab]",        "[^a]",
    "[^\\w]",   "\\b",       "^",     "$",      "(?:ab|k)", "(a|b)",       "(?i:ak)",
    "\\B",      "(?=b)",     "(?!a)", "(?<=a)", "(?<!k)",   "a++",         "(?>a|ab)",
    "\xC3\xA9", "\\x{212A}", "\\v",   "\\N",    "\\Qa.\\E", "[[:upper:]]", "\\h",
    "x{2}",     "(?s).",     "\\X",   "(a)\\1", "\\p{L}",   "\\K"};
static const char *const repeats[] = {"",  "",    "",      "",   "*",  "+",
                                      "?", "{2}", "{1,3}", "*?", "+?", "{2,}"};
static const char *const pieces[] = {
    "a",    "b",  "k",  "K",  "s", "S", "_", "x",        " ",        "\n",           "\r\n",
    "\r",   "ab", "ks", "\t", "1", "A", "B", "\xC3\xA9", "\xC3\x89", "\xE2\x84\xAA", "\xC5\xBF",
    "\xFF", "\n", "  ", "aab"};

#define PICK(list) (list)[sx_test_below(sizeof(list) / sizeof *(list))]

static sx_str make_pattern(char *out, size_t max) {
  size_t len = 0, count = 1 + sx_test_below(5);
  for (size_t i = 0; i < count && len + 40 < max; i++) {
    if (i && sx_test_below(8) == 0) out[len++] = '|';
    len += (size_t)snprintf(out + len, max - len, "%s%s", PICK(atoms), PICK(repeats));
  }
  return sx_str_make(out, len);
}

static sx_str make_text(char *out, size_t max) {
  size_t len = 0, count = sx_test_below(40);
  for (size_t i = 0; i < count && len + 8 < max; i++)
    len += (size_t)snprintf(out + len, max - len, "%s", PICK(pieces));
  return sx_str_make(out, len);
}

SX_TEST(finds_the_lines_that_match) {
  char pattern[400], text[400];
  begin_bufs();
  size_t rounds = sx_test_is_failing_allocations() ? 1 : 12000;
  for (size_t round = 0; round < rounds && !sx_test_is_over(); round++) {
    case_of c = {.pattern = make_pattern(pattern, sizeof pattern),
                 .options = {.ignore_case = sx_test_below(2),
                             .whole_word = sx_test_below(4) == 0,
                             .literal = sx_test_below(6) == 0}};
    for (size_t i = 0; i < 3 && !sx_test_is_over(); i++) {
      c.text = make_text(text, sizeof text);
      expect_same(&c);
    }
    if (round % 16 == 0) {
      sx_arena *arena = sx_test_arena();
      size_t max = arena->max_bytes;
      sx_arena_release(arena);
      sx_arena_init(arena, max);
    }
  }
}

static void expect_hits(const char *pattern, sx_grep_options options, const char *text,
                        const char *expected) {
  sx_buf *out = sx_test_buf();
  case_of c = {sx_str_from(pattern), sx_str_from(text), options};
  SX_EXPECT_OK(run_grep(&c, out));
  SX_EXPECT_STR(sx_buf_str(out), sx_str_from(expected));
}

SX_TEST(finds_matches_over_lines) {
  sx_grep_options over = {.multi_line = true}, none = {0};
  expect_hits("a\\nb", over, "x\na\nb\nc\n", "2-5:2-5 ");
  expect_hits("a\nb", none, "x\na\r\nb\nc\n", "2-6:2-6 ");
  expect_hits("a\\nb", none, "x\na\r\nb\nc\n", "2-6:2-6 ");
  expect_hits("a\\Rb", none, "x\na\r\nb\nc\n", "2-6:2-6 ");
  expect_hits("a[;\\r\\n]+b", none, "x\na\r\nb\nc\n", "2-6:2-6 ");
  expect_hits("\\s[^\\n]b", none, "\n b\n  b\n", "4-7:4-7 ");
  expect_hits("a\\\\n\\s", none, "a\\n\na\\n \n", "4-8:4-8 ");
  expect_hits("\\Qa\\n\\E\\s", none, "a\\n\na\\n \n", "4-8:4-8 ");
  expect_hits("a\\s+b", none, "a\nb a b\n", "2-7:4-7 ");
  expect_hits("a\\s+b", over, "a\nb a b\n", "0-7:0-3 ");
  expect_hits("b\\nc|d", over, "b\nc b\nc\nd\n", "0-7:0-3 8-9:8-9 ");
  expect_hits("^", over, "a\nb\n", "0-1:0-0 2-3:2-2 ");
  expect_hits("$", over, "a\nb", "0-1:1-1 2-3:3-3 ");
  expect_hits("x*", over, "", "");
}

SX_TEST(smart_case_looks_at_the_letters) {
  sx_grep_options smart = {.smart_case = true};
  expect_hits("ab", smart, "AB\nab\n", "0-2:0-2 3-5:3-5 ");
  expect_hits("Ab", smart, "AB\nab\nAb", "6-8:6-8 ");
  expect_hits("a\\S", smart, "AB\n", "0-2:0-2 ");
}

/* ---- hostile patterns ---- */

static sx_status count_down(void *arg) {
  size_t *left = arg;
  return *left && --*left ? SX_OK : SX_DEADLINE;
}

static sx_status run_long(const char *pattern, sx_str text, size_t checks, size_t *hits,
                          size_t *passed_over) {
  sx_grep *grep;
  sx_grep_hit hit;
  sx_grep_options options = {0};
  const sx_regex_check check = {count_down, &checks};
  size_t first;
  *hits = *passed_over = 0;
  sx_status status =
      sx_grep_compile(&grep, sx_str_from(pattern), &options, sx_test_arena(), sx_test_err());
  if (status) return status;
  sx_grep_worker *worker = sx_grep_worker_new(grep, &check);
  if (!worker) status = SX_NOMEM;
  if (worker) sx_grep_begin(worker, text, false);
  while (worker && sx_grep_next(&hit, worker, &status)) ++*hits;
  if (worker) *passed_over = sx_grep_passed_over(worker, &first);
  sx_grep_worker_free(worker);
  sx_grep_release(grep);
  return status;
}

SX_TEST(passes_over_lines_that_take_too_long) {
  static const char line[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\nb aab\n";
  size_t hits, passed_over;
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_OK(run_long("(a+)+$|b$", sx_str_from(line), 1000000, &hits, &passed_over));
  SX_EXPECT_SIZE(hits, 1);
  SX_EXPECT_SIZE(passed_over, 1);
}

SX_TEST(ends_when_it_has_to) {
  size_t hits, passed_over, len = 4 << 20;
  if (sx_test_is_failing_allocations()) return;
  char *text = sx_test_memory(len);
  for (size_t i = 0; i < len; i++) text[i] = i % 60 ? 'a' : '\n';
  sx_status status =
      run_long("(a+)+[!?]|(a|aa)+[!?]", sx_str_make(text, len), 20, &hits, &passed_over);
  SX_EXPECT_INT(status, SX_DEADLINE);
  memset(text, 'a', len);
  status = run_long("(.+)+\\d", sx_str_make(text, len), 1000000, &hits, &passed_over);
  SX_EXPECT_OK(status);
  SX_EXPECT_SIZE(passed_over, 1);
}

SX_TEST(counts_steps_that_go_over_a_long_line) {
  static const char *const patterns[] = {"b.*a.*[de]", "b.*a[ab]*+[de]", "b[^x]*a[^x]*[de]",
                                         "(b.*)a\\1[de]", "b.*\\n?a.*[de]"};
  size_t hits, passed_over, len = 12000;
  if (sx_test_is_failing_allocations()) return;
  char *text = sx_test_memory(len);
  for (size_t i = 0; i < len; i++) text[i] = "ba"[i % 2];
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns && !sx_test_is_over(); i++) {
    SX_EXPECT_OK(run_long(patterns[i], sx_str_make(text, len), SIZE_MAX, &hits, &passed_over));
    SX_EXPECT_SIZE(hits, 0);
    SX_EXPECT_SIZE(passed_over, 1);
    sx_status status = run_long(patterns[i], sx_str_make(text, len), 3, &hits, &passed_over);
    SX_EXPECT_INT(status, SX_DEADLINE);
  }
}

/* `(?<a>x?)(?<b>(?&a)(?&a))(?<c>(?&b)(?&b))…`: twice as many calls with each group. */
SX_TEST(ends_where_groups_call_each_other) {
  char pattern[800] = "(?<a>x?)";
  size_t hits, passed_over;
  if (sx_test_is_failing_allocations()) return;
  for (char c = 'b'; c <= 'z'; c++) {
    size_t at = strlen(pattern);
    snprintf(pattern + at, sizeof pattern - at, "(?<%c>(?&%c)(?&%c))", c, c - 1, c - 1);
  }
  sx_status status = run_long(pattern, SX_STR("yyyyyyyy\n"), 5, &hits, &passed_over);
  SX_EXPECT_INT(status, SX_DEADLINE);
}

SX_TEST(decodes_utf16) {
  char out[64];
  static const char little[] = "a\0\xE9\0\x3D\xD8\x00\xDE\x3D\xD8"
                               "b";
  size_t len = sx_utf8_from_u16(little, 11, false, out);
  SX_EXPECT_STR(sx_str_make(out, len), SX_STR("a\xC3\xA9\xF0\x9F\x98\x80\xEF\xBF\xBD\xEF\xBF\xBD"));
  len = sx_utf8_from_u16("\0a\0b", 4, true, out);
  SX_EXPECT_STR(sx_str_make(out, len), SX_STR("ab"));
}

SX_SUITE(match_grep_test, SX_CASE(reads_what_a_pattern_needs),
         SX_CASE(reads_what_is_harder_to_read), SX_CASE(reads_without_case),
         SX_CASE(reads_classes_as_their_letters),
         SX_CASE(needs_letters_of_classes_where_there_is_no_string),
         SX_CASE(finds_the_lines_that_match), SX_CASE(finds_matches_over_lines),
         SX_CASE(smart_case_looks_at_the_letters), SX_CASE(passes_over_lines_that_take_too_long),
         SX_CASE(ends_when_it_has_to), SX_CASE(counts_steps_that_go_over_a_long_line),
         SX_CASE(ends_where_groups_call_each_other), SX_CASE(decodes_utf16));
