#include "parse_scene.h"

#include "parse/tree.h"

static sx_parser *parser;

static sx_status read(sx_syntax_tree *out, const char *name, sx_str text,
                      const sx_tree_query *query) {
  const sx_syntax_language *language = sx_syntax_language_named(sx_str_from(name));
  const sx_parse_limits limits = {.bytes = UINT32_MAX};
  return sx_parse_tree(out, parser, &language, text, query, &limits, sx_test_arena(),
                       sx_test_err());
}

static sx_tree_query whole(sx_str text) {
  return (sx_tree_query){
      .to = (uint32_t)text.len, .max_depth = SX_TREE_MAX_DEPTH, .max_nodes = SX_TREE_MAX_NODES};
}

/* Rows lie in each other, and each knows how many are in it. */
static void expect_sound(const sx_syntax_tree *tree, size_t len) {
  const sx_tree_nodes *nodes = &tree->nodes;
  for (size_t i = 0; i < nodes->len; i++) {
    const sx_tree_node *node = &nodes->items[i];
    size_t inner = 0;
    while (i + inner + 1 < nodes->len && nodes->items[i + inner + 1].depth > node->depth) inner++;
    SX_EXPECT(node->start <= node->end && node->end <= len);
    SX_EXPECT(i ? node->depth <= nodes->items[i - 1].depth + 1 : !node->depth);
    SX_EXPECT(tree->depth < tree->deepest || tree->is_cut ? node->inner >= inner
                                                          : node->inner == inner);
  }
  for (size_t i = 0; i < tree->errors.len; i++) SX_EXPECT(tree->errors.items[i].end <= len);
}

static void show(const sx_syntax_tree *tree, sx_str text, sx_buf *out) {
  static const char *const kinds[] = {"unexpected", "missing", "not closed"};
  for (size_t i = 0; i < tree->errors.len; i++) {
    const sx_tree_error *error = &tree->errors.items[i];
    sx_str part = sx_str_slice(text, error->start, error->end);
    sx_str name = tree->names.items[error->name];
    sx_buf_addf(out, "%s %.*s%.*s\n", kinds[error->kind], SX_STR_ARG(name),
                SX_STR_ARG(sx_str_slice(part, 0, sx_str_find_char(part, '\n', 0))));
  }
  for (size_t i = 0; i < tree->nodes.len; i++) {
    const sx_tree_node *node = &tree->nodes.items[i];
    sx_str field = tree->names.items[node->field], kind = tree->names.items[node->kind];
    sx_buf_add_repeat(out, ' ', 2ul * node->depth);
    if (field.len) sx_buf_addf(out, "%.*s: ", SX_STR_ARG(field));
    if (node->flags & SX_TREE_MISSING) sx_buf_add_text(out, "MISSING ");
    sx_buf_addf(out, node->flags & SX_TREE_NAMED ? "%.*s" : "'%.*s'", SX_STR_ARG(kind));
    sx_buf_addf(out, " %u-%u\n", node->start, node->end);
  }
}

/* The title begins with the language: "rust: a closure". */
static sx_status run(sx_str title, sx_str input, sx_buf *actual) {
  sx_syntax_tree tree;
  char name[32];
  sx_str language = sx_str_slice(title, 0, sx_str_find_char(title, ':', 0));
  if (language.len >= sizeof name) return SX_NOT_FOUND;
  memcpy(name, language.ptr, language.len);
  name[language.len] = '\0';
  const sx_tree_query query = whole(input);
  sx_status status = read(&tree, name, input, &query);
  if (status) return status;
  expect_sound(&tree, input.len);
  show(&tree, input, actual);
  return SX_OK;
}

SX_TEST(trees) {
  if (sx_test_is_failing_allocations()) return;
  parser = sx_scene_parser();
  SX_EXPECT_ALLOC(parser);
  sx_test_corpus("syntax_tree", run);
}

