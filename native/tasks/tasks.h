#ifndef SX_TASKS_TASKS_H
#define SX_TASKS_TASKS_H

#include "store/store.h"
#include "workspace/call.h"

/**
 * Lists of tasks that agents keep for a workspace, and that people see and tick. A list has the
 * name of the agent's program, without its version, or one that several agents agree on; names
 * count without case.
 *
 * Errors of all functions: those of the store (store/store.h), which have left all as it was.
 * Memory: in the call's arena.
 */

#define SX_TASKS_MAX_LISTS 100
#define SX_TASKS_MAX 200 /* in a list */
#define SX_TASKS_MAX_TITLE_BYTES 500
#define SX_TASKS_MAX_NAME_BYTES 100
/** An update answers with at most so many tasks that a person has changed; the others stay news. */
#define SX_TASKS_MAX_NEWS 20
/** Tokens of a task beside its title, also among the facts. */
#define SX_TASKS_LINE_TOKENS 25

typedef struct sx_task {
  int64_t id; /* from 1 in each list */
  sx_str title;
  bool is_completed;
  bool is_news; /* a person has changed it, and the agent has not been answered since */
} sx_task;

typedef struct sx_task_list {
  int64_t id; /* in the store; 0: it is not there */
  sx_str name;
  SX_ARRAY(sx_task) items;
  size_t completed, news;
  size_t shown_news; /* so many of them, the first ones, are in the answer of an update */
} sx_task_list;

typedef SX_ARRAY(sx_task_list) sx_task_lists;

/**
 * The list that a call means: `given`, or without it the agent's own.
 * Errors  INVALID_ARGUMENT: the name is too long, or a person has not given it.
 */
sx_status sx_tasks_name_list(sx_str *out, sx_call *call, sx_str given, sx_err *err) SX_MUST_USE;

/** Adds a task for each line of `text`, without marks of a list ("- ", "1. ", "[x] "). */
sx_status sx_tasks_read_titles(sx_task_list *list, sx_call *call, sx_str text,
                               sx_err *err) SX_MUST_USE;

/**
 * Puts `list` in place of the one of that name, and numbers it; without items there is none of
 * that name any more. `dropped`: how many open tasks that one had.
 * Errors  TOO_BIG: there are too many lists.
 */
sx_status sx_tasks_prepare(sx_call *call, sx_task_list *list, size_t *dropped,
                           sx_err *err) SX_MUST_USE;

/** The list of that name, empty where there is none. */
sx_status sx_tasks_get(sx_task_list *out, sx_call *call, sx_str name, sx_err *err) SX_MUST_USE;

/**
 * The agent is answered with the tasks from `from` up to `to` of the list as it was read: what a
 * person has changed in them is no longer news.
 */
sx_status sx_tasks_mark_known(sx_call *call, const sx_task_list *list, size_t from, size_t to,
                              sx_err *err) SX_MUST_USE;

/** The new title and state of a task. */
typedef struct sx_task_update {
  sx_str title; /* empty: it stays */
  bool has_state, is_completed;
  sx_str was;         /* the title that it must have: a person has seen that; empty: any */
  size_t room_tokens; /* of the answer, for the task and the news; not for a person */
} sx_task_update;

/**
 * Changes a task. `id` is a number, in any form that agents write ("3", "task 3", "#3"), or a whole
 * title. `out` is the list after that, `*index` the task in it.
 * Errors  NOT_FOUND, with the nearest task or the lists that there are; CONFLICT: it has another
 *         title than `update->was`.
 */
sx_status sx_tasks_update(sx_task_list *out, size_t *index, sx_call *call, sx_str name, sx_str id,
                          const sx_task_update *update, sx_err *err) SX_MUST_USE;

/** The room that the line of an updated task may take: half of it where there is news. */
size_t sx_tasks_room(const sx_task_list *list, size_t room_tokens);

/** All lists, by name. */
sx_status sx_tasks_get_all(sx_task_lists *out, sx_call *call, sx_err *err) SX_MUST_USE;

#endif
