#include "symbols/names.h"
#include "symbols_scene.h"

#include "harness.h"
#include "temp_files.h"

#include <uv.h>

static const char *const texts[] = {
    "struct page {\n\tunsigned long flags;\n\tstruct { int order; } state;\n\tunion { int raw; "
    "};\n};\n"
    "typedef struct { int x, y; } point;\n"
    "int alloc_page(int order)\n{\n\treturn 0;\n}\n",
    "#define PAGE_SIZE 1\nint page_count, Page_Count;\nenum { FIRST, SECOND };\n",
    "",
    "int alloc_page(int);\nint getUserID(void);\nint get_user_name(void);\n",
};
enum { TEXTS = sizeof texts / sizeof *texts };

static symbols_scene *make(void) {
  symbols_scene *scene = symbols_scene_new();
  sx_status status = symbols_scene_make(scene, texts, TEXTS);
  if (!scene->reader) sx_test_status(__FILE__, __LINE__, status, SX_OK, "making it");
  return scene;
}

/* ---- files and names ---------------------------------------------------------------------- */

SX_TEST(a_file_has_its_symbols_in_their_order) {
  const symbols_scene *scene = make();
  symbols_scene_expect_entry(scene, 0, SX_SYMBOLS_READ,
                             "0: Struct page 0-4\n0: Field page.flags 1-1\n"
                             "0: Field page.state 2-2\n0: Field state.order 2-2\n"
                             "0: Field page.raw 3-3\n"
                             "0: Struct point 5-5\n0: Field point.x 5-5\n0: Field point.y 5-5\n"
                             "0: Function alloc_page 6-9\n");
  symbols_scene_expect_entry(scene, 1, SX_SYMBOLS_READ,
                             "1: Macro PAGE_SIZE 0-0\n1: Variable page_count 1-1\n"
                             "1: Variable Page_Count 1-1\n1: EnumMember FIRST 2-2\n"
                             "1: EnumMember SECOND 2-2\n");
  symbols_scene_expect_entry(scene, 2, SX_SYMBOLS_READ, "");
  symbols_scene_expect_entry(scene, TEXTS, SX_SYMBOLS_FOREIGN, "");
  symbols_scene_expect_entry(scene, UINT32_MAX, SX_SYMBOLS_FOREIGN, "");
}

SX_TEST(a_name_is_found_in_all_files_and_cases) {
  const symbols_scene *scene = make();
  symbols_scene_expect(scene, "ALLOC_page",
                       "0: Function alloc_page 6-9\n3: Function alloc_page 0-0\n");
  symbols_scene_expect(scene, "page_count",
                       "1: Variable page_count 1-1\n1: Variable Page_Count 1-1\n");
  symbols_scene_expect(scene, "order", "0: Field state.order 2-2\n");
  symbols_scene_expect(scene, "alloc_pag", "");
  symbols_scene_expect(scene, "", "");
}

SX_TEST(names_are_found_by_whole_parts_and_beginnings) {
  const symbols_scene *scene = make();
  symbols_scene_expect_names(scene, "count page", 9, 2, "page_count\nPage_Count\n");
  symbols_scene_expect_names(scene, "USER", 9, 2, "getUserID\nget_user_name\n");
  symbols_scene_expect_names(scene, "us*", 9, 2, "getUserID\nget_user_name\n");
  symbols_scene_expect_names(scene, "us", 9, 0, "");
  symbols_scene_expect_names(scene, "n* get us*", 9, 1, "get_user_name\n");
  symbols_scene_expect_names(scene, "page", 2, 5, "page\nalloc_page\n");
  symbols_scene_expect_names(scene, "page", 0, 5, "");
  symbols_scene_expect_names(scene, "", 9, 0, "");
}

