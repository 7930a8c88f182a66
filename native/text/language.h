#ifndef SX_TEXT_LANGUAGE_H
#define SX_TEXT_LANGUAGE_H

#include "base/str.h"

#include <stdint.h>

/*
 * Facts about each programming language that need no parser: one row a language, in
 * language_table.c. All of it is static; strings are NUL-terminated, lists end with NULL.
 */

typedef enum sx_quote_flags {
  SX_QUOTE_MULTI_LINE = 1, /* goes on over line ends */
  SX_QUOTE_DOUBLED = 2,    /* the closing text twice stands for itself */
  SX_QUOTE_CHAR = 4,       /* holds one character or escape, else it is not a quote ('a in Rust) */
  SX_QUOTE_HASHES = 8,     /* #s around it belong to it: r##"…"## */
  SX_QUOTE_LEVELS = 16,    /* =s inside the brackets belong to it: [==[…]==] */
  SX_QUOTE_CPP_RAW = 32,   /* R"x(…)x" */
  SX_QUOTE_NAMES = 64,     /* $name inside is code */
  SX_QUOTE_BRACE_TWICE = 128, /* an interpolation's opening text twice stands for itself */
  SX_QUOTE_HEREDOC = 256      /* <<TAG: its text is below, and the line goes on */
} sx_quote_flags;

/** A way to write a string. Rows are tried in order. */
typedef struct sx_quote {
  const char *open, *close;
  char escape; /* 0: none */
  unsigned flags;
  const char *prefix;     /* words, one of which stands directly before it; "*": any; or NULL */
  const char *interps[5]; /* pairs of texts around code inside: "${", "}" */
} sx_quote;

typedef struct sx_block_comment {
  const char *open, *close;
  bool is_nested;
  bool is_at_line_start; /* only there (=begin in Ruby) */
} sx_block_comment;

typedef enum sx_import_end {
  SX_IMPORT_LINE,   /* a line end outside brackets, not after a comma or backslash */
  SX_IMPORT_INDENT, /* as LINE, but indented lines continue it */
  SX_IMPORT_SEMI,   /* a semicolon */
  SX_IMPORT_MODULE  /* a semicolon, or a line end after the module's name was given */
} sx_import_end;

typedef enum sx_import_flags {
  SX_IMPORT_NO_CALL = 1,   /* not when '(' or '.' follows */
  SX_IMPORT_NO_EQUALS = 2, /* not when the statement has '=' (using T = …) */
  SX_IMPORT_NO_PARENS = 4, /* not when the statement has '(' (using (var f = …)) */
  SX_IMPORT_LIST = 8       /* only when '{', '*' or `type` follows (export {…} from) */
} sx_import_flags;

/** A statement that imports: begins with `word`, and holds `needs` outside brackets. */
typedef struct sx_import_rule {
  const char *word; /* may begin with # or @ */
  sx_import_end end;
  unsigned flags;
  const char *needs; /* or NULL */
} sx_import_rule;

/** A word that stands before the name that it declares. */
typedef struct sx_declarer {
  const char *word;
  const char *kind; /* as VS Code names symbol kinds, where it has one */
  bool needs_body;  /* a use too, unless a body or an end follows (struct user *u in C) */
} sx_declarer;

