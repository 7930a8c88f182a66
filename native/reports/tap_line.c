#include "reports/tap_parts.h"

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* Where the directive's # is, which no backslash precedes; the length where there is none. */
static size_t find_directive(sx_str text) {
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] == '\\')
      i++;
    else if (text.ptr[i] == '#' && (!i || text.ptr[i - 1] == ' '))
      return i;
  }
  return text.len;
}

static bool has_word(sx_str text, sx_str word) {
  return text.len >= word.len && sx_str_is_equal_fold(sx_str_slice(text, 0, word.len), word);
}

/* `# skip why` and `# todo why`, or `# time=1.5ms` and other remarks, which stay part of no name.
 */
static sx_str read_directive(sx_tap_line *result, sx_str text) {
  size_t at = find_directive(text);
  if (at == text.len) return text;
  sx_str word = sx_str_trim(sx_str_slice(text, at + 1, text.len));
  result->is_skip = has_word(word, SX_STR("skip"));
  result->is_todo = has_word(word, SX_STR("todo"));
  if (!result->is_skip && !result->is_todo && !has_word(word, SX_STR("time="))) return text;
  size_t end = sx_str_find_char(word, ' ', 0);
  result->reason = end == SX_STR_NONE ? SX_STR("") : sx_str_slice(word, end + 1, word.len);
  return sx_str_slice(text, 0, at);
}

bool sx_tap_line_read(sx_tap_line *result, sx_str line) {
  size_t at = 0;
  *result = (sx_tap_line){.name = SX_STR(""), .reason = SX_STR("")};
  while (sx_str_at(line, at) == ' ') at++;
  result->indent = at;
  sx_str text = sx_str_slice(line, at, line.len);
  result->is_ok = !sx_str_has_prefix(text, SX_STR("not ok"));
  if (result->is_ok && !sx_str_has_prefix(text, SX_STR("ok"))) return false;
  text = sx_str_slice(text, result->is_ok ? 2 : 6, text.len);
  if (!text.len) return true;
  if (text.ptr[0] != ' ') return false;
  text = sx_str_trim(text);
  char first = sx_str_at(text, 0);
  if (!is_digit(first) && first != '-' && first != '#') return false;
  at = 0;
  result->number = sx_report_number(text, &at);
  if (at && at < text.len && text.ptr[at] != ' ') return false;
  text = sx_str_trim(sx_str_slice(text, at, text.len));
  if (sx_str_has_prefix(text, SX_STR("- "))) text = sx_str_trim(sx_str_slice(text, 2, text.len));
  /* A block of subtests that stands inside of braces, as TAP 14 allows. */
  text = read_directive(result, text);
  text = sx_str_trim(text);
  result->is_open = sx_str_has_suffix(text, SX_STR(" {"));
  if (result->is_open) text = sx_str_slice(text, 0, text.len - 2);
  result->name = sx_str_trim(text);
  return true;
}

bool sx_tap_plan_read(sx_str line, uint32_t *count, sx_str *rest) {
  size_t at = 3;
  line = sx_str_trim(line);
  if (!sx_str_has_prefix(line, SX_STR("1..")) || !is_digit(sx_str_at(line, 3))) return false;
  *count = sx_report_number(line, &at);
  *rest = sx_str_trim(sx_str_slice(line, at, line.len));
  return !rest->len || rest->ptr[0] == '#';
}

sx_str sx_tap_unescape(sx_str name, sx_arena *arena) {
  sx_str clean = sx_report_name(name, arena);
  if (sx_str_find_char(clean, '\\', 0) == SX_STR_NONE) return clean;
  char *out = sx_arena_alloc(arena, clean.len);
  size_t len = 0;
  if (!out) return SX_STR("");
  for (size_t i = 0; i < clean.len; i++) {
    char next = sx_str_at(clean, i + 1);
    if (clean.ptr[i] == '\\' && (next == '#' || next == '\\')) i++;
    out[len++] = clean.ptr[i];
  }
  return sx_str_make(out, len);
}
