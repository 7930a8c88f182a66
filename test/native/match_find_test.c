#include "harness.h"

#include "match/find_text.h"
#include "match/search.h"

static const sx_find_text_options all_kinds = {false, 0};

/* ---- the corpus ---- */

static const char *const tokens[][2] = {{"<CR>", "\r"}, {"<TAB>", "\t"}, {"<END>\n", ""}};

/** The text of one part of a case, with its tokens replaced. */
static sx_str decode(sx_str text) {
  char *made = sx_arena_alloc(sx_test_arena(), text.len + 1);
  size_t len = 0;
  if (!made) return SX_STR("");
  for (size_t at = 0; at < text.len;) {
    size_t i = 0;
    sx_str rest = sx_str_slice(text, at, text.len);
    while (i < 3 && !sx_str_has_prefix(rest, sx_str_from(tokens[i][0]))) i++;
    if (i == 3)
      made[len++] = text.ptr[at++];
    else {
      if (*tokens[i][1]) made[len++] = *tokens[i][1];
      at += strlen(tokens[i][0]);
    }
  }
  return sx_str_make(made, len);
}

static void encode(sx_buf *out, sx_str text) {
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] == '\r')
      sx_buf_add_text(out, "<CR>");
    else if (text.ptr[i] == '\t')
      sx_buf_add_text(out, "<TAB>");
    else
      sx_buf_add_char(out, text.ptr[i]);
  }
}

static void write_places(sx_buf *out, const sx_found *found) {
  sx_buf_addf(out, "%s:", sx_found_describe(found));
  for (size_t i = 0; i < found->count; i++) {
    const sx_found_place *place = &found->places[i];
    sx_buf_addf(out, " %u", place->first_row + 1);
    if (place->row_count > 1) sx_buf_addf(out, "-%u", place->first_row + place->row_count);
  }
  for (size_t i = 0; i < found->closest.count; i++) {
    const sx_passage *passage = &found->closest.items[i];
    sx_buf_addf(out, " %u-%u (%.0f %%)", passage->first_row + 1,
                passage->first_row + passage->row_count, passage->similarity * 100);
  }
  sx_buf_add_text(out, "\n");
}

static sx_status run_edit(sx_str title, sx_str input, sx_buf *actual) {
  (void)title;
  sx_arena *arena = sx_test_arena();
  size_t old_at = sx_str_find(input, SX_STR("@old\n"), 0);
  size_t new_at = sx_str_find(input, SX_STR("@new\n"), 0);
  sx_str document = decode(sx_str_slice(input, 0, old_at));
  sx_str old = decode(sx_str_slice(input, old_at + 5, new_at));
  sx_str fresh = decode(sx_str_slice(input, new_at + 5, input.len));
  sx_found found;
  if (arena->status) return arena->status;
  sx_status status = sx_find_text(&found, document, old, &all_kinds, arena, sx_test_err());
  if (status) return status;
  size_t at = 0;
  write_places(actual, &found);
  for (size_t i = 0; i < found.count; i++) {
    sx_str text;
    status = sx_reindent(&text, fresh, &found, i, arena, sx_test_err());
    if (status) return status;
    encode(actual, sx_str_slice(document, at, found.places[i].start));
    encode(actual, text);
    at = found.places[i].end;
  }
  if (found.count) encode(actual, sx_str_slice(document, at, document.len));
  if (actual->len && actual->ptr[actual->len - 1] != '\n') sx_buf_add_text(actual, "<END>\n");
  return arena->status ? arena->status : actual->status;
}

SX_TEST(corpus) {
  sx_test_corpus("match_find", run_edit);
}

/* ---- searching ---- */

/** A text of up to 400 random letters of a small alphabet; the next but one overwrites it. */
static sx_str random_text(size_t len, const char *alphabet) {
  static char texts[2][400];
  static size_t turn;
  char *text = texts[turn++ % 2];
  for (size_t i = 0; i < len; i++) text[i] = alphabet[sx_test_below(strlen(alphabet))];
  return sx_str_make(text, len);
}

static size_t find_simply(sx_str text, sx_str needle, size_t from) {
  for (; from + needle.len <= text.len; from++)
    if (memcmp(text.ptr + from, needle.ptr, needle.len) == 0) return from;
  return SX_STR_NONE;
}

static void expect_all_places(sx_str text, sx_str needle) {
  sx_search search;
  size_t at = 0;
  sx_search_init(&search, text, needle, sx_test_arena());
  for (size_t from = 0; at != SX_STR_NONE; from = at + needle.len) {
    SX_EXPECT_OK(sx_search_next(&at, &search, sx_test_err()));
    SX_EXPECT_SIZE(at, find_simply(text, needle, from));
  }
}

SX_TEST(search_finds_what_a_simple_one_finds) {
  size_t rounds = sx_test_is_failing_allocations() ? 1 : 3000;
  for (size_t i = 0; i < rounds && !sx_test_is_over(); i++) {
    sx_str text = random_text(sx_test_below(400), i % 2 ? "ab" : "ab\n{");
    expect_all_places(text, random_text(1 + sx_test_below(6), i % 2 ? "ab" : "ab\n{"));
  }
}

