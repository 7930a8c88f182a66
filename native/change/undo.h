#ifndef SX_CHANGE_UNDO_H
#define SX_CHANGE_UNDO_H

#include "change/apply.h"

typedef struct sx_undo {
  sx_change change;  /* that was undone */
  sx_change inverse; /* what was applied for it */
  sx_outcome outcome;
} sx_undo;

/**
 * Takes an applied change back, once: that of `id`, or the last one where it is empty. Where a file
 * has changed since, the edits are taken back where their lines are now (merge.h), or nothing is
 * changed. Files that had no unsaved edits are saved.
 *
 * Errors  as sx_changes_begin_undoing and sx_change_apply.
 */
sx_status sx_change_undo(sx_undo *out, sx_call *call, sx_str id, bool is_persons,
                         sx_err *err) SX_MUST_USE;

#endif
