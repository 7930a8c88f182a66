#ifndef SX_DIFF_DIFF_PARTS_H
#define SX_DIFF_DIFF_PARTS_H

#include "diff/diff.h"

/*
 * The steps between two texts and the edits between them. Only diff/ includes this.
 *
 * A part of a text, line or word, is [starts[i], starts[i + 1]) of its index. Parts become numbers
 * that are equal where the parts are (sx_diff__classify), the search marks what is changed
 * (sx_diff__search), and marks become edits (sx_diff__edits), which then slide (sx_diff__slide).
 */

/** Can stop a step; asked once every few thousand steps. */
typedef struct sx_diff__stop {
  bool (*should_stop)(void *stop_arg);
  void *stop_arg;
} sx_diff__stop;

static inline bool sx_diff__is_stopped(const sx_diff__stop *stop) {
  return stop->should_stop && stop->should_stop(stop->stop_arg);
}

/**
 * One side of a comparison: `count` parts from part `first` on.
 *
 * `changed` has one flag for each. `classes` and `places` have `kept` items: those parts whose
 * bytes occur on the other side too. No alignment can match the others, so that leaving them out
 * changes neither which scripts are shortest nor how long they are.
 */
typedef struct sx_diff__side {
  const sx_line_index *index;
  uint32_t first, count;
  unsigned char *changed;
  uint32_t *classes; /* equal numbers for equal bytes, below class_count */
  uint32_t *places;  /* where in `changed` the part stands */
  uint32_t kept;
} sx_diff__side;

/**
 * Marks in `changed`, which is given and clear, what the shortest script changes: only where that
 * takes few edits; else *is_found is false and nothing is marked. NOMEM, TOO_BIG.
 */
sx_status sx_diff__search_directly(sx_diff__side sides[2], bool *is_found,
                                   sx_arena *scratch) SX_MUST_USE;

/** The fields above `changed` are given, and `changed` may be. All memory is taken from `scratch`.
 * NOMEM, TOO_BIG. */
sx_status sx_diff__classify(sx_diff__side sides[2], uint32_t *class_count,
                            sx_arena *scratch) SX_MUST_USE;

typedef struct sx_diff__search_options {
  bool patience, minimal;
  sx_diff__stop stop;
} sx_diff__search_options;

/** Marks in `changed` the kept parts that are on one side only. NOMEM, TOO_BIG, CANCELLED. */
sx_status sx_diff__search(sx_diff__side sides[2], uint32_t class_count,
                          const sx_diff__search_options *options, bool *is_minimal,
                          sx_arena *scratch) SX_MUST_USE;

/** A rectangle of the search: kept parts [x0, x1) of the one side and [y0, y1) of the other. */
typedef struct sx_diff__box {
  uint32_t x0, x1, y0, y1;
  uint32_t depth; /* of anchors in anchors */
} sx_diff__box;

/** A part of both sides that stays, at (x, y). */
typedef struct sx_diff__anchor {
  uint32_t x, y;
} sx_diff__anchor;

/** Working memory for finding anchors; made once, used for one box after the other. */
typedef struct sx_diff__anchors {
  uint32_t *seen_x, *seen_y; /* by class: 0 unseen, SX_DIFF__TWICE, or 1 + place */
  uint32_t *piles, *before;  /* of the longest chain */
  sx_diff__anchor *items;    /* what was found, ascending in x and y */
  uint32_t count;
} sx_diff__anchors;

#define SX_DIFF__TWICE UINT32_MAX

/** Room for boxes of two sides that keep `x_count` and `y_count` parts. NOMEM, TOO_BIG. */
sx_status sx_diff__anchors_init(sx_diff__anchors *anchors, uint32_t class_count, uint32_t x_count,
                                uint32_t y_count, sx_arena *scratch) SX_MUST_USE;

/** The longest chain of parts that stand once on both sides of the box: items[count]. */
void sx_diff__anchors_find(sx_diff__anchors *anchors, const uint32_t *x_classes,
                           const uint32_t *y_classes, const sx_diff__box *box);

/** Edits of the marks, in `arena`. NOMEM, TOO_BIG. */
sx_status sx_diff__edits(sx_line_edit **edits, size_t *count, const sx_diff__side sides[2],
                         sx_arena *arena) SX_MUST_USE;

/** Moves edits, in place, to where a person would cut, and joins those that meet. */
void sx_diff__slide(sx_line_edit *edits, size_t *count, const sx_line_index *before,
                    const sx_line_index *after);

#endif
