#ifndef SX_DIFF_DIFF_H
#define SX_DIFF_DIFF_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

/**
 * Where the lines of a text begin, as diff and patch see lines.
 *
 * Lines    end after \n and only there; the bytes of a line include its end, so that CRLF, lone
 *          \r, NUL and invalid UTF-8 are bytes like any other. The empty text has no line, and a
 *          text that ends with \n has no empty last one (unlike text/lines.h, which is what an
 *          editor sees).
 * Memory   `text` borrowed; `starts` in the arena: count + 1 ascending byte offsets, of which the
 *          last is the length of the text.
 */
typedef struct sx_line_index {
  sx_str text;
  const uint32_t *starts;
  uint32_t count;
} sx_line_index;

/** The bytes of lines [from, from + count), their line ends included. No bound is checked. */
static inline sx_str sx_line_index_get(const sx_line_index *lines, uint32_t from, uint32_t count) {
  uint32_t start = lines->starts[from], end = lines->starts[from + count];
  return sx_str_make(lines->text.ptr + start, end - start);
}

/** Indexes `text`. TOO_BIG past SX_DIFF_MAX_BYTES; NOMEM. */
sx_status sx_line_index_init(sx_line_index *lines, sx_str text, sx_arena *arena,
                             sx_err *err) SX_MUST_USE;

#define SX_DIFF_MAX_BYTES 0xFFFFFFF0u

/** Lines [before_line, +before_count) become lines [after_line, +after_count). 0-based. */
typedef struct sx_line_edit {
  uint32_t before_line, before_count;
  uint32_t after_line, after_count;
} sx_line_edit;

typedef struct sx_diff {
  sx_str before, after;
  sx_line_index before_lines, after_lines;
  const sx_line_edit *edits;
  size_t count;
  uint64_t removed, added; /* lines, over all edits */
  bool is_minimal;         /* no shorter script exists; false when a bound cut the search */
} sx_diff;

typedef struct sx_diff_options {
  bool patience; /* keep lines that are unique on both sides together, at the cost of length */
  bool minimal;  /* search without bound: quadratic for large texts with little in common */
  bool no_slide; /* leave edits where the search ended instead of where a person would cut */
  /* Asked now and then from the calling thread; true ends the work with CANCELLED. May be NULL. */
  bool (*should_stop)(void *stop_arg);
  void *stop_arg;
} sx_diff_options;

/**
 * Line edits that turn `before` into `after`.
 *
 * Shape    out->edits[count], ascending, never overlapping or adjacent, none empty.
 * Options  NULL takes the defaults: the shortest script as far as the bounds allow, slid to where
 *          a person would cut.
 * Memory   line indexes and edits in `arena`; before/after borrowed as long as `out` is used. The
 *          memory of the search is freed before the return; it counts against the arena's ceiling.
 * Errors   TOO_BIG past SX_DIFF_MAX_BYTES or the arena's ceiling; CANCELLED; NOMEM.
 * Cost     O(N + M) and O(D^2) for small D, at worst about (N + M) * 256 steps; O(N + M) space.
 * Source   Myers 1986, "An O(ND) Difference Algorithm and Its Variations", section 4b; anchors as
 *          in Bram Cohen's patience diff.
 */
sx_status sx_diff_lines(sx_diff *out, sx_str before, sx_str after, const sx_diff_options *options,
                        sx_arena *arena, sx_err *err) SX_MUST_USE;

#endif
