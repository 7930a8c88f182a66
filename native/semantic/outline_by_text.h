#ifndef SX_SEMANTIC_OUTLINE_BY_TEXT_H
#define SX_SEMANTIC_OUTLINE_BY_TEXT_H

#include "host/requests.h"
#include "workspace/document.h"

/**
 * The outline of a document by its text alone, as a language server would give it: for C, and for
 * headers that are not C++. `*is_read` is false for others. In the call's arena. NOMEM, TOO_BIG.
 */
sx_status sx_outline_by_text(sx_host_symbols *out, bool *is_read, sx_call *call,
                             const sx_document *document, sx_err *err) SX_MUST_USE;

#endif
