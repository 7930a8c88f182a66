#ifndef SX_SEMANTIC_OUTLINE_LIST_H
#define SX_SEMANTIC_OUTLINE_LIST_H

#include "semantic/outline_choose.h"

/** A file that is asked for. */
typedef struct sx_outline_part {
  sx_str given;    /* as the agent wrote it */
  sx_outline file; /* if there is no `error` */
  sx_status error; /* why there is none */
  sx_err err;
} sx_outline_part;

/**
 * Writes the symbols of the files, each under a heading, in their order, with how many were left
 * out. Code stands at the innermost symbols that are listed, so that none of it is repeated.
 *
 * Several files share the budget: the next symbol of a page is always one of the file that has had
 * least of it, and a cursor continues in all of them. An error of a file is written in its place;
 * that of a single one is returned.
 *
 * Errors  NOT_FOUND if the single file has no such target; INVALID_ARGUMENT and CONFLICT by the
 *         cursor; NOMEM.
 */
sx_status sx_outline_list_write(const sx_outline_view *view, sx_outline_part *parts, size_t count,
                                sx_call *call, sx_answer *answer, sx_err *err) SX_MUST_USE;

#endif
