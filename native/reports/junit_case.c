#include "reports/cargo_parts.h"
#include "reports/junit_parts.h"

/*
 * The meaning of the attributes of JUnit's XML. The format has no owner: each runner puts its
 * groups, files and messages elsewhere. The runner is known by what it writes.
 */

/* ---- groups and files ----------------------------------------------------------------------- */

static bool is_script(sx_str name) {
  static const char *const ends[] = {".js", ".ts", ".jsx", ".tsx", ".mjs", ".cjs", ".mts", ".vue"};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (sx_str_has_suffix(name, sx_str_from(ends[i]))) return true;
  return false;
}

/* Whether dots in `dotted` stand for the path's slashes: spec.calc_spec for ./spec/calc_spec.rb. */
static bool is_dotted_path(sx_str dotted, sx_str path) {
  if (sx_str_has_prefix(path, SX_STR("./"))) path = sx_str_slice(path, 2, path.len);
  size_t dot = sx_str_find_last_char(path, '.');
  path = sx_str_slice(path, 0, dot);
  if (dotted.len != path.len || !path.len) return false;
  for (size_t i = 0; i < path.len; i++)
    if (dotted.ptr[i] != (path.ptr[i] == '/' ? '.' : path.ptr[i])) return false;
  return true;
}

/* "math > adds > two": groups and a name, as Vitest joins them. */
static void split_name(sx_test_case *test, sx_arena *arena) {
  sx_str mark = SX_STR(" > ");
  size_t at;
  while ((at = sx_str_find(test->name, mark, 0)) != SX_STR_NONE) {
    sx_report_add_group(test, sx_str_slice(test->name, 0, at), arena);
    test->name = sx_str_slice(test->name, at + mark.len, test->name.len);
  }
}

/* Where the classes begin in a.b.ClassName.Inner; the length where there is none. */
static size_t class_start(sx_str dotted) {
  for (size_t i = 0; i < dotted.len; i++) {
    bool is_start = !i || dotted.ptr[i - 1] == '.';
    if (is_start && dotted.ptr[i] >= 'A' && dotted.ptr[i] <= 'Z') return i;
  }
  return dotted.len;
}

/* pytest's modules and classes; the file is the module's, which it only has in an older form. */
static void group_python(sx_test_case *test, sx_str dotted, sx_arena *arena) {
  size_t start = class_start(dotted);
  sx_str module = sx_str_slice(dotted, 0, start ? start - (start < dotted.len ? 1 : 0) : 0);
  sx_report_add_group(test, module, arena);
  for (size_t at = start; at < dotted.len;) {
    size_t end = sx_str_find_char(dotted, '.', at);
    if (end == SX_STR_NONE) end = dotted.len;
    sx_report_add_group(test, sx_str_slice(dotted, at, end), arena);
    at = end + 1;
  }
  if (test->file.len || !module.len) return;
  sx_str file = sx_arena_printf(arena, "%.*s.py", SX_STR_ARG(module));
  char *bytes = (char *)file.ptr;
  for (size_t i = 0; i + 3 < file.len; i++)
    if (bytes[i] == '.') bytes[i] = '/';
  test->file = file;
}

static void group_by_suites(sx_test_case *test, const sx_junit_suite *suites, size_t count,
                            sx_arena *arena) {
  for (size_t i = 0; i < count; i++) sx_report_add_group(test, suites[i].name, arena);
}

/* jest-junit: the suite is the outermost block, with which the whole title begins. */
static void group_by_title(sx_test_case *test, sx_str suite, sx_arena *arena) {
  if (sx_str_is_equal(suite, SX_STR("undefined"))) return;
  sx_report_add_group(test, suite, arena);
  bool has_suite = sx_str_has_prefix(test->name, suite) && sx_str_at(test->name, suite.len) == ' ';
  if (has_suite) test->name = sx_str_slice(test->name, suite.len + 1, test->name.len);
}

static void group(sx_test_case *test, const sx_junit_case *one, const sx_junit_suite *suites,
                  size_t count, sx_arena *arena) {
  sx_str class_name = one->class_name;
  sx_str suite = count ? suites[count - 1].name : SX_STR("");
  if (sx_str_is_equal(suite, SX_STR("pytest"))) {
    group_python(test, class_name, arena);
  } else if (is_script(class_name) && sx_str_is_equal(class_name, suite)) {
    test->file = class_name;
    split_name(test, arena);
  } else if (sx_str_is_equal(class_name, SX_STR("test")) && !one->file.len) {
    group_by_suites(test, suites, count, arena); /* node:test */
  } else if (sx_str_is_equal(class_name, one->name)) {
    /* CTest has no groups; jest-junit has the whole title twice. */
    if (!one->status.len) group_by_title(test, suite, arena);
  } else if (one->name.len && !is_dotted_path(class_name, one->file)) {
    sx_report_add_group(test, class_name, arena);
  }
}

