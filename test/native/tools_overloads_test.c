#include "harness.h"

#include "documentation/overloads.h"

/* Signatures on one line. */

static void check(const char *signature, const char *expected) {
  sx_arena *arena = sx_test_arena();
  sx_str actual = sx_overloads_compact(sx_str_from(signature), arena);
  if (!arena->status && !sx_str_is_equal(actual, sx_str_from(expected)))
    SX_FAIL("%s\n  actual   %.*s\n  expected %s", signature, SX_STR_ARG(actual), expected);
}

SX_TEST(counts_are_taken_off) {
  check("function of(value: null): Observable<null> (+7 overloads)",
        "function of(value: null): Observable<null>");
  check("function of(): void (+1 overload)", "function of(): void");
  check("f(a: (+1) overloads)", "f(a: (+1) overloads)");
}

SX_TEST(lines_become_one) {
  check("(function) def dumps(\n    obj: Any,\n    *,\n    sort_keys: bool = False,\n) -> str",
        "(function) def dumps(obj: Any, *, sort_keys: bool = False) -> str");
  check("// In namespace shapes\nint add(int a,\n        int b)", "int add(int a, int b)");
  check("a  b", "a b");
  check("", "");
  check("// only this", "// only this");
}

static void check_kind(const char *line, const char *expected) {
  SX_EXPECT_STR(sx_overloads_without_kind(sx_str_from(line)), sx_str_from(expected));
}

SX_TEST(only_kinds_are_taken_off) {
  check_kind("(method) Till.open(): void", "Till.open(): void");
  check_kind("(local var) a: number", "a: number");
  check_kind("(<+>) :: a -> a", "(<+>) :: a -> a");
  check_kind("(a: number) => void", "(a: number) => void");
  check_kind("(a) => void", "(a) => void");
  check_kind("(div) :: a -> a", "(div) :: a -> a");
  check_kind("(Int) -> Unit", "(Int) -> Unit");
  check_kind("(f(x)) y", "(f(x)) y");
  check_kind("() y", "() y");
  check_kind("", "");
}

SX_SUITE(tools_overloads_test, SX_CASE(only_kinds_are_taken_off), SX_CASE(counts_are_taken_off),
         SX_CASE(lines_become_one));
