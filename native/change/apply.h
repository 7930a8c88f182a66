#ifndef SX_CHANGE_APPLY_H
#define SX_CHANGE_APPLY_H

#include "change/approve.h"
#include "change/store.h"
#include "change/closed_files.h"
#include "host/edits.h"
#include "servers/readiness.h"

typedef struct sx_apply_options {
  bool save;
  bool keep_unsaved;  /* a file that had unsaved edits before the change is not saved */
  bool write_to_disk; /* clean files are written on the disk, atomically, not through the editor */
  bool is_undoing;    /* it takes back a change: nothing new that could be undone */
  bool may_be_gone;   /* a file that is to be deleted and is not there is not an error */
  bool is_persons;    /* as in sx_approval */
} sx_apply_options;

/*
 * A wide change (closed_files.h) does not wait for the diagnostics of all its files; and which ones
 * there were before is not known for files that the editor has not loaded.
 */
#define SX_DIAGNOSTICS_MAX_FILES SX_CHANGE_MAX_HELD

typedef enum sx_diagnostics_state {
  SX_DIAGNOSTICS_KNOWN,    /* they belong to the text after the change */
  SX_DIAGNOSTICS_NOT_YET,  /* the server has not published any since, or the call did not wait */
  SX_DIAGNOSTICS_NOT_ASKED /* no server checks files of this language here */
} sx_diagnostics_state;

typedef SX_ARRAY(sx_diagnostic) sx_diagnostics;

/** A file after the change. */
typedef struct sx_file_outcome {
  const sx_file_change *file; /* with the texts that really were before and after */
  bool was_moved;             /* it had changed since it was planned: the edits were moved */
  bool was_done;              /* it was as the change makes it: it was not edited */
  bool is_modified;           /* the editor holds it unsaved */
  sx_str save_error;
  uint32_t line_count;
  sx_diagnostics_state diagnostics;
  sx_diagnostics appeared; /* with positions in the new text */
  sx_diagnostics vanished; /* with positions in the old text */
  size_t remaining;        /* that were there before and still are */
  bool is_before_known;    /* false: `appeared` are all that there are now */
} sx_file_outcome;

typedef struct sx_outcome {
  /* The id of the change in change/store.h: the given one if it was previewed, or a new one. */
  char id[SX_CHANGE_ID_BYTES];
  bool can_undo;     /* it is kept, and can be taken back */
  bool is_undoing;   /* as in the options */
  bool is_cut_short; /* applied, but the time ran out before saves and diagnostics were known */
  SX_ARRAY(sx_file_outcome) files;
} sx_outcome;

/**
 * Asks for approval where the settings want that, and applies all of the change or nothing.
 *
 * A file that has changed since the change was planned gets the edits at the place where they
 * belong now (merge.h). Files that are open, or have unsaved edits, are edited as buffers; others
 * through the editor as well, or on the disk with `write_to_disk`. Afterwards `change`
 * holds the texts that were replaced, which is what undoing it starts from, and is kept in the
 * store under out->id, which names it before the call where it was previewed, or is empty.
 * A change that cannot be kept is applied only after a person was warned.
 *
 * Errors  WAITING where the person has not answered in time: the change stays under out->id
 *         (waiting.h). NOT_ALLOWED with the person's reason, CONFLICT, READ_ONLY,
 * OUTSIDE_WORKSPACE, EXISTS, NOT_FOUND, HOST, IO, and what a request to the editor can give;
 * nothing is changed then. A file that could not be saved is not an error: its outcome has the
 * reason.
 */
sx_status sx_change_apply(sx_change *change, const sx_apply_options *options, sx_outcome *out,
                          sx_err *err) SX_MUST_USE;

/* ---- what the change did to the diagnostics ---------------------------------------------- */

typedef struct sx_diagnostics_before {
  SX_ARRAY(sx_host_diagnostics) files; /* as in the change */
  SX_ARRAY(sx_readiness) readiness;    /* of each file's language */
  SX_ARRAY(bool) has_tab;              /* opened here, for the server to look at */
  SX_ARRAY(uint32_t) tab_events;       /* how often they had been published when that was done */
  uint64_t quiet_ms;                   /* news count when no other has come for so long */
} sx_diagnostics_before;

sx_status sx_diagnostics_take(sx_diagnostics_before *out, const sx_change *change,
                              sx_err *err) SX_MUST_USE;
/** Takes nothing further: the change did not happen. */
void sx_diagnostics_drop(sx_diagnostics_before *before, const sx_change *change);
/**
 * Waits a little for those of the new text, and fills the outcome. For more than
 * SX_DIAGNOSTICS_MAX_FILES files neither this nor sx_diagnostics_take asks a server.
 */
sx_status sx_diagnostics_compare(sx_diagnostics_before *before, const sx_change *change,
                                 sx_outcome *out, sx_err *err) SX_MUST_USE;

#endif