SX_TEST(without_memory_the_call_fails) {
  sx_syntax_tree tree;
  sx_str text = SX_STR("local a = {1, 2, f(\n");
  const sx_tree_query query = whole(text);
  parser = sx_scene_parser();
  SX_EXPECT_ALLOC(parser);
  SX_EXPECT_OK(read(&tree, "lua", text, &query));
  SX_EXPECT(tree.error_count > 0);
}

SX_TEST(levels_are_listed_as_far_as_they_fit) {
  sx_syntax_tree tree;
  sx_str text = SX_STR("[[1, 2], [3, [4, 5]], {\"a\": 6}]\n");
  sx_tree_query query = whole(text);
  parser = sx_scene_parser();
  SX_EXPECT_ALLOC(parser);
  SX_EXPECT_OK(read(&tree, "json", text, &query));
  uint32_t total = tree.total, deepest = tree.deepest;
  SX_EXPECT_SIZE(tree.nodes.len, total);
  for (query.max_nodes = total; query.max_nodes > 0; query.max_nodes--) {
    SX_EXPECT_OK(read(&tree, "json", text, &query));
    SX_EXPECT_INT(tree.total, total);
    SX_EXPECT_INT(tree.deepest, deepest);
    SX_EXPECT(tree.nodes.len <= query.max_nodes);
    SX_EXPECT(tree.is_cut == (query.max_nodes < 2));
    expect_sound(&tree, text.len);
    if (sx_test_is_over()) return;
  }
  query.max_nodes = SX_TREE_MAX_NODES;
  query.max_depth = 1;
  SX_EXPECT_OK(read(&tree, "json", text, &query));
  SX_EXPECT_SIZE(tree.nodes.len, 2);
  SX_EXPECT_INT(tree.nodes.items[1].inner, (intmax_t)total - 2);
}

SX_TEST(a_part_is_listed_with_what_is_around_it) {
  sx_syntax_tree tree;
  sx_str text = SX_STR("a = 1\nfunction f()\n  local b = 2\n  local c = 3\nend\nd = 4\n");
  sx_tree_query query = whole(text);
  sx_buf *shown = sx_test_buf();
  parser = sx_scene_parser();
  SX_EXPECT_ALLOC(parser);
  query.from = (uint32_t)sx_str_find(text, SX_STR("local c"), 0);
  query.to = query.from + 11;
  SX_EXPECT_OK(read(&tree, "lua", text, &query));
  show(&tree, text, shown);
  SX_EXPECT_OK(shown->status);
  SX_EXPECT_STR(sx_buf_str(shown), SX_STR("chunk 0-57\n"
                                          "  function_declaration 6-50\n"
                                          "    body: block 21-46\n"
                                          "      local_declaration: variable_declaration 35-46\n"
                                          "        assignment_statement 41-46\n"
                                          "          variable_list 41-42\n"
                                          "            name: identifier 41-42\n"
                                          "          expression_list 45-46\n"
                                          "            value: number 45-46\n"));
}

SX_TEST(deep_nesting_and_long_lines_of_brackets_end_well) {
  enum { COUNT = 100000 };
  static const char *const languages[] = {"javascript", "python", "json", "cpp", "ruby", "go"};
  if (sx_test_is_failing_allocations()) return;
  parser = sx_scene_parser();
  SX_EXPECT_ALLOC(parser);
  char *bytes = sx_test_memory(2 * COUNT);
  memset(bytes, '[', COUNT);
  memset(bytes + COUNT, ']', COUNT);
  for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
    for (size_t half = 1; half <= 2; half++) {
      sx_syntax_tree tree;
      sx_str text = sx_str_make(bytes, half * COUNT);
      const sx_tree_query query = whole(text);
      SX_EXPECT_OK(read(&tree, languages[i], text, &query));
      SX_EXPECT(tree.nodes.len > 0 && tree.nodes.len <= SX_TREE_MAX_NODES);
      SX_EXPECT(tree.deepest <= SX_TREE_MAX_DEPTH);
      SX_EXPECT(tree.errors.len <= SX_TREE_MAX_ERRORS);
      SX_EXPECT(half == 2 || tree.error_count > 0);
    }
}

