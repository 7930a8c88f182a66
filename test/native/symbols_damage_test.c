#include "symbols_scene.h"

#include "base/map.h"
#include "symbols/database.h"

#include "harness.h"
#include "temp_files.h"

#include <sys/stat.h>
#include <unistd.h>

/* Databases that are damaged, or something else: an error or the right rows, and never a crash. */

/* So many that the tables have pages below pages. */
static sx_status make_large(symbols_scene *scene) {
  sx_buf *text = sx_test_buf();
  sx_status status = SX_OK;
  size_t files = sx_test_is_failing_allocations() ? 2 : 40;
  for (size_t i = 0; i < files && !status; i++) {
    sx_buf_clear(text);
    for (size_t k = 0; k < 60; k++)
      sx_buf_addf(text,
                  "#include <linux/page_%zu.h>\nstruct page_%zu_%zu { int first_%zu; };\n"
                  "int loadUser%zu(void);\n",
                  k * i, i, k, k, k * i);
    sx_buf_add(text, sx_str_make("", 1));
    status = text->status ? text->status : symbols_scene_put_subtypes(scene, text->ptr);
  }
  return status ? status : symbols_scene_finish(scene);
}

static sx_str read_all(const symbols_scene *scene) {
  FILE *file = fopen(scene->path.ptr, "rb");
  enum { MOST = 8 << 20 };
  char *bytes = sx_test_memory(MOST);
  size_t len = file ? fread(bytes, 1, MOST, file) : 0;
  if (file) fclose(file);
  return sx_str_make(bytes, len);
}

/** All that a database answered, as one number. */
typedef struct answers {
  uint64_t hash;
  size_t failed;
} answers;

static void add_number(answers *a, uint64_t number) {
  a->hash = (a->hash ^ number) * 0x100000001B3u;
}

static void add_text(answers *a, sx_str text) {
  add_number(a, sx_hash(text));
}

static void add_row(answers *a, const sx_symbols_row *row) {
  add_number(a, (uint64_t)row->id);
  add_number(a, row->entry);
  add_number(a, row->place.kind);
  add_number(a, row->place.row);
  add_number(a, row->place.name_at);
  add_text(a, row->name);
}

static void add_entry(void *arg, const sx_symbols_entry *entry) {
  add_text(arg, entry->language);
  add_number(arg, entry->entry);
}

static void ask_relations(sx_symbols_reader *reader, answers *out, sx_arena *arena) {
  sx_symbols_rows rows = {0};
  sx_symbols_bases bases = {0};
  sx_str end = SX_STR("linux/page_0.h");
  const sx_strs ends = {&end, 1, 1};
  sx_symbols_imported count = {0};
  out->failed +=
      sx_symbols_find_subtypes(reader, SX_STR("page_7_8"), &rows, &bases, arena, NULL) != SX_OK;
  out->failed += sx_symbols_count_importers(reader, &ends, &count, NULL) != SX_OK;
  for (size_t i = 0; i < rows.len; i++) add_row(out, &rows.items[i]);
  for (size_t i = 0; i < bases.len; i++) add_text(out, bases.items[i].name);
  add_number(out, count.absolute);
}

static void ask_files(sx_symbols_reader *reader, answers *out, sx_arena *arena) {
  sx_symbols_contents all;
  for (uint32_t i = 0; i < 41; i += 4) {
    out->failed += sx_symbols_of_entry(reader, i, &all, arena, NULL) != SX_OK;
    for (size_t k = 0; k < all.rows.len; k++) add_row(out, &all.rows.items[k]);
    for (size_t k = 0; k < all.imports.len; k++) add_text(out, all.imports.items[k].specifier);
  }
  out->failed += sx_symbols_each(reader, add_entry, out, NULL) != SX_OK;
}

