#include "tasks/tasks.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "text/tokens.h"
#include "workspace/call_store.h"

/* Titles in an error are cut. */
#define SHOWN_BYTES 100
#define MAX_OTHER_LISTS 10
/* A longer number is a title. */
#define MAX_DIGITS 9
/* With less room the task has all of it. */
#define MIN_SHARED_TOKENS 80

/* ---- reading ------------------------------------------------------------------------------- */

/* Sets the id, and the name as the list was made with it. */
static sx_status find_list(const sx_store_access *access, sx_task_list *list, sx_arena *arena,
                           sx_err *err) {
  sx_query query;
  sx_str name = list->name;
  list->id = 0;
  sx_query_begin(&query, access, "SELECT id, name FROM task_list WHERE name=?");
  sx_query_bind_text(&query, name);
  if (sx_query_next(&query)) {
    list->id = sx_query_int(&query, 0);
    list->name = sx_query_text(&query, 1, arena);
  }
  return sx_query_end(&query, err);
}

static sx_status read_tasks(const sx_store_access *access, sx_task_list *out, sx_arena *arena,
                            sx_err *err) {
  sx_query query;
  *out = (sx_task_list){.id = out->id, .name = out->name};
  sx_query_begin(&query, access,
                 "SELECT id, title, completed, is_known FROM task WHERE list=? ORDER BY id");
  sx_query_bind_int(&query, out->id);
  while (sx_query_next(&query)) {
    sx_task *task = SX_ARRAY_ADD(&out->items, arena);
    if (!sx_query_has_memory(&query, arena)) break;
    *task = (sx_task){sx_query_int(&query, 0), sx_query_text(&query, 1, arena),
                      sx_query_int(&query, 2) != 0, sx_query_int(&query, 3) == 0};
    out->completed += task->is_completed;
    out->news += task->is_news;
  }
  return sx_query_end(&query, err);
}

/* Unless a person has changed it once more since it was read. */
static sx_status mark_one(const sx_store_access *access, int64_t list, const sx_task *task,
                          sx_err *err) {
  sx_query query;
  sx_query_begin(&query, access,
                 "UPDATE task SET is_known=1 WHERE list=? AND id=? AND title=? AND completed=?");
  sx_query_bind_int(&query, list);
  sx_query_bind_int(&query, task->id);
  sx_query_bind_text(&query, task->title);
  sx_query_bind_int(&query, task->is_completed);
  return sx_query_end(&query, err);
}

/* Up to `most` of those from `from` up to `to` that a person has changed. */
static sx_status mark_known(const sx_store_access *access, const sx_task_list *list, size_t from,
                            size_t to, size_t most, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = from; i < to && !status && most; i++) {
    if (!list->items.items[i].is_news) continue;
    status = mark_one(access, list->id, &list->items.items[i], err);
    most--;
  }
  return status;
}

typedef struct marking {
  sx_call *call;
  const sx_task_list *list;
  size_t from, to;
} marking;

static sx_status mark(const sx_store_access *access, void *arg, sx_err *err) {
  const marking *one = arg;
  sx_task_list list = *one->list;
  sx_status status = find_list(access, &list, one->call->arena, err);
  return status ? status : mark_known(access, &list, one->from, one->to, SX_TASKS_MAX, err);
}

/* Where there is nothing to mark, nothing is written: that works on a full disk, too. */
sx_status sx_tasks_mark_known(sx_call *call, const sx_task_list *list, size_t from, size_t to,
                              sx_err *err) {
  marking one = {call, list, from, to};
  bool has_news = false;
  for (size_t i = from; i < to; i++) has_news |= list->items.items[i].is_news;
  return has_news ? sx_call_store_run(call, true, mark, &one, err) : SX_OK;
}

typedef struct getting {
  sx_call *call;
  sx_task_list *out;
} getting;

static sx_status get(const sx_store_access *access, void *arg, sx_err *err) {
  const getting *one = arg;
  sx_status status = find_list(access, one->out, one->call->arena, err);
  return status ? status : read_tasks(access, one->out, one->call->arena, err);
}

