#ifndef SX_SEMANTIC_DECLARING_FILES_H
#define SX_SEMANTIC_DECLARING_FILES_H

#include "resolve/resolve.h"

/**
 * Files of the workspace that declare the locator's name where its name path leads, by the index of
 * symbols: the best of sx_declared_sort, then those that define it, the most useful before others;
 * none where there is no index yet. Languages that cannot name what `language` declares are passed
 * over; NULL: any. In the call's arena. CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_declaring_files_find(sx_strs *out, sx_call *call, const sx_locator *locator,
                                  const sx_language *language, sx_err *err) SX_MUST_USE;

#endif
