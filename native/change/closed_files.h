#ifndef SX_CHANGE_CLOSED_FILES_H
#define SX_CHANGE_CLOSED_FILES_H

#include "change/change.h"
#include "host/edits.h"

/*
 * Files that the editor has not loaded have no version that an edit could carry: it loads them when
 * it applies the edit, with the text that they have at that time. Opening each one first costs more
 * than the edit, and of more than 50 the editor lets the first ones go before the last ones are
 * there. So a wide change is made of the texts on the disk, and looked at afterwards.
 */

/** Changes of more files than this are wide; the editor holds the documents of others meanwhile. */
#define SX_CHANGE_MAX_HELD 40

typedef enum sx_write_route { SX_ROUTE_NONE, SX_ROUTE_EDITOR, SX_ROUTE_DISK } sx_write_route;

/** How one file of a change is written. */
typedef struct sx_file_plan {
  sx_write_route route;
  const sx_document *document; /* before the edit; NULL for other actions */
  bool was_moved;              /* it had changed since it was planned: the edits were moved */
  bool was_done;               /* it was as the change makes it: it is not edited */
  bool is_closed;              /* EDITOR: it was not open, and its text is the disk's */
  bool must_be_saved;          /* its text is the disk's again */
  size_t made_bytes;           /* of the path, the first folder that was made for it; or 0 */
} sx_file_plan;

/** Whether the editor has the text of the change in each file that was closed. `plans` as files. */
sx_status sx_closed_files_check(const sx_change *change, const sx_file_plan *plans,
                                bool *fits) SX_MUST_USE;

/**
 * Takes an edit back of which some files did not fit: those that were closed get the disk's text,
 * the others that went through the editor what they were. A file that had no unsaved edits, and has
 * had none since, is saved. The error reports the files as changed: whatever fails here, they
 * are.
 */
sx_status sx_closed_files_take_back(const sx_change *change, const sx_file_plan *plans,
                                    sx_err *err) SX_MUST_USE;

/** Adds the edit that gives a buffer, which has the text of `host`, another one as a whole. */
sx_status sx_buffer_add_text(sx_call *call, sx_host_file_edits *edits, sx_str path,
                             const sx_host_document *host, sx_str text) SX_MUST_USE;
/** Applies such edits, if there are any. HOST where the editor refuses them. */
sx_status sx_buffers_apply(sx_call *call, const sx_host_file_edits *edits) SX_MUST_USE;

#endif