sx_status sx_tasks_get(sx_task_list *out, sx_call *call, sx_str name, sx_err *err) {
  *out = (sx_task_list){.name = name};
  getting one = {call, out};
  return sx_call_store_run(call, false, get, &one, err);
}

static sx_status read_lists(const sx_store_access *access, sx_task_lists *out, sx_arena *arena,
                            sx_err *err) {
  sx_query query;
  *out = (sx_task_lists){0};
  sx_query_begin(&query, access, "SELECT id, name FROM task_list ORDER BY name");
  while (sx_query_next(&query)) {
    sx_task_list *list = SX_ARRAY_ADD(out, arena);
    if (!sx_query_has_memory(&query, arena)) break;
    *list = (sx_task_list){.id = sx_query_int(&query, 0), .name = sx_query_text(&query, 1, arena)};
  }
  return sx_query_end(&query, err);
}

typedef struct getting_all {
  sx_call *call;
  sx_task_lists *out;
} getting_all;

static sx_status get_all(const sx_store_access *access, void *arg, sx_err *err) {
  const getting_all *all = arg;
  sx_arena *arena = all->call->arena;
  sx_status status = read_lists(access, all->out, arena, err);
  for (size_t i = 0; i < all->out->len && !status; i++)
    status = read_tasks(access, &all->out->items[i], arena, err);
  return status;
}

sx_status sx_tasks_get_all(sx_task_lists *out, sx_call *call, sx_err *err) {
  getting_all all = {call, out};
  return sx_call_store_run(call, false, get_all, &all, err);
}

/* ---- preparing ----------------------------------------------------------------------------- */

typedef struct preparing {
  sx_call *call;
  sx_task_list *list;
  size_t dropped;
} preparing;

static sx_status count(const sx_store_access *access, const char *sql, int64_t id, int64_t *out,
                       sx_err *err) {
  sx_query query;
  sx_query_begin(&query, access, sql);
  if (id) sx_query_bind_int(&query, id);
  *out = sx_query_next(&query) ? sx_query_int(&query, 0) : 0;
  return sx_query_end(&query, err);
}

static sx_status clear(const sx_store_access *access, int64_t id, size_t *open, sx_err *err) {
  sx_query query;
  int64_t found;
  sx_status status =
      count(access, "SELECT count(*) FROM task WHERE list=? AND NOT completed", id, &found, err);
  *open = (size_t)found;
  if (status) return status;
  sx_query_begin(&query, access, "DELETE FROM task WHERE list=?");
  sx_query_bind_int(&query, id);
  return sx_query_end(&query, err);
}

static sx_status add_list(const sx_store_access *access, sx_task_list *list, sx_err *err) {
  sx_query query;
  int64_t lists;
  sx_status status = count(access, "SELECT count(*) FROM task_list", 0, &lists, err);
  if (!status && lists >= SX_TASKS_MAX_LISTS)
    status = sx_fail(err, SX_TOO_BIG,
                     "There are %d lists of tasks already. Nothing was changed. Remove one with "
                     "prepare_tasks(list=NAME, titles=[]).",
                     SX_TASKS_MAX_LISTS);
  if (status) return status;
  sx_query_begin(&query, access, "INSERT INTO task_list(name) VALUES(?) RETURNING id");
  sx_query_bind_text(&query, list->name);
  if (sx_query_next(&query)) list->id = sx_query_int(&query, 0);
  return sx_query_end(&query, err);
}

static sx_status remove_list(const sx_store_access *access, int64_t id, sx_err *err) {
  sx_query query;
  sx_query_begin(&query, access, "DELETE FROM task_list WHERE id=?");
  sx_query_bind_int(&query, id);
  return sx_query_end(&query, err);
}

