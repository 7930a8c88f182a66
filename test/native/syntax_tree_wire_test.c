#include "harness.h"

#include "syntax/tree_wire.h"

static sx_str name_items[] = {{"", 0}, {"module", 6}, {"value", 5}, {"ERROR", 5}};
static sx_tree_node node_items[] = {
    {.start = 0, .end = 90, .inner = 3, .kind = 1, .flags = SX_TREE_NAMED},
    {.start = 10, .end = 40, .depth = 1, .inner = 1, .kind = 3, .flags = SX_TREE_ERROR},
    {.start = 20, .end = 40, .depth = 2, .kind = 1, .field = 2},
    {.start = 50, .end = 50, .depth = 1, .kind = 2, .flags = SX_TREE_MISSING},
};
static sx_tree_error error_items[] = {{10, 40, 0, SX_TREE_UNEXPECTED}, {50, 50, 2, SX_TREE_ABSENT}};

static sx_syntax_tree example(void) {
  return (sx_syntax_tree){.extent = SX_FACTS_CUT,
                          .names = {name_items, 4, 4},
                          .nodes = {node_items, 4, 4},
                          .errors = {error_items, 2, 2},
                          .outer = 1,
                          .depth = 1,
                          .deepest = 5,
                          .total = 4,
                          .error_count = 7,
                          .is_cut = true,
                          .is_by_plain = true};
}

static sx_status read(sx_syntax_tree *out, size_t *used, sx_str bytes, size_t text_bytes) {
  sx_str language;
  return sx_tree_read(out, &language, used, bytes, text_bytes, sx_test_arena(), sx_test_err());
}

/* The example, written and read. False: that failed. */
static bool read_example(sx_syntax_tree *got) {
  sx_syntax_tree tree = example();
  sx_buf *bytes = sx_test_buf();
  sx_str language = SX_STR("");
  size_t used = 0;
  sx_tree_write(bytes, &tree, SX_STR("python"));
  size_t len = bytes->len;
  sx_buf_add_text(bytes, "next");
  sx_status status = bytes->status;
  if (!status)
    status =
        sx_tree_read(got, &language, &used, sx_buf_str(bytes), 90, sx_test_arena(), sx_test_err());
  return sx_test_status(__FILE__, __LINE__, status, SX_OK, "read") &&
         sx_test_str(__FILE__, __LINE__, language, SX_STR("python"), "language") &&
         sx_test_size(__FILE__, __LINE__, used, len, "used");
}

SX_TEST(rows_that_are_written_are_read) {
  sx_syntax_tree got = example();
  if (!read_example(&got)) return;
  SX_EXPECT_SIZE(got.names.len, 4);
  SX_EXPECT_TEXT(got.names.items[1], "module");
  SX_EXPECT_SIZE(got.nodes.len, 4);
  SX_EXPECT(memcmp(got.nodes.items, node_items, sizeof node_items) == 0);
  SX_EXPECT_SIZE(got.errors.len, 2);
  SX_EXPECT(memcmp(got.errors.items, error_items, sizeof error_items) == 0);
}

SX_TEST(numbers_that_are_written_are_read) {
  sx_syntax_tree got = example();
  if (!read_example(&got)) return;
  SX_EXPECT_INT(got.extent, SX_FACTS_CUT);
  SX_EXPECT_INT(got.outer, 1);
  SX_EXPECT_INT(got.depth, 1);
  SX_EXPECT_INT(got.deepest, 5);
  SX_EXPECT_INT(got.total, 4);
  SX_EXPECT_INT(got.error_count, 7);
  SX_EXPECT(got.is_cut && got.is_by_plain);
}

SX_TEST(a_part_of_an_answer_waits_for_the_rest) {
  sx_syntax_tree tree = example(), got;
  sx_buf *bytes = sx_test_buf();
  size_t used;
  sx_tree_write(bytes, &tree, SX_STR("python"));
  SX_EXPECT_OK(bytes->status);
  for (size_t len = 0; len < bytes->len; len++) {
    SX_EXPECT_OK(read(&got, &used, sx_str_slice(sx_buf_str(bytes), 0, len), 90));
    SX_EXPECT_SIZE(used, 0);
  }
}

/* Writes the example, and expects that it is refused. */
static void expect_refused(sx_buf *bytes, size_t text_bytes) {
  sx_syntax_tree tree = example(), got;
  size_t used;
  sx_buf_clear(bytes);
  sx_tree_write(bytes, &tree, SX_STR("python"));
  SX_EXPECT_OK(bytes->status);
  SX_EXPECT_STATUS(read(&got, &used, sx_buf_str(bytes), text_bytes), SX_CORRUPT);
}