/* ---- messages ------------------------------------------------------------------------------- */

/* Drops the class before a message where the type has it as well, for assertions alone. */
static sx_str without_type(sx_str message, sx_str type) {
  if (!type.len || !sx_str_has_prefix(message, type)) return message;
  sx_str rest = sx_str_slice(message, type.len, message.len);
  return sx_str_has_prefix(rest, SX_STR(": ")) ? sx_str_slice(rest, 2, rest.len) : message;
}

static sx_str last_name(sx_str dotted) {
  size_t end = dotted.len;
  while (end > 0 && dotted.ptr[end - 1] != '.' && dotted.ptr[end - 1] != '\\') end--;
  return sx_str_slice(dotted, end, dotted.len);
}

/* PHPUnit begins with the test's own name, as the first line. */
static sx_str without_first_line(sx_str text, const sx_junit_case *one) {
  size_t end = sx_str_find_char(text, '\n', 0);
  sx_str line = sx_str_slice(text, 0, end);
  bool is_own = sx_str_has_prefix(line, one->class_name) &&
                sx_str_find(line, SX_STR("::"), 0) != SX_STR_NONE && end != SX_STR_NONE;
  return is_own && one->class_name.len ? sx_str_slice(text, end + 1, text.len) : text;
}

/* The lines that pytest marks with E: what went wrong, without the source around it. */
static sx_str marked_lines(sx_str text, sx_arena *arena) {
  sx_buf out;
  sx_str line, rest = text;
  size_t indent = 0;
  sx_buf_init(&out, SX_REPORT_TEXT_BYTES);
  while (sx_str_next_line(&rest, &line)) {
    if (!sx_str_has_prefix(line, SX_STR("E  "))) continue;
    size_t own = sx_str_skip_blanks(line, 1);
    if (!indent) indent = own;
    sx_buf_add(&out, sx_str_slice(line, own < indent ? own : indent, line.len));
    sx_buf_add_char(&out, '\n');
  }
  sx_str lines = sx_report_text(sx_buf_str(&out), SX_REPORT_TEXT_BYTES, arena);
  if (out.status == SX_NOMEM) arena->status = SX_NOMEM;
  sx_buf_release(&out);
  return lines;
}

/* The output of a test without pytest's headings of the parts, most of which are empty. */
static sx_str without_headings(sx_str text, sx_arena *arena) {
  sx_buf out;
  sx_str line, rest = text;
  sx_buf_init(&out, SX_REPORT_OUTPUT_BYTES + 1);
  while (sx_str_next_line(&rest, &line)) {
    bool is_heading = sx_str_has_prefix(line, SX_STR("-----")) &&
                      sx_str_find(line, SX_STR(" Captured "), 0) != SX_STR_NONE;
    if (is_heading || (!line.len && !out.len)) continue;
    sx_buf_add(&out, line);
    sx_buf_add_char(&out, '\n');
  }
  sx_str lines = sx_report_text(sx_buf_str(&out), SX_REPORT_OUTPUT_BYTES, arena);
  if (out.status == SX_NOMEM) arena->status = SX_NOMEM;
  sx_buf_release(&out);
  return lines;
}

/*
 * A line of pytest's text that is a place, such as `tests/test_a.py:11: AssertionError`: lines of
 * code are indented or marked, and no number follows a name in them.
 */
static bool is_place_line(sx_str line) {
  size_t mark = sx_str_find(line, SX_STR(".py:"), 0);
  if (mark == SX_STR_NONE) return false;
  if (sx_str_find_char(sx_str_slice(line, 0, mark), ' ', 0) == SX_STR_NONE) return true;
  size_t at = mark + 4;
  while (at < line.len && line.ptr[at] >= '0' && line.ptr[at] <= '9') at++;
  bool is_code = line.ptr[0] == ' ' || line.ptr[0] == '>' || sx_str_has_prefix(line, SX_STR("E "));
  return !is_code && at > mark + 4 && sx_str_at(line, at) == ':';
}

