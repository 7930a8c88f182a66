#include "text/declared_kind.h"

#include "base/byte.h"

#define MAX_LINE_BYTES 2000
#define MAX_HEAD_BYTES 4000 /* of a type, or of parameters */

static bool is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool is_c(const sx_language *language) {
  return sx_language_has_word("c cpp objective-c yacc", sx_language_name(language), false);
}

/* The text before the name on its line, without blanks at either end. */
static sx_str line_before(sx_str text, size_t at) {
  size_t start = at;
  while (start > 0 && at - start < MAX_LINE_BYTES && text.ptr[start - 1] != '\n') start--;
  return sx_str_trim(sx_str_slice(text, start, at));
}

static sx_str last_word(sx_str s) {
  size_t start = s.len;
  while (start > 0 && is_word_char(s.ptr[start - 1])) start--;
  return sx_str_slice(s, start, s.len);
}

static bool begins_with_word(sx_str s, sx_str word) {
  return sx_str_has_prefix(s, word) && (s.len == word.len || !is_word_char(s.ptr[word.len]));
}

static sx_str kind_in_c(sx_str before, sx_str kind) {
  sx_str word = last_word(before);
  bool is_hash = before.len && before.ptr[0] == '#';
  if (is_hash && sx_str_is_equal(word, SX_STR("define"))) return SX_STR("Macro");
  if (!sx_str_is_equal(kind, SX_STR("Class"))) return kind;
  if (sx_str_is_equal(word, SX_STR("union"))) return SX_STR("Union");
  if (sx_language_has_word("struct class", word, false)) return kind;
  bool is_after_body = before.len && before.ptr[0] == '}';
  bool is_typedef = is_after_body || begins_with_word(before, SX_STR("typedef")) ||
                    sx_str_is_equal(word, SX_STR("using"));
  return is_typedef ? SX_STR("Typedef") : kind;
}

/* Its server has no kind for signatures without a name, `(value: T): R` and `[key: string]: T`. */
static sx_str kind_of_unnamed(sx_str rest, sx_str kind) {
  if (!sx_str_is_equal(kind, SX_STR("Variable"))) return kind;
  if (sx_str_has_prefix(rest, SX_STR("(")) || sx_str_has_prefix(rest, SX_STR("<")))
    return SX_STR("Method");
  bool is_index = sx_str_has_prefix(rest, SX_STR("[")) ||
                  sx_str_has_prefix(rest, SX_STR("readonly [")) ||
                  sx_str_has_prefix(rest, SX_STR("static ["));
  return is_index ? SX_STR("Property") : kind;
}

static sx_str kind_in_typescript(sx_str text, size_t name_at, sx_str before, sx_str kind) {
  bool is_alias =
      sx_language_has_word("Variable Class Interface TypeParameter Struct", kind, false) &&
      sx_str_is_equal(last_word(before), SX_STR("type"));
  if (is_alias) return SX_STR("TypeAlias");
  return kind_of_unnamed(sx_str_slice(text, name_at, text.len), kind);
}

sx_str sx_declared_kind(sx_str text, size_t name_at, const sx_language *language, sx_str kind) {
  sx_str before = line_before(text, name_at);
  if (is_c(language)) return kind_in_c(before, kind);
  if (sx_str_is_equal(sx_language_name(language), SX_STR("typescript")))
    return kind_in_typescript(text, name_at, before, kind);
  return kind;
}

bool sx_declared_macro(sx_str text, size_t start, const sx_language *language, size_t *name,
                       size_t *end) {
  size_t at = sx_str_skip_blanks(text, start);
  if (!is_c(language) || at >= text.len || text.ptr[at] != '#') return false;
  at = sx_str_skip_blanks(text, at + 1);
  sx_str rest = sx_str_slice(text, at, text.len);
  if (!begins_with_word(rest, SX_STR("define"))) return false;
  *name = sx_str_skip_blanks(text, at + 6);
  *end = sx_language_ident_end(language, text, *name);
  return *end > *name;
}

/* ---- functions in variables ------------------------------------------------------------------ */

#define ARROW '\1' /* as what is looked for: `=>` */

static size_t skip_string(sx_str text, size_t at) {
  char quote = text.ptr[at++];
  while (at < text.len && text.ptr[at] != quote) at += text.ptr[at] == '\\' ? 2 : 1;
  return at + 1;
}

