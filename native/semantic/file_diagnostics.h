#ifndef SX_SEMANTIC_FILE_DIAGNOSTICS_H
#define SX_SEMANTIC_FILE_DIAGNOSTICS_H

#include "host/edits.h"
#include "workspace/call.h"

/** The diagnostics of language servers for a file. */
typedef struct sx_file_diagnostics {
  sx_str path;
  sx_host_diagnostics list;
  sx_str absent_language; /* not empty: no extension serves this */
  bool is_known;          /* they are of the text that the editor has */
  size_t left_out;        /* they lay past the end of the file */
  bool has_tab; /* the file was opened in the background, for a server that looks at tabs */
} sx_file_diagnostics;

/**
 * Opens the file, so that its server checks it, and waits a little for its diagnostics. Servers
 * that look at tabs only get one in the background, which is what is tried with those that return
 * nothing. sx_file_diagnostics_end must follow, also after an error: it closes that tab.
 */
sx_status sx_file_diagnostics_begin(sx_file_diagnostics *out, sx_call *call, sx_str path,
                                    sx_err *err) SX_MUST_USE;
void sx_file_diagnostics_end(sx_file_diagnostics *diagnostics, sx_call *call);

/**
 * Waits until the editor itself has published what there is at [first_row, last_row]: quick fixes
 * are offered for that only. The time that this may take is bounded; running out of it is not an
 * error.
 */
sx_status sx_file_diagnostics_publish(sx_file_diagnostics *diagnostics, sx_call *call,
                                      uint32_t first_row, uint32_t last_row,
                                      sx_err *err) SX_MUST_USE;

#endif
