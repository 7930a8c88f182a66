#ifndef SX_SEMANTIC_CODE_WORDS_H
#define SX_SEMANTIC_CODE_WORDS_H

#include "workspace/document.h"

/** A name in a text: bytes [start, end). */
typedef struct sx_word {
  size_t start, end;
} sx_word;

typedef SX_ARRAY(sx_word) sx_words;

/**
 * Bytes [from, to) of the text with blanks for what is in comments and strings, so that brackets
 * and names can be looked for. In `arena`; empty when that is full.
 */
sx_str sx_code_of(const sx_document *document, size_t from, size_t to, sx_arena *arena);

/** The names in code of [from, to) that are called, as in `f(`, without words like `if`. */
sx_status sx_code_calls(sx_words *out, const sx_document *document, size_t from, size_t to,
                        sx_arena *arena, sx_err *err) SX_MUST_USE;

/**
 * All names in code of [from, to) but the language's keywords: where a call needs no parenthesis.
 */
sx_status sx_code_names(sx_words *out, const sx_document *document, size_t from, size_t to,
                        sx_arena *arena, sx_err *err) SX_MUST_USE;

/**
 * The names that a type's declaration extends or implements; `from` is after the type's own name,
 * `to` where the declaration ends (SX_STR_NONE: not known). For `a.b.Base<T>` it is `Base`.
 */
sx_status sx_code_bases(sx_words *out, const sx_document *document, size_t from, size_t to,
                        sx_arena *arena, sx_err *err) SX_MUST_USE;

#endif
