#ifndef SX_INDEXER_SYMBOLS_H
#define SX_INDEXER_SYMBOLS_H

#include "index/segment.h"
#include "indexer/poison.h"

/** Reads what the files of a segment declare, and writes the database of symbols beside it. */
typedef struct sx_indexer_symbols {
  const char *store; /* its folder */
  sx_str root;
  const sx_index_segment *segment;
  uint64_t number; /* of the segment, and of the database */
  sx_indexer_poison *poison;
  /* Progress, from this thread; another status than OK ends it. */
  sx_status (*check)(void *arg, uint64_t files, uint64_t of, uint64_t bytes);
  void *arg;
} sx_indexer_symbols;

/**
 * Nothing is done where it is there. Errors: NOMEM; IO (a full disk, too), READ_ONLY; CORRUPT of
 * the segment; the status of check. Nothing is left behind.
 */
sx_status sx_indexer_symbols_write(const sx_indexer_symbols *wanted, sx_err *err) SX_MUST_USE;

#endif
