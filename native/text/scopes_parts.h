#ifndef SX_TEXT_SCOPES_PARTS_H
#define SX_TEXT_SCOPES_PARTS_H

#include "text/scopes.h"

/* Between the files of scopes.h: steps over `code`, where no string and no comment is. */

static inline bool sx_code__is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$' || (unsigned char)c >= 0x80;
}

static inline bool sx_code__is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static inline char sx_code__at(sx_str code, size_t at) {
  return at < code.len ? code.ptr[at] : 0;
}

static inline size_t sx_code__skip(sx_str code, size_t at) {
  while (at < code.len && sx_code__is_space(code.ptr[at])) at++;
  return at;
}

/** After the last character before `at` that is not a space. */
static inline size_t sx_code__back(sx_str code, size_t at) {
  while (at > 0 && sx_code__is_space(code.ptr[at - 1])) at--;
  return at;
}

/** The last character before `at` that is not a space; 0: none. */
static inline char sx_code__before(sx_str code, size_t at) {
  at = sx_code__back(code, at);
  return at ? code.ptr[at - 1] : 0;
}

/** The word that ends before `at`, spaces passed over; "" when something else does. */
static inline sx_str sx_code__word_before(sx_str code, size_t at) {
  size_t end = sx_code__back(code, at), start = end;
  while (start > 0 && sx_code__is_word(code.ptr[start - 1])) start--;
  return sx_str_slice(code, start, end);
}

static inline sx_str sx_code__word_at(sx_str code, size_t at) {
  size_t end = at;
  while (end < code.len && sx_code__is_word(code.ptr[end])) end++;
  return sx_str_slice(code, at, end);
}

static inline bool sx_code__has_word(const char *list, sx_str word) {
  return word.len && sx_language_has_word(list, word, false);
}

/** The index of the innermost block around `offset`, or where `below` is given, around that one. */
size_t sx_scopes__around(const sx_scopes *scopes, size_t offset, size_t below);

bool sx_scopes__is_script(const sx_language *language); /* TypeScript, JavaScript */
bool sx_scopes__is_c(const sx_language *language);

/** Where the function or loop ends whose head's parentheses are `block`; its own end: none. */
size_t sx_scopes__extent(const sx_scopes *scopes, const sx_block *block);
/** The end of the expression after an arrow at `at`. */
size_t sx_scopes__arrow_end(const sx_scopes *scopes, size_t at);

/** Whether a declaration is a type parameter: `T` of `f<T>`. */
bool sx_scopes__is_type_parameter(const sx_scopes *scopes, size_t offset);

/** The index of the last block that begins at or before `offset`; SX_STR_NONE. */
size_t sx_scopes__last_before(const sx_scopes *scopes, size_t offset);
/** Fills in the parents of blocks in their order. */
sx_status sx_scopes__link(sx_scopes *scopes, sx_arena *arena, sx_err *err) SX_MUST_USE;

/** Finds the defs and classes by indentation. */
sx_status sx_scopes__find_indented(sx_scopes *scopes, sx_arena *arena, sx_err *err) SX_MUST_USE;

#endif
