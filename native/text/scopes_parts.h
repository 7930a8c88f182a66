#ifndef SX_TEXT_SCOPES_PARTS_H
#define SX_TEXT_SCOPES_PARTS_H

#include "base/byte.h"
#include "text/scopes.h"

/* Between the files of scopes.h: steps over `code`, where no string and no comment is. */

/** After the last character before `at` that is not a space. */
static inline size_t sx_code__back(sx_str code, size_t at) {
  while (at > 0 && sx_byte_is_space(code.ptr[at - 1])) at--;
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
  while (start > 0 && sx_byte_is_ident(code.ptr[start - 1])) start--;
  return sx_str_slice(code, start, end);
}

static inline sx_str sx_code__word_at(sx_str code, size_t at) {
  size_t end = at;
  while (end < code.len && sx_byte_is_ident(code.ptr[end])) end++;
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