/* The place after a comment that begins there; `at` without one. */
static size_t skip_comment(sx_str text, size_t at) {
  sx_str rest = sx_str_slice(text, at, text.len);
  bool is_line = sx_str_has_prefix(rest, SX_STR("//"));
  if (!is_line && !sx_str_has_prefix(rest, SX_STR("/*"))) return at;
  sx_str mark = is_line ? SX_STR("\n") : SX_STR("*/");
  size_t end = sx_str_find(text, mark, at + 2);
  if (end == SX_STR_NONE) return text.len;
  return is_line ? end : end + mark.len;
}

static size_t skip_gap(sx_str text, size_t at) {
  for (size_t end = at;; at = end) {
    end = skip_comment(text, sx_str_skip_spaces(text, at));
    if (end == at) return at;
  }
}

/* Where no semicolon stands: whether the next line begins another statement or member. */
static bool is_next_statement(sx_str text, size_t line_end, char last) {
  size_t next = sx_str_skip_spaces(text, line_end);
  if (next >= text.len || sx_byte_is_one_of(last, ":|&?=>,")) return false;
  return sx_byte_is_ident(text.ptr[next]) || sx_byte_is_one_of(text.ptr[next], "#@[\"'`/");
}

/*
 * The place after the first `wanted` where no bracket is open; 0 without one. A `<` is a bracket,
 * as the text is a type, but for that of parameters, whose values may compare.
 */
static size_t after_char(sx_str text, size_t at, char wanted) {
  size_t end = at + MAX_HEAD_BYTES < text.len ? at + MAX_HEAD_BYTES : text.len;
  const char *opens = wanted == ')' ? "([{" : "([{<", *closes = wanted == ')' ? ")]}" : ")]}>";
  char last = 0;
  for (int depth = 0; at < end;) {
    size_t comment_end = skip_comment(text, at);
    char c = text.ptr[at], next = at + 1 < text.len ? text.ptr[at + 1] : 0;
    bool is_arrow = c == '=' && next == '>';
    if (comment_end > at) {
      at = comment_end;
      continue;
    }
    if (sx_byte_is_one_of(c, closes)) depth--;
    if (depth == 0 && is_arrow && wanted == ARROW) return at + 2;
    if (depth == 0 && c == wanted && !is_arrow) return at + 1;
    if (depth < 0 || (depth == 0 && sx_byte_is_one_of(c, ";,"))) return 0;
    if (depth == 0 && c == '\n' && is_next_statement(text, at, last)) return 0;
    if (sx_byte_is_one_of(c, opens)) depth++;
    if (!sx_byte_is_space(c)) last = is_arrow ? '>' : c;
    at = sx_byte_is_one_of(c, "\"'`") ? skip_string(text, at) : at + (is_arrow ? 2 : 1);
  }
  return 0;
}

static size_t skip_word(sx_str text, size_t at) {
  while (at < text.len && sx_byte_is_ident(text.ptr[at])) at++;
  return at;
}

static bool has_arrow(sx_str text, size_t at) {
  at = skip_gap(text, at);
  return sx_str_has_prefix(sx_str_slice(text, at, text.len), SX_STR("=>"));
}

/* `function …`, `x => …`, `<T>(x: T): T => …` */
static bool is_function(sx_str text, size_t at) {
  size_t end = skip_word(text, at = skip_gap(text, at));
  sx_str word = sx_str_slice(text, at, end);
  if (sx_str_is_equal(word, SX_STR("async")) && !has_arrow(text, end)) {
    at = skip_gap(text, end);
    end = skip_word(text, at);
    word = sx_str_slice(text, at, end);
  }
  if (sx_str_is_equal(word, SX_STR("function"))) return true;
  if (word.len) return has_arrow(text, end);
  if (at < text.len && text.ptr[at] == '<') {
    at = after_char(text, at, '>');
    if (!at) return false;
    at = skip_gap(text, at);
  }
  if (at >= text.len || text.ptr[at] != '(') return false;
  end = after_char(text, at, ')');
  if (!end || has_arrow(text, end)) return end;
  end = skip_gap(text, end);
  return end < text.len && text.ptr[end] == ':' && after_char(text, end + 1, ARROW);
}

bool sx_declared_has_function(sx_str text, size_t name_end, const sx_language *language) {
  if (!sx_language_has_word("typescript javascript", sx_language_name(language), false))
    return false;
  size_t at = skip_gap(text, name_end);
  if (at < text.len && sx_byte_is_one_of(text.ptr[at], "!?")) at = skip_gap(text, at + 1);
  if (at >= text.len || !sx_byte_is_one_of(text.ptr[at], ":=")) return false;
  size_t value = after_char(text, at, '=');
  return value && is_function(text, value);
}
