#include "reports/report_parts.h"

/* Differences of two texts as test libraries print them, taken apart into both. */

typedef struct legend {
  const char *line; /* that explains the signs; the lines after it are the difference */
  char expected;    /* the sign of lines that only the expected text has */
  bool has_two;     /* explained by two lines: the second follows */
} legend;

static const legend legends[] = {
    {"--- Expected", '-', true},         /* PHPUnit, testify */
    {"- Expected", '-', true},           /* Jest, Vitest */
    {"+ actual - expected", '-', false}, /* node:assert */
    {"+ expected - actual", '+', false}, /* Mocha */
    {"Diff (-expected +actual):", '-', false},
    {"(-want +got)", '-', false}, /* go-cmp */
};

static bool find_legend(sx_str text, const legend **found, sx_str *body) {
  sx_str rest = text, line;
  while (sx_str_next_line(&rest, &line)) {
    sx_str trimmed = sx_str_trim(line);
    for (size_t i = 0; i < sizeof legends / sizeof *legends; i++) {
      bool is_end = legends[i].line[0] == '(' &&
                    sx_str_find(trimmed, sx_str_from(legends[i].line), 0) != SX_STR_NONE;
      if (!is_end && !sx_str_has_prefix(trimmed, sx_str_from(legends[i].line))) continue;
      if (legends[i].has_two && !sx_str_next_line(&rest, &line)) return false;
      if (legends[i].has_two && sx_str_at(sx_str_trim(line), 0) != '+') continue;
      *found = &legends[i];
      *body = rest;
      return true;
    }
  }
  return false;
}

/* Blanks that all lines begin with, as Mocha indents the whole difference. */
static size_t shared_indent(sx_str body, char one, char two) {
  size_t least = 64;
  sx_str line;
  while (sx_str_next_line(&body, &line)) {
    size_t at = sx_str_skip_blanks(line, 0);
    char c = sx_str_at(line, at);
    if ((c == one || c == two) && at < least) least = at;
  }
  return least == 64 ? 0 : least;
}

static void add_line(sx_buf *out, sx_str line) {
  if (out->len) sx_buf_add_char(out, '\n');
  sx_buf_add(out, line);
}

/* Whether a blank follows every sign, as in `- 4`: it is not part of the texts. */
static bool has_blank_after(sx_str body, size_t indent) {
  sx_str line;
  while (sx_str_next_line(&body, &line))
    if (line.len > indent + 1 && line.ptr[indent + 1] != ' ' && line.ptr[indent] != '@')
      return false;
  return true;
}

static bool is_legend(sx_str row) {
  sx_str trimmed = sx_str_trim(row);
  for (size_t i = 0; i < sizeof legends / sizeof *legends; i++)
    if (sx_str_has_prefix(trimmed, sx_str_from(legends[i].line))) return true;
  return false;
}

static bool take_apart(sx_str body, const legend *signs, sx_buf *expected, sx_buf *received) {
  char other = signs->expected == '-' ? '+' : '-';
  size_t indent = shared_indent(body, signs->expected, other);
  size_t start = has_blank_after(body, indent) ? 2 : 1;
  bool has_difference = false;
  sx_str line;
  while (sx_str_next_line(&body, &line)) {
    sx_str row = sx_str_slice(line, indent, line.len);
    char sign = sx_str_at(row, 0);
    if (sx_str_has_prefix(row, SX_STR("@@")) || sx_str_has_prefix(row, SX_STR("\\ "))) continue;
    if (sign != signs->expected && sign != other && sign != ' ' && row.len) break;
    if (is_legend(row)) break;
    sx_str rest = sx_str_slice(row, start, row.len);
    if (!row.len && !has_difference && !expected->len) continue;
    if (sign != other) add_line(expected, rest);
    if (sign != signs->expected) add_line(received, rest);
    has_difference = has_difference || (row.len && sign != ' ');
  }
  return has_difference;
}

bool sx_report_compare_diff(sx_test_case *test, sx_arena *arena) {
  const legend *signs = NULL;
  sx_str body;
  sx_buf expected, received;
  if (!find_legend(test->message, &signs, &body)) return false;
  sx_buf_init(&expected, SX_REPORT_TEXT_BYTES);
  sx_buf_init(&received, SX_REPORT_TEXT_BYTES);
  bool is_found = take_apart(body, signs, &expected, &received);
  if (expected.status == SX_NOMEM || received.status == SX_NOMEM) arena->status = SX_NOMEM;
  if (is_found && !expected.status && !received.status) {
    test->expected = sx_arena_dup(arena, sx_str_trim(sx_buf_str(&expected)));
    test->received = sx_arena_dup(arena, sx_str_trim(sx_buf_str(&received)));
    test->has_expected = true;
  }
  sx_buf_release(&expected);
  sx_buf_release(&received);
  return is_found;
}