SX_TEST(search_is_linear_on_hostile_texts) {
  size_t len = sx_test_is_failing_allocations() ? 100000 : 4 << 20, part = len / 8;
  char *text = sx_test_memory(len), *needle = sx_test_memory(part);
  sx_search search;
  size_t at;
  memset(text, 'a', len);
  memset(needle, 'a', part);
  text[len - part - 1] = 'b';
  for (size_t i = part - 1; i < len - part; i += part - 1) text[i] = 'b';
  sx_search_init(&search, sx_str_make(text, len), sx_str_make(needle, part), sx_test_arena());
  SX_EXPECT_OK(sx_search_next(&at, &search, sx_test_err()));
  SX_EXPECT_SIZE(at, len - part);
  SX_EXPECT(search.borders);
  SX_EXPECT_OK(sx_search_next(&at, &search, sx_test_err()));
  SX_EXPECT_SIZE(at, SX_STR_NONE);
}

/* ---- documents ---- */

static const char *const statements[] = {"if (a) {",     "call(b, 1);", "}",      "",
                                         "for (;;) {",   "x = y + 2;",  "// why", "else {",
                                         "return name;", "int i = 0;"};

/** Lines of code, indented by `unit` blanks of one kind a level; `levels` gets their depths. */
static sx_str make_code(sx_buf *out, const unsigned char *levels, const size_t *kinds, size_t count,
                        char fill, size_t unit, size_t more) {
  sx_buf_clear(out);
  for (size_t i = 0; i < count; i++) {
    const char *text = statements[kinds[i]];
    if (*text) sx_buf_add_repeat(out, fill, (levels[i] + more) * unit);
    sx_buf_addf(out, "%s\n", text);
  }
  return sx_buf_str(out);
}

/** Each line as written, shifted, is the line as it stands. */
static void expect_shift_fits(const sx_found *found, sx_str old) {
  const sx_found_place *place = &found->places[0];
  sx_str standing = sx_str_slice(found->document, place->start, place->end), line, expected;
  const sx_found_shift *shift = found->shifts ? &found->shifts[0] : NULL;
  sx_buf shifted;
  if (!shift || shift->skips_first) return;
  while (sx_str_next_line(&old, &line) && sx_str_next_line(&standing, &expected)) {
    sx_buf_init(&shifted, 1000);
    sx_indent_apply(&shifted, line, &shift->shift, shift->shift.from_unit);
    bool is_same = sx_str_is_equal(sx_buf_str(&shifted), expected);
    sx_status status = shifted.status;
    sx_buf_release(&shifted);
    SX_EXPECT_OK(status);
    SX_EXPECT(is_same);
  }
}

static void expect_found_shifted(sx_buf *document_buf, sx_buf *old_buf) {
  enum { MAX = 40 };
  unsigned char levels[MAX];
  size_t kinds[MAX], count = 4 + sx_test_below(MAX - 4), least = 9;
  for (size_t i = 0; i < count; i++) {
    levels[i] = (unsigned char)sx_test_below(5);
    kinds[i] = sx_test_below(sizeof statements / sizeof *statements);
  }
  size_t from = sx_test_below(count - 2), len = 1 + sx_test_below(count - from);
  kinds[from] = 5;
  for (size_t i = from; i < from + len; i++)
    if (kinds[i] != 3 && levels[i] < least) least = levels[i];
  for (size_t i = from; i < from + len; i++) levels[i] = (unsigned char)(levels[i] - least);
  static const size_t units[] = {1, 2, 4};
  bool has_tabs = sx_test_below(2), old_has_tabs = sx_test_below(2);
  size_t unit = has_tabs ? 1 : units[1 + sx_test_below(2)];
  size_t old_unit = old_has_tabs ? 1 : units[1 + sx_test_below(2)];
  sx_str document = make_code(document_buf, levels, kinds, count, has_tabs ? '\t' : ' ', unit, 1);
  sx_str old = make_code(old_buf, levels + from, kinds + from, len, old_has_tabs ? '\t' : ' ',
                         old_unit, sx_test_below(3));
  sx_found found;
  sx_str text;
  SX_EXPECT_OK(document_buf->status ? document_buf->status : old_buf->status);
  SX_EXPECT_OK(sx_find_text(&found, document, old, &all_kinds, sx_test_arena(), sx_test_err()));
  SX_EXPECT(found.count > 0);
  SX_EXPECT(found.rewrite == SX_REWRITE_NONE && found.how != SX_FOUND_WHITESPACE);
  expect_shift_fits(&found, old);
  SX_EXPECT_OK(sx_reindent(&text, old, &found, 0, sx_test_arena(), sx_test_err()));
  SX_EXPECT_STR(text, sx_str_slice(document, found.places[0].start, found.places[0].end));
}

SX_TEST(shifted_code_is_found) {
  size_t rounds = sx_test_is_failing_allocations() ? 2 : 2000;
  sx_buf *document = sx_test_buf(), *old = sx_test_buf();
  for (size_t i = 0; i < rounds && !sx_test_is_over(); i++) expect_found_shifted(document, old);
}