static sx_str place_lines(sx_str text, sx_arena *arena) {
  sx_buf out;
  sx_str line, rest = text;
  sx_buf_init(&out, SX_REPORT_TEXT_BYTES);
  while (sx_str_next_line(&rest, &line)) {
    if (!is_place_line(line)) continue;
    size_t end = sx_str_find(line, SX_STR(".py:"), 0) + 3;
    bool has_blank = sx_str_find_char(sx_str_slice(line, 0, end), ' ', 0) != SX_STR_NONE;
    if (has_blank) /* as Python writes it, so that the name has an end */
      sx_buf_addf(&out, "File \"%.*s\", line %ld", (int)end, line.ptr,
                  strtol(line.ptr + end + 1, NULL, 10));
    else
      sx_buf_add(&out, line);
    sx_buf_add_char(&out, '\n');
  }
  sx_str lines = sx_report_text(sx_buf_str(&out), SX_REPORT_TEXT_BYTES, arena);
  if (out.status == SX_NOMEM) arena->status = SX_NOMEM;
  sx_buf_release(&out);
  return lines;
}

static void describe_python(sx_test_case *test, const sx_junit_problem *problem, sx_arena *arena) {
  sx_str marked = marked_lines(problem->text, arena);
  bool is_phase = sx_str_has_prefix(problem->message, SX_STR("failed on ")) ||
                  sx_str_is_equal(problem->message, SX_STR("collection failure"));
  test->stack = place_lines(problem->text, arena);
  test->message = marked.len ? marked : problem->message;
  if (is_phase && marked.len && sx_str_has_prefix(problem->message, SX_STR("failed on ")))
    test->message = sx_arena_printf(
        arena, "%.*s: %.*s",
        SX_STR_ARG(
            sx_str_slice(problem->message, 0, sx_str_find(problem->message, SX_STR(" with "), 0))),
        SX_STR_ARG(marked));
  if (sx_str_has_prefix(test->message, SX_STR("AssertionError: ")))
    test->message = sx_str_slice(test->message, 16, test->message.len);
}

/* Values that node:test's reporter prints among the members of the error. */
static sx_str member_of(sx_str text, sx_str name) {
  sx_str line;
  while (sx_str_next_line(&text, &line)) {
    line = sx_str_trim(line);
    if (!sx_str_has_prefix(line, name)) continue;
    sx_str value = sx_str_slice(line, name.len, line.len);
    if (sx_str_has_suffix(value, SX_STR(","))) value = sx_str_slice(value, 0, value.len - 1);
    bool is_open = sx_str_has_suffix(value, SX_STR("{")) || sx_str_has_suffix(value, SX_STR("["));
    return is_open ? SX_STR("") : value;
  }
  return SX_STR("");
}

static void read_members(sx_test_case *test, sx_str text) {
  sx_str expected = member_of(text, SX_STR("expected: "));
  sx_str actual = member_of(text, SX_STR("actual: "));
  if (!expected.len || !actual.len) return;
  test->expected = expected;
  test->received = actual;
  test->has_expected = true;
}

/* Whether `text` begins with `start`, white space aside: attributes have blanks for line ends. */
static bool begins_loosely(sx_str text, sx_str start, size_t *end) {
  size_t i = 0, k = 0;
  for (;;) {
    k = sx_str_skip_spaces(start, k);
    if (k >= start.len) break;
    i = sx_str_skip_spaces(text, i);
    if (i >= text.len || text.ptr[i] != start.ptr[k]) return false;
    i++;
    k++;
  }
  *end = i;
  return true;
}

/* The lines of `text` that an attribute has in one; the attribute itself where there are none. */
static sx_str with_lines(sx_str attribute, sx_str text) {
  sx_str rest = text, line;
  size_t end;
  if (!attribute.len) return text;
  while (sx_str_next_line(&rest, &line)) {
    sx_str whole = sx_str_slice(text, (size_t)(line.ptr - text.ptr), text.len);
    if (!line.len || !begins_loosely(whole, attribute, &end)) continue;
    /* The difference that the message is about may follow the first line. */
    return line.ptr == text.ptr ? whole : sx_str_slice(whole, 0, end);
  }
  return attribute;
}

/* Mocha prints the message, a difference, and the message once more with its class. */
static sx_str without_repetition(sx_str head) {
  sx_str first = sx_str_slice(head, 0, sx_str_find_char(head, '\n', 0));
  sx_str rest = sx_str_slice(head, first.len, head.len), line;
  while (first.len && sx_str_next_line(&rest, &line)) {
    size_t at = sx_str_find(line, SX_STR(": "), 0);
    if (at == SX_STR_NONE || !sx_str_is_equal(sx_str_slice(line, at + 2, line.len), first))
      continue;
    return sx_str_trim_end(sx_str_slice(head, 0, (size_t)(line.ptr - head.ptr)));
  }
  return head;
}

