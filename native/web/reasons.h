#ifndef SX_WEB_REASONS_H
#define SX_WEB_REASONS_H

#include "base/status.h"
#include "base/str.h"

/**
 * The error of a request that gave no text, in a sentence or two with what to do. `why` and
 * `detail` are the shim's (extension/src/web), `shown` names the URL.
 */
sx_status sx_web_fail(sx_str why, sx_str detail, sx_str shown, sx_err *err);

#endif
