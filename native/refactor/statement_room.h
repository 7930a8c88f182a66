#ifndef SX_REFACTOR_STATEMENT_ROOM_H
#define SX_REFACTOR_STATEMENT_ROOM_H

#include "flow/nodes.h"
#include "refactor/text_edits.h"

/*
 * Where statements can be put before another one. Most stand on lines of their own in a list;
 * others get lines or a block first: `if (x) f();`, `{ f(); }`, `x => f(x)`, `if x: f()`.
 */

typedef enum sx_room_kind {
  SX_ROOM_LINES,  /* it has lines of its own: nothing is to be done */
  SX_ROOM_SPREAD, /* it shares a line with others of its list, each of which gets its own */
  SX_ROOM_BLOCK,  /* it is in no list, or in a case: braces are put around it */
  SX_ROOM_VALUE   /* the value of an arrow function, which gets a block that returns it */
} sx_room_kind;

typedef struct sx_statement_room {
  sx_room_kind kind;
  uint32_t node;   /* the statement, or the value */
  uint32_t owner;  /* what is changed for it, once for all who need it: a list, a statement */
  sx_str outer;    /* the indentation around */
  sx_str indent;   /* of the statements */
  sx_str newline;  /* as lines of the text end */
  bool is_written; /* VALUE: a statement that returns it stands in its place already */
  bool is_closed;
  bool has_semicolons; /* VALUE: as the text's statements */
} sx_statement_room;

/** Whether a node is a statement with such a place, or a value with one. */
bool sx_room_is_at(const sx_nodes *nodes, uint32_t node);

/** The place of a node, for which sx_room_is_at holds. In `arena`, whose status says the rest. */
sx_statement_room sx_room_find(const sx_nodes *nodes, uint32_t node, sx_arena *arena);

/**
 * Makes the place: first `open`, then edits of the statement and what is put in before it, at its
 * start, then `close`. A room is opened and closed once.
 */
sx_status sx_room_open(const sx_statement_room *room, const sx_nodes *nodes, sx_text_edits *edits,
                       sx_arena *arena, sx_err *err) SX_MUST_USE;
sx_status sx_room_close(sx_statement_room *room, const sx_nodes *nodes, sx_text_edits *edits,
                        sx_arena *arena, sx_err *err) SX_MUST_USE;

/** JavaScript: whether statements of the text end by semicolons. */
bool sx_room_has_semicolons(const sx_nodes *nodes);
/** One step of indentation, as the first line shows that is indented within another. */
sx_str sx_room_unit(const sx_nodes *nodes);

#endif
