#include "harness.h"
#include "workspace/document_edit.h"

/* A document of a text, as the workspace makes one. */
static sx_status make_document(sx_document *out, sx_str text) {
  *out = (sx_document){.path = SX_STR("/w/a.ts"), .text = text, .encoding = SX_STR("utf8")};
  return sx_lines_init(&out->lines, text, sx_test_arena(), sx_test_err());
}

typedef struct row {
  const char *text;
  sx_line_replacement edits[3]; /* first_line 0 ends them */
  const char *expected;         /* NULL: refused */
} row;

#define R(first, last, text)                                                                       \
  {                                                                                                \
    first, last, {                                                                                 \
      text, sizeof text - 1                                                                        \
    }                                                                                              \
  }

static void check_rows(const row *rows, size_t count) {
  for (size_t i = 0; i < count; i++) {
    sx_document document;
    sx_str out;
    size_t edits = 0;
    while (edits < 3 && (rows[i].edits[edits].first_line || rows[i].edits[edits].last_line))
      edits++;
    SX_EXPECT_OK(make_document(&document, sx_str_from(rows[i].text)));
    sx_status status = sx_document_replace_lines(&out, &document, rows[i].edits, edits,
                                                 sx_test_arena(), sx_test_err());
    SX_EXPECT_STATUS(status, rows[i].expected ? SX_OK : SX_INVALID_ARGUMENT);
    if (rows[i].expected)
      SX_EXPECT_STR(out, sx_str_from(rows[i].expected));
    else
      SX_EXPECT(strstr(sx_test_err()->message, "Nothing was changed"));
  }
}

#define CHECK(...)                                                                                 \
  do {                                                                                             \
    static const row rows[] = {__VA_ARGS__};                                                       \
    check_rows(rows, sizeof rows / sizeof *rows);                                                  \
  } while (0)

SX_TEST(replaces_inserts_and_deletes) {
  CHECK({"a\nb\nc\n", {R(2, 2, "B\n")}, "a\nB\nc\n"}, {"a\nb\nc\n", {R(2, 2, "B")}, "a\nB\nc\n"},
        {"a\nb\nc\n", {R(2, 1, "x")}, "a\nx\nb\nc\n"}, {"a\nb\nc\n", {R(1, 3, "")}, ""},
        {"a\nb\nc\n", {R(4, 4, "d")}, "a\nb\nc\nd\n"},
        {"a\nb\nc\n", {R(4, 3, "d")}, "a\nb\nc\nd\n"},
        {"a\nb\nc\n", {R(5, 4, "d")}, "a\nb\nc\nd\n"},
        {"a\nb\nc\n", {R(3, 3, "C"), R(1, 1, "A")}, "A\nb\nC\n"},
        {"a\nb\n", {R(1, 0, "1"), R(1, 0, "2"), R(1, 1, "A")}, "1\n2\nA\nb\n"},
        {"a\nb\n", {R(1, 1, "\n")}, "\nb\n"}, {"a\nb\nc\n", {R(2, 1, "")}, "a\nb\nc\n"});
}

SX_TEST(the_end_of_the_file_stays_as_it_is) {
  CHECK({"a", {R(1, 1, "b")}, "b"}, {"a", {R(1, 1, "b\n")}, "b"}, {"a", {R(2, 1, "b")}, "a\nb"},
        {"a", {R(2, 1, "b\n")}, "a\nb"}, {"a\nb", {R(2, 2, "c\nd\n")}, "a\nc\nd"},
        {"a\nb", {R(2, 2, "x"), R(3, 2, "y")}, "a\nx\ny"},
        {"a\nb", {R(3, 2, "x"), R(3, 2, "y")}, "a\nb\nx\ny"}, {"", {R(1, 1, "x")}, "x\n"},
        {"", {R(1, 0, "x")}, "x\n"}, {"a\nb", {R(1, 1, "")}, "b"},
        {"a\nb", {R(2, 2, ""), R(3, 2, "y")}, "a\ny"}, {"a", {R(1, 1, ""), R(2, 1, "y")}, "y"},
        {"a\nb\nc", {R(2, 3, ""), R(4, 3, "x"), R(4, 3, "y")}, "a\nx\ny"});
}

