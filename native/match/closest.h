#ifndef SX_MATCH_CLOSEST_H
#define SX_MATCH_CLOSEST_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"

#include <stdint.h>

#define SX_CLOSEST_MAX 3

/** Lines of a document that look like those that were looked for. */
typedef struct sx_passage {
  uint32_t first_row, row_count; /* row_count > 0 */
  double similarity;             /* above 0, at most 1 */
} sx_passage;

typedef struct sx_passages {
  sx_passage items[SX_CLOSEST_MAX];
  size_t count;
} sx_passages;

/** Lines of a text, borrowed. */
typedef struct sx_rows {
  const sx_str *items;
  size_t count;
} sx_rows;

/**
 * The passages of `document` most like `wanted`, the best first, none overlapping; those that have
 * hardly anything in common are left out.
 *
 * How      The words that both have vote for where the passage would begin, the rarer the word
 *          the more; the places with most votes are compared line by line.
 * Memory   Scratch memory from `scratch`: 8 bytes a line of the document.
 * Errors   NOMEM, TOO_BIG from the arena.
 * Cost     Two passes over the document; the comparing is bounded whatever the texts are.
 */
sx_status sx_closest_find(sx_passages *out, sx_rows document, sx_rows wanted, sx_arena *scratch,
                          sx_err *err) SX_MUST_USE;

#endif
