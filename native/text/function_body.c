#include "text/function_body.h"

#include "base/byte.h"
#include "text/lexer.h"

#define MAX_BYTES (64 * 1024)

typedef struct reader {
  sx_lexer lexer;
  sx_span span;
  size_t at;
  bool is_over;
} reader;

/* ---- steps ---------------------------------------------------------------------------------- */

/* To the next character of code, or to a string, which is one step; line ends are steps, too. */
static char look(reader *r) {
  while (!r->is_over) {
    if (r->at >= r->span.end)
      r->is_over = !sx_lexer_next(&r->lexer, &r->span);
    else if (r->span.use == SX_USE_COMMENT || sx_byte_is_blank(r->lexer.text.ptr[r->at]))
      r->at = r->span.use == SX_USE_COMMENT ? r->span.end : r->at + 1;
    else
      return r->span.use == SX_USE_STRING ? '"' : r->lexer.text.ptr[r->at];
  }
  return 0;
}

static void step(reader *r) {
  r->at = r->span.use == SX_USE_STRING ? r->span.end : r->at + 1;
}

static char look_past_lines(reader *r) {
  while (sx_byte_is_line_end(look(r))) step(r);
  return look(r);
}

static sx_str take_word(reader *r) {
  size_t start = r->at;
  while (r->at < r->span.end && sx_byte_is_ident(r->lexer.text.ptr[r->at])) r->at++;
  return sx_str_slice(r->lexer.text, start, r->at);
}

/* Over what the bracket here encloses. In `<` of types each bracket counts, else only its kinds. */
static void skip_brackets(reader *r) {
  bool counts_angles = look(r) == '<';
  char before = 0;
  size_t depth = 0;
  for (char c; (c = look(r)); before = c) {
    bool is_angle = counts_angles && before != '=' && before != '-';
    depth += sx_byte_is_one_of(c, "([{") || (counts_angles && c == '<');
    depth -= sx_byte_is_one_of(c, ")]}") || (is_angle && c == '>');
    step(r);
    if (!depth) return;
  }
}

/* To the character after the parameters; false where there are none. */
static bool skip_parameters(reader *r) {
  while (sx_byte_is_one_of(look_past_lines(r), "?!")) step(r);
  if (look(r) == '<') skip_brackets(r);
  if (look_past_lines(r) != '(') return false;
  skip_brackets(r);
  return true;
}

/* ---- TypeScript ------------------------------------------------------------------------------ */

static bool is_typescript(const sx_language *language) {
  return sx_language_has_word("typescript vue", sx_language_name(language), false);
}

/*
 * After the parameters stands a type or none, and then the body. A brace opens a body unless a type
 * is wanted there; what a type cannot go on with is the next declaration, without a semicolon
 * between.
 */
static bool has_body_behind_type(reader *r) {
  bool wants_type = false, is_new_line = false;
  for (char c; (c = look(r));) {
    if (sx_byte_is_line_end(c)) {
      is_new_line = true;
      step(r);
      continue;
    }
    if (c == '{' && !wants_type) return true;
    bool is_open = sx_byte_is_one_of(c, "({[<");
    bool is_word = sx_byte_is_ident(c);
    if (sx_byte_is_one_of(c, ";,)}") || (!wants_type && is_new_line && is_open)) return false;
    sx_str word = is_word ? take_word(r) : SX_STR("");
    if (is_word && !wants_type && !sx_language_has_word("is extends", word, false)) return false;
    if (is_open)
      skip_brackets(r);
    else if (!is_word)
      step(r);
    bool is_prefix = sx_language_has_word(
        "is extends keyof typeof readonly unique infer asserts abstract new", word, false);
    wants_type = is_prefix || sx_byte_is_one_of(c, ":|&?=.") || (wants_type && c == '>');
    is_new_line = false;
  }
  return false;
}

/* ---- other languages ----------------------------------------------------------------------- */

static bool has_brace_before_end(reader *r) {
  char before = 0;
  for (char c; (c = look(r)); before = c) {
    if (c == '{' || (before == '=' && c == '>')) return true;
    if (sx_byte_is_one_of(c, ";,)}") || (before == '=' && c != '=')) return false;
    if (c == '(' || c == '[')
      skip_brackets(r);
    else
      step(r);
  }
  return false;
}

bool sx_function_has_body(sx_str text, size_t behind_name, const sx_language *language) {
  reader r = {0};
  if (behind_name >= text.len) return false;
  size_t len = text.len - behind_name < MAX_BYTES ? text.len - behind_name : MAX_BYTES;
  sx_lexer_init(&r.lexer, sx_str_slice(text, behind_name, behind_name + len), language);
  if (!skip_parameters(&r)) return false;
  return is_typescript(language) ? has_body_behind_type(&r) : has_brace_before_end(&r);
}
