#ifndef SX_TEXT_DECLARATION_HEAD_H
#define SX_TEXT_DECLARATION_HEAD_H

#include "base/arena.h"
#include "text/language.h"

/** How a declaration's head ends. */
typedef enum sx_head_of {
  SX_HEAD_VALUE,    /* a variable, field, key, type's other name: the beginning of its value */
  SX_HEAD_FUNCTION, /* its parameters and result */
  SX_HEAD_TYPE,     /* what it extends */
  SX_HEAD_LINE      /* its line: a macro, a heading */
} sx_head_of;

/** A declaration in a text, in bytes. */
typedef struct sx_head_place {
  size_t start, end; /* of all of it */
  size_t name, name_end;
  sx_head_of of;
} sx_head_place;

/**
 * The declaration in one line without its body, as an outline has it: comments are left out, runs
 * of blanks and line ends are one blank, and longer values and heads end in "…":
 * `export function add(a: number, b: number): number`, `class Till(Drawer)`, `static int *next`,
 * `export const rates = {…}`, `typedef struct {…} pair`.
 *
 * Memory   in `arena`; "" when that is full.
 * Cost     of a head, not of a body, unless the name is after that.
 */
sx_str sx_declaration_head(sx_str text, const sx_head_place *place, const sx_language *language,
                           sx_arena *arena);

#endif
