#ifndef SX_APPROVAL_PROTECTED_HOOKS_H
#define SX_APPROVAL_PROTECTED_HOOKS_H

#include "workspace/call.h"

/**
 * Whether git runs what is at `path`, or takes from it what to run: a file in a folder that
 * `core.hooksPath` names, by any file of settings; such a file of settings; what links among hooks
 * lead to; or a folder that one of these is in. By the repositories around `path` and around the
 * folders of the window, and by the settings of the person and the system. Names are compared as
 * protected_name.h says.
 *
 * Repositories are looked at once in a call. Blocks. CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_protected_is_hook(sx_call *call, sx_str path, bool *is_hook, sx_err *err) SX_MUST_USE;

#endif
