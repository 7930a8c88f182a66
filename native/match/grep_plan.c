#include "match/grep_plan.h"

#include <limits.h>

/* Single bytes are in every other line. */
#define MIN_STRING_BYTES 2
/* Each string more is another pass over the text. */
#define COST_OF_STRING 25
#define MAX_DEPTH 64

typedef struct choice {
  sx_str strings[SX_GREP__MAX_NEEDLES];
  size_t count;
  unsigned cost; /* UINT_MAX: there is none */
} choice;

static const choice none = {.cost = UINT_MAX};

static choice choose_string(sx_str string) {
  if (string.len < MIN_STRING_BYTES) return none;
  sx_scan_needle needle = sx_scan_needle_of(string);
  return (choice){{string}, 1, sx_scan_needle_commonness(&needle)};
}

/** The strings of both, of which one is needed. */
static choice unite(const choice *one, const choice *other) {
  if (one->cost == UINT_MAX || other->cost == UINT_MAX) return none;
  if (one->count + other->count > SX_GREP__MAX_NEEDLES) return none;
  choice both = *one;
  for (size_t i = 0; i < other->count; i++) both.strings[both.count++] = other->strings[i];
  both.cost = (one->cost > other->cost ? one->cost : other->cost) + COST_OF_STRING;
  return both;
}

/* NOLINTBEGIN(misc-no-recursion): MAX_DEPTH limits it. */
static choice choose(const sx_needed *needed, size_t depth) {
  if (needed->kind == SX_NEEDED_STRING) return choose_string(needed->string);
  if (needed->kind == SX_NEEDED_NOTHING || depth > MAX_DEPTH) return none;
  choice best = choose(needed->parts[0], depth + 1);
  for (size_t i = 1; i < needed->part_count; i++) {
    choice part = choose(needed->parts[i], depth + 1);
    if (needed->kind == SX_NEEDED_ONE)
      best = unite(&best, &part);
    else if (part.cost < best.cost)
      best = part;
  }
  return best;
}
/* NOLINTEND(misc-no-recursion) */

void sx_grep__plan_make(sx_grep__plan *plan, const sx_regex_literals *literals) {
  *plan = (sx_grep__plan){.folds_case = literals->folds_case, .is_local = literals->is_local};
  choice best = choose(literals->needed, 0);
  if (best.cost == UINT_MAX) return;
  plan->is_exact = literals->is_exact;
  plan->count = best.count;
  for (size_t i = 0; i < best.count; i++) {
    plan->strings[i] = best.strings[i];
    plan->needles[i] = literals->folds_case ? sx_scan_needle_folded(best.strings[i])
                                            : sx_scan_needle_of(best.strings[i]);
  }
}
