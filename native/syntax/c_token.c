#include "syntax/c_token.h"

#include "base/byte.h"
#include "text/c/c_code.h"

/* The kind of a byte to a loop that passes over code. */
enum { PLAIN, LINE_END, QUOTE, SLASH, HASH, OPENS, CLOSES };

static const unsigned char classes[256] = {
    ['\n'] = LINE_END, ['\r'] = LINE_END, ['"'] = QUOTE,  ['\''] = QUOTE,
    ['/'] = SLASH,     ['#'] = HASH,      ['{'] = OPENS,  ['('] = OPENS,
    ['['] = OPENS,     ['}'] = CLOSES,    [')'] = CLOSES, [']'] = CLOSES,
};

/* After a string or character; one that is not closed ends with its line. */
static size_t after_quote(sx_str text, size_t at) {
  char quote = text.ptr[at++];
  for (; at < text.len; at++) {
    char c = text.ptr[at];
    if (c == quote) return at + 1;
    if (c == '\n') return at;
    if (c != '\\') continue;
    at++;
    if (sx_str_at(text, at) == '\r' && sx_str_at(text, at + 1) == '\n') at++;
  }
  return text.len;
}

/* After a comment that begins at `at`; `at` where none does. */
static size_t after_comment(sx_str text, size_t at) {
  char next = sx_str_at(text, at + 1);
  if (next == '*') {
    size_t end = sx_str_find(text, SX_STR("*/"), at + 2);
    return end == SX_STR_NONE ? text.len : end + 2;
  }
  if (next != '/') return at;
  for (;;) {
    size_t end = sx_str_find_char(text, '\n', at);
    if (end == SX_STR_NONE) return text.len;
    size_t last = end - (end && text.ptr[end - 1] == '\r');
    if (!last || text.ptr[last - 1] != '\\') return end;
    at = end + 1;
  }
}

/* The end of the line, with those that a backslash joins to it, comments passed over. */
static size_t after_directive(sx_str text, size_t at) {
  while (at < text.len) {
    char c = text.ptr[at];
    if (c == '\n') return at;
    if (c == '/') {
      size_t after = after_comment(text, at);
      at = after == at ? at + 1 : after;
    } else if (c == '"') {
      at = after_quote(text, at);
    } else if (c == '\\') {
      at += sx_str_at(text, at + 1) == '\r' ? 3 : 2;
    } else {
      at++;
    }
  }
  return text.len;
}

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\f' || c == '\v';
}

static size_t skip_blanks(sx_str text, size_t at) {
  for (; at < text.len; at++) {
    if (is_blank(text.ptr[at])) continue;
    if (text.ptr[at] != '\\' || sx_str_at(text, at + 1) != '\n') break;
    at++;
  }
  return at;
}

static size_t word_end(sx_str text, size_t at) {
  while (at < text.len && sx_c_is_word(text.ptr[at])) at++;
  return at;
}

static bool is_line_start(sx_str text, size_t at) {
  while (at && is_blank(text.ptr[at - 1])) at--;
  return !at || sx_byte_is_line_end(text.ptr[at - 1]);
}

static void begin_branch(sx_c_tokens *reader, bool is_dead) {
  if (reader->branch_count < SX_C_TOKENS_BRANCHES) {
    reader->branches[reader->branch_count] = reader->depth;
    reader->is_dead[reader->branch_count] = is_dead;
  }
  reader->branch_count++;
}

static void turn_branch(sx_c_tokens *reader) {
  if (!reader->branch_count || reader->branch_count > SX_C_TOKENS_BRANCHES) return;
  reader->depth = reader->branches[reader->branch_count - 1];
  reader->is_dead[reader->branch_count - 1] = false;
  reader->branch_turns++;
}

static void end_branch(sx_c_tokens *reader) {
  if (!reader->branch_count) return;
  size_t last = --reader->branch_count;
  if (last < SX_C_TOKENS_BRANCHES && reader->is_dead[last]) reader->depth = reader->branches[last];
}

/* The name in "…" or <…>; a macro's says nothing. */
static void read_include(sx_c_tokens *reader, size_t at, size_t end) {
  char open = sx_str_at(reader->text, at), close = open == '<' ? '>' : '"';
  if (!reader->on_include || (open != '"' && open != '<')) return;
  size_t until = sx_str_find_char(sx_str_slice(reader->text, 0, end), close, at + 1);
  if (until != SX_STR_NONE && until > at + 1)
    reader->on_include(reader->arg, at + 1, until, open == '<');
}

