#include "harness.h"
#include "semantic/type_alias.h"

static sx_status make_document(sx_document *out, const char *language, const char *text) {
  *out = (sx_document){.path = SX_STR("/w/a"),
                       .language = sx_language_find(sx_str_from(language), SX_STR("")),
                       .text = sx_str_from(text)};
  return sx_lines_init(&out->lines, out->text, sx_test_arena(), sx_test_err());
}

/* Columns of the alias and of the name that it stands for; -1: the line is not an alias. */
static void expect(const char *language, const char *text, int alias, int name) {
  sx_document document;
  sx_pos16 found = {0, 0}, at = {0, alias < 0 ? 0u : (uint32_t)alias};
  SX_EXPECT_OK(make_document(&document, language, text));
  sx_range16 use = {{0, name < 0 ? 0u : (uint32_t)name}, {0, 0}};
  SX_EXPECT_INT(sx_type_alias_of(&document, use, &found), alias >= 0);
  if (alias >= 0) SX_EXPECT_INT((int)found.character, alias);
  SX_EXPECT_INT(sx_type_alias_target(&document, at, &found), alias >= 0);
  if (alias >= 0) SX_EXPECT_INT((int)found.character, name);
}

SX_TEST(another_name_for_a_type) {
  expect("python", "_PyFuture = Future", 0, 12);
  expect("python", "    Alias = events.Loop  # why", 4, 19);
  expect("python", "Gr\xC3\xB6\xC3\x9F\x65 = ma\xC3\x9F\x65.Ma\xC3\x9F", 0, 13);
  expect("typescript", "export const Alias = Name;", 13, 21);
  expect("typescript", "const A = b.C; // why", 6, 12);
}

SX_TEST(what_does_more_than_name_it) {
  expect("python", "loop = Loop()", -1, 7);
  expect("python", "a = b = Loop", -1, 8);
  expect("python", "a == Loop", -1, 5);
  expect("python", "a = Loop + 1", -1, 4);
  expect("python", "a: Loop", -1, 3);
  expect("typescript", "const a = (x) => Name;", -1, 17);
  expect("typescript", "", -1, 0);
}

SX_SUITE(tools_type_alias_test, SX_CASE(another_name_for_a_type),
         SX_CASE(what_does_more_than_name_it));
