#ifndef SX_WEB_REASONS_H
#define SX_WEB_REASONS_H

#include "base/status.h"
#include "base/str.h"

/** Why something failed, by a word of the shim's (extension/src/web). */
typedef struct sx_web_reason {
  const char *why;
  sx_status status;
  const char *text; /* `%` is the detail */
} sx_web_reason;

/** NULL: there is none for that word. */
const sx_web_reason *sx_web_find_reason(const sx_web_reason *rows, size_t count, sx_str why);
/** The error: `before`, and the text of the reason. */
sx_status sx_web_fail_as(const sx_web_reason *reason, sx_str before, sx_str detail, sx_err *err);

/**
 * The error of a request that gave no text, in a sentence or two with what to do. `why` and
 * `detail` are the shim's (extension/src/web), `shown` names the URL.
 */
sx_status sx_web_fail(sx_str why, sx_str detail, sx_str shown, sx_err *err);

#endif
