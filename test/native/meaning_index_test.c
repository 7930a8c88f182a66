#include "meaning_scene.h"

#include "meaning/file.h"

#include "harness.h"
#include "temp_files.h"

#include <unistd.h>

static const meaning_text texts[] = {
    {"src/retry.c", "/* Calls again when it fails. */\nint run_with_retries(int limit)\n{\n"
                    "\tfor (int i = 0; i < limit; i++) if (!call()) return 0;\n\treturn -1;\n}\n"},
    {NULL, NULL},
    {"src/page.c", "/* Allocates pages of memory. */\nvoid *alloc_pages(int order)\n{\n"
                   "\treturn find_free(order);\n}\n\nvoid free_pages(void *p)\n{\n\tgive(p);\n}\n"},
    {"docs/guide.md", "# Guide\n\nHow to begin.\n\n## Limits\n\nRetries are limited.\n"},
};
enum { TEXTS = sizeof texts / sizeof *texts };

/* ---- coding ------------------------------------------------------------------------------------
 */

SX_TEST(lengths_are_nearly_kept) {
  uint8_t last = 0;
  for (uint32_t i = 0; i < 1u << 20; i += 1 + i / 64) {
    uint8_t code = sx_meaning_length_write(i);
    uint32_t read = sx_meaning_length_read(code);
    SX_EXPECT(code >= last && read <= i && i - read <= i / 8);
    SX_EXPECT_SIZE(sx_meaning_length_write(read), code);
    last = code;
  }
  SX_EXPECT_SIZE(sx_meaning_length_write(UINT32_MAX), sx_meaning_length_write((1u << 24) - 1));
}

static sx_meaning_counts random_counts(void) {
  sx_meaning_counts counts = 0;
  if (sx_test_below(2)) return sx_meaning_count_add(0, SX_MEANING_BODY, 1);
  for (unsigned f = 0; f < SX_MEANING_FIELDS; f++)
    if (sx_test_below(3) == 0)
      counts = sx_meaning_count_add(counts, (sx_meaning_field)f,
                                    (uint32_t)sx_test_below(sx_test_below(8) ? 4 : 400) + 1);
  return counts ? counts : sx_meaning_count_add(0, SX_MEANING_BODY, 300);
}

static void try_postings(uint32_t units, size_t step) {
  enum { MOST = 300 };
  sx_meaning_posting all[MOST], read = {.unit = UINT32_MAX};
  size_t count = 0;
  sx_buf *bytes = sx_test_buf();
  sx_meaning_bits bits = {.out = bytes};
  sx_meaning_source source;
  uint64_t unit = sx_test_below(step);
  for (; unit < units && count < MOST; unit += sx_test_below(step) + 1)
    all[count++] = (sx_meaning_posting){(uint32_t)unit, random_counts()};
  unsigned rice = sx_meaning_rice(count, units);
  uint32_t before = UINT32_MAX;
  for (size_t i = 0; i < count; i++) {
    sx_meaning_bits_add(&bits, rice, before, &all[i]);
    before = all[i].unit;
  }
  sx_meaning_bits_end(&bits);
  SX_EXPECT_OK(bytes->status);
  sx_meaning_source_init(&source, (const unsigned char *)bytes->ptr, bytes->len);
  for (size_t i = 0; i < count; i++) {
    SX_EXPECT(sx_meaning_source_next(&source, rice, units, &read));
    SX_EXPECT_SIZE(read.unit, all[i].unit);
    SX_EXPECT_SIZE(read.counts, all[i].counts);
  }
  sx_buf_clear(bytes);
}

SX_TEST(postings_are_read_as_they_were_written) {
  static const size_t steps[] = {1, 2, 7, 100, 5000, 60000000};
  for (size_t i = 0; i < sizeof steps / sizeof *steps && !sx_test_is_over(); i++)
    try_postings(UINT32_MAX - 2, steps[i]);
  try_postings(1, 1);
}

SX_TEST(any_bytes_are_postings_or_none) {
  for (size_t i = 0; i < 3000; i++) {
    unsigned char bytes[24];
    sx_meaning_source source;
    sx_meaning_posting posting = {.unit = UINT32_MAX};
    for (size_t k = 0; k < sizeof bytes; k++) bytes[k] = (unsigned char)sx_test_random();
    sx_meaning_source_init(&source, bytes, sx_test_below(sizeof bytes + 1));
    size_t count = 0;
    uint32_t last = 0;
    while (sx_meaning_source_next(&source, (unsigned)sx_test_below(25), 100000, &posting)) {
      SX_EXPECT(posting.unit < 100000 && (!count || posting.unit > last));
      last = posting.unit;
      count++;
      SX_EXPECT(count < 200);
    }
  }
}

