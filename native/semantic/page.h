#ifndef SX_SEMANTIC_PAGE_H
#define SX_SEMANTIC_PAGE_H

#include "answer/answer.h"
#include "base/arena.h"

/*
 * Lists that are answered page by page. A cursor names the item to go on with, and the list by a
 * hash of all of it: with another list it is refused.
 */

/** `cursor` is the one given, or empty. INVALID_ARGUMENT when it is none, CONFLICT when stale. */
sx_status sx_page_begin(size_t *first, sx_str cursor, uint32_t hash, size_t count,
                        sx_err *err) SX_MUST_USE;

/** Ends the answer with a cursor, where `next` is not the end of the list. */
void sx_page_end(sx_answer *answer, uint32_t hash, size_t next, size_t count);

#endif
