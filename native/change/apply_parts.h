#ifndef SX_CHANGE_APPLY_PARTS_H
#define SX_CHANGE_APPLY_PARTS_H

/* Shared by the files that apply a change. */

#include "change/apply.h"
#include "os/room.h"

typedef struct sx_apply_plan {
  sx_change *change;
  const sx_apply_options *options;
  sx_file_plan *files; /* as in the change */
  bool is_peeking;     /* files that the editor has not open are not opened first */
  bool is_stale;       /* a file changed between the look at it and the writing */
  sx_room room;        /* for the files that the editor makes */
} sx_apply_plan;

/**
 * Makes the edits of all files that go through the editor, and has it apply them as one. Nothing is
 * changed where `applied` has a stale file, or on an error.
 */
sx_status sx_apply__in_editor(sx_apply_plan *plan, sx_host_applied *applied,
                              sx_err *err) SX_MUST_USE;
/** The editor failed while it wrote: the beginning of a text that was to be made goes again. */
void sx_apply__remove_begun(const sx_apply_plan *plan);

/** Writes the files that go to the disk, or none of them. `plan->is_stale`: one has changed. */
sx_status sx_apply__write_disk(sx_apply_plan *plan, sx_err *err) SX_MUST_USE;
/** Restores those of the first `count` files that were written to the disk. */
void sx_apply__take_back_disk(const sx_apply_plan *plan, size_t count);

#endif
