#ifndef SX_REFACTOR_PASTED_H
#define SX_REFACTOR_PASTED_H

#include "workspace/document.h"

/*
 * C: names that no text has, as a macro makes them of parts: `#define CALL(x) do_##x()`.
 */

/** Whether a macro of `macros` makes the name where `uses` calls it. `*at`: the macro, there. */
bool sx_pasted_makes(sx_str macros, sx_str uses, sx_str name, size_t *at);

/**
 * REFUSED where a macro of the file, or of one that it includes, makes the name: in the file
 * itself, or where a header has the macro, in files that include that. Not C: OK.
 */
sx_status sx_pasted_check(sx_call *call, const sx_document *document, sx_str name,
                          sx_err *err) SX_MUST_USE;

#endif
