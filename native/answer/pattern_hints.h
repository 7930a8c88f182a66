#ifndef SX_ANSWER_PATTERN_HINTS_H
#define SX_ANSWER_PATTERN_HINTS_H

#include "base/buf.h"
#include "workspace/file_finder.h"

/**
 * For a query that found nothing: the first of the usual mistakes in a pattern without which it
 * finds something, and how many ignored files it would find; each with its count, on a line of its
 * own. Nothing if there are none. Runs `finder` several times.
 *
 * Errors  CANCELLED, CLOSED, DEADLINE, NOMEM.
 */
sx_status sx_pattern_hints_write(sx_buf *out, sx_call *call, sx_finder *finder,
                                 const sx_finder_query *query, sx_err *err) SX_MUST_USE;

#endif
