#include "diff/diff_parts.h"

#include "base/array.h"

/*
 * Myers' search from both ends at once, in linear space: where the two meet, the rectangle falls
 * into two, which are searched in turn. Boxes wait on a stack instead of in recursion.
 *
 * Bounds: a search goes as far as its share of steps lets it. Then the parts that stand once on
 * both sides are taken for fixed and what lies between them is searched; where there is none, the
 * box is cut at the point that came furthest. Both give up minimality, never correctness.
 */

#ifdef SX_DEBUG
#define FREE_STEPS (1 << 14) /* small, so that tests see every bound */
#else
#define FREE_STEPS (1 << 26)
#endif
#define FREE_STEPS_A_PART 64
#define HIGHEST_COST 512
#define LOWEST_COST 64
#define MAX_ANCHOR_DEPTH 8
#define STOP_STEPS (1 << 16)

/* Not reached: beyond every x, and still so after one step. */
#define NEVER_FORWARD (INT32_MIN / 2)
#define NEVER_BACKWARD (INT32_MAX / 2)

/** The furthest x on each diagonal x - y from `low` to `high`. */
typedef struct frontier {
  int32_t *x;
  int32_t low, high;
} frontier;

/** A box seen from its corner. */
typedef struct view {
  const uint32_t *x_classes, *y_classes;
  int32_t width, height;
  frontier forward, backward;
} view;

typedef struct point {
  int32_t x, y;
} point;

typedef struct search {
  sx_diff__side *sides;
  const sx_diff__search_options *options;
  sx_arena *scratch;
  int32_t *room; /* of both frontiers */
  size_t room_count;
  int64_t steps_left, steps_to_stop;
  uint32_t class_count;
  bool is_minimal, has_anchors;
  sx_diff__anchors anchors;
  SX_ARRAY(sx_diff__box) boxes;
} search;

typedef enum meeting { MEETING_EXACT, MEETING_NONE, MEETING_STOPPED } meeting;

static bool is_inside(const view *v, int32_t x, int32_t diagonal) {
  return (uint32_t)x <= (uint32_t)v->width && (uint32_t)(x - diagonal) <= (uint32_t)v->height;
}

/** The further of those that are inside the box; the slow way, for its borders. */
static int32_t forward_start_at_border(const view *v, int32_t k) {
  const int32_t *x = v->forward.x;
  int32_t from[] = {x[k - 1] + 1, x[k + 1], x[k]}, best = NEVER_FORWARD;
  for (size_t i = 0; i < 3; i++)
    if (is_inside(v, from[i], k) && from[i] > best) best = from[i];
  return best;
}

static int32_t backward_start_at_border(const view *v, int32_t k) {
  const int32_t *x = v->backward.x;
  int32_t from[] = {x[k + 1] - 1, x[k - 1], x[k]}, best = NEVER_BACKWARD;
  for (size_t i = 0; i < 3; i++)
    if (is_inside(v, from[i], k) && from[i] < best) best = from[i];
  return best;
}

/** The diagonals within `cost` steps of `middle` that are in the box and of its parity. */
static void widen(frontier *f, const view *v, int32_t middle, int32_t cost, int32_t never) {
  int32_t below = middle + v->height, above = v->width - middle;
  f->low = cost <= below ? middle - cost : -v->height + ((cost - below) & 1);
  f->high = cost <= above ? middle + cost : v->width - ((cost - above) & 1);
  if (cost <= below) f->x[f->low - 1] = never;
  if (cost <= above) f->x[f->high + 1] = never;
}

/** One more step on each diagonal; true where the other side has been. */
static bool advance_forward(view *v, int32_t cost, point *met) {
  int32_t delta = v->width - v->height;
  bool may_meet = delta & 1;
  const frontier *other = &v->backward;
  widen(&v->forward, v, 0, cost, NEVER_FORWARD);
  int32_t *furthest = v->forward.x;
  for (int32_t k = v->forward.high; k >= v->forward.low; k -= 2) {
    int32_t right = furthest[k - 1] + 1, down = furthest[k + 1];
    int32_t x = right > down ? right : down;
    if (!is_inside(v, x, k)) {
      x = forward_start_at_border(v, k);
      furthest[k] = x;
      if (x < 0) continue;
    }
    int32_t y = x - k;
    while (x < v->width && y < v->height && v->x_classes[x] == v->y_classes[y]) x++, y++;
    furthest[k] = x;
    if (may_meet && k >= other->low && k <= other->high && other->x[k] <= x) {
      *met = (point){x, y};
      return true;
    }
  }
  return false;
}

