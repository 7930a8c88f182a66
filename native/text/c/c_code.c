#include "text/c/c_code.h"

#include "base/byte.h"

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\f' || c == '\v';
}

static void blank(char *code, size_t from, size_t to) {
  for (; from < to; from++)
    if (!sx_byte_is_line_end(code[from])) code[from] = ' ';
}

/* Whether a backslash joins the line that begins at `line` to the one before. */
static bool is_joined(sx_str code, size_t line) {
  if (!line || !sx_byte_is_line_end(code.ptr[line - 1])) return false;
  size_t end = line - 1;
  if (code.ptr[end] == '\n' && end > 0 && code.ptr[end - 1] == '\r') end--;
  return end > 0 && code.ptr[end - 1] == '\\';
}

/* After the end of the line, and of those that a backslash joins to it. */
static size_t logical_end(sx_str code, size_t at) {
  for (; at < code.len; at++) {
    if (!sx_byte_is_line_end(code.ptr[at])) continue;
    if (code.ptr[at] == '\r' && at + 1 < code.len && code.ptr[at + 1] == '\n') at++;
    if (!is_joined(code, at + 1)) return at;
  }
  return code.len;
}

static size_t skip_blanks(sx_str code, size_t at) {
  while (at < code.len &&
         (is_blank(code.ptr[at]) ||
          (code.ptr[at] == '\\' && at + 1 < code.len && sx_byte_is_line_end(code.ptr[at + 1])) ||
          (sx_byte_is_line_end(code.ptr[at]) && at && code.ptr[at - 1] == '\\')))
    at++;
  return at;
}

static size_t word_end(sx_str code, size_t at) {
  while (at < code.len && sx_c_is_word(code.ptr[at])) at++;
  return at;
}

static void blank_directives(char *code, size_t len) {
  sx_str text = sx_str_make(code, len);
  for (size_t line = 0; line < len;) {
    size_t start = line;
    while (start < len && is_blank(code[start])) start++;
    size_t end = start;
    if (start < len && code[start] == '#' && !is_joined(text, line)) {
      end = logical_end(text, start);
      blank(code, start, end);
    } else {
      while (end < len && !sx_byte_is_line_end(code[end])) end++;
    }
    line = end + 1;
  }
}

sx_str sx_c_code(sx_str text, const sx_language *language, bool keeps_directives, sx_arena *arena) {
  sx_lexer lexer;
  sx_span span;
  sx_str copy = sx_arena_dup(arena, text);
  char *code = copy.len ? (char *)copy.ptr : NULL;
  if (!code) return SX_STR("");
  sx_lexer_init(&lexer, text, language);
  while (sx_lexer_next(&lexer, &span))
    if (span.use == SX_USE_COMMENT || span.use == SX_USE_STRING) blank(code, span.start, span.end);
  if (!keeps_directives) blank_directives(code, copy.len);
  return copy;
}

/* ---- macros -------------------------------------------------------------------------------- */

static bool is_at_line_start(sx_str code, size_t at) {
  while (at > 0 && is_blank(code.ptr[at - 1])) at--;
  return at == 0 || (sx_byte_is_line_end(code.ptr[at - 1]) && !is_joined(code, at));
}

/* Fills in a macro whose # is at `at`; false where it is another directive. */
static bool read_macro(sx_c_macro *out, sx_str code, size_t at) {
  size_t word = skip_blanks(code, at + 1), end = word_end(code, word);
  if (!sx_str_is_equal(sx_str_slice(code, word, end), SX_STR("define"))) return false;
  out->name_start = skip_blanks(code, end);
  out->name_end = word_end(code, out->name_start);
  out->body_end = logical_end(code, at);
  out->parameters_start = out->parameters_end = out->body_start = out->name_end;
  if (out->name_end == out->name_start) return false;
  if (out->name_end >= out->body_end || code.ptr[out->name_end] != '(') return true;
  size_t close = sx_str_find_char(sx_str_slice(code, 0, out->body_end), ')', out->name_end);
  if (close == SX_STR_NONE) return true;
  out->parameters_start = out->name_end + 1;
  out->parameters_end = close;
  out->body_start = close + 1;
  return true;
}

