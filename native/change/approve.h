#ifndef SX_CHANGE_APPROVE_H
#define SX_CHANGE_APPROVE_H

#include "change/change.h"

/** A change that is to be approved. Zeroed but for `change` is the ordinary case. */
typedef struct sx_change_approval {
  const sx_change *change; /* its files are shown; it has none if no text changes */
  sx_str title;            /* for the question; empty: made from the files */
  sx_str path;             /* of what is changed beside the files: a folder that is deleted, say */
  bool is_folder;          /* that is one, with all that is in it */
  bool cannot_undo, is_persons; /* as in sx_approval */
  sx_str id; /* the change is kept: it may be answered after the call; empty: only during it */
  bool is_rejected, is_protected; /* out, as in sx_approval */
} sx_change_approval;

/**
 * Asks for approval (approval/question.h) by the policies of all tools that the change went
 * through. Errors as sx_approval_ask.
 */
sx_status sx_change_approve(sx_call *call, sx_change_approval *approval, sx_err *err) SX_MUST_USE;

/**
 * The first file of the change that a person is always asked about, and why (static); NULL: none.
 * Blocks. Errors as sx_protected_find.
 */
sx_status sx_change_find_protected(const sx_change *change, sx_str *path, const char **why,
                                   sx_err *err) SX_MUST_USE;

/** As sx_approval_check_ordinary, of the files of the change. */
sx_status sx_change_check_ordinary(const sx_change *change, sx_err *err) SX_MUST_USE;

#endif
