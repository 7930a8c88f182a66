#include "harness.h"

#include "text/c/c_name.h"
#include "text/occurrences.h"

static const char *const roles[] = {"use",       "tag",      "tag with body", "typedef",
                                    "prototype", "function", "variable"};
static const char *const scopes[] = {"file", "member", "local"};

/* The first line is the language and the name; a row for each place in code. */
static sx_status run_names(sx_str title, sx_str input, sx_buf *actual) {
  sx_str head;
  sx_occurrences found = {0};
  (void)title;
  sx_str_next_line(&input, &head);
  size_t space = sx_str_find_char(head, ' ', 0);
  sx_str name = sx_str_slice(head, space + 1, head.len);
  const sx_language *language = sx_language_find(sx_str_slice(head, 0, space), SX_STR(""));
  sx_str code = sx_c_code(input, language, false, sx_test_arena());
  sx_str all = sx_c_code(input, language, true, sx_test_arena());
  sx_status status =
      sx_occurrences_find(&found, input, name, language, SIZE_MAX, sx_test_arena(), sx_test_err());
  if (status || sx_test_arena()->status) return status ? status : sx_test_arena()->status;
  sx_occurrences_classify(&found, input, language);
  sx_c_reader reader = {.code = code};
  for (size_t i = 0; i < found.len; i++) {
    sx_c_name look;
    const sx_occurrence *one = &found.items[i];
    if (one->use != SX_USE_CODE) continue;
    sx_buf_addf(actual, "%u:%u ", one->point.row + 1, one->point.col_bytes + 1);
    if (sx_c_is_in_macro(all, one->offset)) {
      sx_buf_add_text(actual, "macro\n");
      continue;
    }
    sx_c_name_look(&look, &reader, one->offset, name.len);
    sx_buf_addf(actual, "%s, %s%s%s%s", roles[look.role], scopes[look.scope],
                look.is_nested ? ", nested" : "", look.is_static ? ", static" : "",
                look.is_extern ? ", extern" : "");
    if (look.tag.end > look.tag.start)
      sx_buf_addf(actual, ", of %.*s",
                  SX_STR_ARG(sx_str_slice(input, look.tag.start, look.tag.end)));
    for (size_t k = 0; k < look.name_count; k++)
      sx_buf_addf(actual, " = %.*s",
                  SX_STR_ARG(sx_str_slice(input, look.names[k].start, look.names[k].end)));
    sx_buf_add_char(actual, '\n');
  }
  return SX_OK;
}

SX_TEST(names) {
  sx_test_corpus("c_names", run_names);
}

/* The macros of a text, and those of their bodies that say `name`. */
static sx_status run_macros(sx_str title, sx_str input, sx_buf *actual) {
  sx_str head;
  sx_c_macro macro;
  (void)title;
  sx_str_next_line(&input, &head);
  const sx_language *language = sx_language_find(SX_STR("c"), SX_STR(""));
  sx_str code = sx_c_code(input, language, true, sx_test_arena());
  if (sx_test_arena()->status) return sx_test_arena()->status;
  for (size_t at = 0; sx_c_next_macro(&macro, code, &at);) {
    sx_buf_addf(actual, "%.*s(%.*s)",
                SX_STR_ARG(sx_str_slice(code, macro.name_start, macro.name_end)),
                SX_STR_ARG(sx_str_slice(code, macro.parameters_start, macro.parameters_end)));
    size_t found = sx_c_macro_find(&macro, code, head, 0);
    for (; found != SX_STR_NONE; found = sx_c_macro_find(&macro, code, head, found + 1))
      sx_buf_addf(actual, " %zu", found - macro.body_start);
    sx_buf_add_char(actual, '\n');
  }
  return SX_OK;
}

SX_TEST(macros) {
  sx_test_corpus("c_macros", run_macros);
}

SX_TEST(hostile_code_takes_linear_time) {
  static const char *const pieces[] = {"{",
                                       "}",
                                       "(",
                                       ")",
                                       "(*",
                                       "typedef struct a {",
                                       "a(",
                                       "a)"
                                       "#define a(",
                                       "#define a \\\n",
                                       "struct a a;"};
  enum { BYTES = 1 << 16 };
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces && !sx_test_is_over(); i++) {
    size_t len = strlen(pieces[i]), count = BYTES / len;
    char *text = sx_test_memory(len * count);
    for (size_t k = 0; k < count; k++) memcpy(text + k * len, pieces[i], len);
    sx_c_reader reader = {.code = sx_str_make(text, len * count)};
    sx_c_macro macro;
    sx_c_name look;
    for (size_t at = 0; sx_c_next_macro(&macro, reader.code, &at);) continue;
    sx_c_name_look(&look, &reader, len * count / 2, 1);
    sx_c_name_look(&look, &reader, len * count - 1, 1);
    SX_EXPECT(look.name_count <= SX_C_MAX_NAMES);
  }
}

/* As in a table that is one statement, each of whose rows says the name. */
SX_TEST(many_names_of_one_statement_take_linear_time) {
  static const char *const pieces[][2] = {{"int b[] = {", "a, "},
                                          {"int ", "a, "},
                                          {"", "int a() "},
                                          {"", "struct a{} "},
                                          {"typedef struct {", "a, "}};
  size_t bytes = sx_test_is_failing_allocations() ? 1 << 12 : 1 << 20;
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces && !sx_test_is_over(); i++) {
    size_t head = strlen(pieces[i][0]), len = strlen(pieces[i][1]), count = bytes / len;
    size_t name = sx_str_find_char(sx_str_from(pieces[i][1]), 'a', 0), uses = 0;
    char *text = sx_test_memory(head + len * count);
    memcpy(text, pieces[i][0], head);
    for (size_t k = 0; k < count; k++) memcpy(text + head + k * len, pieces[i][1], len);
    sx_c_reader reader = {.code = sx_str_make(text, head + len * count)};
    for (size_t k = 0; k < count; k += 4) {
      sx_c_name look;
      sx_c_name_look(&look, &reader, head + k * len + name, 1);
      uses += look.role == SX_C_USE;
    }
    SX_EXPECT(uses <= count);
  }
}

SX_SUITE(text_c_names, SX_CASE(names), SX_CASE(macros), SX_CASE(hostile_code_takes_linear_time),
         SX_LONG_CASE(many_names_of_one_statement_take_linear_time));