/* Characters beyond ASCII never separate parts: quotes, arrows, and signs of other scripts. */
SX_TEST(names_of_all_scripts_are_found_by_their_parts) {
  static const char *const names[] = {
      "don\xE2\x80\x99t", /* a quote */
      "a\xE2\x86\x92"
      "b",                                                                        /* an arrow */
      "\xE0\xA4\xB9\xE0\xA4\xBF\xE0\xA4\xA8\xE0\xA5\x8D\xE0\xA4\xA6\xE0\xA5\x80", /* Hindi */
      "\xE0\xB8\xA7\xE0\xB8\xB1\xE0\xB8\x99",                                     /* Thai */
      "e\xCC\x81t\xC3\xA9",
      "\xF0\x9F\x98\x80",
      "a\xC2\xA0z"};
  symbols_scene *scene = symbols_scene_new();
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *text = sx_arena_printf(sx_test_arena(), "int till_%s;\n", names[i]).ptr;
    SX_EXPECT_OK(symbols_scene_put(scene, text));
  }
  SX_EXPECT_OK(symbols_scene_finish(scene));
  SX_EXPECT_OK(symbols_scene_open(scene));
  for (size_t i = 0; i < sizeof names / sizeof *names && !sx_test_is_over(); i++) {
    sx_str found = sx_arena_printf(sx_test_arena(), "till_%s\n", names[i]);
    sx_str beginning = sx_arena_printf(sx_test_arena(), "t* %s*", names[i]);
    symbols_scene_expect_names(scene, names[i], 9, 1, found.ptr);
    symbols_scene_expect_names(scene, beginning.ptr, 9, 1, found.ptr);
  }
  symbols_scene_expect_names(scene, "don", 9, 0, "");
  symbols_scene_expect_names(scene, "x\xE2\x80\x99y", 9, 0, "");
}

/* Beginnings of one letter or two: by the names that have the other parts, or by themselves. */
SX_TEST(short_beginnings_are_found_however_many_names_have_the_others) {
  const symbols_scene *scene = make();
  symbols_scene_expect_names(scene, "u* get", 9, 2, "getUserID\nget_user_name\n");
  symbols_scene_expect_names(scene, "us* na* g*", 9, 1, "get_user_name\n");
  symbols_scene_expect_names(scene, "x* get", 9, 0, "");
  symbols_scene_expect_names(scene, "a* page*", 9, 1, "alloc_page\n");
  symbols_scene_expect_names(scene, "c* page", 2, 2, "page_count\nPage_Count\n");
  symbols_scene_expect_names(scene, "c* page", 1, 2, "page_count\n");
}

/* So many have a word that it is not looked for. */
SX_TEST(a_frequent_beginning_is_found_beside_others) {
  symbols_scene *scene = symbols_scene_new();
  sx_buf text;
  sx_buf_init(&text, (size_t)1 << 20);
  for (int i = 0; i < 2100; i++) sx_buf_addf(&text, "int get_n%d;\n", i);
  sx_buf_add_text(&text, "int getter_n777;\nint n778;\n");
  sx_str all = sx_arena_dup(sx_test_arena(), sx_buf_str(&text));
  sx_status status = text.status;
  sx_buf_release(&text);
  SX_EXPECT_OK(status);
  SX_EXPECT_OK(symbols_scene_put(scene, all.ptr));
  SX_EXPECT_OK(symbols_scene_finish(scene));
  SX_EXPECT_OK(symbols_scene_open(scene));
  symbols_scene_expect_names(scene, "get* n2099*", 9, 1, "get_n2099\n");
  symbols_scene_expect_names(scene, "n777* get*", 99, 2, "get_n777\ngetter_n777\n");
  symbols_scene_expect_names(scene, "get* n778*", 9, 1, "get_n778\n");
  symbols_scene_expect_names(scene, "get* n209*", 3, 11, "get_n209\nget_n2090\nget_n2091\n");
  symbols_scene_expect_names(scene, "get* none*", 9, 0, "");
}

/* So many that the table of the names that were seen grows several times. */
SX_TEST(a_name_of_many_that_is_declared_again_is_counted_once) {
  enum { COUNT = 5000 };
  symbols_scene *scene = symbols_scene_new();
  sx_buf *text = sx_test_buf();
  size_t again = 0;
  for (int i = 0; i < COUNT; i++) sx_buf_addf(text, "int find_n%d;\n", i);
  SX_EXPECT_OK(text->status);
  SX_EXPECT_OK(symbols_scene_put(scene, sx_arena_dup(sx_test_arena(), sx_buf_str(text)).ptr));
  SX_EXPECT_OK(symbols_scene_put(scene, sx_arena_dup(sx_test_arena(), sx_buf_str(text)).ptr));
  SX_EXPECT_OK(symbols_scene_finish(scene));
  SX_EXPECT_OK(symbols_scene_open(scene));
  for (int i = 0; i < COUNT && !sx_test_is_over(); i++) {
    sx_strs names = {0};
    sx_str part = sx_arena_printf(sx_test_arena(), "n%d", i);
    const sx_strs parts = {&part, 1, 1};
    size_t count;
    const sx_symbols_wanted wanted = {&parts, 9};
    SX_EXPECT_OK(sx_symbols_find_names(scene->reader, &wanted, &names, &count, sx_test_arena(),
                                       sx_test_err()));
    again += count - 1;
  }
  SX_EXPECT_SIZE(again, 0);
}

