#include "harness.h"

#include "base/array.h"
#include "base/folder.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "base/word.h"

SX_TEST(arena_gives_zeroed_aligned_pieces) {
  sx_arena *arena = sx_test_arena();
  for (size_t size = 0; size < 70; size++) {
    unsigned char *piece = sx_arena_alloc(arena, size);
    SX_EXPECT_ALLOC(piece);
    SX_EXPECT_SIZE((uintptr_t)piece % _Alignof(max_align_t), 0);
    for (size_t i = 0; i < size; i++) SX_EXPECT_INT(piece[i], 0);
    memset(piece, 0xFF, size);
  }
}

SX_TEST(arena_refuses_past_its_ceiling) {
  sx_arena arena;
  sx_arena_init(&arena, 64);
  void *first = sx_arena_alloc(&arena, 33);
  void *second = sx_arena_alloc(&arena, 33);
  sx_status status = arena.status;
  sx_arena_release(&arena);
  SX_EXPECT_ALLOC(first);
  SX_EXPECT(!second);
  SX_EXPECT_STATUS(status, SX_TOO_BIG);
}

SX_TEST(arena_refuses_sizes_that_overflow) {
  sx_arena arena;
  sx_arena_init(&arena, SIZE_MAX);
  bool has_refused = true;
  for (size_t below = 0; below < 64; below++)
    has_refused = has_refused && !sx_arena_alloc(&arena, SIZE_MAX - below);
  has_refused = has_refused && !sx_arena_calloc(&arena, SIZE_MAX / 2, 3);
  sx_status status = arena.status;
  sx_arena_release(&arena);
  SX_EXPECT(has_refused);
  SX_EXPECT_STATUS(status, SX_TOO_BIG);
}

SX_TEST(arena_copies_and_prints) {
  sx_arena *arena = sx_test_arena();
  sx_str copy = sx_arena_dup(arena, SX_STR("a\0b"));
  sx_str printed = sx_arena_printf(arena, "%d-%s", 7, "x");
  SX_EXPECT_OK(arena->status);
  SX_EXPECT_STR(copy, SX_STR("a\0b"));
  SX_EXPECT_TEXT(printed, "7-x");
}

SX_TEST(array_grows) {
  SX_ARRAY(size_t) numbers = {0};
  for (size_t i = 0; i < 100; i++) {
    size_t *added = SX_ARRAY_ADD(&numbers, sx_test_arena());
    SX_EXPECT_ALLOC(added);
    SX_EXPECT_SIZE(*added, 0);
    *added = i;
  }
  SX_EXPECT_SIZE(numbers.len, 100);
  for (size_t i = 0; i < 100; i++) SX_EXPECT_SIZE(numbers.items[i], i);
}

SX_TEST(buf_writes_and_ends_with_nul) {
  sx_buf *buf = sx_test_buf();
  SX_EXPECT_TEXT(sx_buf_str(buf), "");
  sx_buf_add_text(buf, "one ");
  sx_buf_addf(buf, "%d", 2);
  sx_buf_add_repeat(buf, '!', 3);
  sx_buf_add_codepoint(buf, 0x1F600);
  SX_EXPECT_OK(buf->status);
  SX_EXPECT_TEXT(sx_buf_str(buf), "one 2!!!\xF0\x9F\x98\x80");
  SX_EXPECT_INT(buf->ptr[buf->len], 0);
  sx_buf_truncate(buf, 3);
  SX_EXPECT_TEXT(sx_buf_str(buf), "one");
  sx_buf_clear(buf);
  SX_EXPECT_TEXT(sx_buf_str(buf), "");
}

SX_TEST(buf_keeps_its_first_error) {
  sx_buf buf;
  sx_buf_init(&buf, 4);
  sx_buf_add_text(&buf, "1234");
  sx_status before = buf.status;
  sx_buf_add_text(&buf, "5");
  sx_buf_add_text(&buf, "");
  sx_status after = buf.status;
  sx_buf_release(&buf);
  SX_EXPECT_OK(before);
  SX_EXPECT_STATUS(after, SX_TOO_BIG);
}

SX_TEST(buf_refuses_sizes_that_overflow) {
  sx_buf buf;
  sx_buf_init(&buf, SIZE_MAX);
  bool has_room = sx_buf_reserve(&buf, SIZE_MAX);
  sx_status status = buf.status;
  sx_buf_release(&buf);
  SX_EXPECT(!has_room);
  SX_EXPECT_STATUS(status, SX_TOO_BIG);
}

