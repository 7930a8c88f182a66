#include "memory/note_value.h"

#include "base/byte.h"
#include "base/utf8.h"
#include "host/json.h"
#include "memory/note_text.h"

/* ---- reading -------------------------------------------------------------------------------- */

static uint32_t read_hex(sx_str text, size_t at, size_t digits) {
  uint32_t value = 0;
  for (size_t i = 0; i < digits; i++) {
    char c = sx_str_at(text, at + i);
    bool is_letter = (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    if (!is_letter && !sx_byte_is_digit(c)) return 0;
    value = 16 * value + (uint32_t)(is_letter ? (c | 0x20) - 'a' + 10 : c - '0');
  }
  return value;
}

/* The character of an escape whose letter is at `at`; 0: there is none. `*used` bytes are its. */
static uint32_t read_escape(sx_str text, size_t at, size_t *used) {
  char c = sx_str_at(text, at);
  *used = 1;
  if (c == 'n' || c == 'r' || c == 't') return ' '; /* a value has one line */
  if (c != 'u') return (unsigned char)c < 0x80 ? (uint32_t)(unsigned char)c : 0;
  uint32_t high = read_hex(text, at + 1, 4);
  *used = high ? 5 : 1;
  bool is_pair = high >= 0xD800 && high < 0xDC00 && sx_str_at(text, at + 5) == '\\' &&
                 sx_str_at(text, at + 6) == 'u';
  uint32_t low = is_pair ? read_hex(text, at + 7, 4) : 0;
  if (low < 0xDC00 || low > 0xDFFF) return high;
  *used = 11;
  return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

/* Reads the quotes that the value begins with; `*end` is after them. */
static sx_str read_quoted(sx_str value, size_t *end, sx_arena *arena) {
  sx_buf text;
  char quote = value.ptr[0];
  size_t at = 1;
  sx_buf_init(&text, value.len + 4);
  for (; at < value.len; at++) {
    char c = value.ptr[at];
    bool is_doubled = c == quote && quote == '\'' && sx_str_at(value, at + 1) == quote;
    if (c == quote && !is_doubled) break;
    if (c == '\\' && quote == '"') {
      size_t used;
      uint32_t escaped = read_escape(value, at + 1, &used);
      if (escaped) sx_buf_add_codepoint(&text, escaped < ' ' ? ' ' : escaped);
      if (escaped) at += used;
      continue;
    }
    at += is_doubled;
    sx_buf_add_char(&text, c);
  }
  *end = at < value.len ? at + 1 : value.len;
  return sx_buf_keep(&text, arena);
}

/* Tabs are blanks in it. */
static sx_str cut(sx_str value, sx_arena *arena) {
  value = sx_str_trim(sx_utf8_cut(value, SX_NOTE_TEXT_MAX_VALUE_BYTES));
  if (sx_str_find_char(value, '\t', 0) == SX_STR_NONE) return value;
  char *made = sx_arena_alloc(arena, value.len + 1);
  for (size_t i = 0; i < value.len && made; i++)
    made[i] = value.ptr[i] == '\t' ? ' ' : value.ptr[i];
  return made ? sx_str_make(made, value.len) : SX_STR("");
}

sx_str sx_note_value_read(sx_str value, sx_arena *arena) {
  size_t end;
  if (sx_byte_is_one_of(sx_str_at(value, 0), "\"'"))
    return cut(read_quoted(value, &end, arena), arena);
  size_t comment = sx_str_find(value, SX_STR(" #"), 0);
  if (sx_str_at(value, 0) == '#') comment = 0;
  return cut(sx_str_slice(value, 0, comment), arena);
}

void sx_note_value_add(sx_strs *list, sx_str value, sx_arena *arena) {
  if (value.len && list->len < SX_NOTE_TEXT_MAX_ITEMS)
    (void)!sx_strs_add_new(list, value, arena, NULL);
}

void sx_note_value_add_list(sx_strs *list, sx_str value, sx_arena *arena) {
  bool is_closed = sx_str_at(value, 0) == '[';
  size_t at = is_closed ? 1 : 0;
  while (at < value.len) {
    at = sx_str_skip_blanks(value, at);
    sx_str rest = sx_str_slice(value, at, value.len), item;
    size_t len;
    if (is_closed && sx_str_at(rest, 0) == ']') return;
    if (sx_byte_is_one_of(sx_str_at(rest, 0), "\"'")) {
      item = read_quoted(rest, &len, arena);
    } else {
      for (len = 0; len < rest.len && rest.ptr[len] != ','; len++)
        if (is_closed && rest.ptr[len] == ']') break;
      /* "#naming" is a tag, as people write them, "# naming" a comment. */
      size_t comment = sx_str_find(sx_str_slice(rest, 0, len), SX_STR("# "), 0);
      item = sx_str_slice(rest, 0, comment < len ? comment : len);
    }
    sx_note_value_add(list, cut(sx_str_trim(item), arena), arena);
    at += len;
    at = sx_str_skip_blanks(value, at);
    if (sx_str_at(value, at) != ',') return;
    at++;
  }
}

/* ---- writing -------------------------------------------------------------------------------- */

/* Words that a reader would not take for a text. */
static bool is_word_of_yaml(sx_str value) {
  static const char *const words[] = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (sx_str_is_equal_fold(value, sx_str_from(words[i]))) return true;
  return false;
}

/* A number is: "12", "1e5", "0x1f", "2025-11-29". A commit of digits alone would lose its zeros. */
static bool is_plain(sx_str value) {
  bool has_letter = false;
  for (size_t i = 0; i < value.len; i++) {
    unsigned char c = (unsigned char)value.ptr[i];
    bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 0x80;
    bool is_inside = i && i + 1 < value.len && sx_byte_is_one_of((char)c, " +-");
    if (!is_letter && !is_inside && !sx_byte_is_digit((char)c) &&
        !sx_byte_is_one_of((char)c, "./_"))
      return false;
    has_letter |= is_letter && c != 'e' && c != 'E' && c != 'x' && c != 'o';
  }
  return has_letter && !sx_byte_is_digit(value.ptr[0]) && value.ptr[0] != '.' &&
         !is_word_of_yaml(value);
}

void sx_note_value_write(sx_buf *out, sx_str value) {
  if (is_plain(value))
    sx_buf_add(out, value);
  else
    sx_json_write_str(out, value);
}
