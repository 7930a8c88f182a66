#include "harness.h"

#include "syntax/c_scan.h"

static uint32_t row_of(sx_str text, size_t at) {
  uint32_t row = 1;
  for (size_t i = 0; i < at; i++) row += text.ptr[i] == '\n';
  return row;
}

static void write_path(const sx_facts *facts, const sx_fact *fact, sx_str text, sx_buf *out) {
  if (fact->parent != SX_FACT_TOP) {
    write_path(facts, &facts->items[fact->parent], text, out);
    sx_buf_add_char(out, '.');
  }
  sx_buf_add(out, sx_fact_name(fact, text));
}

/* A row for each declaration: lines, kind, path, and how it is. */
static sx_status run(sx_str title, sx_str input, sx_buf *actual) {
  sx_facts facts;
  bool is_cpp;
  (void)title;
  sx_status status = sx_c_scan(&facts, NULL, &is_cpp, input, sx_test_arena(), sx_test_err());
  if (status) return status;
  if (is_cpp) sx_buf_add_text(actual, "C++\n");
  for (size_t i = 0; i < facts.len; i++) {
    const sx_fact *fact = &facts.items[i];
    sx_buf_addf(actual, "%u-%u ", row_of(input, fact->start), row_of(input, fact->end));
    sx_buf_add(actual, sx_fact_kind_name((sx_fact_kind)fact->kind));
    sx_buf_add_char(actual, ' ');
    write_path(&facts, fact, input, actual);
    if (fact->flags & SX_FACT_STATIC) sx_buf_add_text(actual, ", static");
    if (fact->flags & SX_FACT_DECLARATION) sx_buf_add_text(actual, ", declaration");
    if (fact->flags & SX_FACT_CALLABLE) sx_buf_add_text(actual, ", callable");
    if (fact->flags & SX_FACT_NAMELESS) sx_buf_add_text(actual, ", nameless");
    if (fact->flags & SX_FACT_TWIN) sx_buf_add_text(actual, ", twin");
    sx_buf_add_char(actual, '\n');
  }
  return SX_OK;
}

SX_TEST(declarations) {
  sx_test_corpus("c_scan", run);
}

/* Whatever is missing of a text: what is read lies in it. */
SX_TEST(half_a_text_is_read_as_far_as_it_goes) {
  static const char text[] = "#define A(x) \\\n x\nextern \"C\" {\nstatic int (*f(int a))(void) {\n"
                             "  return \"}\"; /* } */\n}\ntypedef struct { union { int b[2]; }; "
                             "enum e { C = (1, 2), D } d : 3; } t, *p;\n#if X\nint g(a) int a; {\n"
                             "#else\nint h(void) {\n#endif\n}\n}\n";
  for (size_t len = 0; len < sizeof text && !sx_test_is_over(); len++) {
    char *part = sx_test_memory(len);
    sx_facts facts;
    bool is_cpp;
    memcpy(part, text, len);
    if (sx_c_scan(&facts, NULL, &is_cpp, sx_str_make(part, len), sx_test_arena(), sx_test_err()))
      return;
    for (size_t i = 0; i < facts.len; i++) {
      const sx_fact *fact = &facts.items[i];
      SX_EXPECT(fact->start <= fact->name_start && fact->name_start <= fact->name_end);
      SX_EXPECT(fact->name_end <= len && fact->start <= fact->end && fact->end <= len);
      SX_EXPECT(fact->parent == SX_FACT_TOP || fact->parent < i);
    }
  }
}

SX_TEST(hostile_code_takes_linear_time) {
  static const char *const pieces[] = {
      "{",       "}",          "(",      ")",          "(*",
      "struct{", "struct a{b", "a(",     "typedef a(", "extern \"C\"{",
      "#if\n",   "#else\n",    "a[",     "a,",         "\"",
      "'",       "/*",         "//\\\n", "  #",        "\\\n"};
  size_t bytes = sx_test_is_failing_allocations() ? 1 << 12 : 1 << 20;
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces && !sx_test_is_over(); i++) {
    size_t len = strlen(pieces[i]), count = bytes / len;
    char *text = sx_test_memory(len * count);
    sx_facts facts;
    bool is_cpp;
    for (size_t k = 0; k < count; k++) memcpy(text + k * len, pieces[i], len);
    sx_str all = sx_str_make(text, len * count);
    if (sx_c_scan(&facts, NULL, &is_cpp, all, sx_test_arena(), sx_test_err())) return;
    SX_EXPECT(facts.len <= all.len);
  }
}

SX_TEST(the_body_of_a_macro_comes_after_its_parameters) {
  sx_facts facts;
  bool is_cpp;
  SX_EXPECT_OK(sx_c_scan(&facts, NULL, &is_cpp, SX_STR("#define A(x) (x)\n#define B (1)\n"),
                         sx_test_arena(), sx_test_err()));
  SX_EXPECT_SIZE(facts.len, 2);
  SX_EXPECT_INT(facts.items[0].body, 12);
  SX_EXPECT_INT(facts.items[1].body, 26);
}

/* A backslash goes on with a comment before both ends of a line. */
SX_TEST(a_line_that_goes_on_may_end_with_two_characters) {
  sx_facts facts;
  bool is_cpp;
  SX_EXPECT_OK(sx_c_scan(&facts, NULL, &is_cpp,
                         SX_STR("// a \\\r\nint b;\r\n#define C \\\r\n int d;\r\nint e;\r\n"),
                         sx_test_arena(), sx_test_err()));
  SX_EXPECT_SIZE(facts.len, 2);
  SX_EXPECT_INT(facts.items[0].kind, SX_FACT_MACRO);
  SX_EXPECT_INT(facts.items[1].kind, SX_FACT_VARIABLE);
}

SX_SUITE(syntax_c_scan_test, SX_CASE(declarations), SX_CASE(half_a_text_is_read_as_far_as_it_goes),
         SX_CASE(hostile_code_takes_linear_time),
         SX_CASE(the_body_of_a_macro_comes_after_its_parameters),
         SX_CASE(a_line_that_goes_on_may_end_with_two_characters));
