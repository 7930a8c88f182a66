#ifndef SX_TASKS_TASKS_ANSWER_H
#define SX_TASKS_TASKS_ANSWER_H

#include "answer/answer.h"
#include "tasks/tasks.h"

/**
 * Adds that a damaged file of the store was set aside: at the head of the answer or, where `status`
 * is an error, at its end; once, and for an agent alone. Returns `status`.
 */
sx_status sx_tasks_answer_begin(sx_call *call, sx_status status, sx_answer *answer, sx_err *err);

/** "3 tasks, 1 done", and the list's name where it is not the agent's own. */
void sx_tasks_answer_count(const sx_call *call, const sx_task_list *list, sx_answer *answer);

/** A task in its line: "[x] 2 title". */
void sx_tasks_answer_line(const sx_task *task, sx_answer *answer);

/** The title, or as much of it as there is room for in the line of a task. */
sx_str sx_tasks_answer_title(sx_str title, size_t room_tokens, sx_arena *arena);

/** `id`, `title`, `completed` and, if a person has changed it, `changed_by_person`. */
void sx_tasks_answer_facts(cJSON *object, const sx_task *task);

/** The count and all tasks, page by page; an agent knows those of the page then. CONFLICT: `cursor`
 * is of another state of the list. */
sx_status sx_tasks_answer_list(sx_call *call, const sx_task_list *list, sx_str cursor,
                               sx_answer *answer, sx_err *err) SX_MUST_USE;

#endif
