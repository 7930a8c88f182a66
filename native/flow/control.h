#ifndef SX_FLOW_CONTROL_H
#define SX_FLOW_CONTROL_H

#include "flow/names.h"

/*
 * Which way a text's code goes, as far as its statements show it: what is done on all paths, and
 * what leaves them. Exceptions count as leaving; `goto` is not followed, so callers refuse it.
 */

typedef enum sx_control_class {
  SX_CONTROL_PLAIN,    /* all of it is done, in the order of the text */
  SX_CONTROL_FUNCTION, /* what is in it is done at another time */
  SX_CONTROL_MAYBE,    /* may be passed over, in ways that are not looked into */
  SX_CONTROL_FIRST,    /* only its first part is always done: `a and b`, switch */
  SX_CONTROL_IF,
  SX_CONTROL_LOOP, /* for, while: its header once, its body maybe */
  SX_CONTROL_DO,
  SX_CONTROL_TRY,
  SX_CONTROL_WITH,
  SX_CONTROL_CASE,
  SX_CONTROL_CASES,  /* switch, match: the value, then one of the cases, or none */
  SX_CONTROL_ASSIGN, /* the right side before the left one */
  SX_CONTROL_RETURN,
  SX_CONTROL_THROW,
  SX_CONTROL_BREAK,
  SX_CONTROL_CONTINUE,
  SX_CONTROL_LABEL,
  SX_CONTROL_GOTO,
  SX_CONTROL_YIELD,
  SX_CONTROL_AWAIT,
  SX_CONTROL_DEFER,
  SX_CONTROL_LOGICAL_MAYBE /* FIRST where its operator is && || ??, else PLAIN */
} sx_control_class;

typedef struct sx_control {
  const sx_names *names;
  const sx_nodes *nodes;
  uint8_t *classes; /* of each kind in the tree's names */
  uint8_t *marks;   /* of each node: the last binding that was asked about is written in it */
  uint32_t marked;  /* that binding */
} sx_control;

/** NOMEM, TOO_BIG. `names` is borrowed. */
sx_status sx_control_init(sx_control *out, const sx_names *names, sx_arena *arena,
                          sx_err *err) SX_MUST_USE;

sx_control_class sx_control_of(const sx_control *control, uint32_t node);

/**
 * Whether each path to a node that begins at or after `from` has written the binding. Writes in
 * functions within, or in parts that may be passed over, do not count. A parameter's declaration is
 * a write.
 */
bool sx_control_is_written_before(sx_control *control, uint32_t binding, uint32_t node,
                                  uint32_t from);
/** Whether each path through a node writes it. */
bool sx_control_is_written_in(sx_control *control, uint32_t binding, uint32_t node);
/** Whether what comes after a node is never reached from it: all its paths return or throw. */
bool sx_control_never_ends(sx_control *control, uint32_t node);

/** The innermost loop around a node in its function; NONE. */
uint32_t sx_control_loop(const sx_control *control, uint32_t node);
/** The innermost function, method or lambda around a node; NONE. */
uint32_t sx_control_function(const sx_control *control, uint32_t node);

#endif
