#include "reports/report_parts.h"

#include "base/utf8.h"
#include "reports/test_stack.h"

/* ---- control sequences ---------------------------------------------------------------------- */

#define ESCAPE '\x1b'

static bool is_parameter(char c) {
  return (c >= '0' && c <= ';') || c == '?' || c == '=' || c == ' ';
}

/* A title or a link ends with BEL or another ESC, and one without these before markup. */
static size_t string_end(sx_str raw, size_t at) {
  for (size_t i = at; i < raw.len; i++) {
    if (raw.ptr[i] == '\a') return i + 1;
    if (raw.ptr[i] == ESCAPE) return i + 2 < raw.len ? i + 2 : raw.len;
    if (raw.ptr[i] == '\n' || raw.ptr[i] == '<') return i;
  }
  return raw.len;
}

size_t sx_report_sequence_end(sx_str raw, size_t at) {
  char kind = sx_str_at(raw, at + 1);
  size_t i = at + 2;
  if (kind == '<' || kind == '&' || kind == '"') return at + 1;
  if (kind == ']') return string_end(raw, i);
  /* A character set, such as ESC ( B. */
  if (kind == '(' || kind == ')') return i + 1 < raw.len ? i + 1 : raw.len;
  if (kind != '[') return i < raw.len ? i : raw.len;
  while (i < raw.len && is_parameter(raw.ptr[i])) i++;
  bool is_end = i < raw.len && raw.ptr[i] >= '@' && raw.ptr[i] <= '~';
  return is_end ? i + 1 : i;
}

/* Writes what is left of `raw` to `out`, which has room for all of it. */
static size_t strip(sx_str raw, char *out) {
  size_t len = 0;
  for (size_t i = 0; i < raw.len;) {
    unsigned char c = (unsigned char)raw.ptr[i];
    if (c == ESCAPE) {
      i = sx_report_sequence_end(raw, i);
    } else {
      if (c >= 0x20 || c == '\n' || c == '\t') out[len++] = (char)c;
      i++;
    }
  }
  return len;
}

/* Without empty lines before and white space after it: the first line keeps its indentation. */
static sx_str trim_lines(sx_str text) {
  text = sx_str_trim_end(text);
  size_t start = sx_str_line_start(text, sx_str_skip_spaces(text, 0));
  return sx_str_slice(text, start, text.len);
}

static sx_str cut(sx_str text, size_t max_bytes) {
  if (text.len <= max_bytes) return text;
  return sx_str_slice(text, 0, sx_utf8_floor(text.ptr, text.len, max_bytes));
}

sx_str sx_report_text(sx_str raw, size_t max_bytes, sx_arena *arena) {
  /* Sequences take room that is free again without them, but no more than as much. */
  sx_str head = cut(raw, max_bytes * 2);
  if (!sx_str_trim(head).len) return SX_STR("");
  char *stripped = sx_arena_alloc(arena, head.len);
  if (!stripped) return SX_STR("");
  sx_str text = trim_lines(sx_str_make(stripped, strip(head, stripped)));
  text = cut(text, max_bytes);
  if (sx_utf8_is_valid(text.ptr, text.len)) return text;
  char *repaired = sx_arena_calloc(arena, text.len, 3);
  if (!repaired) return SX_STR("");
  return sx_str_make(repaired, sx_utf8_repair(text.ptr, text.len, repaired));
}

sx_str sx_report_name(sx_str raw, sx_arena *arena) {
  sx_str name = sx_str_trim(sx_report_text(raw, SX_REPORT_NAME_BYTES, arena));
  if (sx_str_find_char(name, '\n', 0) == SX_STR_NONE) return name;
  sx_str copy = sx_arena_dup(arena, name);
  char *bytes = (char *)copy.ptr;
  for (size_t i = 0; i < copy.len; i++)
    if (bytes[i] == '\n') bytes[i] = ' ';
  return copy;
}