/* The line of the preprocessor whose # is at reader->at. */
static void read_directive(sx_c_tokens *reader) {
  sx_str text = reader->text;
  size_t start = reader->at, word = skip_blanks(text, start + 1);
  sx_str name = sx_str_slice(text, word, word_end(text, word));
  size_t end = after_directive(text, word + name.len);
  reader->at = end;
  if (sx_str_is_equal(name, SX_STR("define"))) {
    size_t at = skip_blanks(text, word + name.len), name_end = word_end(text, at);
    if (name_end > at && reader->on_macro) reader->on_macro(reader->arg, start, end, at, name_end);
  } else if (sx_str_has_prefix(name, SX_STR("include")) ||
             sx_str_is_equal(name, SX_STR("import"))) {
    read_include(reader, skip_blanks(text, word + name.len), end);
  } else if (sx_str_has_prefix(name, SX_STR("if"))) {
    size_t at = skip_blanks(text, word + name.len);
    sx_str condition = sx_str_slice(text, at, word_end(text, at));
    begin_branch(reader, sx_str_is_equal(condition, SX_STR("0")));
  } else if (sx_str_has_prefix(name, SX_STR("el"))) {
    turn_branch(reader);
  } else if (sx_str_is_equal(name, SX_STR("endif"))) {
    end_branch(reader);
  }
}

/* Passes over white space, comments and lines of the preprocessor. */
static void skip_to_code(sx_c_tokens *reader) {
  sx_str text = reader->text;
  while (reader->at < text.len) {
    char c = text.ptr[reader->at];
    if (is_blank(c) || sx_byte_is_line_end(c) || c == '\\') {
      reader->at++;
    } else if (c == '/') {
      size_t after = after_comment(text, reader->at);
      if (after == reader->at) return;
      reader->at = after;
    } else if (c == '#' && is_line_start(text, reader->at)) {
      read_directive(reader);
    } else {
      return;
    }
  }
}

sx_c_token sx_c_tokens_next(sx_c_tokens *reader) {
  skip_to_code(reader);
  sx_str text = reader->text;
  sx_c_token token = {.kind = SX_C_END, .start = reader->at, .end = reader->at};
  if (reader->at >= text.len) return token;
  char c = text.ptr[reader->at];
  if (c == '"' || c == '\'') {
    token.kind = SX_C_VALUE;
    reader->at = after_quote(text, reader->at);
  } else if (sx_c_is_word(c)) {
    token.kind = c >= '0' && c <= '9' ? SX_C_VALUE : SX_C_WORD;
    reader->at = word_end(text, reader->at);
  } else {
    token.kind = SX_C_MARK;
    token.mark = c;
    reader->at++;
  }
  token.end = reader->at;
  return token;
}

/* To the next byte that is not PLAIN. */
static size_t skip_plain(sx_str text, size_t at) {
  while (at < text.len && !classes[(unsigned char)text.ptr[at]]) at++;
  return at;
}

/* One byte that is not PLAIN. */
static void pass(sx_c_tokens *reader) {
  sx_str text = reader->text;
  size_t after;
  switch (classes[(unsigned char)text.ptr[reader->at]]) {
  case QUOTE: reader->at = after_quote(text, reader->at); return;
  case SLASH:
    after = after_comment(text, reader->at);
    reader->at = after == reader->at ? after + 1 : after;
    return;
  case HASH:
    if (is_line_start(text, reader->at))
      read_directive(reader);
    else
      reader->at++;
    return;
  case OPENS: reader->depth++; break;
  case CLOSES: reader->depth--; break;
  default: break;
  }
  reader->at++;
}

void sx_c_tokens_skip(sx_c_tokens *reader) {
  sx_c_tokens_skip_body(reader, false);
}

void sx_c_tokens_skip_body(sx_c_tokens *reader, bool is_at_line_start) {
  sx_str text = reader->text;
  int outside = reader->depth++;
  while (reader->at < text.len && reader->depth > outside) {
    reader->at = skip_plain(text, reader->at);
    if (reader->at >= text.len) break;
    bool is_left = is_at_line_start && text.ptr[reader->at] == '}' && reader->at &&
                   text.ptr[reader->at - 1] == '\n';
    pass(reader);
    if (is_left) break;
  }
  reader->depth = outside;
}
