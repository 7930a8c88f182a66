#ifndef SX_FLOW_NAMES_H
#define SX_FLOW_NAMES_H

#include "flow/nodes.h"

/*
 * The names of a text: each occurrence, what it does there, and what it means, as far as
 * the text alone says so. Members (`object.member`), keys, labels, keyword arguments and names of
 * modules are not names in this sense: they are not looked up in a scope.
 */

#define SX_BINDING_FREE UINT32_MAX

typedef enum sx_name_roles {
  SX_NAME_DECLARES = 1,
  SX_NAME_READS = 2,
  SX_NAME_WRITES = 4,  /* a declaration with a value, too; `x += 1`, `x++` read and write */
  SX_NAME_CALLS = 8,   /* it is what a call calls: it also reads */
  SX_NAME_TYPE = 16,   /* in a type, an annotation */
  SX_NAME_ADDRESS = 32 /* C, Go: &x. Whoever has it may read and write */
} sx_name_roles;

/** One occurrence. */
typedef struct sx_name {
  uint32_t start, end;
  uint32_t node;
  uint32_t binding; /* FREE: nothing in the text declares it where it is looked up */
  uint32_t roles;   /* 0: it is only named, as by `global x` */
} sx_name;

typedef enum sx_binding_kind {
  SX_BINDING_VARIABLE,
  SX_BINDING_CONSTANT, /* that the language lets nothing write to */
  SX_BINDING_PARAMETER,
  SX_BINDING_FUNCTION,
  SX_BINDING_TYPE, /* class, interface, struct, enum, type alias, type parameter, namespace */
  SX_BINDING_IMPORT,
  SX_BINDING_MACRO
} sx_binding_kind;

/** A declaration, or several of one name in one scope. */
typedef struct sx_binding {
  sx_str name;
  uint32_t scope;    /* the node: a function, block, class, or the first one, the file */
  uint32_t function; /* the function, method, lambda around; NONE: the file's or a class's own */
  uint32_t first;    /* the name that declares it first, in `names` */
  uint32_t since;    /* C, Go: where its scope begins; before that the name means another. Else 0 */
  uint16_t declarations; /* how many, at most UINT16_MAX */
  uint8_t kind;          /* of the first of them */
  uint8_t spaces;        /* SX_SPACE_…: TypeScript's types and values have the same names */
  bool is_shared;        /* Python: global, nonlocal somewhere: writes may come from elsewhere */
  bool is_captured;      /* a function inside of its own uses it */
} sx_binding;

typedef enum sx_name_spaces { SX_SPACE_VALUES = 1, SX_SPACE_TYPES = 2 } sx_name_spaces;

typedef struct sx_scopes sx_scopes;

typedef struct sx_names {
  const sx_nodes *nodes;
  SX_ARRAY(sx_name) names; /* by their start */
  SX_ARRAY(sx_binding) bindings;
  /* A place that looks names up in ways that a text cannot say: eval, exec, locals(), with (x),
   * `from x import *`. NONE: there is none. */
  uint32_t dynamic;
  const sx_scopes *scopes;
} sx_names;

/** Whether its grammar is known here: those of TypeScript, TSX, JavaScript, Python, C and Go. */
bool sx_names_is_known(const sx_nodes *nodes);

/**
 * Finds all names of a text. Scopes are the language's: hoisting of var and functions, Python's
 * function scopes with global and nonlocal and its comprehensions, Go's and C's blocks, catch
 * clauses, parameters and their defaults, patterns, the names of function and class expressions.
 *
 * Memory  in `arena`; `nodes` is borrowed.
 * Errors  UNSUPPORTED where the grammar is not known; NOMEM, TOO_BIG.
 */
sx_status sx_names_find(sx_names *out, const sx_nodes *nodes, sx_arena *arena,
                        sx_err *err) SX_MUST_USE;

/** The first name at or after an offset: an index in `names`, or their count. */
size_t sx_names_from(const sx_names *names, uint32_t offset);
/**
 * C: whether a call is really a declaration: `int (*rows)[2] = …`, which the grammar of C++ takes
 * for a conversion, so that no name is declared by it.
 */
bool sx_names_is_hidden_declaration(const sx_names *names, uint32_t call);
/** The name at a node, or NULL. */
const sx_name *sx_names_at(const sx_names *names, uint32_t node);
/** The meaning that a name would have at a node; C's tags with their word: "struct s". FREE. */
uint32_t sx_names_look_up(const sx_names *names, sx_str name, uint32_t node);

#endif