SX_TEST(buf_detaches) {
  sx_buf *buf = sx_test_buf();
  char *none = sx_buf_detach(buf);
  SX_EXPECT_ALLOC(none);
  sx_test_defer(sx_free, none);
  SX_EXPECT_INT(none[0], 0);
  sx_buf_add_text(buf, "kept");
  SX_EXPECT_OK(buf->status);
  char *kept = sx_buf_detach(buf);
  SX_EXPECT_ALLOC(kept);
  sx_test_defer(sx_free, kept);
  SX_EXPECT_TEXT(sx_str_from(kept), "kept");
  SX_EXPECT_SIZE(buf->len, 0);
}

SX_TEST(map_finds_what_was_put) {
  sx_map map;
  sx_map_init(&map, sx_test_arena());
  uint64_t value = 5;
  SX_EXPECT(!sx_map_find(&map, SX_STR("a"), &value));
  SX_EXPECT_INT(value, 5);
  for (unsigned i = 0; i < 300; i++) {
    sx_str key = sx_arena_printf(sx_test_arena(), "key %u", i);
    SX_EXPECT_OK(sx_test_arena()->status);
    SX_EXPECT_OK(sx_map_put(&map, key, i));
  }
  SX_EXPECT_OK(sx_map_put(&map, SX_STR("key 7"), 700));
  SX_EXPECT_SIZE(map.len, 300);
  SX_EXPECT(sx_map_find(&map, SX_STR("key 7"), &value) && value == 700);
  SX_EXPECT(sx_map_find(&map, SX_STR("key 299"), &value) && value == 299);
  SX_EXPECT(!sx_map_find(&map, SX_STR("key 300"), &value));
}

SX_TEST(str_finds_and_trims) {
  SX_EXPECT_SIZE(sx_str_find(SX_STR("aab"), SX_STR("ab"), 0), 1);
  SX_EXPECT_SIZE(sx_str_find(SX_STR("aab"), SX_STR("ab"), 2), SX_STR_NONE);
  SX_EXPECT_SIZE(sx_str_find(SX_STR("aab"), SX_STR(""), 3), 3);
  SX_EXPECT_SIZE(sx_str_find(SX_STR("a"), SX_STR("ab"), 0), SX_STR_NONE);
  SX_EXPECT_SIZE(sx_str_find_last_char(SX_STR("a.b.c"), '.'), 3);
  SX_EXPECT_TEXT(sx_str_trim(SX_STR(" \t x y\r\n")), "x y");
  SX_EXPECT_TEXT(sx_str_trim(SX_STR(" \n")), "");
  SX_EXPECT_TEXT(sx_str_slice(SX_STR("abc"), 1, 99), "bc");
  SX_EXPECT_TEXT(sx_str_slice(SX_STR("abc"), 9, 1), "");
  SX_EXPECT(sx_str_is_equal_fold(SX_STR("AbC"), SX_STR("aBc")));
  SX_EXPECT(sx_str_compare(SX_STR("a"), SX_STR("ab")) < 0);
}

SX_TEST(str_takes_lines_of_every_ending) {
  sx_str rest = SX_STR("a\nb\r\nc\r\rd"), line;
  static const char *const expected[] = {"a", "b", "c", "", "d"};
  for (size_t i = 0; i < 5; i++) {
    SX_EXPECT(sx_str_next_line(&rest, &line));
    SX_EXPECT_STR(line, sx_str_from(expected[i]));
  }
  SX_EXPECT(!sx_str_next_line(&rest, &line));
}

SX_TEST(str_reads_numbers) {
  static const char *const bad[] = {
      "", "-1", "+1", " 1", "1 ", "1.5", "0x1", "a", "1234567890123456789"};
  uint64_t number = 7;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    SX_EXPECT(!sx_str_read_number(sx_str_from(bad[i]), &number) && number == 7);
  SX_EXPECT(sx_str_read_number(SX_STR("007"), &number) && number == 7);
  SX_EXPECT(sx_str_read_number(SX_STR("0"), &number) && number == 0);
  SX_EXPECT(sx_str_read_number(SX_STR("999999999999999999"), &number));
  SX_EXPECT(number == 999999999999999999u);
}

SX_TEST(str_measures_distance) {
  SX_EXPECT_SIZE(sx_str_distance(SX_STR("kitten"), SX_STR("sitting"), 5), 3);
  SX_EXPECT_SIZE(sx_str_distance(SX_STR("User"), SX_STR("user"), 2), 0);
  SX_EXPECT_SIZE(sx_str_distance(SX_STR("abc"), SX_STR("xyz"), 1), 2);
  SX_EXPECT_SIZE(sx_str_distance(SX_STR(""), SX_STR("ab"), 2), 2);
}

