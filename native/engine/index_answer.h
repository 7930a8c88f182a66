#ifndef SX_ENGINE_INDEX_ANSWER_H
#define SX_ENGINE_INDEX_ANSWER_H

#include "answer/answer.h"
#include "workspace/call.h"

/* Answers about the indexes of texts of the window's folders (workspace/text_index.h). */

/** Instead of what there would be about folders. */
#define SX_NO_FOLDER "This window has no folder. Open one, then try again.\n"

/** The state of each: a line for an agent, a list for a person. */
sx_status sx_index_answer_health(sx_call *call, sx_answer *answer, sx_err *err) SX_MUST_USE;
/** Has each written again. */
sx_status sx_index_answer_rebuild(sx_call *call, sx_answer *answer, sx_err *err) SX_MUST_USE;
/** Looks at everything on the disk again; what the watch had missed. */
sx_status sx_index_answer_refresh(sx_call *call, sx_answer *answer, sx_err *err) SX_MUST_USE;
/** Removes old ones; `is_all`: all that no other window has open. */
sx_status sx_index_answer_clean(sx_call *call, bool is_all, sx_answer *answer,
                                sx_err *err) SX_MUST_USE;

#endif
