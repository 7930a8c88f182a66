#ifndef SX_SEMANTIC_OUTLINE_READ_H
#define SX_SEMANTIC_OUTLINE_READ_H

#include "answer/answer.h"
#include "host/requests.h"
#include "servers/readiness.h"
#include "workspace/document.h"

/** The declarations of a file, and how sure it is that these are all. In the call's arena. */
typedef struct sx_outline {
  const sx_document *document;
  sx_str shown_path;
  sx_host_symbols symbols;
  sx_host_symbols locals; /* parameters, local variables and callbacks, which are left out */
  size_t past_end;        /* symbols past the end of the file, which are left out */
  bool with_locals;       /* they are wanted */
  bool is_by_text;        /* no server gave them */
  bool is_cut;            /* nor has all of the text been read */
  bool is_early;          /* nor was it waited for: it is starting */
  bool is_doubtful;       /* a server has nothing, but the text declares something */
  sx_readiness readiness; /* of the server */
} sx_outline;

/**
 * Asks the server of a file, and waits for it while it starts, unless the call does not wait and
 * the text has something; where none answers, the text is read as far as it can be. `with_locals`:
 * they stay among the symbols. Errors  those of sx_document_open; HOST when the server failed;
 * CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_outline_read(sx_outline *out, sx_call *call, sx_str path, bool with_locals,
                          sx_err *err) SX_MUST_USE;

sx_answer_status sx_outline_status(const sx_outline *outline);

/** A line on what may be missing and why, if anything may be. */
void sx_outline_write_doubts(const sx_outline *outline, sx_buf *text);

#endif