/* ---- the file ----------------------------------------------------------------------------------
 */

SX_TEST(a_question_finds_its_units) {
  meaning_scene *scene = meaning_scene_new();
  sx_buf *out = sx_test_buf();
  SX_EXPECT_OK(meaning_scene_make(scene, texts, TEXTS));
  SX_EXPECT_SIZE(sx_meaning_count_entries(scene->reader), TEXTS);
  SX_EXPECT_OK(meaning_scene_ask(scene, "where is memory allocated", out));
  SX_EXPECT(sx_str_has_prefix(sx_buf_str(out), SX_STR("3 1-4\n")));
  sx_buf_clear(out);
  SX_EXPECT_OK(meaning_scene_ask(scene, "nothing here has it", out));
  SX_EXPECT_TEXT(sx_buf_str(out), "");
  SX_EXPECT_OK(meaning_scene_ask(scene, "calls again", out));
  SX_EXPECT(sx_str_has_prefix(sx_buf_str(out), SX_STR("1 1-5\n")));
}

SX_TEST(entries_have_their_units) {
  meaning_scene *scene = meaning_scene_new();
  uint32_t first, end, entry;
  sx_meaning_state state;
  SX_EXPECT_OK(meaning_scene_make(scene, texts, TEXTS));
  for (size_t i = 0; i < TEXTS; i++) {
    SX_EXPECT_OK(sx_meaning_get_file(scene->reader, i, &first, &end, &state));
    SX_EXPECT_SIZE(state, texts[i].path ? SX_MEANING_READ : SX_MEANING_FOREIGN);
    SX_EXPECT(texts[i].path ? first < end : first == end);
    for (uint32_t unit = first; unit < end; unit++) {
      SX_EXPECT_OK(sx_meaning_find_entry(scene->reader, unit, &entry));
      SX_EXPECT_SIZE(entry, i);
    }
  }
  SX_EXPECT_STATUS(sx_meaning_get_file(scene->reader, TEXTS, &first, &end, &state), SX_CORRUPT);
  SX_EXPECT_STATUS(sx_meaning_find_entry(scene->reader, end, &entry), SX_CORRUPT);
}

SX_TEST(a_file_of_nothing_is_read) {
  meaning_scene *scene = meaning_scene_new();
  sx_buf *out = sx_test_buf();
  SX_EXPECT_OK(meaning_scene_make(scene, texts, 0));
  SX_EXPECT_SIZE(sx_meaning_count_units(scene->reader), 0);
  SX_EXPECT_OK(meaning_scene_ask(scene, "memory", out));
  SX_EXPECT_TEXT(sx_buf_str(out), "");
}

/* Many words, so that there are many runs, groups and pages. */
static sx_status write_large(meaning_scene *scene, size_t files) {
  meaning_text *many = sx_test_memory(files * sizeof *many);
  sx_arena *arena = sx_test_arena();
  sx_buf *text = sx_test_buf();
  for (size_t i = 0; i < files; i++) {
    sx_buf_clear(text);
    for (size_t k = 0; k < 30; k++)
      sx_buf_addf(text, "int %c%c_load_%c%c(int order)\n{\n\treturn word%c%c%c(order);\n}\n",
                  (char)('a' + i % 26), (char)('a' + k % 26), (char)('a' + i * k % 26),
                  (char)('a' + (i + k) % 26), (char)('a' + k % 26), (char)('a' + i * 7 % 26),
                  (char)('a' + i * k * 3 % 26));
    many[i] = (meaning_text){sx_arena_printf(arena, "src/f%zu.c", i).ptr,
                             sx_arena_dup(arena, sx_buf_str(text)).ptr};
    if (text->status || arena->status) return text->status ? text->status : arena->status;
  }
  return meaning_scene_make(scene, many, files);
}

static size_t large_count(void) {
  return sx_test_is_failing_allocations() ? 2 : 14;
}

