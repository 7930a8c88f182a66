#include "base/utf8.h"
#include "harness.h"
#include "host/json.h"
#include "text/tokens.h"
#include "answer/text_window.h"

static sx_status show(sx_text_shown *shown, sx_buf *out, const sx_lines *lines,
                      const sx_text_window *window, const char *cursor) {
  return sx_text_window_write(shown, out, lines, window, sx_str_from(cursor), sx_test_err());
}

/* State of one check, for all checks of a case. */
typedef struct room {
  sx_buf *all, *page, *joined, *json;
} room;

static room new_room(void) {
  return (room){sx_test_buf(), sx_test_buf(), sx_test_buf(), sx_test_buf()};
}

/* The text, with \n for each line end unless they are kept, is what all pages come to. */
static sx_str join(const room *r, const sx_lines *lines, bool keeps_ends) {
  sx_buf *all = r->joined;
  sx_buf_clear(all);
  if (keeps_ends) {
    sx_buf_add(all, lines->text);
    return sx_buf_str(all);
  }
  for (uint32_t row = 0; row < lines->count; row++) {
    sx_buf_add(all, sx_lines_get(lines, row));
    if (row + 1 < lines->count) sx_buf_add_char(all, '\n');
  }
  return sx_buf_str(all);
}

static size_t count_json(const room *r, sx_str text) {
  sx_buf_clear(r->json);
  sx_json_write_str(r->json, text);
  return sx_tokens_count(sx_buf_str(r->json));
}

/* Page after page from the first to the last row; each must fit, move on, and cut no character. */
static void check_window(const room *r, sx_str text, sx_text_window window) {
  sx_lines lines;
  sx_text_shown shown = {.cursor = ""};
  sx_buf *all = r->all, *page = r->page;
  size_t max_tokens = window.max_tokens, json_tokens = window.json_tokens;
  sx_buf_clear(all);
  bool is_valid = sx_utf8_is_valid(text.ptr, text.len);
  SX_EXPECT_OK(sx_lines_init(&lines, text, sx_test_arena(), sx_test_err()));
  for (size_t pages = 0;; pages++) {
    char cursor[48];
    memcpy(cursor, shown.cursor, sizeof cursor);
    sx_buf_clear(page);
    SX_EXPECT_OK(show(&shown, page, &lines, &window, cursor));
    SX_EXPECT(pages <= text.len + lines.count);
    sx_str part = sx_buf_str(page);
    SX_EXPECT(part.len > 0 || !shown.cursor[0]);
    SX_EXPECT(!is_valid || sx_utf8_is_valid(part.ptr, part.len));
    sx_buf_add(all, part);
    if (max_tokens > 40) SX_EXPECT(sx_tokens_count(part) <= max_tokens + max_tokens / 4 + 2);
    if (json_tokens > 60) SX_EXPECT(count_json(r, part) <= json_tokens + 2);
    if (!shown.cursor[0]) break;
    SX_EXPECT(strcmp(cursor, shown.cursor) != 0);
  }
  sx_str whole = join(r, &lines, window.keeps_ends);
  SX_EXPECT_OK(all->status);
  SX_EXPECT_OK(r->joined->status);
  SX_EXPECT_STR(sx_buf_str(all), whole);
}

static void check_pages(const room *r, sx_str text, size_t max_tokens) {
  const size_t json[] = {0, max_tokens, 70};
  for (size_t i = 0; i < 6 && !sx_test_is_over(); i++)
    check_window(r, text,
                 (sx_text_window){.end_row = UINT32_MAX,
                                  .max_tokens = max_tokens,
                                  .json_tokens = json[i % 3],
                                  .keeps_ends = i >= 3});
}

static sx_str repeat(const char *piece, size_t count) {
  size_t len = strlen(piece);
  char *text = sx_test_memory(len * count + 1);
  for (size_t i = 0; i < count; i++) memcpy(text + i * len, piece, len);
  return sx_str_make(text, len * count);
}