SX_TEST(names_with_one_mistake_are_found) {
  const symbols_scene *scene = make();
  symbols_scene_expect_near(scene, "alloc_pagr", "alloc_page\n");
  symbols_scene_expect_near(scene, "lalocpage", "");
  symbols_scene_expect_near(scene, "lalloc_page", "alloc_page\n");
  symbols_scene_expect_near(scene, "getuserd", "getUserID\n");
  symbols_scene_expect_near(scene, "agpe", "");
  symbols_scene_expect_near(scene, "apge", "page\n");
  symbols_scene_expect_near(scene, "pageount", "");
  symbols_scene_expect_near(scene, "pagecount", "Page_Count\npage_count\n"); /* of one hash */
}

static void count_read(void *arg, const sx_symbols_entry *entry) {
  *(size_t *)arg += entry->state == SX_SYMBOLS_READ;
}

SX_TEST(symbols_and_files_are_counted) {
  const symbols_scene *scene = make();
  size_t files = 0, rows = 0;
  if (sx_test_is_over()) return;
  SX_EXPECT_OK(sx_symbols_each(scene->reader, count_read, &files, sx_test_err()));
  SX_EXPECT_SIZE(files, TEXTS);
  for (uint32_t i = 0; i < 64; i++) {
    sx_symbols_contents found;
    SX_EXPECT_OK(sx_symbols_of_entry(scene->reader, i, &found, sx_test_arena(), sx_test_err()));
    rows += found.rows.len;
  }
  SX_EXPECT_SIZE(rows, 17);
  /* Each name is there once, however many symbols have it. */
  symbols_scene_expect_names(scene, "alloc", 9, 1, "alloc_page\n");
}

SX_TEST(a_database_of_nothing_answers) {
  symbols_scene *scene = symbols_scene_new();
  SX_EXPECT_OK(symbols_scene_make(scene, NULL, 0));
  symbols_scene_expect(scene, "page", "");
  symbols_scene_expect_names(scene, "page*", 9, 0, "");
  symbols_scene_expect_entry(scene, 0, SX_SYMBOLS_FOREIGN, "");
}

/* ---- odd ones ----------------------------------------------------------------------------- */

/* Pairs that have one hash. */
SX_TEST(names_of_one_hash_are_told_apart) {
  static const char text[] = "int alloc_list_data;\nint read_data_size;\nint page_read_set;\n";
  static const char *const files[] = {text, "int lock_user_close;\n"};
  SX_EXPECT_SIZE(sx_symbols_hash(SX_STR("alloc_list_data")),
                 sx_symbols_hash(SX_STR("read_data_size")));
  SX_EXPECT_SIZE(sx_symbols_hash(SX_STR("page_read_set")),
                 sx_symbols_hash(SX_STR("lock_user_close")));
  symbols_scene *scene = symbols_scene_new();
  SX_EXPECT_OK(symbols_scene_make(scene, files, 2));
  symbols_scene_expect(scene, "alloc_list_data", "0: Variable alloc_list_data 0-0\n");
  symbols_scene_expect(scene, "Read_Data_Size", "0: Variable read_data_size 1-1\n");
  symbols_scene_expect(scene, "page_read_set", "0: Variable page_read_set 2-2\n");
  symbols_scene_expect(scene, "lock_user_close", "1: Variable lock_user_close 0-0\n");
  symbols_scene_expect_names(scene, "data", 9, 2, "alloc_list_data\nread_data_size\n");
}

SX_TEST(bases_of_one_hash_are_told_apart) {
  symbols_scene *scene = symbols_scene_new();
  SX_EXPECT_OK(
      symbols_scene_put_subtypes(scene, "struct alloc_list_data {};\nstruct drawer {};\n"));
  SX_EXPECT_OK(symbols_scene_finish(scene));
  SX_EXPECT_OK(symbols_scene_open(scene));
  symbols_scene_expect_subtypes(scene, "read_data_size", "");
}

