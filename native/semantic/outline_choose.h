#ifndef SX_SEMANTIC_OUTLINE_CHOOSE_H
#define SX_SEMANTIC_OUTLINE_CHOOSE_H

#include "base/array.h"
#include "semantic/outline_symbol.h"

/** How much is written of each symbol. */
typedef enum sx_outline_mode {
  SX_OUTLINE_STRUCTURE, /* its signature */
  SX_OUTLINE_MINIMAL,   /* of those of the top level their code */
  SX_OUTLINE_FULL       /* of all their code */
} sx_outline_mode;

/** The part of each outline that is asked for. */
typedef struct sx_outline_view {
  sx_outline_mode mode;
  uint32_t max_depth; /* levels, from 1 */
  sx_str target;      /* only what is in this symbol, with a mode of code itself, too; empty: all */
  size_t most;        /* symbols of a file */
  sx_str cursor;
} sx_outline_view;

typedef SX_ARRAY(sx_outline_entry) sx_outline_entries;

/**
 * The symbols of a file that are listed, with the levels at which they are, and which of them have
 * their code: those that nothing is listed in, so that none of it is repeated. `*locals`: how many
 * local symbols of what is listed were left out.
 * Errors  NOT_FOUND if there is no such target, INVALID_ARGUMENT if it is not a name; NOMEM.
 */
sx_status sx_outline_choose(sx_outline_entries *out, size_t *locals, const sx_outline *file,
                            const sx_outline_view *view, sx_arena *arena, sx_err *err) SX_MUST_USE;

#endif
