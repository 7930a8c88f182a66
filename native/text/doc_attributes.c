#include "text/doc_attributes.h"

#include "base/buf.h"
#include "base/byte.h"

#define MAX_TEXT_BYTES (8 * 1024)

static bool has(sx_str text, size_t at, const char *what) {
  return at <= text.len && sx_str_has_prefix(sx_str_slice(text, at, text.len), sx_str_from(what));
}

static size_t skip_space(sx_str text, size_t at) {
  while (at < text.len && sx_byte_is_space(text.ptr[at])) at++;
  return at;
}

static size_t skip_word(sx_str text, size_t at) {
  while (at < text.len && (sx_byte_is_word(text.ptr[at]) || sx_byte_is_one_of(text.ptr[at], ".:")))
    at++;
  return at;
}

/* After the string that begins at `at`; after its quote where the line does not close it. */
static size_t skip_string(sx_str text, size_t at) {
  char quote = text.ptr[at];
  for (size_t i = at + 1; i < text.len; i++) {
    if (text.ptr[i] == '\\')
      i++;
    else if (text.ptr[i] == quote)
      return i + 1;
    else if (text.ptr[i] == '\n' && quote == '\'')
      break;
  }
  return at + 1;
}

static size_t skip_comment(sx_str text, size_t at) {
  bool is_line = text.ptr[at + 1] == '/';
  size_t end = sx_str_find(text, is_line ? SX_STR("\n") : SX_STR("*/"), at + 2);
  return end == SX_STR_NONE ? text.len : end + (is_line ? 1 : 2);
}

/* After the bracket that closes the one at `at`; `at` where none does. */
static size_t skip_brackets(sx_str text, size_t at) {
  bool is_angle = has(text, at, "<");
  const char *open = is_angle ? "<" : "([{", *close = is_angle ? ">" : ")]}";
  size_t depth = 0;
  for (size_t i = at; i < text.len;) {
    char c = text.ptr[i];
    if (c == '"' || c == '\'') {
      i = skip_string(text, i);
      continue;
    }
    if (has(text, i, "//") || has(text, i, "/*")) {
      i = skip_comment(text, i);
      continue;
    }
    i++;
    if (sx_byte_is_one_of(c, open)) depth++;
    if (sx_byte_is_one_of(c, close) && !--depth) return i;
  }
  return at;
}

/* After the attribute at `at`; `at` where it is none. */
static size_t skip_attribute(sx_str text, size_t at) {
  static const char *const words[] = {"__attribute__", "__declspec", "alignas"};
  if (has(text, at, "#[")) return skip_brackets(text, at + 1);
  if (has(text, at, "[")) return skip_brackets(text, at);
  if (has(text, at, "@")) {
    size_t end = skip_word(text, at + 1);
    size_t open = end;
    while (open < text.len && sx_byte_is_one_of(text.ptr[open], " \t")) open++;
    return has(text, open, "(") ? skip_brackets(text, open) : end;
  }
  if (has(text, at, "template")) {
    size_t open = skip_space(text, at + 8);
    return has(text, open, "<") ? skip_brackets(text, open) : at;
  }
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    size_t open = skip_space(text, at + strlen(words[i]));
    if (has(text, at, words[i]) && has(text, open, "(")) return skip_brackets(text, open);
  }
  return at;
}

bool sx_doc_attributes_fill(sx_str text, size_t at, size_t end) {
  sx_str part = sx_str_slice(text, 0, end);
  at = skip_space(part, at);
  while (at < part.len) {
    size_t next = skip_attribute(part, at);
    if (next <= at) return false;
    at = skip_space(part, next);
  }
  return true;
}

/* A line for each of the string's, without its quotes and the backslashes before some. */
static void add_string(sx_buf *out, sx_str string) {
  sx_buf_add(out, SX_STR("/// "));
  for (size_t i = 1; i + 1 < string.len; i++) {
    bool is_escape = string.ptr[i] == '\\' && i + 2 < string.len;
    bool is_end = string.ptr[i] == '\n' || (is_escape && string.ptr[i + 1] == 'n');
    i += is_escape;
    sx_buf_add(out, is_end ? SX_STR("\n/// ") : sx_str_slice(string, i, i + 1));
  }
  sx_buf_add(out, SX_STR("\n"));
}

sx_str sx_doc_attributes_text(sx_str gap, sx_arena *arena) {
  sx_str word = SX_STR("doc"), found = SX_STR("");
  sx_buf out;
  sx_buf_init(&out, MAX_TEXT_BYTES);
  for (size_t i = 0; i < gap.len;) {
    if (gap.ptr[i] == '"') {
      i = skip_string(gap, i);
      continue;
    }
    bool is_word = has(gap, i, "doc") && (!i || !sx_byte_is_word(gap.ptr[i - 1]));
    size_t mark = skip_space(gap, i + word.len);
    size_t quote = skip_space(gap, mark + 1);
    i++;
    if (!is_word || !has(gap, mark, "=") || !has(gap, quote, "\"")) continue;
    i = skip_string(gap, quote);
    add_string(&out, sx_str_slice(gap, quote, i));
  }
  if (!out.status) found = sx_arena_dup(arena, sx_buf_str(&out));
  if (out.status == SX_NOMEM && !arena->status) arena->status = SX_NOMEM;
  sx_buf_release(&out);
  return found;
}
