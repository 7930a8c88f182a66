#ifndef SX_TEXT_C_C_NAME_H
#define SX_TEXT_C_C_NAME_H

#include "text/c/c_code.h"

/** The role of a name at one place, by the text around it. */
typedef enum sx_c_role {
  SX_C_USE,       /* or anything not distinguished here */
  SX_C_TAG,       /* struct X …: X is declared or used */
  SX_C_TAG_BODY,  /* struct X { */
  SX_C_TYPEDEF,   /* what a typedef declares */
  SX_C_PROTOTYPE, /* a function without its body */
  SX_C_FUNCTION,  /* with it */
  SX_C_VARIABLE,
  SX_C_MACRO /* the name of a #define; sx_c_name_look, which sees no directives, never returns it */
} sx_c_role;

typedef enum sx_c_scope {
  SX_C_FILE,   /* also in a namespace */
  SX_C_MEMBER, /* in a struct, union, class or enumeration */
  SX_C_LOCAL   /* in a function, or a parameter */
} sx_c_scope;

/** A word of the code: bytes [start, end). */
typedef struct sx_c_word {
  size_t start, end;
} sx_c_word;

#define SX_C_MAX_NAMES 8

typedef struct sx_c_name {
  sx_c_role role;
  sx_c_scope scope;
  bool is_static;
  bool is_extern;
  bool is_enumerator;
  bool is_nested;  /* a member of a struct or union that is in another one */
  bool is_typedef; /* the statement is one; then: */
  sx_c_word tag;   /* of the struct, union or enum that it names; empty: it has none */
  sx_c_word names[SX_C_MAX_NAMES]; /* what it declares as that type itself: no pointers, arrays */
  size_t name_count;
  size_t statement; /* where it begins: what has the same is declared together */
} sx_c_name;

/* Deeper brackets are not distinguished. */
#define SX_C_MAX_DEPTH 64

/** A bracket that is open. */
typedef struct sx_c_bracket {
  char c;
  bool is_body;    /* of a function */
  bool is_members; /* of a struct, union, class or enumeration */
  bool is_enum;    /* of an enumeration */
  bool is_namespace;
  size_t at;
  size_t outer_statement; /* where the statement that it stands in begins */
} sx_c_bracket;

/** The part of a statement before a place, kept so that each part of it is read once. */
typedef struct sx_c_before {
  size_t statement, to; /* read so far; empty: nothing */
  size_t depth;         /* of parentheses */
  bool has_return, has_static, has_extern, has_equals;
} sx_c_before;

/** Reads code from its start: begins as {.code = sx_c_code(…)}, without directives. */
typedef struct sx_c_reader {
  sx_str code;
  size_t at; /* so far */
  sx_c_bracket open[SX_C_MAX_DEPTH];
  size_t depth;
  size_t statement; /* where the innermost one begins */
  sx_c_before before;
  size_t typedef_end; /* after where the statement begins that was read as a typedef; 0: none */
  sx_c_name as_typedef;
} sx_c_reader;

/**
 * Looks at the name at [at, at + len) of the code; each `at` is after the one before.
 * Brackets that branches of the preprocessor leave unbalanced are read as if each branch counted.
 *
 * Cost  One pass over the code for all names, and a few KB after each of them.
 */
void sx_c_name_look(sx_c_name *out, sx_c_reader *reader, size_t at, size_t len);

#endif
