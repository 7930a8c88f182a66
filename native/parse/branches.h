#ifndef SX_PARSE_BRANCHES_H
#define SX_PARSE_BRANCHES_H

#include "base/array.h"
#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * The branches of `#if … #elif … #else … #endif`. A grammar knows them between declarations; in an
 * expression, a list or around half of a function they are mistakes to it. So the text is read
 * several times, each time with one branch of each condition and blanks for the others.
 */

typedef struct sx_branch {
  uint32_t start, end; /* without the lines of the directives */
  uint32_t group;      /* those of one condition have the same one */
  uint32_t around;     /* the branch that it is in; SX_BRANCH_NONE */
  uint32_t left;       /* of it and those in it, how many no text had */
  bool is_pending;     /* no text had it */
  bool is_dead;        /* in #if 0 */
  bool is_shown;       /* in the last text */
} sx_branch;

#define SX_BRANCH_NONE UINT32_MAX

typedef struct sx_text_range {
  uint32_t start, end;
} sx_text_range;

typedef struct sx_branches {
  sx_str text; /* borrowed */
  SX_ARRAY(sx_branch) items;
  SX_ARRAY(sx_text_range) directives;
  SX_ARRAY(sx_text_range) fresh; /* of the last text: what none before had */
  uint32_t count;                /* of texts */
  char *shown;                   /* the last text */
  uint32_t *chosen;              /* in it: a branch of each condition */
} sx_branches;

/** Finds them. `language`: its id in text/language.h. In `arena`, whose status is to be looked at.
 */
void sx_branches_find(sx_branches *out, sx_str text, sx_str language, sx_arena *arena);

/**
 * The next text, as long as the first: without directives, with one branch of each condition. False
 * when each branch was in one, after some of them, and without memory. In `arena`; it is where the
 * last one was.
 */
bool sx_branches_next(sx_branches *branches, sx_str *out, sx_arena *arena);

/** After the last text: `fresh` is then what was in none. False: nothing. In `arena`. */
bool sx_branches_rest(sx_branches *branches, sx_arena *arena);

#endif