SX_TEST(pages_make_up_the_text) {
  const sx_str texts[] = {
      SX_STR("one"),
      SX_STR("one\n"),
      SX_STR("\n\n\n"),
      SX_STR("a\r\nb\rc\nd\r\n"),
      repeat("const x = compute(1, 2);\n", 60),
      repeat("Größe 😀 名前\r\n", 40),
      repeat("\xFF\xFE broken \xC3\n", 20),
      repeat("\"\\\t\x01\"", 60),
  };
  room r = new_room();
  const size_t budgets[] = {0, 1, 2, 7, 50, 100000};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    for (size_t k = 0; k < 6 && !sx_test_is_over(); k++) check_pages(&r, texts[i], budgets[k]);
}

SX_TEST(a_huge_line_is_cut_inside) {
  room r = new_room();
  size_t count = sx_test_is_failing_allocations() ? 30 : 400;
  check_pages(&r, repeat("名前😀ü", count), 60);
  if (!sx_test_is_over()) check_pages(&r, repeat("名", count), 0);
  if (!sx_test_is_over()) check_pages(&r, repeat("😀", count), 1);
  if (!sx_test_is_over()) check_pages(&r, repeat("aé", count), 3);
  if (!sx_test_is_over()) check_pages(&r, repeat(" ", 10 * count), 50);
  if (!sx_test_is_over()) check_pages(&r, repeat("word ", count), 50);
}

SX_TEST(random_texts_in_pages) {
  static const char *const pieces[] = {"\n", "\r\n", "\r",       "a",    "word ", "é",
                                       "😀",  "\t",   "x = 1;\n", "名前", "(((",   "12345"};
  room r = new_room();
  for (int round = 0; round < (sx_test_is_failing_allocations() ? 2 : 60); round++) {
    char *text = sx_test_memory(4000);
    size_t len = 0, count = 1 + sx_test_below(300);
    for (size_t i = 0; i < count; i++) {
      const char *piece = pieces[sx_test_below(12)];
      memcpy(text + len, piece, strlen(piece));
      len += strlen(piece);
    }
    check_pages(&r, sx_str_make(text, len), sx_test_below(80));
    if (sx_test_is_over()) return;
  }
}

SX_TEST(shows_the_rows_that_are_asked_for) {
  sx_lines lines;
  sx_text_shown shown;
  sx_buf *out = sx_test_buf();
  SX_EXPECT_OK(sx_lines_init(&lines, SX_STR("a\nb\nc\nd"), sx_test_arena(), sx_test_err()));
  sx_text_window window = {.first_row = 1, .end_row = 3, .with_numbers = true, .max_tokens = 1000};
  SX_EXPECT_OK(show(&shown, out, &lines, &window, ""));
  SX_EXPECT_STR(sx_buf_str(out), SX_STR("     2 | b\n     3 | c\n"));
  SX_EXPECT(shown.first_row == 1 && shown.end_row == 3 && !shown.is_cut && !shown.cursor[0]);
  sx_buf_clear(out);
  sx_text_window past = {.first_row = 9, .end_row = 12, .max_tokens = 1000};
  SX_EXPECT_OK(show(&shown, out, &lines, &past, ""));
  SX_EXPECT(shown.first_row == 4 && shown.end_row == 4 && !shown.cursor[0] && !out->len);
}

SX_TEST(a_cursor_goes_on_to_the_end_that_was_asked_for) {
  sx_lines lines;
  sx_text_shown shown;
  sx_buf *out = sx_test_buf();
  SX_EXPECT_OK(sx_lines_init(&lines, repeat("line\n", 50), sx_test_arena(), sx_test_err()));
  sx_text_window window = {.first_row = 10, .end_row = 14, .max_tokens = 5};
  SX_EXPECT_OK(show(&shown, out, &lines, &window, ""));
  SX_EXPECT(shown.cursor[0]);
  sx_text_window all = {.end_row = UINT32_MAX, .max_tokens = 1000};
  char cursor[48];
  memcpy(cursor, shown.cursor, sizeof cursor);
  SX_EXPECT_OK(show(&shown, out, &lines, &all, cursor));
  SX_EXPECT_STR(sx_buf_str(out), SX_STR("line\nline\nline\nline\n"));
  SX_EXPECT_INT(shown.end_row, 14);
}

