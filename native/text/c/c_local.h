#ifndef SX_TEXT_C_C_LOCAL_H
#define SX_TEXT_C_C_LOCAL_H

#include "text/c/c_name.h"

/*
 * Which places of a name in a file of C are those of parameters, of variables in functions and of
 * labels, by the text: they do not mean what is declared outside of functions.
 */

/* More at once are in no code: the first ones count. */
#define SX_C_MAX_SHADOWS 16

/** Where a name means a variable of a function. */
typedef struct sx_c_shadow {
  bool is_parameter;
  size_t key; /* the statement that the function begins with, or the brace of the block */
} sx_c_shadow;

/** Begins as {.reader.code = sx_c_code(…)}, without directives. */
typedef struct sx_c_locals {
  sx_c_reader reader;
  sx_c_shadow shadows[SX_C_MAX_SHADOWS];
  size_t count;
} sx_c_locals;

/**
 * Whether the name at [at, at + len) of the code is one of these; each `at` is after the one
 * before, and all places of the name are asked about: a variable counts from its declaration on.
 */
bool sx_c_is_local(sx_c_locals *locals, size_t at, size_t len);

/** Whether a text may declare the name at [at, at + len) so: quick, and mostly false. */
bool sx_c_may_be_local(sx_str text, size_t at, size_t len);

#endif