/* ---- messages and stacks -------------------------------------------------------------------- */

/* Whether a line is a frame and not a sentence that names a place. */
static bool is_frame_line(sx_str line) {
  sx_test_frame frame;
  sx_str text = sx_str_trim(line);
  static const char *const starts[] = {"at ", "File \"", "\xe2\x9d\xaf ", "# ./", "# /", "#0 "};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    if (sx_str_has_prefix(text, sx_str_from(starts[i])))
      return sx_str_has_prefix(text, SX_STR("at "))
                 ? sx_str_find_char(text, '(', 0) != SX_STR_NONE || sx_test_frame_read(&frame, text)
                 : sx_test_frame_read(&frame, text);
  if (!sx_test_frame_read(&frame, line)) return false;
  /* PHP's frames are a path and a line alone; Ruby's have the method after them. */
  char first = sx_str_at(text, 0);
  if (text.ptr != frame.file.ptr || (first != '/' && first != '.')) return false;
  size_t end = (size_t)(frame.file.ptr + frame.file.len - text.ptr);
  return end + 12 > text.len || sx_str_find(text, SX_STR(":in "), end) != SX_STR_NONE;
}

void sx_report_split(sx_str text, sx_str *message, sx_str *stack) {
  sx_str rest = text, line;
  *message = text;
  *stack = SX_STR("");
  while (sx_str_next_line(&rest, &line)) {
    size_t at = (size_t)(line.ptr - text.ptr);
    bool is_python = sx_str_has_prefix(line, SX_STR("Traceback (most recent call last)"));
    if (!line.len || (!is_python && !is_frame_line(line))) continue;
    *message = sx_str_trim_end(sx_str_slice(text, 0, at));
    *stack = sx_str_trim_end(sx_str_slice(text, at, text.len));
    return;
  }
}

bool sx_report_is_assertion(sx_str type, sx_str message) {
  static const char *const types[] = {"assert", "expectation", "comparison", "multiplefailures"};
  static const char *const starts[] = {"expect(", "Failed asserting", "assert ",   "Failed: ",
                                       "[XPASS",  "expected ",        "Expected ", "assertion"};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (sx_str_has_fold(type, sx_str_from(types[i]))) return true;
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    if (sx_str_has_prefix(message, sx_str_from(starts[i]))) return true;
  sx_str head = sx_str_slice(message, 0, sx_str_find_char(message, '\n', 0));
  size_t colon = sx_str_find(head, SX_STR(": "), 0);
  sx_str class_name = colon == SX_STR_NONE ? SX_STR("") : sx_str_slice(head, 0, colon);
  if (sx_str_find(class_name, SX_STR("Assertion"), 0) != SX_STR_NONE) return true;
  return sx_str_find(head, SX_STR(": expect("), 0) != SX_STR_NONE;
}

/* ---- numbers -------------------------------------------------------------------------------- */

double sx_report_seconds(sx_str text) {
  double value = 0, part = 0;
  bool has_digit = false;
  text = sx_str_trim(text);
  for (size_t i = 0; i < text.len; i++) {
    char c = text.ptr[i];
    if (c >= '0' && c <= '9') {
      has_digit = true;
      value = part > 0 ? value + (c - '0') * part : value * 10 + (c - '0');
      part /= 10;
    } else if (c == '.' && part == 0) {
      part = 0.1;
    } else if (c != ',') {
      break;
    }
    if (value > 1e12) return -1;
  }
  return has_digit ? value : -1;
}

uint32_t sx_report_number(sx_str text, size_t *at) {
  uint64_t value = 0;
  for (; *at < text.len && text.ptr[*at] >= '0' && text.ptr[*at] <= '9'; ++*at) {
    value = value * 10 + (uint64_t)(text.ptr[*at] - '0');
    if (value > UINT32_MAX) value = UINT32_MAX;
  }
  return (uint32_t)value;
}
