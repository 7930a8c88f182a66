#ifndef SX_TEXT_LEXER_H
#define SX_TEXT_LEXER_H

#include "text/language.h"

/*
 * Separates comments, strings and imports from other code by the tables in language.h. It never
 * fails and allocates nothing: what it does not understand is code, and what is not closed
 * ends with its line or with the text.
 */

/** The kind of a place in a text, the best for asking a language server first. */
typedef enum sx_use { SX_USE_CODE, SX_USE_IMPORT, SX_USE_STRING, SX_USE_COMMENT } sx_use;

/** "code", "import", "string", "comment". Static memory. */
const char *sx_use_name(sx_use use);

typedef struct sx_span {
  size_t start, end;
  sx_use use;
} sx_span;

/* Strings with code in them that holds strings…: deeper ones are taken as plain strings. */
#define SX_LEXER_MAX_DEPTH 24
#define SX_LEXER_MAX_QUOTES 12
/* Limits of one line. */
#define SX_LEXER_MAX_HEREDOCS 4

/** A string that is open; its delimiters as they were written. */
typedef struct sx_open_string {
  const sx_quote *quote;
  size_t extra_at, extra_len; /* the #s, =s or letters that its end must repeat */
  const char *interp_close;   /* not NULL: in the code of an interpolation, which this ends */
  char interp_opener;         /* what nests in that code */
  size_t nested;
  bool is_indented, may_go_on; /* of a here document: the line of its end */
} sx_open_string;

typedef struct sx_lexer {
  sx_str text; /* borrowed */
  const sx_language *language;
  size_t at;
  size_t import_end;           /* code before it is an import */
  size_t no_import_until;      /* a statement was read as far as here and is none */
  size_t word_start, word_end; /* the last word of code */
  bool at_statement;           /* nothing but modifiers since a statement may have begun */
  enum { SX_AFTER_OPERATOR, SX_AFTER_VALUE, SX_AFTER_WORD } after; /* what a / here means */
  uint64_t control_parens; /* open ones, the innermost last: 1 where `if` or `for` stands before */
  size_t depth;
  sx_open_string open[SX_LEXER_MAX_DEPTH];
  size_t unclosed_until[SX_LEXER_MAX_QUOTES];     /* no such quote closes before here */
  unsigned char unclosed_delimiters[128];         /* how often nothing closed one */
  sx_open_string heredocs[SX_LEXER_MAX_HEREDOCS]; /* that begin with the next line */
  size_t heredoc_count, heredoc_from, heredoc_failures;
  bool is_at_document; /* the first of them begins here */
  size_t string_end;   /* a string that its operator's word has begun ends there */
  bool is_page;        /* outside of <?php … ?> */
  bool is_over;        /* after __END__ */
  unsigned char kinds[256];
} sx_lexer;

void sx_lexer_init(sx_lexer *lexer, sx_str text, const sx_language *language);

/**
 * The next span; false at the end. Spans follow each other without a gap, are never empty, and
 * neighbours may be of the same use. Delimiters belong to their string or comment, line ends
 * after line comments do not.
 *
 * Cost     Linear in the text, whatever it holds.
 */
bool sx_lexer_next(sx_lexer *lexer, sx_span *span);

#endif
