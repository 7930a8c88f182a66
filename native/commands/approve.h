#ifndef SX_COMMANDS_APPROVE_H
#define SX_COMMANDS_APPROVE_H

#include "host/run_settings.h"
#include "workspace/call.h"

/** The consent by which a call may run something: nothing starts without it. */
typedef struct sx_run_consent {
  sx_run_settings settings;
  sx_strs prefix;  /* before the words of a program: they confine it; empty: it is not confined */
  sx_str why_open; /* a sentence: why not */
  bool has_background; /* a part of it is to go on by itself, by & */
} sx_run_consent;

/**
 * Decides about command lines, as a shell reads them, which are to run in `folder` (shell/verdict):
 * refuses them where one is denied, and asks the person where the settings want that, once for all
 * of them. Nothing has run when this returns; afterwards `call->consent` is set.
 *
 * Errors  NOT_ALLOWED, with the simple command that decided; what sx_approval_ask can give.
 */
sx_status sx_commands_ask(sx_call *call, const sx_strs *commands, sx_str folder,
                          sx_err *err) SX_MUST_USE;

#endif
