#include "reports/report_parts.h"

/*
 * The values that a failed comparison expected and received, from the words of many libraries. A
 * message is tried by one form after the other, the most certain first; the first that fits
 * decides.
 */

#define MAX_VALUE_BYTES 4096

static void set(sx_test_case *test, sx_str expected, sx_str received) {
  test->expected = sx_str_slice(sx_str_trim(expected), 0, MAX_VALUE_BYTES);
  test->received = sx_str_slice(sx_str_trim(received), 0, MAX_VALUE_BYTES);
  test->has_expected = true;
}

/* ---- labels at the start of lines ----------------------------------------------------------- */

typedef struct label_pair {
  const char *expected, *received; /* as they begin their lines, without blanks before them */
} label_pair;

static const label_pair label_pairs[] = {
    {"Expected:", "Received:"}, /* Jest */
    {"Expected:", "Actual:"},   /* xUnit.net */
    {"Expected:", "But was:"},  /* NUnit */
    {"Expected:", "but:"},      /* Hamcrest */
    {"Expected substring:", "Received string:"},
    {"Expected pattern:", "Received string:"},
    {"Expected length:", "Received length:"},
    {"Expected path:", "Received path:"},
    {"Expected value:", "Received value:"},
    {"expected:", "got:"},        /* RSpec, Test::More */
    {"expected:", "actual  :"},   /* testify */
    {"expected:", "actual:"},     /* many */
    {"Expected :", "Actual   :"}, /* IntelliJ */
    {"want:", "got:"},            /* Go */
    {"Want:", "Got:"},
    {"right:", "left:"}, /* Rust: what was computed is on the left by custom */
    {"expected substring:", "panic message:"},
    {"Expecting:", "to be equal to:"},
};

/* Where the value of the line that begins with `label` is; false where there is no such line. */
static bool find_label(sx_str text, sx_str label, size_t *line_at, size_t *value_at) {
  sx_str rest = text, line;
  while (sx_str_next_line(&rest, &line)) {
    size_t at = sx_str_skip_blanks(line, 0);
    if (!sx_str_has_prefix(sx_str_slice(line, at, line.len), label)) continue;
    *line_at = (size_t)(line.ptr - text.ptr);
    *value_at = *line_at + at + label.len;
    return true;
  }
  return false;
}

static size_t indent_of(sx_str line) {
  return sx_str_skip_blanks(line, 0);
}

/* A value goes on over lines that are further in than its label's, up to the other label's. */
static sx_str value_to(sx_str text, size_t at, size_t other_line) {
  size_t start = sx_str_line_start(text, at), end = sx_str_find_char(text, '\n', at);
  size_t indent = indent_of(sx_str_slice(text, start, text.len));
  if (end == SX_STR_NONE) end = text.len;
  bool is_below = !sx_str_trim(sx_str_slice(text, at, end)).len;
  while (end + 1 < text.len && end + 1 != other_line) {
    size_t next = sx_str_find_char(text, '\n', end + 1);
    sx_str line = sx_str_slice(text, end + 1, next);
    if (!sx_str_trim(line).len || (!is_below && indent_of(line) <= indent)) break;
    end = next == SX_STR_NONE ? text.len : next;
  }
  return sx_str_slice(text, at, end);
}

/* Older versions of Rust quote the values: `3`, */
static sx_str without_quotes(sx_str value) {
  value = sx_str_trim(value);
  if (sx_str_at(value, 0) != '`') return value;
  if (sx_str_has_suffix(value, SX_STR(","))) value = sx_str_slice(value, 0, value.len - 1);
  bool is_quoted = value.len > 1 && value.ptr[value.len - 1] == '`';
  return is_quoted ? sx_str_slice(value, 1, value.len - 1) : value;
}

static bool compare_labels(sx_test_case *test) {
  sx_str text = test->message;
  /* Rust: both are the same, which they should not be. */
  if (sx_str_find(text, SX_STR("`left != right` failed"), 0) != SX_STR_NONE) return false;
  for (size_t i = 0; i < sizeof label_pairs / sizeof *label_pairs; i++) {
    size_t expected_line, expected_at, received_line, received_at;
    if (!find_label(text, sx_str_from(label_pairs[i].expected), &expected_line, &expected_at))
      continue;
    if (!find_label(text, sx_str_from(label_pairs[i].received), &received_line, &received_at))
      continue;
    set(test, without_quotes(value_to(text, expected_at, received_line)),
        without_quotes(value_to(text, received_at, expected_line)));
    return true;
  }
  return false;
}

/* ---- words within a sentence ---------------------------------------------------------------- */

typedef struct wording {
  const char *before, *between, *after; /* around two values; an empty `after` is the line's end */
  bool is_received_first;
} wording;

