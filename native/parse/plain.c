#include "parse/plain.h"

#include "base/byte.h"
#include "text/c/c_code.h"
#include "text/language.h"

#include <string.h>

/* So many tokens may be in the brackets of a macro or of a type's arguments. */
#define MAX_ARGUMENTS 200

/* Names of classes that constructors may have. */
#define MAX_CLASSES 16

/* A word, or one character of anything else that is code. */
typedef struct token {
  uint32_t start, end;
  bool is_word, is_blank;
} token;

typedef struct plain {
  sx_str text;
  char *copy;
  SX_ARRAY(token) tokens;
  sx_str classes[MAX_CLASSES]; /* whose bodies began last */
  size_t class_count;
} plain;

static void blank(plain *p, size_t start, size_t end) {
  for (size_t i = start; i < end; i++)
    if (!sx_byte_is_line_end(p->copy[i])) p->copy[i] = ' ';
}

/* ---- macros ---------------------------------------------------------------------------------- */

static sx_status cut(plain *p, sx_arena *arena) {
  const sx_language *language = sx_language_find(SX_STR("cpp"), SX_STR(""));
  sx_str code = sx_c_code(p->text, language, false, arena);
  for (size_t at = 0; at < code.len;) {
    size_t end = at;
    while (end < code.len && sx_byte_is_word(code.ptr[end])) end++;
    bool is_word = end > at;
    if (!is_word && sx_byte_is_space(code.ptr[at++])) continue;
    token *one = SX_ARRAY_ADD(&p->tokens, arena);
    if (!one) break;
    *one =
        (token){(uint32_t)(is_word ? at : at - 1), (uint32_t)(is_word ? end : at), is_word, false};
    at = is_word ? end : at;
  }
  return arena->status;
}

/* 0: a word, or the end. */
static char mark_at(const plain *p, size_t i) {
  bool is_mark = i < p->tokens.len && !p->tokens.items[i].is_word;
  return is_mark ? p->text.ptr[p->tokens.items[i].start] : '\0';
}

/* Empty for a mark, and at the end. */
static sx_str word_at(const plain *p, size_t i) {
  if (i >= p->tokens.len || !p->tokens.items[i].is_word) return SX_STR("");
  return sx_str_slice(p->text, p->tokens.items[i].start, p->tokens.items[i].end);
}

static bool is_one_of(const plain *p, size_t i, const char *words) {
  sx_str word = word_at(p, i);
  return word.len && sx_language_has_word(words, word, false);
}

/* A name of something, not a number. */
static bool is_name(const plain *p, size_t i) {
  sx_str word = word_at(p, i);
  return word.len && !sx_byte_is_digit(word.ptr[0]);
}

static bool is_in_capitals(sx_str word) {
  bool has_letter = false;
  if (word.len < 3 || sx_byte_is_digit(word.ptr[0])) return false;
  for (size_t i = 0; i < word.len; i++) {
    char c = word.ptr[i];
    if (c != '_' && !sx_byte_is_digit(c) && (c < 'A' || c > 'Z')) return false;
    has_letter |= c >= 'A' && c <= 'Z';
  }
  return has_letter;
}

static bool is_scope(const plain *p, size_t i) {
  return mark_at(p, i) == ':' && mark_at(p, i + 1) == ':';
}

/* After the brackets that open at `i`; `i` where none do, or too much is in them. */
static size_t after_brackets(const plain *p, size_t i, char open, char close) {
  if (mark_at(p, i) != open) return i;
  size_t depth = 0;
  for (size_t at = i; at < p->tokens.len && at < i + MAX_ARGUMENTS; at++) {
    char mark = mark_at(p, at);
    if (mark == open) depth++;
    if (mark == close && !--depth) return at + 1;
  }
  return i;
}

/* After `a::b<c> *const &`. */
static size_t after_type(const plain *p, size_t i) {
  for (;;) {
    i = after_brackets(p, i + 1, '<', '>');
    if (!is_scope(p, i)) break;
    i += 2;
  }
  while (mark_at(p, i) == '*' || mark_at(p, i) == '&' || is_one_of(p, i, "const")) i++;
  return i;
}

/* Whether a declaration may begin after the token before `i`. */
static bool is_at_start(const plain *p, size_t i) {
  if (!i || p->tokens.items[i - 1].is_blank) return true;
  char mark = mark_at(p, i - 1);
  if (mark) return sx_byte_is_one_of(mark, ";{}>)") || (mark == ':' && !is_scope(p, i - 2));
  return is_one_of(p, i - 1, "static inline virtual constexpr extern explicit friend typedef");
}

/* class MACRO A { `before`: the number of tokens up to the last before `i` that is not blank. */
static bool is_before_type_name(const plain *p, size_t before, size_t next) {
  if (!before || !is_one_of(p, before - 1, "class struct union enum") || !is_name(p, next))
    return false;
  char mark = mark_at(p, next + 1);
  return mark ? mark == '{' || mark == '<' || (mark == ':' && !is_scope(p, next + 1))
              : is_name(p, next + 1);
}

