#ifndef SX_INDEX_COLLECTOR_H
#define SX_INDEX_COLLECTOR_H

#include "base/str.h"
#include "os/file_out.h"

#include <stdbool.h>

/*
 * Collects the trigrams of texts for one thread, block by block. The distinct ones of some blocks
 * are sorted, then joined to the postings of each trigram in memory, and when that is full all
 * postings are written as a run. index/merge.c reads the runs.
 */

/** Postings of blocks that follow each other; a run after it may go on in its last ones. */
typedef struct sx_index_run {
  uint64_t at, len; /* in the file of the thread that wrote it */
  size_t thread;
  size_t first_file; /* from the first block of this file on… */
  uint32_t base;     /* …so many blocks later: block 0 of the run */
} sx_index_run;

typedef struct sx_index_runs {
  sx_index_run *items;
  size_t len, cap;
} sx_index_runs;

typedef struct sx_collector sx_collector;

/** `out` gets the runs, `runs` their places. NULL without memory. */
sx_collector *sx_collector_new(size_t memory_bytes, size_t thread, sx_file_out *out,
                               sx_index_runs *runs);
void sx_collector_free(sx_collector *collector); /* NULL is allowed */

/** Files follow each other in the list from here on. */
void sx_collector_begin_part(sx_collector *collector, size_t first_file);
void sx_collector_begin_file(sx_collector *collector);
/** The next piece of the file's text. NOMEM, TOO_BIG; errors of writing are those of `out`. */
sx_status sx_collector_add(sx_collector *collector, sx_str text) SX_MUST_USE;
/** How many blocks the file has. As sx_collector_add. */
sx_status sx_collector_end_file(sx_collector *collector, uint32_t *blocks) SX_MUST_USE;
/** Writes what is left. */
sx_status sx_collector_end_part(sx_collector *collector) SX_MUST_USE;

/*
 * A run has for each trigram, ascending: as varints the distance to the one before (the first: to
 * 0), how many blocks, the last of them, bits of postings; then these, the first block as the
 * distance to -1, gamma-coded, and the others as in a segment.
 */

#endif