typedef enum sx_language_flags {
  SX_LANGUAGE_FOLDS_CASE = 1,        /* keywords in any case (SQL) */
  SX_LANGUAGE_REGEX = 2,             /* /…/ literals */
  SX_LANGUAGE_SPACE_COMMENT = 4,     /* a line comment only at a line's start or after a space */
  SX_LANGUAGE_BACKSLASH_JOINS = 8,   /* a backslash at the line's end continues a line comment */
  SX_LANGUAGE_KEYS = 16,             /* a string before ':' or '=' is a key: code */
  SX_LANGUAGE_DOCSTRING = 32,        /* documentation is the string below the declaration */
  SX_LANGUAGE_DOCSTRING_ABOVE = 64,  /* … or the string above it */
  SX_LANGUAGE_C_FUNCTIONS = 128,     /* a function is: type name(…) { */
  SX_LANGUAGE_BARE_METHODS = 256,    /* a method is: name(…) { */
  SX_LANGUAGE_ASSIGNS = 512,         /* name = … at the start of a statement declares */
  SX_LANGUAGE_LABELS = 1024,         /* name: at the start of a line declares */
  SX_LANGUAGE_SELECTORS = 2048,      /* .name { declares */
  SX_LANGUAGE_SIGNATURES = 4096,     /* name :: type declares */
  SX_LANGUAGE_URLS = 8192,           /* // after a colon is not a comment */
  SX_LANGUAGE_HEADINGS = 16384,      /* a line that begins with # declares what it holds */
  SX_LANGUAGE_CREATES = 32768,       /* declarers count only after CREATE */
  SX_LANGUAGE_ESCAPES = 1 << 16,     /* a backslash in code takes the next character: \" \' */
  SX_LANGUAGE_PERL_QUOTES = 1 << 17, /* q{…} qw(…) m{…} s/…/…/; $" and $' are names */
  SX_LANGUAGE_PERCENT = 1 << 18,     /* %w[…], ?" */
  SX_LANGUAGE_ENDS = 1 << 19,        /* text after a line __END__ or __DATA__ is not code */
  SX_LANGUAGE_PAGES = 1 << 20,       /* code stands in <?php … ?>; #[ begins no comment */
  SX_LANGUAGE_MARKUP = 1 << 21,      /* has elements whose text may hold a lone ` */
  SX_LANGUAGE_BARE_CALLS = 1 << 22,  /* a call needs no parentheses, or may need none */
  SX_LANGUAGE_QUALIFIES = 1 << 23,   /* outside its class a member is never named alone */
  SX_LANGUAGE_SIGILS = 1 << 24       /* ~r/…/, ~S"""…""", ?" */
} sx_language_flags;

typedef struct sx_language {
  const char *ids;         /* VS Code's language ids, separated by spaces; the first is ours */
  const char *files;       /* extensions with their dot, and whole file names; lower case */
  const char *ident_extra; /* ASCII characters of identifiers beside UAX 31's */
  const char *line_comments[4];
  const sx_block_comment *block_comments;
  const sx_quote *quotes;
  const char *quote_prefixes; /* words that may stand directly before a '; "*": any */
  const sx_import_rule *imports;
  const char *import_modifiers; /* words that may stand before an import's */
  const sx_declarer *declarers;
  unsigned flags;
} sx_language;

/**
 * The row for a document: by VS Code's language id, else by the extension or name of the file.
 * Never NULL: an unknown language gets a row with C's comments and strings and '#' comments.
 */
const sx_language *sx_language_find(sx_str language_id, sx_str path);

/** Whether a file of this name is of a known language. Logs and images are not. */
bool sx_language_has_file(sx_str path);

/** All rows, for checks; `*count` of them. */
const sx_language *sx_language_list(size_t *count);

/** The row's own id: the first of `ids`. */
sx_str sx_language_name(const sx_language *language);

/** Whether a character may stand inside an identifier of the language. */
bool sx_language_is_ident(const sx_language *language, uint32_t codepoint);

/** Where the identifier that begins or goes on at `at` ends; `at` where none does. */
size_t sx_language_ident_end(const sx_language *language, sx_str text, size_t at);

/** Where the identifier that ends or goes on at `at` starts; `at` where none does. */
size_t sx_language_ident_start(const sx_language *language, sx_str text, size_t at);

/** Whether no identifier character stands directly before `start` or at `end`. */
bool sx_language_is_word(const sx_language *language, sx_str text, size_t start, size_t end);

/**
 * Where the name at a server's place begins: after the stars of `**options`, in Python after the
 * quote of `__slots__ = ("size",)`, in TypeScript in front of the function in `area = () => 1`.
 */
size_t sx_language_name_start(const sx_language *language, sx_str text, size_t at);

/** The first place at or after `from` where `word` stands so; SX_STR_NONE. */
size_t sx_language_find_word(const sx_language *language, sx_str text, sx_str word, size_t from);

/** Puts `value` at every ASCII character that may stand in one: for tables of bytes. */
void sx_language_mark_ident(const sx_language *language, unsigned char value,
                            unsigned char table[128]);

/** Whether `word` is one of those in `list`, which spaces separate; "*" has all, NULL none. */
bool sx_language_has_word(const char *list, sx_str word, bool folds_case);

#endif
