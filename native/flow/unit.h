#ifndef SX_FLOW_UNIT_H
#define SX_FLOW_UNIT_H

#include "flow/nodes.h"

/**
 * A declaration as it stands among others: an item of a list, as the statements of a block, the
 * members of a class or the constants of an enum are. Found by the place of its name.
 */
typedef struct sx_unit {
  uint32_t name; /* the node of its name, or the outer one of that extent */
  uint32_t list; /* what it is an item of */
  uint32_t node; /* the item, with `export`, `template` or Python's decorators */
  /* Where it is declared together with others, its own part: `b = 2` of `int a, b = 2;`. */
  uint32_t part;
  uint32_t body;     /* of a function or type; the expression of a short function; or NONE */
  bool is_entangled; /* with others in a pattern or a chain: `a, b = f()`, `a = b = 1` */
  bool has_commas;   /* items of the list are separated by commas */
} sx_unit;

/** Why something is not one. */
typedef enum sx_unit_error {
  SX_UNIT_OK,
  SX_UNIT_NO_LIST,   /* its language's lists are not known, or it is in none */
  SX_UNIT_PARAMETER, /* a parameter, or what is declared inside of an expression */
  SX_UNIT_IMPORT,
  SX_UNIT_STATEMENT, /* of a loop or the like, which has its own name */
} sx_unit_error;

/** The declaration whose name stands at [start, end). */
sx_unit_error sx_unit_find(sx_unit *out, const sx_nodes *nodes, uint32_t start, uint32_t end);

/** The name before it that its list does not show: Go's receiver, C++'s `Till::`; or empty. */
sx_str sx_unit_qualifier(const sx_nodes *nodes, const sx_unit *unit);

/** The list around it, without the branches of #if and the like. */
uint32_t sx_unit_scope(const sx_nodes *nodes, const sx_unit *unit);

typedef SX_ARRAY(sx_unit) sx_units;

/**
 * All declarations of its name in the same scope, itself included, by their place: overloads, a
 * prototype and its definition, a property's getter and setter, branches of an #if. NOMEM.
 */
sx_status sx_unit_find_twins(sx_units *out, const sx_nodes *nodes, const sx_unit *unit,
                             sx_arena *arena, sx_err *err) SX_MUST_USE;

/** Whether it only says that there is such a function: a prototype, an overload's signature. */
bool sx_unit_is_signature(const sx_nodes *nodes, const sx_unit *unit);
/** Whether one of Python's decorators of it is this, with or without a module: "overload". */
bool sx_unit_has_decorator(const sx_nodes *nodes, const sx_unit *unit, const char *name);

/** Where it stands in the text. */
typedef struct sx_unit_extent {
  size_t comment; /* where the comment above it begins; `start` where there is none */
  size_t start;   /* with the decorators and attributes in front of it */
  size_t end;     /* of the item itself */
  size_t token;   /* the end of the `;` after it; `end` where there is none */
  size_t comma;   /* the end of the `,` after it, likewise */
  size_t
      trailing; /* the end of the comment after it in its last line; else the greatest of those */
} sx_unit_extent;

sx_unit_extent sx_unit_measure(const sx_nodes *nodes, const sx_unit *unit);

/** Where the line that `at` is in ends, before its \n or \r\n. */
size_t sx_text_line_stop(sx_str text, size_t at);
/** Whether there is nothing but blanks before `at` in its line. */
bool sx_text_begins_line(sx_str text, size_t at);
/** … and after it. */
bool sx_text_ends_line(sx_str text, size_t at);

#endif