SX_TEST(utf8_decodes_what_it_encodes) {
  size_t step = sx_test_is_failing_allocations() ? 997 : 1;
  for (uint32_t c = 0; c <= 0x10FFFF; c += (uint32_t)step) {
    char bytes[4];
    uint32_t back;
    if (c >= 0xD800 && c < 0xE000) continue;
    size_t len = sx_utf8_encode(c, bytes);
    SX_EXPECT_SIZE(sx_utf8_decode(bytes, len, &back), len);
    SX_EXPECT_INT(back, c);
    SX_EXPECT_SIZE(sx_utf8_previous(bytes, len), 0);
    SX_EXPECT_SIZE(sx_utf8_count_u16(bytes, len), c >= 0x10000 ? 2 : 1);
    if (len > 1) SX_EXPECT(!sx_utf8_is_valid(bytes, len - 1));
  }
}

SX_TEST(utf8_takes_broken_bytes_one_by_one) {
  static const char *const broken[] = {"\x80",         "\xC0\x80",         "\xE0\x80\x80",
                                       "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF",
                                       "\xE2\x82",     "\xF0\x9F\x98"};
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
    sx_str s = sx_str_from(broken[i]);
    uint32_t codepoint;
    SX_EXPECT_SIZE(sx_utf8_decode(s.ptr, s.len, &codepoint), 1);
    SX_EXPECT_INT(codepoint, SX_UTF8_REPLACEMENT);
    SX_EXPECT_SIZE(sx_utf8_count_u16(s.ptr, s.len), s.len);
    SX_EXPECT_SIZE(sx_utf8_previous(s.ptr, s.len), s.len - 1);
    SX_EXPECT(!sx_utf8_is_valid(s.ptr, s.len));
  }
}

/* Texts of ASCII are looked at in pieces of several sizes. */
SX_TEST(utf8_sees_a_broken_byte_at_each_place) {
  enum { LEN = 100 };
  char text[LEN];
  for (size_t at = 0; at + 4 <= LEN; at++) {
    memset(text, 'a', LEN);
    SX_EXPECT(sx_utf8_is_valid(text, LEN));
    memcpy(text + at, "\xF0\x9F\x98\x80", 4);
    SX_EXPECT(sx_utf8_is_valid(text, LEN));
    if (at >= 2) {
      memcpy(text + at - 2, "\xC3\xA9", 2);
      SX_EXPECT(sx_utf8_is_valid(text, LEN));
    }
    for (size_t len = at + 1; len < at + 4; len++) SX_EXPECT(!sx_utf8_is_valid(text, len));
    for (size_t i = 1; i < 4; i++) {
      char whole = text[at + i];
      text[at + i] = 'a';
      SX_EXPECT(!sx_utf8_is_valid(text, LEN));
      text[at + i] = whole;
    }
    text[at + 3] = '\xC3';
    SX_EXPECT(!sx_utf8_is_valid(text, LEN));
  }
}

SX_TEST(utf8_floor_never_cuts) {
  sx_str s = SX_STR("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\x80z");
  static const size_t expected[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 12};
  for (size_t i = 0; i <= s.len; i++) SX_EXPECT_SIZE(sx_utf8_floor(s.ptr, s.len, i), expected[i]);
  SX_EXPECT_SIZE(sx_utf8_floor(s.ptr, s.len, 99), s.len);
}

SX_TEST(status_has_codes_and_messages) {
  SX_EXPECT_TEXT(sx_str_from(sx_status_code(SX_NOT_FOUND)), "not_found");
  SX_EXPECT_TEXT(sx_str_from(sx_status_code((sx_status)999)), "internal_error");
  sx_err err;
  SX_EXPECT_STATUS(sx_fail(&err, SX_IO, "read %s", "x"), SX_IO);
  SX_EXPECT_TEXT(sx_str_from(err.message), "read x");
  SX_EXPECT_STATUS(sx_fail(NULL, SX_IO, NULL), SX_IO);
  char longer[2 * SX_ERR_MESSAGE_BYTES];
  for (size_t i = 0; i + 3 < sizeof longer; i += 3) memcpy(longer + i, "\xE2\x82\xAC", 4);
  SX_EXPECT_STATUS(sx_fail(&err, SX_IO, "%s", longer), SX_IO);
  SX_EXPECT(sx_utf8_is_valid(err.message, strlen(err.message)));
  SX_EXPECT(strlen(err.message) > SX_ERR_MESSAGE_BYTES - 5);
}

SX_TEST(folder_of_a_path_and_what_is_in_it) {
  SX_EXPECT_TEXT(sx_folder_of(SX_STR("/a/b/c.txt")), "/a/b");
  SX_EXPECT_TEXT(sx_folder_of(SX_STR("/a")), "");
  SX_EXPECT_TEXT(sx_folder_of(SX_STR("a")), "");
  SX_EXPECT(sx_folder_has(SX_STR("/a"), SX_STR("/a/b/c.txt")));
  SX_EXPECT(sx_folder_has(SX_STR(""), SX_STR("/a")));
  SX_EXPECT(!sx_folder_has(SX_STR("/a"), SX_STR("/a")));
  SX_EXPECT(!sx_folder_has(SX_STR("/a"), SX_STR("/ab/c")));
}