SX_TEST(runs_are_joined) {
  meaning_scene *scene = meaning_scene_new();
  sx_meaning_postings postings = {0};
  size_t files = large_count();
  SX_EXPECT_OK(write_large(scene, files));
  SX_EXPECT_SIZE(sx_meaning_count_units(scene->reader), files * 31);
  SX_EXPECT_OK(sx_meaning_find_postings(scene->reader, SX_STR("load"), &postings, sx_test_arena()));
  SX_EXPECT_SIZE(postings.len, files * 31);
  for (size_t i = 0; i < postings.len; i++) SX_EXPECT_SIZE(postings.items[i].unit, i);
  postings = (sx_meaning_postings){0};
  SX_EXPECT_OK(sx_meaning_find_postings(scene->reader, SX_STR("zzz"), &postings, sx_test_arena()));
  SX_EXPECT_SIZE(postings.len, 0);
}

/* The same however the units came together: pieces of a scratch file, or none. */
SX_TEST(units_point_where_their_own_words_do) {
  const meaning_text both[] = {
      {"src/a.c", "int remove_directory(char *path)\n{\n\treturn rmdir(path);\n}\n"},
      {"src/b.c", "int parse_number(char *text)\n{\n\treturn atoi(text);\n}\n"}};
  meaning_scene *joint = meaning_scene_new(), *single = meaning_scene_new();
  const sx_packed_direction *one, *other;
  size_t files = large_count();
  SX_EXPECT_OK(meaning_scene_make(joint, both, 2));
  SX_EXPECT_OK(meaning_scene_make(single, both + 1, 1));
  SX_EXPECT_SIZE(sx_meaning_count_units(joint->reader), 4);
  for (uint32_t unit = 0; unit < 2; unit++) {
    SX_EXPECT_OK(sx_meaning_get_direction(joint->reader, unit + 2, &one));
    SX_EXPECT_OK(sx_meaning_get_direction(single->reader, unit, &other));
    SX_EXPECT(memcmp(one, other, sizeof *one) == 0);
  }
  SX_EXPECT_OK(sx_meaning_get_direction(joint->reader, 1, &other));
  SX_EXPECT(memcmp(one, other, sizeof *one) != 0);
  SX_EXPECT_STATUS(sx_meaning_get_direction(joint->reader, 4, &other), SX_CORRUPT);
  joint = meaning_scene_new();
  single = meaning_scene_new();
  SX_EXPECT_OK(write_large(joint, files));
  SX_EXPECT_OK(write_large(single, 1));
  for (uint32_t unit = 0; unit < 31; unit++) {
    SX_EXPECT_OK(sx_meaning_get_direction(joint->reader, unit, &one));
    SX_EXPECT_OK(sx_meaning_get_direction(single->reader, unit, &other));
    SX_EXPECT(memcmp(one, other, sizeof *one) == 0);
  }
  SX_EXPECT_OK(sx_meaning_get_direction(joint->reader, (uint32_t)files * 31 - 1, &other));
}

SX_TEST(it_is_the_same_each_time) {
  sx_str bytes[2];
  for (size_t i = 0; i < 2; i++) {
    meaning_scene *scene = meaning_scene_new();
    SX_EXPECT_OK(write_large(scene, 2));
    enum { MOST = 1 << 20 };
    char *all = sx_test_memory(MOST);
    FILE *file = fopen(scene->path.ptr, "rb");
    SX_EXPECT(file != NULL);
    bytes[i] = sx_str_make(all, fread(all, 1, MOST, file));
    fclose(file);
  }
  SX_EXPECT(sx_str_is_equal(bytes[0], bytes[1]));
}

SX_TEST(nothing_is_left_of_one_that_was_given_up) {
  meaning_scene *scene = meaning_scene_new();
  sx_str scratch = temp_path(scene->folder, "scratch");
  const sx_meaning_target target = {scene->path.ptr, scratch.ptr, MEANING_SCENE_MARK, 1};
  SX_EXPECT_OK(sx_meaning_writer_new(&scene->writer, &target, sx_test_err()));
  sx_meaning_writer_free(scene->writer);
  scene->writer = NULL;
  SX_EXPECT(access(scene->path.ptr, F_OK) != 0);
  SX_EXPECT(access(scratch.ptr, F_OK) != 0);
}

/* ---- damage ------------------------------------------------------------------------------------
 */

static void write_bytes(const meaning_scene *scene, sx_str bytes) {
  FILE *file = fopen(scene->path.ptr, "wb");
  if (!file) return;
  fwrite(bytes.ptr, 1, bytes.len, file);
  fclose(file);
}