bool sx_c_next_macro(sx_c_macro *out, sx_str code, size_t *at) {
  for (;;) {
    size_t mark = sx_str_find_char(code, '#', *at);
    if (mark == SX_STR_NONE) {
      *at = code.len;
      return false;
    }
    *at = mark + 1;
    if (!is_at_line_start(code, mark) || !read_macro(out, code, mark)) continue;
    *at = out->body_end;
    return true;
  }
}

static size_t find_word(sx_str code, sx_str name, size_t from, size_t end) {
  while (name.len && from < end) {
    size_t at = sx_str_find(sx_str_slice(code, 0, end), name, from);
    if (at == SX_STR_NONE) break;
    bool is_cut = (at > 0 && sx_c_is_word(code.ptr[at - 1])) ||
                  (at + name.len < end && sx_c_is_word(code.ptr[at + name.len]));
    if (!is_cut) return at;
    from = at + 1;
  }
  return SX_STR_NONE;
}

size_t sx_c_macro_find(const sx_c_macro *macro, sx_str code, sx_str name, size_t from) {
  if (find_word(code, name, macro->parameters_start, macro->parameters_end) != SX_STR_NONE)
    return SX_STR_NONE;
  return find_word(code, name, from > macro->body_start ? from : macro->body_start,
                   macro->body_end);
}

bool sx_c_macro_at(sx_c_macro *out, sx_str code, size_t at) {
  size_t line = at;
  for (;;) { /* to the start of the logical line */
    while (line > 0 && !sx_byte_is_line_end(code.ptr[line - 1])) line--;
    if (!is_joined(code, line)) break;
    line--;
    if (sx_byte_is_line_end(code.ptr[line - 1])) line--; /* the backslash ends it now */
  }
  size_t start = line;
  while (start < code.len && is_blank(code.ptr[start])) start++;
  if (start >= code.len || code.ptr[start] != '#' || !read_macro(out, code, start)) return false;
  return at >= out->parameters_start && at < out->body_end;
}

bool sx_c_is_of_member(sx_str code, size_t at) {
  while (at > 0 && is_blank(code.ptr[at - 1])) at--;
  if (!at) return false;
  bool is_range = at > 2 && code.ptr[at - 2] == '.' && code.ptr[at - 3] == '.';
  return (code.ptr[at - 1] == '.' && !is_range) ||
         (at > 1 && code.ptr[at - 1] == '>' && code.ptr[at - 2] == '-');
}

/* ---- conditions ---------------------------------------------------------------------------- */

/* The next directive before `end`: its word and what follows that in the line. */
static bool next_directive(sx_str code, size_t *at, size_t end, sx_str *word, sx_str *rest) {
  for (;;) {
    size_t mark = sx_str_find_char(code, '#', *at);
    if (mark >= end) return false; /* also SX_STR_NONE */
    *at = mark + 1;
    if (!is_at_line_start(code, mark)) continue;
    size_t start = skip_blanks(code, mark + 1), stop = word_end(code, start);
    *word = sx_str_slice(code, start, stop);
    *rest = sx_str_slice(code, skip_blanks(code, stop), logical_end(code, mark));
    return true;
  }
}

/* `#ifndef NAME` as the first directive, with `#define NAME` next. */
static bool has_guard(sx_str code) {
  sx_str word, name, defined;
  size_t at = 0;
  if (!next_directive(code, &at, code.len, &word, &name)) return false;
  if (!sx_str_is_equal(word, SX_STR("ifndef"))) return false;
  if (!next_directive(code, &at, code.len, &word, &defined)) return false;
  name = sx_str_slice(name, 0, word_end(name, 0));
  return name.len && sx_str_is_equal(word, SX_STR("define")) && sx_str_has_prefix(defined, name);
}

bool sx_c_is_conditional(sx_str code, size_t at) {
  sx_str word, rest;
  size_t from = 0, open = 0;
  while (next_directive(code, &from, at, &word, &rest)) {
    if (sx_str_has_prefix(word, SX_STR("if"))) open++;
    if (open && sx_str_is_equal(word, SX_STR("endif"))) open--;
  }
  return open > (has_guard(code) ? 1 : 0);
}
