#ifndef SX_IMPORTS_READ_PARTS_H
#define SX_IMPORTS_READ_PARTS_H

/* Shared by the readers of single languages; only read*.c include it. */

#include "base/buf.h"
#include "imports/read.h"
#include "text/lexer.h"

typedef enum sx_import_token_kind {
  SX_IMPORT_TOKEN_END, /* of the text */
  SX_IMPORT_TOKEN_LINE,
  SX_IMPORT_TOKEN_WORD,
  SX_IMPORT_TOKEN_MARK,   /* one character */
  SX_IMPORT_TOKEN_STRING, /* `text` without its quotes */
  SX_IMPORT_TOKEN_OTHER,  /* a part of a string with code in it, a regular expression */
} sx_import_token_kind;

typedef struct sx_import_token {
  sx_import_token_kind kind;
  sx_str text;
  size_t at;
} sx_import_token;

/** A text as tokens, without comments. */
typedef struct sx_import_reader {
  sx_lexer lexer;
  sx_span span;
  size_t at;
  sx_import_token token; /* the last one */
  sx_import_token before;
  bool is_held;   /* `token` is taken again */
  size_t line_at; /* where lines are counted to */
  uint32_t line;  /* there, 1-based */
  sx_import_lines *out;
  sx_arena *arena;
} sx_import_reader;

/** The next token, which is `token` then. */
sx_import_token_kind sx_imports__next(sx_import_reader *reader);
/** The same but for line ends. */
sx_import_token_kind sx_imports__next_in_line(sx_import_reader *reader);
/** Has the next call give the same token. */
void sx_imports__hold(sx_import_reader *reader);

bool sx_imports__is_word(const sx_import_reader *reader, const char *word);
bool sx_imports__is_mark(const sx_import_reader *reader, char mark);

/** Adds an import that stands at `at`; a copy of `specifier`. False without memory. */
bool sx_imports__add(sx_import_reader *reader, sx_str specifier, sx_import_kind kind, size_t at);

/** The same of a name that was put together; one that is too long is left out. */
bool sx_imports__add_name(sx_import_reader *reader, const sx_buf *name, sx_import_kind kind,
                          size_t at);
/** Notes that the file exports all names of the import that was added after the first `before`. */
void sx_imports__note_all(sx_import_reader *reader, size_t before);
/** Takes note of want of memory in `buf`, which is cleared then; false where there was. */
bool sx_imports__clear(sx_import_reader *reader, sx_buf *buf);

/* Each reads all of the text; without memory the arena has the status. */
void sx_imports__read_script(sx_import_reader *reader);
void sx_imports__read_python(sx_import_reader *reader);
void sx_imports__read_c(sx_import_reader *reader);
void sx_imports__read_go(sx_import_reader *reader);
void sx_imports__read_rust(sx_import_reader *reader);
void sx_imports__read_java(sx_import_reader *reader);

#endif
