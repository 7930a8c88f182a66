#include "harness.h"

#include "text/occurrences.h"
#include "text/scan.h"
#include "text_oracle.h"

static const sx_language *language_of(const char *id) {
  return sx_language_find(sx_str_from(id), SX_STR(""));
}

static void use_best(void *unused) {
  (void)unused;
  sx_scan_force(sx_scan_best());
}

/** Finds in C and compares the offsets, written as "1 5 9". */
static void expect_at(const char *id, sx_str text, sx_str name, const char *expected) {
  sx_occurrences found;
  sx_buf *actual = sx_test_buf();
  SX_EXPECT_OK(sx_occurrences_find(&found, text, name, language_of(id), SIZE_MAX, sx_test_arena(),
                                   sx_test_err()));
  for (size_t i = 0; i < found.len; i++)
    sx_buf_addf(actual, "%s%zu", i ? " " : "", found.items[i].offset);
  SX_EXPECT_OK(actual->status);
  SX_EXPECT_STR(sx_buf_str(actual), sx_str_from(expected));
  SX_EXPECT_SIZE(found.total, found.len);
}

SX_TEST(whole_words_only) {
  expect_at("c", SX_STR("foo foobar barfoo foo_ _foo foo1 foo"), SX_STR("foo"), "0 33");
  expect_at("c", SX_STR("xfoo(foo)foo"), SX_STR("foo"), "5 9");
  expect_at("c", SX_STR("aab aaab aab"), SX_STR("aab"), "0 9");
  expect_at("c", SX_STR("x y xx x"), SX_STR("x"), "0 7");
}

SX_TEST(names_of_any_characters) {
  expect_at("cpp", SX_STR("operator+ operator+= xoperator+"), SX_STR("operator+"), "0 10");
  expect_at("c", SX_STR("#include #includes"), SX_STR("#include"), "0");
  expect_at("c", SX_STR("a.b a.bc xa.b a.b.a.b"), SX_STR("a.b"), "0 14 18");
  expect_at("c", SX_STR("a.a.a"), SX_STR("a.a"), "0 2");
  expect_at("python", SX_STR("+++"), SX_STR("++"), "0 1");
  expect_at("python", SX_STR("f(x)[.*] f(x)"), SX_STR("[.*]"), "4");
  expect_at("c", SX_STR("a\0b a\0bc"), SX_STR("a\0b"), "0");
  expect_at("c", SX_STR("abc"), SX_STR(""), "");
  expect_at("c", SX_STR(""), SX_STR("a"), "");
  expect_at("c", SX_STR("ab"), SX_STR("abc"), "");
}

SX_TEST(languages_add_characters) {
  expect_at("javascript", SX_STR("$el el $el2"), SX_STR("el"), "4");
  expect_at("javascript", SX_STR("$el el $el2"), SX_STR("$el"), "0");
  expect_at("javascript", SX_STR("$ $$ a$"), SX_STR("$"), "0");
  expect_at("php", SX_STR("$user user"), SX_STR("user"), "1 6");
  expect_at("css", SX_STR(".a-b .a"), SX_STR("a"), "6");
  expect_at("python", SX_STR("a-b"), SX_STR("a"), "0");
}

SX_TEST(names_past_ascii) {
  expect_at("python", SX_STR("\xC3\xA9t\xC3\xA9 \xC3\xA9t\xC3\xA9s x\xC3\xA9t\xC3\xA9"),
            SX_STR("\xC3\xA9t\xC3\xA9"), "0");
  expect_at("python", SX_STR("\xE6\x97\xA5 \xE6\x97\xA5\xE6\x9C\xAC"), SX_STR("\xE6\x97\xA5"), "0");
  /* A combining accent makes it another word; a dash and an emoji do not. */
  expect_at("python", SX_STR("e\xCC\x81 e\xE2\x80\x94 e\xF0\x9F\x98\x80"), SX_STR("e"), "4 9");
  /* Broken bytes are not word characters. */
  expect_at("python",
            SX_STR("\xC3"
                   "ab\x80 \xE2\x82"
                   "ab\xF0\x9F"),
            SX_STR("ab"), "1 7");
  expect_at("python", SX_STR("\xC3\xC3"), SX_STR("\xC3"), "");
}

