#include "harness.h"
#include "index_scene.h"
#include "needed.h"
#include "temp_files.h"

#include <stdatomic.h>
#include <uv.h>

#define MAX_FILES 24

/* Random texts and conditions: a file whose text fulfils one is always selected. */

typedef struct random_files {
  index_scene *scene;
  sx_str texts[MAX_FILES], names[MAX_FILES];
  sx_str
      plain[MAX_FILES]; /* the texts with k and s in place of the characters that count as these */
  size_t count;
} random_files;

static const char *const words[] = {
    "a",
    "b",
    "ab",
    "Ab",
    "static",
    "int ",
    "resume",
    "RESUME",
    "_",
    " ",
    "\t",
    ";",
    "->k",
    "ss",
    "xyz",
    "\xC3\xA4",
    "\xE2\x82\xAC",
    "\xE2\x84\xAA",
    "KELVIN",
    "kelvin",
    "0123",
    "}",
    "s",
    "k",
    "\xC5\xBF",
    "ski",
    "\xC5\xBF\xE2\x84\xAAi",
};

static void add_word(sx_buf *out) {
  size_t kind = sx_test_below(40);
  if (kind == 0) sx_buf_add_char(out, '\n');
  if (kind == 1) sx_buf_add_text(out, "\r\n");
  if (kind == 2) sx_buf_add_char(out, '\r');
  if (kind == 3) sx_buf_add_char(out, (char)(33 + sx_test_below(90)));
  if (kind > 3) sx_buf_add_text(out, words[sx_test_below(sizeof words / sizeof *words)]);
}

static sx_str copy_of(sx_str s) {
  char *copy = sx_test_memory(s.len);
  memcpy(copy, s.ptr, s.len);
  return sx_str_make(copy, s.len);
}

static sx_str make_plain(sx_str text) {
  char *copy = sx_test_memory(text.len);
  size_t len = 0;
  for (size_t i = 0; i < text.len; i++) {
    sx_str rest = sx_str_slice(text, i, text.len);
    bool is_kelvin = sx_str_has_prefix(rest, SX_STR("\xE2\x84\xAA"));
    bool is_long_s = sx_str_has_prefix(rest, SX_STR("\xC5\xBF"));
    i += is_kelvin ? 2 : is_long_s;
    copy[len++] = text.ptr[i];
    if (is_kelvin || is_long_s) copy[len - 1] = is_kelvin ? 'k' : 's';
  }
  return sx_str_make(copy, len);
}

static void make_files(random_files *all, sx_buf *text) {
  all->scene = index_scene_new();
  all->count = 1 + sx_test_below(MAX_FILES);
  for (size_t i = 0; i < all->count && !sx_test_is_over(); i++) {
    char name[32];
    size_t len = sx_test_below(3) ? sx_test_below(300) : sx_test_below(12000);
    snprintf(name, sizeof name, "%s%zu.c", sx_test_below(2) ? "d/" : "", i);
    sx_buf_clear(text);
    while (text->len < len && !text->status) add_word(text);
    SX_EXPECT_OK(text->status);
    all->names[i] = copy_of(sx_str_from(name));
    all->texts[i] = copy_of(sx_buf_str(text));
    all->plain[i] = make_plain(all->texts[i]);
    index_scene_file(all->scene, name, all->texts[i]);
  }
}

/* ---- conditions --------------------------------------------------------------------------- */

static sx_str random_string(const random_files *all, bool is_folded, sx_buf *buf) {
  sx_buf_clear(buf);
  size_t number = sx_test_below(all->count);
  sx_str text = is_folded && sx_test_below(2) ? all->plain[number] : all->texts[number];
  if (text.len && sx_test_below(4)) {
    size_t from = sx_test_below(text.len);
    sx_buf_add(buf, sx_str_slice(text, from, from + 1 + sx_test_below(12)));
  }
  while (!buf->status && (!buf->len || !sx_test_below(3))) add_word(buf);
  for (size_t i = 0; i < buf->len && is_folded; i++)
    if (buf->ptr[i] >= 'A' && buf->ptr[i] <= 'Z') buf->ptr[i] = (char)(buf->ptr[i] + 32);
  return sx_arena_dup(sx_test_arena(), sx_buf_str(buf));
}

