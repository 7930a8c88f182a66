#ifndef SX_INDEXER_PLAN_H
#define SX_INDEXER_PLAN_H

#include "indexer/look.h"

/** The files to read, so that the index has those of now. In the arena. */
typedef struct sx_indexer_plan {
  enum { SX_PLAN_NOTHING, SX_PLAN_DELTA, SX_PLAN_NO_DELTA, SX_PLAN_BASE } kind;
  sx_strs paths;                 /* to read */
  SX_ARRAY(sx_index_entry) gone; /* of the base; borrowed from it */
} sx_indexer_plan;

/**
 * Compares the files with the store; `store->base` may be NULL: there is none. A small difference
 * to the base becomes a delta over it, with all that the last one had; else there is a new base.
 * CORRUPT, NOMEM.
 */
sx_status sx_indexer_plan_make(sx_indexer_plan *out, const sx_index_store *store,
                               const sx_strs *paths, const sx_indexer_files *files,
                               sx_arena *arena) SX_MUST_USE;

#endif