static sx_str read_bytes(const meaning_scene *scene) {
  enum { MOST = 4 << 20 };
  char *all = sx_test_memory(MOST);
  FILE *file = fopen(scene->path.ptr, "rb");
  size_t len = file ? fread(all, 1, MOST, file) : 0;
  if (file) fclose(file);
  return sx_str_make(all, len);
}

/* Opens it and asks everything: the same answer, or an error. */
static void expect_answer_or_error(meaning_scene *scene, sx_str right, sx_buf *out) {
  sx_buf_clear(out);
  sx_status status = meaning_scene_open(scene);
  if (!status) status = meaning_scene_ask(scene, "load order word", out);
  if (status == SX_NOMEM) {
    SX_EXPECT_OK(status);
  } else if (!status) {
    SX_EXPECT_STR(sx_buf_str(out), right);
  } else {
    SX_EXPECT_SIZE(status, SX_CORRUPT);
  }
}

SX_TEST(damage_is_found) {
  meaning_scene *scene = meaning_scene_new();
  sx_buf *right = sx_test_buf(), *out = sx_test_buf();
  SX_EXPECT_OK(write_large(scene, large_count()));
  SX_EXPECT_OK(meaning_scene_ask(scene, "load order word", right));
  sx_str whole = read_bytes(scene);
  char *damaged = sx_test_memory(whole.len);
  size_t tries = sx_test_is_failing_allocations() ? 1 : 12;
  for (size_t i = 0; i < tries && !sx_test_is_over(); i++) {
    memcpy(damaged, whole.ptr, whole.len);
    size_t at = i < 4 ? sx_test_below(SX_MEANING_HEADER_BYTES) : sx_test_below(whole.len);
    damaged[at] ^= (char)(1 << sx_test_below(8));
    write_bytes(scene, sx_str_make(damaged, whole.len));
    expect_answer_or_error(scene, sx_buf_str(right), out);
  }
}

SX_TEST(a_cut_file_is_refused) {
  meaning_scene *scene = meaning_scene_new();
  SX_EXPECT_OK(meaning_scene_make(scene, texts, TEXTS));
  SX_EXPECT(sx_meaning_is_whole(scene->reader));
  sx_str whole = read_bytes(scene);
  for (size_t len = 0; len < whole.len && !sx_test_is_over(); len += 1 + len / 3) {
    write_bytes(scene, sx_str_slice(whole, 0, len));
    SX_EXPECT_STATUS(meaning_scene_open(scene), SX_CORRUPT);
  }
}

SX_TEST(one_that_is_cut_while_it_is_open_is_known) {
  meaning_scene *scene = meaning_scene_new();
  SX_EXPECT_OK(meaning_scene_make(scene, texts, TEXTS));
  SX_EXPECT_SIZE(truncate(scene->path.ptr, 100), 0);
  SX_EXPECT(!sx_meaning_is_whole(scene->reader));
}

SX_TEST(that_of_another_segment_is_refused) {
  meaning_scene *scene = meaning_scene_new();
  sx_meaning_reader *reader;
  SX_EXPECT_OK(meaning_scene_write(scene, texts, TEXTS));
  SX_EXPECT_STATUS(sx_meaning_open(&reader, scene->path.ptr, MEANING_SCENE_MARK + 1, sx_test_err()),
                   SX_CORRUPT);
  SX_EXPECT(!reader);
  SX_EXPECT_STATUS(sx_meaning_open(&reader, "/nowhere/at/all", 1, sx_test_err()), SX_NOT_FOUND);
}

SX_SUITE(meaning_index_test, SX_CASE(lengths_are_nearly_kept),
         SX_CASE(postings_are_read_as_they_were_written), SX_CASE(any_bytes_are_postings_or_none),
         SX_CASE(a_question_finds_its_units), SX_CASE(entries_have_their_units),
         SX_CASE(a_file_of_nothing_is_read), SX_CASE(runs_are_joined),
         SX_CASE(units_point_where_their_own_words_do), SX_CASE(it_is_the_same_each_time),
         SX_CASE(nothing_is_left_of_one_that_was_given_up), SX_CASE(damage_is_found),
         SX_CASE(a_cut_file_is_refused), SX_CASE(one_that_is_cut_while_it_is_open_is_known),
         SX_CASE(that_of_another_segment_is_refused));