static void expect_sound(sx_str document, sx_str old) {
  sx_found found;
  sx_str text;
  size_t end = 0;
  SX_EXPECT_OK(sx_find_text(&found, document, old, &all_kinds, sx_test_arena(), sx_test_err()));
  bool is_there = find_simply(document, old, 0) != SX_STR_NONE;
  SX_EXPECT_INT(found.how == SX_FOUND_EXACT && !found.rewrite, is_there);
  SX_EXPECT_INT(found.how == SX_FOUND_NONE, found.count == 0);
  for (size_t i = 0; i < found.count; i++) {
    const sx_found_place *place = &found.places[i];
    SX_EXPECT(place->start >= end && place->start < place->end && place->end <= document.len);
    end = place->end;
    SX_EXPECT_OK(sx_reindent(&text, old, &found, i, sx_test_arena(), sx_test_err()));
  }
  for (size_t i = 0; i < found.closest.count; i++) {
    const sx_passage *passage = &found.closest.items[i];
    SX_EXPECT(passage->row_count > 0 && passage->similarity > 0 && passage->similarity <= 1);
  }
}

SX_TEST(random_texts_give_sound_answers) {
  static const char *const alphabets[] = {"a \n", "ab\t \r\n", "a1|: \n\t", "\\\"'n\xE2\x80\x99\n"};
  size_t rounds = sx_test_is_failing_allocations() ? 4 : 6000;
  for (size_t i = 0; i < rounds && !sx_test_is_over(); i++) {
    const char *alphabet = alphabets[i % 4];
    expect_sound(random_text(sx_test_below(120), alphabet),
                 random_text(1 + sx_test_below(12), alphabet));
  }
}

SX_TEST(rows_and_limits) {
  sx_found found;
  sx_str document = SX_STR("\xEF\xBB\xBF"
                           "a\nb a\n\na\na");
  sx_find_text_options options = {true, 2};
  SX_EXPECT_OK(
      sx_find_text(&found, document, SX_STR("a\n"), &options, sx_test_arena(), sx_test_err()));
  SX_EXPECT_SIZE(found.count, 2);
  SX_EXPECT_SIZE(found.total, 3);
  SX_EXPECT_SIZE(found.places[1].start, 7);
  SX_EXPECT_INT(found.places[1].first_row, 1);
  SX_EXPECT_INT(found.places[1].row_count, 1);
  SX_EXPECT_STATUS(
      sx_find_text(&found, document, SX_STR(""), &options, sx_test_arena(), sx_test_err()),
      SX_INVALID_ARGUMENT);
  SX_EXPECT_OK(
      sx_find_text(&found, document, SX_STR("  b a"), &options, sx_test_arena(), sx_test_err()));
  SX_EXPECT_INT(found.how, SX_FOUND_NONE);
}

/** Many lines, some of which are alike. */
static sx_str make_long(size_t lines) {
  sx_buf *out = sx_test_buf();
  for (size_t i = 0; i < lines; i++) {
    if (i % 5 == 4)
      sx_buf_add_text(out, "  }\n\n");
    else
      sx_buf_addf(out, "  value_%zu = compute(%zu, other_%zu);\n", i * 7 % 1000, i, i % 30);
  }
  return out->status ? SX_STR("") : sx_buf_str(out);
}

SX_TEST(closest_passage_of_a_long_document) {
  size_t lines = sx_test_is_failing_allocations() ? 300 : 150000, at = lines / 3 / 5 * 5;
  sx_str document = make_long(lines);
  sx_found found;
  sx_buf *old = sx_test_buf();
  sx_buf_addf(old, "  value_%zu = compute(%zu, other);\n", at * 7 % 1000, at);
  sx_buf_addf(old, "  value_%zu = compute(%zu, other_%zu)\n", (at + 1) * 7 % 1000, at + 1,
              (at + 1) % 30);
  sx_buf_addf(old, "  unknown();\n  }\n");
  SX_EXPECT_OK(old->status);
  SX_EXPECT_OK(document.len ? SX_OK : SX_NOMEM);
  SX_EXPECT_OK(
      sx_find_text(&found, document, sx_buf_str(old), &all_kinds, sx_test_arena(), sx_test_err()));
  SX_EXPECT_INT(found.how, SX_FOUND_NONE);
  SX_EXPECT(found.closest.count > 0);
  SX_EXPECT_SIZE(found.closest.items[0].first_row, at / 5 * 6 + at % 5);
  SX_EXPECT(found.closest.items[0].similarity > 0.5);
}

SX_SUITE(match_find_test, SX_CASE(corpus), SX_CASE(search_finds_what_a_simple_one_finds),
         SX_CASE(search_is_linear_on_hostile_texts), SX_CASE(shifted_code_is_found),
         SX_CASE(random_texts_give_sound_answers), SX_CASE(rows_and_limits),
         SX_CASE(closest_passage_of_a_long_document));
