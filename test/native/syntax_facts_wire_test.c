#include "harness.h"

#include "syntax/facts_wire.h"

static sx_fact fact_items[] = {
    {.start = 0,
     .end = 90,
     .name_start = 6,
     .name_end = 9,
     .body = 12,
     .parent = SX_FACT_TOP,
     .flags = SX_FACT_TEST | SX_FACT_STATIC,
     .kind = SX_FACT_HEADING},
    {.start = 20, .end = 40, .name_start = 20, .name_end = 40, .body = 40, .parent = 0},
};
static sx_text_import import_items[] = {{50, 60, SX_TEXT_IMPORT_PART}};
static sx_base base_items[] = {{1, 61, 70, SX_BASE_OWNER}, {0, 80, 100, SX_BASE_EXTENDS}};

static sx_text_facts example(void) {
  return (sx_text_facts){.facts = {fact_items, 2, 2},
                         .imports = {import_items, 1, 1},
                         .bases = {base_items, 2, 2},
                         .extent = SX_FACTS_CUT};
}

static sx_status read(sx_text_facts *out, size_t *used, sx_str bytes, size_t text_bytes) {
  sx_str language;
  return sx_facts_read(out, &language, used, bytes, text_bytes, sx_test_arena(), sx_test_err());
}

SX_TEST(what_is_written_is_read) {
  sx_text_facts facts = example(), got;
  sx_buf *bytes = sx_test_buf();
  sx_str language;
  size_t used;
  sx_facts_write(bytes, &facts, SX_STR("cpp"));
  size_t len = bytes->len;
  sx_buf_add_text(bytes, "next");
  SX_EXPECT_OK(bytes->status);
  SX_EXPECT_OK(sx_facts_read(&got, &language, &used, sx_buf_str(bytes), 100, sx_test_arena(),
                             sx_test_err()));
  SX_EXPECT_TEXT(language, "cpp");
  SX_EXPECT_SIZE(used, len);
  SX_EXPECT_INT(got.extent, SX_FACTS_CUT);
  SX_EXPECT_SIZE(got.facts.len, 2);
  SX_EXPECT(memcmp(got.facts.items, fact_items, sizeof(sx_fact)) == 0);
  SX_EXPECT_INT(got.facts.items[1].parent, 0);
  SX_EXPECT_SIZE(got.imports.len, 1);
  SX_EXPECT_INT(got.imports.items[0].kind, SX_TEXT_IMPORT_PART);
  SX_EXPECT_SIZE(got.bases.len, 2);
  SX_EXPECT_INT(got.bases.items[0].fact, 1);
  SX_EXPECT_INT(got.bases.items[1].end, 100);
}

SX_TEST(a_part_of_an_answer_waits_for_the_rest) {
  sx_text_facts facts = example(), got;
  sx_buf *bytes = sx_test_buf();
  size_t used;
  sx_facts_write(bytes, &facts, SX_STR("cpp"));
  SX_EXPECT_OK(bytes->status);
  for (size_t len = 0; len < bytes->len; len++) {
    SX_EXPECT_OK(read(&got, &used, sx_str_slice(sx_buf_str(bytes), 0, len), 100));
    SX_EXPECT_SIZE(used, 0);
  }
}

SX_TEST(what_does_not_fit_the_text_is_refused) {
  sx_text_facts facts = example(), got;
  sx_buf *bytes = sx_test_buf();
  size_t used;
  sx_facts_write(bytes, &facts, SX_STR("cpp"));
  SX_EXPECT_OK(bytes->status);
  SX_EXPECT_STATUS(read(&got, &used, sx_buf_str(bytes), 99), SX_CORRUPT);
  base_items[0].fact = 2;
  sx_buf_clear(bytes);
  sx_facts_write(bytes, &facts, SX_STR("cpp"));
  base_items[0].fact = 1;
  SX_EXPECT_OK(bytes->status);
  SX_EXPECT_STATUS(read(&got, &used, sx_buf_str(bytes), 100), SX_CORRUPT);
  fact_items[1].parent = 1;
  sx_buf_clear(bytes);
  sx_facts_write(bytes, &facts, SX_STR("cpp"));
  fact_items[1].parent = 0;
  SX_EXPECT_OK(bytes->status);
  SX_EXPECT_STATUS(read(&got, &used, sx_buf_str(bytes), 100), SX_CORRUPT);
}

