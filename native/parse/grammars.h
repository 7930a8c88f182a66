#ifndef SX_PARSE_GRAMMARS_H
#define SX_PARSE_GRAMMARS_H

#include "base/str.h"

#include <tree_sitter/api.h>

typedef enum sx_grammar_flags {
  SX_GRAMMAR_CAPITALS_EXPORT = 1,  /* a name with a capital is for others (Go) */
  SX_GRAMMAR_UNDERSCORE_HIDES = 2, /* a name that begins with _ is not */
  SX_GRAMMAR_TYPE_CONSTRUCTS = 4,  /* a method of its type's name is a constructor */
  SX_GRAMMAR_MACROS = 8,           /* words in capitals stand where it wants none */
  SX_GRAMMAR_CONDITIONS = 16,      /* … and lines with #if, and @unchecked */
  SX_GRAMMAR_NO_LOCALS = 32,       /* its query has no variables of functions */
  SX_GRAMMAR_ANNOTATIONS = 64,     /* it takes `annotation class A` for an expression */
  SX_GRAMMAR_LINE_END = 128,       /* its scanner looks for one after the end of the text */
  SX_GRAMMAR_BRANCHES = 256        /* it takes #if for a mistake in some places */
} sx_grammar_flags;

typedef enum sx_grammar_calls {
  SX_CALLS_IMPORT,    /* they import a module that is given to them */
  SX_CALLS_MIXIN,     /* … add the members of one */
  SX_CALLS_PROPERTY,  /* … declare properties */
  SX_CALLS_MODULE,    /* … modules */
  SX_CALLS_FUNCTION,  /* … functions */
  SX_CALLS_PRIVATE,   /* … functions that are not for others */
  SX_CALLS_TEST,      /* … tests */
  SX_CALLS_TYPE,      /* … types */
  SX_CALLS_CALLBACK,  /* … functions that others are to define */
  SX_CALLS_ATTRIBUTE, /* they belong to the declaration below them */
  SX_CALLS_COUNT
} sx_grammar_calls;

/** A language's needs beside its queries. Lists are words that spaces separate, or NULL. */
typedef struct sx_grammar {
  const char *name; /* as in syntax/languages.h */
  const TSLanguage *(*get)(void);
  const char *query;
  const char *calls[SX_CALLS_COUNT]; /* a call of one of these is a declaration */
  const char *name_mark;             /* before a word that is a name though it is a keyword */
  const char *constructor;           /* the name that makes a method one */
  const char *test_names;            /* a function whose name begins so is a test */
  const char *test_marks;            /* one that has this before its name is a test */
  unsigned flags;
} sx_grammar;

/** NULL: it has none. */
const sx_grammar *sx_grammar_find(sx_str name);

#endif
