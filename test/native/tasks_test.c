#include "tasks/tasks.h"

#include "call_scene.h"
#include "harness.h"
#include "temp_files.h"

/* Lists of tasks in a store of the case, as an agent or a person has them. */

typedef struct scene {
  call_scene *calls;
  sx_services services;
} scene;

static void close_store(void *arg) {
  sx_store_free(arg);
}

/* NULL without memory. */
static scene *new_scene(void) {
  scene *s = sx_test_memory(sizeof *s);
  *s = (scene){.calls = call_scene_new(call_scene_refuse, NULL)};
  if (!s->calls) return NULL;
  s->services.store = sx_store_new();
  sx_test_defer(close_store, s->services.store);
  s->calls->call.services = &s->services;
  s->calls->call.client = SX_STR("Agent 1.0");
  bool is_set = s->services.store && sx_store_set_up(s->services.store, temp_folder());
  return is_set ? s : NULL;
}

static sx_call *by(scene *s, sx_caller caller) {
  s->calls->call.caller = caller;
  return &s->calls->call;
}

static sx_status prepare(scene *s, const char *titles, size_t *dropped) {
  sx_call *call = by(s, SX_CALLER_AGENT);
  sx_task_list list = {0};
  sx_status status = sx_tasks_name_list(&list.name, call, SX_STR(""), sx_test_err());
  if (!status) status = sx_tasks_read_titles(&list, call, sx_str_from(titles), sx_test_err());
  return status ? status : sx_tasks_prepare(call, &list, dropped, sx_test_err());
}

/* "1 a, x 2 b", with * for news. Empty without memory, which the arena knows. */
static sx_str shown(scene *s, const sx_task_list *list) {
  sx_buf text;
  sx_buf_init(&text, 1 << 20);
  for (size_t i = 0; i < list->items.len; i++) {
    const sx_task *task = &list->items.items[i];
    sx_buf_addf(&text, "%s%s%s%lld %.*s", i ? ", " : "", task->is_completed ? "x " : "",
                task->is_news ? "*" : "", (long long)task->id, SX_STR_ARG(task->title));
  }
  return sx_buf_keep(&text, s->calls->call.arena);
}

#define EXPECT_SHOWN(s, list, expected)                                                            \
  do {                                                                                             \
    sx_str now = shown(s, list);                                                                   \
    SX_EXPECT_OK((s)->calls->call.arena->status);                                                  \
    SX_EXPECT_TEXT(now, expected);                                                                 \
  } while (0)

SX_TEST(a_list_is_kept_with_what_became_of_it) {
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  size_t dropped = 9, index = 9;
  sx_task_list list;
  const sx_task_update done = {.title = SX_STR("B"), .has_state = true, .is_completed = true};
  SX_EXPECT_OK(prepare(s, "a\n- [ ] b\n3. [x] c", &dropped));
  SX_EXPECT_SIZE(dropped, 0);
  SX_EXPECT_OK(sx_tasks_update(&list, &index, by(s, SX_CALLER_AGENT), SX_STR("AGENT"),
                               SX_STR("task 2"), &done, sx_test_err()));
  SX_EXPECT_SIZE(index, 1);
  SX_EXPECT_SIZE(list.completed, 2);
  SX_EXPECT_OK(sx_tasks_get(&list, by(s, SX_CALLER_AGENT), SX_STR("agent"), sx_test_err()));
  SX_EXPECT_TEXT(list.name, "Agent");
  EXPECT_SHOWN(s, &list, "1 a, x 2 B, x 3 c");
  SX_EXPECT_OK(prepare(s, "d", &dropped));
  SX_EXPECT_SIZE(dropped, 1);
}