SX_TEST(rows_and_columns) {
  sx_occurrences found;
  sx_str text = SX_STR("\xEF\xBB\xBFx\r\n\xF0\x9F\x98\x80 x x\rx\n\n x");
  static const uint32_t expected[][3] = {{0, 0, 0}, {1, 5, 3}, {1, 7, 5}, {2, 0, 0}, {4, 1, 1}};
  SX_EXPECT_OK(sx_occurrences_find(&found, text, SX_STR("x"), language_of("c"), SIZE_MAX,
                                   sx_test_arena(), sx_test_err()));
  SX_EXPECT_SIZE(found.len, 5);
  for (size_t i = 0; i < 5; i++) {
    SX_EXPECT_SIZE(found.items[i].point.row, expected[i][0]);
    SX_EXPECT_SIZE(found.items[i].point.col_bytes, expected[i][1]);
    SX_EXPECT_SIZE(found.items[i].col_u16, expected[i][2]);
  }
}

SX_TEST(dense_places_are_all_found) {
  enum { COUNT = 20000 };
  char *text = sx_test_memory(2 * COUNT);
  sx_occurrences found;
  sx_test_defer(use_best, NULL);
  for (size_t i = 0; i < COUNT; i++) memcpy(text + 2 * i, i % 50 ? "x " : "x\n", 2);
  for (int kind = SX_SCAN_PORTABLE; kind <= SX_SCAN_AVX2; kind++) {
    if (!sx_scan_force((sx_scan_kind)kind)) continue;
    SX_EXPECT_OK(sx_occurrences_find(&found, sx_str_make(text, 2 * COUNT), SX_STR("x"),
                                     language_of("c"), SIZE_MAX, sx_test_arena(), sx_test_err()));
    SX_EXPECT_SIZE(found.total, COUNT);
    for (size_t i = 0; i < found.len; i++) {
      SX_EXPECT_SIZE(found.items[i].offset, 2 * i);
      SX_EXPECT_SIZE(found.items[i].point.row, (i + 49) / 50);
    }
  }
}

SX_TEST(places_far_apart_are_found) {
  enum { BYTES = 300000 };
  char *text = sx_test_memory(BYTES);
  sx_occurrences found;
  size_t at[] = {0, 7000, 9100, 20000, 20003, 150000, BYTES - 1};
  memset(text, ' ', BYTES);
  for (size_t i = 99; i < BYTES; i += 100) text[i] = '\n';
  for (size_t i = 50; i < BYTES; i += 1000) memcpy(text + i, "\xF0\x9F\x98\x80", 4);
  for (size_t i = 0; i < 7; i++) text[at[i]] = 'x';
  SX_EXPECT_OK(sx_occurrences_find(&found, sx_str_make(text, BYTES), SX_STR("x"), language_of("c"),
                                   SIZE_MAX, sx_test_arena(), sx_test_err()));
  const char *wrong = oracle_check_occurrences(&found, sx_str_make(text, BYTES), SX_STR("x"),
                                               language_of("c"), SIZE_MAX);
  if (wrong) SX_FAIL("%s", wrong);
}

SX_TEST(total_is_exact_past_the_limit) {
  sx_occurrences found;
  for (size_t max = 0; max < 5; max++) {
    SX_EXPECT_OK(sx_occurrences_find(&found, SX_STR("x x\nx x"), SX_STR("x"), language_of("c"), max,
                                     sx_test_arena(), sx_test_err()));
    SX_EXPECT_SIZE(found.total, 4);
    SX_EXPECT_SIZE(found.len, max < 4 ? max : 4);
  }
}

SX_TEST(ceiling_of_the_arena_is_an_error) {
  sx_arena arena;
  sx_occurrences found;
  sx_arena_init(&arena, 64);
  sx_status status = sx_occurrences_find(&found, SX_STR("x x x x x x"), SX_STR("x"),
                                         language_of("c"), SIZE_MAX, &arena, sx_test_err());
  sx_arena_release(&arena);
  SX_EXPECT_STATUS(status, SX_TOO_BIG);
}