static sx_status add_task(const sx_store_access *access, int64_t list, const sx_task *task,
                          sx_err *err) {
  sx_query query;
  sx_query_begin(&query, access, "INSERT INTO task VALUES(?, ?, ?, ?, 1)");
  sx_query_bind_int(&query, list);
  sx_query_bind_int(&query, task->id);
  sx_query_bind_text(&query, task->title);
  sx_query_bind_int(&query, task->is_completed);
  return sx_query_end(&query, err);
}

static sx_status prepare(const sx_store_access *access, void *arg, sx_err *err) {
  preparing *one = arg;
  sx_task_list *list = one->list;
  one->dropped = 0;
  sx_status status = find_list(access, list, one->call->arena, err);
  if (!status && list->id) status = clear(access, list->id, &one->dropped, err);
  if (!status && list->id && !list->items.len) status = remove_list(access, list->id, err);
  if (!status && !list->id && list->items.len) status = add_list(access, list, err);
  for (size_t i = 0; i < list->items.len && !status; i++)
    status = add_task(access, list->id, &list->items.items[i], err);
  return status;
}

sx_status sx_tasks_prepare(sx_call *call, sx_task_list *list, size_t *dropped, sx_err *err) {
  preparing one = {call, list, 0};
  sx_status status = sx_call_store_run(call, true, prepare, &one, err);
  *dropped = one.dropped;
  return status;
}

/* ---- updating ------------------------------------------------------------------------------ */

typedef struct updating {
  sx_call *call;
  sx_task_list *out;
  size_t *index;
  sx_str id;
  const sx_task_update *update;
} updating;

/* "3", "#3", "task 3", "Task #3." -> 3; 0: it is not a number */
static int64_t read_number(sx_str id) {
  uint64_t number = 0;
  id = sx_str_trim(id);
  if (sx_str_is_equal_fold(sx_str_slice(id, 0, 4), SX_STR("task")))
    id = sx_str_trim(sx_str_slice(id, 4, id.len));
  if (sx_str_at(id, 0) == '#') id = sx_str_slice(id, 1, id.len);
  if (id.len && (id.ptr[id.len - 1] == '.' || id.ptr[id.len - 1] == ':')) id.len--;
  return id.len <= MAX_DIGITS && sx_str_read_number(id, &number) ? (int64_t)number : 0;
}

static size_t distance_to(const sx_task *task, sx_str id, int64_t number) {
  /* Long texts have no distance. */
  if (!number && sx_str_is_equal_fold(task->title, id)) return 0;
  if (!number) return sx_str_distance(task->title, id, SX_TASKS_MAX_TITLE_BYTES);
  return (size_t)(task->id > number ? task->id - number : number - task->id);
}

static sx_status fail_no_list(const sx_store_access *access, const updating *one, sx_err *err) {
  sx_task_lists lists;
  sx_buf names;
  sx_status status = read_lists(access, &lists, one->call->arena, err);
  if (status) return status;
  sx_buf_init(&names, SX_ERR_MESSAGE_BYTES);
  for (size_t i = 0; i < lists.len && i < MAX_OTHER_LISTS; i++)
    sx_buf_addf(&names, "%s'%.*s'",
                i ? ", " : " Lists with tasks: ", SX_STR_ARG(lists.items[i].name));
  if (lists.len) sx_buf_add_char(&names, '.');
  status = sx_fail(err, names.status ? names.status : SX_NOT_FOUND,
                   "The list '%.*s' has no tasks: prepare_tasks makes them.%s",
                   SX_STR_ARG(one->out->name), names.ptr);
  sx_buf_release(&names);
  return status;
}

