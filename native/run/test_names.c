#include "run/test_failures.h"

/* How cases are named: so that the name is also what their runner is given. */

static sx_str join_groups(const sx_test_case *test, size_t from, const char *between,
                          sx_arena *arena) {
  sx_str out = SX_STR("");
  for (size_t i = from; i < test->groups.len; i++)
    out = sx_arena_printf(arena, "%.*s%s%.*s", SX_STR_ARG(out), i > from ? between : "",
                          SX_STR_ARG(test->groups.items[i]));
  return out;
}

static sx_str join_all(const sx_test_case *test, size_t from, const char *between, const char *last,
                       sx_arena *arena) {
  sx_str groups = join_groups(test, from, between, arena);
  return sx_arena_printf(arena, "%.*s%s%.*s", SX_STR_ARG(groups), groups.len ? last : "",
                         SX_STR_ARG(test->name));
}

/* The first group that is not a part of the file's path, written with dots: `tests.test_a`. */
static size_t skip_module(const sx_test_case *test) {
  sx_str file = test->file;
  if (sx_str_has_suffix(file, SX_STR(".py"))) file = sx_str_slice(file, 0, file.len - 3);
  for (size_t i = 0; i < test->groups.len; i++) {
    sx_str group = test->groups.items[i];
    bool is_module = group.len <= file.len;
    for (size_t at = 0; at < group.len && is_module; at++) {
      char c = file.ptr[file.len - group.len + at];
      is_module = group.ptr[at] == c || (group.ptr[at] == '.' && c == '/');
    }
    if (!is_module) return i;
  }
  return test->groups.len;
}

/* `tests/test_a.py::TestA::test_b[1]` */
static sx_str node_id(const sx_test_case *test, sx_arena *arena) {
  if (!test->file.len) return join_all(test, 0, "::", "::", arena);
  sx_str rest = join_all(test, skip_module(test), "::", "::", arena);
  return sx_arena_printf(arena, "%.*s::%.*s", SX_STR_ARG(test->file), SX_STR_ARG(rest));
}

/* Packages are not a part of a name: a file or folder chooses them. */
static sx_str go_name(const sx_test_case *test, sx_arena *arena) {
  size_t from = 0;
  while (from < test->groups.len && !sx_str_has_prefix(test->groups.items[from], SX_STR("Test")) &&
         !sx_str_has_prefix(test->groups.items[from], SX_STR("Fuzz")) &&
         !sx_str_has_prefix(test->groups.items[from], SX_STR("Example")))
    from++;
  return join_all(test, from, "/", "/", arena);
}

/* Binaries and crates are not a part of a name either. */
static sx_str rust_name(const sx_test_case *test, sx_arena *arena) {
  size_t from = 0;
  while (from < test->groups.len &&
         (sx_str_find_char(test->groups.items[from], '/', 0) != SX_STR_NONE ||
          sx_str_find_char(test->groups.items[from], ' ', 0) != SX_STR_NONE))
    from++;
  return join_all(test, from, "::", "::", arena);
}

sx_str sx_test_case_name(const sx_test_case *test, const sx_test_runner *runner, sx_arena *arena) {
  switch (runner->family) {
  case SX_TESTS_PYTHON:
    return runner == &sx_runner_pytest ? node_id(test, arena) : join_all(test, 0, ".", ".", arena);
  case SX_TESTS_GO: return go_name(test, arena);
  case SX_TESTS_RUST: return rust_name(test, arena);
  case SX_TESTS_PHP:
    return join_all(test, test->groups.len ? test->groups.len - 1 : 0, "::", "::", arena);
  case SX_TESTS_JVM: return join_all(test, 0, ".", "#", arena);
  case SX_TESTS_DOTNET: return join_all(test, 0, ".", ".", arena);
  default: return join_all(test, 0, " > ", " > ", arena);
  }
}
