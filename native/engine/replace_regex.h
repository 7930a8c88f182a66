#ifndef SX_ENGINE_REPLACE_REGEX_H
#define SX_ENGINE_REPLACE_REGEX_H

#include "engine/replace.h"

/**
 * The document's text with the matches replaced: of a pattern, or of a text in any case.
 * NO_MATCH, INVALID_ARGUMENT, MATCH_LIMIT.
 */
sx_status sx_replace_regex(sx_str *after, sx_call *call, const sx_replace *replace,
                           const sx_document *document, sx_replaced *out, sx_err *err) SX_MUST_USE;

#endif
