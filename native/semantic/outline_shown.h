#ifndef SX_SEMANTIC_OUTLINE_SHOWN_H
#define SX_SEMANTIC_OUTLINE_SHOWN_H

#include "host/requests.h"
#include "workspace/document.h"

/**
 * The part of a server's symbols that an outline shows: the declarations of a file for others. Left
 * out are parameters and local variables, and functions without a name, whose own declarations move
 * up to what holds them; a test's callback stays, as its name is the test's title. Macros of C are
 * added, which servers leave out. By place, depths recomputed; in the call's arena. NOMEM.
 */
sx_status sx_outline_show(sx_call *call, const sx_document *document, sx_host_symbols *symbols,
                          sx_err *err) SX_MUST_USE;

#endif
