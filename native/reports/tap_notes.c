#include "reports/tap_parts.h"

/*
 * As much of YAML as test libraries write after a result: members in lines, quoted texts, texts in
 * blocks
 * (| and >), and values that go on over further lines, which are kept as they stand.
 */

static size_t indent_of(sx_str line) {
  size_t at = 0;
  while (sx_str_at(line, at) == ' ') at++;
  return at;
}

/* The end of a quoted text's escapes: '' in single quotes, backslashes in double ones. */
static sx_str unquote(sx_str value, sx_arena *arena) {
  char quote = sx_str_at(value, 0);
  if (value.len < 2 || (quote != '\'' && quote != '"') || value.ptr[value.len - 1] != quote)
    return value;
  char *out = sx_arena_alloc(arena, value.len);
  size_t len = 0;
  if (!out) return SX_STR("");
  for (size_t i = 1; i + 1 < value.len; i++) {
    char c = value.ptr[i], next = sx_str_at(value, i + 1);
    if (quote == '\'' && c == '\'' && next == '\'') i++;
    if (quote == '"' && c == '\\' && i + 2 < value.len) {
      c = next == 'n' ? '\n' : next == 't' ? '\t' : next;
      i++;
    }
    out[len++] = c;
  }
  return sx_str_make(out, len);
}

/* The lines below a member, without their common indentation; cleaned. */
static sx_str block(sx_str lines, sx_arena *arena) {
  sx_buf out;
  sx_str line, rest = lines;
  size_t indent = SX_STR_NONE;
  sx_buf_init(&out, SX_REPORT_TEXT_BYTES * 2);
  while (sx_str_next_line(&rest, &line)) {
    if (indent == SX_STR_NONE && sx_str_trim(line).len) indent = indent_of(line);
    size_t own = indent_of(line);
    sx_buf_add(&out, sx_str_slice(line, own < indent ? own : indent, line.len));
    sx_buf_add_char(&out, '\n');
  }
  sx_str text = sx_report_text(sx_buf_str(&out), SX_REPORT_TEXT_BYTES, arena);
  if (out.status == SX_NOMEM) arena->status = SX_NOMEM;
  sx_buf_release(&out);
  return text;
}

static sx_str value_of(sx_str inside, sx_str lines, sx_arena *arena) {
  inside = sx_str_trim(inside);
  char first = sx_str_at(inside, 0);
  bool is_block = !inside.len || first == '|' || first == '>';
  if (is_block) return block(lines, arena);
  if (sx_str_is_equal(inside, SX_STR("~")) || sx_str_is_equal(inside, SX_STR("null")))
    return SX_STR("");
  return sx_report_text(unquote(inside, arena), SX_REPORT_TEXT_BYTES, arena);
}

static bool is_one(sx_str key, const char *const *names) {
  for (; *names; names++)
    if (sx_str_is_equal(key, sx_str_from(*names))) return true;
  return false;
}

static void set_once(sx_str *to, sx_str value) {
  if (!to->len) *to = value;
}

static void set_member(sx_tap_notes *notes, sx_str key, sx_str value) {
  static const char *const messages[] = {"message", "error", NULL};
  static const char *const stacks[] = {"stack", "trace", "backtrace", NULL};
  static const char *const expected[] = {"expected", "wanted", "want", "expect", NULL};
  static const char *const actual[] = {"actual", "found", "got", "received", NULL};
  static const char *const places[] = {"location", "at", NULL};
  static const char *const kinds[] = {"failureType", "operator", NULL};
  size_t at = 0;
  if (is_one(key, messages)) set_once(&notes->message, value);
  if (is_one(key, stacks)) set_once(&notes->stack, value);
  if (is_one(key, expected)) set_once(&notes->expected, value);
  if (is_one(key, actual)) set_once(&notes->actual, value);
  if (is_one(key, places)) set_once(&notes->location, value);
  if (is_one(key, kinds)) set_once(&notes->kind, value);
  if (sx_str_is_equal(key, SX_STR("exitCode"))) notes->exit_code = value;
  if (sx_str_is_equal(key, SX_STR("signal"))) notes->signal = value;
  if (sx_str_is_equal(key, SX_STR("type"))) notes->type = value;
  if (sx_str_is_equal(key, SX_STR("file"))) notes->file = value;
  if (sx_str_is_equal(key, SX_STR("line"))) notes->line = sx_report_number(value, &at);
  if (sx_str_is_equal(key, SX_STR("duration_ms"))) notes->milliseconds = sx_report_seconds(value);
}

/* A member at the block's own indentation; false for all other lines. */
static bool read_key(sx_str line, size_t indent, sx_str *key, sx_str *inside) {
  if (indent_of(line) != indent) return false;
  size_t colon = sx_str_find_char(line, ':', indent);
  if (colon == SX_STR_NONE) return false;
  char after = sx_str_at(line, colon + 1);
  if (colon + 1 < line.len && after != ' ') return false;
  *key = sx_str_slice(line, indent, colon);
  *inside = sx_str_slice(line, colon + 1, line.len);
  return true;
}

/* `at` with members of its own: file and line. */
static void read_place(sx_tap_notes *notes, sx_str lines) {
  sx_str line, key, inside;
  size_t at = 0;
  while (sx_str_next_line(&lines, &line)) {
    if (!read_key(line, indent_of(line), &key, &inside)) continue;
    inside = sx_str_trim(inside);
    if (sx_str_is_equal(key, SX_STR("file"))) notes->file = inside;
    if (sx_str_is_equal(key, SX_STR("line"))) notes->line = sx_report_number(inside, &at);
  }
}

void sx_tap_notes_read(sx_tap_notes *notes, sx_str yaml, sx_arena *arena) {
  sx_str rest = yaml, line, key, inside, next_key, next_inside;
  sx_str none = SX_STR("");
  *notes = (sx_tap_notes){true, none, none, none, none, none, none, none, none, none, 0, none, -1};
  size_t indent = indent_of(yaml);
  while (sx_str_next_line(&rest, &line)) {
    if (!read_key(line, indent, &key, &inside)) continue;
    sx_str lines = rest, after = rest;
    while (sx_str_next_line(&after, &line) && !read_key(line, indent, &next_key, &next_inside))
      rest = after;
    lines = sx_str_slice(lines, 0, lines.len - rest.len);
    sx_str value = value_of(inside, lines, arena);
    set_member(notes, key, value);
    if (sx_str_is_equal(key, SX_STR("at")) && !sx_str_trim(inside).len) read_place(notes, value);
  }
}
