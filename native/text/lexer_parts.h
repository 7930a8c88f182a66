#ifndef SX_TEXT_LEXER_PARTS_H
#define SX_TEXT_LEXER_PARTS_H

#include "text/lexer.h"

/* Between the files of the lexer. */

/* The kinds of a byte of code: `kinds` of sx_lexer. */
enum {
  SX_LEXER_WORD = 1,
  SX_LEXER_SPACE = 2,
  SX_LEXER_LINE_END = 4,
  SX_LEXER_COMMENT = 8,   /* may begin one */
  SX_LEXER_STRING = 16,   /* may begin one */
  SX_LEXER_STATEMENT = 32 /* a statement may begin after it */
};

/** Whether `c` may begin a word, roughly: all that is not ASCII may. */
static inline bool sx_lexer__is_word_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
}

/** Whether `text` has the NUL-terminated `part` at `at`. Mostly its first byte differs. */
static inline bool sx_lexer__has(sx_str text, size_t at, const char *part) {
  if (at >= text.len || text.ptr[at] != *part) return at <= text.len && !*part;
  size_t len = strlen(part);
  return text.len - at >= len && memcmp(text.ptr + at, part, len) == 0;
}

/** Where the line that holds `at` ends, before its line end. */
size_t sx_lexer__line_end(sx_str text, size_t at);

/** The end of the comment that begins at `at`; `at` when none does. */
size_t sx_lexer__comment_end(const sx_lexer *lexer, size_t at);

/** The word that ends just before `at`, "" when code's last word does not. */
sx_str sx_lexer__word_before(const sx_lexer *lexer, size_t at);

/** Whether a string begins at `at`: then `open` and the end of its opening text are set. */
bool sx_lexer__string_begins(sx_lexer *lexer, size_t at, sx_open_string *open, size_t *content);

/** How a part of a string ends. */
typedef enum sx_string_stop { SX_STRING_CLOSED, SX_STRING_UNCLOSED, SX_STRING_CODE } sx_string_stop;

/**
 * The end of the string whose content goes on at `at`: after its closing text, at the line's
 * or the text's end where it is not closed, or at the opening text of code in it.
 */
size_t sx_lexer__string_end(sx_str text, const sx_open_string *open, size_t at,
                            sx_string_stop *stop);

/** The end of the regular expression at `at`; `at` when it is none. */
size_t sx_lexer__regex_end(sx_lexer *lexer, size_t at);

/** Takes note of the here document whose operator may be at `at`. */
void sx_lexer__note_heredoc(sx_lexer *lexer, size_t at, const sx_quote *quote);

/** At a line's start: opens the first of those that were noted in the line before. */
bool sx_lexer__open_heredoc(sx_lexer *lexer);

/** The end of the document's last line that begins at `at`; 0 where it is not the last. */
size_t sx_lexer__heredoc_end(sx_str text, const sx_open_string *open, size_t at);

/** The end of the string that Perl's operator at [start, word_end) begins; 0: it is a name. */
size_t sx_lexer__word_string_end(sx_lexer *lexer, size_t start, size_t word_end);

/** The end of Ruby's %w[…] at `at`, of Elixir's ~r/…/, or of a ?c of both; 0 when it is none. */
size_t sx_lexer__percent_end(sx_lexer *lexer, size_t at);
size_t sx_lexer__sigil_end(sx_lexer *lexer, size_t at);
size_t sx_lexer__character_end(const sx_lexer *lexer, size_t at);

/** When an import statement begins with the word at [start, end): its end, else 0. */
size_t sx_lexer__import_end(sx_lexer *lexer, size_t start, size_t end);

#endif
