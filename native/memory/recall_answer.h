#ifndef SX_MEMORY_RECALL_ANSWER_H
#define SX_MEMORY_RECALL_ANSWER_H

#include "answer/answer.h"
#include "memory/checkpoints.h"
#include "memory/plans.h"

/**
 * The active plan, if there is one and this is the first page, in up to a third of the answer; then
 * the checkpoints by day, page by page. `total`: of which these are the ones that were wanted.
 * CONFLICT: `cursor` is of another list.
 */
sx_status sx_recall_answer(const sx_recall *recall, const sx_plan *active,
                           const sx_checkpoints *list, uint64_t total, sx_str cursor,
                           sx_answer *answer, sx_err *err) SX_MUST_USE;

#endif