static const char *text_of_macros(size_t count) {
  sx_buf *text = sx_test_buf();
  for (size_t i = 0; i < count; i++) sx_buf_addf(text, "#define REGISTER_%zu %zu\n", i, i);
  sx_buf_add_text(text, "int after_them;\n");
  sx_buf_add(text, sx_str_make("", 1));
  return text->status ? NULL : text->ptr;
}

SX_TEST(more_macros_than_the_most_are_left_out_and_that_is_known) {
  const char *both[] = {text_of_macros(SX_SYMBOLS_MAX_MACROS),
                        text_of_macros(SX_SYMBOLS_MAX_MACROS + 1)};
  SX_EXPECT_ALLOC(both[0]);
  SX_EXPECT_ALLOC(both[1]);
  symbols_scene *scene = symbols_scene_new();
  SX_EXPECT_OK(symbols_scene_make(scene, both, 2));
  symbols_scene_expect_entry(scene, 0, SX_SYMBOLS_READ, NULL);
  symbols_scene_expect_entry(scene, 1, SX_SYMBOLS_CUT, NULL);
  symbols_scene_expect(scene, "register_499",
                       "0: Macro REGISTER_499 499-499\n1: Macro REGISTER_499 499-499\n");
  symbols_scene_expect(scene, "register_500", "");
  symbols_scene_expect(scene, "after_them",
                       "0: Variable after_them 500-500\n1: Variable after_them 501-501\n");
}

SX_TEST(a_long_name_is_found_whole) {
  char text[400], name[300];
  memset(name, 'n', sizeof name);
  name[sizeof name - 1] = 0;
  snprintf(text, sizeof text, "int short_one, %s;\n", name);
  const char *const one = text;
  symbols_scene *scene = symbols_scene_new();
  SX_EXPECT_OK(symbols_scene_make(scene, &one, 1));
  sx_symbols_rows rows = {0};
  SX_EXPECT_OK(sx_symbols_find(scene->reader, sx_str_from(name), &(int64_t){0}, &rows,
                               sx_test_arena(), sx_test_err()));
  SX_EXPECT_SIZE(rows.len, 1);
  SX_EXPECT_STR(rows.items[0].name, sx_str_from(name));
  symbols_scene_expect_names(scene, "n*", 9, 0, "");
}

/* Bytes that SQL and C strings give a meaning to. */
SX_TEST(odd_names_are_found_as_they_are) {
  static const char text[] = "a\"b c'd e\0f *OR NOT \xFF\xFE \xC3\xA9t\xC3\xA9";
  static const uint32_t ends[][2] = {{0, 3},   {4, 7},   {8, 11}, {12, 15},
                                     {16, 19}, {20, 22}, {23, 28}};
  enum { NAMES = sizeof ends / sizeof *ends };
  sx_fact items[NAMES];
  for (uint32_t i = 0; i < NAMES; i++)
    items[i] = (sx_fact){.start = ends[i][0],
                         .end = ends[i][1],
                         .name_start = ends[i][0],
                         .name_end = ends[i][1],
                         .body = ends[i][1],
                         .parent = SX_FACT_TOP,
                         .kind = SX_FACT_VARIABLE};
  const sx_text_facts facts = {.facts = {.items = items, .len = NAMES}};
  sx_str all = sx_str_make(text, sizeof text - 1);
  const sx_symbols_file file = {7, SX_STR("c"), all, SX_SYMBOLS_READ, &facts};
  symbols_scene *scene = symbols_scene_new();
  SX_EXPECT_OK(symbols_scene_put(scene, ""));
  SX_EXPECT_OK(sx_symbols_writer_put(scene->writer, &file, sx_test_err()));
  SX_EXPECT_OK(symbols_scene_finish(scene));
  SX_EXPECT_OK(symbols_scene_open(scene));
  for (size_t i = 0; i < NAMES; i++) {
    sx_symbols_rows rows = {0};
    sx_str name = sx_fact_name(&items[i], all);
    SX_EXPECT_OK(
        sx_symbols_find(scene->reader, name, &(int64_t){0}, &rows, sx_test_arena(), sx_test_err()));
    SX_EXPECT_SIZE(rows.len, 1);
    SX_EXPECT_STR(rows.items[0].name, name);
    SX_EXPECT_SIZE(rows.items[0].entry, 7);
  }
  symbols_scene_expect_names(scene, "NOT", 9, 1, "NOT\n");
  symbols_scene_expect_names(scene, "\xC3\xA9t*", 9, 1, "\xC3\xA9t\xC3\xA9\n");
}

