#ifndef SX_REFACTOR_SERVED_H
#define SX_REFACTOR_SERVED_H

#include "refactor/actions.h"
#include "refactor/refactoring.h"

/*
 * Refactorings of languages that the engine does not do by itself: a code action of the language's
 * server, whose edit becomes the change.
 *
 *   served_choose   which of the actions at a place is meant, by kind and title
 *   served          its edit, as a planned change; what is refused
 *   served_name     the name that the server gives to what it makes becomes the wanted one
 *   served_extract, served_inline, served_move   from a tool's arguments to its answer
 */

typedef enum sx_served_what {
  SX_SERVED_FUNCTION, /* extract a function, or a method */
  SX_SERVED_METHOD,
  SX_SERVED_VARIABLE,
  SX_SERVED_INLINE,
  SX_SERVED_MOVE
} sx_served_what;

typedef struct sx_served {
  sx_refactoring *r;
  sx_served_what what;
  bool replaces_all;  /* VARIABLE: equal code elsewhere, too */
  sx_str target;      /* MOVE: the name of the file; else empty */
  sx_actions actions; /* `document` and `range` are the caller's */
  size_t chosen;
} sx_served;

/** Whether a document is of a language that the engine leaves to its server. */
bool sx_served_is_for(const sx_document *document);

/**
 * Finds the action and plans its edit in `r->change`.
 *
 * Errors  REFUSED where no action does it, several may, or the one runs a command instead of an
 *         edit: with what is offered there. UNSUPPORTED where no extension serves the language.
 *         Those of sx_actions_ask, sx_actions_resolve and sx_change_add_planned.
 */
sx_status sx_served_plan(sx_served *served, sx_err *err) SX_MUST_USE;

/** Chooses the action, in `chosen`. REFUSED as above. */
sx_status sx_served_choose(sx_served *served, sx_err *err) SX_MUST_USE;

/** The names of what is offered, for a refusal. In the call's arena. */
sx_str sx_served_list(const sx_served *served);

/**
 * Gives what the planned change makes its name, in place of the server's, which is `*was` then.
 *
 * REFUSED where the name is taken or is none, and where the server's is not certain: it must be the
 * one new name that the new texts both declare and use.
 */
sx_status sx_served_name(sx_served *served, sx_str name, sx_str *was, sx_err *err) SX_MUST_USE;

/** Writes by which action the server did it: text and facts. */
void sx_served_write(const sx_served *served, sx_answer *answer);

/** Fails with REFUSED at the beginning of the range. */
#define sx_served_refuse(served, err, ...)                                                         \
  sx_refactoring_refuse(                                                                           \
      (served)->r, (served)->actions.document,                                                     \
      sx_document_offset((served)->actions.document, (served)->actions.range.start), (err),        \
      __VA_ARGS__)

#endif
