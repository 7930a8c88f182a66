#ifndef SX_CHANGE_MERGE_H
#define SX_CHANGE_MERGE_H

#include "diff/diff.h"
#include "workspace/call.h"

/** Three texts of one file, borrowed. */
typedef struct sx_merge_texts {
  sx_str shown_path;
  sx_str base, target, current;
  bool may_adjoin; /* lines next to those that are replaced may have changed */
} sx_merge_texts;

/**
 * The difference between `base` and `target`, placed into `current`, which others made of `base`.
 *
 * It is placed only without doubt: the lines that it replaces and those next to them are in
 * `current` as they were, and nothing else there reads the same. With `may_adjoin` the lines next
 * to them count only where they are as they were; added lines have no certain place beside others
 * that were added or removed. Edits that `current` has already are left as they are.
 *
 * Memory  *out in the call's arena, or one of the three texts.
 * Errors  CONFLICT naming the lines of `current` that are in the way; NOMEM, TOO_BIG, CANCELLED.
 */
sx_status sx_change_merge(sx_str *out, sx_call *call, const sx_merge_texts *texts,
                          sx_err *err) SX_MUST_USE;

/** sx_diff_lines with the call's arena, ended by its cancellation. */
sx_status sx_change_diff(sx_diff *out, sx_call *call, sx_str before, sx_str after,
                         sx_err *err) SX_MUST_USE;

#endif
