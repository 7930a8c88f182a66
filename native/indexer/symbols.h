#ifndef SX_INDEXER_SYMBOLS_H
#define SX_INDEXER_SYMBOLS_H

#include "index/segment.h"
#include "indexer/poison.h"
#include "symbols/reader.h"

#define SX_INDEXER_MAX_FORMER 2

/** A segment and its symbols from before: files that are still so need not be read again. */
typedef struct sx_indexer_former {
  sx_index_segment *segment;
  sx_symbols_reader *symbols; /* NULL: there are none */
} sx_indexer_former;

/** Opens the symbols of a segment; none where that fails. */
void sx_indexer_former_open(sx_indexer_former *out, const char *store, uint64_t number,
                            sx_index_segment *segment);

/** Reads what the files of a segment declare, and writes the database of symbols beside it. */
typedef struct sx_indexer_symbols {
  const char *store; /* its folder */
  sx_str root;
  const sx_index_segment *segment;
  uint64_t number;                 /* of the segment, and of the database */
  const sx_indexer_former *former; /* the later ones win */
  size_t former_count;
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
