#ifndef SX_CHANGE_HOLD_H
#define SX_CHANGE_HOLD_H

#include "change/store.h"

/**
 * The files of a change while it is verified. Another call that edited them meanwhile would save
 * what may yet be taken back, and its errors would be taken for those of this change: it waits.
 */
typedef struct sx_hold {
  struct sx_hold *next;
  const sx_change *change; /* no other call changes its files */
  const sx_strs *users;    /* these no other change that is verified has */
} sx_hold;

/** Begins, or is false where another hold is in the way. Must be ended; from any thread. */
bool sx_hold_begin(sx_changes *changes, sx_hold *hold, const sx_change *change,
                   const sx_strs *users);
/** Nothing where it was not begun. */
void sx_hold_end(sx_changes *changes, sx_hold *hold);
/**
 * Begins with the users of a change that is to be verified, or with NULL only waits, until no other
 * hold is in the way. CONFLICT where that takes too long; CANCELLED, CLOSED.
 */
sx_status sx_hold_await(sx_hold *hold, const sx_change *change, const sx_strs *users,
                        sx_err *err) SX_MUST_USE;
/** Whether a hold has a file of the change, which is not to be verified. */
bool sx_hold_stops(sx_changes *changes, const sx_change *change);

#endif
