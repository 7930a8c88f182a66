#include "meaning_scene.h"

#include "harness.h"
#include "os/clock.h"

/* Each unit in a line "kind name rows", then its words by field: "n", "d", "p", "s", "b". */

typedef struct printed {
  sx_buf *out;
  int field;
} printed;

static void print_word(void *arg, sx_meaning_field field, sx_str word) {
  printed *p = arg;
  if (p->field != (int)field) sx_buf_addf(p->out, "\n %c:", "ndpsb"[field]);
  p->field = (int)field;
  sx_buf_addf(p->out, " %.*s", SX_STR_ARG(word));
}

static void expect_units(const meaning_text *text, const char *expected) {
  sx_buf *out = sx_test_buf();
  sx_meaning_units units;
  sx_meaning_rows rows = {.text = sx_str_from(text->text)};
  SX_EXPECT_OK(meaning_scene_units(&units, text));
  for (size_t i = 0; i < units.units.len; i++) {
    const sx_meaning_unit *unit = &units.units.items[i];
    sx_meaning_record record;
    printed p = {out, -1};
    sx_meaning_record_make(&record, &rows, unit);
    sx_buf_addf(out, "%u '%.*s' %u-%u", unit->kind,
                SX_STR_ARG(sx_str_slice(rows.text, unit->name_start, unit->name_end)), record.row,
                record.end_row);
    sx_meaning_each_word(&units, i, rows.text, sx_str_from(text->path), print_word, &p);
    sx_buf_add_char(out, '\n');
  }
  SX_EXPECT_OK(out->status);
  SX_EXPECT_STR(sx_buf_str(out), sx_str_from(expected));
}

SX_TEST(functions_have_their_comments_and_own_text) {
  const meaning_text text = {"mm/page.c", "/* Pages of memory. */\n"
                                          "\n"
                                          "#include <linux/mm.h>\n"
                                          "\n"
                                          "/* Allocates a page. */\n"
                                          "struct page *alloc_page(int order)\n"
                                          "{\n"
                                          "\treturn get_free(order); /* the first */\n"
                                          "}\n"
                                          "struct zone {\n"
                                          "\tint free_count;\n"
                                          "};\n"};
  expect_units(&text, "25 '' 0-11\n n: page\n p: mm page\n d: pages of memory\n"
                      " b: include linux mm alloc page zone\n"
                      "0 'alloc_page' 5-8\n p: mm page\n n: alloc page\n d: allocates page\n"
                      " s: struct page int order\n b: return get free order the first\n"
                      "1 'zone' 9-11\n p: mm page\n n: zone\n s: struct\n b: int free count\n");
}

SX_TEST(the_comment_of_the_first_function_is_not_the_files) {
  const meaning_text text = {"a.c", "/* Opens it. */\nint open_it(void)\n{\n\treturn 1;\n}\n"};
  expect_units(&text, "25 '' 0-4\n b: open it\n"
                      "0 'open_it' 1-4\n n: open it\n d: opens it\n s: int void\n b: return\n");
}

SX_TEST(mere_declarations_need_a_comment) {
  const meaning_text text = {"a.h",
                             "int first(void);\n\n/** Says how many. */\nint second(void);\n"};
  expect_units(&text, "25 '' 0-3\n b: int first void second\n"
                      "0 'second' 3-3\n n: second\n d: says how many\n s: int void\n");
}

SX_TEST(sections_have_what_is_below_their_heading) {
  const meaning_text text = {"docs/a.md", "Before.\n"
                                          "# One thing #\n"
                                          "text of it\n"
                                          "```\n# no heading\n```\n"
                                          "Another\n"
                                          "-------\n"
                                          "more\n"};
  expect_units(&text, "25 '' 0-0\n p: docs\n b: before\n"
                      "24 'One thing' 1-5\n p: docs\n n: one thing\n b: text of it no heading\n"
                      "24 'Another' 6-8\n p: docs\n n: another\n b: more\n");
}

/* Its last line would make a heading of the one above it. */
SX_TEST(front_matter_has_no_headings) {
  const meaning_text text = {"a.md", "---\ntags: [x]\n# no heading\nclient: Ann\n---\n\nBefore.\n"
                                     "Another\n---\nmore\n"};
  expect_units(&text, "25 '' 0-6\n b: tags no heading client ann before\n"
                      "24 'Another' 7-9\n n: another\n b: more\n");
}

SX_TEST(a_document_is_no_unit_where_nothing_is_above_its_first_heading) {
  const meaning_text text = {"a.md", "\n# One thing\ntext\n"};
  expect_units(&text, "24 'One thing' 1-2\n n: one thing\n b: text\n");
}

SX_TEST(code_in_prose_ends_as_it_began) {
  const meaning_text text = {"a.md", "# One\n"
                                     "~~~\n```\n# no\n~~~\n"
                                     "# Two\n"
                                     "````\n```\n# no\n```` \n"
                                     "# Three\n"
                                     "``` a `b`\n"
                                     "# Four\n"
                                     "```c\n# no\n```c\n# no\n"};
  expect_units(&text, "24 'One' 0-4\n n: one\n b: no\n"
                      "24 'Two' 5-9\n n: two\n b: no\n"
                      "24 'Three' 10-11\n n: three\n"
                      "24 'Four' 12-16\n n: four\n b: no no\n");
}

