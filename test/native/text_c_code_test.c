#include "harness.h"

#include "text/c/c_code.h"

/* Each `@` in the text is asked about: 1 where an #if may leave it out. */
static void expect_conditional(const char *text, const char *wanted) {
  char actual[16] = "";
  size_t count = 0;
  sx_str code = sx_c_code(sx_str_from(text), sx_language_find(SX_STR("c"), SX_STR("")), true,
                          sx_test_arena());
  SX_EXPECT_ALLOC(code.len ? code.ptr : NULL);
  for (size_t at = 0; at < code.len && count < sizeof actual - 1; at++)
    if (code.ptr[at] == '@') actual[count++] = sx_c_is_conditional(code, at) ? '1' : '0';
  SX_EXPECT_STR(sx_str_from(actual), sx_str_from(wanted));
}

SX_TEST(what_an_if_may_leave_out) {
  expect_conditional("@\n#if A\n@\n#else\n@\n#endif\n@", "0110");
  expect_conditional("#ifdef A\n# if B\n@\n# endif\n@\n#endif\n@\n", "110");
  expect_conditional("/*\n#if A\n*/ @\nchar *s = \"\\\n#if\"; @", "00");
  expect_conditional("#endif\n@", "0");
}

SX_TEST(the_guard_of_a_header_leaves_nothing_out) {
  expect_conditional("#ifndef H\n#define H\n@\n#ifdef A\n@\n#endif\n@\n#endif\n", "010");
  expect_conditional("/* a */\n#ifndef H_H /* b */\n#define H_H 1\n@\n#endif\n", "0");
  expect_conditional("#ifndef A\n#define B\n@\n#endif\n", "1");
  expect_conditional("#include <a.h>\n#ifndef A\n#define A\n@\n#endif\n", "1");
}

SX_TEST(members_of_what_stands_in_front) {
  sx_str code = SX_STR("a.b a->c a > d e . f");
  SX_EXPECT(!sx_c_is_of_member(code, 0));
  SX_EXPECT(sx_c_is_of_member(code, 2));
  SX_EXPECT(sx_c_is_of_member(code, 7));
  SX_EXPECT(!sx_c_is_of_member(code, 13));
  SX_EXPECT(sx_c_is_of_member(code, 19));
  SX_EXPECT(!sx_c_is_of_member(SX_STR("case 0 ... b"), 11));
}

SX_SUITE(text_c_code_test, SX_CASE(what_an_if_may_leave_out),
         SX_CASE(the_guard_of_a_header_leaves_nothing_out),
         SX_CASE(members_of_what_stands_in_front));