/* MACRO int f(); and MACRO before what can only begin a declaration. */
static bool is_before_declaration(const plain *p, size_t i, size_t next) {
  if (!is_at_start(p, i) || !is_name(p, next)) return false;
  if (is_one_of(p, next,
                "class struct union enum template namespace using typedef static inline "
                "virtual constexpr explicit friend extern public private protected"))
    return true;
  if (is_one_of(p, next, "const operator volatile")) return false;
  size_t name = after_type(p, next);
  return is_name(p, name) || mark_at(p, name) == '~';
}

/* MACRO A(int a) : b(a) {} and MACRO ~A() in `class A {`. */
static bool is_before_constructor(const plain *p, size_t i, size_t next) {
  if (!is_at_start(p, i)) return false;
  if (mark_at(p, next) == '~') return is_name(p, next + 1) && mark_at(p, next + 2) == '(';
  if (mark_at(p, next + 1) != '(') return false;
  sx_str name = word_at(p, next);
  for (size_t k = 0; k < p->class_count && k < MAX_CLASSES && name.len; k++)
    if (sx_str_is_equal(p->classes[k], name)) return true;
  return false;
}

/* Keeps the name of `class A {`, `class A : …` and `class A final`, where one begins at `i`.
 * `before`: as in is_before_type_name. */
static void note_class(plain *p, size_t before, size_t i) {
  if (!before || !is_one_of(p, before - 1, "class struct union") || !is_name(p, i)) return;
  bool is_body = mark_at(p, i + 1) == '{' || mark_at(p, i + 1) == '<' ||
                 is_one_of(p, i + 1, "final") || (mark_at(p, i + 1) == ':' && !is_scope(p, i + 1));
  if (is_body) p->classes[p->class_count++ % MAX_CLASSES] = word_at(p, i);
}

/* f() const MACRO { */
static bool is_before_body(const plain *p, size_t i, size_t next) {
  return i && mark_at(p, next) == '{' &&
         (mark_at(p, i - 1) == ')' || is_one_of(p, i - 1, "const noexcept override final"));
}

static void blank_macros(plain *p) {
  size_t before = 0;
  for (size_t i = 0; i < p->tokens.len; i++) {
    size_t kept = before;
    before = i + 1;
    note_class(p, kept, i);
    if (!is_in_capitals(word_at(p, i))) continue;
    size_t next = after_brackets(p, i + 1, '(', ')');
    if (!is_before_type_name(p, kept, next) && !is_before_declaration(p, i, next) &&
        !is_before_constructor(p, i, next) && !is_before_body(p, i, next))
      continue;
    before = kept;
    blank(p, p->tokens.items[i].start, p->tokens.items[next - 1].end);
    while (i < next) p->tokens.items[i++].is_blank = true;
    i--;
  }
}

/* ---- conditions ------------------------------------------------------------------------------ */

/* Attributes of bases, which Swift's grammar does not take there. */
static void blank_words(plain *p, sx_str word) {
  for (size_t at = 0; (at = sx_str_find(p->text, word, at)) != SX_STR_NONE; at += word.len)
    blank(p, at, at + word.len);
}

/* Kotlin's grammar reads the modifier as the name of a function between two operands. */
static void blank_annotations(plain *p) {
  sx_str words = SX_STR("annotation class "), word = SX_STR("annotation");
  for (size_t at = 0; (at = sx_str_find(p->text, words, at)) != SX_STR_NONE; at += words.len)
    if (!at || !sx_byte_is_word(p->text.ptr[at - 1])) blank(p, at, at + word.len);
}

static void blank_conditions(plain *p) {
  blank_words(p, SX_STR("@unchecked "));
  for (size_t at = 0; at < p->text.len;) {
    size_t end = sx_str_find_char(p->text, '\n', at);
    if (end == SX_STR_NONE) end = p->text.len;
    sx_str line = sx_str_trim(sx_str_slice(p->text, at, end));
    if (sx_str_has_prefix(line, SX_STR("#if")) || sx_str_has_prefix(line, SX_STR("#else")) ||
        sx_str_has_prefix(line, SX_STR("#endif")))
      blank(p, at, end);
    at = end + 1;
  }
}

sx_status sx_parse_plain(sx_str *out, const sx_grammar *grammar, sx_str text, sx_arena *arena,
                         sx_err *err) {
  bool has_macros = grammar->flags & SX_GRAMMAR_MACROS;
  *out = text;
  unsigned all = SX_GRAMMAR_MACROS | SX_GRAMMAR_CONDITIONS | SX_GRAMMAR_ANNOTATIONS;
  if (!(grammar->flags & all)) return SX_OK;
  bool adds_end = (grammar->flags & SX_GRAMMAR_LINE_END) && text.len;
  char *bytes = sx_arena_alloc(arena, text.len + 1);
  if (!bytes) return sx_fail(err, SX_NOMEM, NULL);
  if (text.len) memcpy(bytes, text.ptr, text.len);
  bytes[text.len] = '\n';
  sx_str copy = sx_str_make(bytes, text.len + adds_end);
  plain p = {.text = text, .copy = bytes};
  if (!arena->status && has_macros && !cut(&p, arena)) blank_macros(&p);
  if (!arena->status && (grammar->flags & SX_GRAMMAR_CONDITIONS)) blank_conditions(&p);
  if (!arena->status && (grammar->flags & SX_GRAMMAR_ANNOTATIONS)) blank_annotations(&p);
  if (arena->status) return sx_fail(err, arena->status, NULL);
  *out = copy;
  return SX_OK;
}