/* As the editor counts them: after a lone \r, too. */
SX_TEST(lines_end_as_in_the_editor) {
  const meaning_text text = {"a.c", "int one;\rint two;\r\nint get(void) { return 1;\r\n}\r"
                                    "int put(void)\n{\n}\n"};
  const char *const expected[] = {"0-6 0,0", "2-3 2,4", "4-6 4,4"};
  sx_meaning_units units;
  sx_meaning_rows rows = {.text = sx_str_from(text.text)};
  SX_EXPECT_OK(meaning_scene_units(&units, &text));
  SX_EXPECT_SIZE(units.units.len, 3);
  for (size_t i = 0; i < units.units.len && i < 3; i++) {
    sx_buf *out = sx_test_buf();
    sx_meaning_record record;
    sx_meaning_record_make(&record, &rows, &units.units.items[i]);
    sx_buf_addf(out, "%u-%u %u,%u", record.row, record.end_row, record.name_row,
                record.name_column);
    SX_EXPECT_OK(out->status);
    SX_EXPECT_STR(sx_buf_str(out), sx_str_from(expected[i]));
  }
}

/* A file that a program has written without line ends takes no longer than any other. */
SX_TEST(one_line_of_many_units_takes_no_longer) {
  enum { UNITS = 30000, MOST_MS = 3000 };
  size_t count = sx_test_is_failing_allocations() ? 3 : UNITS;
  sx_buf *line = sx_test_buf();
  sx_meaning_units units;
  for (size_t i = 0; i < count; i++) sx_buf_addf(line, "/* it */ int f%zu(void) { return 1; } ", i);
  SX_EXPECT_OK(line->status);
  const meaning_text text = {"a.c", line->ptr};
  uint64_t began_ms = sx_clock_ms();
  SX_EXPECT_OK(meaning_scene_units(&units, &text));
  SX_EXPECT_SIZE(units.units.len, count + 1);
  sx_meaning_rows rows = {.text = sx_buf_str(line)};
  for (size_t i = 0; i < units.units.len; i++) {
    const sx_meaning_unit *unit = &units.units.items[i];
    sx_meaning_record record;
    sx_meaning_record_make(&record, &rows, unit);
    SX_EXPECT_SIZE(record.name_column, unit->name_start);
  }
  SX_EXPECT(sx_clock_since_ms(began_ms) < MOST_MS);
}

SX_TEST(units_of_nothing) {
  const meaning_text text = {"a.c", ""}, blank = {"a.md", "\n\n"};
  expect_units(&text, "25 '' 0-0\n");
  expect_units(&blank, "25 '' 0-1\n");
}

static void print_fields(void *arg, sx_meaning_field field, sx_str word) {
  sx_buf_addf(arg, "%c:%.*s ", "ndpsb"[field], SX_STR_ARG(word));
}

SX_TEST(the_names_around_a_unit_count_as_its_path) {
  sx_str text = SX_STR("class Till { open(key) { turn(key) } }");
  const sx_meaning_declared rows[] = {
      {.end = 38, .body = 11, .name_start = 6, .name_end = 10, .kind = SX_FACT_CLASS},
      {13, 36, 23, 13, 17, 0, SX_FACT_METHOD}};
  sx_meaning_declared items[2];
  memcpy(items, rows, sizeof rows);
  const sx_meaning_declareds declared = {items, 2, 2};
  sx_meaning_units units;
  sx_buf *out = sx_test_buf();
  SX_EXPECT_OK(sx_meaning_units_make(&units, text,
                                     sx_language_find(SX_STR("typescript"), SX_STR("")), &declared,
                                     sx_test_arena()));
  SX_EXPECT_SIZE(units.units.len, 3);
  sx_meaning_each_word(&units, 2, text, SX_STR("a/shop.ts"), print_fields, out);
  SX_EXPECT_OK(out->status);
  SX_EXPECT_TEXT(sx_buf_str(out), "p:shop p:till n:open s:key b:turn b:key ");
}

SX_TEST(declarations_outside_of_the_text_are_cut) {
  sx_meaning_units units;
  const sx_meaning_declared rows[] = {
      {.start = 0, .end = 900, .body = 700, .name_start = 5, .name_end = 800},
      {.start = 700, .end = 20, .body = 1, .name_start = 9, .name_end = 3},
      {.start = UINT32_MAX, .end = UINT32_MAX, .name_start = UINT32_MAX}};
  sx_meaning_declareds declared = {0};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    sx_meaning_declared *one = SX_ARRAY_ADD(&declared, sx_test_arena());
    SX_EXPECT_ALLOC(one);
    if (one) *one = rows[i];
  }
  sx_str text = SX_STR("int a(void) { }");
  SX_EXPECT_OK(sx_meaning_units_make(&units, text, sx_language_find(SX_STR("c"), SX_STR("")),
                                     &declared, sx_test_arena()));
  for (size_t i = 0; i < units.pieces.len; i++)
    SX_EXPECT(units.pieces.items[i].start < units.pieces.items[i].end &&
              units.pieces.items[i].end <= text.len);
}

SX_SUITE(meaning_units_test, SX_CASE(functions_have_their_comments_and_own_text),
         SX_CASE(the_comment_of_the_first_function_is_not_the_files),
         SX_CASE(mere_declarations_need_a_comment),
         SX_CASE(sections_have_what_is_below_their_heading), SX_CASE(front_matter_has_no_headings),
         SX_CASE(a_document_is_no_unit_where_nothing_is_above_its_first_heading),
         SX_CASE(code_in_prose_ends_as_it_began), SX_CASE(lines_end_as_in_the_editor),
         SX_CASE(one_line_of_many_units_takes_no_longer), SX_CASE(units_of_nothing),
         SX_CASE(the_names_around_a_unit_count_as_its_path),
         SX_CASE(declarations_outside_of_the_text_are_cut));