static bool advance_backward(view *v, int32_t cost, point *met) {
  int32_t delta = v->width - v->height;
  bool may_meet = !(delta & 1);
  const frontier *other = &v->forward;
  widen(&v->backward, v, delta, cost, NEVER_BACKWARD);
  int32_t *furthest = v->backward.x;
  for (int32_t k = v->backward.high; k >= v->backward.low; k -= 2) {
    int32_t left = furthest[k + 1] - 1, up = furthest[k - 1];
    int32_t x = left < up ? left : up;
    if (!is_inside(v, x, k)) {
      x = backward_start_at_border(v, k);
      furthest[k] = x;
      if (x > v->width) continue;
    }
    int32_t y = x - k;
    while (x > 0 && y > 0 && v->x_classes[x - 1] == v->y_classes[y - 1]) x--, y--;
    furthest[k] = x;
    if (may_meet && k >= other->low && k <= other->high && other->x[k] >= x) {
      *met = (point){x, y};
      return true;
    }
  }
  return false;
}

/** Where to cut when the search ends early: the point that came furthest from its corner. */
static point find_furthest(const view *v) {
  point best = {0, 0};
  int64_t best_way = -1;
  for (int32_t k = v->forward.high; k >= v->forward.low; k -= 2) {
    int32_t x = v->forward.x[k];
    if (!is_inside(v, x, k) || (int64_t)2 * x - k <= best_way) continue;
    best_way = (int64_t)2 * x - k;
    best = (point){x, x - k};
  }
  for (int32_t k = v->backward.high; k >= v->backward.low; k -= 2) {
    int32_t x = v->backward.x[k];
    int64_t way = (int64_t)v->width + v->height - 2 * (int64_t)x + k;
    if (!is_inside(v, x, k) || way <= best_way) continue;
    best_way = way;
    best = (point){x, x - k};
  }
  return best;
}

static view look_at(const search *s, const sx_diff__box *box) {
  view v = {s->sides[0].classes + box->x0,
            s->sides[1].classes + box->y0,
            (int32_t)(box->x1 - box->x0),
            (int32_t)(box->y1 - box->y0),
            {NULL, 0, 0},
            {NULL, 0, 0}};
  v.forward.x = s->room + v.height + 1;
  v.backward.x = s->room + s->room_count / 2 + v.height + 1;
  return v;
}

/** Searches from both ends until they meet, or until `highest_cost`. */
static meeting meet(search *s, view *v, int32_t highest_cost, point *met) {
  int32_t delta = v->width - v->height;
  v->forward.x[0] = 0;
  v->backward.x[delta] = v->width;
  v->forward.low = v->forward.high = 0;
  v->backward.low = v->backward.high = delta;
  v->forward.x[-1] = v->forward.x[1] = NEVER_FORWARD;
  v->backward.x[delta - 1] = v->backward.x[delta + 1] = NEVER_BACKWARD;
  for (int32_t cost = 1;; cost++) {
    if (advance_forward(v, cost, met) || advance_backward(v, cost, met)) return MEETING_EXACT;
    s->steps_left -= 2 * (int64_t)cost;
    s->steps_to_stop -= 2 * (int64_t)cost;
    if (s->steps_to_stop < 0) {
      s->steps_to_stop = STOP_STEPS;
      if (sx_diff__is_stopped(&s->options->stop)) return MEETING_STOPPED;
    }
    if (cost < highest_cost) continue;
    *met = find_furthest(v);
    return MEETING_NONE;
  }
}

/** Takes what is equal at both ends off the box. */
static void trim(const search *s, sx_diff__box *box) {
  const uint32_t *x = s->sides[0].classes, *y = s->sides[1].classes;
  while (box->x0 < box->x1 && box->y0 < box->y1 && x[box->x0] == y[box->y0]) box->x0++, box->y0++;
  while (box->x0 < box->x1 && box->y0 < box->y1 && x[box->x1 - 1] == y[box->y1 - 1])
    box->x1--, box->y1--;
}

static void mark(sx_diff__side *side, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++) side->changed[side->places[i]] = 1;
}

/** Keeps a box for later; one with a single side needs no search. */
static sx_status push(search *s, sx_diff__box box) {
  trim(s, &box);
  if (box.x0 == box.x1 || box.y0 == box.y1) {
    mark(&s->sides[0], box.x0, box.x1);
    mark(&s->sides[1], box.y0, box.y1);
    return SX_OK;
  }
  sx_diff__box *top = SX_ARRAY_ADD(&s->boxes, s->scratch);
  if (!top) return s->scratch->status;
  *top = box;
  return SX_OK;
}

