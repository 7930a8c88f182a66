#ifndef SX_SEMANTIC_IMPORT_ALIAS_H
#define SX_SEMANTIC_IMPORT_ALIAS_H

#include "host/requests.h"
#include "workspace/call.h"

/**
 * Adds the uses of a symbol under the names that imports give it, as `User` in `import Person as
 * User`, where the server did not list them: pyright follows no such name.
 *
 * `places` are the references so far, and become all of them, in `call->arena`.
 * `*left_out` counts the names that were not followed, as there were too many or no answer came.
 * Errors  CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_import_aliases_add(sx_call *call, sx_places *places, size_t *left_out,
                                sx_err *err) SX_MUST_USE;

#endif