SX_TEST(line_ends_are_those_of_the_file) {
  CHECK({"a\r\nb\r\n", {R(1, 1, "x\ny")}, "x\r\ny\r\nb\r\n"},
        {"a\r\nb", {R(3, 2, "c\nd")}, "a\r\nb\r\nc\r\nd"},
        {"a\nb\n", {R(1, 1, "x\r\ny\r\n")}, "x\ny\nb\n"},
        {"a\nb\n", {R(1, 1, "x\ry")}, "x\ry\nb\n"},
        {"a\r\nb\r\nc\n", {R(3, 3, "x\n")}, "a\r\nb\r\nx\r\n"},
        {"a\r\nb\nc\n", {R(3, 3, "x\r\n")}, "a\r\nb\nx\n"}, {"a\rb\r", {R(1, 1, "x")}, "x\rb\r"},
        {"a\rb", {R(2, 2, "x")}, "a\rx"}, {"a\r\nb\r\n", {R(1, 1, "\r\n\r\n")}, "\r\n\r\nb\r\n"});
}

SX_TEST(ranges_that_cannot_be) {
  CHECK({"a\nb\n", {R(0, 1, "x")}, NULL}, {"a\nb\n", {R(2, 0, "x")}, NULL},
        {"a\nb\n", {R(4, 4, "x")}, NULL}, {"a\nb\n", {R(5, 4, "x")}, NULL},
        {"a\nb\n", {R(1, 4, "x")}, NULL}, {"a\nb\n", {R(1, 4294967294u, "x")}, NULL},
        {"a\nb\n", {R(4294967294u, 4294967293u, "x")}, NULL},
        {"a\nb\nc\n", {R(1, 2, "x"), R(2, 3, "y")}, NULL},
        {"a\nb\nc\n", {R(1, 2, "x"), R(2, 1, "y")}, NULL},
        {"a\nb\nc\n", {R(1, 1, "x"), R(1, 1, "y")}, NULL},
        {"a\n", {R(4294967295u, 4294967295u, "x")}, NULL}, {"a\n", {R(1, 4294967295u, "x")}, NULL});
}

/* ---- against a simple way to do it ------------------------------------------------------- */

/*
 * Lines without their ends; joined again with the file's. `is_open`: the last one has none.
 * Texts here have one kind of line end, as nearly all files have.
 */
static void add_lines(sx_buf *out, sx_str text, const char *end) {
  sx_str line;
  while (sx_str_next_line(&text, &line)) {
    sx_buf_add(out, line);
    sx_buf_add_text(out, end);
  }
}

static sx_str edit_simply(const sx_str *lines, uint32_t count, bool is_open, const char *end,
                          const sx_line_replacement *edits, size_t edit_count, sx_buf *out) {
  sx_buf_clear(out);
  size_t next = 0;
  for (uint32_t line = 1; line <= count + 1; line++) {
    uint32_t skip_to = line;
    while (next < edit_count && edits[next].first_line == line) {
      add_lines(out, edits[next].text, end);
      if (edits[next].last_line >= line) skip_to = edits[next].last_line + 1;
      next++;
    }
    if (skip_to > line) {
      line = skip_to - 1;
      continue;
    }
    if (line > count) break;
    sx_buf_add(out, lines[line - 1]);
    sx_buf_add_text(out, end);
  }
  if (is_open && out->len) sx_buf_truncate(out, out->len - strlen(end));
  return sx_buf_str(out);
}

#define BLOCK_BYTES 80

static sx_str random_block(char text[BLOCK_BYTES], const char *end) {
  size_t len = 0;
  for (size_t n = sx_test_below(3); n > 0; n--)
    len += (size_t)snprintf(text + len, BLOCK_BYTES - len, "new %u%s",
                            (unsigned)sx_test_below(1000), n > 1 || sx_test_below(2) ? end : "");
  return sx_str_make(text, len);
}