static answers ask_everything(sx_symbols_reader *reader) {
  sx_str part = SX_STR("page*");
  const sx_strs parts = {.items = &part, .len = 1};
  const sx_symbols_wanted wanted = {&parts, 5000};
  sx_symbols_rows rows = {0};
  sx_symbols_row above;
  sx_strs names = {0};
  sx_arena arena;
  size_t count = 0;
  answers out = {0};
  sx_arena_init(&arena, (size_t)64 << 20);
  out.failed +=
      sx_symbols_find(reader, SX_STR("page_3_4"), &(int64_t){0}, &rows, &arena, NULL) != SX_OK;
  out.failed +=
      sx_symbols_find(reader, SX_STR("loadUser0"), &(int64_t){0}, &rows, &arena, NULL) != SX_OK;
  out.failed += sx_symbols_find_names(reader, &wanted, &names, &count, &arena, NULL) != SX_OK;
  for (size_t i = 0; i < rows.len; i++) add_row(&out, &rows.items[i]);
  for (size_t i = 0; i < names.len; i++) add_text(&out, names.items[i]);
  add_number(&out, count);
  ask_files(reader, &out, &arena);
  ask_relations(reader, &out, &arena);
  for (size_t i = 0; i < rows.len; i += 7) {
    out.failed += sx_symbols_above(reader, &rows.items[i], &above, &arena, NULL) != SX_OK;
    add_text(&out, above.name);
  }
  sx_arena_release(&arena);
  return out;
}

/* A file with these bytes, opened and asked. */
static answers ask_bytes(const symbols_scene *scene, sx_str bytes) {
  sx_str path = temp_file(scene->folder, "damaged", bytes);
  sx_symbols_reader *reader;
  answers out = {.failed = 1};
  if (!sx_symbols_open(&reader, path.ptr, SYMBOLS_SCENE_MARK, NULL)) out = ask_everything(reader);
  sx_symbols_free(reader);
  return out;
}

static bool is_noticed(const symbols_scene *scene, sx_str bytes) {
  return ask_bytes(scene, bytes).failed > 0;
}

enum { PAGE = 8192 };

/* One bit is enough for another name, place or number; or for one that is not found. */
SX_TEST(a_flipped_bit_is_an_error_or_no_difference) {
  symbols_scene *scene = symbols_scene_new();
  size_t noticed = 0;
  SX_EXPECT_OK(make_large(scene));
  if (sx_test_is_failing_allocations()) return;
  sx_str bytes = read_all(scene);
  answers whole = ask_bytes(scene, bytes);
  SX_EXPECT_SIZE(whole.failed, 0);
  for (size_t i = 0; i < 500 && !sx_test_is_over(); i++) {
    char *byte = (char *)bytes.ptr + sx_test_below(bytes.len), kept = *byte;
    *byte = (char)(kept ^ 1 << sx_test_below(8));
    answers found = ask_bytes(scene, bytes);
    *byte = kept;
    noticed += found.failed > 0;
    SX_EXPECT(found.failed || found.hash == whole.hash);
  }
  SX_EXPECT(noticed > 300); /* most pages are read by some question */
}

/* The file is open, and some of its pages were read. */
static void damage_open(const symbols_scene *scene, sx_str bytes, size_t kept, char fill) {
  sx_symbols_reader *reader;
  sx_symbols_rows rows = {0};
  sx_str path = temp_file(scene->folder, "open", bytes);
  SX_EXPECT_OK(sx_symbols_open(&reader, path.ptr, SYMBOLS_SCENE_MARK, sx_test_err()));
  sx_status status = sx_symbols_find(reader, SX_STR("page_3_4"), &(int64_t){0}, &rows,
                                     sx_test_arena(), sx_test_err());
  FILE *file = status ? NULL : fopen(path.ptr, "r+b");
  if (file && fill) fseek(file, (long)kept, SEEK_SET);
  for (size_t i = kept; file && fill && i < bytes.len; i++) fputc(fill, file);
  if (file && !fill) status = truncate(path.ptr, (off_t)kept) ? SX_IO : SX_OK;
  if (file) fclose(file);
  answers found = ask_everything(reader);
  sx_symbols_free(reader);
  SX_EXPECT_OK(status);
  SX_EXPECT(file && found.failed);
}

