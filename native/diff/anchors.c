#include "diff/diff_parts.h"

sx_status sx_diff__anchors_init(sx_diff__anchors *anchors, uint32_t class_count, uint32_t x_count,
                                uint32_t y_count, sx_arena *scratch) {
  uint32_t most = x_count < y_count ? x_count : y_count;
  *anchors = (sx_diff__anchors){0};
  anchors->seen_x = sx_arena_calloc(scratch, class_count, sizeof *anchors->seen_x);
  anchors->seen_y = sx_arena_calloc(scratch, class_count, sizeof *anchors->seen_y);
  anchors->piles = sx_arena_calloc(scratch, most, sizeof *anchors->piles);
  anchors->before = sx_arena_calloc(scratch, most, sizeof *anchors->before);
  anchors->items = sx_arena_calloc(scratch, most, sizeof *anchors->items);
  bool is_whole =
      anchors->seen_x && anchors->seen_y && anchors->piles && anchors->before && anchors->items;
  return is_whole ? SX_OK : scratch->status;
}

static void see(uint32_t *seen, const uint32_t *classes, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++) {
    uint32_t *place = &seen[classes[i]];
    *place = *place ? SX_DIFF__TWICE : i + 1;
  }
}

static void forget(uint32_t *seen, const uint32_t *classes, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++) seen[classes[i]] = 0;
}

/** How many piles end before `y`: the place of `y` among their ends. */
static uint32_t find_pile(const sx_diff__anchors *anchors, uint32_t pile_count, uint32_t y) {
  uint32_t low = 0, high = pile_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (anchors->items[anchors->piles[middle]].y < y)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/** Reduces items, which ascend in x, to their longest chain that ascends in y as well. */
static void keep_longest_chain(sx_diff__anchors *anchors) {
  uint32_t pile_count = 0;
  for (uint32_t i = 0; i < anchors->count; i++) {
    uint32_t y = anchors->items[i].y;
    bool is_last = pile_count && anchors->items[anchors->piles[pile_count - 1]].y < y;
    uint32_t pile = is_last ? pile_count : find_pile(anchors, pile_count, y);
    anchors->before[i] = pile ? anchors->piles[pile - 1] : 0;
    anchors->piles[pile] = i;
    if (pile == pile_count) pile_count++;
  }
  /* Back along the chain; its links are in the piles, from which it is copied. */
  for (uint32_t i = pile_count; i > 1; i--)
    anchors->piles[i - 2] = anchors->before[anchors->piles[i - 1]];
  for (uint32_t i = 0; i < pile_count; i++) anchors->items[i] = anchors->items[anchors->piles[i]];
  anchors->count = pile_count;
}

void sx_diff__anchors_find(sx_diff__anchors *anchors, const uint32_t *x_classes,
                           const uint32_t *y_classes, const sx_diff__box *box) {
  see(anchors->seen_x, x_classes, box->x0, box->x1);
  see(anchors->seen_y, y_classes, box->y0, box->y1);
  anchors->count = 0;
  for (uint32_t x = box->x0; x < box->x1; x++) {
    uint32_t y = anchors->seen_y[x_classes[x]];
    if (anchors->seen_x[x_classes[x]] == SX_DIFF__TWICE || !y || y == SX_DIFF__TWICE) continue;
    anchors->items[anchors->count++] = (sx_diff__anchor){x, y - 1};
  }
  forget(anchors->seen_x, x_classes, box->x0, box->x1);
  forget(anchors->seen_y, y_classes, box->y0, box->y1);
  keep_longest_chain(anchors);
}
