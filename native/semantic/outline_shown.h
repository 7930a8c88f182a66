#ifndef SX_SEMANTIC_OUTLINE_SHOWN_H
#define SX_SEMANTIC_OUTLINE_SHOWN_H

#include "host/requests.h"
#include "workspace/document.h"

/**
 * The part of a server's symbols that an outline shows: the declarations of a file for others.
 *
 * Left out are `locals`: parameters and variables of functions, and functions without a name, as
 * callbacks are, whose own declarations move up to what holds them. Functions and types in
 * functions stay, and so do callbacks with a title (`app.get("/users")`): all of them outside of
 * functions, those of tests in functions, too. `with_locals`: nothing is left out. Macros of C are
 * added, which servers leave out.
 *
 * Memory  by place, depths recomputed; in the call's arena. NOMEM.
 */
sx_status sx_outline_show(sx_call *call, const sx_document *document, bool with_locals,
                          sx_host_symbols *symbols, sx_host_symbols *locals,
                          sx_err *err) SX_MUST_USE;

#endif
