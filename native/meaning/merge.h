#ifndef SX_MEANING_MERGE_H
#define SX_MEANING_MERGE_H

#include "meaning/collector.h"
#include "meaning/file.h"

/**
 * Joins the runs to the postings of each term and their directory: writes the sections from
 * SX_MEANING_POSTINGS on. `units`: how many there are. `*terms`: how many terms.
 * Errors: IO, NOMEM, TOO_BIG.
 */
sx_status sx_meaning_merge(const sx_meaning_runs *runs, uint64_t units, sx_meaning_out *out,
                           uint64_t *terms, sx_err *err) SX_MUST_USE;

#endif