/* ---- copies ------------------------------------------------------------------------------- */

/* A file that is taken over from another database has the same rows as one that is read. */
SX_TEST(a_copy_is_as_the_original) {
  const symbols_scene *from = make();
  if (sx_test_is_over()) return;
  symbols_scene *to = symbols_scene_new();
  SX_EXPECT_OK(symbols_scene_put(to, "int before;\n"));
  for (uint32_t i = 0; i < TEXTS; i++) {
    sx_symbols_contents contents;
    SX_EXPECT_OK(sx_symbols_of_entry(from->reader, i, &contents, sx_test_arena(), sx_test_err()));
    const sx_symbols_file file = {i + 1, SX_STR("c"), SX_STR(""), contents.state, NULL};
    SX_EXPECT_OK(sx_symbols_writer_copy(to->writer, &file, &contents, sx_test_err()));
  }
  SX_EXPECT_OK(symbols_scene_finish(to));
  SX_EXPECT_OK(symbols_scene_open(to));
  symbols_scene_expect(to, "alloc_page",
                       "1: Function alloc_page 6-9\n4: Function alloc_page 0-0\n");
  symbols_scene_expect(to, "order", "1: Field state.order 2-2\n");
  symbols_scene_expect_names(to, "user", 9, 2, "getUserID\nget_user_name\n");
  symbols_scene_expect_entry(to, 2, SX_SYMBOLS_READ,
                             "2: Macro PAGE_SIZE 0-0\n2: Variable page_count 1-1\n"
                             "2: Variable Page_Count 1-1\n2: EnumMember FIRST 2-2\n"
                             "2: EnumMember SECOND 2-2\n");
}

/* ---- bases and imports --------------------------------------------------------------------- */

static const char *const related[] = {
    "#include <linux/list.h>\n\n#include \"till.h\"\nstruct till {};\nstruct { int a; } drawer;\n"
    "struct box {};\nstruct tray {};\n",
    "struct other {};\n",
    "#include \"till.h\"\n#include \"../till.h\"\n#include \"till.h\"\nstruct Till {};\n"
    "struct chest {};\n",
};
enum { RELATED = sizeof related / sizeof *related };

static symbols_scene *make_related(void) {
  symbols_scene *scene = symbols_scene_new();
  sx_status status = SX_OK;
  for (size_t i = 0; i < RELATED && !status; i++)
    status = symbols_scene_put_subtypes(scene, related[i]);
  if (!status) status = symbols_scene_finish(scene);
  if (!status) status = symbols_scene_open(scene);
  if (!scene->reader) sx_test_status(__FILE__, __LINE__, status, SX_OK, "making it");
  return scene;
}

static void expect_related(const symbols_scene *scene, uint32_t first) {
  sx_buf *imports = sx_test_buf();
  char subtypes[200];
  if (sx_test_is_over()) return;
  snprintf(subtypes, sizeof subtypes,
           "%u: drawer : 1 43 struct till\n%u: chest : 1 57 struct Till\n", first, first + 2);
  symbols_scene_expect_subtypes(scene, "TILL", subtypes);
  symbols_scene_expect_subtypes(scene, "other", "");
  symbols_scene_expect_subtypes(scene, "", "");
  sx_buf_addf(imports, "%d 0 linux/list.h\n%d 2 till.h\n", SX_TEXT_IMPORT_ANGLED,
              SX_TEXT_IMPORT_QUOTED);
  sx_buf_add(imports, sx_str_make("", 1));
  SX_EXPECT_OK(imports->status);
  symbols_scene_expect_imports(scene, first, imports->ptr);
  symbols_scene_expect_imports(scene, first + 1, "");
  sx_buf_clear(imports);
  sx_buf_addf(imports, "%d 0 till.h\n%d 1 ../till.h\n%d 2 till.h\n", SX_TEXT_IMPORT_QUOTED,
              SX_TEXT_IMPORT_QUOTED, SX_TEXT_IMPORT_QUOTED);
  sx_buf_add(imports, sx_str_make("", 1));
  SX_EXPECT_OK(imports->status);
  symbols_scene_expect_imports(scene, first + 2, imports->ptr);
  symbols_scene_expect_imports(scene, first + 3, "");
}

