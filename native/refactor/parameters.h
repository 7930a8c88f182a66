#ifndef SX_REFACTOR_PARAMETERS_H
#define SX_REFACTOR_PARAMETERS_H

#include "flow/nodes.h"

/*
 * The parameters of a function, as its text has them, and the arguments of a call. Offsets are
 * bytes of the tree's text; texts are borrowed from it.
 */

/** Languages whose lists are read and written here. */
typedef enum sx_signature_family {
  SX_SIGNATURE_NONE,
  SX_SIGNATURE_PYTHON,
  SX_SIGNATURE_SCRIPT, /* TypeScript, TSX, JavaScript */
  SX_SIGNATURE_GO,
  SX_SIGNATURE_C /* read by the grammar "cpp" */
} sx_signature_family;

sx_signature_family sx_signature_family_of(const sx_nodes *nodes);

/** Whether the language calls a function of this name by itself: `__len__`, `toString`, `main`. */
bool sx_signature_is_special(sx_signature_family family, sx_str name, bool is_member);
/** Whether a decorator of Python, with its `@`, leaves the function to its callers. */
bool sx_signature_is_known_decorator(sx_str text);
/** Whether a decorator of Python keeps nothing of what it decorates, as routes and fixtures do. */
bool sx_signature_is_plain_decorator(sx_str text);

/** A list in brackets: its items and all between them. */
typedef struct sx_listed_item {
  uint32_t start, end;
} sx_listed_item;

/** A list as it is: the text between its brackets, and its items. */
typedef struct sx_old_list {
  uint32_t start, end;
  const sx_listed_item *items;
  size_t count;
} sx_old_list;

typedef enum sx_parameter_kind {
  SX_PARAMETER_PLAIN,
  SX_PARAMETER_REST,     /* `*args`, `...rest`, `xs ...T`; in C `...`, without a name */
  SX_PARAMETER_KEYWORDS, /* `**options` */
  SX_PARAMETER_SLASH,    /* Python's `/`: those before it are given by position */
  SX_PARAMETER_STAR,     /* Python's `*`: those after it are given by name */
  SX_PARAMETER_RECEIVER  /* `self`, `cls`, `this`: calls do not give it in their lists */
} sx_parameter_kind;

typedef struct sx_parameter {
  sx_parameter_kind kind;
  bool is_pattern;  /* destructured: `name` is the whole pattern */
  bool is_optional; /* TypeScript's `name?` */
  bool is_grouped;  /* Go: the next one is of the same type, which is written once */
  uint32_t start, end;
  uint32_t name_start, name_end; /* equal where it has none */
  sx_str name, type, value;      /* value: the default; empty where there is none */
  sx_str prefix;                 /* "private readonly " */
} sx_parameter;

typedef struct sx_parameters {
  uint32_t function, name, list, body; /* nodes; NONE where there is none */
  uint32_t start, end;                 /* within the brackets */
  bool is_bare;                        /* `x => x` has no brackets */
  bool is_void;                        /* C's `(void)`: there are no items */
  SX_ARRAY(sx_parameter) items;
} sx_parameters;

/** The function that a name declares, by the node of the name; NONE where it is something else. */
uint32_t sx_parameters_function_of(const sx_nodes *nodes, uint32_t name);

/**
 * Reads the list of a function that sx_parameters_function_of has found.
 *
 * Memory  in `arena`.
 * Errors  REFUSED with the reason, without a place: something in the list is not understood.
 */
sx_status sx_parameters_read(sx_parameters *out, const sx_nodes *nodes, uint32_t function,
                             uint32_t name, sx_arena *arena, sx_err *err) SX_MUST_USE;

/** Whether a function's body is elsewhere: a prototype, an overload, a method of an interface. */
bool sx_parameters_has_body(const sx_parameters *parameters);

/** The text of a parameter that is made or changed, as the family writes it. NOMEM. */
sx_str sx_parameter_write(sx_signature_family family, const sx_parameter *parameter, bool has_body,
                          bool is_typed, sx_arena *arena);

/* ---- arguments ------------------------------------------------------------------------------- */

typedef enum sx_argument_kind {
  SX_ARGUMENT_PLAIN,
  SX_ARGUMENT_KEYWORD, /* `name=value` */
  SX_ARGUMENT_SPREAD,  /* `*x`, `...x`, `x...` */
  SX_ARGUMENT_KEYWORDS /* `**x` */
} sx_argument_kind;

/** The most that evaluating an argument may do. */
typedef enum sx_effect {
  SX_EFFECT_NONE,  /* it is the same whenever it is evaluated */
  SX_EFFECT_READS, /* its value may be another one after something else was evaluated */
  SX_EFFECT_ACTS   /* it may change something, wait or fail */
} sx_effect;

typedef struct sx_argument {
  sx_argument_kind kind;
  sx_effect effect;
  uint32_t start, end, value; /* value: the node */
  sx_str name;                /* of a keyword */
  sx_str text;                /* of the value */
} sx_argument;

typedef struct sx_arguments {
  uint32_t call, list;
  uint32_t start, end;  /* within the brackets */
  bool has_no_brackets; /* `new Till` */
  bool is_generator;    /* Python's f(x for x in y): the brackets are the generator's */
  SX_ARRAY(sx_argument) items;
} sx_arguments;

/** The call of which a node is what is called, with brackets and `!` around it; else NONE. */
uint32_t sx_arguments_call_of(const sx_nodes *nodes, uint32_t callee);

/** NOMEM; REFUSED for template calls and what else has no list. */
sx_status sx_arguments_read(sx_arguments *out, const sx_nodes *nodes, uint32_t call,
                            sx_arena *arena, sx_err *err) SX_MUST_USE;

/** The most that evaluating an expression may do. */
sx_effect sx_effect_of(const sx_nodes *nodes, uint32_t node);

/* ---- lists ----------------------------------------------------------------------------------- */

/** One item of a list that is rewritten. */
typedef struct sx_new_item {
  size_t from; /* the old item in whose place it comes; SX_STR_NONE: it is new */
  sx_str text;
} sx_new_item;

typedef SX_ARRAY(sx_new_item) sx_new_items;

/**
 * The text between the brackets: the items with the old separators, line ends and last comma.
 * `*comment` is where a comment stands that would lose what it is beside: then REFUSED.
 */
sx_status sx_list_write(sx_str *out, const sx_nodes *nodes, const sx_old_list *old,
                        const sx_new_items *items, sx_arena *arena, uint32_t *comment,
                        sx_err *err) SX_MUST_USE;

#endif
