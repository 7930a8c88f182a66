#ifndef SX_REFACTOR_FIXES_H
#define SX_REFACTOR_FIXES_H

#include "answer/answer.h"
#include "refactor/actions.h"

/** The quick fixes of one diagnostic, as apply_code_action lists them. */
typedef struct sx_fixes {
  sx_str path;                     /* set by the caller, as the next */
  const sx_diagnostic *diagnostic; /* borrowed */
  sx_actions actions;              /* no rows: none is offered, or it is not known */
  bool is_asked;
} sx_fixes;

/**
 * Asks for the fixes of all, file by file: each is open, and its problems are published, while it
 * is asked about, and all for some seconds. `*is_whole`: false where a server has failed or is
 * late.
 */
sx_status sx_fixes_ask(sx_fixes *fixes, size_t count, sx_call *call, bool *is_whole,
                       sx_err *err) SX_MUST_USE;

/** A line for each, `  [id] title`, with the kind where it is not `quickfix`, and a fact. */
void sx_fixes_write(const sx_fixes *fixes, sx_answer *answer, cJSON *facts);

#endif