SX_TEST(types_are_found_by_their_bases_and_imports_by_their_files) {
  expect_related(make_related(), 0);
}

static void expect_importers(const symbols_scene *scene, const char *end, uint32_t absolute,
                             uint32_t relative) {
  sx_str wanted = sx_str_from(end);
  const sx_strs ends = {&wanted, 1, 1};
  sx_symbols_imported count = {0};
  if (sx_test_is_over()) return;
  SX_EXPECT_OK(sx_symbols_count_importers(scene->reader, &ends, &count, sx_test_err()));
  SX_EXPECT_INT(count.absolute, absolute);
  SX_EXPECT_INT(count.relative, relative);
}

/* Once for each specifier, though a file has it repeatedly. */
SX_TEST(importers_are_counted_by_specifiers) {
  const symbols_scene *scene = make_related();
  expect_importers(scene, "linux/list.h", 1, 0);
  expect_importers(scene, "till.h", 0, 3);
  expect_importers(scene, "none.h", 0, 0);
}

SX_TEST(a_symbol_has_its_bases) {
  const symbols_scene *scene = make_related();
  sx_symbols_contents contents;
  sx_symbols_bases bases = {0};
  if (sx_test_is_over()) return;
  SX_EXPECT_OK(sx_symbols_of_entry(scene->reader, 0, &contents, sx_test_arena(), sx_test_err()));
  SX_EXPECT_SIZE(contents.rows.len, 5);
  SX_EXPECT_SIZE(contents.bases.len, 3);
  SX_EXPECT_OK(sx_symbols_bases_of(scene->reader, contents.rows.items[3].id, &bases,
                                   sx_test_arena(), sx_test_err()));
  SX_EXPECT_SIZE(bases.len, 1);
  SX_EXPECT(bases.items[0].symbol == contents.bases.items[1].symbol);
  SX_EXPECT_OK(sx_symbols_bases_of(scene->reader, contents.rows.items[0].id, &bases,
                                   sx_test_arena(), sx_test_err()));
  SX_EXPECT_SIZE(bases.len, 1);
}

SX_TEST(a_copy_has_the_bases_and_imports) {
  const symbols_scene *from = make_related();
  symbols_scene *to = symbols_scene_new();
  SX_EXPECT_OK(symbols_scene_put_subtypes(to, "#include <other.h>\nstruct a {};\nstruct b {};\n"));
  for (uint32_t i = 0; i < RELATED && !sx_test_is_over(); i++) {
    sx_symbols_contents contents;
    SX_EXPECT_OK(sx_symbols_of_entry(from->reader, i, &contents, sx_test_arena(), sx_test_err()));
    const sx_symbols_file file = {i + 1, SX_STR("c"), SX_STR(""), contents.state, NULL};
    SX_EXPECT_OK(sx_symbols_writer_copy(to->writer, &file, &contents, sx_test_err()));
  }
  SX_EXPECT_OK(symbols_scene_finish(to));
  SX_EXPECT_OK(symbols_scene_open(to));
  expect_related(to, 1);
  expect_importers(to, "linux/list.h", 1, 0);
  expect_importers(to, "till.h", 0, 3);
}

