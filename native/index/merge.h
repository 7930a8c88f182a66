#ifndef SX_INDEX_MERGE_H
#define SX_INDEX_MERGE_H

#include "index/collector.h"
#include "index/segment_write.h"

typedef struct sx_index_merge {
  sx_segment_writer *writer;
  sx_index_runs runs;         /* in the order of their blocks */
  const sx_file_out *outs;    /* of each thread, flushed */
  const uint64_t *run_blocks; /* of each run: the number of its block 0 */
  uint64_t blocks;            /* of all files */
  size_t memory_bytes;
  sx_file_out *directory; /* for what comes after the postings */
  sx_status (*check)(void *arg);
  void *arg;
} sx_index_merge;

/** Writes the sections POSTINGS, DIRECTORY and GROUPS. Errors: NOMEM; IO of the runs; of `check`;
 * those of the writer and `directory` are kept there, and IO here. */
sx_status sx_index_merge_run(const sx_index_merge *merge) SX_MUST_USE;

#endif