/** Splits the box at what stands once on both sides; false where nothing does. */
static sx_status split_at_anchors(search *s, const sx_diff__box *box, bool *is_split) {
  *is_split = false;
  if (box->depth >= MAX_ANCHOR_DEPTH) return SX_OK;
  if (!s->has_anchors) {
    sx_status status = sx_diff__anchors_init(&s->anchors, s->class_count, s->sides[0].kept,
                                             s->sides[1].kept, s->scratch);
    if (status) return status;
    s->has_anchors = true;
  }
  sx_diff__anchors_find(&s->anchors, s->sides[0].classes, s->sides[1].classes, box);
  sx_diff__box rest = {box->x0, box->x1, box->y0, box->y1, box->depth + 1};
  for (uint32_t i = 0; i < s->anchors.count; i++) {
    sx_diff__anchor anchor = s->anchors.items[i];
    sx_status status =
        push(s, (sx_diff__box){rest.x0, anchor.x, rest.y0, anchor.y, box->depth + 1});
    if (status) return status;
    rest.x0 = anchor.x + 1;
    rest.y0 = anchor.y + 1;
  }
  *is_split = s->anchors.count > 0;
  return *is_split ? push(s, rest) : SX_OK;
}

static int32_t highest_cost_of(const search *s) {
  if (s->options->minimal) return INT32_MAX;
  return s->steps_left > 0 ? HIGHEST_COST : LOWEST_COST;
}

/** Splits one box in two at `at`. */
static sx_status split_at(search *s, const sx_diff__box *box, point at, uint32_t depth) {
  uint32_t x = box->x0 + (uint32_t)at.x, y = box->y0 + (uint32_t)at.y;
  sx_diff__box first = {box->x0, x, box->y0, y, depth}, second = {x, box->x1, y, box->y1, depth};
  uint64_t first_size = (uint64_t)(x - box->x0) + (y - box->y0);
  uint64_t second_size = (uint64_t)(box->x1 - x) + (box->y1 - y);
  /* Else it would be searched for ever. */
  sx_status status = SX_CHECK(first_size && second_size);
  if (status) return status;
  /* The larger waits: the stack then holds no more than the logarithm of the parts. */
  status = push(s, first_size > second_size ? first : second);
  return status ? status : push(s, first_size > second_size ? second : first);
}

/** Splits one box, which is trimmed and has parts on both sides. */
static sx_status split(search *s, const sx_diff__box *box) {
  bool is_split = false;
  if (s->options->patience) {
    sx_status status = split_at_anchors(s, box, &is_split);
    if (status || is_split) return status;
  }
  view v = look_at(s, box);
  point met;
  meeting how = meet(s, &v, highest_cost_of(s), &met);
  if (how == MEETING_STOPPED) return SX_CANCELLED;
  if (how == MEETING_EXACT) return split_at(s, box, met, box->depth);
  s->is_minimal = false;
  sx_status status = split_at_anchors(s, box, &is_split);
  if (status || is_split) return status;
  /* A box without any anchor is not searched again for each piece that is cut off. */
  return split_at(s, box, met, MAX_ANCHOR_DEPTH);
}

sx_status sx_diff__search(sx_diff__side sides[2], uint32_t class_count,
                          const sx_diff__search_options *options, bool *is_minimal,
                          sx_arena *scratch) {
  uint64_t parts = (uint64_t)sides[0].kept + sides[1].kept;
  search s = {.sides = sides, .options = options, .scratch = scratch, .class_count = class_count};
  s.is_minimal = !options->patience;
  s.steps_left = FREE_STEPS + FREE_STEPS_A_PART * (int64_t)parts;
  s.steps_to_stop = STOP_STEPS;
  sx_diff__box whole = {0, sides[0].kept, 0, sides[1].kept, 0};
  trim(&s, &whole);
  s.room_count = 2 * ((size_t)(whole.x1 - whole.x0) + (whole.y1 - whole.y0) + 3);
  s.room = sx_arena_calloc(scratch, s.room_count, sizeof *s.room);
  if (!s.room) return scratch->status;
  sx_status status = push(&s, whole);
  while (!status && s.boxes.len) {
    sx_diff__box box = s.boxes.items[--s.boxes.len];
    status = split(&s, &box);
  }
  *is_minimal = s.is_minimal;
  return status;
}