/* `RangeError: …` in a failure: thrown, and not by an assertion. */
static bool is_thrown(sx_str type, sx_str head) {
  sx_str line, rest = head;
  if (sx_report_is_assertion(type, head)) return false;
  while (sx_str_next_line(&rest, &line)) {
    sx_str name = sx_str_slice(line, 0, sx_str_find_char(line, ':', 0));
    bool is_word = name.len < line.len && sx_str_find_char(name, ' ', 0) == SX_STR_NONE;
    bool is_class =
        sx_str_has_suffix(name, SX_STR("Error")) || sx_str_has_suffix(name, SX_STR("Exception"));
    if (is_word && is_class) return !sx_report_is_assertion(name, line);
    /* Others than Mocha have the class in the first line. */
    if (sx_report_is_assertion(SX_STR(""), line)) return false;
  }
  return sx_str_has_suffix(type, SX_STR("Error"));
}

/* ---- node:test ------------------------------------------------------------------------------- */

/* The message within what util.inspect makes of an error that wraps it. */
static sx_str without_wrapper(sx_str head) {
  static const char *const starts[] = {
      "[Error [ERR_TEST_FAILURE]: ", "Error [ERR_TEST_FAILURE]: ", "[Error: "};
  head = sx_str_trim(head);
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
    sx_str start = sx_str_from(starts[i]);
    if (sx_str_has_prefix(head, start)) head = sx_str_slice(head, start.len, head.len);
  }
  size_t end = sx_str_find(head, SX_STR("] {"), 0);
  return sx_str_trim_end(sx_str_slice(head, 0, end));
}

static void describe_node(sx_test_case *test, sx_str head, sx_str text, sx_arena *arena) {
  sx_str signal = SX_STR("signal: '"), code = SX_STR("exitCode: ");
  size_t at = sx_str_find(text, signal, 0), exited = sx_str_find(text, code, 0);
  test->message = without_wrapper(head);
  read_members(test, text);
  test->is_error = !test->has_expected;
  if (at != SX_STR_NONE) {
    at += signal.len;
    sx_str name = sx_str_slice(text, at, sx_str_find_char(text, '\'', at));
    test->message = sx_arena_printf(arena, "The process was ended by %.*s.", SX_STR_ARG(name));
  } else if (exited != SX_STR_NONE) {
    exited += code.len;
    test->message = sx_arena_printf(arena, "The process ended with exit code %u.",
                                    sx_report_number(text, &exited));
  }
}

static bool is_node(const sx_junit_problem *problem) {
  sx_str type = problem->type;
  bool is_kind = sx_str_has_suffix(type, SX_STR("Failure")) ||
                 sx_str_is_equal(type, SX_STR("cancelledByParent"));
  return is_kind && sx_str_find(problem->text, SX_STR("failureType:"), 0) != SX_STR_NONE;
}

/* ---- all others ------------------------------------------------------------------------------ */

static void describe_any(sx_test_case *test, const sx_junit_problem *problem, sx_str head) {
  sx_str type = problem->type;
  if (!test->is_error) test->is_error = is_thrown(type, head);
  head = without_repetition(head);
  head = without_type(without_type(head, type), last_name(type));
  sx_str message = without_type(problem->message, type);
  /* The attribute has the message, unless it is a word only and the text the sentence. */
  bool is_word = sx_str_find_char(message, ' ', 0) == SX_STR_NONE;
  test->message = is_word && head.len ? head : with_lines(message, head);
  /* nextest: the test ended before it could report why. */
  if (sx_str_has_prefix(test->message, SX_STR("(could not"))) test->message = type;
}

static void describe(sx_test_case *test, const sx_junit_case *one, sx_arena *arena) {
  const sx_junit_problem *problem = &one->problem;
  sx_str head, text = without_first_line(problem->text, one), type = problem->type;
  bool is_panic = sx_str_has_prefix(text, SX_STR("thread '")) &&
                  sx_str_find(text, SX_STR(" panicked at "), 0) != SX_STR_NONE;
  if (is_panic) {
    sx_cargo_describe(test, text, arena);
    return;
  }
  sx_report_split(text, &head, &test->stack);
  if (is_node(problem))
    describe_node(test, head, text, arena);
  else
    describe_any(test, problem, head);
  bool is_java = test->is_error && sx_str_find(type, SX_STR("."), 0) != SX_STR_NONE;
  if (is_java && !sx_report_is_assertion(type, SX_STR("")) && test->message.len)
    test->message = sx_arena_printf(arena, "%.*s: %.*s", SX_STR_ARG(last_name(type)),
                                    SX_STR_ARG(test->message));
}