/** As sx_path_compare says it, byte by byte. */
static int compare_paths(sx_str a, sx_str b) {
  size_t at = 0;
  while (at < a.len && at < b.len && a.ptr[at] == b.ptr[at]) at++;
  if (at == a.len || at == b.len) return (a.len > b.len) - (a.len < b.len);
  int one = a.ptr[at] == '/' ? -1 : (unsigned char)a.ptr[at];
  int other = b.ptr[at] == '/' ? -1 : (unsigned char)b.ptr[at];
  return one < other ? -1 : 1;
}

SX_TEST(compares_paths_of_any_length) {
  static const char bytes[] = "a/.\xc3\0b";
  char one[40], other[40];
  for (size_t round = 0; round < 20000 && !sx_test_is_over(); round++) {
    size_t shared = sx_test_below(30), len = 40, of[2] = {sx_test_below(40), sx_test_below(40)};
    for (size_t i = 0; i < len; i++) one[i] = bytes[sx_test_below(6)];
    memcpy(other, one, len);
    for (size_t i = shared; i < len; i++) other[i] = bytes[sx_test_below(6)];
    sx_str a = sx_str_make(one, of[0]), b = sx_str_make(other, of[1]);
    size_t both = sx_path_shared(a, b);
    SX_EXPECT(both <= a.len && both <= b.len && memcmp(one, other, both) == 0);
    SX_EXPECT(both == a.len || both == b.len || one[both] != other[both]);
    SX_EXPECT_INT(sx_path_compare(a, b), compare_paths(a, b));
  }
}

SX_TEST(buf_writes_counts_in_groups) {
  sx_buf buf;
  char copy[64];
  sx_buf_init(&buf, sizeof copy);
  const uint64_t counts[] = {0, 999, 1000, 78255, 1234567};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    sx_buf_add_count(&buf, counts[i]);
    sx_buf_add_char(&buf, ' ');
  }
  sx_status status = buf.status;
  size_t len = buf.len;
  memcpy(copy, buf.ptr, len);
  sx_buf_release(&buf);
  SX_EXPECT_OK(status);
  SX_EXPECT_TEXT(sx_str_make(copy, len), "0 999 1,000 78,255 1,234,567 ");
}

SX_TEST(words_stand_whole) {
  sx_str text = SX_STR("a$b, ab; a\xC3\xA9 a");
  size_t at = 0;
  SX_EXPECT_TEXT(sx_word_next(text, &at), "a$b");
  SX_EXPECT_TEXT(sx_word_next(text, &at), "ab");
  SX_EXPECT_TEXT(sx_word_next(text, &at), "a\xC3\xA9");
  SX_EXPECT_TEXT(sx_word_next(text, &at), "a");
  SX_EXPECT_TEXT(sx_word_next(text, &at), "");
  SX_EXPECT_SIZE(sx_word_find(text, SX_STR("a"), 0), text.len - 1);
  SX_EXPECT(!sx_word_is_in(text, SX_STR("b")) && !sx_word_is_in(text, SX_STR("")));
}

SX_SUITE(base_test, SX_CASE(arena_gives_zeroed_aligned_pieces),
         SX_CASE(arena_refuses_past_its_ceiling), SX_CASE(arena_refuses_sizes_that_overflow),
         SX_CASE(arena_copies_and_prints), SX_CASE(array_grows),
         SX_CASE(buf_writes_and_ends_with_nul), SX_CASE(buf_keeps_its_first_error),
         SX_CASE(buf_writes_counts_in_groups), SX_CASE(buf_refuses_sizes_that_overflow),
         SX_CASE(buf_detaches), SX_CASE(map_finds_what_was_put), SX_CASE(words_stand_whole),
         SX_CASE(str_finds_and_trims), SX_CASE(str_takes_lines_of_every_ending),
         SX_CASE(str_reads_numbers), SX_CASE(str_measures_distance),
         SX_CASE(utf8_decodes_what_it_encodes), SX_CASE(utf8_takes_broken_bytes_one_by_one),
         SX_CASE(utf8_sees_a_broken_byte_at_each_place), SX_CASE(utf8_floor_never_cuts),
         SX_CASE(status_has_codes_and_messages), SX_CASE(folder_of_a_path_and_what_is_in_it),
         SX_CASE(compares_paths_of_any_length));