/* Each of the fields of the second fact, or of an import or a base, with a value that nothing has.
 */
SX_TEST(each_field_is_looked_at) {
  const struct {
    uint32_t *field, value;
  } rows[] = {
      {&fact_items[1].start, 21},      {&fact_items[0].start, 21},    {&fact_items[1].end, 101},
      {&fact_items[1].name_start, 41}, {&fact_items[1].name_end, 19}, {&fact_items[1].name_end, 41},
      {&fact_items[1].body, 19},       {&fact_items[1].body, 41},     {&import_items[0].start, 61},
      {&import_items[0].end, 101},     {&base_items[0].start, 71},    {&base_items[1].end, 101},
      {&base_items[0].fact, 2}};
  sx_text_facts facts = example(), got;
  sx_buf *bytes = sx_test_buf();
  size_t used;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    uint32_t former = *rows[i].field;
    *rows[i].field = rows[i].value;
    sx_buf_clear(bytes);
    sx_facts_write(bytes, &facts, SX_STR("cpp"));
    *rows[i].field = former;
    SX_EXPECT_OK(bytes->status);
    SX_EXPECT_STATUS(read(&got, &used, sx_buf_str(bytes), 100), SX_CORRUPT);
  }
}

/* A fact that begins before the one before it; the name and the body are where it is. */
SX_TEST(facts_are_in_order) {
  sx_fact turned[] = {fact_items[1], fact_items[0]};
  sx_text_facts facts = {.facts = {turned, 2, 2}}, got;
  sx_buf *bytes = sx_test_buf();
  size_t used;
  turned[0].parent = SX_FACT_TOP;
  sx_facts_write(bytes, &facts, SX_STR("cpp"));
  SX_EXPECT_OK(bytes->status);
  SX_EXPECT_STATUS(read(&got, &used, sx_buf_str(bytes), 100), SX_CORRUPT);
}

SX_TEST(a_line_that_is_not_an_answer_is_refused) {
  static const char *const lines[] = {"\n",
                                      "cpp 0 0 0\n",
                                      "cpp 9 0 0 0\n",
                                      "cpp 4 0 0 0\n", /* SX_FACTS_EXTENT_COUNT */
                                      "cpp 0 0 0 0 0\n",
                                      "cpp 0 -1 0 0\n",
                                      "cpp 0 99999999999 0 0\n"};
  sx_text_facts got;
  size_t used;
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    SX_EXPECT_STATUS(read(&got, &used, sx_str_from(lines[i]), 10), SX_CORRUPT);
  SX_EXPECT_OK(read(&got, &used, SX_STR("cpp 0 0 0 0\n"), 10));
  SX_EXPECT_SIZE(used, 12);
}

SX_TEST(a_question_is_a_language_a_length_and_a_file) {
  static const char *const wrong[] = {"",           "python",       "python 1",
                                      "python x 0", "python 1 2 3", "python 4294967296 0",
                                      "python 1 x", "python 1 ",    "python 1 4294967296"};
  sx_str language;
  uint32_t bytes, file;
  SX_EXPECT(sx_facts_question(SX_STR("python 12 4294967295"), &language, &bytes, &file));
  SX_EXPECT_TEXT(language, "python");
  SX_EXPECT_INT(bytes, 12);
  SX_EXPECT(file == UINT32_MAX);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    SX_EXPECT(!sx_facts_question(sx_str_from(wrong[i]), &language, &bytes, &file));
}

SX_SUITE(syntax_facts_wire_test, SX_CASE(what_is_written_is_read),
         SX_CASE(a_part_of_an_answer_waits_for_the_rest),
         SX_CASE(what_does_not_fit_the_text_is_refused), SX_CASE(each_field_is_looked_at),
         SX_CASE(facts_are_in_order), SX_CASE(a_line_that_is_not_an_answer_is_refused),
         SX_CASE(a_question_is_a_language_a_length_and_a_file));
