#ifndef SX_COMMANDS_APPROVE_H
#define SX_COMMANDS_APPROVE_H

#include "workspace/call.h"

/**
 * Asks the person where the settings want that, once for all of these command lines, as a shell
 * reads them, which are to run in `folder`. Nothing has run when this returns.
 * Errors: NOT_ALLOWED; what sx_approval_ask can give.
 */
sx_status sx_commands_ask(sx_call *call, const sx_strs *commands, sx_str folder,
                          sx_err *err) SX_MUST_USE;

#endif
