#include "harness.h"
#include "resolve/locator.h"
#include "resolve/overload.h"

/* Which of several declarations of one name a list of types means. */

static void check_arguments(const char *given, const char *expected) {
  sx_locator locator = {0};
  SX_EXPECT_OK(sx_locator_parse_name(&locator, "symbol", sx_str_from(given), sx_test_err()));
  if (!sx_str_is_equal(locator.arguments, sx_str_from(expected)))
    SX_FAIL("%s\n  actual   %.*s\n  expected %s", given, SX_STR_ARG(locator.arguments), expected);
}

SX_TEST(names_bring_types) {
  check_arguments("save(int)", "int");
  check_arguments("day::Cart::save(int, const char *)", "int, const char *");
  check_arguments("Cart.save<T>( T )", "T");
  check_arguments("operator()(int)", "int");
  check_arguments("save()", "");
  check_arguments("save", "");
  check_arguments("save(int", "");
  check_arguments("f(a.b).c", "");
}

/* `declared` begins with the name f. */
static bool fits(const char *declared, const char *arguments) {
  sx_document document = {.text = sx_str_from(declared)};
  return !sx_lines_init(&document.lines, document.text, sx_test_arena(), sx_test_err()) &&
         sx_overload_fits(&document, (sx_pos16){0, 0}, SX_STR("f"), sx_str_from(arguments));
}

SX_TEST(as_many_and_each_its_type) {
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT(fits("f(int times) { return 1; }", "int"));
  SX_EXPECT(!fits("f() { return 1; }", "int"));
  SX_EXPECT(!fits("f(int a, int b);", "int"));
  SX_EXPECT(!fits("f(uint a);", "int"));
  SX_EXPECT(!fits("f(integer a);", "int"));
  SX_EXPECT(fits("f(const std::string &a, int b)", "string, int"));
  SX_EXPECT(fits("f(const char *a)", "const char*"));
  SX_EXPECT(!fits("f(int a, const char *b)", "const char *, int"));
}

SX_TEST(brackets_hold_commas) {
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT(fits("f<T>(x: Map<string, T>, y: [A, B]): void", "Map<string, T>, [A, B]"));
  SX_EXPECT(fits("f(done: (a: A, b: B) => void): void", "(a: A, b: B) => void"));
  SX_EXPECT(!fits("f(done: (a: A, b: B) => void): void", "A, B"));
  SX_EXPECT(fits("f?(\n  x: string,\n  y?: number,\n): void", "string, number"));
}

SX_TEST(what_is_no_list_of_parameters) {
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT(!fits("f = 1;", "int"));
  SX_EXPECT(!fits("f", "int"));
  SX_EXPECT(!fits("f<", "int"));
  SX_EXPECT(!fits("f(", "int"));
  SX_EXPECT(fits("f(int", "int"));
  SX_EXPECT(!fits("f(int)", ",,"));
}

static bool is_same(const char *a, const char *b) {
  return sx_overload_is_same(sx_str_from(a), sx_str_from(b), SX_STR("f"));
}

SX_TEST(names_and_defaults_make_no_overload) {
  SX_EXPECT(is_same("int f(int a = 1)", "int f(int b)"));
  SX_EXPECT(is_same("void f(const T &, U *)", "void f(const T& a, U* b)"));
  SX_EXPECT(is_same("void f(unsigned int)", "void f(unsigned int a)"));
  SX_EXPECT(is_same("virtual void f(std::string) = 0", "void f(std::string a)"));
  SX_EXPECT(is_same("void f(map<int, int> a, int)", "void f(map<int,int>, int b)"));
  SX_EXPECT(is_same("template <class T> T f(T)", "template <class T> T f(T a)"));
  SX_EXPECT(is_same("f", "f"));
}

SX_TEST(types_and_qualifiers_do) {
  SX_EXPECT(!is_same("int f(int a)", "int f(double a)"));
  SX_EXPECT(!is_same("void f(const T)", "void f(const U)"));
  SX_EXPECT(!is_same("void f(unsigned int)", "void f(unsigned long)"));
  SX_EXPECT(!is_same("void f(a::B)", "void f(a::C)"));
  SX_EXPECT(!is_same("void f(T)", "void f(T, int)"));
  SX_EXPECT(!is_same("void f()", "void f(T)"));
  SX_EXPECT(!is_same("int f() const", "int f()"));
  SX_EXPECT(!is_same("template <class T> T f(T)", "T f(T)"));
  SX_EXPECT(!is_same("f", "f()"));
}

SX_SUITE(workspace_overload_test, SX_CASE(names_bring_types), SX_CASE(as_many_and_each_its_type),
         SX_CASE(brackets_hold_commas), SX_CASE(what_is_no_list_of_parameters),
         SX_CASE(names_and_defaults_make_no_overload), SX_CASE(types_and_qualifiers_do));