SX_TEST(search_agrees_with_the_oracle) {
  static const char *const pieces[] = {"a",        "b",
                                       "ab",       "_",
                                       "\xC3\xA9", "\xE6\x97\xA5",
                                       "$",        "-",
                                       "\n",       "\r",
                                       "\r\n",     " ",
                                       ".",        "\x80",
                                       "\xC3",     "1",
                                       "\xF0\x9F", "\xEF\xBB\xBF",
                                       "aba",      "++",
                                       "\xCC\x81", "\xF0\x9F\x98\x80"};
  static const char *const ids[] = {"c", "javascript", "css", "python", "r"};
  sx_test_defer(use_best, NULL);
  size_t rounds = sx_test_is_failing_allocations() ? 3 : 4000;
  for (size_t round = 0; round < rounds; round++) {
    char text[600];
    size_t len = 0, count = sx_test_below(120);
    for (size_t i = 0; i < count; i++) {
      /* Few different pieces a round, so that names are met again. */
      sx_str piece = sx_str_from(pieces[(round * 7 + sx_test_below(5)) % 22]);
      memcpy(text + len, piece.ptr, piece.len);
      len += piece.len;
    }
    sx_str all = sx_str_make(text, len);
    size_t from = sx_test_below(len + 1);
    sx_str name = sx_str_slice(all, from, from + 1 + sx_test_below(5));
    const sx_language *language = language_of(ids[round % 5]);
    size_t max = round % 3 ? SIZE_MAX : sx_test_below(4);
    if (!sx_scan_force((sx_scan_kind)(round % 3))) continue;
    sx_occurrences found;
    SX_EXPECT_OK(
        sx_occurrences_find(&found, all, name, language, max, sx_test_arena(), sx_test_err()));
    const char *wrong = oracle_check_occurrences(&found, all, name, language, max);
    if (wrong) SX_FAIL("round %zu: %s", round, wrong);
  }
}

/* Corpus cases: the first line is LANGUAGE NAME, in which "\n", "\r", "\0" and "\xNN" are read. */

static unsigned hex(char c) {
  return c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 0x20) - 'a' + 10);
}

static sx_str unescape(sx_str s) {
  char *out = sx_test_memory(s.len);
  size_t len = 0;
  for (size_t i = 0; i < s.len; i++) {
    char next = s.ptr[i] == '\\' && i + 1 < s.len ? s.ptr[i + 1] : 0;
    if (next == 'x' && i + 3 < s.len) {
      out[len++] = (char)(hex(s.ptr[i + 2]) << 4 | hex(s.ptr[i + 3]));
      i += 3;
    } else if (next == 'n' || next == 'r' || next == '0') {
      out[len++] = next == 'n' ? '\n' : next == 'r' ? '\r' : 0;
      i++;
    } else
      out[len++] = s.ptr[i];
  }
  return sx_str_make(out, len);
}

static sx_status run_uses(sx_str title, sx_str input, sx_buf *actual) {
  sx_str head;
  sx_occurrences found;
  (void)title;
  sx_str_next_line(&input, &head);
  size_t space = sx_str_find_char(head, ' ', 0);
  bool is_escaped = sx_str_has_suffix(head, SX_STR(" escaped"));
  sx_str name = sx_str_slice(head, space + 1, head.len - (is_escaped ? 8 : 0));
  sx_str text = is_escaped ? unescape(sx_str_trim_end(input)) : input;
  const sx_language *language = sx_language_find(sx_str_slice(head, 0, space), SX_STR(""));
  sx_status status =
      sx_occurrences_find(&found, text, name, language, SIZE_MAX, sx_test_arena(), sx_test_err());
  if (status) return status;
  sx_occurrences_classify(&found, text, language);
  for (size_t i = 0; i < found.len; i++)
    sx_buf_addf(actual, "%u:%u:%u %s\n", found.items[i].point.row + 1,
                found.items[i].point.col_bytes + 1, found.items[i].col_u16 + 1,
                sx_use_name(found.items[i].use));
  if (!found.len) sx_buf_add_text(actual, "none\n");
  return SX_OK;
}

SX_TEST(corpus) {
  sx_test_corpus("occurrences/uses", run_uses);
}

SX_SUITE(text_occurrences, SX_CASE(whole_words_only), SX_CASE(names_of_any_characters),
         SX_CASE(languages_add_characters), SX_CASE(names_past_ascii), SX_CASE(rows_and_columns),
         SX_CASE(dense_places_are_all_found), SX_CASE(places_far_apart_are_found),
         SX_CASE(total_is_exact_past_the_limit), SX_CASE(ceiling_of_the_arena_is_an_error),
         SX_CASE(search_agrees_with_the_oracle), SX_CASE(corpus));