/* NOLINTNEXTLINE(misc-no-recursion): `depth` limits it. */
static const sx_needed *random_needed(const random_files *all, bool is_folded, size_t depth,
                                      sx_buf *buf) {
  sx_needed *needed = SX_ARENA_NEW(sx_test_arena(), sx_needed);
  if (!needed) return NULL;
  *needed = (sx_needed){.kind = SX_NEEDED_STRING, .string = SX_STR("")};
  if (depth == 0 || sx_test_below(3) == 0) {
    needed->string = random_string(all, is_folded, buf);
    return needed->string.len ? needed : NULL;
  }
  needed->kind = sx_test_below(2) ? SX_NEEDED_ALL : SX_NEEDED_ONE;
  needed->part_count = 2 + sx_test_below(2);
  const sx_needed **parts = sx_arena_calloc(sx_test_arena(), needed->part_count, sizeof *parts);
  for (size_t i = 0; parts && i < needed->part_count; i++) {
    parts[i] = random_needed(all, is_folded, depth - 1, buf);
    if (!parts[i]) return NULL;
  }
  needed->parts = parts;
  return parts ? needed : NULL;
}

static bool is_in_a_line(const sx_needed *needed, sx_str text, bool is_folded) {
  while (text.len) {
    size_t end = sx_str_find_char(text, '\n', 0);
    size_t len = end == SX_STR_NONE ? text.len : end + 1;
    if (sx_needed_is_in(needed, sx_str_slice(text, 0, len), is_folded)) return true;
    text = sx_str_slice(text, len, text.len);
  }
  return false;
}

static bool is_in(const sx_needed *needed, sx_str text, bool is_folded, bool per_line) {
  return per_line ? is_in_a_line(needed, text, is_folded)
                  : sx_needed_is_in(needed, text, is_folded);
}

static bool has_line_end(const char *p) {
  return memchr(p, '\n', 3) || memchr(p, '\r', 3);
}

/* Whether a text has all trigrams of a string that count: more is never selected. */
static bool has_trigrams(sx_str text, sx_str string, bool is_folded) {
  for (size_t i = 0; i + 3 <= string.len; i++) {
    sx_str one = sx_str_slice(string, i, i + 3);
    const sx_needed needed = {.kind = SX_NEEDED_STRING, .string = one};
    if (!has_line_end(one.ptr) && !sx_needed_is_in(&needed, text, is_folded)) return false;
  }
  return true;
}

static bool narrows(sx_str string) {
  for (size_t i = 0; i + 3 <= string.len; i++)
    if (!has_line_end(string.ptr + i)) return true;
  return false;
}

static void check_condition(const random_files *all, const sx_needed *needed, bool is_folded,
                            bool per_block) {
  const sx_index_segment *segment = all->scene->segment;
  uint64_t bitmap[SX_INDEX_WORDS(MAX_FILES)];
  bool is_narrowed;
  sx_arena arena;
  sx_arena_init(&arena, (size_t)16 << 20);
  sx_status status =
      sx_index_select(segment, needed, is_folded, per_block, bitmap, &is_narrowed, &arena);
  sx_arena_release(&arena);
  SX_EXPECT_OK(status);
  bool is_string = needed->kind == SX_NEEDED_STRING;
  if (is_string) SX_EXPECT_INT(is_narrowed, narrows(needed->string));
  for (size_t i = 0; i < all->count; i++) {
    size_t number;
    SX_EXPECT_OK(sx_index_segment_find(segment, all->names[i], &number));
    SX_EXPECT(number < all->count);
    bool is_selected = bitmap[number / 64] >> number % 64 & 1;
    bool is_wanted = is_in(needed, all->texts[i], is_folded, per_block) ||
                     (is_folded && is_in(needed, all->plain[i], true, per_block));
    bool has_other = is_folded && all->plain[i].len < all->texts[i].len;
    if (is_wanted && !is_selected) SX_FAIL("%.*s is missing", SX_STR_ARG(all->names[i]));
    if (is_string && is_narrowed && is_selected && !has_other)
      SX_EXPECT(has_trigrams(all->texts[i], needed->string, is_folded));
    if (!is_narrowed) SX_EXPECT(is_selected);
  }
}

