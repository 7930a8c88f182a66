#ifndef SX_WEB_DOWNLOAD_H
#define SX_WEB_DOWNLOAD_H

#include "answer/answer.h"
#include "workspace/call.h"

/**
 * Saves what a URL has as a new file of the workspace. The file has its name when it is whole; if
 * the connection ends before, the next call for the same file goes on where it ended, where the
 * server can. A person is asked about the host and the file.
 *
 * Errors  EXISTS, those of sx_path_resolve_new, and as sx_web_visit.
 */
sx_status sx_web_download(sx_call *call, sx_str url, sx_str file_path, sx_answer *answer,
                          sx_err *err) SX_MUST_USE;

#endif
