#include "harness.h"

#include "text/c/c_local.h"

/* For each word `x` in the text, outside of comments and directives: 1 where it is local. */
static void expect_local(const char *text, const char *wanted) {
  char actual[32] = "";
  size_t count = 0;
  sx_str code = sx_c_code(sx_str_from(text), sx_language_find(SX_STR("c"), SX_STR("")), false,
                          sx_test_arena());
  SX_EXPECT_ALLOC(code.len ? code.ptr : NULL);
  sx_c_locals locals = {.reader.code = code};
  for (size_t at = 0; at < code.len && count < sizeof actual - 1; at++) {
    bool is_word = code.ptr[at] == 'x' && !(at && sx_c_is_word(code.ptr[at - 1])) &&
                   !sx_c_is_word(sx_str_at(code, at + 1));
    if (!is_word) continue;
    bool is = sx_c_is_local(&locals, at, 1);
    actual[count++] = is ? '1' : '0';
    if (is && !locals.count && !sx_c_may_be_local(code, at, 1)) actual[count - 1] = '!';
  }
  if (!sx_str_is_equal(sx_str_from(actual), sx_str_from(wanted))) fprintf(stderr, "%s\n", text);
  SX_EXPECT_STR(sx_str_from(actual), sx_str_from(wanted));
}

SX_TEST(variables_of_a_function) {
  expect_local("void f(void)\n{\n  int x;\n  g(x);\n}\nvoid h(void) { g(x); }", "110");
  expect_local("void f(void) { struct page *x = x(); }", "11");
  expect_local("void f(void) { int a = g(1, 2), *x = &a, b; }", "1");
  expect_local("void f(void) { static const u8 x[2] = {1, 2}; g(x); }", "11");
  expect_local("void f(void) { typeof(a->b) x; g(x); }", "11");
  expect_local("void f(void) { int (*x)(void) = g; x(); }", "11");
  expect_local("void f(void) { for (int x = 0; x < 2; x++) g(x); }", "1111");
  expect_local("void f(void) { DEFINE_WAIT(x); g(&x); }", "11");
  expect_local("void f(void) { LIST_HEAD(x); g(&x); }", "11");
}

SX_TEST(variables_with_attributes) {
  expect_local("void f(void) { struct page *x __free(kfree) = NULL; g(x); }", "11");
  expect_local("void f(void) { int x __maybe_unused; g(x); }", "11");
  expect_local("void f(void) { int x UNUSED __aligned(8) = 2; g(x); }", "11");
  expect_local("void f(void) { int a, *x __attribute__((unused)), b; g(x); }", "11");
  expect_local("void f(struct page *x __maybe_unused, int a) { g(x); }", "11");
  expect_local("void f(int a, u32 x __maybe_unused) { g(x); }", "11");
  /* The type of what follows. */
  expect_local("void f(void) { static const x __warned; g((x)a); }", "00");
  expect_local("void f(void) { static x a; const x B; x __c = 1; g((x)a); }", "0000");
  expect_local("void f(const x __a, x __b) { g((x)__a); }", "000");
  expect_local("void f(void) { __maybe_unused x a; x __must_check *b(void); }", "00");
}

SX_TEST(a_variable_ends_with_its_block) {
  expect_local("void f(void) { if (a) { int x; g(x); } g(x); }", "110");
  expect_local("void f(void) { g(x); int x; { g(x); } g(x); }", "0111");
}

SX_TEST(parameters) {
  expect_local("void f(int x)\n{\n  g(x);\n}\nvoid h(void)\n{\n  g(x);\n}", "110");
  expect_local("void f(struct page *x);\nvoid h(void) { x(); }", "10");
  expect_local("void f(int (*x)(int a), int b[]) { x(b[0]); }", "11");
  expect_local("void f(const char *const x) { g(x); }", "11");
  expect_local("int g(x a, const x b, struct x *c);", "000");
  expect_local("static __init\nint f(int a,\n      u32 x[2])\n{ return x[0]; }", "11");
}

SX_TEST(a_product_is_no_parameter) {
  expect_local("static int timeout = (5 * x);\nint g(void) { return x; }", "00");
  expect_local("static long d = f(2 * x), e = f(a * x), g = (x);", "000");
  expect_local("_Static_assert(sizeof(a) <= 2 * x, \"\");", "0");
  expect_local("static_assert(sizeof(x) == N * x);", "00");
  expect_local("EXPORT(sizeof(a) * x); EXPORT(2 * x); EXPORT(0x2 ** x);", "000");
  expect_local("struct s { int a; } __attribute__((aligned(N * x)));", "0");
  expect_local("void f(struct page **x) { g(x); }", "11");
  expect_local("void f(int *const *x) { g(x); }", "11");
  expect_local("bool operator==(const T *x);", "1");
  expect_local("template <class T = int> void f(T *x);", "1");
}

SX_TEST(labels) {
  expect_local("void f(void) { goto x; g(x);\nx:\n  g(); }", "101");
  expect_local("void f(void) { switch (a) { case x: g(); } b = c ? x : d; }", "00");
  expect_local("struct page p = { x: 1 };", "1");
}

SX_TEST(uses_are_none_of_these) {
  expect_local("int x(void)\n{\n  return x() + x;\n}", "000");
  expect_local("int x(int a);\nint (x)(int a) { return 0; }", "00");
  expect_local("void f(void) { a = b * x; g(a, x); return x; }", "000");
  expect_local("void f(void) { a = 1, x = 2; x; x = 3; g(a * x); }", "0000");
  expect_local("void f(void) { extern int x; g(x); }", "00");
  expect_local("void f(void) { int x(void); x(); }", "00");
  expect_local("struct ops o = { .open = x, x };\nint a = x, b[x];\nEXPORT(x);", "00000");
  expect_local("void f(void) { struct ops o = { .open = x, x }; g((t){ x, x }); }", "0000");
  expect_local("struct s { int x; };\nenum e { A, x };", "00");
  expect_local("void f(void) { if (a)\n x = 1;\n else x = 2; LOOP(a)\n x = 3; }", "000");
}

SX_SUITE(text_c_local_test, SX_CASE(variables_of_a_function), SX_CASE(variables_with_attributes),
         SX_CASE(a_variable_ends_with_its_block), SX_CASE(parameters),
         SX_CASE(a_product_is_no_parameter), SX_CASE(labels), SX_CASE(uses_are_none_of_these));
