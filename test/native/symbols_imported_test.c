#include "symbols/imported.h"

#include "harness.h"
#include "symbols_scene.h"

SX_TEST(a_specifier_is_the_end_of_a_path) {
  static const struct {
    const char *specifier, *end;
    bool is_relative;
  } cases[] = {
      {"linux/fs.h", "linux/fs.h", false},
      {"fs.h", "fs.h", true},
      {"../till/fs.h", "till/fs.h", true},
      {"./util.js", "util", true},
      {"../core/util", "core/util", true},
      {"../../core/util.ts", "core/util", true},
      {"./till.component", "till.component", true},
      {"@shop/till", "@shop/till", false},
      {"os", "os", false},
      {"os.path", "os/path", false},
      {".queues", "queues", true},
      {"..shop.till", "shop/till", true},
      {"com.shop.Till", "com/shop/Till", false},
      {"crate::shop::till", "shop/till", true},
      {"super::super::till", "till", true},
      {"std::fmt", "std/fmt", false},
      {"Shop\\Till", "Shop/Till", false},
      {".", "", true},
      {"", "", false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[SX_SYMBOLS_IMPORT_BYTES];
    bool is_relative;
    size_t len = sx_symbols_import_end(text, sx_str_from(cases[i].specifier), &is_relative);
    SX_EXPECT_STR(sx_str_make(text, len), sx_str_from(cases[i].end));
    SX_EXPECT_INT(is_relative, cases[i].is_relative);
  }
}

SX_TEST(a_longer_specifier_has_no_end) {
  char text[SX_SYMBOLS_IMPORT_BYTES], name[SX_SYMBOLS_IMPORT_BYTES + 1];
  bool is_relative;
  memset(name, 'x', sizeof name);
  sx_str all = sx_str_make(name, sizeof name);
  SX_EXPECT_SIZE(sx_symbols_import_end(text, all, &is_relative), 0);
  all.len--;
  SX_EXPECT_SIZE(sx_symbols_import_end(text, all, &is_relative), sizeof text);
}

SX_TEST(a_path_is_as_specifiers_have_it) {
  static const char *const cases[][2] = {
      {"include/linux/fs.h", "include/linux/fs.h"},
      {"fs/open.c", ""},
      {"src/till.cpp", ""},
      {"src/util.ts", "src/util"},
      {"src/till.component.ts", "src/till.component"},
      {"shop/index.ts", "shop"},
      {"shop/__init__.py", "shop"},
      {"shop/mod.rs", "shop"},
      {"index.ts", "index"},
      {"queue.py", "queue"},
      {"a.b/.profile", "a.b/.profile"},
      {"", ""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    SX_EXPECT_STR(sx_symbols_imported_path(sx_str_from(cases[i][0])), sx_str_from(cases[i][1]));
}

static void release(void *table) {
  sx_symbols_imported_release(table);
}

SX_TEST(counts_files_by_their_ends) {
  sx_symbols_imported_table *table = sx_test_memory(sizeof *table);
  *table = (sx_symbols_imported_table){0};
  sx_test_defer(release, table);
  sx_symbols_imported count = {0};
  sx_symbols_imported_count(table, SX_STR("shop/till"), &count);
  SX_EXPECT_INT(count.absolute + count.relative, 0);
  SX_EXPECT_OK(sx_symbols_imported_add(table, SX_STR("shop.till"), 3));
  SX_EXPECT_OK(sx_symbols_imported_add(table, SX_STR("shop/till"), 2));
  SX_EXPECT_OK(sx_symbols_imported_add(table, SX_STR("../shop/till.js"), 7));
  SX_EXPECT_OK(sx_symbols_imported_add(table, SX_STR(""), 7));
  for (int i = 0; i < 1000; i++) {
    char name[32];
    snprintf(name, sizeof name, "m%d", i);
    SX_EXPECT_OK(sx_symbols_imported_add(table, sx_str_from(name), 1));
  }
  sx_symbols_imported_count(table, SX_STR("shop/till"), &count);
  SX_EXPECT_INT(count.absolute, 5);
  SX_EXPECT_INT(count.relative, 7);
  sx_symbols_imported_count(table, SX_STR("m999"), &count);
  SX_EXPECT_INT(count.absolute, 6);
  sx_symbols_imported_count(table, SX_STR("m1000"), &count);
  sx_symbols_imported_count(table, SX_STR(""), &count);
  SX_EXPECT_INT(count.absolute, 6);
}

SX_TEST(takes_a_bounded_number_of_ends) {
  sx_symbols_imported_table *table = sx_test_memory(sizeof *table);
  *table = (sx_symbols_imported_table){0};
  sx_test_defer(release, table);
  size_t many = sx_test_is_failing_allocations() ? 500 : 70000;
  for (size_t i = 0; i < many; i++) {
    char name[32];
    snprintf(name, sizeof name, "m%zu", i);
    SX_EXPECT_OK(sx_symbols_imported_add(table, sx_str_from(name), 1));
  }
  SX_EXPECT_SIZE(table->len, many < 60000 ? many : 60000);
}

SX_TEST(a_database_counts_the_files_that_import) {
  static const char *const texts[] = {"#include <linux/fs.h>\nint one;\n",
                                      "#include <linux/fs.h>\n#include \"till.h\"\nint two;\n",
                                      "#include \"../shop/till.h\"\nint three;\n"};
  symbols_scene *scene = symbols_scene_new();
  SX_EXPECT_ALLOC(scene);
  SX_EXPECT_OK(symbols_scene_make(scene, texts, 3));
  sx_str ends[] = {SX_STR("linux/fs.h"), SX_STR("fs.h"), SX_STR("till.h"), SX_STR("shop/till.h")};
  const sx_strs list = {ends, 4, 4};
  sx_symbols_imported counts[4] = {{0}};
  for (int i = 0; i < 2; i++)
    SX_EXPECT_OK(sx_symbols_count_importers(scene->reader, &list, counts, sx_test_err()));
  SX_EXPECT_INT(counts[0].absolute, 4);
  SX_EXPECT_INT(counts[1].absolute + counts[1].relative, 0);
  SX_EXPECT_INT(counts[2].relative, 2);
  SX_EXPECT_INT(counts[3].relative, 2);
}

SX_SUITE(symbols_imported_test, SX_CASE(a_specifier_is_the_end_of_a_path),
         SX_CASE(a_longer_specifier_has_no_end), SX_CASE(a_path_is_as_specifiers_have_it),
         SX_CASE(counts_files_by_their_ends), SX_CASE(takes_a_bounded_number_of_ends),
         SX_CASE(a_database_counts_the_files_that_import));
