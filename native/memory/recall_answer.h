#ifndef SX_MEMORY_RECALL_ANSWER_H
#define SX_MEMORY_RECALL_ANSWER_H

#include "answer/answer.h"
#include "memory/checkpoints.h"
#include "memory/plans.h"

/** Sentences that go with the first page; empty: there is nothing to say. */
typedef struct sx_recall_notes {
  sx_str other;  /* on what the other place has */
  sx_str unread; /* on files that were not read */
} sx_recall_notes;

typedef struct sx_recall_page {
  const sx_recall *recall;
  const sx_plan *active; /* without a title: there is none */
  const sx_recalled *found;
  sx_recall_notes notes;
  sx_str cursor;
} sx_recall_page;

/**
 * The active plan, if there is one and this is the first page, in up to a third of the answer; then
 * the checkpoints by day, page by page. One that is too long for a page is cut.
 * CONFLICT: the cursor is of another list.
 */
sx_status sx_recall_answer(const sx_recall_page *page, sx_answer *answer, sx_err *err) SX_MUST_USE;

#endif
