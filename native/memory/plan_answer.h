#ifndef SX_MEMORY_PLAN_ANSWER_H
#define SX_MEMORY_PLAN_ANSWER_H

#include "answer/answer.h"
#include "memory/plans.h"

/**
 * "Plan 'title' (active): 2 of 5 done", and `title`, `active`, `completed`, `total`, `done`. With
 * few `max_tokens` a long title is cut.
 */
void sx_plan_answer_head(const sx_plan *plan, size_t max_tokens, sx_buf *text, cJSON *facts);

/**
 * Its text within so many tokens, and `content`. A text that is cut says how to read all of it.
 */
void sx_plan_answer_text(const sx_plan *plan, size_t tokens, sx_answer *answer, cJSON *facts);

#endif
