#include "diff/diff_parts.h"

/*
 * Myers' search on the lines themselves, for texts that differ in little: most edits of a person or
 * an agent. Each line is compared once or twice, where numbering them would read and hash them all.
 */

#ifdef SX_DEBUG
#define HIGHEST_COST 12 /* so that tests see both ways */
#else
#define HIGHEST_COST 320
#endif
/* A search of so many steps is cheaper than numbering the lines. */
#define LINES_A_COST 48
#define LOOK_COSTS 8 /* how often the progress is looked at */

#define NEVER INT32_MIN

typedef struct direct {
  sx_diff__side *sides;
  int32_t width, height;
  /* By cost: the furthest x on the diagonals -cost, -cost + 2 … cost, one row after the other. */
  int32_t *rows;
} direct;

static int32_t *row_of(const direct *d, int32_t cost) {
  return d->rows + (size_t)cost * ((size_t)cost + 1) / 2;
}

static bool is_inside(const direct *d, int32_t x, int32_t diagonal) {
  return x >= 0 && x <= d->width && x >= diagonal && x - diagonal <= d->height;
}

/** Where diagonal k starts with one more step; *is_right: from the diagonal below it. */
static int32_t start_of(const direct *d, int32_t cost, int32_t k, bool *is_right) {
  const int32_t *before = row_of(d, cost - 1);
  int32_t i = (k + cost) / 2;
  int32_t left = i > 0 ? before[i - 1] : NEVER, above = i < cost ? before[i] : NEVER;
  int32_t right = left != NEVER && is_inside(d, left + 1, k) ? left + 1 : NEVER;
  int32_t down = above != NEVER && is_inside(d, above, k) ? above : NEVER;
  *is_right = right > down;
  return *is_right ? right : down;
}

static bool is_same(const direct *d, int32_t x, int32_t y) {
  const sx_diff__side *a = &d->sides[0], *b = &d->sides[1];
  return sx_str_is_equal(sx_line_index_get(a->index, a->first + (uint32_t)x, 1),
                         sx_line_index_get(b->index, b->first + (uint32_t)y, 1));
}

/** Fills the row of `cost`; true when it reaches the end. *way: lines after the furthest point. */
static bool fill_row(const direct *d, int32_t cost, int64_t *way) {
  int32_t *row = row_of(d, cost);
  for (int32_t k = -cost; k <= cost; k += 2) {
    bool is_right;
    int32_t x = cost ? start_of(d, cost, k, &is_right) : 0;
    if (x != NEVER) {
      while (x < d->width && x - k < d->height && is_same(d, x, x - k)) x++;
      if ((int64_t)2 * x - k > *way) *way = (int64_t)2 * x - k;
    }
    row[(k + cost) / 2] = x;
    if (x == d->width && x - k == d->height) return true;
  }
  return false;
}

/** Marks the lines of the way that ended with `cost`. */
static void mark_way(const direct *d, int32_t cost) {
  int32_t k = d->width - d->height;
  for (; cost > 0; cost--) {
    bool is_right;
    int32_t x = start_of(d, cost, k, &is_right);
    if (is_right)
      d->sides[0].changed[x - 1] = 1;
    else
      d->sides[1].changed[x - k - 1] = 1;
    k += is_right ? -1 : 1;
  }
}

sx_status sx_diff__search_directly(sx_diff__side sides[2], bool *is_found, sx_arena *scratch) {
  uint64_t lines = (uint64_t)sides[0].count + sides[1].count;
  uint64_t share = lines / LINES_A_COST + LOOK_COSTS;
  int32_t highest = share < HIGHEST_COST ? (int32_t)share : HIGHEST_COST;
  direct d = {sides, (int32_t)sides[0].count, (int32_t)sides[1].count, NULL};
  *is_found = false;
  if (d.width - d.height > highest || d.height - d.width > highest) return SX_OK;
  size_t room = ((size_t)highest + 1) * ((size_t)highest + 2) / 2;
  d.rows = sx_arena_calloc(scratch, room, sizeof *d.rows);
  if (!d.rows) return scratch->status;
  int64_t way = 0;
  for (int32_t cost = 0; cost <= highest; cost++) {
    if (fill_row(&d, cost, &way)) {
      mark_way(&d, cost);
      *is_found = true;
      return SX_OK;
    }
    /* At half the pace that it would need it is given up early. */
    if (cost % LOOK_COSTS == LOOK_COSTS - 1 && way * 2 * highest < (int64_t)lines * cost) break;
  }
  return SX_OK;
}