static const wording wordings[] = {
    {"expected: <", "> but was: <", ">", false},                /* JUnit 5 */
    {"expected:<", "> but was:<", ">", false},                  /* JUnit 4 */
    {"Expected:<", ">. Actual:<", ">", false},                  /* MSTest */
    {"expected [", "] but found [", "]", false},                /* TestNG */
    {"Failed asserting that ", " matches expected ", "", true}, /* PHPUnit */
    {"Failed asserting that ", " is identical to ", "", true},
    {"Failed asserting that actual size ", " matches expected size ", "", true},
    {"Failed asserting that ", " is ", "", true},
    {"expected ", " to deeply equal ", "", true}, /* Chai, Vitest */
    {"expected ", " to strictly equal ", "", true},
    {"expected ", " to equal ", "", true},
    {"expected ", " to be ", " // Object.is equality", true},
    {"assert ", " == ", "", true}, /* pytest */
};

/* Wordings of one line, where both values end with it; those with brackets may span lines. */
static bool try_wording(sx_test_case *test, const wording *w, sx_str text) {
  sx_str before = sx_str_from(w->before), middle = sx_str_from(w->between);
  sx_str after = sx_str_from(w->after);
  size_t start = sx_str_find(text, before, 0);
  if (start == SX_STR_NONE) return false;
  start += before.len;
  if (!after.len) text = sx_str_slice(text, 0, sx_str_find_char(text, '\n', start));
  size_t between = sx_str_find(text, middle, start);
  if (between == SX_STR_NONE) return false;
  size_t second = between + middle.len, end = text.len;
  if (after.len) end = sx_str_find(text, after, second);
  /* A bracket within the value: the last one of the text is its end. */
  if (after.len == 1 && end != SX_STR_NONE) end = sx_str_find_last_char(text, after.ptr[0]);
  if (end == SX_STR_NONE || end < second) return false;
  sx_str one = sx_str_slice(text, start, between), two = sx_str_slice(text, second, end);
  if (!after.len && sx_str_has_suffix(two, SX_STR("."))) two = sx_str_slice(two, 0, two.len - 1);
  if (w->is_received_first)
    set(test, two, one);
  else
    set(test, one, two);
  return true;
}

static bool compare_words(sx_test_case *test) {
  for (size_t i = 0; i < sizeof wordings / sizeof *wordings; i++)
    if (try_wording(test, &wordings[i], test->message)) return true;
  return false;
}

/* ---- operators: node:assert's and unittest's ------------------------------------------------ */

/* A line that is two values with an operator between them, such as `3 !== 4`. */
static bool compare_operator(sx_test_case *test) {
  static const char *const operators[] = {" !== ", " != ", " == ", " === "};
  sx_str rest = test->message, line;
  /* The source of a condition, whose values are not known. */
  if (sx_str_has_prefix(rest, SX_STR("assertion "))) return false;
  while (sx_str_next_line(&rest, &line)) {
    line = sx_str_trim(line);
    size_t colon = sx_str_find(line, SX_STR("AssertionError: "), 0);
    if (colon != SX_STR_NONE) line = sx_str_slice(line, colon + 16, line.len);
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
      size_t at = sx_str_find(line, sx_str_from(operators[i]), 0);
      if (at == SX_STR_NONE || !at || at > MAX_VALUE_BYTES) continue;
      size_t second = at + strlen(operators[i]);
      if (sx_str_find(line, sx_str_from(operators[i]), second) != SX_STR_NONE)
        return false; /* which one? */
      sx_str right = sx_str_slice(line, second, line.len);
      size_t note = sx_str_find(right, SX_STR(" : "), 0); /* unittest's own message */
      set(test, sx_str_slice(right, 0, note), sx_str_slice(line, 0, at));
      return true;
    }
  }
  return false;
}

/* ---- got and want, in Go's customary sentences ---------------------------------------------- */

static bool compare_want(sx_test_case *test) {
  static const char *const wants[] = {"want ", "wanted ", "expected "};
  static const char *const gots[] = {"got ", "got = ", "= "};
  sx_str line = sx_str_slice(test->message, 0, sx_str_find_char(test->message, '\n', 0));
  for (size_t i = 0; i < sizeof wants / sizeof *wants; i++) {
    size_t at = sx_str_find(line, sx_str_from(wants[i]), 0);
    if (at == SX_STR_NONE || at < 2) continue;
    char before = line.ptr[at - 2];
    if (before != ',' && before != ';') continue;
    sx_str head = sx_str_slice(line, 0, at - 2);
    for (size_t k = 0; k < sizeof gots / sizeof *gots; k++) {
      size_t got = sx_str_find(head, sx_str_from(gots[k]), 0);
      if (got == SX_STR_NONE) continue;
      sx_str received = sx_str_slice(head, got + strlen(gots[k]), head.len);
      if (sx_str_has_prefix(received, SX_STR("= ")))
        received = sx_str_slice(received, 2, received.len);
      set(test, sx_str_slice(line, at + strlen(wants[i]), line.len), received);
      return true;
    }
  }
  return false;
}

void sx_report_compare(sx_test_case *test, sx_arena *arena) {
  if (!test->message.len) return;
  if (compare_labels(test) || sx_report_compare_diff(test, arena)) return;
  if (compare_words(test) || compare_want(test)) return;
  compare_operator(test);
}
