#ifndef SX_CHANGE_VERIFY_H
#define SX_CHANGE_VERIFY_H

#include "change/apply.h"

/**
 * Finds whether a change makes new errors: in its files, and in those that use them. They are seen
 * while the change is in the buffers and not saved, except for headers of C:
 *
 * - sx_verify_find_users, which refuses to let files go that others import;
 * - sx_verify_take before it is applied: takes the diagnostics of all these files;
 * - sx_verify_compare afterwards: what has appeared, in sx_outcome.verification;
 * - sx_verify_drop instead, where it was not applied.
 *
 * A server may not have read the files that a change makes when it checks the others: such
 * errors count once they stay for SX_VERIFY_MADE_MS.
 *
 * New errors of other files in the same language count as well, where the editor lists them.
 * Errors are diagnostics of that severity. Where no server knows a file's new text, those of its
 * syntax count. A change of more than SX_DIAGNOSTICS_MAX_FILES files is not verified.
 */
typedef struct sx_verifying {
  sx_change watched; /* its files, then those that use them, which it leaves as they are */
  sx_strs users;     /* their paths */
  bool has_users;    /* they were looked for */
  SX_ARRAY(sx_made_error) dangling; /* imports of files that the change deletes or moves */
  bool is_cut;                      /* there are more, or not all imports could be read in time */
  sx_diagnostics_before before;
  sx_host_error_files elsewhere; /* errors of all files before it */
  /* A changed header of C is not saved, and servers check the sources with the one on the disk. */
  bool has_unsaved_header;
} sx_verifying;

/* How long errors of a change that makes files have to stay. */
#define SX_VERIFY_MADE_MS 4000

/* Files that use those of the change: so many are looked at. */
#define SX_VERIFY_MAX_USERS 16

/**
 * Who uses the files of the change, for any number of takes. Errors  REFUSED with the imports of
 * files that would be gone; CANCELLED, DEADLINE, NOMEM.
 */
sx_status sx_verify_find_users(sx_verifying *v, const sx_change *change, sx_err *err) SX_MUST_USE;
/** Errors  those of sx_diagnostics_take. */
sx_status sx_verify_take(sx_verifying *v, const sx_change *change, sx_err *err) SX_MUST_USE;
void sx_verify_drop(sx_verifying *v);
/** Fills the diagnostics of the files in `out`, and its verification. CANCELLED, CLOSED, NOMEM. */
sx_status sx_verify_compare(sx_verifying *v, const sx_change *change, sx_outcome *out,
                            sx_err *err) SX_MUST_USE;

/** Fails with REFUSED and the errors, each as path:line:column. It was taken back. */
sx_status sx_verify_refuse(sx_call *call, const sx_verification *verification,
                           sx_err *err) SX_MUST_USE;

#endif
