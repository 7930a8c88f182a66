#ifndef SX_CHANGE_SAVING_H
#define SX_CHANGE_SAVING_H

#include "change/apply.h"

/**
 * Saves the edited files of a change that was applied, as far as there is room for them, and fills
 * `is_modified` and `save_error` of the outcome. The editor cuts a file before it writes, and takes
 * a write that ended early for a whole one: a file without room is not saved, and what was cut is
 * unsaved again in its buffer, so that the text is not lost. `plans` as files.
 */
sx_status sx_change_save(const sx_change *change, const sx_file_plan *plans,
                         const sx_apply_options *options, sx_outcome *out) SX_MUST_USE;

/**
 * Saves those of them that are headers of C, as its servers read a header that they check a source
 * with from the disk. `has_saved`: there were any; `has_left`: there are some that are not saved,
 * as the caller or a person's own unsaved edits in them forbid it.
 */
sx_status sx_change_save_headers(const sx_change *change, const sx_file_plan *plans,
                                 const sx_apply_options *options, sx_outcome *out, bool *has_saved,
                                 bool *has_left) SX_MUST_USE;

/** Whether the file is a source or a header of C or of a language that includes its headers. */
bool sx_change_is_of_c(const sx_file_change *file);

/** Whether the file on the disk has just this text. */
sx_status sx_change_compare_disk(sx_call *call, sx_str path, sx_str text, bool *is_same,
                                 sx_err *err) SX_MUST_USE;

#endif
