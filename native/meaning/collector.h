#ifndef SX_MEANING_COLLECTOR_H
#define SX_MEANING_COLLECTOR_H

#include "meaning/direction.h"
#include "meaning/postings.h"
#include "os/file_out.h"

/*
 * The words of units, in bounded memory: when that is full, the postings are sorted by their terms
 * and written as a run into a scratch file. meaning/merge reads the runs.
 *
 * A run has for each term, by bytes: how many bytes it has and these, how many units have it, and
 * for each of these the distance to the one before (the first: to -1) and its counts; all numbers
 * are varints (meaning/file.h). Where the words of the units point (meaning/words.h) is written
 * into the same file, piece by piece.
 */

typedef struct sx_meaning_run {
  uint64_t at, len; /* in the scratch file */
} sx_meaning_run;

typedef struct sx_meaning_runs {
  sx_file_out file;
  sx_meaning_run *items;
  size_t len, cap;
  /* The directions of the units, in their order: pieces of the file, and what is not in it yet. */
  SX_ARRAY(sx_meaning_run) pieces;
  sx_buf directions;
} sx_meaning_runs;

typedef struct sx_meaning_collector sx_meaning_collector;

/** `scratch`: the path of a file that has a name only for a moment. Errors of writing; NOMEM. */
sx_status sx_meaning_collector_new(sx_meaning_collector **out, const char *scratch,
                                   sx_err *err) SX_MUST_USE;
void sx_meaning_collector_free(sx_meaning_collector *collector); /* NULL is allowed */

/** Counts the words of a unit; units ascend. `lengths`: of the fields, in words that count. */
sx_status sx_meaning_collector_add(sx_meaning_collector *collector, uint32_t number,
                                   const sx_meaning_units *units, size_t unit, sx_str text,
                                   sx_str path, uint32_t lengths[SX_MEANING_FIELDS],
                                   sx_err *err) SX_MUST_USE;
/** Writes what is left. Borrowed until the collector is freed. */
sx_status sx_meaning_collector_end(sx_meaning_collector *collector, const sx_meaning_runs **out,
                                   sx_err *err) SX_MUST_USE;

#endif
