#ifndef SX_REFACTOR_HOVERS_H
#define SX_REFACTOR_HOVERS_H

#include "host/requests.h"
#include "markdown/hover.h"
#include "workspace/document.h"

/**
 * The hovers at `count` offsets of a document, in `out`; SX_HOVER_NOTHING where there is none, or
 * its provider failed. While the server says that it is loading, which is when it shows `any` for
 * types of other files, it is asked again; what it shows by the deadline of the call counts as
 * nothing. Errors  CANCELLED, CLOSED, NOMEM, DEADLINE.
 */
sx_status sx_hovers_ask(sx_call *call, const sx_document *document, const uint32_t *offsets,
                        size_t count, sx_hover_text *out, sx_err *err) SX_MUST_USE;

#endif
