#ifndef SX_MEMORY_PLANS_H
#define SX_MEMORY_PLANS_H

#include "memory/place.h"
#include "memory/plan_boxes.h"

/**
 * Plans: Markdown with check boxes, kept for a workspace where memory/place.h says. One at most is
 * active; every recall has it. Titles count without case.
 *
 * Errors of all functions: those of the store (store/store.h), which have left all as it was; of
 * files also READ_ONLY, IO, CONFLICT (it changed meanwhile, or has the markers of a merge) and
 * AMBIGUOUS (several have the title).
 * Memory: in the call's arena.
 */

#define SX_PLANS_MAX 200
#define SX_PLAN_MAX_BYTES ((size_t)50000)
#define SX_PLAN_MAX_TITLE_BYTES 200

typedef struct sx_plan {
  sx_str title, text;
  bool is_active, is_completed;
  size_t boxes, done;
  sx_str path, flaw;  /* of a file: relative to SX_MEMORY_FOLDER; a remark on it; may be empty */
  bool claims_active; /* of a file: it says so; another one may have changed later */
} sx_plan;
typedef SX_ARRAY(sx_plan) sx_plans;

/**
 * Keeps a plan, in place of the one of that title. It is active then if it was or no plan is, and
 * is no longer completed. Its other members are set. TOO_BIG: there are too many.
 */
sx_status sx_plans_save(sx_call *call, const sx_memory_place *place, sx_plan *plan,
                        sx_err *err) SX_MUST_USE;

typedef enum sx_plan_action {
  SX_PLAN_GET,
  SX_PLAN_ACTIVATE, /* the one before is no longer active */
  SX_PLAN_UPDATE,   /* a box is ticked, or no more */
  SX_PLAN_COMPLETE, /* it is active no more */
} sx_plan_action;

typedef struct sx_plan_change {
  sx_plan_action action;
  sx_str title; /* empty: the active plan */
  sx_str item;  /* of an update: the number of a box, from 1, or the beginning of its text */
  bool is_done;
} sx_plan_change;

/** NOT_FOUND, with the titles or the boxes that there are. `out`: the plan after that. */
sx_status sx_plans_change(sx_call *call, const sx_memory_place *place, const sx_plan_change *change,
                          sx_plan *out, sx_err *err) SX_MUST_USE;

/** All, the active one first. */
sx_status sx_plans_list(sx_call *call, const sx_memory_place *place, sx_plans *out,
                        sx_err *err) SX_MUST_USE;

/** The active one; without a title: there is none. */
sx_status sx_plans_find_active(sx_call *call, const sx_memory_place *place, sx_plan *out,
                               sx_err *err) SX_MUST_USE;

/* ---- for both places ------------------------------------------------------------------------ */

/**
 * Sets the state and the boxes of a plan that is saved in place of `before`, one of `all`; NULL: it
 * is new. TOO_BIG.
 */
sx_status sx_plan_prepare(sx_plan *plan, const sx_plan *before, const sx_plans *all,
                          sx_err *err) SX_MUST_USE;
/** Sets the state after an action. */
void sx_plan_set_state(sx_plan *plan, sx_plan_action action);
/** A text whose box with its mark at `mark` is ticked, or no more. */
sx_str sx_plan_tick(sx_str text, size_t mark, bool is_done, sx_arena *arena);
/** The box of that number, or the only one whose text begins so. NOT_FOUND, AMBIGUOUS. */
sx_status sx_plan_find_box(const sx_plan *plan, sx_str item, sx_plan_box *out,
                           sx_err *err) SX_MUST_USE;
/** NOT_FOUND, with the titles that there are. */
sx_status sx_plan_fail_absent(const sx_plans *all, sx_str title, sx_err *err);

#endif
