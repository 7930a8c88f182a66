#ifndef SX_SEMANTIC_SKIPPED_CODE_H
#define SX_SEMANTIC_SKIPPED_CODE_H

#include "host/requests.h"
#include "workspace/call.h"

/*
 * Servers do not analyze code that cannot run here, such as for another platform. The text of the
 * workspace shows what may be in it, and the server whether it knows that code.
 */

/** A search of the workspace's files. */
typedef struct sx_skipped_search {
  sx_str glob;
  uint32_t most; /* files that are looked into */
  sx_status (*visit)(void *context, sx_str path, sx_err *err);
  void *context;
  bool is_cut; /* set by the search: there are more than `most` files */
} sx_skipped_search;

/**
 * Calls `visit` for up to `most` files that match `glob`, until one fails.
 * Errors  those of `visit`; HOST, DEADLINE, CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_skipped_code_visit(sx_skipped_search *search, sx_call *call, sx_err *err) SX_MUST_USE;

/**
 * Drops the names that the server knows a definition of, from both lists: `names` are the places to
 * ask at, and `found` is what each stands for. Names that it is not asked about, as there are too
 * many, or does not answer for within `most_ms`, stay.
 * Errors  CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_skipped_code_keep(sx_call *call, sx_places *names, sx_places *found, uint64_t most_ms,
                               sx_err *err) SX_MUST_USE;

#endif
