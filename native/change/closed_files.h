#ifndef SX_CHANGE_CLOSED_FILES_H
#define SX_CHANGE_CLOSED_FILES_H

#include "change/change.h"

/*
 * Files that the editor does not hold have no version that an edit could carry: it loads them when
 * it applies the edit, whatever they say by then. Opening each one first costs more than the edit,
 * and of more than 50 the editor lets the first ones go before the last ones are there. So a wide
 * change is made of the texts on the disk, and looked at afterwards.
 */

/** Changes of more files than this are wide; the editor holds the documents of others meanwhile. */
#define SX_CHANGE_MAX_HELD 40

/** Whether the editor has in each of the files that `is_unheld` names what the change says. */
sx_status sx_closed_files_check(const sx_change *change, const bool *is_unheld,
                                bool *fits) SX_MUST_USE;

/**
 * Takes an edit back of which some files did not fit: those get what the disk says, all others that
 * `is_edited` names what they were. What had no unsaved edits (`was_clean`), and has had none
 * since, is saved. The error says that the files are changed: whatever fails here, they are.
 */
sx_status sx_closed_files_take_back(const sx_change *change, const bool *is_edited,
                                    const bool *is_unheld, const bool *was_clean,
                                    sx_err *err) SX_MUST_USE;

#endif