SX_TEST(damage_of_an_open_one_is_an_error) {
  symbols_scene *scene = symbols_scene_new();
  SX_EXPECT_OK(make_large(scene));
  if (sx_test_is_failing_allocations()) return;
  sx_str bytes = read_all(scene);
  for (size_t pages = 0; pages < 10 && !sx_test_is_over(); pages++) {
    damage_open(scene, bytes, pages * PAGE, '\0');
    damage_open(scene, bytes, pages * PAGE + 1, 'x');
  }
}

/* The numbers of its files mean others here. */
SX_TEST(one_of_another_segment_is_refused) {
  static const char *const text = "int one;\n";
  symbols_scene *scene = symbols_scene_new();
  sx_symbols_reader *reader;
  SX_EXPECT_OK(symbols_scene_make(scene, &text, 1));
  SX_EXPECT_STATUS(sx_symbols_open(&reader, scene->path.ptr, SYMBOLS_SCENE_MARK + 1, sx_test_err()),
                   SX_CORRUPT);
  SX_EXPECT(!reader);
}

SX_TEST(only_its_owner_may_read_it) {
  static const char *const text = "int one;\n";
  symbols_scene *scene = symbols_scene_new();
  struct stat info;
  SX_EXPECT_OK(symbols_scene_make(scene, &text, 1));
  SX_EXPECT_INT(stat(scene->path.ptr, &info), 0);
  SX_EXPECT_INT(info.st_mode & 0777, 0600);
}

static void check_page(symbols_scene *scene, sx_str bytes, char *page, size_t *noticed) {
  char kept[PAGE];
  memcpy(kept, page, PAGE);
  memset(page, 0, PAGE);
  *noticed += is_noticed(scene, bytes);
  memset(page, 0xFF, PAGE);
  *noticed += is_noticed(scene, bytes);
  for (size_t i = 0; i < PAGE; i++) page[i] = (char)sx_test_random();
  *noticed += is_noticed(scene, bytes);
  for (size_t round = 0; round < 20; round++) {
    memcpy(page, kept, PAGE);
    for (size_t i = 0; i < 1 + round; i++)
      page[sx_test_below(sx_test_below(2) ? 200 : PAGE)] = (char)sx_test_random();
    *noticed += is_noticed(scene, bytes);
  }
  memcpy(page, kept, PAGE);
}

SX_TEST(damage_of_each_page_is_no_crash) {
  symbols_scene *scene = symbols_scene_new();
  size_t noticed = 0;
  SX_EXPECT_OK(make_large(scene));
  if (sx_test_is_failing_allocations()) return;
  sx_str bytes = read_all(scene);
  SX_EXPECT(bytes.len > 30 * (size_t)PAGE && bytes.len % PAGE == 0);
  SX_EXPECT(!is_noticed(scene, bytes));
  size_t pages = bytes.len / PAGE;
  for (size_t i = 0; i < pages && !sx_test_is_over(); i++)
    check_page(scene, bytes, (char *)bytes.ptr + i * PAGE, &noticed);
  SX_EXPECT(noticed > 3 * pages); /* the three that replace a page, nearly all */
}

SX_TEST(a_cut_one_is_no_crash) {
  symbols_scene *scene = symbols_scene_new();
  SX_EXPECT_OK(make_large(scene));
  if (sx_test_is_failing_allocations()) return;
  sx_str bytes = read_all(scene);
  for (size_t i = 0; i < 60; i++)
    SX_EXPECT(is_noticed(scene, sx_str_slice(bytes, 0, sx_test_below(bytes.len - PAGE))));
}

/* ---- other files -------------------------------------------------------------------------- */

static void expect_refused(const symbols_scene *scene, const char *name, sx_status expected) {
  sx_symbols_reader *reader;
  sx_str path = temp_path(scene->folder, name);
  SX_EXPECT_STATUS(sx_symbols_open(&reader, path.ptr, SYMBOLS_SCENE_MARK, sx_test_err()), expected);
  SX_EXPECT(!reader);
}

