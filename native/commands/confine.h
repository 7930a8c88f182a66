#ifndef SX_COMMANDS_CONFINE_H
#define SX_COMMANDS_CONFINE_H

#include "answer/answer.h"
#include "commands/approve.h"

/**
 * Has what the call runs in `folder` confined as the settings want it: by bubblewrap, where that is
 * there and works (commands/sandbox). It is tried once in a window.
 *
 * `consent->prefix` is what goes before the words of a program; empty: it is not confined, and
 * `consent->why_open` is a sentence on the reason. `is_seen`: a person has read the command, so it
 * may write to protected files.
 *
 * Errors  NOT_ALLOWED where the settings want a sandbox always and there is none; CANCELLED,
 * CLOSED, NOMEM.
 */
sx_status sx_commands_confine(sx_call *call, sx_run_consent *consent, sx_str folder, bool is_seen,
                              sx_err *err) SX_MUST_USE;

/**
 * Remarks for an answer: that commands are not confined, once in a window, where the settings leave
 * that to the system; and why one that was may have failed, by what it complained of.
 */
void sx_commands_write_confined(sx_call *call, bool has_failed, sx_str errors, sx_answer *answer);

#endif