SX_TEST(each_field_is_looked_at) {
  sx_buf *bytes = sx_test_buf();
  const struct {
    uint32_t *field, value;
  } rows[] = {{&node_items[0].end, 91},   {&node_items[0].depth, 1}, {&node_items[0].inner, 1},
              {&node_items[1].start, 41}, {&node_items[1].depth, 0}, {&node_items[1].depth, 2},
              {&node_items[2].start, 9},  {&node_items[2].end, 41},  {&node_items[2].inner, 1},
              {&node_items[3].start, 19}, {&node_items[3].end, 49},  {&error_items[0].start, 51},
              {&error_items[0].end, 9},   {&error_items[1].end, 91}, {&node_items[3].depth, 4},
              {&error_items[1].start, 9}};
  expect_refused(bytes, 89);
  for (size_t i = 0; i < sizeof rows / sizeof *rows && !sx_test_is_over(); i++) {
    uint32_t former = *rows[i].field;
    *rows[i].field = rows[i].value;
    expect_refused(bytes, 90);
    *rows[i].field = former;
  }
}

SX_TEST(names_are_those_of_the_list) {
  sx_buf *bytes = sx_test_buf();
  uint16_t *const fields[] = {&node_items[1].kind, &node_items[2].field, &error_items[1].name,
                              &error_items[0].kind};
  for (size_t i = 0; i < sizeof fields / sizeof *fields && !sx_test_is_over(); i++) {
    uint16_t former = *fields[i];
    *fields[i] = 4;
    expect_refused(bytes, 90);
    *fields[i] = former;
  }
  sx_str former = name_items[2];
  name_items[2] = SX_STR("\xc3(");
  expect_refused(bytes, 90);
  name_items[2] = former;
}

SX_TEST(a_line_that_is_not_an_answer_is_refused) {
  static const char *const lines[] = {"\n",
                                      "c 0 1 0 0 0 0 0 0 0\n",
                                      "c 4 1 0 0 0 0 0 0 0 0\n", /* SX_FACTS_EXTENT_COUNT */
                                      "c 0 0 0 0 0 0 0 0 0 0\n",
                                      "c 0 1 999999 0 0 0 0 0 0 0\n",
                                      "c 0 1 0 201 0 0 0 0 0 0\n",
                                      "c 0 1 0 0 1 0 0 0 0 0\n",
                                      "c 0 1 0 0 0 1 0 0 0 0\n",
                                      "c 0 1 0 0 0 0 201 0 0 0\n",
                                      "c 0 1 0 0 0 0 0 0 0 4\n",
                                      "c 0 1 0 0 0 0 0 0 0 0 0\n",
                                      "c 0 -1 0 0 0 0 0 0 0 0\n"};
  sx_syntax_tree got;
  size_t used;
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    SX_EXPECT_STATUS(read(&got, &used, sx_str_from(lines[i]), 10), SX_CORRUPT);
  SX_EXPECT_OK(read(&got, &used, sx_str_make("c 3 1 0 0 0 0 0 0 0 0\n\0", 23), 10));
  SX_EXPECT_SIZE(used, 23);
  SX_EXPECT_INT(got.extent, SX_FACTS_UNREAD);
}

SX_TEST(a_question_is_read_as_it_was_written) {
  static const char *const wrong[] = {"",
                                      "tree",
                                      "python 1 0",
                                      "tree python 1 0 1 2 3",
                                      "tree python 1 0 1 2 3 0 0",
                                      "tree python 1 0 x 2 3 0",
                                      "trees python 1 0 1 2 3 0"};
  const sx_tree_query asked = {
      .from = 1, .to = UINT32_MAX, .max_depth = 3, .max_nodes = 4, .has_tokens = true};
  sx_tree_query got;
  sx_buf *line = sx_test_buf();
  sx_str language;
  uint32_t bytes;
  sx_tree_question_write(line, SX_STR("python"), 12, &asked);
  SX_EXPECT_OK(line->status);
  SX_EXPECT(
      sx_tree_question(sx_str_slice(sx_buf_str(line), 0, line->len - 1), &language, &bytes, &got));
  SX_EXPECT_TEXT(language, "python");
  SX_EXPECT_INT(bytes, 12);
  SX_EXPECT(got.from == 1 && got.to == UINT32_MAX && got.max_depth == 3 && got.max_nodes == 4);
  SX_EXPECT(got.has_tokens);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    SX_EXPECT(!sx_tree_question(sx_str_from(wrong[i]), &language, &bytes, &got));
}

SX_SUITE(syntax_tree_wire_test, SX_CASE(rows_that_are_written_are_read),
         SX_CASE(numbers_that_are_written_are_read),
         SX_CASE(a_part_of_an_answer_waits_for_the_rest), SX_CASE(each_field_is_looked_at),
         SX_CASE(names_are_those_of_the_list), SX_CASE(a_line_that_is_not_an_answer_is_refused),
         SX_CASE(a_question_is_read_as_it_was_written));
