#ifndef SX_INDEXER_RUN_H
#define SX_INDEXER_RUN_H

#include "base/status.h"

#include <stdbool.h>

typedef struct sx_indexer_options {
  const char *store; /* the folder of the index, absolute */
  const char *root;  /* the work tree, absolute */
  bool from_nothing; /* reads every file again */
  bool trusts_young; /* sx_index_build */
  bool with_meaning; /* writes that, too; it is kept up to date in any case */
} sx_indexer_options;

/**
 * Brings the index in step with the files that the standard input lists: see index/store.h.
 * Errors: BUSY where another process does that; CANCELLED when it was asked to end; all others with
 * a message. The index is what it was then.
 */
sx_status sx_indexer_run(const sx_indexer_options *options, sx_err *err) SX_MUST_USE;

#endif