SX_TEST(the_last_word_of_a_type) {
  static const char *const names[][2] = {{"Till", "Till"},
                                         {"shop::Till", "Till"},
                                         {"a.b.$Till_2", "$Till_2"},
                                         {"\\Shop\\Till", "Till"},
                                         {"mixin(Till)", "Till"},
                                         {"::", ""},
                                         {"", ""},
                                         {"\xC3\xA9t\xC3\xA9", "\xC3\xA9t\xC3\xA9"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    SX_EXPECT_STR(sx_symbols_last_word(sx_str_from(names[i][0])), sx_str_from(names[i][1]));
}

/* An expression that makes a type is not its name. */
static void expect_bases(size_t base_bytes, size_t count) {
  const size_t name_bytes = base_bytes - (sizeof "struct " - 1);
  sx_buf *text = sx_test_buf();
  sx_buf_add_text(text, "struct a {};\nstruct ");
  sx_buf_add_repeat(text, 'x', name_bytes);
  sx_buf_add_text(text, " {};\nstruct b {};\n");
  sx_buf_add(text, sx_str_make("", 1));
  SX_EXPECT_OK(text->status);
  symbols_scene *scene = symbols_scene_new();
  SX_EXPECT_OK(symbols_scene_put_subtypes(scene, text->ptr));
  SX_EXPECT_OK(symbols_scene_finish(scene));
  SX_EXPECT_OK(symbols_scene_open(scene));
  sx_symbols_contents contents;
  SX_EXPECT_OK(sx_symbols_of_entry(scene->reader, 0, &contents, sx_test_arena(), sx_test_err()));
  SX_EXPECT_SIZE(contents.rows.len, 3);
  SX_EXPECT_SIZE(contents.bases.len, count);
}

SX_TEST(a_very_long_base_is_left_out) {
  expect_bases(SX_SYMBOLS_MAX_BASE_BYTES, 2);
  if (!sx_test_is_over()) expect_bases(SX_SYMBOLS_MAX_BASE_BYTES + 1, 1);
}

/* ---- threads ------------------------------------------------------------------------------ */

typedef struct asking {
  sx_symbols_reader *reader;
  size_t number, wrong;
} asking;

static void ask_often(void *arg) {
  asking *a = arg;
  sx_str part = SX_STR("page");
  const sx_strs parts = {.items = &part, .len = 1};
  const sx_symbols_wanted wanted = {&parts, 9};
  for (size_t i = 0; i < 200; i++) {
    sx_arena arena;
    sx_symbols_rows rows = {0};
    sx_symbols_contents all;
    sx_strs names = {0};
    size_t count = 0;
    sx_arena_init(&arena, (size_t)1 << 20);
    sx_status status =
        sx_symbols_find(a->reader, SX_STR("alloc_page"), &(int64_t){0}, &rows, &arena, NULL);
    a->wrong += status || rows.len != 2 || rows.items[1].entry != 3;
    status = sx_symbols_find_names(a->reader, &wanted, &names, &count, &arena, NULL);
    a->wrong += status || count != 5;
    status = sx_symbols_of_entry(a->reader, (uint32_t)(a->number % 2), &all, &arena, NULL);
    a->wrong += status || all.rows.len != (a->number % 2 ? 5 : 9);
    sx_arena_release(&arena);
  }
}

SX_TEST(threads_share_a_reader) {
  enum { THREADS = 4 };
  const symbols_scene *scene = make();
  uv_thread_t threads[THREADS];
  asking all[THREADS];
  if (sx_test_is_over() || sx_test_is_failing_allocations()) return;
  for (size_t i = 0; i < THREADS; i++) {
    all[i] = (asking){.reader = scene->reader, .number = i};
    SX_EXPECT_INT(uv_thread_create(&threads[i], ask_often, &all[i]), 0);
  }
  for (size_t i = 0; i < THREADS; i++) uv_thread_join(&threads[i]);
  for (size_t i = 0; i < THREADS; i++) SX_EXPECT_SIZE(all[i].wrong, 0);
}

SX_SUITE(symbols_reader_test, SX_CASE(a_file_has_its_symbols_in_their_order),
         SX_CASE(a_name_is_found_in_all_files_and_cases),
         SX_CASE(names_are_found_by_whole_parts_and_beginnings),
         SX_CASE(names_of_all_scripts_are_found_by_their_parts),
         SX_CASE(short_beginnings_are_found_however_many_names_have_the_others),
         SX_CASE(a_frequent_beginning_is_found_beside_others),
         SX_CASE(names_with_one_mistake_are_found), SX_CASE(symbols_and_files_are_counted),
         SX_CASE(a_name_of_many_that_is_declared_again_is_counted_once),
         SX_CASE(a_database_of_nothing_answers), SX_CASE(names_of_one_hash_are_told_apart),
         SX_CASE(bases_of_one_hash_are_told_apart),
         SX_CASE(more_macros_than_the_most_are_left_out_and_that_is_known),
         SX_CASE(a_long_name_is_found_whole), SX_CASE(odd_names_are_found_as_they_are),
         SX_CASE(a_copy_is_as_the_original),
         SX_CASE(types_are_found_by_their_bases_and_imports_by_their_files),
         SX_CASE(importers_are_counted_by_specifiers), SX_CASE(a_symbol_has_its_bases),
         SX_CASE(a_copy_has_the_bases_and_imports), SX_CASE(the_last_word_of_a_type),
         SX_CASE(a_very_long_base_is_left_out), SX_CASE(threads_share_a_reader));