/* The task that is meant, or an error with the nearest one. */
static sx_status choose(const sx_store_access *access, const updating *one, sx_err *err) {
  const sx_task_list *list = one->out;
  int64_t number = read_number(one->id);
  size_t nearest = 0, best = SIZE_MAX;
  if (!list->items.len) return fail_no_list(access, one, err);
  for (size_t i = 0; i < list->items.len; i++) {
    size_t distance = distance_to(&list->items.items[i], one->id, number);
    if (distance >= best) continue;
    best = distance;
    nearest = i;
  }
  const sx_task *task = &list->items.items[nearest];
  *one->index = nearest;
  bool is_other = one->update->was.len && !sx_str_is_equal(one->update->was, task->title);
  if (!best && is_other)
    return sx_fail(err, SX_CONFLICT,
                   "The tasks have changed: task %lld is '%.*s' now. Nothing was changed.",
                   (long long)task->id, SX_STR_ARG(task->title));
  if (!best) return SX_OK;
  sx_str given = sx_utf8_cut(one->id, SHOWN_BYTES);
  return sx_fail(err, SX_NOT_FOUND,
                 "There is no task '%.*s' in the list '%.*s', which has %zu. The nearest is "
                 "%lld: %.*s",
                 SX_STR_ARG(given), SX_STR_ARG(list->name), list->items.len, (long long)task->id,
                 SX_STR_ARG(task->title));
}

static sx_status write_task(const sx_store_access *access, int64_t list, const sx_task *task,
                            sx_err *err) {
  sx_query query;
  sx_query_begin(&query, access,
                 "UPDATE task SET title=?, completed=?, is_known=? WHERE list=? AND id=?");
  sx_query_bind_text(&query, task->title);
  sx_query_bind_int(&query, task->is_completed);
  sx_query_bind_int(&query, !task->is_news);
  sx_query_bind_int(&query, list);
  sx_query_bind_int(&query, task->id);
  return sx_query_end(&query, err);
}

/* Tokens of a task in an answer, also among the facts, where a title with quotes is longer. */
static size_t count_tokens(const sx_task *task) {
  return sx_tokens_count(task->title) * 5 / 4 + SX_TASKS_LINE_TOKENS;
}

size_t sx_tasks_room(const sx_task_list *list, size_t room_tokens) {
  return list->news && room_tokens > MIN_SHARED_TOKENS ? room_tokens / 2 : room_tokens;
}

/* How many of the news an answer has room for, with the task itself. */
static size_t count_shown(const sx_task_list *list, size_t index, size_t room_tokens) {
  size_t shown = 0, used = count_tokens(&list->items.items[index]);
  size_t most = sx_tasks_room(list, room_tokens);
  if (used > most) used = most;
  for (size_t i = 0; i < list->items.len && shown < SX_TASKS_MAX_NEWS; i++) {
    if (!list->items.items[i].is_news) continue;
    used += count_tokens(&list->items.items[i]);
    if (used > room_tokens) break;
    shown++;
  }
  return shown;
}

static sx_status update(const sx_store_access *access, void *arg, sx_err *err) {
  const updating *one = arg;
  bool is_person = one->call->caller == SX_CALLER_PERSON;
  sx_task_list *list = one->out;
  sx_status status = find_list(access, list, one->call->arena, err);
  if (!status) status = read_tasks(access, list, one->call->arena, err);
  if (!status) status = choose(access, one, err);
  if (status) return status;
  sx_task *task = &list->items.items[*one->index];
  list->completed -= task->is_completed;
  if (one->update->title.len) task->title = one->update->title;
  if (one->update->has_state) task->is_completed = one->update->is_completed;
  list->completed += task->is_completed;
  list->news -= task->is_news;
  task->is_news = is_person;
  list->news += task->is_news;
  list->shown_news = count_shown(list, *one->index, one->update->room_tokens);
  if (!is_person) status = mark_known(access, list, 0, list->items.len, list->shown_news, err);
  return status ? status : write_task(access, list->id, task, err);
}

sx_status sx_tasks_update(sx_task_list *out, size_t *index, sx_call *call, sx_str name, sx_str id,
                          const sx_task_update *change, sx_err *err) {
  *out = (sx_task_list){.name = name};
  id = sx_utf8_cut(sx_str_trim(id), SX_TASKS_MAX_TITLE_BYTES);
  updating one = {call, out, index, id, change};
  return sx_call_store_run(call, true, update, &one, err);
}
