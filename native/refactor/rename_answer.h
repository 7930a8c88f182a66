#ifndef SX_REFACTOR_RENAME_ANSWER_H
#define SX_REFACTOR_RENAME_ANSWER_H

#include "engine/change_answer.h"
#include "refactor/rename.h"

/**
 * Looks for what may go wrong with the planned change, previews or applies it, and writes what
 * there is to know of it. With doubts it is only previewed. CANCELLED, CLOSED, NOMEM, and what
 * applying may fail with.
 */
sx_status sx_renaming_answer(sx_renaming *rename, sx_change_request *request, const cJSON *args,
                             sx_answer *answer, sx_err *err) SX_MUST_USE;

#endif