SX_TEST(what_takes_too_long_or_is_too_big_has_no_tree) {
  enum { COUNT = 1 << 16 };
  static const char piece[] = "class A { m() { return [1, 2, 3]; } }\n";
  sx_syntax_tree tree;
  if (sx_test_is_failing_allocations()) return;
  parser = sx_scene_parser();
  SX_EXPECT_ALLOC(parser);
  size_t len = sizeof piece - 1;
  char *bytes = sx_test_memory(COUNT * len);
  for (size_t i = 0; i < COUNT; i++) memcpy(bytes + i * len, piece, len);
  sx_str text = sx_str_make(bytes, COUNT * len);
  const sx_syntax_language *language = sx_syntax_language_named(SX_STR("javascript"));
  const sx_tree_query query = whole(text);
  sx_parse_limits limits = {.time_ms = 1, .bytes = UINT32_MAX};
  SX_EXPECT_OK(sx_parse_tree(&tree, parser, &language, text, &query, &limits, sx_test_arena(),
                             sx_test_err()));
  SX_EXPECT_INT(tree.extent, SX_FACTS_CUT);
  SX_EXPECT_SIZE(tree.nodes.len, 0);
  limits = (sx_parse_limits){.bytes = 10};
  SX_EXPECT_OK(sx_parse_tree(&tree, parser, &language, text, &query, &limits, sx_test_arena(),
                             sx_test_err()));
  SX_EXPECT_INT(tree.extent, SX_FACTS_TOO_BIG);
  SX_EXPECT_SIZE(tree.names.len, 1);
}

/* Kotlin's scanner reads on for ever there, unless a line end follows. */
SX_TEST(a_text_may_end_anywhere) {
  sx_syntax_tree tree;
  sx_str text = SX_STR("@A");
  const sx_tree_query query = whole(text);
  if (sx_test_is_failing_allocations()) return;
  parser = sx_scene_parser();
  SX_EXPECT_ALLOC(parser);
  SX_EXPECT_OK(read(&tree, "kotlin", text, &query));
  expect_sound(&tree, text.len);
}

SX_TEST(c_is_read_by_the_grammar_of_cpp) {
  sx_syntax_tree tree;
  sx_str text = SX_STR("int main(void) { return 0; }\n");
  const sx_syntax_language *language = sx_syntax_language_named(SX_STR("c"));
  const sx_parse_limits limits = SX_PARSE_TREE_LIMITS;
  const sx_tree_query query = whole(text);
  if (sx_test_is_failing_allocations()) return;
  parser = sx_scene_parser();
  SX_EXPECT_ALLOC(parser);
  SX_EXPECT_OK(sx_parse_tree(&tree, parser, &language, text, &query, &limits, sx_test_arena(),
                             sx_test_err()));
  SX_EXPECT_TEXT(sx_str_from(language->name), "cpp");
  SX_EXPECT_INT(tree.error_count, 0);
}

SX_TEST(macros_are_passed_over_where_that_takes_the_errors_away) {
  sx_syntax_tree tree;
  sx_str text = SX_STR("class EXPORTED A : public B { int a; };\n");
  const sx_tree_query query = whole(text);
  if (sx_test_is_failing_allocations()) return;
  parser = sx_scene_parser();
  SX_EXPECT_ALLOC(parser);
  SX_EXPECT_OK(read(&tree, "cpp", text, &query));
  SX_EXPECT(tree.is_by_plain);
  SX_EXPECT_INT(tree.error_count, 0);
}

SX_SUITE(parse_tree_test, SX_CASE(trees), SX_CASE(without_memory_the_call_fails),
         SX_CASE(levels_are_listed_as_far_as_they_fit),
         SX_CASE(a_part_is_listed_with_what_is_around_it),
         SX_LONG_CASE(deep_nesting_and_long_lines_of_brackets_end_well),
         SX_CASE(what_takes_too_long_or_is_too_big_has_no_tree), SX_CASE(a_text_may_end_anywhere),
         SX_CASE(c_is_read_by_the_grammar_of_cpp),
         SX_CASE(macros_are_passed_over_where_that_takes_the_errors_away));
