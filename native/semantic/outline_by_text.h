#ifndef SX_SEMANTIC_OUTLINE_BY_TEXT_H
#define SX_SEMANTIC_OUTLINE_BY_TEXT_H

#include "host/requests.h"
#include "workspace/document.h"

/**
 * The outline of a document by its text alone, as a language server would give it: of what
 * workspace/document_facts reads, else `*is_read` is false. In the call's arena. Errors as there.
 */
sx_status sx_outline_by_text(sx_host_symbols *out, bool *is_read, sx_call *call,
                             const sx_document *document, sx_err *err) SX_MUST_USE;

#endif