/* A message for a test that failed without any: the end of what it printed. */
static void describe_by_output(sx_test_case *test) {
  size_t start = test->output.len;
  for (size_t lines = 0; start > 0 && lines < 4; lines++)
    start = sx_str_line_start(test->output, start - 1);
  test->message = sx_str_trim(sx_str_slice(test->output, start, test->output.len));
}

/* ---- one case ------------------------------------------------------------------------------- */

static bool is_python(const sx_junit_suite *suites, size_t count) {
  return count && sx_str_is_equal(suites[count - 1].name, SX_STR("pytest"));
}

static sx_test_outcome outcome_of(const sx_junit_case *one) {
  /* CTest counts a missing program as a failure, though the report has it among the skipped ones.
   */
  bool is_missing = sx_str_has_prefix(one->problem.message, SX_STR("Unable to find"));
  if (one->has_problem || (one->is_skipped && is_missing)) return SX_TEST_FAILED;
  bool is_disabled = sx_str_is_equal(one->status, SX_STR("disabled"));
  return one->is_skipped || is_disabled ? SX_TEST_SKIPPED : SX_TEST_PASSED;
}

/* A file or class that could not run, as a case in place of its tests. */
static bool is_broken(const sx_test_case *test, const sx_junit_case *one, bool is_pytest) {
  if (test->outcome != SX_TEST_FAILED) return false;
  if (is_pytest) return sx_str_is_equal(one->problem.message, SX_STR("collection failure"));
  if (!one->name.len) return true; /* Surefire: a class that could not be set up */
  bool is_file = is_script(one->name) && !test->groups.len;
  return is_file || (is_script(one->name) && sx_str_is_equal(one->name, one->class_name));
}

static void explain(sx_test_case *test, const sx_junit_case *one, bool is_pytest, sx_arena *arena) {
  if (test->outcome == SX_TEST_SKIPPED) {
    sx_str text = one->problem.text;
    test->message = one->problem.message.len
                        ? one->problem.message
                        : sx_str_slice(text, 0, sx_str_find_char(text, '\n', 0));
    test->is_todo = sx_str_is_equal(one->problem.type, SX_STR("pytest.xfail")) ||
                    sx_str_is_equal(one->problem.type, SX_STR("todo"));
    return;
  }
  if (test->outcome != SX_TEST_FAILED) return;
  test->is_error = one->is_error || (one->is_skipped && !one->has_problem);
  if (is_pytest)
    describe_python(test, &one->problem, arena);
  else
    describe(test, one, arena);
  if (!one->is_error && is_pytest)
    test->is_error = !sx_report_is_assertion(SX_STR(""), one->problem.message);
  if (!test->message.len) describe_by_output(test);
  if (!test->message.len) test->message = SX_STR("The report gives no reason.");
}

void sx_junit_add(sx_test_report *report, const sx_junit_case *one, const sx_junit_suite *suites,
                  size_t suite_count, sx_arena *arena) {
  sx_test_case test = sx_report_case();
  bool is_pytest = is_python(suites, suite_count);
  test.name = one->name;
  test.file = one->file;
  test.line = one->line;
  test.seconds = one->seconds;
  test.is_flaky = one->is_flaky && !one->has_problem;
  for (size_t i = suite_count; i > 0 && !test.file.len; i--) test.file = suites[i - 1].file;
  bool is_listing = sx_str_has_prefix(one->output, SX_STR("unique-id: ")); /* JUnit 5's launcher */
  test.output = is_listing  ? SX_STR("")
                : is_pytest ? without_headings(one->output, arena)
                            : one->output;
  test.outcome = outcome_of(one);
  group(&test, one, suites, suite_count, arena);
  if (!test.name.len) test.name = one->class_name.len ? one->class_name : SX_STR("(unnamed)");
  explain(&test, one, is_pytest, arena);
  if (!is_broken(&test, one, is_pytest)) {
    sx_report_add(report, &test, arena);
    return;
  }
  if (is_script(one->name)) test.file = one->name;
  sx_report_add_broken(report, &test, arena);
}

void sx_junit_add_broken(sx_test_report *report, sx_str name, sx_str file,
                         const sx_junit_problem *problem, sx_arena *arena) {
  sx_test_case broken = sx_report_case();
  sx_junit_case one = {.class_name = SX_STR(""), .problem = *problem};
  broken.name = name;
  broken.file = file;
  broken.is_error = true;
  describe(&broken, &one, arena);
  sx_report_add_broken(report, &broken, arena);
}