SX_TEST(a_cursor_of_another_text_is_refused) {
  sx_lines lines, other;
  sx_text_shown shown;
  sx_buf *out = sx_test_buf();
  sx_arena *arena = sx_test_arena();
  SX_EXPECT_OK(sx_lines_init(&lines, SX_STR("a\nb\nc\n"), arena, sx_test_err()));
  SX_EXPECT_OK(sx_lines_init(&other, SX_STR("a\nb\nd\n"), arena, sx_test_err()));
  sx_text_window window = {.end_row = 9, .max_tokens = 1};
  SX_EXPECT_OK(show(&shown, out, &lines, &window, ""));
  char cursor[48];
  memcpy(cursor, shown.cursor, sizeof cursor);
  SX_EXPECT(cursor[0]);
  SX_EXPECT_STATUS(show(&shown, out, &other, &window, cursor), SX_CONFLICT);
  SX_EXPECT(strstr(sx_test_err()->message, "has changed"));
}

/* Anything but a cursor is refused, and a text like one reads nothing outside. */
SX_TEST(cursors_that_agents_make_up) {
  static const char *const made_up[] = {"1",
                                        "x",
                                        ".",
                                        "..",
                                        "1.2",
                                        "1.2.",
                                        "1.2.x",
                                        "1.2.3 ",
                                        "-1.2.0",
                                        " 1.2.0",
                                        "99999999999999999999.1.0",
                                        "1.99999999999999999999.zz",
                                        "+1.2.0",
                                        "1.-2.0"};
  sx_lines lines;
  sx_text_shown shown;
  sx_buf *out = sx_test_buf();
  sx_text_window window = {.end_row = 99, .max_tokens = 3};
  sx_str text = SX_STR("é\r\n名前\r\nüü\r\n");
  SX_EXPECT_OK(sx_lines_init(&lines, text, sx_test_arena(), sx_test_err()));
  for (size_t i = 0; i < sizeof made_up / sizeof *made_up; i++) {
    sx_status status = show(&shown, out, &lines, &window, made_up[i]);
    SX_EXPECT(status == SX_INVALID_ARGUMENT || status == SX_CONFLICT || status == SX_NOMEM);
  }
  SX_EXPECT_OK(show(&shown, out, &lines, &window, ""));
  const char *hash = strrchr(shown.cursor, '.');
  SX_EXPECT(hash);
  char rest[16];
  snprintf(rest, sizeof rest, "%s", hash);
  for (unsigned at = 0; at <= text.len; at++) {
    char cursor[48];
    snprintf(cursor, sizeof cursor, "%u.%u%s", at, at % 6, rest);
    sx_buf_clear(out);
    sx_status status = show(&shown, out, &lines, &window, cursor);
    SX_EXPECT(status == SX_OK || status == SX_INVALID_ARGUMENT || status == SX_NOMEM);
    SX_EXPECT(status || sx_utf8_is_valid(out->ptr, out->len));
  }
}

SX_SUITE(tools_text_window_test, SX_CASE(pages_make_up_the_text),
         SX_CASE(a_huge_line_is_cut_inside), SX_CASE(random_texts_in_pages),
         SX_CASE(shows_the_rows_that_are_asked_for),
         SX_CASE(a_cursor_goes_on_to_the_end_that_was_asked_for),
         SX_CASE(a_cursor_of_another_text_is_refused), SX_CASE(cursors_that_agents_make_up));
