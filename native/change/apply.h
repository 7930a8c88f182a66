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
  bool may_be_gone;   /* it is not an error that a file is deleted, renamed or there already */
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

/** An error that a change has made, in one of its files or in one that uses them. */
typedef struct sx_made_error {
  sx_str path;
  sx_pos16 at;
  sx_str source, code, message; /* the first two may be empty */
} sx_made_error;

typedef enum sx_verdict {
  SX_VERDICT_NONE,   /* it was not to be verified */
  SX_VERDICT_GOOD,   /* it makes no new errors */
  SX_VERDICT_PARTLY, /* the server has no news of files that use its own */
  SX_VERDICT_SYNTAX, /* only that of some files is known, which has no new errors */
  SX_VERDICT_OPEN,   /* it is not known: `why` */
  SX_VERDICT_BAD     /* it makes errors, and could not be taken back: `why` */
} sx_verdict;

/** Whether a change makes new errors (verify.h). */
typedef struct sx_verification {
  sx_verdict verdict;
  sx_str why;
  size_t users;     /* files that use those of the change, and were looked at */
  size_t silent;    /* of these: the server had no news of them */
  size_t unchecked; /* others of these: it has never reported anything of them */
  bool is_cut;      /* more files use them */
  SX_ARRAY(sx_made_error) errors;
} sx_verification;

typedef struct sx_outcome {
  /* The id of the change in change/store.h: the given one if it was previewed, or a new one. */
  char id[SX_CHANGE_ID_BYTES];
  bool can_undo;     /* it is kept, and can be taken back */
  bool is_undoing;   /* as in the options */
  bool is_cut_short; /* applied, but the time ran out before saves and diagnostics were known */
  sx_verification verification;
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
 * One that must be verified is taken back where it makes new errors: `change` is then as it was
 * for the store, a preview again.
 *
 * Errors  REFUSED with the errors that it has made; nothing is changed then. WAITING where the
 * person has not answered in time: the change stays under out->id (waiting.h). NOT_ALLOWED with the
 * person's reason, CONFLICT, READ_ONLY, OUTSIDE_WORKSPACE, EXISTS, NOT_FOUND, HOST, IO, and what a
 * request to the editor can give; nothing is changed then. A file that could not be saved is not an
 * error: its outcome has the reason.
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
  size_t own_count; /* so many of the first files are changed; the others only use them */
} sx_diagnostics_before;

/**
 * For a change that must be verified (verify.h) servers have more time, here and afterwards. The
 * files after the first `own_count` are not changed: news of them is waited for less.
 */
sx_status sx_diagnostics_take(sx_diagnostics_before *out, const sx_change *change, size_t own_count,
                              sx_err *err) SX_MUST_USE;
/** Whether one is the other, at another place perhaps. */
bool sx_diagnostic_is_same(const sx_diagnostic *a, const sx_diagnostic *b);
/** Closes the tabs that were opened: nothing further is asked. */
void sx_diagnostics_drop(sx_diagnostics_before *before, const sx_change *change);
/**
 * Waits a little for those of the new text, and fills the outcome. For more than
 * SX_DIAGNOSTICS_MAX_FILES files neither this nor sx_diagnostics_take asks a server.
 */
sx_status sx_diagnostics_compare(sx_diagnostics_before *before, const sx_change *change,
                                 sx_outcome *out, sx_err *err) SX_MUST_USE;
/** The same, may be repeated, and leaves tabs open until sx_diagnostics_drop. */
sx_status sx_diagnostics_look(sx_diagnostics_before *before, const sx_change *change,
                              sx_outcome *out, sx_err *err) SX_MUST_USE;

#endif
