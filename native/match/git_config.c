#include "match/git_config.h"

static char here(const sx_git_config *r) {
  return sx_str_at(r->text, r->at);
}

static bool is_at_end(const sx_git_config *r) {
  return r->at >= r->text.len;
}

static bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
}

static void skip_line(sx_git_config *r) {
  while (!is_at_end(r) && here(r) != '\n') r->at++;
}

/* Blanks, empty lines and comments. */
static void skip_nothing(sx_git_config *r) {
  while (!is_at_end(r)) {
    char c = here(r);
    if (c == '#' || c == ';')
      skip_line(r);
    else if (c == '\n' || is_space(c))
      r->at++;
    else
      break;
  }
}

/* `"name"` of a section, with its escapes: no setting that is read has any. */
static bool read_subsection(sx_git_config *r) {
  size_t start = ++r->at;
  for (; !is_at_end(r) && here(r) != '"' && here(r) != '\n'; r->at++)
    if (here(r) == '\\') r->at++;
  if (here(r) != '"') return false;
  r->subsection = sx_str_slice(r->text, start, r->at++);
  return here(r) == ']';
}

/* `[section]` and `[section "name"]`. */
static bool read_section(sx_git_config *r) {
  size_t start = ++r->at;
  while (is_name_char(here(r)) || here(r) == '.') r->at++;
  r->section = sx_str_slice(r->text, start, r->at);
  r->subsection = SX_STR("");
  while (is_space(here(r))) r->at++;
  if (here(r) == '"' && !read_subsection(r)) return false;
  if (here(r) != ']') return false;
  r->at++;
  return true;
}

/* The character that a backslash and `c` stand for; 0: none. */
static char unescape(char c) {
  switch (c) {
  case 'n': return '\n';
  case 't': return '\t';
  case 'b': return '\b';
  case '\\':
  case '"': return c;
  default: return 0;
  }
}

/* The text after the `=`, up to the end of the line; blanks at its end count only in quotes. */
static bool read_value(sx_git_config *r, sx_str *out, sx_arena *arena) {
  size_t end, len = 0, kept = 0;
  while (is_space(here(r))) r->at++;
  for (end = r->at; end < r->text.len && r->text.ptr[end] != '\n'; end++) {
    if (r->text.ptr[end] != '\\') continue;
    /* A line goes on after it. */
    end++;
    if (sx_str_at(r->text, end) == '\r' && sx_str_at(r->text, end + 1) == '\n') end++;
  }
  char *value = sx_arena_alloc(arena, end - r->at + 1);
  if (!value) return false;
  bool is_quoted = false;
  for (; !is_at_end(r) && here(r) != '\n'; r->at++) {
    char c = here(r);
    if (c == '"') {
      is_quoted = !is_quoted;
      kept = len;
    } else if (c == '\\') {
      char next = sx_str_at(r->text, ++r->at);
      if (next == '\r' && sx_str_at(r->text, r->at + 1) == '\n') next = sx_str_at(r->text, ++r->at);
      if (next == '\n') continue;
      if (!(value[len] = unescape(next))) return false;
      kept = ++len;
    } else if (!is_quoted && (c == '#' || c == ';')) {
      skip_line(r);
      break;
    } else {
      value[len++] = c;
      if (is_quoted || !is_space(c)) kept = len;
    }
  }
  *out = sx_str_make(value, kept);
  return !is_quoted;
}

sx_git_config sx_git_config_of(sx_str text) {
  bool has_mark = sx_str_has_prefix(text, SX_STR("\xEF\xBB\xBF"));
  return (sx_git_config){text, has_mark ? 3 : 0, SX_STR(""), SX_STR("")};
}

bool sx_git_config_next(sx_git_config *r, sx_git_setting *out, sx_arena *arena) {
  skip_nothing(r);
  while (here(r) == '[') {
    if (!read_section(r)) return false;
    skip_nothing(r);
  }
  size_t start = r->at;
  while (is_name_char(here(r))) r->at++;
  if (start == r->at) return false;
  *out =
      (sx_git_setting){r->section, r->subsection, sx_str_slice(r->text, start, r->at), SX_STR("")};
  while (is_space(here(r))) r->at++;
  if (here(r) == '=') {
    r->at++;
    return read_value(r, &out->value, arena);
  }
  return is_at_end(r) || here(r) == '\n' || here(r) == '#' || here(r) == ';';
}