SX_TEST(random_edits_are_as_the_simple_way) {
  static const char *const ends[] = {"\n", "\r\n"};
  sx_buf *text = sx_test_buf(), *expected = sx_test_buf();
  size_t rounds = sx_test_is_failing_allocations() ? 3 : 4000;
  for (size_t round = 0; round < rounds; round++) {
    sx_str lines[12];
    char names[12][16], blocks[12][BLOCK_BYTES];
    sx_line_replacement edits[12], shuffled[12];
    const char *end = ends[sx_test_below(2)];
    uint32_t count = 2 + (uint32_t)sx_test_below(10);
    bool is_open = sx_test_below(2);
    sx_buf_clear(text);
    for (uint32_t i = 0; i < count; i++) {
      snprintf(names[i], sizeof names[i], "line %u", i);
      lines[i] = sx_str_from(names[i]);
      sx_buf_addf(text, "%s%s", names[i], i + 1 < count || !is_open ? end : "");
    }
    size_t edit_count = 0;
    uint32_t line = 1 + (uint32_t)sx_test_below(3);
    while (line <= count + 1 && edit_count < 12) {
      uint32_t last = line - 1 + (uint32_t)sx_test_below(3);
      if (last > count) last = line > count ? line - 1 : count;
      edits[edit_count] = (sx_line_replacement){
          line, last, random_block(blocks[edit_count], ends[sx_test_below(2)])};
      edit_count++;
      line = last + 1 + (uint32_t)sx_test_below(4);
    }
    memcpy(shuffled, edits, sizeof edits);
    for (size_t i = edit_count; i > 1; i--) {
      size_t k = sx_test_below(i);
      /* Insertions at one line stay in their order. */
      if (shuffled[k].first_line == shuffled[i - 1].first_line) continue;
      sx_line_replacement held = shuffled[k];
      shuffled[k] = shuffled[i - 1];
      shuffled[i - 1] = held;
    }
    bool has_twins = false;
    for (size_t i = 1; i < edit_count; i++)
      has_twins |= edits[i].first_line == edits[i - 1].first_line;
    sx_document document;
    sx_str out, wanted = edit_simply(lines, count, is_open, end, edits, edit_count, expected);
    SX_EXPECT_OK(expected->status);
    SX_EXPECT_OK(text->status);
    SX_EXPECT_OK(make_document(&document, sx_buf_str(text)));
    SX_EXPECT_OK(sx_document_replace_lines(&out, &document, has_twins ? edits : shuffled,
                                           edit_count, sx_test_arena(), sx_test_err()));
    SX_EXPECT_STR(out, wanted);
  }
}

/* ---- bytes and line ends ----------------------------------------------------------------- */

SX_TEST(replaces_bytes) {
  sx_document document;
  sx_str out;
  SX_EXPECT_OK(make_document(&document, SX_STR("0123456789")));
  const sx_byte_replacement edits[] = {
      {0, 0, SX_STR("<")}, {2, 4, SX_STR("x")}, {4, 4, SX_STR("y")}, {10, 10, SX_STR(">")}};
  SX_EXPECT_OK(
      sx_document_replace_bytes(&out, &document, edits, 4, sx_test_arena(), sx_test_err()));
  SX_EXPECT_TEXT(out, "<01xy456789>");
  SX_EXPECT_OK(
      sx_document_replace_bytes(&out, &document, edits, 0, sx_test_arena(), sx_test_err()));
  SX_EXPECT_TEXT(out, "0123456789");
  const sx_byte_replacement wrong[][2] = {{{4, 6, SX_STR("")}, {5, 7, SX_STR("")}},
                                          {{4, 6, SX_STR("")}, {2, 3, SX_STR("")}},
                                          {{0, 0, SX_STR("")}, {11, 11, SX_STR("")}},
                                          {{0, 11, SX_STR("")}, {11, 11, SX_STR("")}},
                                          {{5, 2, SX_STR("")}, {6, 6, SX_STR("")}}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    SX_EXPECT_STATUS(
        sx_document_replace_bytes(&out, &document, wrong[i], 2, sx_test_arena(), sx_test_err()),
        SX_INTERNAL);
}

SX_TEST(fits_line_ends) {
  sx_arena *arena = sx_test_arena();
  SX_EXPECT_TEXT(sx_text_line_end(SX_STR("")), "\n");
  SX_EXPECT_TEXT(sx_text_line_end(SX_STR("a\rb\r")), "\r");
  SX_EXPECT_TEXT(sx_text_line_end(SX_STR("a\rb\n")), "\n");
  SX_EXPECT_TEXT(sx_text_line_end(SX_STR("\n\r\n")), "\n");
  SX_EXPECT_TEXT(sx_text_line_end(SX_STR("\r\n\n\r\n")), "\r\n");
  sx_str fitted = sx_text_with_line_end(SX_STR("\r\r\na\n\n\r"), SX_STR("\r\n"), arena);
  SX_EXPECT_OK(arena->status);
  SX_EXPECT_TEXT(fitted, "\r\r\na\r\n\r\n\r");
  fitted = sx_text_with_line_end(fitted, SX_STR("\n"), arena);
  SX_EXPECT_OK(arena->status);
  SX_EXPECT_TEXT(fitted, "\r\na\n\n\r");
}

SX_SUITE(workspace_document_edit_test, SX_CASE(replaces_inserts_and_deletes),
         SX_CASE(the_end_of_the_file_stays_as_it_is), SX_CASE(line_ends_are_those_of_the_file),
         SX_CASE(ranges_that_cannot_be), SX_CASE(random_edits_are_as_the_simple_way),
         SX_CASE(replaces_bytes), SX_CASE(fits_line_ends));