SX_TEST(other_files_are_refused) {
  symbols_scene *scene = symbols_scene_new();
  temp_file(scene->folder, "text",
            SX_STR("no database, and as long as the head of one would be: "
                   "a hundred bytes, with some more after them"));
  temp_file(scene->folder, "empty", SX_STR(""));
  expect_refused(scene, "text", SX_CORRUPT);
  expect_refused(scene, "empty", SX_CORRUPT);
  expect_refused(scene, "folder/none", SX_NOT_READABLE);
  expect_refused(scene, ".", SX_NOT_READABLE);
}

/* Opening one waits for a writer. */
SX_TEST(a_pipe_is_refused) {
  symbols_scene *scene = symbols_scene_new();
  SX_EXPECT_INT(mkfifo(temp_path(scene->folder, "pipe").ptr, 0600), 0);
  expect_refused(scene, "pipe", SX_NOT_READABLE);
}

SX_TEST(another_version_is_refused) {
  symbols_scene *scene = symbols_scene_new();
  SX_EXPECT_OK(symbols_scene_make(scene, NULL, 0));
  sx_str bytes = read_all(scene);
  ((char *)bytes.ptr)[63]++; /* the version of the user, in the head */
  temp_file(scene->folder, "newer", bytes);
  expect_refused(scene, "newer", SX_CORRUPT);
}

/* A set of names has a bit for each id. */
SX_TEST(an_id_that_the_file_has_no_room_for_is_damage) {
  static const char add[] = "INSERT INTO symbol(id,hash,name,place) VALUES(2000000000,0,'a','')";
  symbols_scene *scene = symbols_scene_new();
  sx_symbols_reader *reader = NULL;
  SX_EXPECT_OK(symbols_scene_put(scene, "int one;\n"));
  int code = sqlite3_exec(scene->db, add, NULL, NULL, NULL);
  if (sx_test_is_failing_allocations() && code) return;
  SX_EXPECT_INT(code, SQLITE_OK);
  SX_EXPECT_OK(symbols_scene_finish(scene));
  sx_status status = sx_symbols_open(&reader, scene->path.ptr, SYMBOLS_SCENE_MARK, sx_test_err());
  sx_symbols_free(reader);
  SX_EXPECT_STATUS(status, SX_CORRUPT);
}

/* SQLite reads the path as a URI. */
SX_TEST(names_of_paths_that_mean_something_are_opened) {
  static const char *const names[] = {"a?mode=memory", "a#b", "a%41", "sp ace", "\xC3\xA9"};
  symbols_scene *scene = symbols_scene_new();
  static const char *const text = "int one;\n";
  SX_EXPECT_OK(symbols_scene_make(scene, &text, 1));
  sx_str bytes = read_all(scene);
  for (size_t i = 0; i < sizeof names / sizeof *names && !sx_test_is_over(); i++) {
    scene->path = temp_file(scene->folder, names[i], bytes);
    SX_EXPECT_OK(symbols_scene_open(scene));
    symbols_scene_expect(scene, "one", "0: Variable one 0-0\n");
  }
}

SX_SUITE(symbols_damage_test, SX_LONG_CASE(a_flipped_bit_is_an_error_or_no_difference),
         SX_CASE(damage_of_an_open_one_is_an_error), SX_CASE(one_of_another_segment_is_refused),
         SX_CASE(only_its_owner_may_read_it), SX_LONG_CASE(damage_of_each_page_is_no_crash),
         SX_CASE(a_cut_one_is_no_crash), SX_CASE(other_files_are_refused),
         SX_CASE(a_pipe_is_refused), SX_CASE(another_version_is_refused),
         SX_CASE(an_id_that_the_file_has_no_room_for_is_damage),
         SX_CASE(names_of_paths_that_mean_something_are_opened));