static void check_conditions(const random_files *all, size_t rounds, sx_buf *buf) {
  for (size_t i = 0; i < rounds && !sx_test_is_over(); i++) {
    bool is_folded = sx_test_below(2), per_block = sx_test_below(2);
    const sx_needed *needed = random_needed(all, is_folded, 2, buf);
    if (!needed) SX_EXPECT_OK(buf->status ? buf->status : sx_test_arena()->status);
    if (needed) check_condition(all, needed, is_folded, per_block);
  }
}

/* ---- cases -------------------------------------------------------------------------------- */

SX_TEST(misses_no_file) {
  sx_buf *text = sx_test_buf();
  size_t rounds = sx_test_is_failing_allocations() ? 1 : 15;
  for (size_t round = 0; round < rounds && !sx_test_is_over(); round++) {
    random_files all;
    make_files(&all, text);
    if (sx_test_is_over()) return;
    SX_EXPECT_OK(index_scene_build(all.scene, round % 2 ? 0 : (size_t)16 << 20, 1 + round % 4));
    SX_EXPECT_SIZE(all.scene->built.covered, all.count);
    check_conditions(&all, sx_test_is_failing_allocations() ? 3 : 200, text);
  }
}

/* Memory and threads change how it is built, and not what is built. */
SX_TEST(builds_the_same_in_any_way) {
  static const size_t memories[] = {0, (size_t)13 << 20, (size_t)64 << 20};
  static const size_t threads[] = {1, 2, 4};
  random_files all;
  sx_buf *text = sx_test_buf();
  make_files(&all, text);
  sx_buf_clear(text);
  /* One block of many trigrams, more than are sorted at once. */
  for (size_t i = 0; i < 20000; i++) sx_buf_add_char(text, (char)(33 + sx_test_below(90)));
  for (size_t i = 0; i < 600; i++) sx_buf_add_text(text, "a line\n");
  SX_EXPECT_OK(text->status);
  if (sx_test_is_over()) return;
  index_scene_file(all.scene, "long", sx_buf_str(text));
  SX_EXPECT_OK(index_scene_build(all.scene, memories[0], threads[0]));
  sx_str first = index_scene_bytes(all.scene);
  for (size_t i = 1; i < 9 && !sx_test_is_over(); i++) {
    if (sx_test_is_failing_allocations() && i != 4) continue;
    SX_EXPECT_OK(index_scene_build(all.scene, memories[i % 3], threads[i / 3]));
    sx_str bytes = index_scene_bytes(all.scene);
    SX_EXPECT_SIZE(bytes.len, first.len);
    SX_EXPECT(memcmp(bytes.ptr, first.ptr, first.len) == 0);
  }
}

typedef struct reader {
  const random_files *all;
  const sx_needed *needed;
  uint64_t bitmap[SX_INDEX_WORDS(MAX_FILES)];
  sx_status status;
} reader;

static void select_often(void *arg) {
  reader *r = arg;
  for (size_t i = 0; i < 50 && !r->status; i++) {
    bool is_narrowed;
    sx_arena arena;
    sx_arena_init(&arena, (size_t)16 << 20);
    r->status = sx_index_select(r->all->scene->segment, r->needed, false, i % 2, r->bitmap,
                                &is_narrowed, &arena);
    sx_arena_release(&arena);
  }
}

SX_TEST(is_read_by_several_threads) {
  random_files all;
  reader readers[4];
  uv_thread_t threads[4];
  sx_buf *text = sx_test_buf();
  make_files(&all, text);
  if (sx_test_is_over()) return;
  SX_EXPECT_OK(index_scene_build(all.scene, 0, 4));
  const sx_needed *needed = index_scene_string("static int");
  for (size_t i = 0; i < 4; i++) readers[i] = (reader){.all = &all, .needed = needed};
  for (size_t i = 0; i < 4; i++) uv_thread_create(&threads[i], select_often, &readers[i]);
  for (size_t i = 0; i < 4; i++) uv_thread_join(&threads[i]);
  for (size_t i = 0; i < 4; i++) {
    SX_EXPECT_OK(readers[i].status);
    SX_EXPECT_SIZE(readers[i].bitmap[0], readers[0].bitmap[0]);
  }
}

SX_SUITE(index_random_test, SX_LONG_CASE(misses_no_file), SX_CASE(builds_the_same_in_any_way),
         SX_CASE(is_read_by_several_threads));