SX_TEST(news_of_a_person_are_read_once) {
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  size_t dropped, index;
  sx_task_list list;
  sx_task_lists all;
  const sx_task_update tick = {
      .title = SX_STR(""), .has_state = true, .is_completed = true, .was = SX_STR("b")};
  SX_EXPECT_OK(prepare(s, "a\nb", &dropped));
  SX_EXPECT_OK(sx_tasks_update(&list, &index, by(s, SX_CALLER_PERSON), SX_STR("Agent"), SX_STR("2"),
                               &tick, sx_test_err()));
  SX_EXPECT_OK(sx_tasks_get_all(&all, by(s, SX_CALLER_PERSON), sx_test_err()));
  SX_EXPECT_SIZE(all.len, 1);
  EXPECT_SHOWN(s, &all.items[0], "1 a, x *2 b");
  SX_EXPECT_OK(sx_tasks_get(&list, by(s, SX_CALLER_AGENT), SX_STR("Agent"), sx_test_err()));
  EXPECT_SHOWN(s, &list, "1 a, x *2 b");
  sx_call *agent = by(s, SX_CALLER_AGENT);
  SX_EXPECT_OK(sx_tasks_mark_known(agent, &list, 0, 1, sx_test_err()));
  SX_EXPECT_OK(sx_tasks_get(&list, agent, SX_STR("Agent"), sx_test_err()));
  EXPECT_SHOWN(s, &list, "1 a, x *2 b");
  SX_EXPECT_OK(sx_tasks_mark_known(agent, &list, 1, 2, sx_test_err()));
  SX_EXPECT_OK(sx_tasks_get(&list, agent, SX_STR("Agent"), sx_test_err()));
  EXPECT_SHOWN(s, &list, "1 a, x 2 b");
}

static sx_status change(scene *s, const char *id, const sx_task_update *update) {
  sx_task_list list;
  size_t index;
  return sx_tasks_update(&list, &index, by(s, SX_CALLER_AGENT), SX_STR("Agent"), sx_str_from(id),
                         update, sx_test_err());
}

SX_TEST(what_is_not_there_is_refused) {
  static const char *const ids[] = {"3", "0", "-1", "99999999999999999999", "task", "#", "", "aa"};
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  size_t dropped;
  const sx_task_update done = {.title = SX_STR(""), .has_state = true, .was = SX_STR("")};
  const sx_task_update other = {.title = SX_STR(""), .has_state = true, .was = SX_STR("z")};
  sx_status status = change(s, "1", &done);
  if (status == SX_NOMEM) SX_EXPECT_OK(status);
  SX_EXPECT_STATUS(status, SX_NOT_FOUND);
  SX_EXPECT_OK(prepare(s, "a\nb", &dropped));
  for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
    status = change(s, ids[i], &done);
    if (status == SX_NOMEM) SX_EXPECT_OK(status);
    SX_EXPECT_STATUS(status, SX_NOT_FOUND);
  }
  status = change(s, "1", &other);
  if (status == SX_NOMEM) SX_EXPECT_OK(status);
  SX_EXPECT_STATUS(status, SX_CONFLICT);
}

static sx_status prepare_named(scene *s, size_t i) {
  char name[32];
  size_t dropped;
  sx_task_list list = {0};
  list.name = sx_str_make(name, (size_t)snprintf(name, sizeof name, "list %zu", i));
  sx_call *call = by(s, SX_CALLER_AGENT);
  sx_status status = sx_tasks_read_titles(&list, call, SX_STR("a"), sx_test_err());
  return status ? status : sx_tasks_prepare(call, &list, &dropped, sx_test_err());
}

SX_TEST(there_are_only_so_many_lists) {
  if (sx_test_is_failing_allocations()) return;
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  for (size_t i = 0; i < SX_TASKS_MAX_LISTS; i++) SX_EXPECT_OK(prepare_named(s, i));
  SX_EXPECT_STATUS(prepare_named(s, SX_TASKS_MAX_LISTS), SX_TOO_BIG);
  SX_EXPECT_OK(prepare_named(s, 0));
  sx_task_list none = {.name = SX_STR("LIST 5")};
  size_t dropped = 0;
  SX_EXPECT_OK(sx_tasks_prepare(by(s, SX_CALLER_AGENT), &none, &dropped, sx_test_err()));
  SX_EXPECT_SIZE(dropped, 1);
  SX_EXPECT_OK(prepare_named(s, SX_TASKS_MAX_LISTS));
}

SX_SUITE(tasks_test, SX_CASE(a_list_is_kept_with_what_became_of_it),
         SX_CASE(news_of_a_person_are_read_once), SX_CASE(what_is_not_there_is_refused),
         SX_CASE(there_are_only_so_many_lists));
