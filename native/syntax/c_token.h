#ifndef SX_SYNTAX_C_TOKEN_H
#define SX_SYNTAX_C_TOKEN_H

/* Shared by c_*.c in this folder; no other file includes it. */

#include "syntax/facts.h"

typedef enum sx_c_token_kind {
  SX_C_END,
  SX_C_WORD,  /* an identifier or a keyword */
  SX_C_VALUE, /* a number, a string, a character */
  SX_C_MARK   /* one character of anything else */
} sx_c_token_kind;

typedef struct sx_c_token {
  sx_c_token_kind kind;
  size_t start, end;
  char mark; /* of a MARK; else 0 */
} sx_c_token;

/* Nested #if are read alike from there on. */
#define SX_C_TOKENS_BRANCHES 64

/**
 * Reads tokens. Comments, white space and lines of the preprocessor are passed over; macros are
 * handed to `on_macro`, and the names in an #include to `on_include`. The branches of an #if each
 * begin with the depth of brackets that the first one began with.
 */
typedef struct sx_c_tokens {
  sx_str text;
  size_t at;
  int depth; /* of brackets, kept by those who pass over blocks */
  int branches[SX_C_TOKENS_BRANCHES];
  bool is_dead[SX_C_TOKENS_BRANCHES]; /* an #if 0: no more depth after it than before */
  size_t branch_count;
  uint32_t branch_turns; /* how often an #else or #elif has begun */
  void (*on_macro)(void *arg, size_t start, size_t end, size_t name_start, size_t name_end);
  void (*on_include)(void *arg, size_t start, size_t end, bool is_angled); /* or NULL */
  void *arg;
} sx_c_tokens;

sx_c_token sx_c_tokens_next(sx_c_tokens *reader);
/** Passes over all up to the bracket that closes the last one; at the end: all. */
void sx_c_tokens_skip(sx_c_tokens *reader);
/** The same for a function's body, which a `}` at a line's start ends if `is_at_line_start`. */
void sx_c_tokens_skip_body(sx_c_tokens *reader, bool is_at_line_start);

#endif
