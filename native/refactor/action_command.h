#ifndef SX_REFACTOR_ACTION_COMMAND_H
#define SX_REFACTOR_ACTION_COMMAND_H

#include "refactor/actions.h"
#include "engine/tool.h"

/** An action that runs a command instead of an edit. All borrowed. */
typedef struct sx_action_command {
  sx_call *call;
  sx_answer *answer;
  const sx_actions *actions;
  size_t chosen; /* index in `actions->rows` */
  sx_str command;
  bool is_preview;
  bool must_verify; /* refused: nothing takes back what a command has done */
} sx_action_command;

/**
 * Previews it, or runs it if the policy of the toolset `run` and the person allow that, and answers
 * with the changes to its file. Errors: REFUSED, NOT_ALLOWED, CONFLICT, HOST, CANCELLED, CLOSED,
 * NOMEM.
 */
sx_status sx_action_command_answer(const sx_action_command *run, sx_err *err) SX_MUST_USE;

#endif
