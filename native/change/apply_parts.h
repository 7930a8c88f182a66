#ifndef SX_CHANGE_APPLY_PARTS_H
#define SX_CHANGE_APPLY_PARTS_H

/* Shared by the files that apply a change. */

#include "change/hold.h"
#include "change/verify.h"
#include "os/room.h"

typedef struct sx_apply_plan {
  sx_change *change;
  const sx_apply_options *options;
  const char *id;      /* in the store; NULL: none */
  sx_file_plan *files; /* as in the change */
  bool is_peeking;     /* files that the editor has not open are not opened first */
  bool is_stale;       /* a file changed between the look at it and the writing */
  sx_room room;        /* for the files that the editor makes */
  bool is_taking_back; /* a change that was just applied: its diagnostics do not count */
  sx_diagnostics_before before;
  sx_verifying verifying; /* in place of `before` where the change must be verified */
  sx_hold hold;           /* begun where its `change` is set */
} sx_apply_plan;

/** Plans how each file is written, by the texts as they are now. */
sx_status sx_apply__look(sx_apply_plan *plan, sx_err *err) SX_MUST_USE;
/** Looks and writes, again while the files keep changing. Nothing is changed on an error. */
sx_status sx_apply__try(sx_apply_plan *plan, sx_err *err) SX_MUST_USE;

/* ---- what follows (apply_finish.c) --------------------------------------------------------- */

sx_status sx_apply__begin_outcome(const sx_apply_plan *plan, sx_outcome *out,
                                  sx_err *err) SX_MUST_USE;
/**
 * Saves, reports and compares what was applied. REFUSED, CANCELLED or NOMEM where it had to be
 * verified and was taken back.
 */
sx_status sx_apply__finish(sx_apply_plan *plan, sx_outcome *out, sx_err *err) SX_MUST_USE;

/**
 * Takes back what was just applied, and not yet saved by it: buffers get their text without the
 * change and are as unsaved as they were, files on the disk their bytes. On an error all of it
 * stays, as someone has edited the same lines since; but where `left` has paths, only these files
 * of the disk do. `*is_behind`: a buffer without unsaved edits is left unsaved, as another program
 * has written its file meanwhile.
 */
sx_status sx_apply__take_back(const sx_apply_plan *plan, sx_strs *left, bool *is_behind,
                              sx_err *err) SX_MUST_USE;

/* ---- writing (apply_write.c) ---------------------------------------------------------------- */

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
/** Replaces the text of a file on the disk in one step, its byte order mark stays. */
sx_status sx_apply__write_text(const sx_document *document, sx_str path, sx_str before,
                               sx_str after, sx_err *err) SX_MUST_USE;
/** Removes a file that was made by the plan, if it has just that text. */
sx_status sx_apply__remove_made(const sx_apply_plan *plan, size_t i) SX_MUST_USE;
/**
 * Restores those of the first `count` files that were written to the disk. Fails with the first
 * status of those that could not be, whose paths are added to `left`, which may be NULL.
 */
sx_status sx_apply__take_back_disk(const sx_apply_plan *plan, size_t count,
                                   sx_strs *left) SX_MUST_USE;

#endif
